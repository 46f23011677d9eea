"""What letters are written on: the contrast of each text of a draw list with its ground."""

from __future__ import annotations

import math
from collections.abc import Iterator

from render.draw import Box, Disc, DrawList, Fill, Item, Text
from render.geometry import Line, Point
from render.themes import Color, contrast


def contrasts(items: DrawList, ground: Color) -> Iterator[tuple[Text, float]]:
    """Each text with its contrast to its halo, or else to the last thing drawn beneath it."""
    for n, item in enumerate(items):
        if not isinstance(item, Text):
            continue
        beneath = item.halo or next((found for one in reversed(items[:n]) if (found := _color(one, item.at))), ground)
        yield item, contrast(item.color, beneath)


def _color(item: Item, at: Point) -> Color | None:
    """The colour of a thing at a place, if it is there."""
    match item:
        case Box(low, high, color):
            return color if low[0] <= at[0] <= high[0] and low[1] <= at[1] <= high[1] else None
        case Disc(middle, radius, color):
            return color if math.dist(middle, at) <= radius else None
        case Fill(points, color):
            return color if _inside(points, at) else None
        case _:
            return None


def _inside(points: Line, at: Point) -> bool:
    """Does an odd number of sides lie to the right?"""
    x, y = at
    sides = zip(points, (*points[1:], points[0]), strict=True)
    crossed = [a[0] + (y - a[1]) * (b[0] - a[0]) / (b[1] - a[1]) > x for a, b in sides if (a[1] > y) != (b[1] > y)]
    return sum(crossed) % 2 == 1
