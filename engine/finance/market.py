"""The stock market: its boxes as printed, and where price markers go."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from msgspec import Struct

from engine.core.errors import Damaged
from engine.core.sentences import because

SECTIONS = {
    "y": "yellow",
    "g": "green",
    "b": "brown",
    "w": "lower",
    "u": "blue",
    "a": "gray",
    "r": "red",
    "o": "orange",
    "!": "end",
}
NO_BOX = "."
SIGNS = {"*": "dot", "@": "circle"}


class Box(Struct, frozen=True):
    """One box of the market."""

    id: str
    row: int
    column: int
    price: int
    section: str
    """`white`, `lower` (white below the upper ledge), a colour, `closing`, or `end`."""
    par: bool = False
    era: str = ""
    """The phase from which on a company may start here, if that is printed."""
    ledge: bool = False
    market: str = ""
    """The market it belongs to, if a title has more than one."""
    arrow: str = ""
    """`up` or `down`: where a marker goes when the edge or the ledge stops it."""
    barred: bool = False
    """A line on its left side that no marker crosses."""
    sign: str = ""
    """What is printed in its corner: `dot` or `circle`."""


@dataclass(frozen=True)
class MarketDef:
    """A market grid, or several side by side. Rows count from the top of each."""

    boxes: dict[str, Box]
    rows: int
    columns: int
    in_turn: tuple[str, ...] = ()
    """Names of markets whose companies operate one market after the other; otherwise the price decides."""

    def rank(self, box: Box) -> int:
        """How many markets come before the box's."""
        return self.in_turn.index(box.market) if box.market in self.in_turn else 0

    def at(self, row: int, column: int, market: str = "") -> Box | None:
        """The box there, if there is one."""
        return self.boxes.get(box_id(row, column, market))

    def beside(self, box: Box, down: int, right: int) -> Box | None:
        """The box so many rows down and columns right in the same market, if there is one."""
        return self.at(box.row + down, box.column + right, box.market)

    @cached_property
    def pars(self) -> tuple[Box, ...]:
        """Boxes where a company may start, highest price first."""
        return tuple(sorted((box for box in self.boxes.values() if box.par), key=lambda box: -box.price))

    def pars_of(self, market: str) -> tuple[Box, ...]:
        """The same for one market of several."""
        return tuple(box for box in self.pars if box.market == market)


def box_id(row: int, column: int, market: str = "") -> str:
    """The name of a box: `0,3`, or `B:0,3` in a market with a name."""
    return f"{market}:{row},{column}" if market else f"{row},{column}"


def side_by_side(*markets: MarketDef, in_turn: tuple[str, ...] = ()) -> MarketDef:
    """Several markets of one title as one; `in_turn` as the field of that name."""
    boxes = {name: box for market in markets for name, box in market.boxes.items()}
    return MarketDef(boxes, max(market.rows for market in markets), max(market.columns for market in markets), in_turn)


def market_def(
    grid: str,
    recoloured: dict[str, str] | None = None,
    market: str = "",
    eras: dict[str, tuple[int, ...]] | None = None,
) -> MarketDef:
    """Read a market written the way it looks: a price with letters for section, par, ledge and arrow.

    `eras`: phase -> par prices that begin with it.
    """
    era_of = {price: phase for phase, prices in (eras or {}).items() for price in prices}
    boxes: dict[str, Box] = {}
    rows = [line.split() for line in grid.strip().splitlines()]
    for row, cells in enumerate(rows):
        for column, text in enumerate(cells):
            if text == NO_BOX:
                continue
            digits = "".join(c for c in text if c.isdigit())
            marks = text[len(digits) :]
            if not digits and marks != "x":
                raise Damaged(because("The market box {text!r} in row {row} has no price.", text=text, row=row + 1))
            name = box_id(row, column, market)
            letter = (recoloured or {}).get(name) or next((c for c in marks if c in SECTIONS), "")
            section = "closing" if marks == "x" else SECTIONS.get(letter, "white")
            boxes[name] = Box(
                id=name,
                row=row,
                column=column,
                price=int(digits or 0),
                section=section,
                par="p" in marks,
                era=era_of.get(int(digits), "") if "p" in marks else "",
                ledge="_" in marks,
                market=market,
                arrow="up" if "^" in marks else "down" if "v" in marks else "",
                barred="|" in marks,
                sign=next((SIGNS[mark] for mark in marks if mark in SIGNS), ""),
            )
    return MarketDef(boxes, len(rows), max(len(cells) for cells in rows))


def right(market: MarketDef, box: Box) -> Box:
    """One box right, or up where an arrow says so; the last box of the top row stays."""
    if box.arrow == "up":
        return market.beside(box, -1, 0) or box
    return market.beside(box, 0, 1) or box


def left(market: MarketDef, box: Box) -> Box:
    """One box left, or down at the left edge."""
    if box.arrow == "down":
        return market.beside(box, 1, 0) or box
    return market.beside(box, 0, -1) or box


def right_or_up(market: MarketDef, box: Box) -> Box:
    """One box right; up at the right end of a row; the top right corner stays."""
    return market.beside(box, 0, 1) or market.beside(box, -1, 0) or box


def left_or_down(market: MarketDef, box: Box) -> Box:
    """One box left; down at the left end of a row or where a line bars the way; a bottom left corner stays."""
    beside = None if box.barred else market.beside(box, 0, -1)
    return beside or market.beside(box, 1, 0) or box


def straight_up(market: MarketDef, box: Box) -> Box:
    """One box up; the top row stays."""
    return market.beside(box, -1, 0) or box


def up(market: MarketDef, box: Box) -> Box:
    """One box up; from the top row one right and one down; the highest box stays."""
    above = market.beside(box, -1, 0)
    if above is not None:
        return above
    if market.beside(box, 0, 1) is None:
        return box
    return market.beside(box, 1, 1) or box


def down(market: MarketDef, box: Box, shares: int) -> Box:
    """Down one box a share; the upper ledge holds unless the shares reach two boxes below it."""
    landing = box
    on_ledge: Box | None = None
    for _ in range(shares):
        below = market.beside(landing, 1, 0)
        if below is None:
            break
        if landing.ledge:
            on_ledge = landing
        landing = below
    if on_ledge is not None and box.row + shares == on_ledge.row + 1:
        return on_ledge
    return landing
