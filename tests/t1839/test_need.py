"""Emergency money to the last guilder, and what a bankrupt leaves behind (8.4, 9)."""

from __future__ import annotations

import pytest

from engine.needs import need_of
from tests.t1839.table import Table1839
from tests.t1839.test_leaving import FOUR, count, train_needed
from tests.t1839.test_stations import new_company


@pytest.mark.rule("1839-8.4.1-02")
@pytest.mark.parametrize(("treasury", "sold"), [(6, 2), (7, 2), (5, 3), (73, 1), (139, 1)])
def test_a_company_sells_just_as_many_of_its_shares_as_it_takes(treasury: int, sold: int):
    table = train_needed(cash=300, treasury=treasury, Ann=4, treasury_shares=4).operating_turn("NCS", "train")
    table.do("Ann", "buy_train")
    assert (table.units("NCS", "NCS"), table.units("pool", "NCS"), table.cash("Ann")) == (4 - sold, sold, 300)


@pytest.mark.rule("1839-8.4.1-08", "1839-8.4.1-04")
@pytest.mark.parametrize(("cash", "most"), [(73, 1), (72, 2), (6, 2), (5, 3)])
def test_a_director_may_sell_as_many_shares_as_bring_the_money_and_not_one_more(cash: int, most: int):
    table = train_needed(cash=cash).with_company("MSS", "Bob", Bob=3, Ann=4 if most > 2 else 3, treasury=0)
    table.operating_turn("NCS", "train").do("Ann", "buy_train")
    if most < 3:
        table.refused("Ann", "sell", "8.4.1", company="MSS", shares=most + 1)
    table.do("Ann", "sell", company="MSS", shares=most)
    assert (table.trains("NCS"), table.cash("Ann")) == (["3"], cash + 67 * most - 140)


@pytest.mark.rule("1839-8.4.1-10")
@pytest.mark.parametrize(("cash", "out"), [(140, ""), (139, "bankrupt")])
def test_one_guilder_decides(cash: int, out: str):
    table = train_needed(cash=cash, Ann=2).operating_turn("NCS", "train").do("Ann", "buy_train")
    assert table.s.players[0].out == out


@pytest.mark.rule("1839-9-10", "1839-8.3-06")
def test_a_first_train_that_cannot_be_paid_counts_as_bought():
    table = new_company("AMS", treasury=0).with_cash("Ann", 0).with_supply_from("2+1")
    table.with_company("AMS", "Ann", turns=0, home=False, treasury=0, Ann=2)
    before = count(table, "2+1")
    table.operating_round()
    assert (table.s.players[0].out, table.s.phase) == ("bankrupt", "dark yellow")
    assert before - count(table, "2+1") == 2, "the one that counts as bought and the one that goes besides"


@pytest.mark.rule("1839-9-04")
def test_all_companies_of_whoever_leaves_are_nationalised_and_no_others():
    table = Table1839(FOUR).with_privates_closed().with_company("NCS", "Ann", Ann=4, Bob=2)
    table.with_company("MSS", "Bob", Bob=4).with_company("NWS", "Bob", price=74, Bob=4)
    table.with_company("L1", "Bob", homes=("I8", "L3"), Bob=4).stock_round("Ann").do("Bob", "concede")
    assert [company for company in ("NCS", "MSS", "NWS", "L1") if table.s.companies[company].floated] == ["NCS"]
    assert (table.s.companies["MSS"].closed, table.s.companies["NWS"].closed) == (True, True)


@pytest.mark.rule("1839-9-03")
def test_the_diepenbrocks_train_goes_with_its_holder_who_has_it_in_hand():
    table = Table1839(FOUR).with_privates_closed().stock_round("Ann")
    with table.arrange() as p:
        p.s.own.diepenbrock = "p2"
        p.s.trains["R4-0"].at = "with:DeRtU"
    table.do("Bob", "concede")
    assert ("R4-0" in table.s.trains, table.own.diepenbrock) == (False, "")


@pytest.mark.rule("1839-9-05", "1839-9-08")
def test_shares_of_unfloated_companies_are_sold_first():
    table = Table1839(FOUR).with_privates_closed().with_company("AMS", "Ann", Ann=4, Bob=1, treasury=0)
    table.with_company("NCS", "Cem", floated=False, Cem=2, Bob=1).stock_round("Ann")
    table.do("Bob", "concede")
    assert [event["company"] for event in table.happened("sold")] == ["NCS", "AMS"]
    assert (table.units("pool", "NCS"), table.units("pool", "AMS")) == (1, 1)


def test_a_director_in_debt_is_told_what_is_missing_and_what_each_sale_brings():
    table = train_needed(cash=50).with_company("MSS", "Bob", Bob=3, Ann=3, treasury=0)
    table.operating_turn("NCS", "train").do("Ann", "buy_train")
    need = need_of(table.game, table.seat("Ann"))
    assert need is not None and (need.company, need.missing) == ("NCS", 140 - 50)
    assert need_of(table.game, table.seat("Bob")) is None
    (one, *_) = [sale for sale in need.sales if sale.company == "MSS"]
    table.do("Ann", "sell", company="MSS", shares=one.shares)
    assert table.price("MSS") == one.price
