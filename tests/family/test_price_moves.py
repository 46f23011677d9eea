"""Where price markers go, as most games have it, and what their section of the market allows."""

from __future__ import annotations

from dataclasses import replace

import pytest

from engine.core.position import Position
from engine.family import limits, price_moves, privates
from engine.finance.market import market_def
from tests.toy.table import ToyTable


def red(box: str = "1,1", **holders: int) -> ToyTable:
    """RED in a box of the great market."""
    return ToyTable().privates(ferry="", mail="").with_company("RED", "Ann", par=30, box=box, **holders)


@pytest.mark.parametrize(("kind", "to"), [("full", "1,2"), ("half", "1,1"), ("withhold", "1,0")])
def test_a_full_dividend_goes_right_none_left_and_half_of_one_stays(kind: str, to: str):
    p = red().p
    assert price_moves.after_dividend(p, "RED", p.d.market.boxes["1,1"], kind).id == to


@pytest.mark.parametrize(("ann", "pool", "box"), [(10, 0, "0,1"), (9, 1, "1,1"), (9, 0, "1,1")])
def test_only_a_company_of_which_nothing_is_for_sale_rises(ann: int, pool: int, box: str):
    table = red(Ann=ann, pool=pool)
    with table.arrange() as p:
        price_moves.sold_out_rise(p)
    assert table.box("RED") == box


@pytest.mark.parametrize(
    ("section", "counts", "most", "many"),
    [("y", False, 6, False), ("g", False, 10, False), ("b", False, 10, True), ("", True, 6, False)],
)
def test_the_section_of_the_market_frees_from_limits(section: str, counts: bool, most: int, many: bool):
    p = red("0,0").p
    p = Position(p.title, replace(p.d, market=market_def(f"30{section} 40p")), p.s)
    assert (limits.counts(p, "RED"), limits.most_units(p, "RED")) == (counts, most)
    assert limits.many_from_pool(p, "RED") is many


@pytest.mark.parametrize(("players", "closed", "limit"), [(3, (), 8), (3, ("GRN",), 6), (2, ("GRN", "BLU"), 6)])
def test_the_certificate_limit_goes_by_players_and_companies_left(players: int, closed: tuple[str, ...], limit: int):
    table = ToyTable(("Ann", "Bob", "Cem")[:players]).with_closed(*closed)
    assert limits.limit(table.p) == limit
    assert limits.limit(table.with_closed("RED", "GRN", "BLU").p) == limits.limit(table.p), "the last row stays"


def test_nothing_is_sold_in_the_initial_round_nor_what_has_no_price():
    table = red().stock_round("Ann", initial=True)
    banned = limits.initial_sale_ban(table.p, "p1", "RED")
    assert banned is not None and "initial stock round" in banned.sentence()
    table.stock_round("Ann")
    assert limits.initial_sale_ban(table.p, "p1", "RED") is None
    assert limits.initial_sale_ban(table.p, "p1", "BLU") is not None


@pytest.mark.parametrize(("most", "span"), [(100, (15, 60)), (45, (15, 45))])
def test_a_private_company_costs_half_to_double(most: int, span: tuple[int, int]):
    found = privates.price_span(ToyTable().p, "MAIL", most)
    assert (found.low, found.high) == span
