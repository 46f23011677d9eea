"""The standings of a league as a picture: who leads, the results of each round, and the points."""

from __future__ import annotations

from dataclasses import dataclass

from render.draw import Box, Disc, Fill, Item, Piece, Text
from render.fonts import fitted, width
from render.picture import Picture, finish_plain
from render.rows import line
from render.themes import Color, Theme, ink_on, rgb, theme_named

MEDALS: tuple[Color, ...] = (rgb("#d9a521"), rgb("#a9b0b8"), rgb("#b87333"))
ROUNDS = 8
"""The number of rounds shown side by side, the latest ones."""
LEFT, RIGHT = 0.42, 0.86
"""The rounds are between these parts of the width."""


@dataclass(frozen=True)
class StandingsLine:
    """One player: their rank, and for each round their place, or a sign that there was none."""

    rank: int
    name: str
    rounds: tuple[str, ...]
    wins: tuple[bool, ...]
    """The rounds they have won."""
    points: str
    left: bool = False


@dataclass(frozen=True)
class StandingsSheet:
    """Everything in the picture, already as words."""

    title: str
    state: str
    columns: tuple[str, ...]
    """The heading of the rounds."""
    points: str
    """The heading of the points."""
    lines: tuple[StandingsLine, ...]
    alt: str


def draw_standings(sheet: StandingsSheet, *, theme: str = "light", wide: int = 1080) -> Picture:
    """Everybody in order, with a medal for each of the first three ranks."""
    colors, u = theme_named(theme), wide * 0.028
    pieces = [_head(sheet, colors, wide, u)]
    top = pieces[0].size[1]
    for n, one in enumerate(sheet.lines):
        piece = _line(one, len(sheet.columns), colors, wide, u, colors.band if n % 2 else colors.panel)
        pieces.append(piece._replace(at=(0, top)))
        top += piece.size[1]
    return finish_plain(colors, (wide, top), pieces, sheet.alt)


def _at(number: int, count: int, wide: int) -> float:
    """The middle of the column of a round."""
    shown = min(count, ROUNDS)
    return wide * (LEFT + (RIGHT - LEFT) * (number - (count - shown) + 0.5) / max(shown, 3))


def _head(sheet: StandingsSheet, theme: Theme, wide: int, u: float) -> Piece:
    title, size = fitted(sheet.title, u * 1.5, wide - u * 1.2, bold=True)
    state, small = fitted(sheet.state, u * 0.95, wide - u * 1.2)
    items: list[Item] = [
        Text((u * 0.6, u * 1.2), title, size, theme.ink, True, "lm"),
        Text((u * 0.6, u * 2.7), state, small, theme.faint, False, "lm"),
        Text((wide - u * 0.6, u * 4.1), sheet.points, u * 0.8, theme.faint, False, "rm"),
        Fill(line(0, u * 4.74, wide, u * 0.06), theme.ink),
    ]
    count = len(sheet.columns)
    for n in range(max(0, count - ROUNDS), count):
        items.append(Text((_at(n, count, wide), u * 4.1), sheet.columns[n], u * 0.8, theme.faint))
    return Piece((0, 0), (wide, round(u * 4.8)), theme.paper, tuple(items))


def _line(standing: StandingsLine, count: int, theme: Theme, wide: int, u: float, ground: Color) -> Piece:
    y, ink = u * 1.15, theme.faint if standing.left else theme.ink
    items: list[Item] = []
    medal = MEDALS[standing.rank - 1] if standing.rank <= len(MEDALS) and not standing.left else None
    if medal is not None:
        items.append(Disc((u * 1.45, y), u * 0.8, medal, theme.ink, u * 0.05))
    items.append(Text((u * 1.45, y), str(standing.rank), u, ink_on(medal) if medal else ink, True))
    name, size = fitted(standing.name, u * 1.1, wide * LEFT - u * 3.2, bold=standing.rank == 1)
    items.append(Text((u * 2.7, y), name, size, ink, standing.rank == 1, "lm"))
    for n in range(max(0, count - ROUNDS), count):
        x, text = _at(n, count, wide), standing.rounds[n]
        if standing.wins[n]:
            half = max(width(text, u * 0.95, bold=True) / 2 + u * 0.35, u * 0.75)
            items.append(
                Box((x - half, y - u * 0.72), (x + half, y + u * 0.72), theme.good, theme.ink, u * 0.05, u * 0.3)
            )
        color = ink_on(theme.good) if standing.wins[n] else ink
        items.append(Text((x, y), text, u * 0.95, color, standing.wins[n]))
    points, size = fitted(standing.points, u * 1.15, wide * (1 - RIGHT) - u * 0.8, bold=True)
    items.append(Text((wide - u * 0.6, y), points, size, ink, True, "rm"))
    return Piece((0, 0), (wide, round(u * 2.3)), ground, tuple(items))
