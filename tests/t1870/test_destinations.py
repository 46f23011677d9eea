"""Destinations: who connects, when, and in what order (11.1 to 11.3)."""

from __future__ import annotations

import pytest

from engine.titles.t1870.connection import connected_by_track
from tests.positions.lines import lay
from tests.t1870.railways import connect, connecting, end_turn, gulf, operating, texas
from tests.t1870.table import Table


def sp_and_tp(**options: str) -> Table:
    """Both lines to New Orleans complete but for N13. SP (Ann, 100) has a 3 train, T&P (Bob, 90) a 5 train."""
    table = gulf(gap="N13", **options).with_company("SP", "Ann", Ann=6).with_train("SP", "3")
    return table.with_company("TP", "Bob", par=90, Bob=6).with_train("TP", "5")


@pytest.mark.rule("1870-11-01", "1870-11.1-01", "1870-11.1-07", "1870-11.2-01")
def test_the_first_time_a_train_can_run_home_to_destination_the_connection_run_is_made():
    table = sp_and_tp().operating_turn("SP")
    table.do("Ann", "lay", hex="N13", tile="9", rotation=1)
    assert operating(table) == "SP"  # its own turn first
    end_turn(table)
    assert connecting(table) == "SP"
    assert table.deciders() == ["Ann"]
    table.refused("Ann", "skip")
    assert table.verbs("Ann") == ["connect", "stop"]  # neither declined nor saved for later
    assert connect(table, "Ann") == 20 + 20 + 2 * 20
    assert connecting(table) == "TP"


@pytest.mark.rule("1870-11.1-01")
def test_track_without_a_train_of_its_own_connects_nobody():
    table = gulf().with_company("SP", "Ann", Ann=6).with_company("GMO", "Ann", par=90, Ann=6).with_train("GMO", "3")
    assert connecting(end_turn(table.with_supply().operating_turn("SP"))) == ""
    with_train = gulf().with_company("SP", "Ann", Ann=6).with_train("SP", "3").operating_turn("SP")
    assert connecting(end_turn(with_train)) == "SP"


@pytest.mark.rule("1870-11.1-02", "1870-11.2-02", "1870-11.2-03")
def test_whoever_laid_the_track_connects_first_and_then_the_others():
    table = sp_and_tp().operating_turn("TP")
    table.do("Bob", "lay", hex="N13", tile="9", rotation=1)
    end_turn(table)
    assert connecting(table) == "TP"  # though its price is lower
    connect(table, "Bob", kind="withhold")
    assert connecting(table) == "SP"  # connected by another company's track
    connect(table, "Ann")
    assert operating(table) == "SP"  # only now the next company operates


@pytest.mark.rule("1870-11.1-02", "1870-11.2-03")
def test_of_companies_that_did_not_lay_the_track_the_dearest_connects_first():
    def third(sp: str, tp: str) -> Table:
        table = sp_and_tp().with_company("GMO", "Cem", par=82, Cem=6).with_marker("GMO", "N7/c0")
        table.with_train("GMO", "2")
        lay(table, "N7", "14", "E W NE SW").with_box("SP", sp).with_box("TP", tp)
        table.operating_turn("GMO").do("Cem", "lay", hex="N13", tile="9", rotation=1)
        return end_turn(table)

    assert connecting(third("0,6", "0,5")) == "SP"
    assert connecting(third("0,5", "0,6")) == "TP"


@pytest.mark.rule("1870-11.1-03", "1870-11.2-02")
def test_a_connection_lost_with_the_train_is_postponed():
    table = gulf().with_company("SP", "Ann", Ann=6).with_train("SP", "3").with_supply_from("5").with_train("TP", "5")
    table.with_company("TP", "Bob", par=90, Bob=6).with_supply("6", "6").with_phase("4").operating_turn("TP", "train")
    table.do("Bob", "buy_train", **{"from": "bank"}, kind="6")
    assert table.trains("SP") == []
    assert connecting(table) == "TP"
    connect(table, "Bob", kind="withhold")
    assert operating(table) == "SP"  # not eligible while it has no train
    table.with_cash("SP", 630).operating_turn("SP", "train").do("Ann", "buy_train", **{"from": "bank"}, kind="6")
    assert connecting(table) == "SP"


@pytest.mark.rule("1870-11.1-03", "1870-11.2-02")
def test_a_destination_token_placed_before_can_block_the_next_connection_run():
    table = texas().operating_round()
    assert connecting(table) == "MP"
    connect(table, "Ann", kind="withhold")  # its token fills Dallas
    assert operating(table) == "MP"
    lay(table, "J5", "14", "E W NE SW")  # a second space
    end_turn(table)
    assert connecting(table) == "SSW"

    kept = texas().operating_round()
    connect(kept, "Ann", token="keep", kind="withhold")
    assert connecting(kept) == "SSW"


@pytest.mark.rule("1870-11.1-04", "1870-11.2-01")
def test_an_overlooked_connection_is_made_after_the_company_then_operating():
    table = gulf().with_company("SP", "Ann", Ann=6).with_train("SP", "3")
    table.with_company("ATSF", "Bob", par=90, Bob=6).with_company("GMO", "Cem", par=82, Cem=6).operating_turn("ATSF")
    assert operating(table) == "ATSF"
    end_turn(table)
    assert connecting(table) == "SP"
    connect(table, "Ann")
    assert operating(table) in ("SP", "GMO")


@pytest.mark.rule("1870-11.1-05")
def test_a_connection_made_in_a_stock_round_is_the_first_action_of_the_operating_round():
    table = gulf().with_company("SP", "Ann", Ann=6).with_train("SP", "3")
    table.with_company("GMO", "Bob", Bob=3, Cem=2, box="8,1").with_marker("GMO", "N7/c0")
    table.with_company("ATSF", "Bob", Bob=6, box="0,8").stock_round("Cem")
    table.do("Cem", "sell", company="GMO", shares=1).do("Cem", "pass").do("Bob", "let_fall")
    assert table.s.companies["GMO"].closed
    while table.s.clock.round == "stock":
        table.do(table.deciders()[0], "pass")
    assert connecting(table) == "SP"  # before the ATSF, whose share is dearer, operates
    assert not table.happened("operates")

    blocked = gulf().with_company("SP", "Ann", Ann=6).with_train("SP", "3")
    blocked.with_company("GMO", "Bob", Bob=6).with_marker("GMO", "N7/c0").stock_round("Cem")
    while blocked.s.clock.round == "stock":
        blocked.do(blocked.deciders()[0], "pass")
    assert connecting(blocked) == ""


@pytest.mark.rule("1870-11.1-06")
@pytest.mark.parametrize(("train", "connects"), [("2", ""), ("3", "SP"), ("4", "SP")])
def test_the_train_counts_every_stop_of_the_run(train: str, connects: str):
    table = gulf().with_company("SP", "Ann", Ann=6).with_train("SP", train).with_company("ATSF", "Bob", Bob=6)
    assert connecting(table.operating_round()) == connects


@pytest.mark.rule("1870-11.1-06")
def test_two_short_trains_do_not_make_a_long_one():
    table = gulf().with_company("SP", "Ann", Ann=6).with_train("SP", "2", "2").with_company("ATSF", "Bob", Bob=6)
    assert connecting(table.operating_round()) == ""


@pytest.mark.rule("1870-11.3-01")
def test_a_company_connects_once_in_the_game():
    table = gulf().with_company("SP", "Ann", Ann=6).with_train("SP", "3").operating_round()
    connect(table, "Ann")
    end_turn(table)
    assert table.s.clock.round == "stock"
    table.operating_round()
    assert connecting(table) == "" and operating(table) == "SP"


@pytest.mark.rule("1870-11.3-01")
@pytest.mark.parametrize("token", ["place", "keep"])
def test_it_connects_no_more_whatever_became_of_the_token(token: str):
    table = gulf().with_company("SP", "Ann", Ann=6).with_train("SP", "3").operating_round()
    assert connected_by_track(table.p, "SP")
    table.do("Ann", "connect", token=token)
    assert not connected_by_track(table.p, "SP")


@pytest.mark.rule("1870-11-01")
def test_each_company_has_one_destination():
    places = {
        "ATSF": "N1",
        "FW": "A2",
        "GMO": "C18",
        "IC": "A22",
        "MP": "J5",
        "MKT": "N1",
        "SP": "N17",
        "SSW": "J3",
        "SLSF": "M22",
        "TP": "N17",
    }
    assert {symbol: sheet.destination for symbol, sheet in Table().p.d.companies.items()} == places
