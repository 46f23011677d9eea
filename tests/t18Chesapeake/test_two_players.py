"""18Chesapeake for two: 30% certificates, and shares that leave the game."""

from __future__ import annotations

import pytest

from tests.t18Chesapeake.table import TWO, Chesapeake


def started(*buyers: str, vanderbilt: str = "N&W") -> Chesapeake:
    """Ann has started the PRR at $70, and these have bought a share each."""
    table = Chesapeake(TWO, vanderbilt).stock_round("Ann", initial=True).do("Ann", "par", company="PRR", price=70)
    for buyer in buyers:
        if table.deciders() != [buyer]:
            table.do(table.deciders()[0], "pass")
        table.buy(buyer, "PRR")
    return table


@pytest.mark.rule("18Chesapeake-21-01")
def test_the_presidents_certificate_is_30_percent():
    table = started()
    assert (table.units("Ann", "PRR"), table.units("ipo", "PRR"), table.cash("Ann")) == (3, 7, 1200 - 210)


@pytest.mark.rule("18Chesapeake-21-01")
def test_vanderbilts_company_keeps_its_own():
    p = Chesapeake(TWO, "B&O").p
    units = {company: [p.d.certs[cert].units for cert in certs] for company, certs in p.d.certs_of.items()}
    assert units.pop("B&O") == [2, *[1] * 8]
    assert set(map(tuple, units.values())) == {(3, *[1] * 7)}


@pytest.mark.rule("18Chesapeake-21-01")
def test_three_players_have_the_ordinary_ones():
    p = Chesapeake(("Ann", "Bob", "Cem")).p
    assert all(p.d.certs[certs[0]].units == 2 for certs in p.d.certs_of.values())


@pytest.mark.rule("18Chesapeake-21-02")
def test_what_is_left_goes_to_the_pool_when_it_floats():
    table = started("Bob", "Ann")
    assert table.units("ipo", "PRR") == 5
    table.buy("Bob", "PRR")
    assert (table.units("ipo", "PRR"), table.units("pool", "PRR"), table.cash("PRR")) == (0, 4, 700)


@pytest.mark.rule("18Chesapeake-21-03")
def test_a_share_leaves_the_game_before_another_player_buys():
    table = started("Bob", "Ann", "Bob")
    assert (table.units("Ann", "PRR"), table.units("Bob", "PRR"), table.units("pool", "PRR")) == (4, 2, 4)
    table.do("Ann", "pass").buy("Bob", "PRR", "pool")
    assert (table.units("Bob", "PRR"), table.units("pool", "PRR"), table.units("gone", "PRR")) == (3, 2, 1)


@pytest.mark.rule("18Chesapeake-21-03")
def test_the_president_buys_without_that():
    table = started("Bob", "Ann", "Bob").buy("Ann", "PRR", "pool")
    assert (table.units("Ann", "PRR"), table.units("pool", "PRR"), table.units("gone", "PRR")) == (5, 3, 0)


@pytest.mark.rule("18Chesapeake-21-03")
def test_it_leaves_before_a_purchase_from_the_offering_too():
    table = started("Bob", "Ann")
    with table.arrange() as p:
        p.s.certs["PRR.7"] = "pool"
    table.buy("Bob", "PRR")
    assert table.units("gone", "PRR") == 1


@pytest.mark.rule("18Chesapeake-21-04")
def test_the_only_share_in_the_pool_cannot_be_bought_by_another():
    table = started("Bob", "Ann", "Bob")
    with table.arrange() as p:
        for cert in p.d.certs_of["PRR"]:
            if p.s.certs[cert] == "pool" and cert != "PRR.7":
                p.s.certs[cert] = "gone"
    table.do("Ann", "pass").may_not_buy("Bob", "PRR", "pool", "stock rounds")
    table.do("Bob", "pass").stock_round("Ann").buy("Ann", "PRR", "pool")


@pytest.mark.rule("18Chesapeake-21-05")
def test_the_certificate_is_not_left_to_a_player_with_less_than_30_percent():
    table = started("Bob", "Ann", "Bob").stock_round("Ann")
    with table.arrange() as p:
        p.s.certs["PRR.6"] = p.s.certs["PRR.7"] = "gone"
    assert "3 shares" in table.refused("Ann", "sell", "presidency", company="PRR", shares=2)
    table.stock_round("Bob").buy("Bob", "PRR", "pool").stock_round("Ann")
    table.do("Ann", "sell", company="PRR", shares=2)
    assert (table.president("PRR"), table.units("Bob", "PRR"), table.units("Ann", "PRR")) == ("Bob", 3, 2)


@pytest.mark.rule("18Chesapeake-4-04")
def test_a_company_is_sold_out_when_none_is_in_the_pool():
    table = started("Bob", "Ann", "Bob")
    with table.arrange() as p:
        for cert in p.d.certs_of["PRR"]:
            if p.s.certs[cert] == "pool":
                p.s.certs[cert] = "gone"
    table.everybody_passes()
    assert table.box("PRR") == "3,2"
