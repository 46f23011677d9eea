"""Emergency money for a train: only the president is told, again after each sale."""

from __future__ import annotations

import pytest

from engine.needs import Elsewhere, need_of
from tests.positions.table import Table


def in_need(treasury: int = 40) -> Table:
    """Ann's B&M has a run, no train and $40; Ann has $10; a 4 train costs $300, and Bob's NYC has one."""
    table = Table(title="1830").with_phase("3").with_supply_from("4")
    table.with_company("B&M", "Ann", treasury=treasury, Ann=4).with_company("NYC", "Bob", Ann=3, Bob=3)
    return table.with_train("NYC", "4").with_cash("Ann", 10).operating_turn("B&M", "train")


def test_only_the_president_is_told_what_is_missing_and_what_could_be_sold():
    table = in_need()
    need = need_of(table.game, table.seat("Ann"))
    assert need is not None
    assert (need.company, need.kind, need.missing) == ("B&M", "4", 300 - 40 - 10)
    price = table.price("NYC")
    assert need.could_bring == 3 * price + 2 * table.price("B&M"), "the president's place cannot be sold"
    assert need.elsewhere == [Elsewhere("NYC", "4", 1, 40)]
    assert need_of(table.game, table.seat("Bob")) is None and need_of(table.game, "") is None


def test_each_sale_is_shown_with_the_price_and_president_after_it():
    table = Table(title="1828").with_company("NKP", "Ann", Ann=3, Bob=2, box="5,5").with_cash("Ann", 0)
    table.with_company("GT", "Ann", Ann=5, treasury=0, box="5,5").with_supply_from("3").with_phase("green")
    table.operating_turn("GT", "train")
    need = need_of(table.game, table.seat("Ann"))
    assert need is not None
    for sale in need.sales:
        sold = Table.at(table.game).do("Ann", "sell", company=sale.company, shares=sale.shares)
        assert sale.brings == table.price(sale.company) * sale.shares
        new = sold.president(sale.company)
        assert sale.president == ("" if new == table.president(sale.company) else sold.seat(new))
        assert sold.s.lots or sold.price(sale.company) == sale.price
        assert sale.price < table.price(sale.company)
    assert [sale.shares for sale in need.sales if sale.president == table.seat("Bob")] == [2]


def test_after_a_sale_less_is_missing_and_what_has_been_sold_brings_nothing_more():
    table = in_need()
    before = need_of(table.game, table.seat("Ann"))
    table.do("Ann", "sell", company="NYC", shares=1)
    after = need_of(table.game, table.seat("Ann"))
    assert before is not None and after is not None
    assert after.missing == before.missing - 100 and after.could_bring < before.could_bring


@pytest.mark.parametrize("treasury", [290, 300])
def test_nothing_is_needed_where_the_money_is_there(treasury: int):
    table = in_need(treasury)
    assert need_of(table.game, table.seat("Ann")) is None


def test_other_titles_show_it_too():
    table = Table(title="1828").with_company("NKP", "Bob", Bob=3, Ann=2, box="5,5").with_train("NKP", "2")
    table.with_company("GT", "Ann", treasury=50, box="5,5", Ann=5).with_cash("Ann", 10).operating_turn("GT", "train")
    need = need_of(table.game, table.seat("Ann"))
    assert need is not None and (need.kind, need.missing, need.elsewhere[0].owner) == ("2", 20, "NKP")
