"""Pictures of a map with points on top and of the same map with flat hexes, by the same tests."""

from __future__ import annotations

import math
import random

import pytest

from engine import new
from engine.view import HexView, View, distinct, view
from render import THEMES, Picture, draw_animation, draw_choices, draw_ever, draw_map, draw_runs, draw_tiles, draw_ways
from render.board import frame_of, map_pieces
from render.changes import Changes
from render.draw import Piece, Text
from render.layout import layout
from render.model import hex_models
from render.numbered import part_around
from render.runs import read_route
from render.themes import LIGHT
from tests.long_runs import SKIPPED
from tests.render.test_labels import SCALES, TITLES, looks_of, wrong
from tests.toy.flat import TABLES, FlatTable, flat, flat_toy
from tests.toy.table import ToyTable

__all__ = ["flat_toy"]
ROUTES = ("2-0=B2/c0,B4.W,B4.E,B6/c0", "2-1=A3/c0,B4.NW,C5.NW,C5/o0")
both = pytest.mark.parametrize("table", TABLES)


def seen(table: type[ToyTable]) -> View:
    """Tiles, markers and track from place to place."""
    made = table().two_railways().connected().with_tile("A3", "5", 4)
    return view(made.with_train("RED", "2").with_train("BLU", "2").game)


def called(found: View, text: str) -> str:
    """A hex, stop or route of the toy by its name on this map."""
    return flat(text) if found.flat else text


def drawn(found: View, theme: str, wide: int) -> dict[str, Picture]:
    """Every kind of picture with hexes in it."""
    at, city = called(found, "B2"), called(found, "B6/c0")
    turns = distinct(found, at, [(tile, turn) for tile in ("5", "6", "57") for turn in range(6)])
    look = {"theme": theme, "wide": wide}
    return {
        "map": draw_map(found, **look, since=found, before=found),  # type: ignore[arg-type]
        "owners": draw_map(found, **look, owners=True),  # type: ignore[arg-type]
        "numbers": draw_map(found, **look, numbers={at: "1", city: "2"}),  # type: ignore[arg-type]
        "part": draw_map(found, **look, around=[at]),  # type: ignore[arg-type]
        "choices": draw_choices(found, at, turns, **look),  # type: ignore[arg-type]
        "ever": draw_ever(found, at, turns[:3], dict.fromkeys(turns[:3], "now"), **look),  # type: ignore[arg-type]
        "tiles": draw_tiles(found, **look),  # type: ignore[arg-type]
        "runs": draw_runs(found, "RED", **look),  # type: ignore[arg-type]
        "ways": draw_ways(found, [called(found, route) for route in ROUTES], **look),  # type: ignore[arg-type]
        "animation": draw_animation([found, found], **look),  # type: ignore[arg-type]
    }


@both
@pytest.mark.parametrize(("theme", "wide"), list(zip(THEMES, (375, 1080, 600), strict=True)))
def test_every_kind_of_picture_can_be_drawn(table: type[ToyTable], theme: str, wide: int):
    for kind, picture in drawn(seen(table), theme, wide).items():
        assert picture.problems == (), kind
        assert picture.size[0] == wide, kind


@both
def test_track_goes_on_where_it_enters_the_next_hex(table: type[ToyTable]):
    found = seen(table)
    frame = frame_of([(place.row, place.column) for place in found.hexes], 2000, 0, found.flat)
    models, _ = hex_models(found, LIGHT, {}, {})
    at_place = {(place.row, place.column): n for n, place in enumerate(found.hexes)}
    ends: list[set[tuple[int, tuple[float, float]]]] = []
    for place, model in zip(found.hexes, models, strict=True):
        x, y = frame.middle(place.row, place.column)
        exits = {side for piece in place.track for side in piece if side < 6}
        lines = [way.line for way in layout(model.shape).ways]
        for side in exits & {end for way in layout(model.shape).ways for end in way.ends}:
            middle = model.shape.hexagon.side_middle(side)
            assert any(math.dist(middle, point) < 1e-9 for line in lines for point in (line[0], line[-1]))
        ends.append({(side, _pixels(model.shape.hexagon.side_middle(side), (x, y), frame.scale)) for side in exits})
    met = 0
    for n, place in enumerate(found.hexes):
        for side, at in ends[n]:
            down, right = found.grid.steps[side]
            other = at_place.get((place.row + down, place.column + right))
            for back, there in ends[other] if other is not None else ():
                if back == (side + 3) % 6:
                    met += 1
                    assert math.dist(at, there) < 2
    assert met == 2 * 4, "the junction is met from both railways, from the quay and from the capital"


def _pixels(point: tuple[float, float], middle: tuple[int, int], scale: float) -> tuple[float, float]:
    return (middle[0] + point[0] * scale, middle[1] + point[1] * scale)


@both
def test_letters_stand_above_flat_columns_and_beside_other_rows(table: type[ToyTable]):
    found = seen(table)
    _, pieces, _ = map_pieces(found, LIGHT, 900, Changes(), {})
    above, beneath, left, right = pieces[1:5]
    letters, numbers = (above, left) if found.flat else (left, above)
    assert sorted(words(letters)) == ["A", "B", "C"]
    assert sorted(words(numbers), key=int) == ["2", "3", "4", "5", "6"]
    assert (words(above), words(left)) == (words(beneath), words(right))
    middles = [(one.at[0] + one.size[0] / 2, one.at[1] + one.size[1] / 2) for one in hexes(pieces)]
    for item in (item for item in above.items if isinstance(item, Text)):
        assert min(abs(x - item.at[0]) for x, _ in middles) < 1.5
    for item in (item for item in left.items if isinstance(item, Text)):
        assert min(abs(y - left.at[1] - item.at[1]) for _, y in middles) < 1.5


def words(piece: Piece) -> list[str]:
    """Everything written in a piece."""
    return [item.text for item in piece.items if isinstance(item, Text)]


def hexes(pieces: list[Piece]) -> list[Piece]:
    """The pieces that are hexes."""
    return [piece for piece in pieces if piece.mask is not None]


@both
def test_hexes_are_cut_out_as_they_lie(table: type[ToyTable]):
    found = seen(table)
    _, pieces, _ = map_pieces(found, LIGHT, 900, Changes(), {})
    for piece in hexes(pieces):
        assert piece.mask is not None
        assert piece.mask.flat == found.flat == (piece.size[0] > piece.size[1])


@both
def test_a_part_of_the_map_has_all_neighbours_and_no_more(table: type[ToyTable]):
    found = seen(table)
    assert {place.id for place in part_around(found, ["B4"])} == {place.id for place in found.hexes}
    corner = called(found, "B2")
    middle = next(place for place in found.hexes if place.id == corner)
    beside = {place.id for place in part_around(found, [corner])}
    assert _neighbours(found, middle) <= beside
    assert called(found, "B6") not in beside


def _neighbours(found: View, middle: HexView) -> set[str]:
    steps = {(middle.row + down, middle.column + right) for down, right in found.grid.steps}
    return {place.id for place in found.hexes if (place.row, place.column) in steps}


@both
def test_routes_are_read_by_the_names_of_sides(table: type[ToyTable]):
    found = seen(table)
    for route in ROUTES:
        run, problems = read_route(found, called(found, route))
        assert problems == []
        assert len(run.pieces) == 3
    _, problems = read_route(found, ROUTES[0] if found.flat else flat(ROUTES[0]))
    assert problems, "sides of the other kind of hex are unknown"


def test_both_maps_have_the_same_runs():
    pieces = [read_route(found, called(found, ROUTES[0]))[0].pieces for found in map(seen, (ToyTable, FlatTable))]
    assert [(flat(hex_id), a, b) for hex_id, a, b in pieces[0]] == list(pieces[1])


@pytest.mark.parametrize("title", TITLES)
def test_no_label_covers_another_if_the_hexes_of_a_title_are_flat(title: str):
    stream = random.Random(title)
    found = view(new(title, ["Ann", "Bob", "Cem"], {}, 1))
    looks = looks_of(title, stream.sample([place.id for place in found.hexes if place.stops], 2), flat=True)
    assert all(model.shape.hexagon.flat for model, _ in looks)
    full = [pair for pair in looks if pair[0].stops]
    assert wrong(stream.sample(full, 24), 48.0) == []


@pytest.mark.soak
@SKIPPED
@pytest.mark.parametrize("scale", SCALES)
@pytest.mark.parametrize("title", TITLES)
def test_no_label_covers_another_on_any_flat_hex_with_any_tile(title: str, scale: float):
    assert wrong(looks_of(title, flat=True), scale) == []
