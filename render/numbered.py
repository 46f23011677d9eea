"""Places on the map to choose from: marked, numbered, with the surrounding part of the map."""

from __future__ import annotations

import math
from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from functools import lru_cache

from engine.view import HexView, View
from engine.words import Words
from render.fonts import width
from render.geometry import Hexagon, Point
from render.hearing import LONGEST
from render.layout import Layout
from render.model import BadgeModel, HexModel
from render.moment import moment_words
from render.pen import Pen
from render.room import Room
from render.themes import Theme, ink_on

ACROSS = 5
"""At least this many hexes of the map are shown side by side, so that the place can be recognised."""
LETTERS = 0.036
"""Numbers are at least this part of the picture high: 12 pixels on a phone."""
LARGE = 0.36
"""How large they are where there is room, in sides of a hex."""
RIM = 0.03
STEPS = (1.0, 0.85, 0.72, 0.62)
"""How much smaller a number gets where there is no room."""
TIGHT = (1.0, 0.9, 0.8, 0.7)
"""How much smaller still beside large cities."""

NEARER = (1.6, 1.3, 1.1)
"""How many times nearer a number is to its own stop than to any other, in this order where there is no room."""


def hex_of(key: str) -> str:
    """The hex of a numbered place: itself, or that of a stop."""
    return key.partition("/")[0]


def part_around(view: View, hexes: Collection[str], across: int = 1) -> list[HexView]:
    """The part of the map around some hexes, one hex more on each side; all of it if none is on the map."""
    down, step = (2, 1) if view.flat else (1, 2)
    places = [(place.row, place.column) for place in view.hexes if place.id in hexes]
    if not places:
        return view.hexes
    rows, columns = [row for row, _ in places], [column for _, column in places]
    left, right = min(columns) - step, max(columns) + step
    top, bottom = min(rows) - down, max(rows) + down
    beside = [place.column for place in view.hexes if top <= place.row <= bottom]
    first, last = min(beside), max(beside)
    wanted = min(step * (across - 1), last - first)
    if min(right, last) - max(left, first) < wanted:
        left = max(first, min((left + right - wanted) // 2, last - wanted))
        right = left + wanted
    return [place for place in view.hexes if top <= place.row <= bottom and left <= place.column <= right]


def with_numbers(
    view: View, models: Sequence[HexModel], numbers: Mapping[str, str], letters: float
) -> tuple[list[HexModel], list[str]]:
    """The models of hexes, with a badge for each numbered place; and the unknown places."""
    badges: dict[str, list[BadgeModel]] = {}
    stops = {stop.id: n for place in view.hexes for n, stop in enumerate(place.stops)}
    known = _known(view)
    size = max(LARGE, letters)
    for key, text in numbers.items():
        if key in known:
            badges.setdefault(hex_of(key), []).append(BadgeModel(text, stops.get(key, -1), size))
    marked = [
        replace(model, badges=tuple(badges.get(place.id, ()))) for place, model in zip(view.hexes, models, strict=True)
    ]
    return marked, [f"{key} is unknown" for key in numbers if key not in known]


def _known(view: View) -> set[str]:
    return {name for place in view.hexes for name in (place.id, *(stop.id for stop in place.stops))}


def numbered_alt(view: View, numbers: Mapping[str, str]) -> str:
    """Which number is at which place."""
    words = Words(view)
    known = _known(view)
    listed = [
        words.text("numbered_place", number=text, place=words.stop(key) if "/" in key else words.hex(key))
        for key, text in numbers.items()
        if key in known
    ]
    more, said = 0, ""
    while not said or (len(said) > LONGEST and listed):
        places = [*listed, words.text("alt_more", number=more)] if more else listed
        said = words.text("numbered_alt", game=view.name, moment=moment_words(view), places=places)
        listed, more = listed[:-1], more + 1
    return said


def draw_badges(pen: Pen, model: HexModel, found: Layout, theme: Theme, room: Room) -> None:
    """The numbers of a hex, before anything is written in it."""
    for badge in model.badges:
        at, size = _place(badge, found, room)
        half = _half(badge.text, size)
        room.add_pill(at, half)
        inner = (half[0] - RIM, half[1] - RIM)
        pen.box(at, half, theme.casing, round=half[1])
        pen.box(at, inner, theme.last, round=inner[1])
        pen.text(at, badge.text, size, ink_on(theme.last), 2 * half[0], bold=True)


def _place(badge: BadgeModel, plan: Layout, room: Room) -> tuple[Point, float]:
    """The first place where it covers nothing, or only track: as clearly at its own stop as there is room, and smaller
    if necessary.
    """
    near = plan.stops[badge.stop].at if 0 <= badge.stop < len(plan.stops) else (0.0, 0.0)
    others = tuple(place.at for n, place in enumerate(plan.stops) if n != badge.stop) if badge.stop >= 0 else ()
    tries = [badge.size * step for step in STEPS]
    covering: tuple[Point, float] | None = None
    for nearer in NEARER if others else NEARER[-1:]:
        own = _spots(plan.hexagon, near, others, nearer)
        places = [(*room.pill(_half(badge.text, size), own), size) for size in tries]
        for at, solid, track, size in places:
            if min(solid, track) >= 0:
                return at, size
        if covering is None:
            covering = next(((place[0], place[3]) for place in places if place[1] >= 0), None)
    if covering is not None:
        return covering
    # Two cities may fill their halves of the hex: then smaller than usual, and at worst over the edge of its own.
    own, smaller = _spots(plan.hexagon, near, others), [tries[-1] * step for step in TIGHT]
    places = [(*room.pill(_half(badge.text, size), own), size) for size in smaller]
    at, _, _, size = next((place for place in places if place[1] >= 0), places[-1])
    return at, size


def _half(text: str, size: float) -> Point:
    high = size * 0.56 + RIM
    return max(high, width(text, size, bold=True) / 2 + size * 0.22 + RIM), high


@lru_cache(maxsize=1024)
def _spots(hexagon: Hexagon, near: Point, others: tuple[Point, ...], nearer: float = NEARER[-1]) -> tuple[Point, ...]:
    """The middle and the places nearest to it; for a stop, those so many times nearer to it than to any other."""
    grid = hexagon.spots(20, 14, 16)
    own = [spot for spot in grid if all(nearer * math.dist(spot, near) <= math.dist(spot, at) for at in others)]
    return tuple(sorted(own, key=lambda spot: math.dist(spot, near)))
