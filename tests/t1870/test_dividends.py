"""Full, half and no dividend, and where the price goes for it (9)."""

from __future__ import annotations

import pytest

from tests.positions.lines import lay, run, way
from tests.t1870.lines import row_b
from tests.t1870.table import Table


def earned(income: int = 50) -> Table:
    """The ATSF has run. Of its shares Ann holds 3, Bob 2, the market 2, its treasury 1, the offering 2."""
    table = row_b()
    table.with_company("ATSF", "Ann", Ann=3, Bob=2, pool=2, treasury_shares=1).with_cash("Ann", 0).with_cash("Bob", 0)
    table.with_cash("ATSF", 0)
    ways = {30: ("2", "B7", "B9"), 40: ("2", "B9", "B11"), 50: ("3", "B9", "B11", "B13"), 70: ("4",)}
    if income == 70:
        table.with_train("ATSF", "4")
        ways[70] = ("4", "B9", "B11", "B13", "B15", "B17", "B19")
    else:
        table.with_train("ATSF", ways[income][0])
    if income == 30:
        lay(table, "B9", "5", "W SW")
    table.operating_turn("ATSF", "run")
    train, *hexes = ways[income]
    assert run(table, "Ann", way(table, f"{train}-0", *hexes)) == income
    return table


@pytest.mark.rule("1870-9.1-01")
def test_after_running_the_president_decides_between_three_dividends():
    table = earned()
    assert table.deciders() == ["Ann"]
    assert [choice["kind"] for choice in table.legal("Ann", "dividend")] == ["full", "half", "withhold"]
    table.refused("Bob", "dividend", kind="full")
    table.refused("Ann", "dividend", kind="third")


@pytest.mark.rule("1870-9.1.1-01", "1870-9.1.1-02", "1870-9.1.1-03", "1870-9.1.1-04", "1870-9.1.4-01")
def test_a_full_dividend_pays_a_tenth_a_share_and_moves_the_price_right():
    table = earned()
    bank = table.cash("bank")
    table.do("Ann", "dividend", kind="full")
    assert table.cash("Ann") == 15
    assert table.cash("Bob") == 10
    assert table.cash("ATSF") == 5 + 10  # one redeemed share, two in the IPO
    assert table.cash("bank") == bank - 40  # the market's two shares are the bank's
    assert table.box("ATSF") == "0,7"


@pytest.mark.rule("1870-9.1.2-01", "1870-9.1.2-02", "1870-9.1.2-03")
@pytest.mark.parametrize(("income", "dividend", "kept"), [(30, 20, 10), (40, 20, 20), (50, 30, 20), (70, 40, 30)])
def test_half_a_dividend_is_rounded_in_favour_of_the_shareholders(income: int, dividend: int, kept: int):
    table = earned(income)
    table.do("Ann", "dividend", kind="half")
    each = dividend // 10
    assert table.cash("Ann") == 3 * each
    assert table.cash("Bob") == 2 * each
    assert table.cash("ATSF") == kept + 3 * each
    assert table.box("ATSF") == "0,6"


@pytest.mark.rule("1870-9.1.3-02", "1870-9.1.4-01")
def test_a_company_may_keep_all_it_earns_and_its_price_moves_left():
    table = earned()
    table.do("Ann", "dividend", kind="withhold")
    assert table.cash("Ann") == table.cash("Bob") == 0
    assert table.cash("ATSF") == 50
    assert table.box("ATSF") == "0,5"


@pytest.mark.rule("1870-9.1.3-01", "1870-9.1.4-02")
def test_without_a_train_there_is_no_dividend_and_the_price_moves_left():
    table = row_b().operating_turn("ATSF", "run")
    table.refused("Ann", "dividend", kind="full")
    assert table.box("ATSF") == "0,5"
    assert table.cash("Ann") == 700


@pytest.mark.rule("1870-9.1.4-02")
def test_a_train_without_a_run_earns_nothing_which_counts_as_kept():
    table = Table().with_company("ATSF", "Ann", Ann=6).with_train("ATSF", "2").operating_turn("ATSF", "run")
    table.refused("Ann", "dividend", kind="full")
    assert table.box("ATSF") == "0,5"


@pytest.mark.rule("1870-9.1.4-01")
def test_keeping_the_income_at_the_edge_can_close_the_company():
    table = row_b().with_train("ATSF", "2").with_box("ATSF", "8,1").operating_turn("ATSF", "run")
    table.run_best("Ann").do("Ann", "dividend", kind="withhold")
    assert table.s.companies["ATSF"].closed
    assert table.units("Ann", "ATSF") == 0
    assert not table.happened("skipped")
