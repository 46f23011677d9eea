"""Price markers on pictures of the market: all are seen, none covers another or a price, and they can be read."""

from __future__ import annotations

from itertools import combinations, pairwise

import pytest

from engine import new
from engine.view import view
from render import draw_market
from render.changes import changes
from render.draw import Box, Disc, Item, Piece, Text
from render.markers import Chip
from render.market import cell_items
from render.themes import LIGHT
from tests.long_runs import one_of
from tests.render.overlaps import Rect
from tests.render.overlaps import written as letters
from tests.render.positions import TITLES, course, moments
from tests.render.test_tables import cell

SYMBOLS = {
    title: sorted((company.symbol for company in view(new(title, ["Ann", "Bob", "Cem"])).companies), key=len)
    for title in TITLES
}
SIZES = ((72, 76), (91, 96), (67, 94), (135, 189))
"""Boxes of markets as they are posted."""
MANY = 8


def chips(names: list[str], *, fresh: bool = False) -> tuple[Chip, ...]:
    """Markers of companies, some of which have operated."""
    return tuple(Chip(name, (9, 9, 9), n % 3 == 1, fresh and n == 0) for n, name in enumerate(names))


def extent(item: Item) -> Rect:
    """The box around a marker or the letters of a text."""
    match item:
        case Disc((x, y), radius):
            return x - radius, y - radius, x + radius, y + radius
        case Box(low, high):
            return (*low, *high)
        case Text():
            return letters(item)
        case _:
            raise AssertionError(item)


def meet(one: Rect, other: Rect) -> bool:
    """Do two boxes lie on one another, by more than half a pixel?"""
    return min(one[2], other[2]) - max(one[0], other[0]) > 0.5 and min(one[3], other[3]) - max(one[1], other[1]) > 0.5


@pytest.mark.parametrize("count", range(1, MANY + 1))
def test_stacks_show_every_marker_from_the_top(count: int):
    found = cell_items(cell(chips=chips([f"C{n}" for n in range(count)])), LIGHT, 80, 85)
    texts = [item for item in found if isinstance(item, Text) and item.text != "100"]
    # They are read line by line; the first operates first.
    assert [one.text for one in sorted(texts, key=lambda one: (one.at[1], one.at[0]))] == [
        f"C{n}" for n in range(count)
    ]
    assert all(min(extent(item)[:2]) >= 0 and extent(item)[2] <= 80 and extent(item)[3] <= 85 for item in found)


@pytest.mark.parametrize("par", [False, True])
@pytest.mark.parametrize(("across", "down"), SIZES)
@pytest.mark.parametrize("title", TITLES)
def test_no_marker_covers_a_price_or_another_marker(title: str, across: int, down: int, par: bool):
    """SR lay on its own price, and of three markers in a box one could not be seen."""
    for count in range(1, min(MANY, len(SYMBOLS[title])) + 1):
        names = SYMBOLS[title][-count:]
        for price in ("75", "350"):
            found = cell_items(cell(price=price, par=par, chips=chips(names, fresh=True)), LIGHT, across, down)
            texts = [n for n, item in enumerate(found) if isinstance(item, Text)]
            assert [found[n].text for n in texts] == [price, *names]  # type: ignore[union-attr]
            for n in texts:
                over = [item for item in found[n + 1 :] if meet(extent(item), extent(found[n]))]
                assert not over, f"{found[n]} beneath {over}"


@pytest.mark.parametrize("title", TITLES)
def test_names_of_several_markers_in_a_box_are_large_enough(title: str, written: list[Piece]):
    """In the smallest box of the title's market, as it is posted."""
    draw_market(moments(title)[0], wide=1400)
    across, down = min(piece.size for piece in written if piece.size[0] < 200)
    for count, least in ((2, 15), (3, 13), (4, 10)):
        found = cell_items(cell(chips=chips(SYMBOLS[title][-count:])), LIGHT, across, down)
        sizes = {item.text: item.size for item in found if isinstance(item, Text)}
        assert min(sizes.values()) >= least, sizes


@pytest.mark.parametrize("title", TITLES)
def test_order_and_legend_can_be_read_on_a_phone(title: str, written: list[Piece]):
    """At 375 pixels: nothing lies on anything or beyond the edge, and every company has its price."""
    for now in moments(title):
        written.clear()
        draw_market(now, wide=375, since=moments(title)[0])
        order, legend = ([item for item in piece.items if isinstance(item, Text)] for piece in written[-2:])
        prices = {company.symbol: str(company.price) for company in now.companies}
        shown = [text.text for text in order]
        on_market = [marker.company for box in now.market.boxes for marker in box.stack]
        pairs = set(pairwise(shown))
        assert {(name, prices[name]) for name in on_market} <= pairs
        assert min(text.size for text in order) >= 8 and min(text.size for text in legend) >= 7.5
        for texts in (order, legend):
            boxes = [letters(text) for text in texts]
            assert all(left >= 0 and right <= 375 for left, _, right, _ in boxes)
            assert not [pair for pair in combinations(boxes, 2) if meet(*pair)]


def numbers(pieces: list[Piece]) -> dict[str, float]:
    """The prices in the boxes of a market, with the size of their letters."""
    items = [one for piece in pieces for one in piece.items if isinstance(one, Text) and one.text.isdigit()]
    return {one.text: one.size for one in items if one.bold}


@pytest.mark.parametrize("title", one_of(["1870", *(title for title in TITLES if title != "1870")]))
def test_the_part_of_a_market_that_has_changed_is_larger_and_has_what_has_moved(title: str, written: list[Piece]):
    """On a phone, 1870's prices were 5 pixels high."""
    *before, now = course(title)
    first = next(one for one in reversed(before) if changes(now, one, None).moved)
    whole = draw_market(now, wide=1400, since=first)
    all_prices = numbers(written)
    written.clear()
    part = draw_market(now, wide=1400, since=first, close=True)
    prices = numbers(written)
    assert part.alt == whole.alt and part.problems == ()
    assert prices.keys() <= all_prices.keys() and max(prices.values()) >= max(all_prices.values())
    moved = changes(now, first, None).moved
    reached = {str(one.price) for one in now.companies if one.symbol in moved and one.price}
    assert moved and reached <= prices.keys()
    same = draw_market(now, wide=1400, since=now, close=True)
    assert same.size == draw_market(now, wide=1400, since=now).size, "nothing has moved: all of it"
