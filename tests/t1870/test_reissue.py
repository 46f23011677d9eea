"""Companies put their redeemed shares back on offer (5.11, with D 5.11)."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from tests.t1870.table import Table

PARS = {68, 72, 76, 82, 90, 100, 110, 120, 140, 160, 180, 200}
TOP_ROW = (64, 68, 72, 76, 82, 90, 100, 110, 120, 140, 160, 180, 200, 225, 250, 275, 300, 325, 350, 375, 400)


def sp(price: int = 100, par: int = 68, options: Mapping[str, str] | None = None, **holders: int) -> Table:
    """Ann is president of the SP, whose price is in the top row; two shares are redeemed unless stated otherwise."""
    table = Table(("Ann", "Bob", "Cem"), **(options or {}))
    holding = holders or {"Ann": 5, "Bob": 3, "treasury_shares": 2}
    box = f"0,{TOP_ROW.index(price)}"
    return table.with_company("SP", "Ann", par=par, box=box, **holding).stock_round("Ann")


def par_of(table: Table) -> int:
    """The price at which the SP's shares are on offer."""
    return table.s.companies["SP"].par


@pytest.mark.rule("1870-5.11-01", "1870-5.11-03")
def test_all_redeemed_shares_go_on_offer_again():
    table = sp(Ann=4, Bob=3, treasury_shares=3).do("Ann", "reissue", company="SP")
    assert (table.units("SP", "SP"), table.units("ipo", "SP")) == (0, 3)


@pytest.mark.rule("1870-5.11-03")
@pytest.mark.parametrize("redeemed", [1, 2, 3, 4])
def test_however_many_there_are_all_of_them_are_reissued(redeemed: int):
    table = sp(Ann=6, Bob=4 - redeemed, treasury_shares=redeemed).do("Ann", "reissue", company="SP")
    assert (table.units("SP", "SP"), table.units("ipo", "SP")) == (0, redeemed)


@pytest.mark.rule("1870-5.11-03")
def test_a_part_of_them_cannot_be_reissued():
    sp(Ann=4, Bob=3, treasury_shares=3).refused("Ann", "reissue", company="SP", shares=1)


@pytest.mark.rule("1870-5.11-01")
def test_the_original_offering_must_be_sold_out():
    sp(Ann=5, Bob=2, treasury_shares=2).refused("Ann", "reissue", "5.11", company="SP")
    sp(Ann=5, Bob=3, pool=1, treasury_shares=1).do("Ann", "reissue", company="SP")


@pytest.mark.rule("1870-5.11-01")
def test_without_redeemed_shares_there_is_nothing_to_reissue():
    sp(Ann=6, Bob=4).refused("Ann", "reissue", "5.11", company="SP")


@pytest.mark.rule("1870-5.11-01", "1870-5.11-07")
def test_only_the_president_reissues_and_it_takes_their_turn():
    table = sp()
    table.do("Ann", "pass")
    table.refused("Bob", "reissue", "5.3", company="SP")
    assert sp().do("Ann", "reissue", company="SP").deciders() == ["Bob"]
    busy = sp().with_company("MP", "Bob", Bob=6).with_cash("Ann", 500).buy("Ann", "MP")
    busy.refused("Ann", "reissue", "5.3", company="SP")


@pytest.mark.rule("1870-5.11-02")
def test_a_company_reissues_once_in_a_stock_round():
    """The reissued share is sold, another one redeemed: still no second reissue in this round."""
    table = sp(Ann=5, Bob=3, pool=1, treasury_shares=1).with_cash("Bob", 500)
    table.do("Ann", "reissue", company="SP").buy("Bob", "SP").done("Bob").do("Cem", "pass")
    table.do("Ann", "redeem", company="SP", **{"from": "pool"}).do("Bob", "pass").do("Cem", "pass")
    assert (table.units("SP", "SP"), table.units("ipo", "SP")) == (1, 0)
    table.refused("Ann", "reissue", "5.11", company="SP")


def to_next_stock_round(table: Table) -> Table:
    """Everybody passes; nothing is done in the operating rounds."""
    table.everybody_passes()
    while table.s.clock.round == "operating":
        table.do(table.deciders()[0], "skip")
    while table.deciders() != ["Ann"]:
        table.do(table.deciders()[0], "pass")
    return table


@pytest.mark.rule("1870-5.11-02")
def test_in_a_later_round_it_may_reissue_again():
    table = sp(Ann=5, Bob=3, pool=1, treasury_shares=1).with_cash("Bob", 500)
    table.do("Ann", "reissue", company="SP").buy("Bob", "SP").done("Bob").do("Cem", "pass")
    to_next_stock_round(table.do("Ann", "redeem", company="SP", **{"from": "pool"}))
    assert table.do("Ann", "reissue", company="SP").units("ipo", "SP") == 1


@pytest.mark.rule("1870-5.11-01", "1870-5.11-02")
def test_unsold_reissued_shares_do_not_bar_the_next_reissue():
    """Only the original offering must be sold out; the shares still on offer take the new price."""
    table = sp(100, 68, Ann=5, Bob=2, pool=1, treasury_shares=2).do("Ann", "reissue", company="SP")
    assert par_of(table) == 76
    to_next_stock_round(table).do("Ann", "redeem", company="SP", **{"from": "pool"})
    to_next_stock_round(table).with_box("SP", "0,8").do("Ann", "reissue", company="SP")
    assert (table.units("ipo", "SP"), par_of(table)) == (3, 90)


@pytest.mark.rule("1870-5.11-04", "1870-5.1.2-03")
@pytest.mark.parametrize(
    ("price", "par"),
    [
        (64, 68),
        (90, 68),  # 67.5
        (100, 76),  # 75
        (110, 82),  # 82.5
        (120, 90),  # 90
        (140, 110),  # 105 lies half way between 100 and 110: up
        (160, 120),
        (180, 140),  # 135, nearer to 140 than to 120
        (200, 160),  # 150, half way: up
        (225, 160),  # 168.75
        (250, 180),  # 187.5
        (275, 200),  # 206.25
        (300, 200),
        (400, 200),
    ],
)
def test_the_new_par_is_the_nearest_to_three_quarters_of_the_price(price: int, par: int):
    table = sp(price, 68).do("Ann", "reissue", company="SP")
    assert par_of(table) == par
    assert par in PARS


@pytest.mark.rule("1870-5.11-04")
@pytest.mark.parametrize(("price", "old", "par"), [(64, 100, 100), (120, 100, 100), (160, 100, 120), (110, 82, 82)])
def test_the_par_never_falls(price: int, old: int, par: int):
    assert par_of(sp(price, old).do("Ann", "reissue", company="SP")) == par


@pytest.mark.rule("1870-D.5.11-01")
@pytest.mark.parametrize("options", [{"edition": "mayfair"}, {"reissue_up_to": "400"}])
@pytest.mark.parametrize(
    ("price", "par"), [(275, 200), (300, 225), (325, 250), (350, 275), (375, 275), (400, 300), (160, 120)]
)
def test_the_mayfair_edition_goes_beyond_200(price: int, par: int, options: dict[str, str]):
    assert par_of(sp(price, 68, options).do("Ann", "reissue", company="SP")) == par


@pytest.mark.rule("1870-5.11-05")
def test_the_money_goes_to_the_company_at_the_end_of_the_stock_round():
    table = sp(100, 68).with_cash("Bob", 500).with_cash("SP", 10)
    table.do("Ann", "reissue", company="SP")
    bank = table.cash("bank")
    table.buy("Bob", "SP").done("Bob")
    assert (table.cash("Bob"), table.cash("bank"), table.cash("SP")) == (424, bank, 10)
    table.everybody_passes()
    assert (table.cash("SP"), table.cash("bank")) == (86, bank)


@pytest.mark.rule("1870-5.11-05")
def test_original_shares_are_paid_to_the_bank():
    table = sp(100, 68, Ann=6, Bob=2).with_cash("Cem", 500).do("Ann", "pass").do("Bob", "pass")
    bank, treasury = table.cash("bank"), table.cash("SP")
    table.buy("Cem", "SP").done("Cem").everybody_passes()
    assert (table.cash("bank"), table.cash("SP")) == (bank + 68, treasury)


@pytest.mark.rule("1870-5.11-07")
def test_a_reissue_moves_the_priority_card():
    table = sp().do("Ann", "pass").do("Bob", "pass").do("Cem", "pass")
    assert table.s.clock.round == "operating"
    assert table.name(table.s.priority) == "Ann"
    issued = sp().do("Ann", "reissue", company="SP").everybody_passes()
    assert issued.name(issued.s.priority) == "Bob"


@pytest.mark.rule("1870-5.11-01")
def test_a_reissue_does_not_move_the_market_price():
    assert sp(160).do("Ann", "reissue", company="SP").price("SP") == 160
