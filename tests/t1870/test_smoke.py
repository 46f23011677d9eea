"""A first look: the table of the tests works."""

import pytest

from tests.t1870.table import Table


@pytest.mark.rule("1870-5.3.1-04", "1870-5.3-03")
def test_buying_from_the_open_market_costs_the_market_price():
    table = Table().with_company("SP", "Bob", par=90, Bob=5, pool=2).stock_round("Ann")
    table.with_box("SP", "0,6").do("Ann", "buy", company="SP", **{"from": "pool"})
    assert table.cash("Ann") == 600
    assert table.units("Ann", "SP") == 1
    table.refused("Ann", "buy", company="SP", **{"from": "pool"})


def test_track_is_laid_from_home():
    table = Table().with_company("ATSF", "Ann", Ann=6, turns=0).operating_turn("ATSF")
    table.do("Ann", "lay", hex="B9", tile="57", rotation=1)
    assert table.cash("ATSF") == 1000
    table.refused("Ann", "lay", hex="K16", tile="57", rotation=1, section="6.1")
