"""What is drawn in a hex, measured: which texts, markers, values and signs lie on one another."""

from __future__ import annotations

import math
from dataclasses import dataclass, field
from itertools import combinations

from render.draw import Box, Disc, DrawList, Fill, Text
from render.fonts import as_drawn
from render.geometry import APOTHEM
from render.hexes import hex_items
from render.layout import SLOT, TOWN, layout
from render.model import HexModel
from render.paint import SCALE
from render.themes import Theme, mixed

Rect = tuple[float, float, float, float]
TOUCH = 0.035
"""What may be hidden of a thing's edge, in sides of a hex: no letter and no digit."""


@dataclass
class Thing:
    """A name, a marker with its text, a revenue, a sign: what belongs together and must not lie on another."""

    called: str
    discs: list[tuple[float, float, float]] = field(default_factory=list)
    rects: list[Rect] = field(default_factory=list)
    frame: Rect | None = None
    """The box that texts are written in, if it is one."""


def things(model: HexModel, theme: Theme, scale: float) -> list[Thing]:
    """Everything in a hex but track, rivers, rims and what is merely ground."""
    middle = middle_of(model, scale)
    found = _grouped(drawn(model, theme, scale), theme, scale)
    for place in layout(model.shape).stops:
        if place.bar is not None:
            x, y = middle[0] + place.at[0] * scale, middle[1] + place.at[1] * scale
            found.append(Thing("town", [(x, y, TOWN * scale)]))
    return found


def drawn(model: HexModel, theme: Theme, scale: float) -> DrawList:
    """The draw list of a hex by itself."""
    return hex_items(model, theme, scale, middle_of(model, scale))


def middle_of(model: HexModel, scale: float) -> tuple[float, float]:
    across, down = model.shape.hexagon.half
    return across * scale, down * scale


def covered(model: HexModel, theme: Theme, scale: float) -> list[str]:
    """Each pair of things that lie on one another, and each thing that the rim of the hex cuts off."""
    found = things(model, theme, scale)
    most = TOUCH * scale + 0.5
    wrong = [f"{one.called} on {two.called}" for one, two in combinations(found, 2) if depth(one, two) > most]
    return wrong + [f"{one.called} beyond the rim" for one in found if _beyond(model, one, scale) > most]


def depth(one: Thing, two: Thing) -> float:
    """How deep one thing lies in another; 0 or less if they are apart."""
    deepest = -math.inf
    for x, y, r in one.discs:
        deepest = max([deepest, *(r + s - math.dist((x, y), (u, v)) for u, v, s in two.discs)])
        deepest = max([deepest, *(r - _away((x, y), rect) for rect in two.rects)])
    for low_x, low_y, high_x, high_y in one.rects:
        deepest = max([deepest, *(s - _away((u, v), (low_x, low_y, high_x, high_y)) for u, v, s in two.discs)])
        for left, top, right, bottom in two.rects:
            deepest = max(deepest, min(high_x - left, right - low_x, high_y - top, bottom - low_y))
    return deepest


def _away(point: tuple[float, float], rect: Rect) -> float:
    x, y = point
    return math.hypot(max(rect[0] - x, 0.0, x - rect[2]), max(rect[1] - y, 0.0, y - rect[3]))


def _beyond(model: HexModel, thing: Thing, scale: float) -> float:
    points = [(x, y, r) for x, y, r in thing.discs]
    for left, top, right, bottom in thing.rects:
        points += [(x, y, 0.0) for x in (left, right) for y in (top, bottom)]
    far, inward, middle = -math.inf, model.shape.hexagon.inward, middle_of(model, scale)
    for x, y, r in points:
        at = (x - middle[0], y - middle[1])
        far = max([far, *(-(at[0] * inward(side)[0] + at[1] * inward(side)[1]) + r for side in range(6))])
    return far - APOTHEM * scale


def _grouped(items: DrawList, theme: Theme, scale: float) -> list[Thing]:
    found: list[Thing] = []
    grounds = {theme.land, *theme.tiles.values()}
    lines = {theme.track, theme.casing, theme.river, theme.barrier}
    lines |= {mixed(ground, theme.slot, 0.55) for ground in grounds}  # the ground of a large city
    sign: Thing | None = None
    for item in items:
        match item:
            case Fill(points, color):
                if color in lines or _extent(points) > 0.6 * scale:
                    continue
                if sign is None:
                    sign = Thing("a sign")
                    found.append(sign)
                sign.rects.append(_rect(points))
            case Disc((x, y), radius, color, rim, _):
                if color == theme.river or (rim is None and color in lines and radius > SLOT * scale):
                    continue  # the end of a river, or the ground of a large city
                if sign is not None and radius < 0.1 * scale:
                    sign.discs.append((x, y, radius))
                elif not any(_holds(thing, (x, y), radius) for thing in found):
                    found.append(Thing("a disc", [(x, y, radius)]))
            case Box(low, high, color, rim, _, corner):
                if rim is None and color in grounds:
                    continue  # the ground of a name
                middle, half = ((low[0] + high[0]) / 2, (low[1] + high[1]) / 2), (high[1] - low[1]) / 2
                beside = next((t for t in found if _in_row(t, (*low, *high))), None)
                if beside is not None:
                    beside.rects.append((*low, *high))  # one of a row of values, or the frame of the present one
                    continue
                if any(_holds(thing, middle, half) for thing in found):
                    continue
                if corner >= half - 0.6:
                    ends = (high[0] - low[0]) / 2 - half
                    steps = max(1, math.ceil(ends / max(half, 0.1) * 3))
                    discs = [(middle[0] + ends * n / steps, middle[1], half) for n in range(-steps, steps + 1)]
                    found.append(Thing("a box", discs, [], (*low, *high)))
                else:
                    found.append(Thing("a box", [], [(*low, *high)], (*low, *high)))
            case Text():
                rect = written(item)
                middle = ((rect[0] + rect[2]) / 2, (rect[1] + rect[3]) / 2)
                bare = item.halo is not None
                holder = sign or next((t for t in reversed(found) if not bare and _carries(t, middle, rect)), None)
                if holder is None:
                    found.append(Thing(repr(item.text), [], [rect]))
                else:
                    holder.called = f"{holder.called} {item.text!r}"
                    if sign is not None:
                        sign.rects.append(rect)
                sign = None
            case _:
                pass
    return found


def _holds(thing: Thing, at: tuple[float, float], radius: float) -> bool:
    """Is a disc the content of a thing: a marker in its space, a space in its city?"""
    return any(math.dist(at, (x, y)) < 0.5 and radius < r * 1.25 for x, y, r in thing.discs)


def _carries(thing: Thing, middle: tuple[float, float], rect: Rect) -> bool:
    """Is a text written in a thing?"""
    wide = rect[2] - rect[0]
    if any(math.dist(middle, (x, y)) < r * 0.3 and wide <= 2 * r + 1 for x, y, r in thing.discs):
        return True
    frames = [thing.frame, *thing.rects] if thing.frame is not None else []
    return any(
        abs(middle[1] - (r[1] + r[3]) / 2) < (r[3] - r[1]) * 0.25 and r[0] - 1 <= rect[0] and rect[2] <= r[2] + 1
        for r in frames
        if r is not None
    )


def _in_row(thing: Thing, other: Rect) -> bool:
    """Does a box stand beside others in a row of values, or frame one of them?"""
    return any(
        abs(r[1] + r[3] - other[1] - other[3]) < 1 and min(r[2], other[2]) - max(r[0], other[0]) > -2
        for r in ([] if thing.discs or thing.frame is None else thing.rects)
    )


def written(item: Text) -> Rect:
    """The box around the letters as they are drawn."""
    left, top, right, bottom = as_drawn(item.text, item.size * SCALE, bold=item.bold).getbbox(
        item.text, anchor=item.anchor
    )
    x, y = item.at
    return x + left / SCALE, y + top / SCALE, x + right / SCALE, y + bottom / SCALE


def _rect(points: tuple[tuple[float, float], ...]) -> Rect:
    xs, ys = [x for x, _ in points], [y for _, y in points]
    return min(xs), min(ys), max(xs), max(ys)


def _extent(points: tuple[tuple[float, float], ...]) -> float:
    left, top, right, bottom = _rect(points)
    return max(right - left, bottom - top)
