"""What is written in a hex: label, names, costs, tokens, goals, each where there is room for it."""

from __future__ import annotations

import math
from collections import Counter
from dataclasses import replace
from functools import lru_cache

from render import symbols
from render.fonts import fitted, width
from render.geometry import Point
from render.layout import Layout, Room
from render.model import HexModel
from render.pen import Pen
from render.themes import Color, Theme, ink_on, mixed

NAME, LABEL, NUMBER = 0.185, 0.27, 0.11


def write_words(pen: Pen, model: HexModel, found: Layout, theme: Theme, ground: Color, room: Room) -> None:
    """Write everything, what matters most first."""
    ink = ink_on(ground)
    offboard = any(stop.kind == "offboard" for stop in model.stops)
    names = _names(model, found)
    # Where three cities leave no room, the label of the whole hex comes before the names of its cities.
    crowded = bool(model.label) and sum(stop.kind == "city" for stop in model.stops) > 2
    if crowded:
        _label(pen, model.label, LABEL * 0.75, ink, ground, room, _ALL_SPOTS)
    for text, near, bold in names:
        others = tuple(place.at for place in found.stops if place.at != near)
        spots = _near(near, offboard, others)
        _name(pen, text, spots, 0.21 if offboard else NAME, bold, ground, room, optional=crowded)
    if model.label and not crowded and all(text != model.label for text, _, _ in names):
        _label(pen, model.label, LABEL, ink, ground, room, _SPOTS)
    if model.fee:
        _label(pen, model.fee, LABEL * 0.6, ink, ground, room, _ALL_SPOTS)
    if model.blocked_by:
        half = (0.3, 0.14)
        at, _ = room.best(half, _ALL_SPOTS)
        room.add_box(at, half)
        symbols.blocked(pen, at, model.blocked_by, theme)
    if model.cost:
        _terrain(pen, model, theme, room)
    for sign, count in Counter(model.signs).items():
        shown = sign if count == 1 else replace(sign, caption=f"{count} {sign.caption}")
        half = symbols.sign_half(shown)
        at, _ = room.best(half, _ALL_SPOTS)
        room.add_box(at, half)
        symbols.sign(pen, at, shown, theme)
    if model.port and not any(sign.port for sign in model.signs):
        at, gap = room.best((0.1, 0.1), _LOW_SPOTS)
        if gap > 0:
            room.add_box(at, (0.1, 0.1))
            symbols.anchor(pen, at, 0.1, theme)
    for goal in model.goals:
        at, gap = room.best((0.21, 0.13), _SPOTS)
        if gap > 0:
            room.add_box(at, (0.21, 0.13))
            symbols.goal(pen, at, goal, theme)
    if model.tile:
        at, gap = room.best((0.12, 0.05), _CORNERS)
        if gap > 0:
            pen.text(at, model.tile, NUMBER, mixed(ink, ground, 0.35), 0.3)


def _terrain(pen: Pen, model: HexModel, theme: Theme, room: Room) -> None:
    """What building costs, smaller where there is little room."""
    at, gap = room.best((0.24, 0.19), _ALL_LOW_SPOTS)
    step = 1.0 if gap >= 0 else 0.7
    half = (0.24 * step, 0.19 * step)
    if gap < 0:
        at, _ = room.best(half, _ALL_LOW_SPOTS)
    room.add_box(at, half)
    symbols.terrain(pen.smaller(at, step), (0.0, 0.0), model.terrain, model.cost, bool(model.river), theme)


def _label(pen: Pen, text: str, size: float, ink: Color, ground: Color, room: Room, spots: tuple[Point, ...]) -> None:
    """Write what is said of the whole hex."""
    half = (width(text, size, bold=True) / 2, size * 0.4)
    at, _ = room.best(half, spots)
    room.add_box(at, half)
    pen.text(at, text, size, ink, 0.7, bold=True, halo=ground)


def _name(
    pen: Pen,
    text: str,
    spots: tuple[Point, ...],
    size: float,
    bold: bool,
    ground: Color,
    room: Room,
    *,
    optional: bool = False,
) -> None:
    """Write a name in one line, else in two, where it covers least; one that may be left out covers nothing."""
    tries = [[text], *_halves(text)]
    best: tuple[float, list[str], Point, float, float, Point] | None = None
    for step in (1.0, 0.86, 0.72):
        if step == 0.72 and best is not None and room.clear(best[2], best[5]):
            break
        for lines in tries:
            fits = [fitted(line, size * step, 1.5, bold=bold) for line in lines]
            letters = min(fit for _, fit in fits)
            wide = max(width(shown, letters, bold=bold) for shown, _ in fits)
            half = (wide / 2, letters * (0.42 + 0.55 * (len(lines) - 1)))
            at, gap = room.best(half, spots)
            worth = room.worth(at, half)
            if best is None or worth > best[0] + 0.005:
                best = (worth, [shown for shown, _ in fits], at, letters, gap, half)
            if gap >= 0:
                break
        if best is not None and best[4] >= 0:
            break
    assert best is not None
    _, shown, at, letters, gap, half = best
    if optional and gap < 0:
        return
    room.add_box(at, half)
    if gap < 0:
        # It covers track: on ground of its own it can still be read.
        pen.box(at, (half[0] + 0.03, half[1] + 0.02), ground, round=0.06)
    for n, line in enumerate(shown):
        y = at[1] + (n - (len(shown) - 1) / 2) * letters * 1.1
        pen.text((at[0], y), line, letters, ink_on(ground), 1.6, bold=bold, halo=ground)


def _halves(text: str) -> list[list[str]]:
    """A name of several words as two lines."""
    words = text.split()
    if len(words) < 2:
        return []
    cut_at = min(range(1, len(words)), key=lambda n: abs(len(" ".join(words[:n])) - len(" ".join(words[n:]))))
    return [[" ".join(words[:cut_at]), " ".join(words[cut_at:])]]


def _names(model: HexModel, found: Layout) -> list[tuple[str, Point, bool]]:
    named: list[tuple[str, Point, bool]] = []
    for stop, place in zip(model.stops, found.stops, strict=True):
        # Two cities of one name share it.
        if stop.name and all(stop.name != name for name, _, _ in named):
            named.append((stop.name, place.at, stop.kind != "town"))
    if not named and model.name:
        return [(model.name, (0.0, 0.0), True)]
    return named


def _ring(radii: tuple[float, ...], angles: tuple[int, ...]) -> tuple[Point, ...]:
    return tuple((r * math.cos(math.radians(a)), r * math.sin(math.radians(a))) for r in radii for a in angles)


_AROUND = (270, 90, 300, 240, 60, 120, 330, 210, 30, 150, 0, 180)
_SPOTS = (*_ring((0.58, 0.66, 0.5, 0.74, 0.4, 0.3), _AROUND), (0.0, 0.0))
_LOW_SPOTS = ((0.0, 0.0), *_ring((0.56, 0.64, 0.48, 0.7), (90, 270, 60, 120, 30, 150, 300, 240, 0, 180)))
_CORNERS = _ring((0.84, 0.78, 0.74), (90, 30, 150, 270, 330, 210, 60, 120, 0, 180, 300, 240))
_GRID = tuple((x / 20, y / 20) for y in range(-15, 16) for x in range(-14, 15, 2))
_ALL_SPOTS = (*_SPOTS, *_GRID)
_ALL_LOW_SPOTS = (*_LOW_SPOTS, *_GRID)


@lru_cache(maxsize=256)
def _near(at: Point, offboard: bool, others: tuple[Point, ...]) -> tuple[Point, ...]:
    """Places for a name: above its stop, below it, then the nearest at which no other stop is nearer."""
    if offboard:
        return tuple((0.0, y) for y in (-0.3, -0.42, -0.5, -0.2))
    close = [(at[0] + x, at[1] + y) for x in (0.0, -0.12, 0.12) for y in (-0.42, 0.42, -0.5, 0.5, -0.3, 0.3, -0.6, 0.6)]
    own = [place for place in _GRID if all(math.dist(place, at) < math.dist(place, other) for other in others)]
    return (*close, *sorted(own, key=lambda place: math.dist(place, at)))
