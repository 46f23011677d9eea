"""Tables that can be read at the width of a phone: rows, columns of numbers, labels that wrap."""

from __future__ import annotations

from collections.abc import Sequence

from engine.view import View, WareView
from engine.words import Words
from render.draw import Box, Fill, Item, Piece, Text
from render.fonts import fitted, width
from render.model import colors_of
from render.moment import era, header
from render.themes import Color, Theme, ink_on

NO_LIMIT, NOTHING = "∞", "–"


class Rows:
    """Rows written beneath a heading; each is a piece of its own, so that only rows that change are drawn."""

    def __init__(self, view: View, theme: Theme, wide: int, subject: str) -> None:
        self.view, self.theme, self.wide = view, theme, wide
        self.unit = wide * 0.028
        self.colors = colors_of(view, theme)
        self.words = Words(view)
        self.hidden = self.words.text("hidden")
        head = header(view, theme, wide, max(9.0, wide * 0.033), subject)
        self.pieces = [head]
        self.top = head.size[1]
        self.problems: list[str] = []

    def add(self, high: float, items: Sequence[Item], ground: Color) -> None:
        self.pieces.append(Piece((0, self.top), (self.wide, round(high)), ground, tuple(items)))
        self.top += round(high)

    def color(self, symbol: str) -> Color:
        color = self.colors.get(symbol)
        if color is None:
            self.problems.append(f"sheet: company {symbol} is unknown")
            return self.theme.alarm
        return color

    def heading(self, title: str, columns: Sequence[tuple[str, float]]) -> None:
        u = self.unit
        items: list[Item] = []
        if title:
            items.append(Text((u * 0.6, u * 0.9), self.words.text(title), u, self.theme.ink, True, "lm"))
        for name, right in columns:
            items.append(
                Text((self.wide * right, u * 0.95), self.words.text(name), u * 0.78, self.theme.faint, False, "rm")
            )
        items.append(Fill(line(0, u * 1.66, self.wide, u * 0.06), self.theme.ink))
        self.add(u * 1.72, items, self.theme.paper)

    def numbers(
        self, values: Sequence[str], columns: Sequence[tuple[str, float]], y: float, left: float = 0.34
    ) -> list[Item]:
        items: list[Item] = []
        left *= self.wide
        for value, (_, right) in zip(values, columns, strict=True):
            room = self.wide * right - left - self.unit * 0.3
            text, size = fitted(value, self.unit * (0.8 if value == self.hidden else 1.0), room)
            color = self.theme.faint if value in (self.hidden, NOTHING) else self.theme.ink
            items.append(Text((self.wide * right, y), text, size, color, False, "rm"))
            left = self.wide * right
        return items


def line(x: float, y: float, wide: float, high: float) -> tuple[tuple[float, float], ...]:
    """A straight line as a filled box."""
    return ((x, y), (x + wide, y), (x + wide, y + high), (x, y + high))


class Chips:
    """Labels one after the other, in as many lines as they need."""

    def __init__(self, rows: Rows, left: float, top: float) -> None:
        self.rows, self.left, self.x, self.y = rows, left, left, top
        self.high = rows.unit * 1.3
        self.items: list[Item] = []

    def _room(self, wide: float) -> float:
        if self.x + wide > self.rows.wide - self.rows.unit * 0.5 and self.x > self.left:
            self.x, self.y = self.left, self.y + self.high * 1.12
        x = self.x
        self.x += wide + self.rows.unit * 0.35
        return x

    def share(self, symbol: str, text: str, *, bold: bool) -> None:
        """A company's name in its colour with a number behind it."""
        u = self.rows.unit
        color = self.rows.color(symbol)
        name, size = fitted(symbol, u * 0.8, u * 3, bold=True)
        first = width(name, size, bold=True) + u * 0.5
        second = width(text, u * 0.85, bold=bold) + u * 0.5
        x = self._room(first + second)
        y, corner = self.y, u * 0.25
        rim = self.rows.theme.ink if bold else self.rows.theme.line
        self.items.append(
            Box((x, y), (x + first + second, y + self.high), self.rows.theme.panel, rim, u * 0.06, corner)
        )
        self.items.append(Box((x, y), (x + first, y + self.high), color, rim, u * 0.06, corner))
        middle = y + self.high / 2
        self.items.append(Text((x + first / 2, middle), name, size, ink_on(color), True))
        ink = self.rows.theme.ink
        self.items.append(Text((x + first + second / 2, middle), text, u * 0.85, ink, bold))

    def charter(self, symbol: str, text: str) -> None:
        """The name of a charter in its colour; its trains follow."""
        u = self.rows.unit
        color = self.rows.color(symbol)
        wide = width(text, u * 0.8, bold=True) + u * 0.6
        x = self._room(wide)
        box = Box((x, self.y), (x + wide, self.y + self.high), color, self.rows.theme.ink, u * 0.06, u * 0.25)
        self.items.append(box)
        self.items.append(Text((x + wide / 2, self.y + self.high / 2), text, u * 0.8, ink_on(color), True))

    def label(self, text: str, *, faint: bool = False, framed: bool = True, color: Color | None = None) -> None:
        """A plain label."""
        u, theme = self.rows.unit, self.rows.theme
        shown, size = fitted(text, u * 0.85, self.rows.wide - self.left - u)
        wide = width(shown, size) + u * (0.6 if framed else 0.1)
        x = self._room(wide)
        ink = theme.faint if faint else theme.ink
        if framed:
            ground = color or theme.paper
            box = Box((x, self.y), (x + wide, self.y + self.high), ground, theme.line, u * 0.05, u * 0.25)
            self.items.append(box)
            ink = ink_on(ground) if color else ink
        self.items.append(Text((x + wide / 2, self.y + self.high / 2), shown, size, ink))

    @property
    def bottom(self) -> float:
        """Where the last line ends."""
        return self.y + self.high if self.items else self.y


def era_of(view: View, ware: WareView, theme: Theme) -> str:
    """The colour of the phase in which a kind of train becomes available: the phase's own, or that of its tiles."""
    kinds = (ware.kind, ware.back_of)
    for phase in view.phases:
        if phase.on and phase.on in kinds and phase.tiles:
            return era(phase, theme)
    return "yellow" if view.trains and view.trains[0].kind in kinds else ""
