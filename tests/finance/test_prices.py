"""Price markers: where they stand, in what order in a box, and what a move brings with it."""

from __future__ import annotations

from engine.finance import prices
from tests.toy.table import ToyTable


def two() -> ToyTable:
    """RED and BLU share a box; RED came first."""
    table = ToyTable().privates(ferry="", mail="").with_company("RED", "Ann", par=30)
    return table.with_company("BLU", "Bob", par=30)


def test_a_newcomer_goes_below_those_that_are_there():
    table = two()
    assert table.s.market == {"1,1": ["RED", "BLU"]}
    assert prices.price_order(table.p) == ["RED", "BLU"]
    with table.arrange() as p:
        prices.move_marker(p, "RED", p.d.market.boxes["1,2"], "dividend")
        prices.move_marker(p, "RED", p.d.market.boxes["1,1"], "no dividend")
    assert table.s.market == {"1,1": ["BLU", "RED"]}


def test_a_move_is_told_and_one_to_where_it_stands_is_not():
    table = two()
    with table.arrange() as p:
        prices.move_marker(p, "RED", p.d.market.boxes["1,1"], "dividend")
        assert p.events == []
        prices.move_marker(p, "RED", p.d.market.boxes["0,1"], "dividend")
    assert table.happened("price") == [{"company": "RED", "old": 30, "new": 40, "why": "dividend"}]
    assert table.s.market == {"1,1": ["BLU"], "0,1": ["RED"]}


def test_a_company_whose_marker_comes_to_the_closing_section_is_closed():
    table = two()
    with table.arrange() as p:
        prices.move_marker(p, "RED", p.d.market.boxes["3,0"], "sale")
    assert table.s.companies["RED"].closed
    assert table.s.market == {"1,1": ["BLU"]}
    assert (table.price("RED"), prices.section(table.p, "RED")) == (0, "")


def test_a_company_without_a_marker_has_no_price_and_does_not_move():
    table = two()
    with table.arrange() as p:
        prices.move_marker(p, "GRN", p.d.market.boxes["local:0,2"], "dividend")
        prices.lift(p, "GRN")
    assert prices.box_of(table.p, "GRN") is None
    assert table.price("GRN") == 0
