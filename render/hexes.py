"""One hex as a draw list."""

from __future__ import annotations

import math
from functools import lru_cache

from render.draw import DrawList
from render.fonts import width
from render.geometry import Line, Point, along, cut
from render.labels import write_words
from render.layout import BY_PHASE, SLOT, STOP, TOWN, TRACK, VALUE, Layout, StopPlace, layout, room_of
from render.model import HexModel, MarkerModel, StopModel
from render.numbered import draw_badges
from render.pen import Pen
from render.room import Room
from render.themes import BLACK, WHITE, Color, Theme, ink_on, mixed

RIVER, WALL = 0.2, 0.15
PAYS = 0.17
"""The letters of what an off-board place pays, if that is no number."""
BEFORE_ARROW = 0.42
"""As far from the middle nothing meets an arrow."""
PLAIN_BELOW = 26
"""When hexes are smaller than this many pixels a side, unreadable details are left out."""


@lru_cache(maxsize=1024)
def hex_items(model: HexModel, theme: Theme, scale: float, middle: Point) -> DrawList:
    """The draw list of a hex whose centre lies at `middle`."""
    pen = Pen(scale, middle)
    if model.unknown:
        _placeholder(pen, model, theme)
        return tuple(pen.items)
    ground = theme.tile(model.color)
    plan = layout(model.shape)
    room = room_of(plan)
    fine = scale >= PLAIN_BELOW
    _river(pen, model, theme, room)
    _mark(pen, model, theme)
    _line(pen, model, theme, room)
    _track(pen, model, plan, theme, room)
    values = Pen(scale, middle)
    _offboard(values, model, theme, room)
    _routes(pen, model, plan, theme)
    for stop, place in zip(model.stops, plan.stops, strict=True):
        _stop(pen, stop, place, theme, ground)
    _seam(pen, model, theme, room)
    for side, _ in model.barriers:
        room.add_wall(model.shape.hexagon.side_ends(side), WALL)
    for stop, place in zip(model.stops, plan.stops, strict=True):
        _markers(pen, stop, place, theme, room)
    draw_badges(pen, model, plan, theme, room)
    _visited(pen, model, plan, theme)
    # What an off-board place pays can be read above the runs that end there.
    pen.items += values.items
    if fine:
        write_words(pen, model, plan, theme, ground, room)
    _rim(pen, model, theme)
    return tuple(pen.items)


def _placeholder(pen: Pen, model: HexModel, theme: Theme) -> None:
    """Conspicuous, so that somebody reports it."""
    hexagon = model.shape.hexagon
    pen.fill(hexagon.corners(), mixed(theme.alarm, WHITE, 0.6))
    for shift in (-0.8, -0.4, 0.0, 0.4, 0.8):
        pen.stroke(((shift - 0.5, 0.9), (shift + 0.5, -0.9)), 0.06, theme.alarm)
    pen.text((0, -0.18), "?", 0.7, BLACK, 1.0, bold=True, halo=WHITE)
    pen.text((0, 0.42), model.unknown, 0.17, BLACK, 1.5, bold=True, halo=WHITE)
    pen.trace(hexagon.corners(0.991), 0.016, theme.grid, closed=True)


# --- ground


def _river(pen: Pen, model: HexModel, theme: Theme, room: Room) -> None:
    points = model.shape.hexagon.corners()
    for first, second in zip(model.river[::2], model.river[1::2], strict=False):
        a, b = points[first], points[second]
        # Between neighbouring corners the river would follow the side, so it is drawn through the hex.
        pull = 0.45 if (second - first) % 6 in (1, 5) else 0.8
        mid = ((a[0] + b[0]) / 2 * pull, (a[1] + b[1]) / 2 * pull)
        line = tuple(
            (
                (1 - t) ** 2 * a[0] + 2 * t * (1 - t) * mid[0] + t * t * b[0],
                (1 - t) ** 2 * a[1] + 2 * t * (1 - t) * mid[1] + t * t * b[1],
            )
            for t in (n / 10 for n in range(11))
        )
        pen.stroke(line, RIVER, theme.river)
        for end in (a, b):
            pen.disc(end, RIVER / 2, theme.river)
        room.add_line(line, RIVER)


def _line(pen: Pen, model: HexModel, theme: Theme, room: Room) -> None:
    """The line that track must follow, as thin as it is printed."""
    if len(model.line) == 2:
        line = model.shape.hexagon.through(*model.line)
        pen.stroke(line, 0.03, theme.track)
        room.add_line(line, 0.03)


def _track(pen: Pen, model: HexModel, plan: Layout, theme: Theme, room: Room) -> None:
    for way in plan.ways:
        pen.stroke(way.line, TRACK + 0.055, theme.casing)
    for way in plan.ways:
        pen.stroke(way.line, TRACK, theme.track)
    for piece in plan.bridges:
        pen.stroke(piece, TRACK + 0.09, theme.casing)
        pen.stroke(piece, TRACK, theme.track)
    for a, b in model.shape.track:
        if b >= STOP and model.stops[b - STOP].kind == "offboard":
            _arrow(pen, model, a, theme)
            x, y = model.shape.hexagon.side_middle(a)
            room.add_line(((x, y), (x * 0.55, y * 0.55)), 0.16)


def _arrow(pen: Pen, model: HexModel, side: int, theme: Theme) -> None:
    x, y = model.shape.hexagon.side_middle(side)
    dx, dy = model.shape.hexagon.inward(side)
    for half, depth, color in ((0.16, 0.4, theme.casing), (0.125, 0.34, theme.track)):
        base = ((x - dy * half, y + dx * half), (x + dy * half, y - dx * half))
        pen.fill((*base, (x + dx * depth, y + dy * depth)), color)


# --- stops


def _offboard(pen: Pen, model: HexModel, theme: Theme, room: Room) -> None:
    """The values by phase in a row, the current one larger and framed."""
    for stop in model.stops:
        if stop.kind != "offboard":
            continue
        # Arrows from the lower sides of a flat hex end higher than those of one with a point on top.
        y = 0.47 if stop.slots else 0.0 if model.shape.hexagon.flat else 0.14
        if stop.pays:
            _pays(pen, model, stop.pays, y, theme, room)
            continue
        values = stop.values or ((str(stop.value), "", True),)
        half = min(0.2, 0.62 / len(values))
        left = -half * (len(values) - 1)
        for n, (amount, era, now) in enumerate(values):
            color = theme.tile(era)
            at = (left + 2 * half * n, y)
            if not now:
                pen.box(at, (half, 0.13), color, theme.track, 0.012)
                pen.text(at, amount, 0.17, mixed(ink_on(color), color, 0.25), 2 * half - 0.04)
        for n, (amount, era, now) in enumerate(values):
            color = theme.tile(era)
            at = (left + 2 * half * n, y)
            if now:
                pen.box(at, (half + 0.045, 0.18), color, theme.casing, 0.02, 0.05)
                pen.box(at, (half + 0.025, 0.16), color, theme.track, 0.03, 0.04)
                pen.text(at, amount, 0.23, ink_on(color), 2 * half, bold=True)
        room.add_box((0.0, y), (half * len(values) + 0.04, 0.18))


def _pays(pen: Pen, model: HexModel, text: str, y: float, theme: Theme, room: Room) -> None:
    """What it pays in words, in two lines, beside the arrow that leads there from the side."""
    words = text.split()
    cut = min(range(len(words)), key=lambda n: abs(len(" ".join(words[:n])) - len(" ".join(words[n:]))))
    lines = [line for line in (" ".join(words[:cut]), " ".join(words[cut:])) if line]
    half = (max(width(line, PAYS, bold=True) for line in lines) / 2 + 0.05, PAYS * 0.6 * len(lines) + 0.02)
    sides = {model.shape.hexagon.side_middle(a)[0] for a, b in model.shape.track if b >= STOP}
    shift = max(0.0, half[0] - BEFORE_ARROW)
    x = shift if min(sides, default=0.0) < -0.8 else -shift if max(sides, default=0.0) > 0.8 else 0.0
    pen.box((x, y), half, theme.tile("yellow"), theme.track, 0.02, 0.04)
    for n, line in enumerate(lines):
        at = (x, y + PAYS * 1.15 * (n - (len(lines) - 1) / 2))
        pen.text(at, line, PAYS, ink_on(theme.tile("yellow")), 2 * half[0], bold=True)
    room.add_box((x, y), half)


def _stop(pen: Pen, stop: StopModel, place: StopPlace, theme: Theme, ground: Color) -> None:
    if stop.kind == "town":
        _town(pen, place, theme)
    elif place.slots:
        if len(place.slots) > 1:
            _city_box(pen, place, theme, ground)
        for slot in place.slots:
            # A city without room for markers is a full disc.
            pen.disc(slot, SLOT - 0.012, theme.slot if stop.slots else theme.track, theme.track, 0.022)
    if place.value is not None and stop.values:
        _by_phase(pen, stop, place.value, theme)
    elif place.value is not None:
        pen.disc(place.value, VALUE, theme.slot, theme.track, 0.018)
        pen.text(place.value, str(stop.value), 0.19, BLACK, VALUE * 1.75, bold=True)


def _by_phase(pen: Pen, stop: StopModel, at: Point, theme: Theme) -> None:
    """A small row of values, the current one in bold."""
    half, high = BY_PHASE
    for n, (amount, era, now) in enumerate(stop.values):
        color = theme.tile(era)
        middle = (at[0] + half * (2 * n - len(stop.values) + 1), at[1])
        pen.box(middle, (half, high), color, theme.track, 0.03 if now else 0.012)
        pen.text(middle, amount, 0.18, ink_on(color), 2 * half - 0.03, bold=now)


def _town(pen: Pen, place: StopPlace, theme: Theme) -> None:
    if place.bar is None:
        pen.disc(place.at, TOWN + 0.02, theme.casing)
        pen.disc(place.at, TOWN, theme.track)
        return
    dx, dy = place.bar
    for half, wide, color in ((0.19, 0.16, theme.casing), (0.165, 0.11, theme.track)):
        start = (place.at[0] - dy * half, place.at[1] + dx * half)
        end = (place.at[0] + dy * half, place.at[1] - dx * half)
        pen.stroke((start, end), wide, color)


def _city_box(pen: Pen, place: StopPlace, theme: Theme, ground: Color) -> None:
    """The ground beneath the spaces of a city."""
    pale = mixed(ground, theme.slot, 0.55)
    for grow, color in ((0.035, theme.track), (0.012, pale)):
        if len(place.slots) == 2:
            (x, y), (far, _) = place.slots
            pen.box(((x + far) / 2, y), ((far - x) / 2 + SLOT + grow, SLOT + grow), color, round=SLOT + grow)
            continue
        for slot in place.slots:
            pen.disc(slot, SLOT + grow, color)
        outline = sorted(place.slots, key=lambda s: math.atan2(s[1] - place.at[1], s[0] - place.at[0]))
        for a, b in zip(outline, (*outline[1:], outline[0]), strict=True):
            pen.stroke((a, b), 2 * (SLOT + grow), color)


def _markers(pen: Pen, stop: StopModel, place: StopPlace, theme: Theme, room: Room) -> None:
    for kept in stop.reserved:
        if kept.slot < len(place.slots):
            _reserved(pen, place.slots[kept.slot], kept, theme)
    beside = 0
    for marker in stop.markers:
        if 0 <= marker.slot < len(place.slots):
            _marker(pen, place.slots[marker.slot], SLOT - 0.02, marker, theme)
            continue
        at, _, _ = room.best((0.2, 0.2), _beside(place.at, beside))
        room.add_box(at, (0.2, 0.2))
        _marker(pen, at, 0.19, marker, theme)
        beside += 1


def _seam(pen: Pen, model: HexModel, theme: Theme, room: Room) -> None:
    """The half of a space that lies in this hex; the next one has the other."""
    if model.seam is None:
        return
    at = model.shape.hexagon.side_middle(model.seam.side)
    pen.disc(at, SLOT - 0.012, theme.slot, theme.track, 0.022)
    for kept in model.seam.reserved:
        _reserved(pen, at, kept, theme)
    for marker in model.seam.markers:
        _marker(pen, at, SLOT - 0.02, marker, theme)
    room.add_box(at, (SLOT, SLOT))


def _beside(at: Point, turn: int) -> tuple[Point, ...]:
    return tuple(
        (at[0] + r * math.cos(math.radians(a)), at[1] + r * math.sin(math.radians(a)))
        for r in (0.52, 0.6, 0.68, 0.76)
        for a in range(turn * 60, turn * 60 + 360, 20)
    )


def _marker(pen: Pen, at: Point, radius: float, marker: MarkerModel, theme: Theme) -> None:
    color = marker.color if marker.color is not None else theme.alarm
    pen.disc(at, radius, color, theme.track, 0.02)
    if marker.rim is None:
        pen.disc(at, radius - 0.025, color, WHITE, 0.02)
    else:
        pen.disc(at, radius - 0.015, color, marker.rim, 0.065)
        pen.disc(at, radius - 0.075, color, WHITE, 0.015)
    if marker.fresh:
        pen.disc(at, radius + 0.05, None, theme.last, 0.05)
    inner = radius if marker.rim is None else radius - 0.06
    pen.text(at, marker.symbol, inner * 0.82, ink_on(color), inner * 1.72, bold=True)


def _reserved(pen: Pen, at: Point, kept: MarkerModel, theme: Theme) -> None:
    color = kept.color if kept.color is not None else theme.alarm
    pen.disc(at, SLOT - 0.04, mixed(color, theme.slot, 0.65))
    pen.text(at, kept.symbol, SLOT * 0.7, mixed(color, BLACK, 0.5), SLOT * 1.65)


# --- routes


def _routes(pen: Pen, model: HexModel, found: Layout, theme: Theme) -> None:
    for number, a, b in model.routes:
        line = _piece(found, a, b)
        if line:
            color = theme.routes[number % len(theme.routes)]
            pen.stroke(line, TRACK + 0.07, theme.casing)
            pen.stroke(line, TRACK + 0.02, color)


def _visited(pen: Pen, model: HexModel, plan: Layout, theme: Theme) -> None:
    """Rims around the stops of runs, nested where several trains stop."""
    trains: dict[int, list[int]] = {}
    for number, *ends in model.routes:
        for end in ends:
            if STOP <= end < STOP + len(plan.stops) and number not in trains.setdefault(end, []):
                trains[end].append(number)
    for end, numbers in trains.items():
        place = plan.stops[end - STOP]
        for n in range(len(numbers) - 1, -1, -1):
            color, more = theme.routes[numbers[n] % len(theme.routes)], 0.07 * n
            if place.bar is not None:
                pen.disc(place.at, 0.1 + more, theme.casing, color, 0.06)
            elif len(place.slots) <= 1:
                pen.disc(place.at, (SLOT if place.slots else TOWN) + 0.03 + more, None, color, 0.07)
            else:
                half = (place.half[0] + 0.06 + more, place.half[1] + 0.06 + more)
                pen.box(place.at, half, None, color, 0.07, 0.3 + more)


def _piece(plan: Layout, a: int, b: int) -> Line:
    """The line between two ends of a hex's track."""
    side, other = min(a, b), max(a, b)
    if other < STOP:
        return plan.hexagon.through(side, other)
    for way in plan.ways:
        if side in way.ends and other in way.ends:
            if len(way.ends) == 2:
                return way.line
            at = plan.stops[other - STOP].at
            part = min((n / 40 for n in range(41)), key=lambda p: math.dist(along(way.line, p), at))
            return cut(way.line, 0, part) if way.ends[0] == side else cut(way.line, part, 1)
    if other - STOP < len(plan.stops):
        return (plan.hexagon.side_middle(side), plan.stops[other - STOP].at)
    return ()


# --- rim

RED = "red"
"""Barriers of this kind have the colour of their name; others are blue as water."""


def _rim(pen: Pen, model: HexModel, theme: Theme) -> None:
    hexagon = model.shape.hexagon
    if not model.joined:
        pen.trace(hexagon.corners(0.991), 0.016, theme.grid, closed=True)
    else:
        for side in set(range(6)) - set(model.joined):
            pen.trace(hexagon.side_ends(side, 0.991), 0.016, theme.grid)
    for side, kind in model.barriers:
        a, b = hexagon.side_ends(side)
        pen.stroke((a, b), WALL + 0.05, theme.casing)
        pen.stroke((a, b), WALL, theme.par if kind == RED else theme.barrier)


def _mark(pen: Pen, model: HexModel, theme: Theme) -> None:
    """A coloured rim beneath the track: the ends of track stay in sight."""
    rim = model.shape.hexagon.corners(0.945)
    if model.badges:
        pen.trace(rim, 0.13, theme.casing, closed=True)
        pen.trace(rim, 0.09, theme.last, closed=True)
    elif model.mark:
        color = theme.last if model.mark == "last" else theme.changed
        pen.trace(rim, 0.07 if model.mark == "last" else 0.055, color, closed=True)
