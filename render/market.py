"""The stock market."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from msgspec.structs import replace

from engine.view import BoxView, View
from engine.words import Words
from render.changes import Changes, changes
from render.draw import Box, Disc, Fill, Item, Piece, Text, Trace
from render.fonts import fitted, width
from render.hearing import market_in_words, moved_in_words, operated_in_words, par_in_words, within
from render.markers import Chip, disc, plate, plate_wide, stacked
from render.model import colors_of
from render.moment import header, moment_words
from render.picture import Picture, finish
from render.themes import Color, Theme, ink_on, theme_named

SECTIONS = ("yellow", "orange", "green", "brown", "blue", "gray", "red", "lower", "closing", "end")
"""Parts of the market in the order of the legend; those that are not colours have a text of their own."""
MANY = 3
"""So many markers in a box make its price smaller."""
LETTERS, SMALL_LETTERS = 0.024, 0.021
"""The letters of the order and of the legend, as parts of the width: they can be read on a phone."""


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


BESIDE, ACROSS = 2, 8
"""How many boxes stand beside those that matter where only a part of the market is drawn, and at least across it."""


def draw_market(
    view: View,
    *,
    theme: str = "light",
    wide: int = 1800,
    since: View | None = None,
    before: View | None = None,
    close: bool = False,
) -> Picture:
    """The market, with the markers that have moved since the viewer's last turn.

    With `close`, only the part is drawn in which they have moved, larger.
    """
    colors = theme_named(theme)
    changed, part = changes(view, since, before), view
    if close and changed.moved:
        part = replace(view, market=replace(view.market, boxes=_part_around(view, changed)))
    head = _head(view, colors, wide)
    problems: list[str] = []
    pieces, top = [head], head.size[1]
    for name, boxes in _markets(part):
        pieces += _grid(view, boxes, name, colors, wide, top, changed, problems)
        top += _size(boxes, name, wide).high
    order = _order(view, colors, wide, top)
    pieces += [order, _legend(part, colors, wide, top + order.size[1], changed)]
    top += order.size[1] + pieces[-1].size[1]
    return finish(view, colors, (wide, top), pieces, market_alt(view, changed), problems)


def _part_around(view: View, changed: Changes) -> list[BoxView]:
    """The boxes that markers have left or reached, with two more on each side, and at least so many across."""
    ends = {*changed.moved.values(), *(one.box for one in view.companies if one.symbol in changed.moved)}
    near = [box for box in view.market.boxes if box.id in ends]
    if not near:
        return view.market.boxes
    rows, columns = [box.row for box in near], [box.column for box in near]
    beside = max(BESIDE, (ACROSS - 1 - max(columns) + min(columns)) // 2)
    return [
        box
        for box in view.market.boxes
        if min(rows) - BESIDE <= box.row <= max(rows) + BESIDE
        and min(columns) - beside <= box.column <= max(columns) + beside
        and box.market in {one.market for one in near}
    ]


def market_shape(view: View, wide: int) -> float:
    """The height of the picture of this width as a part of it, before anything has moved."""
    theme = theme_named("light")
    around = (
        _head(view, theme, wide),
        _order(view, theme, wide, 0),
        _legend(view, theme, wide, 0, changes(view, None, None)),
    )
    grids = sum(_size(boxes, name, wide).high for name, boxes in _markets(view))
    return (grids + sum(one.size[1] for one in around)) / wide


def _head(view: View, theme: Theme, wide: int) -> Piece:
    return header(view, theme, wide, max(9.0, wide * 0.025), Words(view).text("market"))


def _markets(view: View) -> list[tuple[str, list[BoxView]]]:
    """The boxes of each market; with its name, if there are several."""
    names = list(dict.fromkeys(box.market for box in view.market.boxes))
    found = [(name, [box for box in view.market.boxes if box.market == name]) for name in names]
    return found if len(names) > 1 else [("", boxes) for _, boxes in found]


@dataclass(frozen=True)
class GridSize:
    """How large the boxes of a market are, and the whole of it."""

    margin: int
    named: int
    """The height of its name."""
    columns: int
    across: int
    down: int
    high: int


def _size(boxes: Sequence[BoxView], name: str, wide: int) -> GridSize:
    margin, named = round(wide * 0.012), round(wide * 0.026) if name else 0
    columns = max(box.column for box in boxes) - min(box.column for box in boxes) + 1
    rows = max(box.row for box in boxes) - min(box.row for box in boxes) + 1
    across = (wide - 2 * margin) // columns
    # A market of few rows gets higher boxes.
    down = round(across * (1.06 if rows > 3 else 1.4))
    return GridSize(margin, named, columns, across, down, named + round(margin * 1.4) + rows * down)


def _grid(
    view: View,
    boxes: Sequence[BoxView],
    name: str,
    theme: Theme,
    wide: int,
    top: int,
    changed: Changes,
    problems: list[str],
) -> list[Piece]:
    """The boxes of one market."""
    pieces: list[Piece] = []
    size = _size(boxes, name, wide)
    if name:
        items = (Text((size.margin, size.named / 2), name, size.named * 0.7, theme.ink, True, "lm"),)
        pieces.append(Piece((0, top), (wide, size.named), theme.paper, items))
    across, down, colors = size.across, size.down, colors_of(view, theme)
    first, low = min(box.row for box in boxes), min(box.column for box in boxes)
    left = (wide - across * size.columns) // 2
    begins = top + size.named + round(size.margin * 0.7)
    known = {company.symbol for company in view.companies}
    tops = {(box.row, box.column) for box in boxes}
    for box in boxes:
        if box.section == "closing" and not box.stack and not box.price and _lonely(box, tops):
            continue
        chips = tuple(Chip(s.company, colors.get(s.company), s.operated, s.company in changed.moved) for s in box.stack)
        problems.extend(f"market {box.id}: company {c.symbol} is unknown" for c in chips if c.symbol not in known)
        left_by = tuple(colors.get(symbol, theme.alarm) for symbol, old in changed.moved.items() if old == box.id)
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
        at = (left + (box.column - low) * across, begins + (box.row - first) * down)
        pieces.append(Piece(at, (across, down), theme.section(box.section), cell_items(cell, theme, across, down)))
    return pieces


def _lonely(box: BoxView, tops: set[tuple[int, int]]) -> bool:
    """A closing box with no other kind of box beside it need not be drawn."""
    return not {(box.row - 1, box.column), (box.row, box.column + 1)} & tops


def cell_items(cell: Cell, theme: Theme, across: int, down: int) -> tuple[Item, ...]:
    """The draw list of one box."""
    ground = theme.tile(cell.era) if cell.era else theme.section(cell.section)
    ink = ink_on(ground)
    items: list[Item] = [Box((0, 0), (across, down), None, theme.line, max(1.0, across * 0.012))]
    if cell.par:
        edge = across * 0.035
        inside = ground if cell.era else None
        items.append(Box((edge, edge), (across - edge, down - edge), inside, theme.par, across * 0.045, across * 0.06))
    if cell.barred:
        items += [_bar(0, down / 9 * (2 * n), across * 0.05, down / 9, theme.par) for n in range(5)]
    if cell.sign:
        items.append(_sign(cell.sign, (across * 0.88, across * 0.17), across * 0.075, ink))
    if cell.ledge:
        high = max(2.0, down * 0.065)
        items.append(_bar(0, down - high, across, high, theme.barrier))
    # Where many markers share a box, its price makes room for their names.
    crowded = len(cell.chips) >= MANY
    size = across * (0.2 if crowded else 0.31)
    if cell.section == "closing":
        size *= 0.7
    price, size = fitted(cell.price, size, across * 0.8, bold=True)
    left, middle = across * (0.15 if cell.par else 0.13), across * (0.14 if crowded else 0.22)
    items.append(Text((left, middle), price, size, ink, True, "lm"))
    if cell.arrow:
        items.extend(_arrow(cell.arrow, ink, across))
    for n, color in enumerate(cell.left_by[:4]):
        # Above the markers that are here now, if there are any.
        x, y, radius = (0.92, 0.065, 0.045) if cell.chips else (0.86, down / across - 0.17, 0.06)
        at = (across * (x - 2.7 * radius * n), across * y)
        items.append(Disc(at, across * radius, None, color, across * radius / 2))
    items.extend(
        stacked(
            cell.chips,
            (across * 0.02, across * (0.25 if crowded else 0.37), across * 0.98, down - across * 0.02),
            theme,
        )
    )
    return tuple(items)


def _sign(sign: str, at: tuple[float, float], radius: float, ink: Color) -> Disc:
    """The dot where a marker leaves for another market, and the circle where it arrives."""
    if sign == "dot":
        return Disc(at, radius * 0.7, ink)
    return Disc(at, radius, None, ink, radius * 0.3)


def _arrow(way: str, ink: Color, across: int) -> list[Item]:
    x, y, size = across * 0.87, across * 0.245, across * 0.085
    tip = -size if way == "up" else size
    return [
        Trace(((x, y - tip), (x, y + tip)), ink, across * 0.035),
        Fill(((x - size * 0.8, y + tip * 0.1), (x + size * 0.8, y + tip * 0.1), (x, y + tip * 1.25)), ink),
    ]


# --- beneath the grid


def operating_order(view: View) -> list[tuple[str, bool]]:
    """Companies on the market, highest price first, then from right to left, then as they are stacked."""
    boxes = sorted(view.market.boxes, key=lambda box: (-box.price, -box.column, box.row))
    return [(marker.company, marker.operated) for box in boxes for marker in box.stack]


class _Flow:
    """Items one after the other, in as many lines as they need."""

    def __init__(self, wide: float, unit: float, x: float) -> None:
        self.wide, self.unit, self.x, self.y = wide, unit, x, unit * 1.1
        self.left = x
        self.items: list[Item] = []

    def room(self, needed: float) -> float:
        """Where the next one begins."""
        if self.x + needed > self.wide - self.unit / 2 and self.x > self.left:
            self.x, self.y = self.left, self.y + self.unit * 1.9
        x = self.x
        self.x += needed + self.unit
        return x

    def piece(self, top: int, theme: Theme) -> Piece:
        """All of them beneath the market."""
        return Piece((0, top), (round(self.wide), round(self.y + self.unit * 1.1)), theme.paper, tuple(self.items))


def _order(view: View, theme: Theme, wide: int, top: int) -> Piece:
    """The operating order: each marker with its price."""
    unit, words = wide * LETTERS, Words(view)
    colors, prices = colors_of(view, theme), {company.symbol: company.price for company in view.companies}
    title = words.text("order")
    flow = _Flow(wide, unit, unit * 2 + width(title, unit, bold=True))
    flow.items.append(Text((unit, flow.y), title, unit, theme.ink, True, "lm"))
    order = operating_order(view)
    high = unit * 0.8
    for symbol, operated in order:
        price = str(prices.get(symbol, ""))
        across = plate_wide(symbol, high * 2)
        x = flow.room(across + unit * 0.3 + width(price, unit))
        chip = Chip(symbol, colors.get(symbol), operated, fresh=False)
        flow.items += plate(chip, (x, flow.y - high, x + across, flow.y + high), theme)
        flow.items.append(Text((x + across + unit * 0.3, flow.y), price, unit, theme.ink, False, "lm"))
    if not order:
        flow.items.append(Text((flow.x, flow.y), words.text("no_price_yet"), unit, theme.faint, False, "lm"))
    return flow.piece(top, theme)


def _legend(view: View, theme: Theme, wide: int, top: int, changed: Changes) -> Piece:
    """What colours, rims and lines mean."""
    said, unit = Words(view), wide * SMALL_LETTERS
    flow = _Flow(wide, unit, unit)

    def entry(words: str, across: float = 1.2) -> tuple[float, float]:
        """Words, with room for their sign on the left."""
        x = flow.room(unit * (across + 0.4) + width(words, unit))
        flow.items.append(Text((x + unit * (across + 0.4), flow.y), words, unit, theme.ink, False, "lm"))
        return x, flow.y

    def swatch(color: Color | None, rim: Color, words: str, wide_rim: float) -> None:
        x, y = entry(words)
        box = Box((x, y - unit * 0.55), (x + unit * 1.2, y + unit * 0.55), color, rim, wide_rim, unit * 0.15)
        flow.items.append(box)

    sections = {box.section for box in view.market.boxes}
    for name in SECTIONS:
        if name in sections:
            swatch(theme.section(name), theme.line, said.words.colors.get(name) or said.text(f"box_{name}"), 1.0)
    if any(box.par for box in view.market.boxes):
        eras = any(box.era for box in view.market.boxes)
        swatch(None, theme.par, said.text("box_par_phase" if eras else "box_par"), unit * 0.18)
    if any(box.barred for box in view.market.boxes):
        x, y = entry(said.text("no_way_left"), 0.3)
        flow.items += [_bar(x, y + unit * (0.44 * n - 0.55), unit * 0.24, unit * 0.24, theme.par) for n in range(3)]
    if any(box.ledge for box in view.market.boxes):
        x, y = entry(said.text("ledge"))
        flow.items.append(_bar(x, y - unit * 0.12, unit * 1.2, unit * 0.24, theme.barrier))
    if any(box.sign for box in view.market.boxes):
        x, y = entry(said.text("goes_over"), 1.4)
        flow.items += [_sign("dot", (x + unit * 0.3, y), unit * 0.4, theme.ink)]
        flow.items += [_sign("circle", (x + unit, y), unit * 0.4, theme.ink)]
    marks = [(Chip("", theme.faint, operated=True, fresh=False), "has_operated")]
    marks += [(Chip("", theme.faint, operated=False, fresh=True), "has_moved")] if changed.moved else []
    for chip, name in marks:
        x, y = entry(said.text(name))
        flow.items += disc(chip, (x + unit * 0.6, y), unit * 0.6, theme)[:-1]
    return flow.piece(top, theme)


def _bar(x: float, y: float, across: float, down: float, color: Color) -> Fill:
    return Fill(((x, y), (x + across, y), (x + across, y + down), (x, y + down)), color)


def market_alt(view: View, changed: Changes | None = None) -> str:
    """Companies in operating order with the gaps between their prices, who has operated, and what has moved."""
    words, markers = Words(view), operating_order(view)
    order = market_in_words(view, words, [symbol for symbol, _ in markers])
    listed = "; ".join(order) or words.text("no_price_yet")
    first = words.text("market_alt", game=view.name, moment=moment_words(view), order=listed)
    moved = moved_in_words(view, words, changed.moved) if changed else ""
    par = "" if view.clock.of else par_in_words(view, words)
    return within(words, first, list(filter(None, [operated_in_words(view, words, markers), moved, par])))
