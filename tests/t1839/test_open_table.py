"""What everybody may see of pairs, prices in the auction, homes and trains that are still to be given (4, 6, 14)."""

from __future__ import annotations

import pytest

from engine.tables import lines
from engine.view import PrivateView, SeatView, view
from tests.t1839.table import Table1839


def private(table: Table1839, name: str, looker: str | None = None) -> PrivateView:
    """A private company as somebody sees it."""
    return next(found for found in view(table.game, looker).privates if found.id == name)


def player(table: Table1839, name: str) -> SeatView:
    """A player as spectators see them."""
    return next(found for found in view(table.game).seats if found.name == name)


@pytest.mark.parametrize("looker", [None, "p1", "p3"])
def test_which_major_goes_with_a_brown_private_company_is_open_until_it_closes(looker: str | None):
    table = Table1839()
    major = table.own.pairs["AV"]
    assert [(mark.what, mark.of) for mark in private(table, "AV", looker).marks] == [("price", ()), ("with", (major,))]
    table.with_private("AV", "Ann")
    assert [(mark.what, mark.of) for mark in private(table, "AV", looker).marks] == [("with", (major,))]
    table.with_private("AV", "closed")
    assert private(table, "AV", looker).marks == []


def test_a_discount_is_seen_in_the_price():
    table = Table1839()
    assert [(mark.what, mark.amount) for mark in private(table, "LP").marks] == [("price", 90)]
    table.do("Ann", "discount", private="LP")
    assert [(mark.what, mark.amount) for mark in private(table, "LP").marks] == [("price", 70)]


def test_trains_and_locals_still_to_come_are_seen_at_the_player():
    table = Table1839().with_private("AV", "Ann")
    assert all(seat.marks == [] for seat in view(table.game).seats)
    with table.arrange() as p:
        p.s.own.diepenbrock, p.s.own.closing["CO"] = table.seat("Bob"), table.seat("Cem")
    assert [mark.what for mark in player(table, "Bob").marks] == ["R4 train to give"]
    assert [(mark.what, mark.of) for mark in player(table, "Cem").marks] == [("local", ("CO",))]
    text = "\n".join(lines(view(table.game)))
    assert "R4 train to give" in text
    assert f"with {table.own.pairs['CO']}" in text


def test_the_homes_of_a_local_are_seen_at_it():
    table = Table1839().with_company("L1", "Ann", homes=("H5", "I16"), home=False, Ann=3)
    shown = next(company for company in view(table.game).companies if company.symbol == "L1")
    assert [(mark.what, mark.of) for mark in shown.marks] == [("homes", ("H5", "I16"))]
