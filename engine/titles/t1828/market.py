"""The stock market of 1828: four directions, a gray area, $500 (12)."""

from __future__ import annotations

from engine.core.position import Position
from engine.core.state import Lot
from engine.finance import market, prices, shares
from engine.finance.market import Box
from engine.titles.t1828.own import own

GRAY = "gray"
END_PRICE = 500
ALMOST_ALL = 8
"""The director's holding, in tenths, at which a sold-out company rises one row more."""


def up(p: Position, box: Box) -> Box:
    """One row up; at the top of a column right instead (12.2)."""
    return p.d.market.beside(box, -1, 0) or market.right(p.d.market, box)


def down(p: Position, box: Box) -> Box:
    """One row down, unless it is at the bottom (12.2)."""
    return p.d.market.beside(box, 1, 0) or box


def in_gray(p: Position, company: str) -> bool:
    """Is the price in the gray area?"""
    return prices.section(p, company) == GRAY


def fall(p: Position, lot: Lot) -> None:
    """One row down a share (7.2)."""
    box = prices.box_of(p, lot.company)
    if box is None:
        return
    target = box
    for _ in range(lot.units):
        target = down(p, target)
    prices.move_marker(p, lot.company, target, "sale")


def sold_out_rise(p: Position) -> None:
    """Floated companies with no share in the IPO or pool rise one to three rows, in operating order (12.2)."""
    for company in prices.price_order(p):
        box = prices.box_of(p, company)
        on_sale = shares.units_at(p, shares.IPO, company) + shares.units_at(p, shares.POOL, company)
        if box is None or on_sale or not p.company(company).floated:
            continue
        director = shares.president(p, company)
        rows = 1 + (shares.units_at(p, director, company) >= ALMOST_ALL) + (box.section == GRAY)
        target = box
        for _ in range(rows):
            target = up(p, target)
        prices.move_marker(p, company, target, "sold out")


def note_end_price(p: Position, company: str, target: Box) -> None:
    """A marker that reaches $500 ends the game, even if a forced sale takes it down again (9.1)."""
    if target.price == END_PRICE:
        own(p).end_price = True


def end_price_reached(p: Position) -> bool:
    """Has a marker reached $500, or been put there by a merger (9.1)?"""
    return own(p).end_price or any(p.d.market.boxes[box].price == END_PRICE for box in p.s.market)


def merged_price(p: Position, first: str, other: str) -> Box:
    """From the left-most marker up its column and right along the top row: the highest box that is not too high.

    Too dear is what exceeds the larger price plus half the smaller, rounded down (7.5.2).
    """
    boxes = [box for box in (prices.box_of(p, first), prices.box_of(p, other)) if box is not None]
    start = min(boxes, key=lambda box: (box.column, -box.row))
    amounts = sorted(box.price for box in boxes)
    most = amounts[-1] + amounts[0] // 2
    best = box = start
    while True:
        above = p.d.market.beside(box, -1, 0)
        following = above or p.d.market.beside(box, 0, 1)
        if following is None or following.price > most:
            return best
        best = box = following
