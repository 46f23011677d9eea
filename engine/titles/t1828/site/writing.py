"""1828 of 18xx.games: a game of ours written as a file of the site."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, ClassVar

from engine.core.answer import AnswerChoice
from engine.core.asking import subject
from engine.core.errors import Unreadable
from engine.core.events import Event
from engine.core.powers import GO_ON, HOLD
from engine.core.sentences import because
from engine.core.state import Run, Trial
from engine.core.verbs import Act, Choices
from engine.exchange.site_log import Action
from engine.exchange.site_plain_writing import PlainWriter
from engine.exchange.site_writing import empty_game
from engine.family import operating
from engine.family.choices import LayChoices, OwnTile
from engine.family.trains import charter_over_limit, limit, on_charter
from engine.finance import prices
from engine.game import Game
from engine.record import Record
from engine.titles.t1828 import build
from engine.titles.t1828.auction import is_big
from engine.titles.t1828.coal import COST
from engine.titles.t1828.cobourg import COBOURG, laid_in, worth
from engine.titles.t1828.merger import Pair
from engine.titles.t1828.mohawk import IPO_DIRECTOR, MOHAWK, ShareWanted
from engine.titles.t1828.own import own
from engine.titles.t1828.powers import BURLINGTON, CHAMPLAIN, DELAWARE, SCRANTON
from engine.titles.t1828.site.following import Translator1828
from engine.titles.t1828.site.names import BIG, drawn, theirs
from engine.titles.t1828.site.routes import cobourg_chain
from engine.titles.t1828.systems import parts
from engine.titles.t1828.trading import TRADE
from engine.titles.t1828.trains import PurchaseOfShell, ShellSwap

MOST_SEEDS = 20_000
SCRANTON_TILES = ("14", "15", "57", "205", "206")
"""What the site lets the Delaware & Hudson lay."""


def seed_for(players: int, rules: list[str], row: list[str]) -> int:
    """A seed with which the site draws exactly these $250 private companies, in order."""
    if row != [private for private in BIG if private in row]:
        raise Unreadable("18xx.games lays the private companies of $250 in the order of its list.")
    seats = tuple((str(number), "") for number in range(players))
    for seed in range(1, MOST_SEEDS):
        if drawn(empty_game(Translator1828.there, seats, rules, seed)) == row:
            return seed
    raise Unreadable("18xx.games never draws the private companies of $250 that are in play here.")


class Writer1828(PlainWriter[Translator1828]):
    """Writes one action after another and follows them."""

    joins_places = True
    # The Cobourg & Peterborough has the second train.
    sold_before: ClassVar[Mapping[str, tuple[int, ...]]] = {"2": (1,)}

    def __init__(self, record: Record, reader: type[Translator1828]) -> None:
        super().__init__(record, reader)
        self.merging: list[Action] = []
        """Actions of an unfinished merger; a failed one is written differently."""
        self.station_offered = False
        """The Delaware & Hudson has laid its tile, and may still place its station."""
        self.scranton_used = False

    def seed_of(self, begun: Game) -> int:
        """One that draws the private companies of this game."""
        p = begun.position()
        return seed_for(len(p.s.players), self.rules, [private for private in own(p).row if is_big(p, private)])

    # --- moves

    def write(self, seat: str, act: Act, events: list[Event]) -> None:
        """The site makes some moves by itself, and some are two of its actions."""
        verb, args = act.verb, self.p.title.verbs[act.verb].choices(act.args)
        if verb in (HOLD, GO_ON):
            return
        if self.station_offered and verb != "scranton_station":
            self.station_offered = False
            self.note(self.private(DELAWARE, "pass"))
        if isinstance(self.p.top, Trial) or verb == "merge":
            self._merger(seat, act, events)
            return
        if verb in ("buy_train", "sell", "bankrupt") and self.follower.is_arranging():
            self._pass(self.operator())
        known = self.by_player(seat, verb, args)
        if known is not None:
            self.tell(known)
            return
        handlers: dict[str, Callable[[str, Any], None]] = {
            "skip": self._skip,
            "exchange": lambda seat, args: self._exchange(seat, args, floats=any(e.kind == "floated" for e in events)),
            "rearrange": self._rearrange,
            "scranton": self._scranton,
            "scranton_station": self._scranton_station,
            "answer": self._cobourg_marker,
        }
        if verb in handlers:
            handlers[verb](seat, args)
        else:
            self.tell(self.action(seat, verb, args))

    def document(self) -> dict[str, Any]:
        """An unfinished merger is exported as far as it has got."""
        for action in self.merging:
            self.note(action)
        self.merging = []
        return super().document()

    def corporation(self, company: str, kind: str, /, **more: Any) -> Action:
        """An action of a company, a system, or the private company that builds."""
        entity_type = "system" if len(parts(self.p, company)) > 1 else "corporation"
        if company == COBOURG:
            return {"type": kind, "entity": COBOURG, "entity_type": "minor", **more}
        return {"type": kind, "entity": self.name(company), "entity_type": entity_type, **more}

    def shares(self, place: str, company: str) -> list[str]:
        """A system's certificates are named by both its companies."""
        return [f"{self.name(company)}_{name.rpartition('_')[2]}" for name in super().shares(place, company)]

    # --- one action for one move

    def action(self, seat: str, verb: str, args: Any) -> Action:
        """What concerns systems and private companies."""
        match verb:
            case "home":
                owner = subject(self.p)  # Whose home it is, in whoever's turn.
                return self.placed(self.p.company(owner).into or owner, args.city)
            case "discard":
                company = subject(self.p)
                return self.corporation(company, "discard_train", train=self._discarded(company, args.kind))
            case "adrian":
                return self.private(build.ERIE_AND_KALAMAZOO, "lay_tile", **self._tile("E7", args))
            case "burlington":
                return self.private(CHAMPLAIN, "lay_tile", **self._tile(BURLINGTON, args))
            case _:
                return super().action(seat, verb, args)

    def operating(self, company: str, verb: str, args: Any) -> Action:
        """What only this game has."""
        match verb:
            case "extra":
                return self._extra(company, args)
            case "cobourg_run":
                return self._cobourg_run(args.stops)
            case "buy_train":
                return self._buy_train(company, args)
            case "coal":
                return self.corporation(company, "special_buy", description="Coal Marker", cost=COST)
            case _:
                return super().operating(company, verb, args)

    def _tile(self, hex_id: str, args: OwnTile | LayChoices) -> dict[str, Any]:
        return {"hex": hex_id, "tile": self.new_tile(args.tile), "rotation": args.rotation}

    def _extra(self, company: str, args: build.ExtraLay) -> Action:
        """The private company's right, or the company's own, which the site uses when nothing else is left."""
        by, hex_id = args.by, args.hex
        if by == build.ERIE_AND_KALAMAZOO:
            return self.private(by, "lay_tile", **self._tile(hex_id, args))
        if build.allowance(self.p, company, hex_id, "") is None:
            raise Unreadable("On 18xx.games a company may only lay an additional tile after those that cost no fee.")
        return self.corporation(company, "lay_tile", **self._tile(hex_id, args))

    def _cobourg_run(self, text: str) -> Action:
        stops = text.split()
        hexes = [stop.split("/")[0] for stop in stops]
        route = {
            "train": "2-1",
            "connections": [cobourg_chain(self.p, laid_in(self.p), stops)],
            "hexes": hexes,
            "revenue": worth(self.p, stops),
            "revenue_str": "-".join(hexes),
            "nodes": [f"{stop.split('/')[0]}-{stop.split('/')[1][1:]}" for stop in stops],
        }
        return self.ran(COBOURG, [route])

    # --- trains

    def _buy_train(self, company: str, args: PurchaseOfShell) -> Action:
        kind, source = args.kind, args.from_
        name = self.new_train(kind) if source == "bank" else self._train_of(source, kind, args.of)
        more = {"shell": theirs(args.charter)} if "charter" in args else {}
        return self.corporation(
            company, "buy_train", train=name, price=args.price, variant=self.kind_name(kind), **more
        )

    def _train_of(self, company: str, kind: str, shell: str) -> str:
        """A train of a kind, on a given shell of a system if that matters."""
        view = self.follower.moves.view
        row = [name for name in view.labels.trains[company] if name.rpartition("-")[0] == self.kind_name(kind)]
        return next(name for name in row if not shell or view.shell_of(company, name) == shell)

    def _discarded(self, company: str, kind: str) -> str:
        """One from the charter that has too many."""
        several = len(self.p.company(company).charters) > 1
        return self._train_of(company, kind, charter_over_limit(self.p, company) if several else "")

    def _rearrange(self, seat: str, args: ShellSwap) -> None:
        company, here = self.operator(), args.charter
        there = next(shell for shell in self.p.company(company).charters if shell != here)
        names = [self._train_of(company, args.kind, here)]
        if args.back != "nothing":
            # Only a train that finds no room waits for the other, and both change places in one move.
            first = len(names) if len(on_charter(self.p, there)) >= limit(self.p) else 0
            names.insert(first, self._train_of(company, args.back, there))
        for name in names:
            self.tell(self.corporation(company, "swap_train", train=name))

    # --- private companies

    def _exchange(self, seat: str, args: ShareWanted, *, floats: bool) -> None:
        """Half a director's certificate is two actions: the certificate, then its price."""
        if self._between_turns(floats=floats):
            raise Unreadable("On 18xx.games the Mohawk & Hudson cannot be exchanged between two companies' turns.")
        company, source = args.company, args.from_
        if source == IPO_DIRECTOR:
            self.tell(self.private(MOHAWK, "buy_shares", shares=[f"{theirs(company)}_0"], percent=20))
            price = self.par_box(args.price)
            self.tell(self.player(seat, "par", corporation=theirs(company), share_price=price))
        else:
            names = self.shares(source, company)[:1]
            self.tell(self.private(MOHAWK, "buy_shares", shares=names, percent=10))

    def _between_turns(self, *, floats: bool) -> bool:
        """Before the first turn it matters only if a company floats and then operates; after the last, always."""
        p = self.before.position()
        frame = operating.round_frame(p)
        held = isinstance(p.top, Run) and p.top.rule == HOLD
        return held and (floats or frame is None or not operating.next_company(p, frame))

    def _scranton(self, seat: str, args: OwnTile) -> None:
        if self.scranton_used or args.tile not in SCRANTON_TILES:
            raise Unreadable("On 18xx.games the Delaware & Hudson lays one tile a game, yellow or green.")
        self.scranton_used = True
        self.tell(self.private(DELAWARE, "lay_tile", **self._tile(SCRANTON, args)))
        self.station_offered = bool(self.p.company(self.operator()).markers)

    def _scranton_station(self, seat: str, args: Choices) -> None:
        if not self.station_offered:
            raise Unreadable("On 18xx.games the Delaware & Hudson's station must follow its tile at once.")
        self.station_offered = False
        city, tokener = self.city(f"{SCRANTON}/c0"), self.name(self.operator())
        self.tell(self.private(DELAWARE, "place_token", city=city, slot=0, tokener=tokener))

    def _cobourg_marker(self, seat: str, args: AnswerChoice) -> None:
        if args.answer == "replace":
            stop = next(marker.stop for marker in self.p.board.markers if marker.company == COBOURG)
            tokener = self.name(self.operator())
            self.tell(self.private(COBOURG, "place_token", city=self.city(stop), slot=0, tokener=tokener))
        else:
            self.note(self.private(COBOURG, "pass"))
            self.follower.do(seat, "answer", answer=args.answer)

    # --- passing in an operating turn

    def _skip(self, seat: str, args: Choices) -> None:
        """A pass for each step of the site that ours leaves, as far as the site asks."""
        frame, ours = operating.turn(self.p), operating.turn(self.before.position())
        if frame is None or ours is None or (frame.subject, frame.step) != (ours.subject, ours.step):
            return  # The site has left the step already.
        company = frame.subject
        if frame.step == "cobourg":
            self.tell(self.ran(COBOURG, []))
            return
        while self.p.s.agenda and self.p.top is frame and frame.step == ours.step:
            if self.follower.left_by_the_site(frame):
                self.follower.do(seat, "skip")
            else:
                self._pass(company)

    def _pass(self, company: str) -> None:
        action = self.corporation(company, "pass")
        self.note(action)
        self.follower.perform(action, None)

    # --- mergers

    def _merger(self, seat: str, act: Act, events: list[Event]) -> None:
        """Its actions are written when it is done, because a failed merger is a single action."""
        if act.verb == "merge":
            pair = Pair(act.args)
            stays, goes = theirs(pair.stays), theirs(pair.goes)
            merge = {"type": "merge", "entity": stays, "entity_type": "corporation", "corporation": goes}
            self.merging = [self.player(seat, "choose", choice=stays), merge]
            failed = self.player(seat, "failed_merge", corporations=[stays, goes])
        elif act.verb == "answer":
            frame = self.p.on_top(Trial)
            self.merging.append(self._answer(frame, AnswerChoice(act.args).answer))
            pair = [theirs(frame.args[which]) for which in ("stays", "goes")]
            failed = self.player(frame.args["by"], "failed_merge", corporations=pair)
        else:
            raise Unreadable(because("18xx.games has no action for {verb} during a merger.", verb=act.verb))
        self.follower.do(seat, act.verb, **act.args)
        done = {event.kind for event in events}
        if "failed" in done:
            self.merging = [failed]
        if done & {"failed", "merged"}:
            for action in self.merging:
                self.note(action)
            self.merging = []

    def _answer(self, frame: Trial, answer: str) -> Action:
        stays, goes = frame.args["stays"], frame.args["goes"]
        match frame.kind:
            case "block":
                found = [marker for marker in self.p.board.markers if marker.stop == answer]
                mine = next(marker for marker in found if marker.company in (stays, goes))
                both = {"city": self.city(answer), "slot": mine.slot}
                system = f"{theirs(stays)}-{theirs(goes)}"
                return {"type": "remove_token", "entity": system, "entity_type": "system", **both}
            case "aside":
                return self.player(frame.role, "choose", choice=f"{theirs(answer)} (${prices.price(self.p, answer)})")
            case "single":
                # Part of the site's choices is enough; they also state what the trade costs or the sale brings.
                return self.player(frame.role, "choose", choice="Exchange" if answer == TRADE else "Sell")
            case _:
                return self.player(frame.role, "choose", choice=self.p.seat(answer).name)
