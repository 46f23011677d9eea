"""Stock turns: what may be done in what order, and what a purchase and a sale bring with them."""

from __future__ import annotations

import pytest

from tests.toy.table import ToyTable


def traded() -> ToyTable:
    """Ann presides over RED, Bob over BLU; there are shares of both in the market."""
    table = ToyTable().privates(ferry="", mail="")
    table.with_company("RED", "Ann", par=40, Ann=3, pool=1, Cem=1)
    table.with_company("BLU", "Bob", par=30, Bob=3, pool=1, Ann=1)
    return table.with_cash("Ann", 300).stock_round("Ann")


def test_one_purchase_a_turn():
    table = traded().buy("Ann", "RED")
    table.may_not_buy("Ann", "BLU")
    table.refused("Ann", "par", company="GRN", price=20)
    table.done("Ann")
    assert table.deciders() == ["Bob"]


def test_selling_goes_before_or_after_a_purchase_and_never_on_both_sides():
    before = traded().do("Ann", "sell", company="BLU", shares=1).buy("Ann", "RED")
    before.refused("Ann", "sell", company="RED", shares=1)
    after = traded().buy("Ann", "RED").do("Ann", "sell", company="BLU", shares=1)
    assert after.units("Ann", "BLU") == 0


def test_what_one_sold_is_not_bought_again_in_the_same_round():
    table = traded().do("Ann", "sell", company="BLU", shares=1)
    assert "you sold BLU in this stock round" in table.may_not_buy("Ann", "BLU", "pool")
    later = traded().with_company("BLU", "Bob", par=30, Bob=3, pool=2).stock_round("Ann")
    later.buy("Ann", "BLU", "pool")


@pytest.mark.parametrize(("source", "price"), [("ipo", 40), ("pool", 50)])
def test_a_share_costs_par_in_the_offering_and_its_price_in_the_market(source: str, price: int):
    table = traded().with_box("RED", "0,2")
    table.buy("Ann", "RED", source)
    assert (table.cash("Ann"), table.units("Ann", "RED")) == (300 - price, 4)
    poor = traded().with_box("RED", "0,2").with_cash("Ann", price - 1)
    assert f"that costs ${price}" in poor.may_not_buy("Ann", "RED", source)


def test_a_company_that_nobody_has_started_has_nothing_to_buy():
    table = traded()
    assert "start it with `/par`" in table.may_not_buy("Ann", "GRN")
    table.do("Ann", "par", company="GRN", price=20)
    assert (table.cash("Ann"), table.president("GRN"), table.units("Ann", "GRN")) == (260, "Ann", 2)


def test_whoever_acts_gives_priority_to_the_left_and_whoever_passes_does_not():
    table = traded().do("Ann", "pass")
    assert table.s.priority == table.seat("Ann")
    table.buy("Bob", "RED")
    assert table.s.priority == table.seat("Cem")


def test_the_round_is_over_when_all_have_passed_in_a_row():
    table = (
        traded().do("Ann", "pass").do("Bob", "pass").buy("Cem", "RED").done("Cem").do("Ann", "pass").do("Bob", "pass")
    )
    assert table.s.clock.round == "stock"
    table.do("Cem", "pass")
    assert table.s.clock.round == "operating"


def test_a_player_over_the_limit_sells_before_anything_else():
    table = traded().with_company("RED", "Ann", par=40, Ann=6, Cem=1).with_company("BLU", "Bob", par=30, Bob=3, Ann=4)
    table.stock_round("Ann")
    table.may_not_buy("Ann", "RED")
    assert "you must first sell down" in table.refused("Ann", "pass")
    table.do("Ann", "sell", company="BLU", shares=1)
    table.done("Ann")


def test_shares_sold_in_the_stock_round_need_no_need_and_those_in_a_companys_turn_do():
    table = traded()
    assert "sell" in table.verbs("Ann")
    table.operating_turn("RED", "train")
    assert "only to pay for a train that must be bought" in table.refused("Ann", "sell", company="BLU", shares=1)


def test_a_company_whose_shares_are_all_in_hands_rises_at_the_end_of_the_round():
    table = ToyTable().privates(ferry="", mail="").with_company("RED", "Ann", par=30, Ann=6, Bob=3, Cem=1)
    table.with_company("BLU", "Bob", par=30, Bob=3, pool=1).stock_round("Ann").everybody_passes()
    assert (table.price("RED"), table.price("BLU")) == (40, 30)
