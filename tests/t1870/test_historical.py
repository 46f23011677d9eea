"""Variant 16.5: companies may begin to operate in historical order."""

from __future__ import annotations

import pytest

from engine.view import view
from tests.t1870.table import Table

ORDER = ("GMO", "IC", "MP", "SLSF", "ATSF", "SP", "MKT", "SSW", "TP", "FW")


def historical(**options: str) -> Table:
    return Table(historical_order="yes", **options)


def with_sold(table: Table, company: str, shares: int) -> Table:
    """This many shares have left the IPO: Bob, the president, has two, the pool three, and Cem the rest."""
    singles = shares - 2
    return table.with_company(company, "Bob", floated=False, pool=min(singles, 3), Cem=max(0, singles - 3))


@pytest.mark.rule("1870-16.5-01", "1870-16.5-03")
@pytest.mark.parametrize("number", range(1, 10))
def test_a_company_is_eligible_when_all_before_it_have_sold_six(number: int):
    company, earlier = ORDER[number], ORDER[:number]
    for late in earlier:
        table = historical()
        for other in earlier:
            with_sold(table, other, 5 if other == late else 6)
        with_sold(table, company, 5).stock_round("Ann").may_not_buy("Ann", company, section="16.5")
    table = historical()
    for other in earlier:
        with_sold(table, other, 6)
    with_sold(table, company, 5).stock_round("Ann").buy("Ann", company)


@pytest.mark.rule("1870-16.5-01")
def test_the_gulf_mobile_and_ohio_is_the_first():
    with_sold(historical(), "GMO", 5).stock_round("Ann").buy("Ann", "GMO")


@pytest.mark.rule("1870-16.5-02")
def test_five_shares_of_a_company_may_be_sold_before_it_is_eligible():
    table = historical().stock_round("Ann").do("Ann", "par", company="FW", price=68).done("Ann")
    for who in ("Bob", "Cem", "Ann"):
        table.buy(who, "FW").done(who)
    assert table.units("ipo", "FW") == 5
    table.may_not_buy("Bob", "FW", section="16.5")
    table.do("Bob", "par", company="GMO", price=68)


@pytest.mark.rule("1870-16.5-02")
def test_shares_in_the_open_market_may_be_bought_all_the_same():
    table = with_sold(historical(), "FW", 5).stock_round("Ann").buy("Ann", "FW", "pool")
    assert table.units("Ann", "FW") == 1


@pytest.mark.rule("1870-16.5-02", "1870-16.5-03")
def test_in_the_usual_game_the_sixth_share_is_sold_at_any_time():
    with_sold(Table(), "FW", 5).stock_round("Ann").buy("Ann", "FW")


@pytest.mark.rule("1870-16.5-03")
def test_a_closed_company_holds_up_nobody():
    table = with_sold(historical().with_closed("GMO"), "IC", 5).stock_round("Ann").buy("Ann", "IC")
    assert table.units("Ann", "IC") == 1


@pytest.mark.rule("1870-16.5-04")
@pytest.mark.parametrize(("sold", "runs"), [(2, False), (5, False), (6, True)])
def test_the_frisco_needs_six_shares_like_the_others(sold: int, runs: bool):
    table = with_sold(historical(), "SLSF", sold).stock_round("Ann")
    for who in ("Ann", "Bob", "Cem"):
        table.do(who, "pass")
    assert bool(table.happened("operates")) is runs
    assert table.cash("SLSF") == (1000 if runs else 0)


@pytest.mark.rule("1870-16.5-05")
def test_the_frisco_pays_its_president_twenty_until_it_starts():
    table = with_sold(historical(), "SLSF", 3)
    bob, bank = table.cash("Bob"), table.cash("bank")
    table.operating_round()
    assert (table.cash("Bob"), table.cash("bank")) == (bob + 20, bank - 20)
    table = with_sold(historical(), "SLSF", 6).stock_round("Ann")
    bob = table.cash("Bob")
    for who in ("Ann", "Bob", "Cem"):
        table.do(who, "pass")
    assert table.cash("Bob") == bob
    table = with_sold(Table(), "SLSF", 3)
    bob = table.cash("Bob")
    assert table.operating_round().cash("Bob") == bob


@pytest.mark.rule("1870-16.5-05")
def test_it_pays_in_the_private_companies_round_too():
    table = historical()
    for who in ("Ann", "Bob", "Cem", "Ann", "Bob"):
        table.do(who, "take")
    table.do("Bob", "set_par", price=68)
    bob = table.cash("Bob")
    for who in ("Cem", "Ann", "Bob"):
        table.do(who, "pass_auction")
    # Ten from the Bridge Company and twenty from the Frisco.
    assert table.cash("Bob") == bob + 30
    assert table.cash("SLSF") == 0


def test_that_the_frisco_floats_with_its_president_s_certificate_alone_is_said_only_where_it_does():
    def at(table: Table) -> dict[str, int]:
        return {one.symbol: one.floats_at for one in view(table.game).companies}

    assert at(Table()) == {**dict.fromkeys(ORDER, 6), "SLSF": 2}
    assert at(historical()) == dict.fromkeys(ORDER, 6)
