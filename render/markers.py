"""Price markers: one in a box of the market, a stack of them, and the row of order beneath."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from render.draw import Box, Disc, Item, Text
from render.fonts import fitted, width
from render.themes import BLACK, WHITE, Color, Theme, ink_on, mixed, readable

Area = tuple[float, float, float, float]
"""Left, top, right, bottom."""
HALO = 1.09
"""How much larger a marker that has moved is with its rim."""
BOLD, AIR = 0.6, 0.45
"""The letters of a plate, and the room beside them, as parts of its height."""
TIGHT_BOLD, TIGHT_AIR = 0.82, 0.24
"""The same where several share a box, so that each name is as large as its strip allows."""
LARGEST = 0.36
"""The greatest radius of a marker, and height of a plate, as a part of the room's width."""


@dataclass(frozen=True)
class Chip:
    """A price marker."""

    symbol: str
    color: Color | None
    operated: bool
    fresh: bool

    def look(self, theme: Theme) -> tuple[Color, Color, Color]:
        """Its rim, its face and its letters; one that has operated is turned over: pale with a coloured rim."""
        color = self.color if self.color is not None else theme.alarm
        if not self.operated:
            return WHITE, color, ink_on(color)
        face = mixed(color, WHITE, 0.72)
        return color, face, readable(mixed(color, BLACK, 0.45), face)


def stacked(chips: Sequence[Chip], area: Area, theme: Theme) -> list[Item]:
    """Markers from the top of the stack, which operates first, downwards; none covers another.

    One is a disc, as on the table; several are plates, whose names stay large.
    """
    if len(chips) != 1:
        return _plates(chips, area, theme) if chips else []
    left, top, right, bottom = area
    radius = min(right - left, bottom - top) / 2 / HALO
    return disc(chips[0], ((left + right) / 2, (top + bottom) / 2), min(radius, (right - left) * LARGEST), theme)


def _plates(chips: Sequence[Chip], area: Area, theme: Theme) -> list[Item]:
    """Plates in as many columns as make their names largest, read line by line."""
    left, top, right, bottom = area
    widest = max(width(chip.symbol, 1.0, bold=True) for chip in chips)

    def letters(columns: int) -> float:
        rows = -(-len(chips) // columns)
        across = ((right - left) / columns - (bottom - top) / rows * TIGHT_AIR) / widest
        return min((bottom - top) / rows * TIGHT_BOLD, (right - left) * LARGEST * TIGHT_BOLD, across)

    columns = max((1, 2, 3), key=letters)
    across, down = (right - left) / columns, min((bottom - top) / -(-len(chips) // columns), (right - left) * LARGEST)
    items: list[Item] = []
    for n, chip in enumerate(chips):
        x, y = left + n % columns * across, top + n // columns * down
        items += plate(chip, (x, y, x + across, y + down), theme, TIGHT_BOLD, TIGHT_AIR)
    return items


def disc(chip: Chip, at: tuple[float, float], radius: float, theme: Theme) -> list[Item]:
    """A marker as it lies on the market."""
    rim, face, ink = chip.look(theme)
    items: list[Item] = [Disc(at, radius * HALO, theme.last)] if chip.fresh else []
    items.append(Disc(at, radius, rim, BLACK, max(1.0, radius * 0.05)))
    items.append(Disc(at, radius * (0.84 if chip.operated else 0.93), face))
    # A name is never cut: "NY…" could be either of two companies.
    room = radius * 1.66
    size = max(radius * 0.4, min(radius * 0.82, room / max(width(chip.symbol, 1.0, bold=True), 0.1)))
    text, size = fitted(chip.symbol, size, room, bold=True)
    items.append(Text(at, text, size, ink, True))
    return items


def plate_wide(symbol: str, high: float) -> float:
    """How wide a plate of this height is."""
    return width(symbol, high * BOLD, bold=True) + high * AIR


def plate(chip: Chip, area: Area, theme: Theme, bold: float = BOLD, air: float = AIR) -> list[Item]:
    """A marker with straight sides, for a name in large letters in little room."""
    left, top, right, bottom = area
    rim, face, ink = chip.look(theme)
    high = bottom - top
    edge, corner = high * 0.07, high * 0.25
    items: list[Item] = [Box((left, top), (right, bottom), theme.last, None, 0.0, corner)] if chip.fresh else []
    low, far = (left + edge, top + edge), (right - edge, bottom - edge)
    items.append(Box(low, far, face, rim if chip.operated else BLACK, max(1.0, high * 0.06), corner))
    size = min(high * bold, (right - left - high * air * 0.6) / max(width(chip.symbol, 1.0, bold=True), 0.1))
    items.append(Text(((left + right) / 2, (top + bottom) / 2), chip.symbol, size, ink, True))
    return items
