"""The stock round: what a turn allows, prices, pars, floating, the end of the round."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from tests.t1830.table import Table


def usual() -> Table:
    """Ann runs the NYC, Bob the PRR; everybody has shares of both, and one of each is in the market."""
    table = Table().with_company("NYC", "Ann", par=82, Ann=4, Bob=2, pool=1)
    return table.with_company("PRR", "Bob", Bob=4, Ann=2, pool=1)


def sell(table: Table, who: str, company: str, shares: int) -> Table:
    return table.do(who, "sell", company=company, shares=shares)


# --- selling


@pytest.mark.rule("1830-stock-01")
def test_nothing_is_sold_in_the_first_round():
    usual().stock_round("Ann", initial=True).refused("Ann", "sell", "stock round", company="PRR", shares=1)
    sell(usual().stock_round("Ann"), "Ann", "PRR", 1)
    # So it is in a game from its start.
    table = Table()
    for who in ("Ann", "Bob", "Cem", "Ann", "Bob", "Cem"):
        table.do(who, "take")
    table.do("Cem", "set_par", price=67)
    table.refused("Bob", "sell", company="PRR", shares=1)
    table.do("Ann", "par", company="PRR", price=67).done("Ann")
    # Bob has one that came with a private company.
    assert (table.units("Bob", "PRR"), table.price("PRR")) == (1, 67)
    table.refused("Bob", "sell", "stock round", company="PRR", shares=1)


@pytest.mark.rule("1830-stock-02", "1830-stock-05", "1830-stock-06", "1830-stock-08")
def test_lots_one_after_the_other():
    table = sell(usual().stock_round("Ann"), "Ann", "NYC", 2)
    # Two at $82, and two rows down.
    assert (table.cash("Ann"), table.box("NYC"), table.price("NYC")) == (800 + 164, "4,6", 71)
    sell(table, "Ann", "PRR", 1)
    assert (table.cash("Ann"), table.box("PRR")) == (1064, "1,6")
    sell(table, "Ann", "PRR", 1)
    assert (table.cash("Ann"), table.box("PRR")) == (1154, "2,6")
    sell(table, "Ann", "NYC", 1)
    assert (table.cash("Ann"), table.box("NYC")) == (1154 + 71, "5,6")


@pytest.mark.rule("1830-stock-04", "1830-stock-03")
def test_selling_before_and_after_one_purchase():
    table = usual().with_company("C&O", "Cem", par=67, Cem=3).stock_round("Ann")
    sell(table, "Ann", "NYC", 1).buy("Ann", "C&O")
    table.may_not_buy("Ann", "C&O", section="stock round")
    table.refused("Ann", "par", "stock round", company="B&M", price=67)
    sell(sell(table, "Ann", "NYC", 1), "Ann", "PRR", 1)
    table.may_not_buy("Ann", "C&O", section="stock round")
    assert table.do("Ann", "pass").deciders() == ["Bob"]


@pytest.mark.rule("1830-stock-07", "1830-stock-06")
def test_the_bottom_of_a_column():
    table = usual().with_box("NYC", "10,5").stock_round("Ann")
    assert sell(table, "Ann", "NYC", 2).box("NYC") == "10,5"
    assert sell(usual().with_box("NYC", "9,5").stock_round("Ann"), "Ann", "NYC", 2).box("NYC") == "10,5"


@pytest.mark.rule("1830-stock-09")
def test_what_is_sold_lies_in_the_market():
    table = sell(usual().stock_round("Ann"), "Ann", "NYC", 2)
    assert (table.units("Ann", "NYC"), table.units("pool", "NYC"), table.units("ipo", "NYC")) == (2, 3, 3)


@pytest.mark.rule("1830-stock-10", "1830-stock-11")
def test_what_was_sold_is_not_bought_again_in_the_round():
    table = sell(usual().stock_round("Ann"), "Ann", "PRR", 1)
    for source in ("ipo", "pool"):
        table.may_not_buy("Ann", "PRR", source, section="stock round")
    table.do("Ann", "pass").buy("Bob", "PRR").done("Bob").do("Cem", "pass")
    table.may_not_buy("Ann", "PRR", "pool", section="stock round")
    # In the next round they may.
    table.everybody_passes()
    while table.s.clock.round == "operating":
        table.end_turn()
    assert table.s.clock.round == "stock"
    while table.deciders() != ["Ann"]:
        table.do(table.deciders()[0], "pass")
    table.buy("Ann", "PRR", "pool")


# --- buying


@pytest.mark.rule("1830-stock-12", "1830-stock-13")
def test_par_from_the_ipo_and_the_market_price_from_the_market():
    table = usual().with_box("PRR", "3,6").stock_round("Cem").buy("Cem", "PRR")
    assert (table.cash("Cem"), table.units("ipo", "PRR")) == (700, 2)
    table = usual().with_box("PRR", "3,6").stock_round("Cem").buy("Cem", "PRR", "pool")
    assert (table.cash("Cem"), table.units("pool", "PRR")) == (724, 0)


@pytest.mark.rule("1830-stock-14")
def test_nobody_buys_for_more_than_they_have():
    usual().with_cash("Cem", 99).stock_round("Cem").may_not_buy("Cem", "PRR", section="stock round")
    assert usual().with_cash("Cem", 100).stock_round("Cem").buy("Cem", "PRR").cash("Cem") == 0
    Table().with_cash("Ann", 133).stock_round("Ann").refused("Ann", "par", company="PRR", price=67)


@pytest.mark.rule("1830-stock-22")
@pytest.mark.parametrize(
    ("par", "box"),
    [
        pytest.param(67, "5,6", marks=pytest.mark.rule("1830-stock-15")),
        pytest.param(71, "4,6", marks=pytest.mark.rule("1830-stock-16")),
        pytest.param(76, "3,6", marks=pytest.mark.rule("1830-stock-17")),
        pytest.param(82, "2,6", marks=pytest.mark.rule("1830-stock-18")),
        pytest.param(90, "1,6", marks=pytest.mark.rule("1830-stock-19")),
        pytest.param(100, "0,6", marks=pytest.mark.rule("1830-stock-20")),
    ],
)
def test_a_par(par: int, box: str):
    table = Table().stock_round("Ann", initial=True).do("Ann", "par", company="CPR", price=par)
    assert (table.president("CPR"), table.units("Ann", "CPR"), table.cash("Ann")) == ("Ann", 2, 800 - 2 * par)
    assert (table.price("CPR"), table.box("CPR")) == (par, box)


@pytest.mark.rule("1830-stock-21")
@pytest.mark.parametrize("par", [60, 65, 66, 70, 75, 80, 112])
def test_no_other_par(par: int):
    Table().stock_round("Ann").refused("Ann", "par", company="CPR", price=par)


@pytest.mark.rule("1830-stock-23")
def test_a_company_is_started_first():
    table = Table().stock_round("Ann")
    table.may_not_buy("Ann", "CPR", section="stock round")
    table.do("Ann", "par", company="CPR", price=67).done("Ann")
    assert table.buy("Bob", "CPR").cash("Bob") == 733


@pytest.mark.rule("1830-stock-24", "1830-stock-25")
@pytest.mark.parametrize("holders", [{"Ann": 5}, {"Ann": 3, "Cem": 2}, {"Ann": 3, "pool": 2}])
def test_floating(holders: dict[str, int]):
    table = Table().with_company("CPR", "Ann", par=71, floated=False, turns=0, home=False, **holders)
    bank = table.stock_round("Bob").cash("bank")
    table.buy("Bob", "CPR")
    assert (table.s.companies["CPR"].floated, table.cash("CPR")) == (True, 710)
    assert table.cash("bank") == bank + 71 - 710


@pytest.mark.rule("1830-stock-24")
def test_with_half_sold_it_does_not_float():
    table = Table().with_company("CPR", "Ann", par=71, floated=False, turns=0, home=False, Ann=3, pool=2)
    table.stock_round("Bob").buy("Bob", "CPR", "pool")
    assert (table.s.companies["CPR"].floated, table.cash("CPR")) == (False, 0)
    # So much has left the IPO before: a purchase from the market adds nothing.
    four = Table().with_company("CPR", "Ann", par=71, floated=False, turns=0, home=False, Ann=4)
    assert not four.stock_round("Bob").buy("Bob", "CPR").s.companies["CPR"].floated


@pytest.mark.rule("1830-stock-26")
def test_several_shares_of_a_brown_company_at_once():
    table = usual().with_company("C&O", "Cem", box="7,1", Cem=3, pool=4).stock_round("Ann")
    table.buy("Ann", "C&O", "pool", shares=3)
    assert (table.units("Ann", "C&O"), table.cash("Ann")) == (3, 740)
    # More may follow from there, but nothing else.
    table.buy("Ann", "C&O", "pool", shares=1)
    table.may_not_buy("Ann", "PRR", section="stock round")


@pytest.mark.rule("1830-stock-27")
@pytest.mark.parametrize("box", ["0,6", "3,3", "7,3"])
def test_one_share_a_turn_elsewhere(box: str):
    table = usual().with_company("C&O", "Cem", box=box, Cem=3, pool=4).stock_round("Ann")
    table.may_not_buy("Ann", "C&O", "pool", shares=2)
    table.buy("Ann", "C&O", "pool").may_not_buy("Ann", "C&O", "pool", section="stock round")


@pytest.mark.rule("1830-stock-28")
def test_the_ipo_sells_one_share_of_a_brown_company():
    table = usual().with_company("C&O", "Cem", par=67, box="7,1", Cem=3, pool=3).stock_round("Ann")
    table.may_not_buy("Ann", "C&O", "ipo", shares=2)
    table.buy("Ann", "C&O").may_not_buy("Ann", "C&O", section="stock round")
    table.may_not_buy("Ann", "C&O", "pool", section="stock round")


# --- the round


@pytest.mark.rule("1830-stock-29")
def test_the_round_ends_when_all_pass_in_a_row():
    table = usual().stock_round("Ann").do("Ann", "pass").do("Bob", "pass").buy("Cem", "PRR").done("Cem")
    table.do("Ann", "pass").do("Bob", "pass")
    assert (table.s.clock.round, table.deciders()) == ("stock", ["Cem"])
    assert table.do("Cem", "pass").s.clock.round == "operating"
    # Who has passed and acts again must pass again, and so must all others.
    table = usual().stock_round("Ann").do("Ann", "pass").buy("Bob", "PRR").done("Bob").do("Cem", "pass")
    table.buy("Ann", "PRR").done("Ann").do("Bob", "pass")
    assert (table.s.clock.round, table.deciders()) == ("stock", ["Cem"])
    table.do("Cem", "pass")
    assert (table.s.clock.round, table.deciders()) == ("stock", ["Ann"])


ACTIONS: dict[str, Callable[[Table], Table]] = {
    "buying": lambda table: table.buy("Ann", "PRR"),
    "selling": lambda table: sell(table, "Ann", "PRR", 1),
    "starting": lambda table: table.do("Ann", "par", company="CPR", price=67),
    "a private company": lambda table: table.agree("Ann", "buy_private", "Bob", private="SV", price=5),
}


@pytest.mark.rule("1830-stock-30", "1830-stock-31")
@pytest.mark.parametrize("what", list(ACTIONS))
def test_priority_goes_left_of_the_last_to_act(what: str):
    table = usual().with_private("SV", "Bob").stock_round("Ann")
    ACTIONS[what](table).done("Ann").everybody_passes()
    assert table.name(table.s.priority) == "Bob"
    for holder in ("Ann", "Bob", "Cem"):
        table = usual().stock_round(holder).everybody_passes()
        assert table.name(table.s.priority) == holder


@pytest.mark.rule("1830-stock-32", "1830-stock-33", "1830-stock-34")
@pytest.mark.parametrize(
    ("holders", "start", "end"),
    [
        ({"Ann": 6, "Bob": 4}, "2,6", "1,6"),
        ({"Ann": 6, "Bob": 3}, "2,6", "2,6"),
        ({"Ann": 6, "Bob": 3, "pool": 1}, "2,6", "2,6"),
        ({"Ann": 6, "Bob": 4}, "0,6", "0,6"),
        ({"Ann": 6, "Bob": 4}, "1,12", "0,12"),
    ],
    ids=["all in hands", "one in the IPO", "one in the market", "top row", "to the top row"],
)
def test_companies_that_are_sold_out_rise(holders: dict[str, int], start: str, end: str):
    table = Table().with_company("NYC", "Ann", box=start, **holders).stock_round("Ann")
    assert table.everybody_passes().box("NYC") == end
