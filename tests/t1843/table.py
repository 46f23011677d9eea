"""A table of 1843: the table of all titles, and what only 1843 has to set up."""

from __future__ import annotations

from typing import Self

from engine.board.markers import BLOCK, put_marker
from engine.core.state import Train, Used
from engine.family import trains
from engine.family.running import OBSOLETE, SECOND_HAND
from engine.titles.t1843.homes import HAD_ROUTE, HAD_TRAIN
from engine.titles.t1843.trains import ENGINEERS
from tests.positions import table
from tests.positions.lines import lay as lay_track
from tests.positions.table import PLAYERS

__all__ = ["PLAYERS", "Table", "auction", "lay_track"]


class Table(table.Table):
    """Players are called by name; money, companies, tiles, markers, rounds and refusals as in the table of all titles.

    `with_company(company, director, par=..., treasury=..., Ann=4, pool=1)` starts and floats one; par is a par price of
    the market (67 73 79 86 94 105 120), `box` a market box as "row,column". `operating_turn(company, step)` has the
    steps track, token, run, dividend, train, ports. `lay_track(table, "D9", "57", "W E")` turns a tile so that it has
    these sides.
    """

    title = "1843"

    # --- looking

    def kinds_on_sale(self) -> list[str]:
        """Kinds of train that the bank sells."""
        return trains.on_sale(self.p)

    def supply(self, kind: str) -> int:
        """Certificates of a kind (named by the single side) in the supply, rusted ones not counted."""
        return sum(
            1 for c in self.s.trains.values() if (c.kind, c.at) == (kind, "supply") and SECOND_HAND not in c.marks
        )

    def ports(self, company: str) -> list[str]:
        """Hexes of the ports a company has."""
        return sorted(port for port, owner in self.own.ports.items() if owner == company)

    def stations(self, company: str) -> list[str]:
        """Stops with a marker of the company; "block" for blocked markers."""
        return sorted(marker.stop for marker in self.s.board.markers if marker.company == company)

    def order(self) -> list[str]:
        """Players by their cards, card 1 first."""
        return [seat.name for seat in self.s.players]

    def step(self) -> str:
        """The step of the current operating turn."""
        top = self.s.agenda[-1]
        return top.step if top.rule == "operating_turn" else ""

    def top(self) -> str:
        """The rule of what is asked now: auction, contest, stock_turn, operating_turn, discard, first_par, home."""
        return self.s.agenda[-1].rule if self.s.agenda else ""

    # --- arranging

    def with_train(self, company: str, *kinds: str) -> Self:
        """Give certificates, each on the side named, from the supply or what has left it; not rusted ones."""
        with self.arrange() as p:
            for kind in kinds:
                front = trains.front_of(p, kind)
                found = [c for c in p.s.trains.values() if c.kind == front and c.at in ("supply", "gone")]
                card = min(found, key=lambda c: c.at != "supply")
                card.at, card.kind, card.marks = company, kind, []
        return self

    def with_phase(self, phase: str) -> Self:
        """Set the phase and take what earlier phases sold out of the supply (nothing rusts in the companies).

        In gray phase all certificates of the other colours come back to the supply as rusted ones.
        """
        with self.arrange() as p:
            p.s.phase = phase
            kind = p.d.phases[phase].on
            names = [name for name in p.d.trains if not p.d.trains[name].back_of and p.d.train_counts[name]]
            for name in names[: names.index(kind)] if kind else []:
                for card in p.s.trains.values():
                    if card.kind == name and card.at == "supply":
                        card.at = "gone"
                        if phase == "gray":
                            card.at, card.marks = "supply", [SECOND_HAND]
            if kind:
                first = next(c for c in p.s.trains.values() if c.kind == kind and c.at == "supply")
                first.at = "gone"  # Somebody, perhaps the foreigners, has had the first.
            if phase in ("brown", "red", "gray"):
                for private in p.s.privates:
                    p.s.privates[private] = "closed"
        return self

    def with_rusted(self, company: str, kind: str) -> Self:
        """Give a company a rusted train (gray phase)."""
        with self.arrange() as p:
            front = "2+1" if kind == "3+1" else kind
            card = next(c for c in p.s.trains.values() if c.kind == front and c.at in ("supply", "gone"))
            card.at, card.kind, card.marks = company, kind, [SECOND_HAND]
        return self

    def with_engineers(self, company: str, kind: str) -> Self:
        """Put the Engineers card on a train of a company; the Val de Loire is closed."""
        return self._mark(company, kind, ENGINEERS)

    def with_obsolete(self, company: str, kind: str) -> Self:
        """Make a train of a company obsolete: it will run once more."""
        return self._mark(company, kind, OBSOLETE)

    def _mark(self, company: str, kind: str, mark: str) -> Self:
        with self.arrange() as p:
            next(c for c in p.s.trains.values() if c.kind == kind and c.at == company).marks.append(mark)
            p.s.privates["VdL"] = "closed"
        return self

    def with_pool_train(self, *kinds: str) -> Self:
        """Put certificates from the supply into the bank pool, on the side named."""
        return self.with_train("pool", *kinds)

    def with_gone(self, kind: str, count: int) -> Self:
        """This many certificates of a kind have left the game (call it after `with_supply`, which removes others)."""
        with self.arrange() as p:
            for number in range(count):
                p.s.trains.setdefault(f"{kind}-{number}", Train(kind=kind, at="gone"))
        return self

    def with_port(self, company: str, hex_id: str) -> Self:
        """Give a company a port marker."""
        with self.arrange() as p:
            p.s.own.ports[hex_id] = company
            p.s.board.signs.pop(hex_id, None)
        return self

    def with_blocked(self, stop: str, slot: int = 0) -> Self:
        """Put a blocked marker into a city circle."""
        with self.arrange() as p:
            put_marker(p, BLOCK, stop, slot)
        return self

    def with_moved(self, company: str) -> Self:
        """The company has moved its marker already."""
        with self.arrange() as p:
            p.s.own.moved.append(company)
        return self

    def token_step(self, company: str, *ports: str, train: bool = True) -> Self:
        """The third step of a company's turn; as the turn began it had a train, and routes to these ports."""
        notes = [*([Used(HAD_TRAIN)] if train else []), *(Used(HAD_ROUTE, port) for port in ports)]
        return self.operating_turn(company, "token", used=notes)


def auction(players: tuple[str, ...] = PLAYERS, **options: str) -> Table:
    """A new game: the auction has just begun."""
    return Table(players, **options)
