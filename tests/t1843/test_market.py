"""The stock market: where prices start and move, what its sections are, who operates when (7.7, 8.2, 14)."""

from __future__ import annotations

import pytest

from engine.family import operating
from engine.finance import prices
from tests.t1843.table import Table

EDGES = [
    # box before, box after a dividend, box after none
    ("5,5", "5,6", "5,4"),
    ("0,14", "0,14", "0,13"),
    ("3,14", "2,14", "3,13"),
    ("8,10", "7,10", "8,9"),
    ("17,6", "16,6", "17,5"),
    ("9,8", "9,9", "9,7"),
    ("0,0", "0,1", "1,0"),
    ("5,0", "5,1", "6,0"),
    ("13,0", "13,1", "13,0"),
    ("14,1", "14,2", "15,1"),
    ("15,1", "15,2", "15,1"),
    ("17,2", "17,3", "17,2"),
    # A red line on the left: down instead.
    ("4,1", "4,2", "5,1"),
    ("5,1", "5,2", "6,1"),
    ("6,2", "6,3", "7,2"),
    ("7,2", "7,3", "8,2"),
]


def paying(box: str, kind: str) -> Table:
    """The EST's marker is in a box; it pays, or does not."""
    table = Table().with_company("EST", "Ann", par=67, Ann=6).with_box("EST", box)
    p = table.p
    target = p.title.market.after_dividend(p, "EST", p.d.market.boxes[box], kind)
    return table.with_box("EST", target.id)


@pytest.mark.rule("1843-7.7-07", "1843-7.7-08", "1843-7.7-09", "1843-7.7-10", "1843-7.7-11", "1843-7.7-12")
@pytest.mark.parametrize(("box", "paid", "withheld"), EDGES)
def test_a_dividend_moves_right_or_up_none_moves_left_or_down(box: str, paid: str, withheld: str):
    assert paying(box, "full").box("EST") == paid
    assert paying(box, "withheld").box("EST") == withheld


@pytest.mark.rule("1843-7.7-01", "1843-14-04", "1843-14-05")
def test_prices_are_read_off_the_market():
    table = Table().with_company("EST", "Ann", par=67, Ann=6)
    for box, price in {"13,7": 67, "0,14": 500, "0,0": 122, "17,2": 40, "9,5": 79, "12,0": 51, "6,2": 84}.items():
        assert table.with_box("EST", box).price("EST") == price
    assert sorted(b.price for b in table.p.d.market.pars) == [67, 73, 79, 86, 94, 105, 120]


@pytest.mark.rule("1843-14-01")
def test_the_sections_at_the_lower_left():
    boxes = Table().p.d.market.boxes.values()
    sections = {name: sorted(b.price for b in boxes if b.section == name) for name in ("brown", "orange", "yellow")}
    assert sections == {
        "brown": [40, 42, 43, 43, 45, 46, 47, 47, 49, 50, 51, 53, 54, 58],
        "orange": [44, 46, 47, 48, 48, 49, 50, 51, 52, 55, 56, 57, 60, 61, 62, 65, 66, 71],
        "yellow": [52, 53, 54, 55, 57, 58, 59, 60, 62, 63, 64, 67, 69, 70, 73, 75, 76, 80, 81, 87],
    }
    assert [b.price for b in boxes if b.price >= 500] == [500]


# --- sales


@pytest.mark.rule("1843-7.7-02", "1843-7.7-04")
@pytest.mark.parametrize(("box", "units", "after"), [("5,5", 1, "6,5"), ("5,5", 4, "9,5"), ("12,7", 4, "13,7")])
def test_a_row_down_for_each_share_sold_as_far_as_the_column_goes(box: str, units: int, after: str):
    table = Table().with_company("EST", "Bob", par=67, Bob=3, Ann=4).with_box("EST", box).stock_round("Ann")
    assert table.do("Ann", "sell", company="EST", shares=units).box("EST") == after


@pytest.mark.rule("1843-7.7-03", "1843-7.7-15")
def test_a_marker_goes_under_those_that_are_there():
    table = Table().with_company("EST", "Bob", par=67, Bob=3, Ann=4).with_company("PO", "Bob", par=67, Bob=3)
    table.with_box("PO", "7,5").with_box("EST", "5,5").stock_round("Ann").do("Ann", "sell", company="EST", shares=2)
    assert table.s.market["7,5"] == ["PO", "EST"]


@pytest.mark.rule("1843-7.7-05", "1843-7.7-06")
def test_at_the_bottom_of_a_column_it_goes_down_in_the_stack():
    table = Table()
    for company in ("EST", "PO", "OU", "SO"):
        table.with_company(company, "Bob", par=67, Bob=3, Ann=4).with_box(company, "17,6")
    table.stock_round("Ann").do("Ann", "sell", company="EST", shares=2)
    assert table.s.market["17,6"] == ["PO", "OU", "EST", "SO"]
    assert [(one["place"], one["of"]) for one in table.happened("restacked")] == [(3, 4)]
    table.do("Ann", "sell", company="EST", shares=2)
    assert table.s.market["17,6"] == ["PO", "OU", "SO", "EST"]
    assert [(one["place"], one["of"]) for one in table.happened("restacked")] == [(3, 4), (4, 4)]
    table.do("Ann", "sell", company="SO", shares=1).do("Ann", "sell", company="SO", shares=1)
    assert table.s.market["17,6"] == ["PO", "OU", "EST", "SO"]


@pytest.mark.rule("1843-7.7-17")
@pytest.mark.parametrize("edition", ["2016", "2012"])
@pytest.mark.parametrize("first", ["EST", "PO"])
def test_the_seller_of_several_companies_chooses_their_order(first: str, edition: str):
    table = Table(edition=edition)
    for company in ("EST", "PO"):
        table.with_company(company, "Bob", par=67, Bob=3, Ann=4).with_box(company, "5,5")
    second = "PO" if first == "EST" else "EST"
    table.stock_round("Ann").do("Ann", "sell", company=first, shares=1).do("Ann", "sell", company=second, shares=1)
    assert table.s.market["6,5"] == [first, second]


# --- the end of the stock round


def after_the_round(table: Table) -> Table:
    table.stock_round("Ann")
    turn = table.s.clock.turn
    while table.s.end is None and table.s.clock.round == "stock" and table.s.clock.turn == turn:
        table.do(table.deciders()[0], "pass")
    return table


@pytest.mark.rule("1843-7.7-13")
@pytest.mark.parametrize(
    ("holders", "after"),
    [
        ({"Ann": 6, "Bob": 4}, "4,5"),
        ({"Ann": 6, "Bob": 3, "pool": 1}, "5,5"),
        ({"Ann": 6, "Bob": 3}, "5,5"),
    ],
    ids=["players have all", "one in the pool", "one in the IPO"],
)
def test_a_company_wholly_with_players_rises_a_row(holders: dict[str, int], after: str):
    table = Table().with_company("EST", "Ann", par=67, **holders).with_box("EST", "5,5")
    assert after_the_round(table).box("EST") == after


@pytest.mark.rule("1843-7.7-14")
@pytest.mark.parametrize(("box", "after"), [("0,6", "1,7"), ("0,0", "1,1")])
def test_from_the_top_row_it_goes_down_and_right(box: str, after: str):
    table = Table().with_company("EST", "Ann", par=67, Ann=6, Bob=4).with_box("EST", box)
    assert after_the_round(table).box("EST") == after


@pytest.mark.rule("1843-7.7-13", "1843-7.7-15")
def test_they_rise_in_operating_order_each_to_the_bottom():
    table = Table()
    for company in ("PO", "EST"):
        table.with_company(company, "Ann", par=67, Ann=6, Bob=4).with_box(company, "5,5")
    table.with_company("OU", "Ann", par=67, Ann=2).with_box("OU", "4,5")
    assert after_the_round(table).s.market["4,5"] == ["OU", "PO", "EST"]


@pytest.mark.rule("1843-8.10.1-03")
def test_a_price_of_500_by_being_sold_out_ends_the_game_at_once():
    table = Table().with_company("EST", "Ann", par=67, Ann=6, Bob=4).with_box("EST", "1,14")
    assert after_the_round(table).s.end is not None
    table = Table().with_company("EST", "Ann", par=67, Ann=6, Bob=3).with_box("EST", "1,14")
    assert after_the_round(table).s.end is None


# --- the order of operation


@pytest.mark.rule("1843-8.2-01", "1843-8.2-02", "1843-8.2-03")
def test_dear_before_cheap_then_right_before_left_then_from_the_top():
    table = Table()
    # 104 at 5,5 and at 8,8; 108 at 6,7; PRO and SO in one box.
    for company, box in {"OU": "5,5", "PO": "8,8", "EST": "6,7", "PRO": "9,5", "SO": "9,5"}.items():
        table.with_company(company, "Ann", par=67, Ann=6, home=False).with_box(company, box)
    assert table.price("OU") == table.price("PO") == 104
    assert table.p.title.operating.order(table.p) == ["EST", "PO", "OU", "PRO", "SO"]


@pytest.mark.rule("1843-8.2-07", "1843-8.2-06")
def test_the_next_is_found_by_the_prices_of_the_moment():
    table = Table()
    for company, box in {"EST": "5,7", "OU": "5,6", "PO": "5,5"}.items():
        table.with_company(company, "Ann", par=67, Ann=6).with_box(company, box)
    table.operating_turn("EST", step="train").with_train("EST", "2+1")
    table.with_box("OU", "9,4")
    while table.s.agenda[-1].subject == "EST":
        table.do("Ann", "skip")
    assert table.s.agenda[-1].subject == "PO"


@pytest.mark.rule("1843-7.7-16", "1843-8.2-04", "1843-8.2-05")
def test_companies_operate_in_the_order_in_which_they_came_to_a_price():
    """EST has operated before OU in this round, PO is still to come: in the next round EST goes before OU, after PO."""
    table = Table()
    for company, box in {"PO": "5,6", "EST": "5,6", "OU": "5,5"}.items():
        table.with_company(company, "Ann", par=67, Ann=6, home=False).with_box(company, box)
    table.operating_turn("OU", step="dividend").with_operated("EST")
    with table.arrange() as p:
        prices.move_marker(p, "OU", p.d.market.boxes["5,6"], "dividend")
    assert table.s.market["5,6"] == ["PO", "EST", "OU"]
    assert operating.next_company(table.p, table.s.agenda[-2]) == "PO"
    table.operating_round()
    assert table.s.agenda[-1].subject == "PO"
    assert table.p.title.operating.order(table.p) == ["PO", "EST", "OU"]
