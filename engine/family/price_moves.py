"""Where price markers go, as most games of the family have it."""

from __future__ import annotations

from collections.abc import Callable

from engine.core.position import Position
from engine.core.state import Lot
from engine.finance import market, prices, shares
from engine.finance.market import Box


def last_in_stack(p: Position, company: str, stack: list[str]) -> int:
    """A newcomer goes to the bottom."""
    return len(stack)


def never_restacks(p: Position) -> bool:
    """A marker that stays in its box keeps its place."""
    return False


def after_dividend(p: Position, company: str, box: Box, kind: str) -> Box:
    """Full dividend right, none left, half stays."""
    if kind == "full":
        return market.right(p.d.market, box)
    if kind == "withhold":
        return market.left(p.d.market, box)
    return box


def fall_by_share(p: Position, lot: Lot) -> None:
    """One box down a share, in one block."""
    fall_by(p, lot.company, lot.units)


def fall_by(p: Position, company: str, boxes: int) -> None:
    """So many boxes down after a sale, in one block."""
    box = prices.box_of(p, company)
    if box is not None:
        prices.move_marker(p, company, market.down(p.d.market, box, boxes), "sale")


def sold_out_rise(p: Position, rise: Callable[[market.MarketDef, Box], Box] = market.up) -> None:
    """Companies that are sold out move up, highest price first."""
    for company in prices.price_order(p):
        box = prices.box_of(p, company)
        in_hands = not shares.units_at(p, shares.IPO, company) and not shares.units_at(p, shares.POOL, company)
        if box is not None and in_hands:
            prices.move_marker(p, company, rise(p.d.market, box), "sold out")


def nothing_moved(p: Position, company: str, box: Box) -> None:
    """A moved price has no further effects."""
