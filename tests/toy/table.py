"""A table of the toy: the table of all titles with the toy on it, and its usual positions."""

from __future__ import annotations

import json
from typing import Any, Self

import tests.toy.title  # noqa: F401  (registers the toy)
from tests.positions.table import Table
from tests.toy.privates import FERRY, MAIL


class ToyTable(Table):
    """Players are called by name; the private companies go to Cem unless a test says otherwise."""

    title = "toy"

    def privates(self, ferry: str = "Cem", mail: str = "Cem") -> Self:
        """Who owns the two; an empty name closes."""
        names = [seat.name for seat in self.s.players]
        for private, owner in ((FERRY, ferry), (MAIL, mail)):
            self.with_private(private, owner if owner in names else "closed")
        return self

    def two_railways(self) -> Self:
        """Ann is president of RED, Bob of BLU; both have run, and neither has a train."""
        self.privates()
        self.with_company("RED", "Ann", par=40, treasury=100, Ann=4)
        others = {"Cem": 2} if len(self.s.players) > 2 else {}
        self.with_company("BLU", "Bob", par=30, treasury=50, Bob=3, **others)
        return self

    def connected(self) -> Self:
        """RED and BLU are joined over the junction."""
        self.with_tile("B2", "57", 1)
        self.with_tile("B6", "57", 1)
        return self

    def trace(self) -> dict[str, Any]:
        """The state without the numbers of frames and decisions, which go on however a procedure ends."""
        plain = json.loads(self.game.encode())
        del plain["ids"]
        for frame in plain["agenda"]:
            del frame["id"], frame["asked"]
        return plain

    def about_to_merge(self) -> Self:
        """RED's turn has come to its last step."""
        self.two_railways().connected().with_train("RED", "2").with_train("BLU", "2")
        self.operating_turn("RED", "merger")
        return self


def must_buy() -> ToyTable:
    """RED has a run but no train and no money; its president, Ann, holds three shares of Bob's GRN."""
    table = ToyTable().privates(ferry="", mail="").connected()
    table.with_company("RED", "Ann", par=40, treasury=0, Ann=4, Cem=2)
    table.with_company("GRN", "Bob", par=20, box="local:0,2", treasury=0, Bob=4, Ann=3, Cem=1)
    table.with_cash("Ann", 20).with_cash("Bob", 200)
    table.operating_turn("RED", "train")
    return table
