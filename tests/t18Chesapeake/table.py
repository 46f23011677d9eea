"""A table of 18Chesapeake: the table of all titles with what only this one needs."""

from __future__ import annotations

from typing import Any, Self

from tests.positions.table import Table

FOUR = ("Ann", "Bob", "Cem", "Dan")
TWO = ("Ann", "Bob")
DRAWS = {"B&O": 10, "C&O": 15, "LV": 20, "SRR": 5, "C&A": 1, "PRR": 11, "PLE": 16, "N&W": 6}
"""Company -> a seed of a game on 18xx.games that drew it there."""


class Chesapeake(Table):
    """Players are called by name; the N&W's president's certificate comes with Vanderbilt unless a test says so."""

    title = "18Chesapeake"

    def __init__(self, players: tuple[str, ...] = FOUR, vanderbilt: str = "N&W", **options: str) -> None:
        super().__init__(players, setup={"draw": DRAWS[vanderbilt]}, **{"runs": "free", **options})

    def bid(self, who: str, private: str, amount: int) -> Self:
        """A bid in the auction."""
        return self.do(who, "bid", private=private, amount=amount)

    def take(self, *players: str) -> Self:
        """Each takes the cheapest private company."""
        for who in players:
            self.do(who, "take")
        return self

    def passed(self, *players: str) -> Self:
        """Each passes in the auction."""
        for who in players:
            self.do(who, "pass_auction")
        return self

    def tiles_for(self, who: str, hex_id: str) -> set[str]:
        """The tiles that somebody may lay in a hex now."""
        return {str(args["tile"]) for args in self.legal(who, "lay", hex=hex_id)}


def running(company: str, step: str = "track", president: str = "Ann", **more: int) -> Chesapeake:
    """A company in its turn, with $1,000 and these trains; nothing else is on the map."""
    holders: dict[str, Any] = {president: 6, **more}
    table = Chesapeake().with_company(company, president, par=80, treasury=1000, **holders)
    return table.operating_turn(company, step)
