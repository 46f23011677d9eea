"""The stock market."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from engine.view import BoxView, View
from engine.words import Words
from render.changes import Changes, changes
from render.draw import Box, Disc, Fill, Item, Piece, Text, Trace
from render.fonts import fitted, width
from render.model import colors_of
from render.moment import header, moment_words
from render.picture import Picture, finish
from render.themes import BLACK, WHITE, Color, Theme, ink_on, mixed, theme_named

SECTIONS = ("yellow", "orange", "green", "brown", "blue", "gray", "red", "lower", "closing", "end")
"""Parts of the market in the order of the legend; those that are not colours have a text of their own."""
SPREAD = 4
"""The number of markers in a box shown separately; more are squeezed together."""


@dataclass(frozen=True)
class Chip:
    """A price marker."""

    symbol: str
    color: Color | None
    operated: bool
    fresh: bool


@dataclass(frozen=True)
class Cell:
    """A box of the market as it is to be drawn."""

    price: str
    section: str
    par: bool
    ledge: bool
    arrow: str
    chips: tuple[Chip, ...]
    left_by: tuple[Color, ...]
    """Colours of companies that have left this box since."""
    barred: bool = False
    """A line on its left stops markers."""
    era: str = ""
    """The phase from which on a company may start here."""
    sign: str = ""
    """A dot or a circle in its corner."""


def draw_market(
    view: View, *, theme: str = "light", wide: int = 1800, since: View | None = None, before: View | None = None
) -> Picture:
    """The market, with the markers that have moved since the viewer's last turn."""
    colors = theme_named(theme)
    found = changes(view, since, before)
    head = header(view, colors, wide, max(9.0, wide * 0.025), Words(view).text("market"))
    problems: list[str] = []
    names = list(dict.fromkeys(box.market for box in view.market.boxes))
    pieces, top = [head], head.size[1]
    for name in names:
        boxes = [box for box in view.market.boxes if box.market == name]
        made, top = _grid(view, boxes, name if len(names) > 1 else "", colors, wide, top, found, problems)
        pieces += made
    order = _order(view, colors, wide, top)
    pieces += [order, _legend(view, colors, wide, top + order.size[1], found)]
    top += order.size[1] + pieces[-1].size[1]
    return finish(view, colors, (wide, top), pieces, market_alt(view), problems)


def _grid(
    view: View,
    boxes: Sequence[BoxView],
    name: str,
    theme: Theme,
    wide: int,
    top: int,
    found: Changes,
    problems: list[str],
) -> tuple[list[Piece], int]:
    """The boxes of one market; a market of few rows gets higher boxes."""
    pieces: list[Piece] = []
    margin = round(wide * 0.012)
    if name:
        high = round(wide * 0.026)
        items = (Text((margin, high / 2), name, high * 0.7, theme.ink, True, "lm"),)
        pieces.append(Piece((0, top), (wide, high), theme.paper, items))
        top += high
    low = min(box.column for box in boxes)
    columns = max(box.column for box in boxes) - low + 1
    rows = max(box.row for box in boxes) + 1
    across = (wide - 2 * margin) // columns
    down = round(across * (1.06 if rows > 3 else 1.4))
    colors = colors_of(view, theme)
    left = (wide - across * columns) // 2
    known = {company.symbol for company in view.companies}
    tops = {(box.row, box.column) for box in boxes}
    for box in boxes:
        if box.section == "closing" and not box.stack and not box.price and _lonely(box, tops):
            continue
        chips = tuple(Chip(s.company, colors.get(s.company), s.operated, s.company in found.moved) for s in box.stack)
        problems.extend(f"market {box.id}: company {c.symbol} is unknown" for c in chips if c.symbol not in known)
        left_by = tuple(colors.get(symbol, theme.alarm) for symbol, old in found.moved.items() if old == box.id)
        cell = Cell(
            str(box.price) if box.price else Words(view).text("box_closed"),
            box.section,
            box.par,
            box.ledge,
            box.arrow,
            chips,
            left_by,
            box.barred,
            box.era if box.era in theme.tiles else "",
            box.sign,
        )
        at = (left + (box.column - low) * across, top + round(margin * 0.7) + box.row * down)
        pieces.append(Piece(at, (across, down), theme.section(box.section), cell_items(cell, theme, across, down)))
    return pieces, top + round(margin * 1.4) + rows * down


def _lonely(box: BoxView, tops: set[tuple[int, int]]) -> bool:
    """A closing box with no other kind of box beside it need not be drawn."""
    return not {(box.row - 1, box.column), (box.row, box.column + 1)} & tops


def cell_items(cell: Cell, theme: Theme, across: int, down: int) -> tuple[Item, ...]:
    """The draw list of one box."""
    ground = theme.tile(cell.era) if cell.era else theme.section(cell.section)
    ink = ink_on(ground)
    items: list[Item] = [Box((0, 0), (across, down), None, theme.line, max(1.0, across * 0.012))]
    if cell.par:
        edge = across * 0.05
        inside = ground if cell.era else None
        items.append(Box((edge, edge), (across - edge, down - edge), inside, theme.par, across * 0.05, across * 0.06))
    if cell.barred:
        dash = down / 9
        for n in range(5):
            top = dash * (2 * n)
            items.append(
                Fill(((0, top), (across * 0.05, top), (across * 0.05, top + dash), (0, top + dash)), theme.par)
            )
    if cell.sign:
        items.append(_sign(cell.sign, (across * 0.84, down * 0.16), across * 0.075, ink))
    if cell.ledge:
        high = max(2.0, down * 0.065)
        items.append(Fill(((0, down - high), (across, down - high), (across, down), (0, down)), theme.barrier))
    size = across * (0.27 if not cell.chips else 0.25)
    if cell.section == "closing":
        size *= 0.7
    price, size = fitted(cell.price, size, across * 0.8, bold=True)
    items.append(Text((across * 0.13, down * 0.22), price, size, ink, True, "lm"))
    if cell.arrow:
        items.extend(_arrow(cell.arrow, ink, across, down))
    for n, color in enumerate(cell.left_by[:4]):
        at = (across * (0.86 - 0.16 * n), down * 0.84)
        items.append(Disc(at, across * 0.06, None, color, across * 0.03))
    items.extend(_stack(cell.chips, theme, across, down))
    return tuple(items)


def _sign(sign: str, at: tuple[float, float], radius: float, ink: Color) -> Disc:
    """The dot where a marker leaves for another market, and the circle where it arrives."""
    if sign == "dot":
        return Disc(at, radius * 0.7, ink)
    return Disc(at, radius, None, ink, radius * 0.3)


def _arrow(way: str, ink: Color, across: int, down: int) -> list[Item]:
    x, y, size = across * 0.84, down * 0.22, across * 0.1
    tip = -size if way == "up" else size
    return [
        Trace(((x, y - tip), (x, y + tip)), ink, across * 0.035),
        Fill(((x - size * 0.8, y + tip * 0.1), (x + size * 0.8, y + tip * 0.1), (x, y + tip * 1.25)), ink),
    ]


def _stack(chips: Sequence[Chip], theme: Theme, across: int, down: int) -> list[Item]:
    """Markers from the top of the stack, which operates first, downwards; the first is drawn on top."""
    if not chips:
        return []
    count = len(chips)
    radius = across * (0.33 if count == 1 else 0.27 if count == 2 else 0.24 if count <= SPREAD else 0.2)
    room = down * 0.62 - 2 * radius
    side = across * 0.96 - 2 * radius
    items: list[Item] = []
    for n in range(count - 1, -1, -1):
        part = n / (count - 1) if count > 1 else 0.5
        # Three or more are placed left and right in turn, so that all names can be read.
        x = across * 0.02 + radius + side * (n % 2 if count > 2 else part)
        y = down * 0.35 + radius + room * (part if count > 1 else 0.5)
        items.extend(chip_items(chips[n], (x, y), radius, theme))
    return items


def chip_items(chip: Chip, at: tuple[float, float], radius: float, theme: Theme) -> list[Item]:
    """A price marker; one that has operated is turned over: pale with a coloured rim."""
    color = chip.color if chip.color is not None else theme.alarm
    items: list[Item] = []
    if chip.fresh:
        items.append(Disc(at, radius * 1.16, theme.last))
    face = mixed(color, WHITE, 0.72) if chip.operated else color
    ink = mixed(color, BLACK, 0.45) if chip.operated else ink_on(color)
    items.append(Disc(at, radius, color if chip.operated else WHITE, BLACK, max(1.0, radius * 0.05)))
    items.append(Disc(at, radius * (0.84 if chip.operated else 0.93), face))
    text, size = fitted(chip.symbol, radius * 0.82, radius * 1.62, bold=True)
    items.append(Text(at, text, size, ink, True))
    return items


# --- beneath the grid


def operating_order(view: View) -> list[tuple[str, bool]]:
    """Companies on the market, highest price first, then from right to left, then as they are stacked."""
    boxes = sorted(view.market.boxes, key=lambda box: (-box.price, -box.column, box.row))
    return [(marker.company, marker.operated) for box in boxes for marker in box.stack]


def _order(view: View, theme: Theme, wide: int, top: int) -> Piece:
    """The operating order in one row."""
    unit, words = wide * 0.02, Words(view)
    colors = colors_of(view, theme)
    order = operating_order(view)
    prices = {company.symbol: company.price for company in view.companies}
    items: list[Item] = [Text((unit, unit * 1.5), words.text("order"), unit, theme.ink, True, "lm")]
    step = min(unit * 4.4, (wide - unit * 6.0) / max(1, len(order)))
    for n, (symbol, operated) in enumerate(order):
        x = unit * 6.0 + n * step
        chip = Chip(symbol, colors.get(symbol), operated, fresh=False)
        items.extend(chip_items(chip, (x, unit * 1.5), unit * 1.1, theme))
        items.append(
            Text((x + unit * 1.3, unit * 1.5), str(prices.get(symbol, "")), unit * 0.75, theme.ink, False, "lm")
        )
    if not order:
        items.append(Text((unit * 4.6, unit * 1.5), words.text("no_price_yet"), unit, theme.faint, False, "lm"))
    return Piece((0, top), (wide, round(unit * 3)), theme.paper, tuple(items))


def _legend(view: View, theme: Theme, wide: int, top: int, found: Changes) -> Piece:
    """What colours, rims and lines mean."""
    unit, said = wide * 0.0165, Words(view)
    x, y = unit, unit
    items: list[Item] = []
    sections = {box.section for box in view.market.boxes}

    def swatch(color: Color | None, rim: Color, words: str, wide_rim: float) -> None:
        nonlocal x, y
        if x + unit * 2 + width(words, unit) > wide:
            x, y = unit, y + unit * 1.9
        items.append(Box((x, y - unit * 0.55), (x + unit * 1.2, y + unit * 0.55), color, rim, wide_rim, unit * 0.15))
        items.append(Text((x + unit * 1.6, y), words, unit, theme.ink, False, "lm"))
        x += unit * 3 + width(words, unit)

    for name in SECTIONS:
        if name in sections:
            words = said.words.colors.get(name) or said.text(f"box_{name}")
            swatch(theme.section(name), theme.line, words, 1.0)
    if any(box.par for box in view.market.boxes):
        eras = any(box.era for box in view.market.boxes)
        swatch(None, theme.par, said.text("box_par_phase" if eras else "box_par"), unit * 0.18)
    if any(box.barred for box in view.market.boxes):
        half, words = unit * 0.12, said.text("no_way_left")
        for n in range(3):
            end = y - unit * 0.55 + unit * 0.44 * n
            items.append(
                Fill(((x, end), (x + 2 * half, end), (x + 2 * half, end + half * 2), (x, end + half * 2)), theme.par)
            )
        items.append(Text((x + unit * 0.6, y), words, unit, theme.ink, False, "lm"))
        x += unit * 2 + width(words, unit)
    if any(box.ledge for box in view.market.boxes):
        words = said.text("ledge")
        items.append(Fill(((x, y - 2), (x + unit * 1.2, y - 2), (x + unit * 1.2, y + 3), (x, y + 3)), theme.barrier))
        items.append(Text((x + unit * 1.6, y), words, unit, theme.ink, False, "lm"))
        x += unit * 3 + width(words, unit)
    if any(box.sign for box in view.market.boxes):
        words = said.text("goes_over")
        if x + unit * 3 + width(words, unit) > wide:
            x, y = unit, y + unit * 1.9
        items += [_sign("dot", (x, y), unit * 0.4, theme.ink), _sign("circle", (x + unit, y), unit * 0.4, theme.ink)]
        items.append(Text((x + unit * 1.8, y), words, unit, theme.ink, False, "lm"))
        x += unit * 3.2 + width(words, unit)
    for chip, words in (
        (Chip("", theme.faint, operated=True, fresh=False), said.text("has_operated")),
        (Chip("", theme.faint, operated=False, fresh=True), said.text("has_moved")),
    ):
        if chip.operated or found.moved:
            if x + unit * 2 + width(words, unit) > wide:
                x, y = unit, y + unit * 1.9
            items.extend(chip_items(chip, (x + unit * 0.6, y), unit * 0.6, theme)[:-1])
            items.append(Text((x + unit * 1.6, y), words, unit, theme.ink, False, "lm"))
            x += unit * 3 + width(words, unit)
    return Piece((0, top), (wide, round(y + unit * 1.2)), theme.paper, tuple(items))


def market_alt(view: View) -> str:
    """The market in two sentences."""
    prices: Mapping[str, int] = {company.symbol: company.price for company in view.companies}
    words = Words(view)
    order = [f"{symbol} {words.money(prices.get(symbol, 0))}" for symbol, _ in operating_order(view)]
    listed = words.listed(order) or words.text("no_price_yet")
    return words.text("market_alt", game=view.name, moment=moment_words(view), order=listed)
