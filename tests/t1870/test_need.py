"""What a president who must raise money for a train is told (1870, 10.9)."""

from __future__ import annotations

import pytest

from engine.needs import need_of
from tests.t1870.lines import in_need


@pytest.mark.parametrize("need", [50, 120])
def test_a_president_in_need_is_told_what_is_missing_and_what_each_sale_brings(need: int):
    table = in_need(need, ann=6).with_company("SP", "Ann", Ann=4, Bob=2).operating_turn("ATSF", "train")
    price = table.price("SP")
    found = need_of(table.game, table.seat("Ann"))
    assert found is not None and (found.company, found.missing) == ("ATSF", need)
    assert need_of(table.game, table.seat("Bob")) is None
    mine = [sale for sale in found.sales if sale.company == "SP"]
    assert mine and all(sale.brings == price * sale.shares for sale in mine)
    table.do("Ann", "sell", company="SP", shares=mine[0].shares)
    after = need_of(table.game, table.seat("Ann"))
    assert after is None or found.missing - after.missing == mine[0].brings
