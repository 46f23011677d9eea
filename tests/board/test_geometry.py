"""Hexes with a point on top: which are neighbours."""

import pytest

from engine.board.geometry import EDGE, EDGES, neighbour, opposite, row_column


@pytest.mark.parametrize(
    ("side", "beside"), [("SW", "C3"), ("W", "B2"), ("NW", "A3"), ("NE", "A5"), ("E", "B6"), ("SE", "C5")]
)
def test_neighbours_in_a_row_differ_by_two_and_between_rows_by_one(side: str, beside: str):
    assert neighbour("B4", EDGE[side]) == beside


def test_crossing_a_side_and_back_returns_to_the_start():
    for edge in range(len(EDGES)):
        assert neighbour(neighbour("J10", edge), opposite(edge)) == "J10"
        assert opposite(opposite(edge)) == edge != opposite(edge)


def test_rows_and_columns_sort_as_the_map_is_printed():
    assert sorted(["B10", "A3", "B2"], key=row_column) == ["A3", "B2", "B10"]
