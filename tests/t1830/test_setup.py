"""Laying the table: players, money, companies, the market."""

from __future__ import annotations

import pytest

from tests.t1830.table import Table


@pytest.mark.rule("1830-setup-08", "1830-setup-10")
def test_eight_companies_whose_certificates_are_for_sale_but_for_two():
    table = Table()
    assert set(table.p.d.companies) == {"PRR", "NYC", "CPR", "B&O", "C&O", "ERIE", "NYNH", "B&M"}
    aside = {"PRR": 1, "B&O": 2}
    for company in table.p.d.companies:
        assert table.units("ipo", company) == 10 - aside.get(company, 0)
    elsewhere = [cert for cert, place in table.s.certs.items() if place != "ipo"]
    assert elsewhere == [table.p.d.certs_of["PRR"][1], table.p.d.certs_of["B&O"][0]]


@pytest.mark.rule("1830-setup-08")
@pytest.mark.parametrize("company", ["PRR", "NYC", "CPR", "B&O", "C&O", "ERIE", "NYNH", "B&M"])
def test_each_of_the_eight_can_be_started(company: str):
    table = Table().stock_round("Ann").do("Ann", "par", company=company, price=67)
    assert (table.units("Ann", company), table.s.companies[company].par) == (2, 67)
    table.done("Ann").refused("Bob", "par", company=company, price=67)


@pytest.mark.rule("1830-setup-11")
def test_first_the_auction_then_a_stock_round():
    table = Table()
    assert set(table.verbs("Ann")) == {"take", "bid", "pass_auction", "stop"}
    for who in ("Ann", "Bob", "Cem", "Ann", "Bob"):
        table.do(who, "take")
        assert table.s.clock.round == "initial"
    # One is left, and passing does not end the auction.
    for who in ("Cem", "Ann", "Bob"):
        table.do(who, "pass_auction")
    assert (table.s.clock.round, table.deciders()) == ("initial", ["Cem"])
    table.do("Cem", "take").do("Cem", "set_par", price=67)
    assert (table.s.clock.round, table.deciders()) == ("stock", ["Ann"])
    assert "par" in table.verbs("Ann")
