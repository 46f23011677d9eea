"""The stock market: where dividends and sales move a price, and what its sections mean (7.6, 7.7, 14)."""

from __future__ import annotations

from engine.core.errors import Refusal
from engine.core.position import Position
from engine.core.sentences import because
from engine.core.state import Lot
from engine.family import limits, stock
from engine.family.limits import POOL_UNITS
from engine.finance import market, prices, shares
from engine.finance.market import Box
from engine.titles.t1843.own import own


def after_dividend(p: Position, company: str, box: Box, kind: str) -> Box:
    """A dividend moves right, or up at the end of a row; none moves left, or down at an edge or a red line (7.7)."""
    move = market.right_or_up if kind == "full" else market.left_or_down
    return move(p.d.market, box)


def fall(p: Position, lot: Lot) -> None:
    """One row down a share; at the bottom of a column one place down in the stack (7.7)."""
    box = prices.box_of(p, lot.company)
    if box is None:
        return
    below = market.down(p.d.market, box, lot.units)
    prices.move_marker(p, lot.company, below, "sale")
    if below.id == box.id:
        prices.restack(p, lot.company, box, p.s.market[box.id].index(lot.company) + lot.units)


def moved(p: Position, company: str, box: Box) -> None:
    """Reaching the last box ends the game, even if the price leaves it again (8.10.1)."""
    if box.section == "end":
        own(p).at_500 = True


def at_last_price(p: Position) -> bool:
    """Has a price reached the box that ends the game (8.10.1)?"""
    # A game stored before this was recorded may have a marker there.
    return own(p).at_500 or any(prices.section(p, company) == "end" for company in p.d.companies)


# --- how much a player may hold


def must_sell(p: Position, player: str) -> Refusal | None:
    """A player over a limit sells first: certificates (7.6), or 60% of a company no longer orange or brown (7.3)."""
    for company in p.d.companies:
        over = shares.units_at(p, player, company) > limits.most_units(p, company)
        if over and shares.units_in_market(p, company) < POOL_UNITS:
            return Refusal(because("you must first sell {company} down to 60%", company=company), "7.3")
    return stock.sell_down_first(p, player)
