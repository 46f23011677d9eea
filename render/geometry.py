"""Plane geometry of a hex with a point on top: its side is 1 long, its centre the origin, y grows downwards.

Sides are numbered 0 (south-west) to 5 (south-east), clockwise, as everywhere in the engine.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import cache
from itertools import pairwise

Point = tuple[float, float]
Line = tuple[Point, ...]

APOTHEM = math.sqrt(3) / 2
"""From the centre to the middle of a side."""
ROW_PITCH = 1.5
STEPS = ((1, -1), (0, -2), (-1, -1), (-1, 1), (0, 2), (1, 1))
"""Rows and columns from a hex to its neighbour beyond each side."""

_SIDE_ANGLES = (120.0, 180.0, 240.0, 300.0, 0.0, 60.0)
_FLAT = 1e-9


def opposite(side: int) -> int:
    """The same side seen from the neighbour."""
    return (side + 3) % 6


@cache
def inward(side: int) -> Point:
    """The direction in which track enters over a side."""
    angle = math.radians(_SIDE_ANGLES[side])
    return (-math.cos(angle), -math.sin(angle))


@cache
def side_middle(side: int) -> Point:
    """The middle of a side."""
    x, y = inward(side)
    return (-x * APOTHEM, -y * APOTHEM)


@cache
def corners(size: float = 1.0) -> Line:
    """The six corners; side n lies between corner n and corner n + 1."""
    angles = (90.0, 150.0, 210.0, 270.0, 330.0, 30.0)
    return tuple((size * math.cos(math.radians(a)), size * math.sin(math.radians(a))) for a in angles)


def side_ends(side: int, size: float = 1.0) -> tuple[Point, Point]:
    """The two corners of a side."""
    points = corners(size)
    return points[side], points[(side + 1) % 6]


@cache
def through(first: int, second: int, steps: int = 16) -> Line:
    """Track from side to side: a straight, or the circular arc that meets both sides at right angles."""
    return tangent_arc(side_middle(first), inward(first), side_middle(second), steps)


def tangent_arc(start: Point, direction: Point, end: Point, steps: int = 16) -> Line:
    """The circular arc that leaves `start` in a direction and comes to `end`; a straight if they lie in line."""
    dx, dy = end[0] - start[0], end[1] - start[1]
    side = direction[0] * dy - direction[1] * dx
    chord = dx * dx + dy * dy
    if chord < _FLAT:
        return (start, end)
    if abs(side) < 1e-6:
        return (start, end)
    # The centre lies on the normal at the start, as far from the start as from the end.
    radius = chord / (2 * side)
    cx, cy = start[0] - direction[1] * radius, start[1] + direction[0] * radius
    first = math.atan2(start[1] - cy, start[0] - cx)
    turn = math.atan2(end[1] - cy, end[0] - cx) - first
    while radius > 0 and turn < 0:
        turn += 2 * math.pi
    while radius < 0 and turn > 0:
        turn -= 2 * math.pi
    size = abs(radius)
    inner = tuple(
        (cx + size * math.cos(first + turn * n / steps), cy + size * math.sin(first + turn * n / steps))
        for n in range(1, steps)
    )
    return (start, *inner, end)


def length(line: Sequence[Point]) -> float:
    """How long a line of points is."""
    return sum(math.dist(a, b) for a, b in pairwise(line))


def along(line: Sequence[Point], part: float) -> Point:
    """The point at this part of a line, from 0 to 1."""
    return cut(line, 0.0, part)[-1]


def heading(line: Sequence[Point], part: float) -> Point:
    """The direction of a line there."""
    a, b = along(line, max(0.0, part - 0.02)), along(line, min(1.0, part + 0.02))
    size = math.dist(a, b) or 1.0
    return ((b[0] - a[0]) / size, (b[1] - a[1]) / size)


def cut(line: Sequence[Point], start: float, end: float) -> Line:
    """The part of a line between two places on it, each from 0 to 1."""
    total = length(line)
    low, high = start * total, end * total
    found: list[Point] = []
    gone = 0.0
    for a, b in pairwise(line):
        step = math.dist(a, b)
        if step < _FLAT:
            continue
        if gone + step >= low - _FLAT and not found:
            found.append(_between(a, b, (low - gone) / step))
        if found and gone + step >= high - _FLAT:
            found.append(_between(a, b, (high - gone) / step))
            return tuple(found)
        if found:
            found.append(b)
        gone += step
    return tuple(found) or (line[0], line[-1])


def _between(a: Point, b: Point, part: float) -> Point:
    part = min(1.0, max(0.0, part))
    return (a[0] + (b[0] - a[0]) * part, a[1] + (b[1] - a[1]) * part)


def reach(point: Point, line: Sequence[Point]) -> float:
    """How far a point is from a line of points."""
    if len(line) == 1:
        return math.dist(point, line[0])
    return min(_to_segment(point, a, b) for a, b in pairwise(line))


def _to_segment(p: Point, a: Point, b: Point) -> float:
    dx, dy = b[0] - a[0], b[1] - a[1]
    square = dx * dx + dy * dy
    part = 0.0 if square < _FLAT else ((p[0] - a[0]) * dx + (p[1] - a[1]) * dy) / square
    return math.dist(p, _between(a, b, part))


def crossings(first: Sequence[Point], second: Sequence[Point]) -> list[tuple[Point, float]]:
    """Where two lines cross, with how far along the second one that is."""
    found: list[tuple[Point, float]] = []
    total, gone = length(second) or 1.0, 0.0
    for c, d in pairwise(second):
        step = math.dist(c, d)
        for a, b in pairwise(first):
            at = _meet(a, b, c, d)
            if at is not None:
                place = (gone + math.dist(c, at)) / total
                if all(abs(place - other) > 0.02 for _, other in found):
                    found.append((at, place))
        gone += step
    return found


def _meet(a: Point, b: Point, c: Point, d: Point) -> Point | None:
    rx, ry, sx, sy = b[0] - a[0], b[1] - a[1], d[0] - c[0], d[1] - c[1]
    cross = rx * sy - ry * sx
    if abs(cross) < _FLAT:
        return None
    t = ((c[0] - a[0]) * sy - (c[1] - a[1]) * sx) / cross
    u = ((c[0] - a[0]) * ry - (c[1] - a[1]) * rx) / cross
    if -1e-6 <= t <= 1 + 1e-6 and -1e-6 <= u <= 1 + 1e-6:
        return (a[0] + rx * t, a[1] + ry * t)
    return None


def ribbon(line: Sequence[Point], width: float) -> Line:
    """The outline of a line of this width, with square ends."""
    half = width / 2
    left: list[Point] = []
    right: list[Point] = []
    last = len(line) - 1
    for n, (x, y) in enumerate(line):
        a, b = line[max(0, n - 1)], line[min(last, n + 1)]
        size = math.dist(a, b) or 1.0
        nx, ny = -(b[1] - a[1]) / size * half, (b[0] - a[0]) / size * half
        left.append((x + nx, y + ny))
        right.append((x - nx, y - ny))
    return (*left, *reversed(right))


def inside(point: Point, half: Point, margin: float = 0.0) -> bool:
    """Does the box around a point lie wholly within the hex?"""
    for x in (point[0] - half[0], point[0] + half[0]):
        for y in (point[1] - half[1], point[1] + half[1]):
            for side in range(6):
                nx, ny = inward(side)
                if -(x * nx + y * ny) > APOTHEM - margin:
                    return False
    return True
