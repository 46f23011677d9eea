"""Protected shares never reach the pool, so the bank need not be able to pay for them (5.9, 13.2)."""

from __future__ import annotations

import pytest

from tests.t1870.table import Table

RESERVE = 10_000


def poor_bank(bank: int, **options: str) -> Table:
    """Ann is on turn with three shares of Bob's SP and two of Cem's MP, at 100 each; the bank has this much."""
    table = Table(**options).with_company("SP", "Bob", Bob=4, Ann=3).with_company("MP", "Cem", Cem=4, Ann=2)
    table.with_cash("Bob", 500).with_cash("Cem", 500)
    return table.with_bank(bank).stock_round("Ann")


@pytest.mark.rule("1870-13.2-03", "1870-5.9-02")
def test_a_sale_the_bank_could_not_pay_leaves_it_whole_if_the_president_pays():
    table = poor_bank(150).do("Ann", "sell", company="SP", shares=2)
    assert not table.s.broken
    table.do("Ann", "pass").do("Bob", "protect")
    assert not table.s.broken
    assert (table.cash("bank"), table.cash("Bob")) == (150, 300)


@pytest.mark.rule("1870-13.2-03")
@pytest.mark.parametrize(("bank", "broken"), [(150, True), (200, True), (201, False)])
def test_it_breaks_when_the_shares_go_to_the_market_after_all(bank: int, broken: bool):
    table = poor_bank(bank).do("Ann", "sell", company="SP", shares=2).do("Ann", "pass").do("Bob", "let_fall")
    assert table.s.broken is broken
    assert table.cash("bank") == bank - 200 + (RESERVE if broken else 0)


@pytest.mark.rule("1870-13.2-03", "1870-13.2-06")
def test_what_the_seller_buys_with_the_money_does_not_mend_it():
    table = poor_bank(150).do("Ann", "sell", company="SP", shares=2).buy("Ann", "MP").done("Ann")
    assert table.cash("bank") == 50
    table.do("Bob", "let_fall")
    assert table.s.broken


@pytest.mark.rule("1870-13.2-03", "1870-5.9-02")
def test_of_two_sales_only_the_unprotected_one_is_the_banks():
    def both(bank: int) -> Table:
        table = poor_bank(bank).do("Ann", "sell", company="SP", shares=2)
        table.do("Ann", "sell", company="MP", shares=1).done("Ann").do("Bob", "protect")
        return table.do("Cem", "let_fall")

    assert not both(101).s.broken
    assert both(99).s.broken


@pytest.mark.rule("1870-13.2-03")
def test_a_sale_nobody_may_protect_breaks_it():
    table = Table().with_company("SP", "Ann", Ann=5, Bob=2).with_cash("Bob", 0).with_bank(99).stock_round("Ann")
    table.do("Ann", "sell", company="SP", shares=1).done("Ann")
    assert table.s.broken
