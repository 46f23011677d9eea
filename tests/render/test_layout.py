"""Where track, stops and revenues lie, for every tile in every turn."""

import math
from functools import cache
from itertools import pairwise

import pytest

from engine.view import TileView
from render.geometry import POINTED, Hexagon, crossings
from render.layout import SLOT, STOP, TRACK, VALUE, Layout, Shape, layout
from render.room import Room
from tests.render.positions import at_start

TILES = {tile.name: tile for tile in at_start().tiles}


def shape(tile: TileView, rotation: int, hexagon: Hexagon = POINTED) -> Shape:
    """What the layout of a turned tile depends on."""

    def end(number: int) -> int:
        return number if number >= STOP else (number + rotation) % 6

    track = tuple(sorted((min(a, b), max(a, b)) for a, b in ((end(a), end(b)) for a, b in tile.track)))
    return Shape(tuple((stop.kind, stop.slots, stop.revenue > 0) for stop in tile.stops), track, (), hexagon)


@cache
def every_layout() -> list[tuple[str, int, Shape, Layout]]:
    """All tiles in all turns, in a hex with a point on top and in a flat one."""
    lying = (POINTED, Hexagon(flat=True))
    shapes = [(name, n, shape(tile, n, one)) for name, tile in TILES.items() for one in lying for n in range(6)]
    return [(name, turn, found, layout(found)) for name, turn, found in shapes]


def test_there_are_tiles_to_look_at():
    assert len(every_layout()) == 12 * len(TILES) >= 400


def test_every_exit_has_track_that_ends_in_the_middle_of_its_side():
    for name, turn, found, made in every_layout():
        exits = {end for piece in found.track for end in piece if end < STOP}
        ends = [point for way in made.ways for point in (way.line[0], way.line[-1])]
        for side in exits:
            assert any(math.dist(made.hexagon.side_middle(side), point) < 1e-9 for point in ends), (name, turn, side)
        sides = [made.hexagon.side_middle(side) for side in exits]
        stops = [place.at for place in made.stops]
        for point in ends:
            assert any(math.dist(point, place) < 1e-9 for place in [*sides, *stops]), (name, turn, point)


def test_track_of_a_stop_leads_to_it():
    for name, turn, found, made in every_layout():
        for n, place in enumerate(made.stops):
            exits = {min(piece) for piece in found.track if STOP + n in piece}
            ways = [way for way in made.ways if STOP + n in way.ends]
            assert {end for way in ways for end in way.ends if end < STOP} == exits
            for way in ways:
                gap = min(math.dist(place.at, point) for point in _dense(way.line))
                assert gap < 0.02, (name, turn)


def _dense(line: tuple[tuple[float, float], ...]) -> list[tuple[float, float]]:
    points: list[tuple[float, float]] = []
    for (ax, ay), (bx, by) in pairwise(line):
        points += [(ax + (bx - ax) * n / 60, ay + (by - ay) * n / 60) for n in range(61)]
    return points


def test_nothing_overlaps_a_revenue():
    for name, turn, _, made in every_layout():
        for n, place in enumerate(made.stops):
            if place.value is None:
                continue
            assert made.hexagon.inside(place.value, (VALUE * 0.7, VALUE * 0.7)), (name, turn)
            for way in made.ways:
                gap = min(math.dist(place.value, point) for point in _dense(way.line))
                assert gap > VALUE + TRACK / 2, (name, turn, "track")
            for m, other in enumerate(made.stops):
                for slot in other.slots:
                    assert math.dist(slot, place.value) > VALUE + SLOT, (name, turn, "slot")
                if not other.slots:
                    assert math.dist(other.at, place.value) > VALUE + 0.1, (name, turn, "town")
                if other.value is not None and m != n:
                    assert math.dist(other.value, place.value) > 2 * VALUE, (name, turn, "value")


def test_nothing_overlaps_a_slot():
    for name, turn, found, made in every_layout():
        for n, place in enumerate(made.stops):
            for slot in place.slots:
                assert made.hexagon.inside(slot, (SLOT * 0.7, SLOT * 0.7)), (name, turn)
                others = [other for other in place.slots if other != slot]
                assert all(math.dist(slot, other) > 2 * SLOT - 1e-9 for other in others)
                for way in made.ways:
                    if STOP + n in way.ends:
                        continue
                    gap = min(math.dist(slot, point) for point in _dense(way.line))
                    assert gap > SLOT + TRACK / 2, (name, turn, found)


def test_towns_of_a_tile_lie_apart():
    for name, turn, _, made in every_layout():
        towns = [place.at for place in made.stops if not place.slots]
        assert all(math.dist(a, b) > 0.3 for n, a in enumerate(towns) for b in towns[n + 1 :]), (name, turn)


def test_a_town_with_two_exits_is_a_bar_any_other_a_dot():
    assert layout(shape(TILES["58"], 0)).stops[0].bar is not None
    assert layout(shape(TILES["141"], 0)).stops[0].bar is None
    assert layout(Shape((("town", 0, False),), ())).stops[0].bar is None


def test_track_that_crosses_without_joining_has_a_bridge():
    assert len(layout(shape(TILES["20"], 0)).bridges) == 1
    assert len(layout(shape(TILES["55"], 0)).bridges) == 1


def test_track_that_joins_has_no_bridge():
    for name in ("23", "24", "25", "7", "8", "9", "57", "14"):
        assert layout(shape(TILES[name], 0)).bridges == (), name


def test_every_crossing_has_its_bridge():
    for name, turn, _, made in every_layout():
        apart = [
            (a, b)
            for n, a in enumerate(made.ways)
            for b in made.ways[n + 1 :]
            if not set(a.ends) & set(b.ends) and crossings(a.line, b.line)
        ]
        assert len(made.bridges) == len(apart), (name, turn)


@pytest.mark.parametrize("slots", range(1, 7))
def test_cities_of_any_size_keep_their_spaces_apart(slots: int):
    places = layout(Shape((("city", slots, True),), ((0, 10), (3, 10)))).stops[0].slots
    assert len(places) == slots
    assert all(math.dist(a, b) >= 2 * SLOT - 1e-9 for n, a in enumerate(places) for b in places[n + 1 :])


@pytest.mark.parametrize(
    "track",
    [(), ((0, 10),), ((0, 10), (3, 11)), ((0, 10), (2, 10), (3, 11), (5, 11)), ((1, 10), (2, 10), (4, 11), (5, 11))],
)
def test_two_cities_in_a_hex_lie_apart(track: tuple[tuple[int, int], ...]):
    one, two = layout(Shape((("city", 1, False), ("city", 1, False)), track)).stops
    assert math.dist(one.at, two.at) > 2 * SLOT


def test_a_loose_end_of_track_starts_at_its_side():
    (way,) = layout(Shape((), (), (4,))).ways
    assert way.line[0] == POINTED.side_middle(4)
    assert POINTED.inside(way.line[1], (0, 0))


def test_room_is_found_beside_what_is_there():
    room = Room(POINTED)
    room.add_box((0.0, 0.0), (0.3, 0.3))
    at, gap, _ = room.best((0.2, 0.1), ((0.0, 0.1), (0.0, 0.5)))
    assert at == (0.0, 0.5)
    assert gap == pytest.approx(0.1)


def test_solid_things_are_avoided_before_track():
    room = Room(POINTED)
    room.add_box((0.0, -0.5), (0.3, 0.3))
    room.add_line(((-0.8, 0.5), (0.8, 0.5)), 0.1)
    at, _, gap = room.best((0.2, 0.1), ((0.0, -0.5), (0.0, 0.5)))
    assert at == (0.0, 0.5)
    assert gap < 0
