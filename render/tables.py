"""Tables of numbers as pictures: one row per round or company, and as many columns as can be read."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from engine.core.phrases import ENGLISH
from engine.view import View
from engine.words import Words, using_language
from render.draw import Box, Fill, Item, Text
from render.fonts import fitted
from render.grids import GRIDS, Cell, Grid
from render.hearing import within
from render.moment import moment_words
from render.picture import Picture, finish
from render.rows import NOTHING, Rows, line
from render.themes import Color, ink_on, theme_named

FIRST = 0.19
"""The part of the width that the names of rows take."""
MOST = 10
"""The number of columns side by side; more continue below."""


def draw_table(views: Sequence[View], kind: str, *, theme: str = "light", wide: int = 1080) -> Picture:
    """One of the tables, as far as this seat may see it."""
    return draw_grid(views[-1], GRIDS[kind](views), theme=theme, wide=wide)


def draw_grid(view: View, grid: Grid, *, theme: str = "light", wide: int = 1080) -> Picture:
    """Any table with a row for each name."""
    colors = theme_named(theme)
    rows = Rows(view, colors, wide, grid.title)
    count = max(1, -(-len(grid.columns) // MOST))
    per = -(-len(grid.columns) // count)
    for first in range(0, max(1, len(grid.columns)), max(1, per)):
        _block(rows, grid, first, first + per)
    return finish(view, colors, (wide, rows.top), rows.pieces, _alt(view, grid), rows.problems)


def draw_csv(views: Sequence[View], kind: str, *, theme: str = "light") -> Picture:
    """The same table as a file for a spreadsheet, which has the same headings in every language."""
    with using_language(ENGLISH):
        grid = GRIDS[kind](views)
    return replace(draw_grid_csv(views[-1], grid, theme=theme), alt=GRIDS[kind](views).title)


def draw_grid_csv(view: View, grid: Grid, *, theme: str = "light") -> Picture:
    """Any table as such a file."""
    with using_language(ENGLISH):
        change = Words(view).text("table_change", name="{}")
    return Picture(grid.csv(change), grid.title, (0, 0))


def _block(rows: Rows, grid: Grid, first: int, last: int) -> None:
    u, theme, columns = rows.unit, rows.theme, grid.columns[first:last]
    room = rows.wide * (0.985 - FIRST) / max(1, len(columns))
    rights = [rows.wide * FIRST + room * (n + 1) for n in range(len(columns))]
    corner, size = fitted(grid.corner, u * 0.9, rows.wide * FIRST - u)
    items: list[Item] = [Text((u * 0.6, u), corner, size, theme.faint, False, "lm")]
    for name, right in zip(columns, rights, strict=True):
        items += _name(rows, name, right, room)
    items.append(Fill(line(0, u * 1.86, rows.wide, u * 0.06), theme.ink))
    rows.add(u * 1.92, items, theme.paper)
    for n, (name, cells) in enumerate(grid.rows):
        ground = theme.band if n % 2 else theme.panel
        _row(rows, name, cells[first:last], rights, room, ground, changes=grid.changes)
    if grid.total is not None:
        _row(rows, rows.words.text("table_total"), grid.total[first:last], rights, room, theme.paper, changes=False)
    if not grid.rows:
        text = rows.words.text("table_empty")
        rows.add(u * 2, [Text((u * 0.6, u), text, u * 0.95, theme.faint, False, "lm")], theme.panel)


def _name(rows: Rows, name: str, right: float, room: float) -> list[Item]:
    """The name of a column: a company in its colour."""
    u = rows.unit
    color = rows.colors.get(name)
    text, size = fitted(name, u * 0.9, room - u * 0.5, bold=True)
    if color is None:
        return [Text((right, u), text, size, rows.theme.ink, True, "rm")]
    box = Box((right - room + u * 0.3, u * 0.3), (right, u * 1.7), color, rows.theme.ink, u * 0.05, u * 0.25)
    return [box, Text((right - (room - u * 0.3) / 2, u), text, size, ink_on(color), True)]


def _row(
    rows: Rows,
    name: str,
    cells: Sequence[Cell],
    rights: Sequence[float],
    room: float,
    ground: Color,
    *,
    changes: bool,
) -> None:
    u, theme = rows.unit, rows.theme
    color = rows.colors.get(name)
    shown, size = fitted(name, u * 0.95, rows.wide * FIRST - u * 0.8, bold=True)
    items: list[Item] = [Text((u * 0.6, u * 0.95), shown, size, theme.ink, True, "lm")]
    if color is not None:
        items.insert(0, Fill(line(0, 0, u * 0.3, u * 4), color))
    for cell, right in zip(cells, rights, strict=True):
        text, size = fitted(cell.text or NOTHING, u, room - u * 0.3, bold=cell.bold)
        ink = theme.ink if cell.value else theme.faint
        items.append(Text((right, u * 0.95), text, size, ink, cell.bold, "rm"))
        if cell.change is not None:
            said, size = fitted(_signed(rows.words, cell.change), u * 0.8, room - u * 0.3)
            shade = theme.faint if not cell.change else theme.good if cell.change > 0 else theme.alarm
            items.append(Text((right, u * 2.0), said, size, shade, False, "rm"))
    rows.add(u * (2.7 if changes else 1.8), items, ground)


def _signed(words: Words, change: int) -> str:
    sign = "+" if change > 0 else "−" if change < 0 else "±"
    return sign + words.money(abs(change))


def _alt(view: View, grid: Grid) -> str:
    """What the table is, and its rows: of rounds the total and the latest first, for as many as there is room."""
    words = Words(view)
    said = [
        words.text("table_row", name=name, values=_cells(words, grid, cells))
        for name, cells in grid.rows
        if _told(cells)
    ]
    moment = moment_words(view)
    if not said:
        return words.text("table_alt_empty", title=grid.title, game=view.name, moment=moment)
    total = [words.text("table_total_alt", values=_cells(words, grid, grid.total))] if grid.total else []
    first = words.text(
        "table_alt_latest" if grid.by_round else "table_alt", title=grid.title, game=view.name, moment=moment
    )
    return within(words, first, [*said[::-1], *total] if grid.by_round else said)


def _told(cells: Sequence[Cell]) -> bool:
    return any(cell.text for cell in cells)


def _cells(words: Words, grid: Grid, cells: Sequence[Cell]) -> list[str]:
    """Each column that has something with its value, and how it has changed."""
    said: list[str] = []
    for column, cell in zip(grid.columns, cells, strict=True):
        value = f"{cell.text} ({_signed(words, cell.change)})" if cell.change else cell.text
        said += [words.text("table_cell", name=column, value=value)] if cell.text else []
    return said
