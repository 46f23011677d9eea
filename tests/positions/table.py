"""A table for tests: positions set up in the game's words, moves made by name, refusals that change nothing.

It knows what all titles share. Each title's tests have a thin class of their own with what only that title has.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any, ClassVar, Self

from engine import Act, Ambiguous, Event, Game, Illegal, Unreadable
from engine.board.markers import BESIDE
from engine.core.agenda import settle
from engine.core.position import Position
from engine.core.state import AnyFrame, Ask, Marker, Run, TileOn, Used
from engine.finance import prices, shares
from engine.game import decisions
from engine.record import Record
from tests.positions.order import told_too_early

PLAYERS = ("Ann", "Bob", "Cem")


class Table:
    """A game that tests can arrange and play on. Players are called by name.

    A title's own class names the title once; where a test only needs some game, it says `Table(title=...)`.
    """

    title: ClassVar[str]

    def __init__(
        self,
        players: tuple[str, ...] = PLAYERS,
        *,
        title: str = "",
        setup: dict[str, Any] | None = None,
        **options: str,
    ) -> None:
        chosen = {"order": list(players), **(setup or {})}
        # As a stored game begins, which may have options that nobody can choose any more.
        self.game: Game = Record(
            title=title or self.title, players=list(players), options=options, setup=chosen
        ).begin()
        self.events: list[Event] = []

    @classmethod
    def at(cls, game: Game) -> Self:
        """A table that continues a game begun elsewhere."""
        table = cls.__new__(cls)
        table.game, table.events = game, []
        return table

    # --- looking

    @property
    def p(self) -> Position:
        """The rules' own view of the position."""
        return self.game.position()

    @property
    def s(self) -> Any:
        """The state."""
        return self.game.state

    @property
    def own(self) -> Any:
        """The title's own part of the state."""
        return self.game.state.own

    def seat(self, who: str) -> str:
        """Seat id of a player by name; anything else as it is."""
        for seat in self.s.players:
            if seat.name == who:
                return seat.id
        return who

    def name(self, seat: str) -> str:
        """A seat's player."""
        return self.p.seat(seat).name

    def cash(self, who: str) -> int:
        """The money of a player, a company or the bank."""
        return self.s.cash[self.seat(who)]

    def units(self, who: str, company: str) -> int:
        """Tenths of a company with a player, `ipo`, `pool` or the company itself."""
        return shares.units_at(self.p, self.seat(who), company)

    def president(self, company: str) -> str:
        """Name of the president, or nothing."""
        seat = shares.president(self.p, company)
        return self.name(seat) if seat else ""

    def price(self, company: str) -> int:
        """Market price."""
        return prices.price(self.p, company)

    def box(self, company: str) -> str:
        """Market box, as "row,column" from the top left."""
        found = prices.box_of(self.p, company)
        return found.id if found else ""

    def trains(self, company: str) -> list[str]:
        """Kinds of train a company owns."""
        from engine.family.running import trains_of

        return [self.s.trains[train].kind for train in trains_of(self.p, company)]

    def tile(self, hex_id: str) -> str:
        """Name of the tile in a hex, or nothing."""
        laid = self.s.board.tiles.get(hex_id)
        return laid.tile if laid else ""

    def deciders(self) -> list[str]:
        """Names of those who must act."""
        return [self.name(decision.seat) for decision in decisions(self.p)]

    def verbs(self, who: str) -> list[str]:
        """Verbs with which a player has a legal move."""
        return self.game.verbs(self.seat(who))

    def legal(self, who: str, verb: str, **got: str | int) -> list[dict[str, str | int]]:
        """All legal completions of a verb (ranges by their ends), as dicts of choices."""
        from engine.core.verbs import complete_moves
        from engine.game import menu

        seat = self.seat(who)
        p = self.p
        if verb not in menu(p, seat):
            return []
        chosen = {key: self.seat(str(v)) if isinstance(v, str) else v for key, v in got.items()}
        return [dict(act.args) for act in complete_moves(p, verb, p.title.verbs[verb], seat, chosen)]

    def happened(self, kind: str) -> list[dict[str, str | int]]:
        """Data of all events of a kind so far."""
        return [event.data for event in self.events if event.kind == kind]

    # --- arranging (money always comes from or goes to the bank, so that the books balance)

    @contextmanager
    def arrange(self) -> Iterator[Position]:
        """The one way to change a position by hand; all others are made of it.

            with table.arrange() as p:
                p.s.companies["RED"].turns = 0

        The block works on a copy. At its end an agenda that was changed is settled, as after a move, and the books are
        audited; only then does the table go on from there. A position that cannot stand is never left behind.
        """
        before = self.game
        p = before.loose()
        yield p
        assert self.game is before, "the table moved on while a position was being arranged"
        if p.s.agenda != before.state.agenda:
            settle(p)
            if p.s.agenda:
                p.top.asked = p.next_id()
        arranged = Game(before.title, p.s)
        arranged.audit()
        self.game = arranged
        self.events += p.events

    def with_agenda(self, *frames: AnyFrame) -> Self:
        """The agenda: these frames, the last on top, and nothing else."""
        with self.arrange() as p:
            p.s.agenda = []
            for frame in frames:
                p.push(frame)
        return self

    def with_cash(self, who: str, amount: int) -> Self:
        """Give a player or company exactly this much money."""
        with self.arrange() as p:
            seat = self.seat(who)
            p.s.cash["bank"] -= amount - p.s.cash[seat]
            p.s.cash[seat] = amount
        return self

    def with_bank(self, amount: int) -> Self:
        """Leave the bank exactly this much; the rest goes to the first player."""
        with self.arrange() as p:
            first = p.s.players[0].id
            p.s.cash[first] += p.s.cash["bank"] - amount
            p.s.cash["bank"] = amount
        return self

    def with_phase(self, phase: str) -> Self:
        """Set the phase (nothing else follows from it)."""
        with self.arrange() as p:
            p.s.phase = phase
        return self

    def with_private(self, private: str, owner: str) -> Self:
        """Give a private company to a player, a company, `pool` or `closed`."""
        with self.arrange() as p:
            p.s.privates[private] = self.seat(owner)
        return self

    def with_company(
        self,
        company: str,
        president: str,
        *,
        par: int = 100,
        floated: bool = True,
        treasury: int | None = None,
        box: str = "",
        turns: int = 1,
        home: bool = True,
        **holders: int,
    ) -> Self:
        """Start a company. `holders`: units with players (the president's two included), `pool`, `treasury_shares`."""
        with self.arrange() as p:
            facts = p.s.companies[company]
            facts.par = par
            facts.floated = floated
            facts.turns = turns
            chief, *singles = p.d.certs_of[company]
            p.s.certs[chief] = self.seat(president)
            for cert in singles:
                p.s.certs[cert] = "ipo"
            wanted = dict(holders)
            wanted[president] = wanted.get(president, 2) - 2
            for who, count in wanted.items():
                place = company if who == "treasury_shares" else self.seat(who)
                for _ in range(count):
                    p.s.certs[singles.pop(0)] = place
            start = next(b for b in p.d.market.pars if b.price == par) if not box else p.d.market.boxes[box]
            prices.place(p, company, start)
            if home and not facts.home_placed:
                facts.home_placed = True
                facts.markers.pop(0)
                stop = p.d.map.homes[company][0]
                p.s.board.markers.append(Marker(company, stop, 0))
            amount = (par * 10 if floated else 0) if treasury is None else treasury
            p.s.cash["bank"] -= amount - p.s.cash[company]
            p.s.cash[company] = amount
        return self

    def with_closed(self, *companies: str) -> Self:
        """Take companies out of the game."""
        with self.arrange() as p:
            for company in companies:
                p.title.market.close(p, company)
        return self

    def with_box(self, company: str, box: str) -> Self:
        """Put a price marker into a box ("row,column")."""
        with self.arrange() as p:
            prices.place(p, company, p.d.market.boxes[box])
        return self

    def with_train(self, company: str, *kinds: str) -> Self:
        """Give trains from the supply."""
        with self.arrange() as p:
            for kind in kinds:
                card = next(c for c in p.s.trains.values() if c.kind == kind and c.at == "supply")
                card.at = company
        return self

    def with_supply_from(self, kind: str) -> Self:
        """All trains before this kind are gone from the supply."""
        with self.arrange() as p:
            for name in p.d.trains:
                if name == kind:
                    break
                for card in p.s.trains.values():
                    if card.kind == name and card.at == "supply":
                        card.at = "gone"
        return self

    def with_supply(self, *kinds: str) -> Self:
        """Play with exactly these trains in the supply, as if the others had never been in the box."""
        with self.arrange() as p:
            left = list(kinds)
            for name, card in list(p.s.trains.items()):
                if card.at == "supply":
                    if card.kind in left:
                        left.remove(card.kind)
                    else:
                        del p.s.trains[name]
        assert not left, f"no such trains: {left}"
        return self

    def with_tile(self, hex_id: str, tile: str, rotation: int) -> Self:
        """Lay a tile without checking the rules."""
        with self.arrange() as p:
            p.s.board.tiles[hex_id] = TileOn(tile, rotation)
        return self

    def with_marker(self, company: str, stop: str, slot: int = 0) -> Self:
        """Place a station marker from the company's charter ("beside" is slot -1)."""
        with self.arrange() as p:
            p.s.board.markers.append(Marker(company, stop, slot))
            if slot != BESIDE and p.s.companies[company].markers:
                p.s.companies[company].markers.pop(0)
        return self

    def stock_round(self, turn: str = "Ann", *, initial: bool = False) -> Self:
        """The agenda: a stock round with this player on turn; private companies all sold to nobody (closed)."""
        with self.arrange() as p:
            close_unsold(p)
            p.s.clock.round = "stock"
            p.s.clock.turn = 1 if initial else 2
            seat = self.seat(turn)
            p.s.priority = seat
            p.s.agenda = []
            p.push(Run(rule="game", step="stock"))
            notes = [Used("initial")] if initial else []
            p.push(Run(rule="stock_round", subject=seat, step="turns", used=notes))
            p.push(Run(rule="stock_turn", subject=seat))
        return self

    def operating_turn(
        self, company: str, step: str = "track", number: int = 1, of: int = 1, *, used: Sequence[Used] = ()
    ) -> Self:
        """The agenda: an operating round in which this company is on turn, at this step. `used`: notes of its turn."""
        with self.arrange() as p:
            p.s.clock.turn = max(2, p.s.clock.turn)
            begin_operating(p, number, of)
            p.push(Run(rule="operating_round", step="between", used=[Used("operated", company)]))
            p.push(Run(rule="operating_turn", subject=company, step=step, used=list(used)))
        return self

    def operating_round(self, number: int = 1, of: int = 1) -> Self:
        """The agenda: an operating round about to begin."""
        with self.arrange() as p:
            p.s.clock.turn = max(2, p.s.clock.turn)
            begin_operating(p, number, of)
            p.push(Run(rule="operating_round"))
        return self

    def end_of_set(self, of: int = 1) -> Self:
        """The agenda: the last operating round of a set is over."""
        with self.arrange() as p:
            begin_operating(p, of, of)
        return self

    def with_operated(self, *companies: str) -> Self:
        """Note that these companies have operated in the current operating round, before the one on turn."""
        with self.arrange() as p:
            frame = next(frame for frame in p.s.agenda if isinstance(frame, Run) and frame.rule == "operating_round")
            frame.used[:0] = [Used("operated", company) for company in companies]
        return self

    def asked(self, rule: str, role: str, *about: str) -> Self:
        """Put a question on top of the agenda."""
        with self.arrange() as p:
            p.push(Ask(rule=rule, role=self.seat(role), about=list(about)))
        return self

    # --- playing

    def do(self, who: str, verb: str, **args: str | int) -> Self:
        """Make a move; the books must balance, the state survive encoding, and causes be told before effects."""
        act = Act(verb, {key: self.seat(v) if isinstance(v, str) else v for key, v in args.items()})
        self.game, events = self.game.apply(self.seat(who), act)
        self.events += events
        assert not told_too_early(events), told_too_early(events)
        self.game.audit()
        from engine import decode_game

        assert decode_game(self.game.encode()).encode() == self.game.encode()
        return self

    def buy(self, who: str, company: str, source: str = "ipo", **more: int) -> Self:
        """Buy a share from `ipo` or `pool`."""
        return self.do(who, "buy", company=company, **{"from": source}, **more)

    def may_not_buy(self, who: str, company: str, source: str = "ipo", section: str = "", **more: int) -> str:
        """Assert that a share cannot be bought."""
        return self.refused(who, "buy", section, company=company, **{"from": source}, **more)

    def done(self, who: str) -> Self:
        """End a stock turn, unless it is over because nothing more could be done in it."""
        return self.do(who, "pass") if self.deciders() == [who] else self

    def everybody_passes(self) -> Self:
        """Pass until the stock round is over."""
        while self.s.clock.round == "stock" and self.deciders():
            self.do(self.deciders()[0], "pass")
        return self

    def run_best(self, who: str) -> Self:
        """Run the best routes there are."""
        return self.do(who, "run", routes=self.legal(who, "run")[0]["routes"])

    def agree(self, who: str, verb: str, *others: str, **args: str | int) -> Self:
        """Make a move that needs consent, and have the others consent."""
        self.do(who, verb, **args)
        for other in others:
            self.do(other, "accept", offer=self.s.offers[-1].id)
        return self

    def refused(self, who: str, verb: str, section: str = "", **args: str | int) -> str:
        """Assert that a move is refused (by this section of the rules) and that nothing has changed; the sentence."""
        before = self.game.encode()
        act = Act(verb, {key: self.seat(v) if isinstance(v, str) else v for key, v in args.items()})
        try:
            self.game.apply(self.seat(who), act)
        except (Illegal, Unreadable, Ambiguous) as refusal:
            assert self.game.encode() == before
            text = str(refusal)
            assert not section or f"({section})" in text, text
            return text
        raise AssertionError(f"{who} was allowed to {verb} {args}")


def close_unsold(p: Position) -> None:
    """The private auction is over: what nobody bought is closed, and certificates that went with it are in the IPO."""
    for private, owner in p.s.privates.items():
        if owner == "sale":
            p.s.privates[private] = "closed"
    for cert, place in p.s.certs.items():
        if place.startswith("with:"):
            p.s.certs[cert] = "ipo"


def begin_operating(p: Position, number: int, of: int) -> None:
    """The agenda: an operating round of a set, with nothing in it."""
    close_unsold(p)
    p.s.clock.round, p.s.clock.number, p.s.clock.of = "operating", number, of
    p.s.agenda = []
    p.push(Run(rule="game", step="operating"))
