"""A hex being drawn: lengths in sides of a hex, turned into pixels."""

from __future__ import annotations

from render.draw import Box, Disc, Fill, Item, Text, Trace
from render.fonts import fitted
from render.geometry import Line, Point, ribbon
from render.themes import Color


class Pen:
    """A hex being drawn: lengths in sides of a hex, turned into pixels."""

    def __init__(self, scale: float, middle: Point) -> None:
        self.scale, self.middle = scale, middle
        self.items: list[Item] = []

    def smaller(self, at: Point, step: float) -> Pen:
        """The same pen with another origin, for something drawn smaller."""
        found = Pen(self.scale * step, self.at(at))
        found.items = self.items
        return found

    def at(self, point: Point) -> Point:
        """A point in pixels."""
        return (self.middle[0] + point[0] * self.scale, self.middle[1] + point[1] * self.scale)

    def line(self, points: Line) -> Line:
        """A line in pixels."""
        return tuple(self.at(point) for point in points)

    def fill(self, points: Line, color: Color) -> None:
        """A filled outline."""
        self.items.append(Fill(self.line(points), color))

    def stroke(self, points: Line, wide: float, color: Color) -> None:
        """A line as wide as track."""
        self.fill(ribbon(points, wide), color)

    def trace(self, points: Line, wide: float, color: Color, *, closed: bool = False) -> None:
        """A thin line."""
        self.items.append(Trace(self.line(points), color, wide * self.scale, closed))

    def disc(self, at: Point, radius: float, color: Color | None, rim: Color | None = None, wide: float = 0.0) -> None:
        """A disc with a rim."""
        self.items.append(Disc(self.at(at), radius * self.scale, color, rim, max(1.0, wide * self.scale)))

    def box(
        self, at: Point, half: Point, color: Color | None, rim: Color | None = None, wide: float = 0, round: float = 0
    ) -> None:
        """A box around a point."""
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
        """A text that fits its room."""
        shown, fits = fitted(text, size, room, bold=bold)
        self.items.append(
            Text(self.at(at), shown, fits * self.scale, color, bold, "mm", halo, 0.035 * self.scale if halo else 0.0)
        )
