"""Selling shares in a stock round: price, blocks, order, and what a seller may not buy back (5.3.3 to 5.3.5)."""

from __future__ import annotations

import pytest

from tests.t1870.table import Table


def usual() -> Table:
    """Ann holds shares of companies whose presidents cannot pay for protection."""
    table = Table().with_company("SP", "Bob", Bob=3, Ann=3, par=100).with_company("MP", "Bob", Bob=3, Ann=3, par=90)
    table.with_company("IC", "Cem", Cem=3, Ann=2, par=82)
    return table.with_cash("Bob", 0).with_cash("Cem", 0)


@pytest.mark.rule("1870-5.3.3-01", "1870-5.3.3-02")
def test_shares_are_sold_into_the_open_market_at_the_price_of_the_moment():
    table = usual().stock_round("Ann")
    cash, bank = table.cash("Ann"), table.cash("bank")
    table.do("Ann", "sell", company="SP", shares=1)
    assert (table.cash("Ann"), table.cash("bank")) == (cash + 100, bank - 100)
    table.do("Ann", "pass")
    assert table.units("pool", "SP") == 1
    assert table.units("Ann", "SP") == 2


@pytest.mark.rule("1870-5.3.3-02")
@pytest.mark.parametrize("shares", [1, 2, 3])
def test_each_share_of_a_block_brings_the_price_at_the_start_of_the_turn(shares: int):
    table = usual().with_box("SP", "2,6").stock_round("Ann")
    cash = table.cash("Ann")
    table.do("Ann", "sell", company="SP", shares=shares)
    assert table.cash("Ann") == cash + 82 * shares
    # The price falls when the turn is over, so what he sells of other companies is not touched either.
    assert table.box("SP") == "2,6"
    table.do("Ann", "sell", company="MP", shares=1).do("Ann", "pass")
    assert table.box("SP") == f"{2 + shares},6"


@pytest.mark.rule("1870-5.3.3-03")
def test_the_presidents_are_asked_before_the_price_falls():
    table = usual().with_cash("Bob", 300).stock_round("Ann").do("Ann", "sell", company="SP", shares=2)
    assert table.deciders() == ["Ann"]
    table.do("Ann", "pass")
    assert table.deciders() == ["Bob"]
    assert {"protect", "let_fall"} <= set(table.verbs("Bob"))
    assert table.price("SP") == 100
    table.refused("Cem", "pass")
    table.do("Bob", "protect")
    assert table.price("SP") == 100
    assert table.units("Bob", "SP") == 5


@pytest.mark.rule("1870-5.3.3-04")
@pytest.mark.parametrize("shares", [1, 2, 3])
def test_the_token_falls_one_row_for_each_share_not_protected(shares: int):
    table = usual().with_cash("Bob", 300).with_box("SP", "0,6").stock_round("Ann")
    table.do("Ann", "sell", company="SP", shares=shares).do("Ann", "pass").do("Bob", "let_fall")
    assert table.box("SP") == f"{shares},6"


@pytest.mark.rule("1870-5.3.3-05")
def test_shares_of_one_company_are_sold_in_one_block():
    table = usual().stock_round("Ann").do("Ann", "sell", company="SP", shares=1)
    table.refused("Ann", "sell", "5.3.3", company="SP", shares=1)
    table.do("Ann", "sell", company="MP", shares=2)
    table.refused("Ann", "sell", "5.3.3", company="MP", shares=1)
    table.do("Ann", "pass")
    assert (table.units("pool", "SP"), table.units("pool", "MP")) == (1, 2)


@pytest.mark.rule("1870-5.3.3-06")
@pytest.mark.parametrize("order", [("SP", "MP", "IC"), ("IC", "SP", "MP"), ("MP", "IC", "SP")])
def test_sales_of_several_companies_are_settled_in_the_order_of_the_sales(order: tuple[str, ...]):
    table = usual().stock_round("Ann")
    for company in order:
        table.do("Ann", "sell", company=company, shares=1)
    table.do("Ann", "pass")
    assert tuple(event["company"] for event in table.happened("price")) == order
    table = usual().with_cash("Bob", 300).with_cash("Cem", 300).stock_round("Ann")
    for company in order:
        table.do("Ann", "sell", company=company, shares=1)
    table.do("Ann", "pass")
    for company in order:
        president = "Cem" if company == "IC" else "Bob"
        assert table.deciders() == [president]
        table.do(president, "let_fall")
        assert table.happened("price")[-1]["company"] == company


# --- not back again


@pytest.mark.rule("1870-5.3.3-07")
def test_a_player_who_sold_a_company_cannot_buy_it_in_the_same_stock_round():
    table = usual().with_company("TP", "Ann", Ann=6, treasury=60).stock_round("Ann")
    table.do("Ann", "sell", company="SP", shares=1)
    table.may_not_buy("Ann", "SP", section="5.3.3")
    table.may_not_buy("Ann", "SP", "pool")
    table.buy("Ann", "MP").done("Ann").done("Bob").done("Cem")
    assert table.deciders() == ["Ann"]
    table.may_not_buy("Ann", "SP", "ipo", section="5.3.3")
    table.may_not_buy("Ann", "SP", "pool", section="5.3.3")
    table.buy("Ann", "IC")


@pytest.mark.rule("1870-5.3.3-07")
def test_the_others_may_and_so_may_the_seller_in_the_next_round():
    table = usual().with_cash("Cem", 500).stock_round("Ann").do("Ann", "sell", company="SP", shares=1).do("Ann", "pass")
    table.done("Bob").buy("Cem", "SP", "pool").done("Cem").do("Ann", "pass").done("Bob").done("Cem")
    assert table.s.clock.round == "operating"
    while table.s.clock.round == "operating":
        table.do(table.deciders()[0], "skip")
    assert table.s.clock.turn == 3
    # Cem was the last to act, so Ann begins.
    table.buy("Ann", "SP")


@pytest.mark.rule("1870-5.3.3-07")
def test_a_president_who_has_sold_may_still_protect():
    table = usual().with_company("SP", "Bob", Bob=4, Ann=2).with_cash("Bob", 500).with_company("TP", "Bob", Bob=6)
    table.stock_round("Bob").do("Bob", "sell", company="SP", shares=1).do("Bob", "pass").done("Cem")
    table.do("Ann", "sell", company="SP", shares=1).do("Ann", "pass").do("Bob", "protect")
    assert table.units("Bob", "SP") == 4
    table.done("Cem").done("Ann").may_not_buy("Bob", "SP", section="5.3.3")


@pytest.mark.rule("1870-5.3.3-07")
def test_a_forced_sale_in_an_operating_round_bars_nothing_later():
    table = Table().with_company("TP", "Ann", Ann=6, treasury=30).with_company("SP", "Bob", Bob=3, Ann=2)
    table.with_cash("Ann", 0).with_cash("Bob", 0).with_tile("J5", "57", 1).with_tile("J3", "57", 1)
    table.operating_turn("TP", "train").do("Ann", "sell", company="SP", shares=1)
    assert table.trains("TP") == ["2"]
    assert table.units("Ann", "SP") == 1
    table.with_cash("Ann", 300).stock_round("Ann").buy("Ann", "SP", "pool")
    assert table.units("Ann", "SP") == 2


# --- selling and buying in a turn


@pytest.mark.rule("1870-5.3.5-01")
def test_buying_and_then_selling():
    table = usual().stock_round("Ann").buy("Ann", "SP").do("Ann", "sell", company="MP", shares=1)
    table.do("Ann", "sell", company="IC", shares=1).done("Ann")
    assert (table.units("Ann", "SP"), table.units("pool", "MP"), table.units("pool", "IC")) == (4, 1, 1)


@pytest.mark.rule("1870-5.3.5-01")
def test_selling_and_then_buying_with_the_money():
    table = usual().with_cash("Ann", 0).stock_round("Ann")
    table.may_not_buy("Ann", "MP", section="5.3.1")
    table.do("Ann", "sell", company="SP", shares=1).buy("Ann", "MP")
    assert table.cash("Ann") == 10
    assert table.units("Ann", "MP") == 4


@pytest.mark.rule("1870-5.3.4-01")
def test_nobody_sells_buys_and_sells_again():
    table = usual().stock_round("Ann").do("Ann", "sell", company="SP", shares=1).buy("Ann", "MP")
    table.refused("Ann", "sell", company="MP", shares=1)
    table.refused("Ann", "sell", company="IC", shares=1)
    table = usual().stock_round("Ann").buy("Ann", "MP").do("Ann", "sell", company="MP", shares=1)
    table.do("Ann", "sell", company="IC", shares=1)
