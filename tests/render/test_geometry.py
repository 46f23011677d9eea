"""The plane geometry of hexes and track, exactly."""

import math
from itertools import combinations

import pytest

from engine.board.geometry import FLAT, HexGrid
from engine.board.geometry import POINTED as POINTED_GRID
from render.board import frame_of
from render.geometry import (
    APOTHEM,
    PITCH,
    POINTED,
    Hexagon,
    along,
    crossings,
    cut,
    length,
    reach,
    ribbon,
    tangent_arc,
)

PAIRS = list(combinations(range(6), 2))
both = pytest.mark.parametrize("hexagon", [POINTED, Hexagon(flat=True)], ids=["pointed", "flat"])


def test_sides_are_numbered_clockwise_from_the_south_west():
    names = [(round(x, 3), round(y, 3)) for x, y in (POINTED.side_middle(side) for side in range(6))]
    assert names[0] == (-0.433, 0.75)
    assert names[1] == (-0.866, 0.0)
    assert names[2] == (-0.433, -0.75)
    assert names[3] == (0.433, -0.75)
    assert names[4] == (0.866, 0.0)
    assert names[5] == (0.433, 0.75)


def test_a_flat_hex_has_the_same_sides_half_a_side_further_round():
    flat = Hexagon(flat=True)
    assert flat.side_middle(0) == pytest.approx((0.0, APOTHEM)), "the south"
    assert flat.side_middle(3) == pytest.approx((0.0, -APOTHEM)), "the north"
    assert flat.half == tuple(reversed(POINTED.half))
    turned = [(x * APOTHEM + y / 2, y * APOTHEM - x / 2) for x, y in map(POINTED.side_middle, range(6))]
    assert [flat.side_middle(side) for side in range(6)] == [pytest.approx(point) for point in turned]


@both
@pytest.mark.parametrize("side", range(6))
def test_a_side_lies_between_its_two_corners(hexagon: Hexagon, side: int):
    (ax, ay), (bx, by) = hexagon.side_ends(side)
    assert hexagon.side_middle(side) == pytest.approx(((ax + bx) / 2, (ay + by) / 2))
    assert math.dist((ax, ay), (bx, by)) == pytest.approx(1.0)


@pytest.mark.parametrize("side", range(6))
@pytest.mark.parametrize("grid", [POINTED_GRID, FLAT])
def test_neighbours_share_the_middle_of_their_side(grid: HexGrid, side: int):
    hexagon, (down, right) = Hexagon(grid.flat), grid.steps[side]
    frame = frame_of([(row, column) for row in range(9) for column in range(17)], 4000, 0, grid.flat)
    (x, y), (u, v) = frame.middle(4, 8), frame.middle(4 + down, 8 + right)
    mine, theirs = hexagon.side_middle(side), hexagon.side_middle((side + 3) % 6)
    found = ((u - x) / frame.scale + theirs[0], (v - y) / frame.scale + theirs[1])
    assert mine == pytest.approx(found, abs=1.1 / frame.scale), "to the pixel"


@pytest.mark.parametrize("flat", [False, True])
def test_a_map_fills_its_width_and_leaves_a_margin_for_coordinates(flat: bool):
    frame = frame_of([(row, column) for row in range(5) for column in range(9) if (row + column) % 2], 1200, 50, flat)
    left, right = frame.left, 1200 - frame.left
    assert frame.left + frame.across(0) - frame.half[0] == left
    assert frame.left + frame.across(8) + frame.half[0] == pytest.approx(right, abs=1)
    assert 0.5 * frame.scale < left < 0.9 * frame.scale
    assert frame.bottom == pytest.approx(frame.top + frame.down(4) + frame.half[1], abs=0.5)
    assert frame.scale * PITCH == pytest.approx(
        frame.across(1) - frame.across(0) if flat else frame.down(1) - frame.down(0)
    )


@both
@pytest.mark.parametrize("pair", PAIRS)
def test_track_meets_both_sides_in_their_middle_at_a_right_angle(hexagon: Hexagon, pair: tuple[int, int]):
    line = hexagon.through(*pair)
    for end, side in ((line, pair[0]), (line[::-1], pair[1])):
        assert end[0] == pytest.approx(hexagon.side_middle(side))
        dx, dy = end[1][0] - end[0][0], end[1][1] - end[0][1]
        size = math.hypot(dx, dy)
        along_normal = (dx * hexagon.inward(side)[0] + dy * hexagon.inward(side)[1]) / size
        # The first chord of an arc of 16 parts leaves the tangent by half a part's angle.
        assert along_normal > math.cos(math.radians(120 / 16 / 2) + 1e-9)


@both
@pytest.mark.parametrize(("apart", "radius"), [(1, 0.5), (2, 1.5)])
def test_curves_are_circular_arcs(hexagon: Hexagon, apart: int, radius: float):
    for first in range(6):
        a, b = sorted((first, (first + apart) % 6))
        line = hexagon.through(a, b)
        x, y = _centre_of(line[0], line[8], line[16])
        assert all(math.dist((x, y), point) == pytest.approx(radius) for point in line)


def _centre_of(a: tuple[float, float], b: tuple[float, float], c: tuple[float, float]) -> tuple[float, float]:
    d = 2 * (a[0] * (b[1] - c[1]) + b[0] * (c[1] - a[1]) + c[0] * (a[1] - b[1]))
    squares = [p[0] ** 2 + p[1] ** 2 for p in (a, b, c)]
    x = (squares[0] * (b[1] - c[1]) + squares[1] * (c[1] - a[1]) + squares[2] * (a[1] - b[1])) / d
    y = (squares[0] * (c[0] - b[0]) + squares[1] * (a[0] - c[0]) + squares[2] * (b[0] - a[0])) / d
    return x, y


@both
@pytest.mark.parametrize("side", range(3))
def test_opposite_sides_are_joined_by_a_straight(hexagon: Hexagon, side: int):
    assert hexagon.through(side, side + 3) == (hexagon.side_middle(side), hexagon.side_middle(side + 3))


@both
def test_track_stays_within_the_hex(hexagon: Hexagon):
    for pair in PAIRS:
        assert all(hexagon.inside(point, (0.0, 0.0), -1e-9) for point in hexagon.through(*pair))


def test_an_arc_to_a_point_starts_square_to_its_side():
    line = tangent_arc(POINTED.side_middle(1), POINTED.inward(1), (0.2, -0.3))
    assert line[0] == POINTED.side_middle(1)
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
    found = crossings(POINTED.through(0, 3), POINTED.through(1, 4))
    assert len(found) == 1
    at, part = found[0]
    assert at == pytest.approx((0.0, 0.0))
    assert part == pytest.approx(0.5)


def test_track_side_by_side_does_not_cross():
    assert crossings(POINTED.through(0, 2), POINTED.through(3, 5)) == []


def test_a_ribbon_is_as_wide_as_asked_and_cut_square():
    a, b, c, d = ribbon(((0.0, 0.0), (2.0, 0.0)), 0.5)
    assert {a, b, c, d} == {(0.0, 0.25), (2.0, 0.25), (2.0, -0.25), (0.0, -0.25)}


@both
def test_a_box_is_inside_only_if_all_of_it_is(hexagon: Hexagon):
    assert hexagon.inside((0.0, 0.0), (0.3, 0.3))
    assert not hexagon.inside((0.0, 0.8), (0.3, 0.3))
    assert all(not hexagon.inside(corner, (0.01, 0.01)) for corner in hexagon.corners())
    assert hexagon.inside((0.7, 0.0), (0.2, 0.02)) == hexagon.flat, "a flat hex is wider than it is high"
    assert hexagon.inside((0.0, 0.7), (0.02, 0.2)) != hexagon.flat


@both
def test_places_to_try_fill_the_hex_and_no_more_than_the_box_around_it(hexagon: Hexagon):
    spots = hexagon.spots(20, 17, 20)
    assert (max(x for x, _ in spots), max(y for _, y in spots)) == ((1.0, 0.85) if hexagon.flat else (0.85, 1.0))
    assert len(spots) == 35 * 41
