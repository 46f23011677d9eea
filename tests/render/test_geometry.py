"""The plane geometry of hexes and track, exactly."""

import math
from itertools import combinations

import pytest

from render.geometry import (
    APOTHEM,
    ROW_PITCH,
    STEPS,
    along,
    corners,
    crossings,
    cut,
    inside,
    inward,
    length,
    opposite,
    reach,
    ribbon,
    side_ends,
    side_middle,
    tangent_arc,
    through,
)

PAIRS = list(combinations(range(6), 2))


def centre(row: int, column: int) -> tuple[float, float]:
    """The centre of a hex on the map: neighbours in a row are two columns apart, each as wide as an apothem."""
    return (column * APOTHEM, row * ROW_PITCH)


def test_sides_are_numbered_clockwise_from_the_south_west():
    names = [(round(x, 3), round(y, 3)) for x, y in (side_middle(side) for side in range(6))]
    assert names[0] == (-0.433, 0.75)
    assert names[1] == (-0.866, 0.0)
    assert names[2] == (-0.433, -0.75)
    assert names[3] == (0.433, -0.75)
    assert names[4] == (0.866, 0.0)
    assert names[5] == (0.433, 0.75)


@pytest.mark.parametrize("side", range(6))
def test_a_side_lies_between_its_two_corners(side: int):
    (ax, ay), (bx, by) = side_ends(side)
    assert side_middle(side) == pytest.approx(((ax + bx) / 2, (ay + by) / 2))
    assert math.dist((ax, ay), (bx, by)) == pytest.approx(1.0)


@pytest.mark.parametrize("side", range(6))
def test_neighbours_share_the_middle_of_their_side(side: int):
    down, right = STEPS[side]
    here, there = centre(4, 8), centre(4 + down, 8 + right)
    mine, theirs = side_middle(side), side_middle(opposite(side))
    assert (here[0] + mine[0], here[1] + mine[1]) == pytest.approx((there[0] + theirs[0], there[1] + theirs[1]))
    assert math.dist(here, there) == pytest.approx(2 * APOTHEM)


def test_rows_are_one_and_a_half_sides_apart():
    assert centre(1, 0)[1] - centre(0, 0)[1] == ROW_PITCH


@pytest.mark.parametrize("pair", PAIRS)
def test_track_meets_both_sides_in_their_middle_at_a_right_angle(pair: tuple[int, int]):
    line = through(*pair)
    for end, side in ((line, pair[0]), (line[::-1], pair[1])):
        assert end[0] == pytest.approx(side_middle(side))
        dx, dy = end[1][0] - end[0][0], end[1][1] - end[0][1]
        size = math.hypot(dx, dy)
        along_normal = (dx * inward(side)[0] + dy * inward(side)[1]) / size
        # The first chord of an arc of 16 parts leaves the tangent by half a part's angle.
        assert along_normal > math.cos(math.radians(120 / 16 / 2) + 1e-9)


@pytest.mark.parametrize(("apart", "radius"), [(1, 0.5), (2, 1.5)])
def test_curves_are_circular_arcs(apart: int, radius: float):
    for first in range(6):
        a, b = sorted((first, (first + apart) % 6))
        line = through(a, b)
        x, y = _centre_of(line[0], line[8], line[16])
        assert all(math.dist((x, y), point) == pytest.approx(radius) for point in line)


def _centre_of(a: tuple[float, float], b: tuple[float, float], c: tuple[float, float]) -> tuple[float, float]:
    d = 2 * (a[0] * (b[1] - c[1]) + b[0] * (c[1] - a[1]) + c[0] * (a[1] - b[1]))
    squares = [p[0] ** 2 + p[1] ** 2 for p in (a, b, c)]
    x = (squares[0] * (b[1] - c[1]) + squares[1] * (c[1] - a[1]) + squares[2] * (a[1] - b[1])) / d
    y = (squares[0] * (c[0] - b[0]) + squares[1] * (a[0] - c[0]) + squares[2] * (b[0] - a[0])) / d
    return x, y


@pytest.mark.parametrize("side", range(3))
def test_opposite_sides_are_joined_by_a_straight(side: int):
    assert through(side, side + 3) == (side_middle(side), side_middle(side + 3))


def test_track_stays_within_the_hex():
    for pair in PAIRS:
        assert all(inside(point, (0.0, 0.0), -1e-9) for point in through(*pair))


def test_an_arc_to_a_point_starts_square_to_its_side():
    line = tangent_arc(side_middle(1), inward(1), (0.2, -0.3))
    assert line[0] == side_middle(1)
    assert line[-1] == (0.2, -0.3)
    assert abs(line[1][1] - line[0][1]) < 0.03


def test_parts_of_a_line():
    line = ((0.0, 0.0), (1.0, 0.0), (1.0, 3.0))
    assert length(line) == 4.0
    assert along(line, 0.25) == pytest.approx((1.0, 0.0))
    assert along(line, 1.0) == pytest.approx((1.0, 3.0))
    assert cut(line, 0.125, 0.5) == ((0.5, 0.0), (1.0, 0.0), (1.0, 1.0))
    assert length(cut(line, 0.3, 0.8)) == pytest.approx(2.0)


def test_how_far_a_point_is_from_a_line():
    assert reach((0.5, 2.0), ((0.0, 0.0), (1.0, 0.0))) == 2.0
    assert reach((4.0, 4.0), ((0.0, 0.0), (1.0, 0.0))) == 5.0


def test_two_straights_cross_once_in_the_middle():
    found = crossings(through(0, 3), through(1, 4))
    assert len(found) == 1
    at, part = found[0]
    assert at == pytest.approx((0.0, 0.0))
    assert part == pytest.approx(0.5)


def test_track_side_by_side_does_not_cross():
    assert crossings(through(0, 2), through(3, 5)) == []


def test_a_ribbon_is_as_wide_as_asked_and_cut_square():
    a, b, c, d = ribbon(((0.0, 0.0), (2.0, 0.0)), 0.5)
    assert {a, b, c, d} == {(0.0, 0.25), (2.0, 0.25), (2.0, -0.25), (0.0, -0.25)}


def test_a_box_is_inside_only_if_all_of_it_is():
    assert inside((0.0, 0.0), (0.3, 0.3))
    assert not inside((0.0, 0.8), (0.3, 0.3))
    assert all(not inside(corner, (0.01, 0.01)) for corner in corners())
