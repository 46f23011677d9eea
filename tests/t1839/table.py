"""A table of 1839: the table of all titles, and what only 1839 has to set up."""

from __future__ import annotations

from typing import Any, Self

from engine.core.state import Marker
from engine.finance import prices
from engine.titles.t1839 import market, places
from engine.titles.t1839.companies import is_lokaal
from engine.titles.t1839.define import GOVERNMENT
from tests.positions.table import PLAYERS, Table, close_unsold

PAIRS = {"CO": "NCS", "AB": "MSS", "AV": "NRS"}
"""The majors of the brown private companies, unless a test says otherwise."""


class Table1839(Table):
    """Players are called by name. The game begins in the private auction, with the pairs above."""

    title = "1839"

    def __init__(
        self,
        players: tuple[str, ...] = PLAYERS,
        *,
        pairs: dict[str, str] | None = None,
        setup: dict[str, Any] | None = None,
        **options: str,
    ) -> None:
        super().__init__(players, setup={"pairs": pairs or PAIRS, **(setup or {})}, **options)

    # --- looking

    def order(self) -> list[str]:
        """Players in the order of their number cards."""
        return [seat.name for seat in self.s.players if not seat.out]

    def on(self, company: str) -> tuple[str, int]:
        """Market (`major` or `local`) and price of a company."""
        found = prices.box_of(self.p, company)
        assert found is not None
        return found.market or "major", found.price

    def markers(self, company: str) -> list[str]:
        """Cities with a marker of a company, or of the government (`NS`)."""
        return [marker.stop for marker in self.s.board.markers if marker.company == company]

    def owner(self, private: str) -> str:
        """Name of a private company's owner, or the company, or where else it is."""
        place = self.s.privates[private]
        return self.name(place) if place in self.p.seats else place

    # --- arranging

    def with_company(  # type: ignore[override]
        self,
        company: str,
        director: str,
        *,
        price: int = 0,
        floated: bool = True,
        treasury: int = 500,
        turns: int = 1,
        home: bool = True,
        homes: tuple[str, ...] = (),
        **holders: int,
    ) -> Self:
        """A company at a price (67, or 31 of a local). `holders`: tenths with players (the director's two included),
        `pool`, `treasury_shares`. `homes`: the hexes of a local's homes; `home`: are its home markers placed?
        """
        with self.arrange() as p:
            facts = p.s.companies[company]
            chief, *singles = p.d.certs_of[company]
            p.s.certs[chief] = self.seat(director)
            for cert in singles:
                p.s.certs[cert] = "ipo"
            wanted = dict(holders)
            wanted[director] = wanted.get(director, 2) - 2
            for who, count in wanted.items():
                place = company if who == "treasury_shares" else self.seat(who)
                for _ in range(count):
                    p.s.certs[singles.pop(0)] = place
            local = is_lokaal(p, company)
            facts.par = price or (31 if local else 67)
            prices.place(p, company, market.box_at(p, facts.par, "local" if local else ""))
            facts.floated, facts.turns = floated, turns if floated else 0
            if homes:
                p.s.own.homes[company] = list(homes)
            if home and floated and not facts.home_placed:
                for hex_id in places.homes(p, company):
                    stop = next(stop for stop in places.cities(p, hex_id) if places.free(p, stop))
                    places.place(p, company, stop, next(iter(places.free(p, stop))))
                    facts.markers.pop(0)
                if company == places.NRS:
                    places.place(p, company, "I16/c0", next(iter(places.free(p, "I16/c0"))))
                    facts.markers.pop(0)
                facts.home_placed = True
            amount = treasury if floated else 0
            p.s.cash["bank"] -= amount - p.s.cash[company]
            p.s.cash[company] = amount
        return self

    def with_price(self, company: str, price: int, name: str = "") -> Self:
        """Move a company's marker to a price, on its own market or the one named (`major`, `local`)."""
        with self.arrange() as p:
            found = prices.box_of(p, company)
            assert found is not None
            where = {"": found.market, "major": "", "local": "local"}[name]
            prices.place(p, company, market.box_at(p, price, where))
        return self

    def with_government(self, stop: str, slot: int = 0) -> Self:
        """A government marker in a city."""
        with self.arrange() as p:
            p.s.board.markers.append(Marker(GOVERNMENT, stop, slot))
        return self

    def with_marks(self, company: str, *marks: str) -> Self:
        """Marks on all trains of a company: `has run`, `rusted`."""
        with self.arrange() as p:
            for card in p.s.trains.values():
                if card.at == company:
                    card.marks = list(marks)
        return self

    def with_privates_closed(self) -> Self:
        """No private company is left; anybody may start the majors of the brown ones."""
        with self.arrange() as p:
            close_unsold(p)
            for private in p.s.privates:
                p.s.privates[private] = "closed"
        return self
