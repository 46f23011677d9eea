"""How many certificates a player may hold, and how much of one company."""

from __future__ import annotations

from engine.core.errors import Refusal
from engine.finance import holding
from tests.toy.table import ToyTable


def said(refusal: Refusal | None) -> str:
    """The sentence of a refusal, or nothing."""
    return refusal.sentence() if refusal else ""


def owning(red: int, blu: int = 0, *, mail: str = "") -> ToyTable:
    """Ann presides over RED and holds shares of Bob's BLU."""
    table = ToyTable().privates(ferry="", mail=mail).with_company("RED", "Ann", par=40, Ann=red)
    return table.with_company("BLU", "Bob", par=30, Bob=2, Ann=blu)


def test_the_presidents_certificate_counts_once_and_private_companies_count():
    assert holding.certificates(owning(6, 3).p, "p1") == 5 + 3
    assert holding.certificates(owning(6, 3, mail="Ann").p, "p1") == 5 + 3 + 1
    assert holding.certificates(owning(6, 3, mail="Bob").p, "p1") == 5 + 3


def test_there_is_room_up_to_the_limit():
    at_limit = owning(6, 3)
    assert at_limit.p.title.holding.limit(at_limit.p) == 8
    assert holding.over_limit(at_limit.p, "p1") == 0
    assert "your certificate limit is 8" in said(holding.room_refusal(at_limit.p, "p1", "BLU", 1, 1))
    assert "your certificate limit is 8" in said(holding.private_refusal(at_limit.p, "p1"))
    below = owning(6, 2)
    assert holding.room_refusal(below.p, "p1", "BLU", 1, 1) is None
    assert holding.private_refusal(below.p, "p1") is None
    assert holding.over_limit(owning(6, 3, mail="Ann").p, "p1") == 1


def test_the_limit_falls_with_every_company_that_closes():
    table = owning(6, 3)
    table.with_closed("GRN")
    assert table.p.title.holding.limit(table.p) == 6
    assert holding.over_limit(table.p, "p1") == 2


def test_nobody_holds_more_than_six_tenths():
    assert "at most 60% of RED" in said(holding.room_refusal(owning(6).p, "p1", "RED", 1, 1))
    assert holding.room_refusal(owning(5).p, "p1", "RED", 1, 1) is None
