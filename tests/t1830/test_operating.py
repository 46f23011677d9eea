"""The operating round: who operates when, and a turn from beginning to end."""

from __future__ import annotations

import pytest

from tests.positions.lines import lay
from tests.t1830.table import Table


def operated(table: Table) -> list[str]:
    """Play the round to its end; who operated, in order."""
    table.operating_round()
    found: list[str] = []
    while table.s.clock.round == "operating":
        found.append(table.operating())
        table.end_turn()
    return found


@pytest.mark.rule("1830-operating-01", "1830-operating-04")
def test_by_price_the_dearest_first():
    table = Table().with_company("NYC", "Ann", par=71, Ann=6).with_company("PRR", "Bob", par=90, Bob=6)
    table.with_company("C&O", "Cem", par=82, Cem=6)
    table.with_company("CPR", "Cem", par=100, floated=False, home=False, turns=0, Cem=5)
    assert operated(table) == ["PRR", "C&O", "NYC"]


@pytest.mark.rule("1830-operating-02")
@pytest.mark.parametrize(("first", "second"), [("NYC", "PRR"), ("PRR", "NYC")])
def test_at_one_price_the_column_to_the_right_first(first: str, second: str):
    table = Table().with_company(second, "Ann", box="0,6", Ann=6).with_company(first, "Bob", box="1,7", Bob=6)
    assert (table.price(first), table.price(second)) == (100, 100)
    assert operated(table) == [first, second]


@pytest.mark.rule("1830-operating-03")
@pytest.mark.parametrize(("first", "second"), [("NYC", "PRR"), ("PRR", "NYC")])
def test_in_one_box_by_arrival(first: str, second: str):
    table = Table().with_company(first, "Ann", par=82, Ann=6).with_company(second, "Bob", par=82, Bob=6)
    assert operated(table) == [first, second]


@pytest.mark.rule("1830-operating-05")
def test_a_turn_from_beginning_to_end():
    table = Table().with_company("PRR", "Ann", treasury=200, Ann=6, home=False, turns=0).with_train("PRR", "2")
    lay(lay(table, "H14", "9", "E W"), "H16", "57", "E W").operating_round()
    assert (table.step(), table.markers_in("H12")) == ("track", [("PRR", "H12/c0")])
    table.refused("Ann", "token", city="H16/c0")
    table.do("Ann", "lay", **table.legal("Ann", "lay", hex="H10")[0])
    assert table.step() == "token"
    table.refused("Ann", "run", routes="none")
    table.do("Ann", "token", city="H16/c0")
    assert table.step() == "run"
    table.may_not_buy_train("Ann", "2")
    table.refused("Ann", "skip")
    table.run_best("Ann")
    assert table.step() == "dividend"
    table.do("Ann", "dividend", kind="withhold")
    assert table.step() == "train"
    table.refused("Ann", "lay", hex="H8", tile="9", rotation=1)
    table.buy_train("Ann", "2").do("Ann", "skip")
    assert table.s.clock.round == "stock"


@pytest.mark.rule("1830-operating-06")
@pytest.mark.parametrize(("box", "following"), [("3,6", "PRR"), ("1,6", "NYC")])
def test_prices_decide_after_each_turn(box: str, following: str):
    table = Table().with_company("C&O", "Ann", par=100, Ann=6).with_company("PRR", "Bob", par=82, Bob=6)
    table.with_company("NYC", "Cem", par=67, Cem=6).operating_round().with_box("NYC", box).end_turn()
    assert table.operating() == following


@pytest.mark.rule("1830-operating-06")
def test_a_company_that_floats_in_the_round_operates_in_it():
    table = Table().with_company("C&O", "Ann", par=82, Ann=6).with_private("MH", "Cem")
    table.with_company("NYC", "Bob", par=90, floated=False, turns=0, home=False, Bob=5)
    table.operating_round().do("Cem", "exchange", **{"from": "ipo"})
    assert table.operating() == "C&O"
    assert table.end_turn().operating() == "NYC"
