"""Plane geometry of a hex: its side is 1 long, its centre the origin, y grows downwards.

Sides are numbered clockwise, as everywhere in the engine: from the south-west if a corner is on top, from the south if
a side is.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from itertools import pairwise

Point = tuple[float, float]
Line = tuple[Point, ...]

APOTHEM = math.sqrt(3) / 2
"""From the centre to the middle of a side."""
PITCH = 1.5
"""Between rows of hexes with a point on top, and between columns of flat ones."""

_FLAT = 1e-9


@dataclass(frozen=True)
class Hexagon:
    """A hex with a point on top, or flat on top."""

    flat: bool

    @property
    def half(self) -> Point:
        """Half its width and half its height."""
        return (1.0, APOTHEM) if self.flat else (APOTHEM, 1.0)

    def inward(self, side: int) -> Point:
        """The direction in which track enters over a side."""
        return _inward(self.flat, side)

    def side_middle(self, side: int) -> Point:
        """The middle of a side."""
        x, y = self.inward(side)
        return (-x * APOTHEM, -y * APOTHEM)

    def inside_of(self, side: int, depth: float) -> Point:
        """The point at this depth below the middle of a side."""
        (x, y), (dx, dy) = self.side_middle(side), self.inward(side)
        return (x + dx * depth, y + dy * depth)

    def corners(self, size: float = 1.0) -> Line:
        """The six corners; side n lies between corner n and corner n + 1."""
        return _corners(self.flat, size)

    def side_ends(self, side: int, size: float = 1.0) -> tuple[Point, Point]:
        """The two corners of a side."""
        points = self.corners(size)
        return points[side], points[(side + 1) % 6]

    def through(self, first: int, second: int) -> Line:
        """Track from side to side: a straight, or the circular arc that meets both sides at right angles."""
        return _through(self, first, second)

    def inside(self, point: Point, half: Point, margin: float = 0.0) -> bool:
        """Does the box around a point lie wholly within the hex?"""
        for x in (point[0] - half[0], point[0] + half[0]):
            for y in (point[1] - half[1], point[1] + half[1]):
                for side in range(6):
                    nx, ny = self.inward(side)
                    if -(x * nx + y * ny) > APOTHEM - margin:
                        return False
        return True

    def spots(self, parts: int, short: int, long: int) -> tuple[Point, ...]:
        """Points all over the hex, row by row, this many parts of a side apart."""
        across, down = (long, short) if self.flat else (short, long)
        return tuple((x / parts, y / parts) for y in range(-down, down + 1) for x in range(-across, across + 1))


POINTED = Hexagon(False)


@cache
def _inward(flat: bool, side: int) -> Point:
    angles = (90.0, 150.0, 210.0, 270.0, 330.0, 30.0) if flat else (120.0, 180.0, 240.0, 300.0, 0.0, 60.0)
    angle = math.radians(angles[side])
    return (-math.cos(angle), -math.sin(angle))


@cache
def _corners(flat: bool, size: float) -> Line:
    angles = (60.0, 120.0, 180.0, 240.0, 300.0, 0.0) if flat else (90.0, 150.0, 210.0, 270.0, 330.0, 30.0)
    return tuple((size * math.cos(math.radians(a)), size * math.sin(math.radians(a))) for a in angles)


@cache
def _through(hexagon: Hexagon, first: int, second: int) -> Line:
    return tangent_arc(hexagon.side_middle(first), hexagon.inward(first), hexagon.side_middle(second))


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
    part: list[Point] = []
    gone = 0.0
    for a, b in pairwise(line):
        step = math.dist(a, b)
        if step < _FLAT:
            continue
        if gone + step >= low - _FLAT and not part:
            part.append(_between(a, b, (low - gone) / step))
        if part and gone + step >= high - _FLAT:
            part.append(_between(a, b, (high - gone) / step))
            return tuple(part)
        if part:
            part.append(b)
        gone += step
    return tuple(part) or (line[0], line[-1])


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
    meetings: list[tuple[Point, float]] = []
    total, gone = length(second) or 1.0, 0.0
    for c, d in pairwise(second):
        step = math.dist(c, d)
        for a, b in pairwise(first):
            at = _meet(a, b, c, d)
            if at is not None:
                place = (gone + math.dist(c, at)) / total
                if all(abs(place - other) > 0.02 for _, other in meetings):
                    meetings.append((at, place))
        gone += step
    return meetings


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
