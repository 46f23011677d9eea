"""Starting a company, when it begins to operate, its charter and treasury (5.1.2, 5.5)."""

from __future__ import annotations

import pytest

from tests.t1870.table import Table

PARS = {68: "5,6", 72: "4,6", 76: "3,6", 82: "2,6", 90: "1,6", 100: "0,6"}
"""Par values and the boxes with a red outline that belong to them."""


def rest_passes(table: Table) -> Table:
    """Everybody passes until the stock round is over."""
    turn = table.s.clock.turn
    while table.s.clock.round == "stock" and table.s.clock.turn == turn:
        table.do(table.deciders()[0], "pass")
    return table


# --- par


@pytest.mark.rule("1870-5.1.2-01", "1870-5.5-01", "1870-5.5.1-01", "1870-5.5.1-02", "1870-5.5.1-03")
@pytest.mark.parametrize("par", list(PARS))
def test_a_company_is_started_at_one_of_six_par_values(par: int):
    table = Table().stock_round("Ann")
    table.may_not_buy("Ann", "IC", section="5.5")
    table.do("Ann", "par", company="IC", price=par)
    assert table.cash("Ann") == 700 - 2 * par
    assert table.units("Ann", "IC") == 2
    assert table.president("IC") == "Ann"
    assert table.s.companies["IC"].par == par
    assert (table.box("IC"), table.price("IC")) == (PARS[par], par)
    table.done("Ann").buy("Bob", "IC")
    assert table.cash("Bob") == 700 - par


@pytest.mark.rule("1870-5.5-01", "1870-5.5.1-01")
def test_who_cannot_pay_twice_the_par_starts_nothing():
    table = Table().with_cash("Ann", 135).with_private("GRSC", "Bob").stock_round("Ann")
    table.refused("Ann", "par", "5.5", company="IC", price=68)
    table = Table().with_cash("Ann", 136).stock_round("Ann")
    table.refused("Ann", "par", "5.5", company="IC", price=72)
    table.do("Ann", "par", company="IC", price=68)


@pytest.mark.rule("1870-5.5-01")
def test_a_company_is_started_once():
    table = Table().stock_round("Ann").do("Ann", "par", company="IC", price=68).done("Ann")
    table.refused("Bob", "par", "5.5", company="IC", price=68)


@pytest.mark.rule("1870-5.5.1-02", "1870-5.5.1-03")
def test_offering_and_market_prices_part_ways_when_the_market_moves():
    table = Table().with_company("IC", "Bob", par=90, Bob=3, pool=1, box="0,9").stock_round("Ann").buy("Ann", "IC")
    assert table.cash("Ann") == 700 - 90
    table.done("Ann").done("Bob").buy("Cem", "IC", "pool")
    assert table.cash("Cem") == 700 - 140


@pytest.mark.rule("1870-5.5.1-04")
def test_a_new_token_goes_below_all_others_in_its_box():
    table = Table().with_company("TP", "Bob", box="0,6").with_company("ATSF", "Bob", box="0,6", par=68)
    table.stock_round("Ann").do("Ann", "par", company="IC", price=100).done("Ann")
    assert table.s.market["0,6"] == ["TP", "ATSF", "IC"]
    table.do("Bob", "par", company="FW", price=100)
    assert table.s.market["0,6"] == ["TP", "ATSF", "IC", "FW"]


# --- six shares


@pytest.mark.rule("1870-5.5.2-01", "1870-5.5.2-02", "1870-5.5.2-03")
@pytest.mark.parametrize(
    ("holders", "operates"),
    [
        ({"Ann": 3, "Bob": 2}, False),
        ({"Ann": 3, "Bob": 3}, True),
        ({"Ann": 2, "pool": 3}, False),
        ({"Ann": 2, "pool": 4}, True),
        ({"Ann": 2, "Bob": 1, "pool": 3}, True),
    ],
)
def test_a_company_operates_when_six_shares_have_left_the_offering(holders: dict[str, int], operates: bool):
    table = Table().with_company("SP", "Ann", floated=False, home=False, turns=0, **holders).stock_round("Ann")
    rest_passes(table)
    if operates:
        assert table.s.agenda[-1].subject == "SP"
        assert "lay" in table.verbs("Ann")
    else:
        assert not table.happened("operates")
        assert not table.s.board.markers
        assert table.cash("SP") == 0
        assert table.s.clock.round == "stock"


@pytest.mark.rule("1870-5.5.2-02")
def test_an_idle_company_starts_in_the_round_after_its_sixth_share_is_sold():
    table = Table().with_company("SP", "Ann", floated=False, home=False, turns=0, Ann=3, Bob=2).stock_round("Ann")
    rest_passes(table)
    assert table.s.clock.turn == 3
    assert not table.happened("operates")
    table.buy("Ann", "SP").done("Ann")
    rest_passes(table)
    assert [event["company"] for event in table.happened("operates")] == ["SP"]


@pytest.mark.rule("1870-5.5.2-04")
def test_the_price_of_an_idle_company_does_not_move():
    table = Table().with_company("SP", "Ann", floated=False, Ann=3, box="0,6")
    # MP, with nothing to run and nothing to lay, goes left; SP does not.
    table.with_company("MP", "Bob", Bob=6, treasury=0, box="0,8").operating_round()
    assert table.s.clock.round == "stock"
    assert (table.box("SP"), table.box("MP")) == ("0,6", "0,7")


@pytest.mark.rule("1870-5.5.2-04")
@pytest.mark.parametrize(("floated", "pile"), [(False, ["ATSF", "IC"]), (True, ["IC", "ATSF"])])
def test_the_token_of_an_idle_company_lies_turned_over(floated: bool, pile: list[str]):
    # Ann needs money for the TP's train: a share of ATSF, which has yet to operate, falls into IC's box.
    table = Table().with_company("TP", "Ann", Ann=6, treasury=30).with_company("ATSF", "Ann", Ann=4, box="0,6")
    table.with_company("IC", "Bob", floated=floated, box="1,6").with_cash("Ann", 0)
    table.with_tile("J5", "57", 1).with_tile("J3", "57", 1).operating_turn("TP", "train")
    table.do("Ann", "sell", company="ATSF", shares=1)
    assert table.s.market["1,6"] == pile


@pytest.mark.rule("1870-5.5.2.1-01")
@pytest.mark.parametrize(("company", "operates"), [("SLSF", True), ("SP", False)])
def test_the_frisco_operates_with_its_presidents_certificate_alone(company: str, operates: bool):
    table = Table().with_company(company, "Ann", floated=False, home=False, turns=0).stock_round("Ann")
    assert table.units("ipo", company) == 8
    rest_passes(table)
    assert bool(table.happened("operates")) is operates
    assert table.cash(company) == (1000 if operates else 0)


# --- charter and treasury


@pytest.mark.rule("1870-5.5.3-01")
def test_the_holder_of_the_presidents_certificate_runs_the_company_and_has_its_tokens():
    table = Table().stock_round("Ann").do("Ann", "par", company="MKT", price=68).done("Ann")
    assert table.s.companies["MKT"].markers == [0, 40, 100]
    table.with_company("MKT", "Ann", Ann=3, Bob=3, home=False).operating_round()
    assert table.deciders() == ["Ann"]
    table.refused("Bob", "lay", hex="B11", tile="57", rotation=1)
    table.do("Ann", "lay", hex="B11", tile="57", rotation=1)


@pytest.mark.rule("1870-5.5.3-03", "1870-5.6-02")
def test_a_new_president_takes_the_charter_with_all_that_is_on_it():
    table = Table().with_company("SP", "Ann", Ann=3, Bob=3, treasury=321, treasury_shares=1).with_train("SP", "2")
    table.with_private("GRSC", "SP").stock_round("Ann").do("Ann", "sell", company="SP", shares=1).done("Ann")
    assert table.president("SP") == "Bob"
    assert (table.cash("SP"), table.trains("SP"), table.units("SP", "SP")) == (321, ["2"], 1)
    assert table.s.privates["GRSC"] == "SP"
    table.operating_turn("SP")
    assert table.deciders() == ["Bob"]
    table.refused("Ann", "skip")


@pytest.mark.rule("1870-5.5.4-01")
@pytest.mark.parametrize("par", [68, 100])
def test_the_treasury_of_ten_times_par_comes_at_the_end_of_the_stock_round(par: int):
    table = Table().with_company("SP", "Ann", floated=False, home=False, turns=0, Ann=3, Bob=2, par=par)
    table.stock_round("Cem").buy("Cem", "SP").done("Cem")
    assert not table.s.companies["SP"].floated
    assert table.cash("SP") == 0
    bank = table.cash("bank")
    rest_passes(table)
    assert table.cash("SP") == 10 * par
    assert table.cash("bank") == bank - 10 * par


@pytest.mark.rule("1870-5.5.4-01")
def test_the_treasury_is_ten_times_par_wherever_the_price_stands():
    table = Table().with_company("SP", "Ann", floated=False, home=False, turns=0, Ann=3, Bob=2, par=68)
    table.with_box("SP", "0,9").stock_round("Cem").buy("Cem", "SP").done("Cem")
    rest_passes(table)
    assert table.cash("SP") == 680


@pytest.mark.rule("1870-5.5.4-01")
def test_the_treasury_comes_once_and_from_the_first_par():
    table = Table().with_company("SP", "Ann", Ann=6, Bob=2, treasury_shares=2, par=68, treasury=5, box="0,9")
    table.stock_round("Ann").do("Ann", "reissue", company="SP")
    rest_passes(table)
    assert table.s.companies["SP"].par == 110
    assert table.cash("SP") == 5
