"""What is written in a hex: label, names, costs, tokens, goals, each where it covers nothing else."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cache, lru_cache

from render import symbols
from render.fonts import fitted, ink, width
from render.geometry import Hexagon, Point
from render.layout import Layout
from render.model import HexModel
from render.pen import Pen
from render.room import Room
from render.themes import Color, Theme, ink_on, mixed, readable

NAME, LABEL = 0.185, 0.27
NUMBERS = (0.18, 0.16, 0.14, 0.125, 0.11)
"""Sizes of the number of a tile, as large as there is room."""
NAME_STEPS = (1.0, 0.86, 0.74, 0.64, 0.54, 0.46, 0.4, 0.34)
SIGN_STEPS = (1.0, 0.85, 0.7, 0.6)
WIDEST = 1.5
"""The longest line in a hex."""
SMALL = 0.62
"""A text that would be smaller than this may cover track instead."""

Draw = Callable[[Point, bool], None]
"""Draws something at a place; the flag says whether it covers track there."""


@dataclass(frozen=True)
class Form:
    """One way to show something: how much room it takes, and how it is drawn."""

    half: Point
    draw: Draw
    small: bool = False
    """So small that it should cover track in a larger form instead."""


@dataclass(frozen=True)
class Label:
    """Something to be written, in its forms from the best to the smallest, with the places to try, best first."""

    forms: tuple[Form, ...]
    spots: tuple[Point, ...]
    optional: bool = False
    """Left out if it would cover anything, even track."""


def write_words(pen: Pen, model: HexModel, found: Layout, theme: Theme, ground: Color, room: Room) -> None:
    """Write everything, most important first; what finds no room goes first in another try."""
    labels = list(_labels(pen, model, found, theme, ground))
    best, left = _place(labels, room.copy())
    fewest = len(left)
    for _ in labels:
        if not left:
            break
        labels = [*left, *(label for label in labels if label not in left)]
        placed, left = _place(labels, room.copy())
        if len(left) < fewest:
            best, fewest = placed, len(left)
    for form, at, on_track in best:
        form.draw(at, on_track)


Placed = tuple[Form, Point, bool]


def _place(labels: Sequence[Label], room: Room) -> tuple[list[Placed], list[Label]]:
    """A place for each label, and the labels without one."""
    placed: list[Placed] = []
    left: list[Label] = []
    for label in labels:
        chosen: Placed | None = None
        for form in label.forms:
            at, solid, track = room.best(form.half, label.spots)
            if form.small and chosen is not None:
                break
            if solid >= 0 and track >= 0:
                chosen = form, at, False
                break
            if solid >= 0 and chosen is None:
                chosen = form, at, True
        if chosen is not None and not (label.optional and chosen[2]):
            room.add_box(chosen[1], chosen[0].half)
            placed.append(chosen)
        elif not label.optional:
            left.append(label)
    return placed, left


def _labels(pen: Pen, model: HexModel, plan: Layout, theme: Theme, ground: Color) -> Iterator[Label]:
    color, spots, low_spots = ink_on(ground), _all_spots(plan.hexagon), _all_low_spots(plan.hexagon)
    offboard = any(stop.kind == "offboard" for stop in model.stops)
    names = _names(model, plan)
    # Where three cities leave no room, the label of the hex comes before the names of its cities.
    crowded = bool(model.label) and sum(stop.kind == "city" for stop in model.stops) > 2
    if crowded:
        yield _mark(pen, model.label, LABEL * 0.75, color, ground, spots)
    for text, near, bold in names:
        # A name must not seem to belong to another stop, unless it is the only one.
        others = tuple(place.at for place in plan.stops if place.at != near) if len(names) > 1 else ()
        size = 0.21 if offboard else NAME
        forms = tuple(_name_forms(pen, text, size, bold, ground))
        yield Label(forms[:1] if crowded else forms, _near(plan.hexagon, near, offboard, others), crowded)
    if model.label and not crowded and all(text != model.label for text, _, _ in names):
        yield _mark(pen, model.label, LABEL, color, ground, spots)
    if model.fee:
        yield _mark(pen, model.fee, LABEL * 0.6, color, ground, spots)
    if model.blocked_by:
        yield _symbol(pen, (0.3, 0.14), spots, lambda p: symbols.blocked(p, (0, 0), model.blocked_by, ground, theme))
    if model.cost:
        river = bool(model.river)
        yield _symbol(
            pen,
            (0.24, 0.19),
            low_spots,
            lambda p: symbols.terrain(p, (0, 0), model.terrain, model.cost, river, ground, theme),
        )
    for sign, count in Counter(model.signs).items():
        shown = sign if count == 1 else replace(sign, caption=f"{count} {sign.caption}")
        yield _symbol(pen, symbols.sign_half(shown), spots, _signed(shown, theme))
    if model.port and not any(sign.port for sign in model.signs):
        yield _symbol(pen, (0.1, 0.1), low_spots, lambda p: symbols.anchor(p, (0, 0), 0.1, theme), optional=True)
    for goal in model.goals:
        yield _symbol(
            pen, (0.21, 0.13), _SPOTS, lambda p, goal=goal: symbols.goal(p, (0, 0), goal, theme), optional=True
        )
    if model.tile:
        air = 0.08 if model.mark or model.badges else 0.02
        yield Label(tuple(_numbered(pen, model.tile, ground, air)), _in_corners(plan.hexagon), True)


def _numbered(pen: Pen, tile: str, ground: Color, air: float) -> Iterator[Form]:
    """The number of a tile, paler than what people look for first; `air` keeps it off a coloured rim."""
    shade = readable(mixed(ink_on(ground), ground, 0.35), ground)
    for size in NUMBERS:
        half = (width(tile, size) / 2 + air, size * 0.4 + air)
        yield Form(half, lambda at, _, size=size: pen.text(at, tile, size, shade, 1.0))


def _signed(shown: symbols.SignModel, theme: Theme) -> Callable[[Pen], None]:
    return lambda pen: symbols.sign(pen, (0, 0), shown, theme)


def _symbol(
    pen: Pen, half: Point, spots: tuple[Point, ...], draw: Callable[[Pen], None], *, optional: bool = False
) -> Label:
    """A picture with its words, smaller where there is little room."""

    def form(step: float) -> Form:
        return Form((half[0] * step, half[1] * step), lambda at, _: draw(pen.smaller(at, step)), step < SMALL)

    return Label(tuple(form(step) for step in ((1.0,) if optional else SIGN_STEPS)), spots, optional)


def _mark(pen: Pen, text: str, size: float, color: Color, ground: Color, spots: tuple[Point, ...]) -> Label:
    """The texts about the whole hex."""
    return Label(tuple(_written(pen, [text], size, step, True, color, ground) for step in SIGN_STEPS), spots)


def _name_forms(pen: Pen, text: str, size: float, bold: bool, ground: Color) -> Iterator[Form]:
    """A name in one line, else in more, smaller and smaller."""
    for step in NAME_STEPS:
        for lines in ([text], *_broken(text)):
            # A line too long for the hex would be written smaller: that is a form of a later step.
            if step == NAME_STEPS[-1] or all(width(line, size * step, bold=bold) <= WIDEST for line in lines):
                yield _written(pen, lines, size, step, bold, ink_on(ground), ground)


def _written(pen: Pen, lines: Sequence[str], size: float, step: float, bold: bool, color: Color, ground: Color) -> Form:
    """Lines as one block, measured by its letters."""
    fits = [fitted(line, size * step, WIDEST, bold=bold) for line in lines]
    letters = min(fit for _, fit in fits)
    top = ink(fits[0][0], letters, bold=bold)[0]
    bottom = ink(fits[-1][0], letters, bold=bold)[1]
    pitch = letters * 1.1
    wide = max(width(shown, letters, bold=bold) for shown, _ in fits)
    half = (wide / 2, (bottom - top + pitch * (len(fits) - 1)) / 2)

    def draw(at: Point, on_track: bool) -> None:
        if on_track:
            # On its own ground it can still be read.
            pen.box(at, (half[0] + 0.01, half[1] + 0.01), ground, round=0.05)
        for n, (line, _) in enumerate(fits):
            y = at[1] - half[1] - top + n * pitch
            pen.text((at[0], y), line, letters, color, 1.6, bold=bold, halo=ground)

    return Form(half, draw, step < SMALL)


def _broken(text: str) -> list[list[str]]:
    """A name of several words as two lines, or as three."""
    words = text.replace("-", "-\n").replace(" ", "\n").split("\n")
    if len(words) < 2:
        return []
    cuts = min(range(1, len(words)), key=lambda n: abs(len(_line(words[:n])) - len(_line(words[n:]))))
    found = [[_line(words[:cuts]), _line(words[cuts:])]]
    return found if len(words) < 3 else [*found, [_line(words[:1]), _line(words[1:-1]), words[-1]]]


def _line(words: Sequence[str]) -> str:
    return " ".join(words).replace("- ", "-")


def _names(model: HexModel, found: Layout) -> list[tuple[str, Point, bool]]:
    named: list[tuple[str, Point, bool]] = []
    for stop, place in zip(model.stops, found.stops, strict=True):
        # Two cities with the same name share it.
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
_CORNERS, _SIDES = (90, 30, 150, 270, 330, 210), (60, 120, 0, 180, 300, 240)
"""The angles of the corners of a hex with a point on top, and of its sides; those of a flat one change places."""


@cache
def _grid(hexagon: Hexagon) -> tuple[Point, ...]:
    return hexagon.spots(20, 16, 18)


@cache
def _all_spots(hexagon: Hexagon) -> tuple[Point, ...]:
    return (*_SPOTS, *_grid(hexagon))


@cache
def _all_low_spots(hexagon: Hexagon) -> tuple[Point, ...]:
    return (*_LOW_SPOTS, *_grid(hexagon))


@cache
def _in_corners(hexagon: Hexagon) -> tuple[Point, ...]:
    first, then = (_SIDES, _CORNERS) if hexagon.flat else (_CORNERS, _SIDES)
    return _ring((0.84, 0.8, 0.76, 0.72), (*first, *then))


@lru_cache(maxsize=256)
def _near(hexagon: Hexagon, at: Point, offboard: bool, others: tuple[Point, ...]) -> tuple[Point, ...]:
    """Places for a name: above its stop, below it, then the nearest places closer to it than to another stop."""
    if offboard:
        return (*((0.0, y) for y in (-0.3, -0.42, -0.5, -0.2)), *_grid(hexagon))
    close = [(at[0] + x, at[1] + y) for x in (0.0, -0.12, 0.12) for y in (-0.42, 0.42, -0.5, 0.5, -0.3, 0.3, -0.6, 0.6)]
    own = [place for place in _grid(hexagon) if all(math.dist(place, at) < math.dist(place, other) for other in others)]
    return (*close, *sorted(own, key=lambda place: math.dist(place, at)))
