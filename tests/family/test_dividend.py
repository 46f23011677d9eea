"""What becomes of an income: paid out, split or kept, and what the price marker does."""

from __future__ import annotations

import pytest

from engine.core.state import Used
from engine.family import dividend
from tests.toy.table import ToyTable


def at_dividend(price: str = "1,2", **holders: int) -> ToyTable:
    """RED has run for 50; its price is 40."""
    table = ToyTable().privates(ferry="", mail="").with_company("RED", "Ann", par=40, treasury=0, **holders)
    table.with_tile("B2", "57", 1).with_tile("B6", "57", 1).with_train("RED", "2").with_box("RED", price)
    return table.operating_turn("RED", "dividend", used=[Used("income", amount=50)])


@pytest.mark.parametrize(
    ("amount", "kind", "paid", "kept"),
    [(50, "full", 50, 0), (50, "withhold", 0, 50), (50, "half", 30, 20), (60, "half", 30, 30), (10, "half", 10, 0)],
)
def test_a_half_is_rounded_in_favour_of_the_shareholders(amount: int, kind: str, paid: int, kept: int):
    assert dividend.split(amount, kind) == (paid, kept)


def test_a_tenth_a_share_goes_to_players_and_to_the_company_for_what_is_in_the_offering():
    table = at_dividend(Ann=4, Bob=2, pool=1)
    before = {who: table.cash(who) for who in ("Ann", "Bob", "Cem", "bank")}
    table.do("Ann", "dividend", kind="full")
    assert [table.cash(who) - before[who] for who in ("Ann", "Bob", "Cem")] == [20, 10, 0]
    assert table.cash("RED") == 15
    assert table.cash("bank") == before["bank"] - 45, "for a share in the market nothing is paid"
    assert table.box("RED") == "1,3"


def test_what_is_kept_goes_to_the_company_and_the_price_falls():
    table = at_dividend(Ann=4, Bob=2)
    ann = table.cash("Ann")
    table.do("Ann", "dividend", kind="withhold")
    assert (table.cash("RED"), table.cash("Ann"), table.box("RED")) == (50, ann, "1,1")


def test_no_run_counts_as_a_dividend_of_nothing():
    table = ToyTable().privates(ferry="", mail="").with_company("RED", "Ann", par=40, Ann=4).with_box("RED", "1,2")
    table.operating_turn("RED", "run")
    assert table.happened("no_run") == [{"company": "RED", "lacks": "train"}]
    assert table.box("RED") == "1,1"


def test_withholding_at_the_left_end_can_close_a_company():
    table = at_dividend("3,1", Ann=4)
    table.do("Ann", "dividend", kind="withhold")
    assert table.s.companies["RED"].closed
    assert table.cash("RED") == 0


def test_the_toy_knows_no_half_dividend():
    table = ToyTable().privates().with_company("RED", "Ann", par=30).with_tile("B2", "57", 1).with_tile("B6", "57", 1)
    table.with_train("RED", "2").operating_turn("RED", "run").run_best("Ann")
    assert table.legal("Ann", "dividend") == [{"kind": "full"}, {"kind": "withhold"}]
    table.refused("Ann", "dividend", kind="half")
