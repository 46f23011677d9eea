"""Hexes with a point on top, and flat ones: which are neighbours, and what their sides are called."""

import pytest

from engine.board.geometry import EDGE, FLAT, POINTED, HexGrid, neighbour, opposite, row_column
from engine.board.map import map_def
from engine.board.tiles import track_of
from engine.core.errors import Damaged
from engine.core.sheets import BarrierSheet, HexSheet

both = pytest.mark.parametrize("grid", [POINTED, FLAT], ids=["pointed", "flat"])


@pytest.mark.parametrize(
    ("side", "beside"), [("SW", "C3"), ("W", "B2"), ("NW", "A3"), ("NE", "A5"), ("E", "B6"), ("SE", "C5")]
)
def test_neighbours_in_a_row_differ_by_two_and_between_rows_by_one(side: str, beside: str):
    assert neighbour("B4", EDGE[side]) == beside


@pytest.mark.parametrize(
    ("side", "beside"), [("S", "B11"), ("SW", "A10"), ("NW", "A8"), ("N", "B7"), ("NE", "C8"), ("SE", "C10")]
)
def test_flat_neighbours_in_a_column_differ_by_two_and_between_columns_by_one(side: str, beside: str):
    assert neighbour("B9", FLAT.edge[side], FLAT) == beside


@both
def test_crossing_a_side_and_back_returns_to_the_start(grid: HexGrid):
    for edge in range(6):
        assert neighbour(neighbour("J10", edge, grid), opposite(edge), grid) == "J10"
        assert opposite(opposite(edge)) == edge != opposite(edge)


@both
def test_going_round_a_hex_passes_its_neighbours_one_after_another(grid: HexGrid):
    for edge in range(6):
        beside = neighbour("J10", edge, grid)
        assert neighbour(beside, (edge + 2) % 6, grid) == neighbour("J10", (edge + 1) % 6, grid)


@both
def test_sides_are_named_by_where_they_are(grid: HexGrid):
    for name, (down, right) in zip(grid.edges, grid.steps, strict=True):
        assert ("N" in name, "S" in name) == (down < 0, down > 0)
        assert ("W" in name, "E" in name) == (right < 0, right > 0)


def test_rows_and_columns_sort_as_the_map_is_printed():
    assert sorted(["B10", "A3", "B2"], key=row_column) == ["A3", "B2", "B10"]
    assert row_column("B10") == (1, 10)


def test_letters_of_a_flat_map_are_columns():
    assert row_column("B10", FLAT) == (10, 1)
    assert sorted(["B11", "A10", "A8"], key=lambda one: row_column(one, FLAT)) == ["A8", "A10", "B11"]


def test_a_tile_of_a_flat_map_turns_from_south_to_south_west():
    straight = [track_of((), (("S", "N"),), turn, FLAT).exits for turn in range(3)]
    assert [tuple(FLAT.edges[side] for side in exits) for exits in straight] == [("S", "N"), ("SW", "NE"), ("NW", "SE")]


@pytest.mark.parametrize(("grid", "strange"), [(POINTED, "N"), (FLAT, "W")])
def test_a_side_that_the_hexes_of_a_map_do_not_have_is_a_mistake(grid: HexGrid, strange: str):
    wrong = (
        HexSheet(kind="land", barriers=(BarrierSheet(strange, "river"),)),  # type: ignore[arg-type]
        HexSheet(kind="land", stubs=(strange,)),  # type: ignore[arg-type]
        HexSheet(kind="land", line=("SW", strange)),  # type: ignore[arg-type]
        HexSheet(kind="gray", track=(("SW", strange),)),
    )
    for sheet in wrong:
        with pytest.raises(Damaged, match=f"'{strange}'"):
            map_def({"A2": sheet}, grid)
