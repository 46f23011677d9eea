"""A game of ours written as a file of 18xx.games, as far as all titles are written alike.

Only a game that is played by the site's readings can be told in its words. Every action written is at once followed as
the importer would, so that what is written is what will be read.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar, Generic, TypeVar

import msgspec

from engine.core.errors import Illegal, Refusal, Unreadable
from engine.core.events import Event
from engine.core.offers import OneOffer
from engine.core.sentences import because
from engine.core.state import Offer
from engine.core.verbs import Act
from engine.exchange.site_following import Follower
from engine.exchange.site_log import Action, SiteGame
from engine.exchange.site_moves import DIVIDENDS
from engine.family.as_on_site import PurchaseWithShare
from engine.family.choices import TrainPurchase
from engine.family.route_text import read_routes
from engine.family.running import RunTrains
from engine.game import Game
from engine.overlay import READINGS
from engine.record import Record
from engine.routes import Refused, Route
from engine.titles import title_for
from engine.words.options import OptionTexts

FollowerT = TypeVar("FollowerT", bound=Follower[Any])


def unknown_reading(title: str, options: Mapping[str, str], read: Mapping[str, str]) -> tuple[str, str] | None:
    """The first option that differs from the site's reading of a title, and how the site plays it."""
    known = title_for(title, read).chosen(read)
    return next(
        ((name, known.get(name, "")) for name in (*known, READINGS) if options.get(name) != known.get(name)), None
    )


def not_known(title: str, options: Mapping[str, str], differing: tuple[str, str]) -> Unreadable:
    """The site plays this option otherwise."""
    (name, theirs), said = differing, OptionTexts(title_for(title, options))
    ours = {"name": said.name(name), "ours": said.value(name, options.get(name, ""))}
    if not theirs:
        return Unreadable(because("18xx.games cannot replay this game: it does not play “{name}: {ours}”.", **ours))
    return Unreadable(
        because(
            "18xx.games cannot replay this game: it does not play “{name}: {ours}”, only “{theirs}”.",
            **ours,
            theirs=said.value(name, theirs),
        )
    )


def rules_of(reader: type[Follower[Any]], options: Mapping[str, str]) -> list[str]:
    """The site's optional rules for a game's options, or a sentence about the reading it does not know."""
    rules = [rule for rule, ours in reader.theirs.items() if options.get(ours) == "yes"]
    differing = unknown_reading(reader.id, options, reader.options(empty_game(reader.id, (), rules)))
    if differing:
        raise not_known(reader.id, options, differing)
    return rules


def empty_game(title: str, players: tuple[tuple[str, str], ...], rules: list[str], seed: int = 1) -> SiteGame:
    """A game of the site before its first action."""
    return SiteGame("", title, players, frozenset(rules), (), {}, "active", seed)


def as_json(file: dict[str, Any]) -> bytes:
    """The bytes of a file, for people to read as well."""
    return msgspec.json.format(msgspec.json.encode(file), indent=1)


class SiteWriter(Generic[FollowerT]):
    """Writes one action after another and follows them."""

    sold_before: ClassVar[Mapping[str, tuple[int, ...]]] = {}
    """Numbers of trains that are never bought, by kind."""

    def __init__(self, record: Record, reader: type[FollowerT]) -> None:
        self.source = record
        self.before = record.begin()
        """The game before the move that is being written."""
        self.players = tuple((str(number), seat.name) for number, seat in enumerate(self.before.state.players, 1))
        self.reader = reader
        self.there = reader.there or reader.id
        self.rules = self.site_rules(self.before.state.options)
        self.seed = self.seed_of(self.before)
        self.follower = self.begin(empty_game(self.there, self.players, self.rules, self.seed))
        self.p = self.follower.p
        self.actions: list[Action] = []
        self.sold_trains: dict[str, int] = {}

    # --- what a title says in its own way

    def site_rules(self, options: Mapping[str, str]) -> list[str]:
        """The site's optional rules for a game's options."""
        return rules_of(self.reader, options)

    def seed_of(self, begun: Game) -> int:
        """The number by which the site draws what it draws."""
        return 1

    def begin(self, source: SiteGame) -> FollowerT:
        """What follows the actions as they are written."""
        return self.reader(source)

    def write(self, seat: str, act: Act, events: list[Event]) -> None:
        """Write what a move was on the site and follow it; `events`: what the move did."""
        raise NotImplementedError

    def check_share(self, args: PurchaseWithShare) -> None:
        """The share that comes along with a private company again must be the site's."""
        named = self.follower.moves.labels.with_private.get(args.private)
        if named and "share" in args and args.share != self.follower.moves.share_place(args.private, named):
            raise Unreadable(because("18xx.games would not give this share with {private}.", private=args.private))

    # --- the whole

    def file(self) -> dict[str, Any]:
        """The whole file."""
        offers: dict[int, Offer] = {}
        after = self.source.begin()
        for move, game, events in self.source.states(after):
            self.before, after = after, game
            for offer in game.state.offers:
                offers.setdefault(offer.id, offer)
            open_now = {offer.id for offer in game.state.offers}
            match move.verb:
                case "accept":
                    offer = offers[OneOffer(move.args).offer]
                    void = any(event.kind == "offer_void" for event in events)
                    if offer.id not in open_now and not void:
                        self.write(offer.by, Act(offer.verb, offer.args), events)
                case "decline" | "withdraw":
                    pass
                case _:
                    if not any(event.kind == "offered" for event in events):
                        self.write(move.seat, move.act, events)
        return self.document()

    def document(self) -> dict[str, Any]:
        """Players, settings, actions, and the result if there is one."""
        end = self.p.s.end
        return {
            "id": 1,
            "title": self.there,
            "players": [{"id": int(number), "name": name} for number, name in self.players],
            "settings": {"optional_rules": self.rules, "seed": self.seed},
            "status": "finished" if end else "active",
            "result": {number: end.worth[f"p{number}"] for number, _ in self.players} if end else {},
            "actions": self.actions,
        }

    def note(self, action: Action) -> None:
        """Put an action at the end of the list."""
        action["id"] = len(self.actions) + 1
        self.actions.append(action)

    def tell(self, action: Action) -> None:
        """Write an action, and follow it as its reader will, who knows the site's steps and not ours."""
        self.note(action)
        self.follower.lead_to(action)
        try:
            self.follower.moves.make(action)
        except Illegal as e:
            raise Unreadable(
                because(
                    "18xx.games would have continued before a move of this game ({type}): {e}", type=action["type"], e=e
                )
            ) from e

    # --- who acts

    def player(self, seat: str, kind: str, /, **more: Any) -> Action:
        """An action of a player."""
        return {"type": kind, "entity": int(seat[1:]), "entity_type": "player", **more}

    def private(self, private: str, kind: str, /, **more: Any) -> Action:
        """An action of a private company."""
        return {"type": kind, "entity": private, "entity_type": "company", **more}

    def corporation(self, company: str, kind: str, /, **more: Any) -> Action:
        """An action of a company."""
        return {"type": kind, "entity": company, "entity_type": "corporation", **more}

    def operator(self) -> str:
        """The company whose turn it is, if it is any company's."""
        subjects = (str(getattr(frame, "subject", "")) for frame in reversed(self.p.s.agenda))
        return next((subject for subject in subjects if subject in self.p.s.companies), "")

    # --- names

    def name(self, company: str) -> str:
        """A company as the site calls it."""
        return str(self.follower.moves.view.name(company))

    def kind_name(self, kind: str) -> str:
        """A kind of train as the site calls it."""
        return str(self.follower.moves.view.kind_name(kind))

    def shares(self, place: str, company: str) -> list[str]:
        """Our labels of a company's single certificates at a place, in the order in which they came there."""
        return list(self.follower.moves.labels.singles(place, company))

    def sold(self, seat: str, company: str, units: int) -> list[str]:
        """Certificates for a sale: single ones first, the president's if they are not enough."""
        names = self.shares(seat, company)[:units]
        return names if len(names) == units else [*names, f"{self.name(company)}_0"]

    def par_box(self, price: int) -> str:
        """A price at which companies start, with its place in the market."""
        box = next(box for box in self.p.d.market.pars if box.price == price)
        return f"{box.price},{box.row},{box.column}"

    def train(self, place: str, kind: str) -> str:
        """The first train of a kind at a place."""
        row = self.follower.moves.labels.trains[place]
        return next(name for name in row if name.rpartition("-")[0] == self.kind_name(kind))

    def new_train(self, kind: str) -> str:
        """The next train of a kind from the supply."""
        number = self.sold_trains.get(kind, 0)
        while number in self.sold_before.get(kind, ()):
            number += 1
        self.sold_trains[kind] = number + 1
        return f"{self.kind_name(kind)}-{number}"

    def new_tile(self, tile: str) -> str:
        """A copy of a tile that is not on the map."""
        moves, lying = self.follower.moves, set(self.follower.moves.labels.tiles.values())
        names = (moves.tile_name(tile, number) for number in moves.copies(tile))
        return next(name for name in names if name not in lying)

    def city(self, stop: str) -> str:
        """A city on its tile as it lies now."""
        hex_id, key = stop.split("/")
        return f"{self.follower.moves.labels.tile_at(hex_id)}-{key[1:]}"

    # --- runs

    def routes(self, company: str, verb: str, text: str) -> list[dict[str, Any]]:
        """Routes of a run as the site writes them."""
        law = self.p.title.verbs[verb]
        assert isinstance(law, RunTrains)
        routes = read_routes(self.p, text)
        valued = law.worth(self.p, routes) if routes else None
        if isinstance(valued, Refused):
            raise Illegal(Refusal(valued.reason.rstrip(".")))
        labels = self.follower.moves.labels
        named = {labels.card(company, name): name for name in labels.trains.get(company, ())}
        return [
            self._route(route, named[route.train], earned.revenue)
            for route, earned in zip(routes, valued.routes if valued else (), strict=True)
        ]

    def _route(self, route: Route, train: str, revenue: int) -> dict[str, Any]:
        """A way of ours as chains of hexes from stop to stop."""
        chains: list[list[str]] = []
        stops: list[str] = []
        here = ""
        for node in route.path:
            kind, _, name = node.partition(":")
            if kind == "stop":
                stops.append(name)
                arrived, here = here, name.split("/")[0]
                if chains and arrived != here:
                    chains[-1].append(here)  # A place of several hexes is one stop, in the first of them.
                chains.append([here])
            else:
                for hex_id in self._over(here, name):
                    here = hex_id
                    chains[-1].append(here)
        hexes = [stop.split("/")[0] for stop in stops]
        return {
            "train": train,
            "connections": chains[:-1],
            "hexes": hexes,
            "revenue": revenue,
            "revenue_str": "-".join(hexes),
            "nodes": [f"{stop.split('/')[0]}-{stop.split('/')[1][1:]}" for stop in stops],
        }

    def _over(self, here: str, side: str) -> list[str]:
        """The hexes that come next when a side is crossed, from a hex or from another one of the same place."""
        hex_id, _, edge = side.partition(".")
        pair = (hex_id, self.p.d.map.hexes[hex_id].around[self.p.d.map.grid.edge[edge]])
        if here in pair:
            return [pair[1] if here == pair[0] else pair[0]]
        part = {stop.split("/")[0] for first in self._stops_of(here) for stop in self.p.d.map.same_place(first)}
        left, entered = pair if pair[0] in part else (pair[1], pair[0])
        return [left, entered]

    def _stops_of(self, hex_id: str) -> list[str]:
        return [f"{hex_id}/{stop.key}" for stop in self.p.ground.track(hex_id).stops]

    # --- alike everywhere

    def by_player(self, seat: str, verb: str, args: Any) -> Action | None:
        """Actions of players in the auction and between rounds; nothing for other verbs."""
        match verb:
            case "bid":
                return self.player(seat, "bid", company=self.kind_name(args.private), price=args.amount)
            case "stop":
                return self.player(seat, "end_game")
            case "pass" | "pass_auction":
                return self.player(seat, "pass")
            case _:
                return None

    def dividend(self, company: str, kind: str) -> Action:
        """What happens to a company's income."""
        kinds = {ours: theirs for theirs, ours in DIVIDENDS.items()}
        return self.corporation(company, "dividend", kind=kinds[kind])

    def purchase(self, company: str, args: TrainPurchase) -> Action:
        """A train bought, with what is handed in for it."""
        more: dict[str, Any] = {}
        if args.from_ == "bank":
            name, more["variant"] = self.new_train(args.kind), args.kind
        else:
            name = self.train(args.from_, args.kind)
        if args.trade != "nothing":
            more["exchange"] = self.train(company, args.trade)
        return self.corporation(company, "buy_train", train=name, price=args.price, **more)
