"""A table of 1870: the table of all titles, and the tokens and connection runs that only 1870 has."""

from __future__ import annotations

from typing import Self

from tests.positions import table


class Table(table.Table):
    """Players are called by name. The game begins in the private auction."""

    title = "1870"

    def with_sign(self, hex_id: str, sign: str, owner: str) -> Self:
        """A private company's token ("open port", "closed port", "cattle") that this company has placed."""
        with self.arrange() as p:
            p.s.board.signs.setdefault(hex_id, []).append(sign)
            setattr(p.s.own, "cattle_owner" if sign == "cattle" else "port_owner", owner)
        return self

    def with_connected(self, company: str, *, doubled: bool = False) -> Self:
        """The company's connection run is behind it; perhaps its token doubles the destination."""
        with self.arrange() as p:
            p.s.own.connected.append(company)
            if doubled:
                p.s.own.doubled.append(company)
        return self
