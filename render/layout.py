"""Where things are in a hex: its track, its stops, and free room for texts. Sides are 1 long."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations, product

from render.geometry import (
    APOTHEM,
    POINTED,
    Hexagon,
    Line,
    Point,
    along,
    crossings,
    cut,
    heading,
    length,
    reach,
    tangent_arc,
)
from render.room import Room

STOP = 10
"""Ends of track from here on are stops, in the order of the hex."""
TRACK = 0.125
"""How wide track is drawn."""
SLOT = 0.27
"""Radius of the space for a station marker."""
TOWN = 0.12
VALUE = 0.165
"""Radius of the disc that holds a revenue."""
BY_PHASE = (0.13, 0.12)
"""Half the size of the box for a revenue of a time."""


@dataclass(frozen=True)
class Shape:
    """What the layout of a hex depends on: stops as (kind, slots, values written at it), track, loose ends."""

    stops: tuple[tuple[str, int, int], ...]
    track: tuple[tuple[int, int], ...]
    stubs: tuple[int, ...] = ()
    hexagon: Hexagon = POINTED


Discs = tuple[tuple[Point, float], ...]
"""Middles and radii."""


@dataclass(frozen=True)
class Way:
    """A line of track and what it joins: sides, or a stop."""

    line: Line
    ends: tuple[int, ...]


@dataclass(frozen=True)
class StopPlace:
    """Where a stop lies."""

    at: Point
    slots: tuple[Point, ...]
    half: Point
    bar: Point | None
    """The direction of track across which a town's bar lies; None for a dot."""
    value: Point | None
    """Where its revenue is written."""
    value_half: Point
    """Half the size of the text there: a disc, or a row of values by phase."""


@dataclass(frozen=True)
class Layout:
    """Everything drawn in a hex that does not depend on words."""

    ways: tuple[Way, ...]
    bridges: tuple[Line, ...]
    """Pieces drawn again on top, where track crosses without joining."""
    stops: tuple[StopPlace, ...]
    hexagon: Hexagon


def value_half(values: int) -> Point:
    """Half the size of a stop's revenue: one value in a disc, several in a row."""
    return (BY_PHASE[0] * values, BY_PHASE[1]) if values > 1 else (VALUE, VALUE)


def slot_places(slots: int) -> tuple[tuple[Point, ...], Point]:
    """Where the spaces of a city lie around its middle, and half the size of the box around them."""
    r = SLOT
    if slots <= 1:
        return ((0.0, 0.0),), (r, r)
    if slots == 2:
        return ((-r, 0.0), (r, 0.0)), (2 * r, r)
    if slots == 3:
        low = r * math.sqrt(3) / 3
        return ((0.0, -2 * low), (-r, low), (r, low)), (2 * r, r + 1.5 * low)
    columns = 2 if slots <= 4 else 3
    rows = -(-slots // columns)
    places = tuple(
        ((n % columns - (columns - 1) / 2) * 2 * r, (n // columns - (rows - 1) / 2) * 2 * r) for n in range(slots)
    )
    return places, (columns * r, rows * r)


@lru_cache(maxsize=4096)
def layout(shape: Shape) -> Layout:
    """Lay out a hex. The same shape always gives the same layout."""
    exits = [
        tuple(sorted({a if b == STOP + n else b for a, b in shape.track if STOP + n in (a, b)} & set(range(6))))
        for n in range(len(shape.stops))
    ]
    hexagon = shape.hexagon
    free = [Way(hexagon.through(a, b), (a, b)) for a, b in shape.track if b < STOP]
    spots = _stop_spots(shape, exits, free)
    ways = list(free)
    for n, (kind, _, _) in enumerate(shape.stops):
        if kind == "offboard":
            continue
        ways.extend(_ways_to(hexagon, n, exits[n], spots[n]))
    ways.extend(Way((hexagon.side_middle(side), hexagon.inside_of(side, 0.3)), (side,)) for side in shape.stubs)
    values = _values(shape, ways, spots)
    places: list[StopPlace] = []
    for n, (kind, slots, valued) in enumerate(shape.stops):
        offsets, half = _extent(kind, slots)
        at = spots[n]
        bar = None
        if kind == "town" and len(exits[n]) == 2:
            line = hexagon.through(*exits[n])
            bar = heading(line, _nearest_part(line, at))
        places.append(
            StopPlace(at, tuple((at[0] + x, at[1] + y) for x, y in offsets), half, bar, values[n], value_half(valued))
        )
    return Layout(tuple(ways), tuple(_bridges(ways)), tuple(places), hexagon)


def _extent(kind: str, slots: int) -> tuple[tuple[Point, ...], Point]:
    if kind == "city" or (kind == "offboard" and slots):
        return slot_places(slots)
    return (), (TOWN, TOWN)


def _radius(kind: str, slots: int) -> float:
    half = _extent(kind, slots)[1]
    return max(half) if kind != "town" else TOWN


def _nearest_part(line: Line, at: Point) -> float:
    return min((n / 20 for n in range(21)), key=lambda part: math.dist(along(line, part), at))


# --- stops


def _stop_spots(shape: Shape, exits: Sequence[tuple[int, ...]], free: Sequence[Way]) -> list[Point]:
    """A place for every stop: where its track leads, away from other stops and other track."""
    crowded = sum(kind == "city" for kind, _, _ in shape.stops) > 2
    choices = [
        _spots(shape.hexagon, kind, slots, exits[n], alone=len(shape.stops) == 1 and not free)
        + (_CROWDED[slots > 1] if crowded else [])
        for n, (kind, slots, _) in enumerate(shape.stops)
    ]
    if all(len(found) == 1 for found in choices):
        return [found[0] for found in choices]
    if not crowded and math.prod(len(found) for found in choices) > 3_000:
        choices = [found[:3] for found in choices]
    best = max(
        product(*(range(len(found)) for found in choices)),
        key=lambda picks: _spots_worth(shape, exits, free, [c[i] for c, i in zip(choices, picks, strict=True)], picks),
    )
    return [found[pick] for found, pick in zip(choices, best, strict=True)]


_CROWDED: dict[bool, list[Point]] = {
    False: [(x, y) for x in (-0.53, 0.53, 0.0) for y in (0.33, -0.33, 0.52, -0.52)],
    True: [(x, y) for x in (0.31, -0.31, 0.0) for y in (0.33, -0.33, 0.52, -0.52)],
}
"""More places for a city of one space, or of two, where three cities share a hex."""


def _spots(hexagon: Hexagon, kind: str, slots: int, exits: tuple[int, ...], *, alone: bool) -> list[Point]:
    middle: Point = (0.0, 0.0)
    if kind == "offboard":
        return [middle]
    if kind == "town" and len(exits) == 2:
        line = hexagon.through(*exits)
        return [along(line, part) for part in ((0.5,) if alone else (0.5, 0.35, 0.65, 0.27, 0.73))]
    if alone:
        return [middle]
    wide = [(0.0, -0.36), (0.0, 0.36)] if slots > 1 else []
    if len(exits) == 2:
        line = hexagon.through(*exits)
        return [along(line, part) for part in (0.5, 0.4, 0.6, 0.3, 0.7, 0.25, 0.75)] + wide
    if len(exits) == 1:
        return [hexagon.inside_of(exits[0], depth) for depth in (0.45, 0.38, 0.32, 0.55)] + wide
    ring = [(0.44 * math.cos(math.radians(a)), 0.44 * math.sin(math.radians(a))) for a in (180, 0, 150, 330, 90, 270)]
    if not exits:
        return ring
    x = sum(hexagon.side_middle(side)[0] for side in exits) / len(exits)
    y = sum(hexagon.side_middle(side)[1] for side in exits) / len(exits)
    ends = [hexagon.inside_of(side, 0.4) for side in exits]
    return [(x * 0.9, y * 0.9), (x * 0.6, y * 0.6), middle, *ends, *wide, *ring]


def _spots_worth(
    shape: Shape, exits: Sequence[tuple[int, ...]], free: Sequence[Way], spots: Sequence[Point], picks: Sequence[int]
) -> float:
    worth = -0.01 * sum(picks)
    inward = [shape.hexagon.inward(side) for side in range(6)]
    discs = [_discs(kind, slots, spot) for (kind, slots, _), spot in zip(shape.stops, spots, strict=True)]
    for one, two in combinations(discs, 2):
        gap = min(math.dist(a[0], b[0]) - a[1] - b[1] for a in one for b in two)
        worth += min(gap - 0.1, 0.0) * 8
    for n, own in enumerate(discs):
        for at, radius in own:
            worth += min(APOTHEM - 0.02 - radius - max(-at[0] * x - at[1] * y for x, y in inward), 0.0) * 20
        lines = [way.line for way in free]
        for other in range(len(spots)):
            if other != n:
                lines.extend(way.line for way in _ways_to(shape.hexagon, other, exits[other], spots[other]))
        for line in lines:
            worth += min(_gap(own, line) - TRACK, 0.0) * 5
    return worth


# The same few spots come up in thousands of combinations.
@lru_cache(maxsize=4096)
def _gap(discs: Discs, line: Line) -> float:
    """How far a line passes from a stop."""
    return min(reach(at, line) - radius for at, radius in discs)


def _discs(kind: str, slots: int, at: Point) -> Discs:
    """The discs a stop is made of."""
    offsets, _ = _extent(kind, slots)
    if not offsets:
        return ((at, TOWN),)
    return tuple(((at[0] + x, at[1] + y), SLOT) for x, y in offsets)


@lru_cache(maxsize=1024)
def _ways_to(hexagon: Hexagon, stop: int, exits: tuple[int, ...], at: Point) -> tuple[Way, ...]:
    if len(exits) == 2 and reach(at, hexagon.through(*exits)) < 0.01:
        return (Way(hexagon.through(*exits), (*exits, STOP + stop)),)
    return tuple(
        Way(tangent_arc(hexagon.side_middle(side), hexagon.inward(side), at), (side, STOP + stop)) for side in exits
    )


def _bridges(ways: Sequence[Way]) -> Iterable[Line]:
    for under, over in combinations(ways, 2):
        if set(under.ends) & set(over.ends):
            continue
        size = length(over.line)
        for _, part in crossings(under.line, over.line):
            margin = 0.17 / size
            yield cut(over.line, max(0.0, part - margin), min(1.0, part + margin))


# --- room


def room_of(plan: Layout) -> Room:
    """The room left beside track, stops and revenues."""
    room = Room(plan.hexagon)
    for way in plan.ways:
        room.add_line(way.line, TRACK)
    for place in plan.stops:
        _take(room, place.at, place.half, place.slots)
        if place.value is not None:
            room.add_box(place.value, place.value_half)
    return room


def _take(room: Room, at: Point, half: Point, slots: Sequence[Point]) -> None:
    """A stop takes room; in a city with three or more spaces so do the gaps between them."""
    if len(slots) <= 2:
        room.add_pill(at, half)
        return
    for n, (x, y) in enumerate(slots):
        far = slots[(n + 1) % len(slots)]
        for part in (0.0, 0.25, 0.5, 0.75):
            room.add_box((x + (far[0] - x) * part, y + (far[1] - y) * part), (SLOT, SLOT))
    room.add_box(at, (SLOT, SLOT))


def _values(shape: Shape, ways: Sequence[Way], spots: Sequence[Point]) -> list[Point | None]:
    """A place for each revenue: near its stop, away from track, stops and other revenues."""
    room = room_of(Layout(tuple(ways), (), (), shape.hexagon))
    for n, (kind, slots, _) in enumerate(shape.stops):
        offsets, half = _extent(kind, slots)
        _take(room, spots[n], half, [(spots[n][0] + x, spots[n][1] + y) for x, y in offsets])
    values: list[Point | None] = []
    for n, (kind, slots, valued) in enumerate(shape.stops):
        if not valued or kind == "offboard":
            values.append(None)
            continue
        at, size = spots[n], _radius(kind, slots)
        half = value_half(valued)
        place, _, _ = room.best(half, (*_around(at, size, kind == "town"), *_anywhere(shape.hexagon, at)), 0.02)
        room.add_box(place, half)
        values.append(place)
    return values


_ANGLES = (300, 60, 240, 120, 330, 30, 210, 150, 0, 180, 270, 90, 315, 45, 225, 135, 285, 75, 255, 105)


@lru_cache(maxsize=512)
def _anywhere(hexagon: Hexagon, at: Point) -> tuple[Point, ...]:
    """The whole hex, nearest places first, if there is no room beside a stop."""
    return tuple(sorted(hexagon.spots(16, 13, 14), key=lambda place: math.dist(place, at)))


def _around(at: Point, size: float, small: bool) -> tuple[Point, ...]:
    """Places around a stop, nearest first; directly above before the rest."""
    distances = (0.1, 0.16, 0.22, 0.3, 0.4) if small else (0.07, 0.13, 0.2, 0.3, 0.4)
    reaches = [VALUE + d + (SLOT if size > SLOT else size) for d in distances]
    if size > SLOT:
        reaches += [VALUE + d + size for d in distances[:3]]
    return tuple(
        (at[0] + r * math.cos(math.radians(a)), at[1] + r * math.sin(math.radians(a))) for r in reaches for a in _ANGLES
    )
