"""What becomes of a run's income, and where the marker goes."""

from __future__ import annotations

import pytest

from tests.t1830.table import Table, boston


def ran(*, box: str = "", **holders: int) -> Table:
    """Ann's B&M has run for $40 and is asked for the dividend."""
    table = boston("train", treasury=100, **holders).with_train("B&M", "2")
    if box:
        table.with_box("B&M", box)
    return table.operating_turn("B&M", "run").run_best("Ann")


def pay(table: Table, kind: str = "full") -> Table:
    return table.do("Ann", "dividend", kind=kind)


@pytest.mark.rule("1830-dividends-01", "1830-dividends-05")
def test_all_or_nothing():
    table = ran()
    table.refused("Ann", "dividend", kind="half")
    pay(table, "withhold")
    assert (table.cash("B&M"), table.cash("Ann")) == (140, 800)
    assert pay(ran()).cash("B&M") == 100


@pytest.mark.rule("1830-dividends-02", "1830-dividends-03", "1830-dividends-04")
def test_who_is_paid():
    table = ran(Ann=3, Bob=2, pool=2)  # Three shares are in the IPO.
    bank = table.cash("bank")
    pay(table)
    assert [table.cash(who) for who in ("Ann", "Bob", "Cem", "B&M")] == [812, 808, 800, 108]
    assert table.cash("bank") == bank - 28


@pytest.mark.parametrize(
    ("kind", "start", "end"),
    [
        pytest.param("full", "3,6", "3,7", marks=pytest.mark.rule("1830-dividends-06")),
        pytest.param("full", "2,15", "1,15", marks=pytest.mark.rule("1830-dividends-07")),
        pytest.param("full", "7,7", "6,7", marks=pytest.mark.rule("1830-dividends-07")),
        pytest.param("full", "0,18", "0,18", marks=pytest.mark.rule("1830-dividends-08")),
        pytest.param("withhold", "3,6", "3,5", marks=pytest.mark.rule("1830-dividends-09")),
        pytest.param("withhold", "3,0", "4,0", marks=pytest.mark.rule("1830-dividends-10")),
        pytest.param("withhold", "8,1", "8,1", marks=pytest.mark.rule("1830-dividends-10")),
    ],
)
def test_where_the_marker_goes(kind: str, start: str, end: str):
    table = ran(box=start)
    assert pay(table, kind).box("B&M") == end


@pytest.mark.rule("1830-dividends-07", "1830-dividends-10")
@pytest.mark.parametrize("row", range(11))
def test_the_ends_of_every_row(row: int):
    market = Table().p.d.market
    places = [box.column for box in market.boxes.values() if box.row == row]
    for kind, column, step in (("full", max(places), -1), ("withhold", min(places), 1)):
        end = market.at(row + step, column) or market.at(row, column)
        assert end
        assert pay(ran(box=f"{row},{column}"), kind).box("B&M") == end.id


@pytest.mark.rule("1830-dividends-11")
def test_no_income_counts_as_kept():
    table = boston("run")
    assert (table.box("B&M"), table.step()) == ("0,5", "train")
    table.refused("Ann", "dividend", kind="full")
    assert boston("run").with_box("B&M", "3,0").operating_turn("B&M", "run").box("B&M") == "4,0"
