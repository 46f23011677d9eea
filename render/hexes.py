"""One hex as a draw list."""

from __future__ import annotations

import math
from functools import lru_cache

from render import symbols
from render.draw import Box, Disc, DrawList, Fill, Item, Text, Trace
from render.fonts import fitted, width
from render.geometry import Line, Point, along, corners, cut, inward, ribbon, side_ends, side_middle, through
from render.layout import SLOT, STOP, TOWN, TRACK, VALUE, Layout, Room, StopPlace, layout, room_of
from render.model import HexModel, MarkerModel, StopModel
from render.themes import BLACK, WHITE, Color, Theme, ink_on, mixed

NAME, COST, LABEL, NUMBER = 0.185, 0.17, 0.27, 0.11
RIVER = 0.2
PLAIN_BELOW = 26
"""With hexes smaller than this many pixels a side, what nobody could read is left out."""


class _Sheet:
    """A hex being written down: lengths in sides of a hex, turned into pixels."""

    def __init__(self, scale: float, middle: Point) -> None:
        self.scale, self.middle = scale, middle
        self.items: list[Item] = []

    def at(self, point: Point) -> Point:
        return (self.middle[0] + point[0] * self.scale, self.middle[1] + point[1] * self.scale)

    def line(self, points: Line) -> Line:
        return tuple(self.at(point) for point in points)

    def fill(self, points: Line, color: Color) -> None:
        self.items.append(Fill(self.line(points), color))

    def stroke(self, points: Line, wide: float, color: Color) -> None:
        self.fill(ribbon(points, wide), color)

    def trace(self, points: Line, wide: float, color: Color, *, closed: bool = False) -> None:
        self.items.append(Trace(self.line(points), color, wide * self.scale, closed))

    def disc(self, at: Point, radius: float, color: Color | None, rim: Color | None = None, wide: float = 0.0) -> None:
        self.items.append(Disc(self.at(at), radius * self.scale, color, rim, max(1.0, wide * self.scale)))

    def box(
        self, at: Point, half: Point, color: Color | None, rim: Color | None = None, wide: float = 0, round: float = 0
    ) -> None:
        low, high = self.at((at[0] - half[0], at[1] - half[1])), self.at((at[0] + half[0], at[1] + half[1]))
        self.items.append(Box(low, high, color, rim, max(1.0, wide * self.scale), round * self.scale))

    def text(
        self,
        at: Point,
        text: str,
        size: float,
        color: Color,
        room: float,
        *,
        bold: bool = False,
        halo: Color | None = None,
    ) -> None:
        shown, fits = fitted(text, size, room, bold=bold)
        self.items.append(
            Text(self.at(at), shown, fits * self.scale, color, bold, "mm", halo, 0.035 * self.scale if halo else 0.0)
        )


@lru_cache(maxsize=4096)
def hex_items(model: HexModel, theme: Theme, scale: float, middle: Point) -> DrawList:
    """The draw list of a hex whose centre lies at `middle`."""
    sheet = _Sheet(scale, middle)
    if model.unknown:
        _placeholder(sheet, model, theme)
        return tuple(sheet.items)
    ground = theme.tile(model.color)
    found = layout(model.shape)
    room = room_of(found)
    fine = scale >= PLAIN_BELOW
    _river(sheet, model, theme, room)
    _mark(sheet, model, theme)
    _track(sheet, model, found, theme)
    _offboard(sheet, model, theme, room)
    _routes(sheet, model, found, theme)
    for stop, place in zip(model.stops, found.stops, strict=True):
        _stop(sheet, stop, place, theme, ground)
    for stop, place in zip(model.stops, found.stops, strict=True):
        _markers(sheet, stop, place, theme, room)
    _visited(sheet, model, found, theme)
    if fine:
        _words(sheet, model, found, theme, ground, room)
    _rim(sheet, model, theme)
    return tuple(sheet.items)


def _placeholder(sheet: _Sheet, model: HexModel, theme: Theme) -> None:
    """Loud, so that somebody tells us."""
    sheet.fill(corners(), mixed(theme.alarm, WHITE, 0.6))
    for shift in (-0.8, -0.4, 0.0, 0.4, 0.8):
        sheet.stroke(((shift - 0.5, 0.9), (shift + 0.5, -0.9)), 0.06, theme.alarm)
    sheet.text((0, -0.18), "?", 0.7, BLACK, 1.0, bold=True, halo=WHITE)
    sheet.text((0, 0.42), model.unknown, 0.17, BLACK, 1.5, bold=True, halo=WHITE)
    sheet.trace(corners(0.991), 0.016, theme.grid, closed=True)


# --- ground


def _river(sheet: _Sheet, model: HexModel, theme: Theme, room: Room) -> None:
    points = corners()
    for first, second in zip(model.river[::2], model.river[1::2], strict=False):
        a, b = points[first], points[second]
        # Next corners would have the river run along the side: it is drawn through the hex.
        pull = 0.45 if (second - first) % 6 in (1, 5) else 0.8
        mid = ((a[0] + b[0]) / 2 * pull, (a[1] + b[1]) / 2 * pull)
        line = tuple(
            (
                (1 - t) ** 2 * a[0] + 2 * t * (1 - t) * mid[0] + t * t * b[0],
                (1 - t) ** 2 * a[1] + 2 * t * (1 - t) * mid[1] + t * t * b[1],
            )
            for t in (n / 10 for n in range(11))
        )
        sheet.stroke(line, RIVER, theme.river)
        for end in (a, b):
            sheet.disc(end, RIVER / 2, theme.river)
        room.add_line(line, RIVER)


def _track(sheet: _Sheet, model: HexModel, found: Layout, theme: Theme) -> None:
    for way in found.ways:
        sheet.stroke(way.line, TRACK + 0.055, theme.casing)
    for way in found.ways:
        sheet.stroke(way.line, TRACK, theme.track)
    for piece in found.bridges:
        sheet.stroke(piece, TRACK + 0.09, theme.casing)
        sheet.stroke(piece, TRACK, theme.track)
    for a, b in model.shape.track:
        if b >= STOP and model.stops[b - STOP].kind == "offboard":
            _arrow(sheet, a, theme)


def _arrow(sheet: _Sheet, side: int, theme: Theme) -> None:
    x, y = side_middle(side)
    dx, dy = inward(side)
    for half, depth, color in ((0.16, 0.4, theme.casing), (0.125, 0.34, theme.track)):
        base = ((x - dy * half, y + dx * half), (x + dy * half, y - dx * half))
        sheet.fill((*base, (x + dx * depth, y + dy * depth)), color)


# --- stops


def _offboard(sheet: _Sheet, model: HexModel, theme: Theme, room: Room) -> None:
    """The values by phase in a row, the present one larger and framed."""
    for stop in model.stops:
        if stop.kind != "offboard":
            continue
        y = 0.47 if stop.slots else 0.14
        values = stop.values or ((str(stop.value), "", True),)
        half = min(0.2, 0.62 / len(values))
        left = -half * (len(values) - 1)
        for n, (amount, era, now) in enumerate(values):
            color = theme.tile(era)
            at = (left + 2 * half * n, y)
            if not now:
                sheet.box(at, (half, 0.13), color, theme.track, 0.012)
                sheet.text(at, amount, 0.17, mixed(ink_on(color), color, 0.25), 2 * half - 0.04)
        for n, (amount, era, now) in enumerate(values):
            color = theme.tile(era)
            at = (left + 2 * half * n, y)
            if now:
                sheet.box(at, (half + 0.045, 0.18), color, theme.casing, 0.02, 0.05)
                sheet.box(at, (half + 0.025, 0.16), color, theme.track, 0.03, 0.04)
                sheet.text(at, amount, 0.23, ink_on(color), 2 * half, bold=True)
        room.add_box((0.0, y), (half * len(values) + 0.04, 0.18))


def _stop(sheet: _Sheet, stop: StopModel, place: StopPlace, theme: Theme, ground: Color) -> None:
    if stop.kind == "town":
        _town(sheet, place, theme)
    elif place.slots:
        if len(place.slots) > 1:
            _city_box(sheet, place, theme, ground)
        for slot in place.slots:
            sheet.disc(slot, SLOT - 0.012, theme.slot, theme.track, 0.022)
    if place.value is not None:
        sheet.disc(place.value, VALUE, theme.slot, theme.track, 0.018)
        sheet.text(place.value, str(stop.value), 0.19, BLACK, VALUE * 1.75, bold=True)


def _town(sheet: _Sheet, place: StopPlace, theme: Theme) -> None:
    if place.bar is None:
        sheet.disc(place.at, TOWN + 0.02, theme.casing)
        sheet.disc(place.at, TOWN, theme.track)
        return
    dx, dy = place.bar
    for half, wide, color in ((0.19, 0.16, theme.casing), (0.165, 0.11, theme.track)):
        start = (place.at[0] - dy * half, place.at[1] + dx * half)
        end = (place.at[0] + dy * half, place.at[1] - dx * half)
        sheet.stroke((start, end), wide, color)


def _city_box(sheet: _Sheet, place: StopPlace, theme: Theme, ground: Color) -> None:
    """The ground on which the spaces of a city stand together."""
    pale = mixed(ground, theme.slot, 0.55)
    for grow, color in ((0.035, theme.track), (0.012, pale)):
        if len(place.slots) == 2:
            (x, y), (far, _) = place.slots
            sheet.box(((x + far) / 2, y), ((far - x) / 2 + SLOT + grow, SLOT + grow), color, round=SLOT + grow)
            continue
        for slot in place.slots:
            sheet.disc(slot, SLOT + grow, color)
        outline = sorted(place.slots, key=lambda s: math.atan2(s[1] - place.at[1], s[0] - place.at[0]))
        for a, b in zip(outline, (*outline[1:], outline[0]), strict=True):
            sheet.stroke((a, b), 2 * (SLOT + grow), color)


def _markers(sheet: _Sheet, stop: StopModel, place: StopPlace, theme: Theme, room: Room) -> None:
    for kept in stop.reserved:
        if kept.slot < len(place.slots):
            _reserved(sheet, place.slots[kept.slot], kept, theme)
    beside = 0
    for marker in stop.markers:
        if 0 <= marker.slot < len(place.slots):
            _marker(sheet, place.slots[marker.slot], SLOT - 0.02, marker, theme)
            continue
        at, _ = room.best((0.2, 0.2), _beside(place.at, beside))
        room.add_box(at, (0.2, 0.2))
        _marker(sheet, at, 0.19, marker, theme)
        beside += 1


def _beside(at: Point, turn: int) -> tuple[Point, ...]:
    return tuple(
        (at[0] + r * math.cos(math.radians(a)), at[1] + r * math.sin(math.radians(a)))
        for r in (0.52, 0.6, 0.68)
        for a in range(turn * 60, turn * 60 + 360, 20)
    )


def _marker(sheet: _Sheet, at: Point, radius: float, marker: MarkerModel, theme: Theme) -> None:
    color = marker.color if marker.color is not None else theme.alarm
    sheet.disc(at, radius, color, theme.track, 0.02)
    sheet.disc(at, radius - 0.025, color, WHITE, 0.02)
    if marker.fresh:
        sheet.disc(at, radius + 0.05, None, theme.last, 0.05)
    sheet.text(at, marker.symbol, radius * 0.82, ink_on(color), radius * 1.72, bold=True)


def _reserved(sheet: _Sheet, at: Point, kept: MarkerModel, theme: Theme) -> None:
    color = kept.color if kept.color is not None else theme.alarm
    sheet.disc(at, SLOT - 0.04, mixed(color, theme.slot, 0.65))
    sheet.text(at, kept.symbol, SLOT * 0.7, mixed(color, BLACK, 0.5), SLOT * 1.65)


# --- routes


def _routes(sheet: _Sheet, model: HexModel, found: Layout, theme: Theme) -> None:
    for number, a, b in model.routes:
        line = _piece(found, a, b)
        if line:
            color = theme.routes[number % len(theme.routes)]
            sheet.stroke(line, TRACK + 0.07, theme.casing)
            sheet.stroke(line, TRACK + 0.02, color)


def _visited(sheet: _Sheet, model: HexModel, found: Layout, theme: Theme) -> None:
    """Rims around the stops of runs."""
    for number, a, b in model.routes:
        color = theme.routes[number % len(theme.routes)]
        for end in (a, b):
            if STOP <= end < STOP + len(found.stops):
                place = found.stops[end - STOP]
                if place.bar is not None:
                    sheet.disc(place.at, 0.1, theme.casing, color, 0.05)
                elif len(place.slots) <= 1:
                    sheet.disc(place.at, SLOT + 0.03 if place.slots else TOWN + 0.03, None, color, 0.06)
                else:
                    sheet.box(place.at, (place.half[0] + 0.06, place.half[1] + 0.06), None, color, 0.06, 0.3)


def _piece(found: Layout, a: int, b: int) -> Line:
    """The line between two ends of a hex's track."""
    side, other = min(a, b), max(a, b)
    if other < STOP:
        return through(side, other)
    for way in found.ways:
        if side in way.ends and other in way.ends:
            if len(way.ends) == 2:
                return way.line
            at = found.stops[other - STOP].at
            part = min((n / 40 for n in range(41)), key=lambda p: math.dist(along(way.line, p), at))
            return cut(way.line, 0, part) if way.ends[0] == side else cut(way.line, part, 1)
    if other - STOP < len(found.stops):
        return (side_middle(side), found.stops[other - STOP].at)
    return ()


# --- words and signs


def _words(sheet: _Sheet, model: HexModel, found: Layout, theme: Theme, ground: Color, room: Room) -> None:
    ink = ink_on(ground)
    offboard = any(stop.kind == "offboard" for stop in model.stops)
    halo = ground
    if model.label:
        size = LABEL
        half = (width(model.label, size, bold=True) / 2, size * 0.4)
        at, _ = room.best(half, _SPOTS)
        room.add_box(at, half)
        sheet.text(at, model.label, size, ink, 0.7, bold=True, halo=halo)
    for text, near, bold in _names(model, found, offboard):
        _name(sheet, text, _near(near, offboard), 0.21 if offboard else NAME, bold, ground, room)
    if model.blocked_by:
        half = (0.3, 0.14)
        at, _ = room.best(half, _SPOTS)
        room.add_box(at, half)
        symbols.blocked(sheet, at, model.blocked_by, theme)
    if model.cost:
        half = (0.24, 0.19)
        at, _ = room.best(half, _LOW_SPOTS)
        room.add_box(at, half)
        symbols.terrain(sheet, at, model.terrain, model.cost, bool(model.river), theme)
    for sign in model.signs:
        half = (0.33, 0.11)
        at, _ = room.best(half, _SPOTS)
        room.add_box(at, half)
        symbols.sign(sheet, at, sign, theme)
    if model.port and not any("port" in sign.split() for sign in model.signs):
        at, gap = room.best((0.1, 0.1), _LOW_SPOTS)
        if gap > 0:
            room.add_box(at, (0.1, 0.1))
            symbols.anchor(sheet, at, 0.1, theme)
    for goal in model.goals:
        at, gap = room.best((0.21, 0.13), _SPOTS)
        if gap > 0:
            room.add_box(at, (0.21, 0.13))
            symbols.goal(sheet, at, goal, theme)
    if model.tile:
        at, gap = room.best((0.12, 0.05), _CORNERS)
        if gap > 0:
            sheet.text(at, model.tile, NUMBER, mixed(ink, ground, 0.35), 0.3)


def _name(
    sheet: _Sheet, text: str, spots: tuple[Point, ...], size: float, bold: bool, ground: Color, room: Room
) -> None:
    """Write a name in one line, else in two, where it covers least."""
    tries = [[text], *_halves(text)]
    best: tuple[float, list[str], Point, float] | None = None
    for step in (1.0, 0.86):
        for lines in tries:
            fits = [fitted(line, size * step, 1.5, bold=bold) for line in lines]
            letters = min(fit for _, fit in fits)
            wide = max(width(shown, letters, bold=bold) for shown, _ in fits)
            half = (wide / 2, letters * (0.42 + 0.55 * (len(lines) - 1)))
            at, gap = room.best(half, spots)
            if best is None or gap > best[0] + 0.01:
                best = (gap, [shown for shown, _ in fits], at, letters)
            if gap >= 0:
                break
        if best is not None and best[0] >= 0:
            break
    assert best is not None
    _, shown, at, letters = best
    wide = max(width(line, letters, bold=bold) for line in shown)
    room.add_box(at, (wide / 2, letters * (0.42 + 0.55 * (len(shown) - 1))))
    for n, line in enumerate(shown):
        y = at[1] + (n - (len(shown) - 1) / 2) * letters * 1.1
        sheet.text((at[0], y), line, letters, ink_on(ground), 1.6, bold=bold, halo=ground)


def _halves(text: str) -> list[list[str]]:
    """A name of several words as two lines."""
    words = text.split()
    if len(words) < 2:
        return []
    cut_at = min(range(1, len(words)), key=lambda n: abs(len(" ".join(words[:n])) - len(" ".join(words[n:]))))
    return [[" ".join(words[:cut_at]), " ".join(words[cut_at:])]]


def _names(model: HexModel, found: Layout, offboard: bool) -> list[tuple[str, Point, bool]]:
    named = [
        (stop.name, place.at, stop.kind != "town")
        for stop, place in zip(model.stops, found.stops, strict=True)
        if stop.name
    ]
    if not named and model.name:
        return [(model.name, (0.0, 0.0), True)]
    return named


def _ring(radii: tuple[float, ...], angles: tuple[int, ...]) -> tuple[Point, ...]:
    return tuple((r * math.cos(math.radians(a)), r * math.sin(math.radians(a))) for r in radii for a in angles)


_AROUND = (270, 90, 300, 240, 60, 120, 330, 210, 30, 150, 0, 180)
_SPOTS = (*_ring((0.58, 0.66, 0.5, 0.74, 0.4, 0.3), _AROUND), (0.0, 0.0))
_LOW_SPOTS = ((0.0, 0.0), *_ring((0.56, 0.64, 0.48, 0.7), (90, 270, 60, 120, 30, 150, 300, 240, 0, 180)))
_CORNERS = _ring((0.84, 0.78, 0.74), (90, 30, 150, 270, 330, 210, 60, 120, 0, 180, 300, 240))
_GRID = tuple((x / 20, y / 20) for y in range(-15, 16) for x in range(-10, 11, 2))


@lru_cache(maxsize=256)
def _near(at: Point, offboard: bool) -> tuple[Point, ...]:
    """Places for a name: above its stop, below it, then wherever there is room."""
    if offboard:
        return tuple((0.0, y) for y in (-0.3, -0.42, -0.5, -0.2))
    close = [(at[0] + x, at[1] + y) for x in (0.0, -0.12, 0.12) for y in (-0.42, 0.42, -0.5, 0.5, -0.3, 0.3, -0.6, 0.6)]
    return (*close, *_GRID)


# --- rim


def _rim(sheet: _Sheet, model: HexModel, theme: Theme) -> None:
    sheet.trace(corners(0.991), 0.016, theme.grid, closed=True)
    for side in model.barriers:
        a, b = side_ends(side)
        sheet.stroke((a, b), 0.2, theme.casing)
        sheet.stroke((a, b), 0.15, theme.barrier)


def _mark(sheet: _Sheet, model: HexModel, theme: Theme) -> None:
    """A coloured rim beneath the track: the ends of track stay in sight."""
    if model.mark:
        color = theme.last if model.mark == "last" else theme.changed
        sheet.trace(corners(0.945), 0.07 if model.mark == "last" else 0.055, color, closed=True)
