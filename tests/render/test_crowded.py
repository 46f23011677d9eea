"""Hexes with three cities, what every tile costs, boxes of the market with a phase, long names of trains."""

from __future__ import annotations

import math

import pytest

from engine.view import View, view
from render import draw_market, draw_sheet
from render.draw import Box, Piece
from render.layout import SLOT, VALUE, Shape, layout
from render.themes import LIGHT
from tests.render.test_systems import drawn
from tests.render.test_tables import words
from tests.t1843.table import Table

PARIS = ((0, 10), (2, 11), (3, 11), (4, 12), (5, 12))


def paris(phase: str, tile: str = "") -> View:
    """A game in which Paris has been built so far."""
    table = Table().with_phase(phase).with_company("PO", "Ann", par=79, Ann=6)
    if tile:
        table.with_tile("E16", tile, 0)
    return view(table.operating_turn("PO", "track").game)


@pytest.mark.parametrize("slots", [(1, 1, 1), (1, 2, 2), (1, 1, 2)])
def test_three_cities_keep_their_spaces_and_revenues_apart_within_the_hex(slots: tuple[int, int, int]):
    made = layout(Shape(tuple(("city", count, 1) for count in slots), PARIS))
    places = [place for stop in made.stops for place in stop.slots]
    assert len(places) == sum(slots)
    assert all(math.dist(a, b) > 2 * SLOT - 0.02 for n, a in enumerate(places) for b in places[n + 1 :])
    assert all(made.hexagon.inside(place, (SLOT, SLOT), -0.2) for place in places)
    values = [stop.value for stop in made.stops if stop.value is not None]
    assert len(values) == 3
    assert all(math.dist(a, b) > 2 * VALUE - 0.02 for n, a in enumerate(values) for b in values[n + 1 :])
    assert all(math.dist(value, place) > VALUE + SLOT - 0.1 for value in values for place in places)


def test_of_three_cities_the_label_and_all_revenues_are_written_and_names_only_where_there_is_room():
    shown = drawn(paris("brown", "X11"), "E16")
    assert shown.count("Paris") == 1
    assert shown.count("80") == 3
    assert "Montparnasse" not in shown
    assert "Montparnasse" in drawn(paris("yellow"), "E16")


def test_what_every_tile_costs_is_written_as_long_as_one_can_be_laid():
    assert "40fr" in drawn(paris("yellow"), "E16")
    assert "40fr" in drawn(paris("green", "X05"), "E16")
    assert "40fr" not in drawn(paris("brown", "X11"), "E16")
    assert "40fr" not in drawn(paris("yellow"), "D15")


def test_a_box_to_start_in_has_the_colour_of_its_phase(written: list[Piece]):
    found = paris("yellow")
    eras = {box.price: box.era for box in found.market.boxes if box.par}
    assert eras == {67: "yellow", 73: "yellow", 79: "yellow", 86: "green", 94: "green", 105: "blue", 120: "brown"}
    assert all(not box.era for box in found.market.boxes if not box.par)
    draw_market(found)
    fills = {item.color for piece in written for item in piece.items if isinstance(item, Box) and item.rim == LIGHT.par}
    assert {LIGHT.tile(color) for color in ("yellow", "green", "blue", "brown")} <= fills
    assert "par, from the phase of that colour" in words(written)


def test_the_longest_name_of_a_train_is_written_whole(written: list[Piece]):
    draw_sheet(paris("red"), wide=390)
    assert "Electric" in words(written)
