"""Stock rounds of 18Chesapeake, with three players or more."""

from __future__ import annotations

from typing import Any

import pytest

from tests.t18Chesapeake.table import Chesapeake


def prr(**more: int) -> Chesapeake:
    """The PRR belongs to Ann, at $80."""
    holders: dict[str, Any] = {"Ann": 3, "Bob": 2, **more}
    return Chesapeake().with_company("PRR", "Ann", par=80, **holders)


@pytest.mark.rule("18Chesapeake-4-01")
def test_all_sales_come_before_the_purchase():
    table = prr(Cem=2).with_company("LV", "Bob", par=80, Bob=2, Cem=2).stock_round("Cem")
    table.do("Cem", "sell", company="PRR", shares=1).do("Cem", "sell", company="LV", shares=1)
    table.do("Cem", "par", company="C&O", price=70)
    assert table.deciders() == ["Dan"]
    table.stock_round("Cem").do("Cem", "par", company="SRR", price=70)
    assert table.deciders() == ["Dan"], "with nothing more to do, the turn is over"


@pytest.mark.rule("18Chesapeake-4-01")
def test_one_certificate_is_bought():
    table = prr(Cem=2).stock_round("Cem").buy("Cem", "PRR")
    assert table.deciders() == ["Dan"]


@pytest.mark.rule("18Chesapeake-4-02")
def test_nothing_is_sold_in_the_first_round():
    prr(Cem=2).stock_round("Cem", initial=True).refused("Cem", "sell", "sales", company="PRR", shares=1)
    prr(Cem=2).stock_round("Cem").do("Cem", "sell", company="PRR", shares=1)


@pytest.mark.rule("18Chesapeake-4-03")
def test_what_was_sold_is_not_bought_in_the_same_round():
    table = prr(Cem=2).stock_round("Cem").do("Cem", "sell", company="PRR", shares=1)
    table.may_not_buy("Cem", "PRR", "pool", "stock rounds")


@pytest.mark.rule("18Chesapeake-4-04")
def test_sold_out_companies_rise_as_far_as_the_top_row():
    table = prr(Ann=6, Bob=4).with_company("LV", "Bob", par=70, Bob=5, Cem=5).with_box("LV", "0,3")
    table.stock_round("Ann").everybody_passes()
    assert (table.box("PRR"), table.box("LV")) == ("2,3", "0,3")


@pytest.mark.rule("18Chesapeake-4-04")
@pytest.mark.parametrize("place", ["ipo", "pool"])
def test_companies_with_a_share_elsewhere_stay(place: str):
    table = prr(Ann=6, Bob=3, **({"pool": 1} if place == "pool" else {})).stock_round("Ann")
    table.everybody_passes()
    assert table.box("PRR") == "3,3"


@pytest.mark.rule("18Chesapeake-4-05")
def test_priority_goes_to_the_left_of_the_last_to_act():
    table = prr().stock_round("Cem").buy("Cem", "PRR").everybody_passes()
    assert table.name(table.s.priority) == "Dan"


@pytest.mark.rule("18Chesapeake-5-02")
def test_it_floats_with_60_percent_sold():
    table = Chesapeake().with_company("PRR", "Ann", par=95, floated=False, home=False, Ann=3, Bob=1).stock_round("Cem")
    table.buy("Cem", "PRR")
    assert not table.s.companies["PRR"].floated
    table.buy("Dan", "PRR")
    assert (table.s.companies["PRR"].floated, table.cash("PRR")) == (True, 950)


@pytest.mark.rule("18Chesapeake-6-01")
def test_no_more_than_60_percent():
    prr(Ann=6, Bob=2).stock_round("Ann").may_not_buy("Ann", "PRR", section="limits")
    prr(Ann=5, Bob=2).stock_round("Ann").buy("Ann", "PRR")


@pytest.mark.rule("18Chesapeake-6-02")
def test_yellow_certificates_do_not_count():
    table = prr(Cem=2)
    counts = table.p.title.holding.counts
    assert counts(table.p, "PRR")
    for box in ("5,0", "6,1", "7,2"):
        assert not counts(table.with_box("PRR", box).p, "PRR")


@pytest.mark.rule("18Chesapeake-7-01")
def test_each_lot_falls_before_the_next_is_sold():
    table = prr(Ann=5, Cem=3).stock_round("Cem")
    before = table.cash("Cem")
    table.do("Cem", "sell", company="PRR", shares=2)
    assert (table.cash("Cem"), table.box("PRR")) == (before + 160, "5,3")
    table.do("Cem", "sell", company="PRR", shares=1)
    assert (table.cash("Cem"), table.box("PRR")) == (before + 160 + 70, "6,3")


@pytest.mark.rule("18Chesapeake-7-02")
def test_half_of_a_company_in_the_pool():
    table = prr(pool=4, Bob=2).stock_round("Bob")
    table.refused("Bob", "sell", "sales", company="PRR", shares=2)
    table.do("Bob", "sell", company="PRR", shares=1)


@pytest.mark.rule("18Chesapeake-8-01")
def test_who_holds_more_takes_the_company_over():
    table = prr(Ann=2, Bob=2).stock_round("Bob").buy("Bob", "PRR")
    assert table.president("PRR") == "Bob"


@pytest.mark.rule("18Chesapeake-8-01")
def test_a_president_sells_out_only_to_another():
    prr(Ann=2, Bob=1).stock_round("Ann").refused("Ann", "sell", "presidency", company="PRR", shares=1)
    table = prr(Ann=2, Bob=2).stock_round("Ann").do("Ann", "sell", company="PRR", shares=2)
    assert table.president("PRR") == "Bob"
