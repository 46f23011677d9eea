"""1870 of 18xx.games: a game of ours written as a file of the site.

Only a game that is played by the site's readings can be told in its words. Every action written is at once followed by
the importer, so that what is written is what will be read.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import msgspec

from engine.board.geometry import EDGE
from engine.errors import Illegal, Refusal, Unreadable
from engine.exchange.site_log import Action, SiteGame
from engine.family.running import RunTrains, read_routes
from engine.record import Record
from engine.routes import Refused, Route
from engine.state import Offer
from engine.titles import title_named
from engine.titles.t1870.site.following import Translator1870
from engine.titles.t1870.site.moves import DIVIDENDS
from engine.titles.t1870.site.options import ORIGINAL, RULES, options_for
from engine.verbs import Act, Got

LETTERS = {"171": "171K", "172": "172L"}
"""Tiles that the site calls by another name."""


def rules_of(options: dict[str, str]) -> list[str]:
    """The site's optional rules for a game's options, or the sentence that says which reading it does not know."""
    wrong = ""
    for first in ([], ["original_rules"]):
        rules = list(first)
        for rule, switched in RULES.items():
            implied = rule in ORIGINAL and rules[:1] == ["original_rules"]
            if not implied and all(options.get(name) == value for name, value in switched.items()):
                rules.append(rule)
        known = title_named("1870").chosen(options_for(_empty((), frozenset(rules))))
        differing = [name for name in known if options.get(name) != known[name]]
        if not differing:
            return rules
        wrong = wrong or differing[0]
    raise Unreadable(f"18xx.games does not know this game's reading {wrong}: {options.get(wrong)}.")


def _empty(players: tuple[tuple[str, str], ...], rules: frozenset[str]) -> SiteGame:
    return SiteGame("", "1870", players, rules, (), {}, "active", 1)


def write_site_game(record: Record) -> bytes:
    """A game of ours as a file of the site."""
    return msgspec.json.format(msgspec.json.encode(Writer1870(record).file()), indent=1)


class Writer1870:
    """Writes one action after another and follows them."""

    def __init__(self, record: Record) -> None:
        start = record.begin()
        self.source = record
        self.rules = rules_of(start.state.options)
        self.players = tuple((str(number), seat.name) for number, seat in enumerate(start.state.players, 1))
        self.follower = Translator1870(_empty(self.players, frozenset(self.rules)))
        self.p = self.follower.p
        self.labels = self.follower.moves.labels
        self.actions: list[Action] = []
        self.sold_trains: dict[str, int] = {}

    def file(self) -> dict[str, Any]:
        """The whole file."""
        offers: dict[int, Offer] = {}
        for move, game, events in self.source.states(self.source.begin()):
            for offer in game.state.offers:
                offers.setdefault(offer.id, offer)
            open_now = {offer.id for offer in game.state.offers}
            match move.verb:
                case "accept":
                    offer = offers[int(move.args["offer"])]
                    void = any(event.kind == "offer_void" for event in events)
                    if offer.id not in open_now and not void:
                        self._write(offer.by, Act(offer.verb, offer.args))
                case "decline" | "withdraw":
                    pass
                case _:
                    if not any(event.kind == "offered" for event in events):
                        self._write(move.seat, move.act)
        end = self.p.s.end
        return {
            "id": 1,
            "title": "1870",
            "players": [{"id": int(number), "name": name} for number, name in self.players],
            "settings": {"optional_rules": self.rules, "seed": 1},
            "status": "finished" if end else "active",
            "result": {number: end.worth[f"p{number}"] for number, _ in self.players} if end else {},
            "actions": self.actions,
        }

    def _write(self, seat: str, act: Act) -> None:
        if act.verb == "port" and act.args["kind"] == "closed":
            # The site closes a port by using the private company once more.
            self._write(seat, Act("port", {**act.args, "kind": "open"}))
            act = Act("close_port")
        action = self._action(seat, act.verb, act.args)
        if action["type"] == "destination_connection" and self.actions:
            self.actions[-1].setdefault("auto_actions", []).append(action)
        else:
            action["id"] = len(self.actions) + 1
            self.actions.append(action)
        self.follower.moves.make(action)

    # --- one action

    def _action(self, seat: str, verb: str, args: Got) -> Action:
        match verb:
            case "take" | "bid" | "pass_auction" | "set_par" | "par" | "pass" | "let_fall" | "stop":
                return self._by_player(seat, verb, args)
            case "buy" | "protect" | "sell":
                return self._shares(seat, verb, args)
            case "redeem" | "reissue":
                return self._company_shares(verb, args)
            case "buy_private":
                return self._private(seat, args)
            case _:
                return self._operating(seat, verb, args)

    def _player(self, seat: str, kind: str, /, **more: Any) -> Action:
        return {"type": kind, "entity": int(seat[1:]), "entity_type": "player", **more}

    def _corporation(self, company: str, kind: str, /, **more: Any) -> Action:
        return {"type": kind, "entity": company, "entity_type": "corporation", **more}

    def _by_player(self, seat: str, verb: str, args: Got) -> Action:
        match verb:
            case "take":
                private = next(name for name in self.p.d.privates if self.p.s.privates[name] == "sale")
                cut = self.p.s.own.price_cut if private == next(iter(self.p.d.privates)) else 0
                return self._player(seat, "bid", company=private, price=self.p.d.privates[private].cost - cut)
            case "bid":
                return self._player(seat, "bid", company=args["private"], price=args["amount"])
            case "set_par" | "par":
                box = next(box for box in self.p.d.market.pars if box.price == args["price"])
                return self._player(
                    seat,
                    "par",
                    corporation=args.get("company", "SLSF"),
                    share_price=f"{box.price},{box.row},{box.column}",
                )
            case "stop":
                return self._player(seat, "end_game")
            case _:
                return self._player(seat, "pass")

    def _row(self, place: str, company: str) -> list[str]:
        return [name for name in self.labels.shares.get((place, company), ()) if not name.endswith("_0")]

    def _shares(self, seat: str, verb: str, args: Got) -> Action:
        if verb == "protect":
            lot = self.p.s.lots[0]
            names = self._row("pool", lot.company)[-lot.units :]
            return self._player(seat, "buy_shares", shares=names, percent=lot.units * 10)
        company, units = str(args["company"]), int(args.get("shares", 1))
        if verb == "buy":
            names = self._row(str(args["from"]), company)[:units]
            return self._player(seat, "buy_shares", shares=names, percent=units * 10)
        names = self._row(seat, company)[:units]
        if len(names) < units:
            names.append(f"{company}_0")
        return self._player(seat, "sell_shares", shares=names, percent=units * 10)

    def _company_shares(self, verb: str, args: Got) -> Action:
        company = str(args["company"])
        if verb == "redeem":
            return self._corporation(
                company, "buy_shares", shares=self._row(str(args["from"]), company)[:1], percent=10
            )
        names = self._row(company, company)
        return self._corporation(company, "sell_shares", shares=names, percent=len(names) * 10)

    def _private(self, seat: str, args: Got) -> Action:
        frame = self.p.top
        katy = self.labels.place("MKT_1")
        if "share" in args and args["share"] != (katy if katy in ("MKT", "ipo", "pool") else "none"):
            raise Unreadable("18xx.games would hand out another share with the Missouri-Kansas-Texas.")
        more = {"company": args["private"], "price": args["price"]}
        if frame.rule == "stock_turn":
            return self._player(seat, "buy_company", **more)
        return self._corporation(self._operator(), "buy_company", **more)

    def _operator(self) -> str:
        for frame in reversed(self.p.s.agenda):
            subject = getattr(frame, "subject", "")
            if subject in self.p.d.companies:
                return str(subject)
        raise Illegal(Refusal("no company operates"))

    def _operating(self, seat: str, verb: str, args: Got) -> Action:
        if verb == "discard":
            company = str(getattr(self.p.top, "about", [""])[0])
            return self._corporation(company, "discard_train", train=self._train(company, str(args["kind"])))
        company = self._operator()
        simple: dict[str, Callable[[], Action]] = {
            "lay": lambda: self._lay(company, "corporation", args),
            "bridge": lambda: self._lay("MRBC", "company", args),
            "token": lambda: self._token(company, str(args["city"])),
            "run": lambda: self._run(company, verb, str(args["routes"])),
            "run_connection": lambda: self._run(company, verb, str(args["routes"])),
            "dividend": lambda: self._dividend(company, args),
            "connection_dividend": lambda: self._dividend(company, args),
            "buy_train": lambda: self._buy_train(company, args),
            "skip": lambda: self._corporation(company, "pass"),
            "bankrupt": lambda: self._corporation(company, "bankrupt"),
            "connect": lambda: self._connect(company, args),
            "announce": lambda: self._announce(company, str(args["companies"])),
            "cattle": lambda: self._assign("SCC", str(args["hex"])),
            "port": lambda: self._assign("GSC", str(args["hex"])),
            "close_port": lambda: self._assign("GSC", self._port()),
        }
        if verb not in simple:
            raise Unreadable(f"18xx.games has no action for {verb}.")
        return simple[verb]()

    def _lay(self, entity: str, entity_type: str, args: Got) -> Action:
        name = LETTERS.get(str(args["tile"]), str(args["tile"]))
        lying = set(self.labels.tiles.values())
        number = next(n for n in range(len(self.p.d.map.hexes) + 1) if f"{name}-{n}" not in lying)
        return {
            "type": "lay_tile",
            "entity": entity,
            "entity_type": entity_type,
            "hex": args["hex"],
            "tile": f"{name}-{number}",
            "rotation": args["rotation"],
        }

    def _token(self, company: str, stop: str) -> Action:
        hex_id, key = stop.split("/")
        tile = self.labels.tiles.get(hex_id, f"{hex_id}-0")
        return self._corporation(company, "place_token", city=f"{tile}-{key[1:]}", slot=0, tokener=company)

    def _dividend(self, company: str, args: Got) -> Action:
        kinds = {ours: theirs for theirs, ours in DIVIDENDS.items()}
        return self._corporation(company, "dividend", kind=kinds[str(args["kind"])])

    def _connect(self, company: str, args: Got) -> Action:
        if args["token"] == "promote":
            raise Unreadable("18xx.games does not know a station promoted to destination token.")
        return self._corporation(company, "choose", choice={"place": "Map", "keep": "Charter"}[str(args["token"])])

    def _announce(self, company: str, named: str) -> Action:
        companies = [] if named == "none" else named.split()
        return self._corporation(company, "destination_connection", corporations=companies)

    def _assign(self, private: str, hex_id: str) -> Action:
        return {
            "type": "assign",
            "entity": private,
            "entity_type": "company",
            "target": hex_id,
            "target_type": "hex",
        }

    def _port(self) -> str:
        return next(hex_id for hex_id in self.p.d.map.hexes if "open port" in self.p.board.signs.get(hex_id, ()))

    # --- trains

    def _train(self, place: str, kind: str) -> str:
        return next(name for name in self.labels.trains[place] if name.rpartition("-")[0] == kind)

    def _buy_train(self, company: str, args: Got) -> Action:
        kind, source = str(args["kind"]), str(args["from"])
        more: dict[str, Any] = {}
        if source == "bank":
            number = self.sold_trains.get(kind, 0)
            self.sold_trains[kind] = number + 1
            name, more["variant"] = f"{kind}-{number}", kind
        else:
            name = self._train(source, kind)
        if args.get("trade", "nothing") != "nothing":
            more["exchange"] = self._train(company, str(args["trade"]))
        return self._corporation(company, "buy_train", train=name, price=args["price"], **more)

    def _run(self, company: str, verb: str, text: str) -> Action:
        law = self.p.title.verbs[verb]
        assert isinstance(law, RunTrains)
        routes = read_routes(self.p, text)
        valued = law.worth(self.p, routes) if routes else None
        if isinstance(valued, Refused):
            raise Illegal(Refusal(valued.reason.rstrip(".")))
        named = {self.labels.card(company, name): name for name in self.labels.trains.get(company, ())}
        told = [
            self._route(route, named[route.train], earned.revenue)
            for route, earned in zip(routes, valued.routes if valued else (), strict=True)
        ]
        return self._corporation(company, "run_routes", routes=told, extra_revenue=0, subsidy=0)

    def _route(self, route: Route, train: str, revenue: int) -> Action:
        """A way of ours as chains of hexes from stop to stop."""
        chains: list[list[str]] = []
        stops: list[str] = []
        here = ""
        for node in route.path:
            kind, _, name = node.partition(":")
            if kind == "stop":
                stops.append(name)
                here = name.split("/")[0]
                chains.append([here])
            else:
                hex_id, _, _ = name.partition(".")
                here = hex_id if here != hex_id else self._beyond(name)
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

    def _beyond(self, side: str) -> str:
        hex_id, _, edge = side.partition(".")
        return self.p.d.map.hexes[hex_id].around[EDGE[edge]]
