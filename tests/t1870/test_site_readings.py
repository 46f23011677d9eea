"""What 18xx.games reads otherwise, each alone, as a game begun when each was an option of its own may have it."""

from __future__ import annotations

import pytest

from engine.board.markers import BESIDE
from engine.core.state import Used
from engine.family import operating
from tests.t1870.railways import connect, texas
from tests.t1870.table import Table
from tests.t1870.test_bank import poor_bank
from tests.t1870.test_bankruptcy import broke
from tests.t1870.test_connection_runs import marks, sp
from tests.t1870.test_endings import dividend_of_40
from tests.t1870.test_forced_purchase import over_by_two
from tests.t1870.test_price_moves import forced_sale_of_sp
from tests.t1870.test_protection import FIVE, sold
from tests.t1870.test_redemption import FOUR, may_not


@pytest.mark.rule("1870-5.8.4-01")
def test_the_reading_of_one_pile_puts_newcomers_below_all():
    table = forced_sale_of_sp("2,6", {"MP": "3,6", "GMO": "3,6"}, "GMO", market_piles="one")
    assert table.s.market["3,6"] == ["MP", "GMO", "SP"]


def test_a_bank_with_nothing_left_is_whole_until_it_must_pay():
    other_reading = dividend_of_40(40, bank_breaks="when_short").do("Ann", "dividend", kind="full")
    assert not other_reading.s.broken


@pytest.mark.rule("1870-13.2-03")
def test_by_the_other_reading_every_sale_is_the_banks():
    table = poor_bank(150, bank_breaks="when_short").do("Ann", "sell", company="SP", shares=2)
    assert table.s.broken


@pytest.mark.rule("1870-5.10-15")
def test_a_company_floated_in_this_round_does_not_redeem_when_its_treasury_is_paid_at_once():
    table = Table(FOUR, treasury_paid="at_once").with_company(
        "SP", "Ann", Ann=4, pool=2, floated=False, turns=0, home=False
    )
    table.with_cash("Bob", 500).stock_round("Bob").buy("Bob", "SP").done("Bob").do("Cem", "pass").do("Dan", "pass")
    assert table.cash("SP") == 1000
    may_not(table)


@pytest.mark.rule("1870-5.10-15")
def test_a_company_that_has_not_operated_does_not_redeem():
    def stands(turns: int) -> Table:
        table = Table(FOUR, redeem_from="operated").with_company("SP", "Ann", Ann=5, pool=3, turns=turns)
        return table.stock_round("Ann")

    may_not(stands(0))
    assert stands(1).do("Ann", "redeem", company="SP", **{"from": "pool"}).units("SP", "SP") == 1


@pytest.mark.rule("1870-11.4.1-05")
def test_by_the_sites_station_wars_a_token_leaves_the_space_of_a_home_free():
    table = texas(connection_tokens="spare_space").operating_round()
    connect(table, "Ann", kind="withhold")
    assert marks(table, "J5/c0") == [("MP", BESIDE)]


def test_a_station_at_the_destination_is_not_promoted():
    other_reading = sp(station_at_destination="no_bonus").with_marker("SP", "N17/c0").operating_round()
    other_reading.refused("Ann", "connect", section="11.4.1", token="promote")


def test_a_connection_dividend_moves_the_price_right():
    other_reading = sp(connection_dividend="right").with_box("SP", "2,5").operating_round()
    connect(other_reading, "Ann")
    assert other_reading.box("SP") == "2,6"


@pytest.mark.rule("1870-5.9-16")
def test_a_president_who_has_sold_the_company_may_not_protect_it():
    table = Table(FIVE, protection_after_selling="barred").with_company("SP", "Ann", Ann=4, Bob=2, Cem=2)
    table.with_cash("Ann", 900).stock_round("Ann")
    sold(table, "Ann", ("SP", 1))
    sold(table, "Bob", ("SP", 1))
    assert table.deciders() == ["Cem"]
    assert table.box("SP") == "2,6"


@pytest.mark.rule("1870-5.11-05")
def test_the_money_for_reissued_shares_comes_at_once():
    table = Table(reissue_money="at_once").with_company("SP", "Ann", par=68, Ann=5, Bob=3, treasury_shares=2)
    table.stock_round("Ann").with_cash("Bob", 500).with_cash("SP", 10).do("Ann", "reissue", company="SP")
    assert table.buy("Bob", "SP").cash("SP") > 10


def test_a_president_over_the_certificate_limit_sells_anything_for_a_train():
    ignored = over_by_two(forced_over_limit="ignore").do("Ann", "sell", company="SSW", shares=1)
    assert ignored.cash("Ann") == 70 and ignored.deciders() == ["Bob"]


@pytest.mark.rule("1870-13.1-02")
def test_the_shares_of_a_bankrupt_are_sold_and_count_no_more():
    table = broke(bankrupt_worth="sold_out").operating_turn("ATSF", "train").do("Ann", "bankrupt")
    assert table.s.end.worth["p1"] == 2 * 100 + 20
    assert table.units("pool", "MKT") == 1


def test_a_company_that_closes_takes_its_private_companies_along():
    def closed(**options: str) -> str:
        table = Table(FIVE, **options).with_company("SP", "Cem", Cem=3, Ann=3).with_box("SP", "7,0")
        table.with_private("GRSC", "SP").with_cash("Cem", 0).stock_round("Ann")
        return sold(table, "Ann", ("SP", 2)).s.privates["GRSC"]

    assert closed() == "pool"
    assert closed(closed_privates="close") == "closed"


def test_a_company_acts_beside_its_president():
    def turn(**options: str) -> Table:
        table = Table(FOUR, **options).with_company("SP", "Ann", Ann=5, Bob=3, treasury_shares=2)
        return (
            table.with_company("MP", "Bob", Bob=6, Ann=2).stock_round("Ann").do("Ann", "sell", company="MP", shares=1)
        )

    turn().refused("Ann", "reissue", section="5.3", company="SP")
    assert turn(company_acts="beside_own").do("Ann", "reissue", company="SP").units("ipo", "SP") == 2


def test_a_president_is_asked_for_track_until_the_tiles_are_laid():
    def asked(*laid: str, **options: str) -> bool:
        table = Table(FOUR, **options).with_company("ATSF", "Ann", Ann=6).with_private("MRBC", "closed")
        table.operating_turn("ATSF", "track")
        frame = operating.turn(table.p)
        assert frame is not None
        frame.used += [Used("yellow", hex_id) for hex_id in laid]
        return operating.step_of(table.p, frame).waits(table.p, frame)

    assert asked("B9", idle_track="asked")
    assert not asked("B9", "B11", idle_track="asked")
    assert not asked("B9")
