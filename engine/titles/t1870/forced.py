"""Forced sales in 1870: how much may be sold for a train, and when the price falls (10.6.2)."""

from __future__ import annotations

from engine.errors import Refusal
from engine.family import emergency
from engine.finance import holding, lots, prices, shares
from engine.position import Position
from engine.titles.t1870.options import option
from engine.titles.t1870.stock import block_refusal, counts, most_units


def settle(p: Position) -> str:
    """Before the train is bought (10.6.3), or by a declared reading after."""
    return option(p, "forced_sales")


def refusal(p: Position, seat: str, needy: str, company: str, units: int) -> Refusal | None:
    """Down to the limits first; then no more than is needed."""
    if option(p, "forced_over_limit") == "sell_first":
        over = holding.over_limit(p, seat)
        if over:
            if not counts(p, company) and _could_sell_counted(p, seat, needy):
                return Refusal("you must first sell down to the certificate limit", "10.6.2", f"you are {over} over it")
            if counts(p, company) and units <= over:
                return block_refusal(p, seat, company, units)
    short = block_refusal(p, seat, company, units)
    if short:
        return short
    held = shares.units_at(p, seat, company)
    if held > most_units(p, company) and units == held - most_units(p, company):
        return None
    if emergency.too_much(p, seat, needy, company, units):
        return Refusal(
            "you may sell only what the train needs", "10.6.2", f"it needs {emergency.missing(p, seat, needy)} more"
        )
    return _left_over(p, seat, needy, company, units)


def _left_over(p: Position, seat: str, needy: str, company: str, units: int) -> Refusal | None:
    """What remains after the purchase may not be more than the lowest share sold is worth, if that can be helped."""
    if option(p, "forced_sales") == "after_train":
        return None
    excess = emergency.excess_after(p, seat, needy, company, units)
    lowest = min([lot.price for lot in p.s.lots] + [prices.price(p, company)])
    if excess <= lowest:
        return None
    for other in p.d.companies:
        for fewer in range(1, emergency.most_sellable(p, seat, other) + 1):
            left = emergency.excess_after(p, seat, needy, other, fewer)
            if left <= min([lot.price for lot in p.s.lots] + [prices.price(p, other)]):
                return Refusal("that would leave you more money than the lowest share sold", "10.6.2", f"{excess}")
    return None


def _could_sell_counted(p: Position, seat: str, needy: str) -> bool:
    return any(
        counts(p, company) and emergency.most_sellable(p, seat, company)
        for company in p.d.companies
        if prices.price(p, company) and lots.refusal(p, seat, company, 1) is None
    )
