"""When a company must buy a train and cannot pay: what its president adds, and what they may sell (10.6)."""

from __future__ import annotations

import pytest

from tests.positions.lines import lay
from tests.t1870.lines import in_need, row_b
from tests.t1870.table import Table


def buy(table: Table, source: str, kind: str, price: int | None = None) -> Table:
    more = {} if price is None else {"price": price}
    return table.do("Ann", "buy_train", **{"from": source}, kind=kind, **more)


def may_not_buy(table: Table, source: str, kind: str, price: int | None = None, section: str = "10.6") -> str:
    more = {} if price is None else {"price": price}
    return table.refused("Ann", "buy_train", section, **{"from": source}, kind=kind, **more)


def sold(table: Table) -> list[tuple[object, object]]:
    return [(sale["company"], sale["shares"]) for sale in table.happened("sold")]


# --- what the president adds


@pytest.mark.rule("1870-10.6-01", "1870-10.6.1-01")
def test_a_train_that_is_not_needed_is_paid_by_the_company_alone():
    table = row_b().with_train("ATSF", "2").with_train("pool", "2").with_cash("ATSF", 79).with_private("SCC", "ATSF")
    table.operating_turn("ATSF", "train")
    may_not_buy(table, "bank", "2")
    may_not_buy(table, "pool", "2")
    table.refused("Ann", "sell", company="ATSF", shares=1)

    no_run = Table().with_company("ATSF", "Ann", Ann=6, treasury=79).with_private("SCC", "ATSF")
    lay(no_run, "B9", "57", "E W").operating_turn("ATSF", "train")
    may_not_buy(no_run, "bank", "2")
    no_run.refused("Ann", "sell", company="ATSF", shares=1)

    rich = row_b().with_train("ATSF", "2").with_cash("ATSF", 80).operating_turn("ATSF", "train")
    assert buy(rich, "bank", "2").cash("Ann") == 700


@pytest.mark.rule("1870-10.6-02", "1870-10.6.1-01")
def test_the_president_makes_up_the_difference_in_cash():
    table = row_b().with_cash("ATSF", 30).operating_turn("ATSF", "train")
    table.refused("Ann", "skip", section="10.1")
    table.refused("Ann", "sell", section="10.6.2", company="ATSF", shares=1)  # he has the money
    buy(table, "bank", "2")
    assert table.cash("Ann") == 700 - 50
    assert table.cash("ATSF") == 0
    assert table.trains("ATSF") == ["2"]


@pytest.mark.rule("1870-10.6-02")
def test_if_cash_is_not_enough_the_president_sells_shares():
    table = in_need(50).with_company("MKT", "Bob", Bob=3, Ann=1).operating_turn("ATSF", "train")
    may_not_buy(table, "bank", "2")
    table.do("Ann", "sell", company="MKT", shares=1).do("Bob", "let_fall")
    assert table.trains("ATSF") == ["2"]
    assert table.cash("ATSF") == 0
    assert table.cash("Ann") == 10 + 100 - 60
    assert table.units("pool", "MKT") == 1
    assert table.box("MKT") == "1,6"


@pytest.mark.rule("1870-10.6-03")
def test_with_the_presidents_money_only_the_cheapest_train_is_bought():
    table = row_b().with_supply_from("3").with_train("pool", "3").with_supply_from("4").with_cash("ATSF", 179)
    table.with_phase("3").operating_turn("ATSF", "train")
    may_not_buy(table, "bank", "4")
    assert buy(table, "pool", "3").cash("Ann") == 699

    rich = row_b().with_supply_from("3").with_train("pool", "3").with_supply_from("4").with_cash("ATSF", 300)
    assert buy(rich.with_phase("3").operating_turn("ATSF", "train"), "bank", "4").trains("ATSF") == ["4"]


@pytest.mark.rule("1870-10.6-04")
def test_with_the_presidents_money_no_train_is_bought_from_a_company():
    table = row_b().with_company("MKT", "Ann", Ann=6).with_train("MKT", "2").with_cash("ATSF", 30)
    table.operating_turn("ATSF", "train")
    may_not_buy(table, "MKT", "2", 31, section="")
    assert buy(table, "MKT", "2", 30).cash("Ann") == 700


@pytest.mark.rule("1870-10.6-03", "1870-10.6-04", "1870-10.6.2-04")
def test_after_selling_the_choice_is_still_between_bank_and_market():
    table = in_need(50).with_train("pool", "2").with_company("MKT", "Ann", Ann=3).with_train("MKT", "2")
    table.operating_turn("ATSF", "train").do("Ann", "sell", company="MKT", shares=1)
    assert table.verbs("Ann") == ["buy_train", "stop"]
    may_not_buy(table, "MKT", "2", 1)
    buy(table, "bank", "2")
    assert [card.at for card in table.s.trains.values() if card.kind == "2"].count("pool") == 1
    assert table.cash("Ann") == 50


# --- what the president may sell


@pytest.mark.rule("1870-10.6.2-01")
def test_the_sales_do_not_cost_the_presidency_of_the_buying_company():
    table = in_need(150, ann=4, Bob=3).operating_turn("ATSF", "train")
    assert table.president("ATSF") == "Ann"
    table.refused("Ann", "sell", company="ATSF", shares=2)

    enough = in_need(50, ann=4, Bob=3).operating_turn("ATSF", "train")
    enough.refused("Ann", "sell", company="ATSF", shares=2)
    enough.do("Ann", "sell", company="ATSF", shares=1)
    assert enough.president("ATSF") == "Ann"
    assert enough.trains("ATSF") == ["2"]


@pytest.mark.rule("1870-10.6.2-02", "1870-10.6.3-01")
def test_if_the_sales_close_the_company_the_money_for_its_train_is_lost():
    table = row_b().with_company("ATSF", "Ann", Ann=3, box="8,1").with_cash("ATSF", 40).with_cash("Ann", 35)
    table.operating_turn("ATSF", "train")
    bank = table.cash("bank")
    table.do("Ann", "sell", company="ATSF", shares=1)
    assert table.s.companies["ATSF"].closed
    assert table.s.end is None
    assert table.cash("Ann") == 35 + 10 - 40
    assert table.cash("bank") == bank + 40 - 10 + 40  # his part and the treasury, less the share
    assert not table.happened("bought_train")
    assert sum(card.kind == "2" and card.at == "supply" for card in table.s.trains.values()) == 7


@pytest.mark.rule("1870-10.6.2-03")
def test_the_sales_may_cost_the_presidency_of_another_company():
    table = in_need(150).with_company("MKT", "Ann", Ann=3, Bob=2).operating_turn("ATSF", "train")
    table.do("Ann", "sell", company="MKT", shares=2)
    assert table.president("MKT") == "Bob"
    assert table.trains("ATSF") == ["3"]


@pytest.mark.rule("1870-10.6.2-04")
def test_the_president_chooses_what_to_sell_and_in_which_order():
    def table() -> Table:
        need = in_need(150).with_company("MKT", "Bob", Bob=4, Ann=2).with_company("IC", "Cem", par=82, Cem=4, Ann=2)
        return need.operating_turn("ATSF", "train")

    offers = {(choice["company"], choice["shares"]) for choice in table().legal("Ann", "sell")}
    assert {("MKT", 1), ("MKT", 2), ("IC", 1), ("IC", 2), ("ATSF", 1), ("ATSF", 2)} <= offers
    first = table().do("Ann", "sell", company="MKT", shares=1)
    assert first.deciders() == ["Ann"]  # the price falls, and protection is decided, when he has finished
    assert first.price("MKT") == 100
    first.do("Ann", "sell", company="IC", shares=1).do("Bob", "let_fall").do("Cem", "protect")
    assert sold(first) == [("MKT", 1), ("IC", 1)]
    assert first.box("MKT") == "1,6" and first.price("IC") == 82
    other = table().do("Ann", "sell", company="IC", shares=2).do("Cem", "let_fall")
    assert other.cash("Ann") == 164 - 150


@pytest.mark.rule("1870-10.6.2-05")
def test_the_open_market_takes_no_more_than_half_in_need_either():
    table = in_need(150).with_company("MKT", "Bob", Bob=2, Ann=2, pool=4).operating_turn("ATSF", "train")
    table.refused("Ann", "sell", section="5.4.2", company="MKT", shares=2)
    table.do("Ann", "sell", company="MKT", shares=1)


@pytest.mark.rule("1870-10.6.2-05")
def test_shares_of_one_company_go_in_one_block_and_a_president_keeps_two():
    table = in_need(150).with_company("MKT", "Bob", Bob=4, Ann=2).with_company("IC", "Ann", Ann=3)
    table.operating_turn("ATSF", "train").refused("Ann", "sell", section="5.6", company="IC", shares=2)
    table.do("Ann", "sell", company="MKT", shares=1)
    table.refused("Ann", "sell", section="10.6.2", company="MKT", shares=1)
    table.do("Ann", "sell", company="IC", shares=1)
    assert sold(table) == [("MKT", 1), ("IC", 1)]


def over_by_two(**options: str) -> Table:
    """Ann holds 22 certificates that count, limit 20, and two of the SSW in yellow; one share would pay."""
    table = row_b(**options)
    for company in ("ATSF", "GMO", "IC", "MP"):
        table.with_company(company, "Ann", Ann=6)
    table.with_company("SP", "Bob", Bob=4, Ann=2).with_company("SSW", "Bob", Bob=4, Ann=2, box="1,0")
    return table.with_cash("ATSF", 20).with_cash("Ann", 10).operating_turn("ATSF", "train")


@pytest.mark.rule("1870-10.6.2-06", "1870-10.6.2-09")
def test_over_the_certificate_limit_a_president_first_sells_down_whatever_it_brings():
    table = over_by_two()
    table.refused("Ann", "sell", section="10.6.2", company="SSW", shares=1)
    table.refused("Ann", "sell", section="10.6.2", company="GMO", shares=3)
    table.do("Ann", "sell", company="GMO", shares=2)
    assert table.trains("ATSF") == ["2"]
    assert table.cash("Ann") == 10 + 200 - 60

    one_by_one = over_by_two().do("Ann", "sell", company="GMO", shares=1)
    assert one_by_one.deciders() == ["Ann"]  # he has the money, and is still over the limit
    assert one_by_one.trains("ATSF") == []
    one_by_one.refused("Ann", "sell", section="10.6.2", company="SSW", shares=1)
    one_by_one.do("Ann", "sell", company="IC", shares=1)
    assert one_by_one.trains("ATSF") == ["2"]


@pytest.mark.rule("1870-10.6.2-07")
def test_the_president_sells_no_more_than_the_train_needs():
    table = in_need(150).with_company("MKT", "Bob", Bob=4, Ann=3).operating_turn("ATSF", "train")
    table.refused("Ann", "sell", section="10.6.2", company="MKT", shares=3)
    table.do("Ann", "sell", company="MKT", shares=2).do("Bob", "let_fall")
    assert table.cash("Ann") == 50


@pytest.mark.rule("1870-10.6.2-07")
def test_the_president_is_not_left_with_more_than_the_lowest_share_sold():
    def table() -> Table:
        need = in_need(70).with_company("MKT", "Bob", Bob=4, Ann=1).with_company("IC", "Cem", Cem=4, Ann=1, box="1,0")
        return need.with_company("ATSF", "Ann", Ann=2).with_cash("ATSF", 0).operating_turn("ATSF", "train")

    # 60 for the IC do not pay for the train; with 100 for Kansas City's share on top 90 would be left.
    assert table().price("IC") == 60
    table().refused("Ann", "sell", section="10.6.2", company="IC", shares=1)
    assert table().do("Ann", "sell", company="MKT", shares=1).do("Bob", "let_fall").cash("Ann") == 30


@pytest.mark.rule("1870-10.6.2-07")
def test_a_cheap_share_sold_first_binds_the_last_sale():
    table = in_need(150).with_company("IC", "Bob", Bob=4, Ann=1, box="1,0").with_company("MKT", "Bob", Bob=4, Ann=1)
    table.with_company("GMO", "Bob", Bob=4, Ann=1, box="0,10").operating_turn("ATSF", "train")
    table.do("Ann", "sell", company="IC", shares=1)
    assert (table.price("IC"), table.price("MKT"), table.price("GMO")) == (60, 100, 160)
    table.refused("Ann", "sell", section="10.6.2", company="GMO", shares=1)  # 70 would be left
    table.do("Ann", "sell", company="MKT", shares=1)


@pytest.mark.rule("1870-10.6.2-08")
def test_a_president_above_60_percent_sells_down_to_it_whatever_it_brings():
    table = in_need(50).with_company("MKT", "Ann", Ann=8).operating_turn("ATSF", "train")
    table.refused("Ann", "sell", section="5.9", company="MKT", shares=1)
    table.refused("Ann", "sell", section="10.6.2", company="MKT", shares=3)
    table.do("Ann", "sell", company="MKT", shares=2)
    assert table.cash("Ann") == 150 and table.units("Ann", "MKT") == 6

    yellow = in_need(50).with_company("MKT", "Ann", Ann=8, box="1,0").operating_turn("ATSF", "train")
    yellow.refused("Ann", "sell", section="5.9", company="MKT", shares=1)
    green = in_need(30).with_company("MKT", "Ann", Ann=8, box="4,1").operating_turn("ATSF", "train")
    assert green.price("MKT") == 50
    green.do("Ann", "sell", company="MKT", shares=1)
    assert green.units("Ann", "MKT") == 7


@pytest.mark.rule("1870-10.6.2-07", "1870-13.1-03")
def test_a_sale_may_not_leave_the_train_unaffordable():
    table = in_need(250, ann=2).with_company("MKT", "Bob", Bob=4, Ann=2).with_company("IC", "Cem", Cem=4, Ann=1)
    table.operating_turn("ATSF", "train")
    table.refused("Ann", "sell", section="13.1", company="MKT", shares=1)
    table.do("Ann", "sell", company="MKT", shares=2).do("Ann", "sell", company="IC", shares=1)
    assert table.s.end is None


@pytest.mark.rule("1870-10.6.2-02", "1870-10.6-03")
def test_a_company_closed_by_the_sales_puts_its_cheaper_train_on_the_market_before_the_purchase():
    table = row_b().with_company("MKT", "Bob", Bob=4, Ann=4, box="8,1").with_train("MKT", "2").with_supply_from("3")
    table.with_company("ATSF", "Ann", Ann=2).with_cash("ATSF", 150).with_cash("Ann", 0).with_phase("2")
    table.operating_turn("ATSF", "train").do("Ann", "sell", company="MKT", shares=3).do("Bob", "let_fall")
    assert table.s.companies["MKT"].closed
    assert table.trains("ATSF") == ["2"]
    assert table.cash("ATSF") == 70 and table.cash("Ann") == 30


@pytest.mark.rule("1870-10.1-01", "1870-10.6-02")
@pytest.mark.parametrize("treasury", [0, 1, 79])
def test_an_empty_treasury_is_no_way_out(treasury: int):
    table = row_b().with_cash("ATSF", treasury).operating_turn("ATSF", "train")
    table.refused("Ann", "skip", "10.1")
    assert buy(table, "bank", "2").cash("Ann") == 700 - (80 - treasury)


@pytest.mark.rule("1870-10.6.2-07")
@pytest.mark.parametrize(("cash", "most"), [(0, 2), (8, 1), (7, 2)])
def test_the_president_sells_not_one_share_more_than_pays_for_the_train(cash: int, most: int):
    # The train costs 80, a share of the MKT brings 72.
    table = row_b().with_cash("ATSF", 0).with_cash("Ann", cash).with_company("MKT", "Bob", par=72, Bob=3, Ann=3)
    table.operating_turn("ATSF", "train").refused("Ann", "sell", "10.6.2", company="MKT", shares=most + 1)
    table.do("Ann", "sell", company="MKT", shares=most)
