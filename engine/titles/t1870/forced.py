"""Forced sales in 1870: how much may be sold for a train, and when the price falls (10.6.2)."""

from __future__ import annotations

from engine.errors import Refusal
from engine.family import emergency
from engine.finance import holding, prices, shares
from engine.position import Position
from engine.sentences import because
from engine.titles.t1870.options import option
from engine.titles.t1870.stock import block_refusal, counts, most_units, must_sell


def settle(p: Position) -> str:
    """Before the train is bought (10.6.3), or by a declared reading after."""
    return option(p, "forced_sales")


def must_go_on(p: Position, seat: str, needy: str) -> bool:
    """Is the president over a limit, and holds something that would bring him down to it?"""
    if option(p, "forced_over_limit") == "ignore" or not must_sell(p, seat):
        return False
    return any(_relieves(p, seat, company) and emergency.most_sellable(p, seat, company) for company in p.d.companies)


def refusal(p: Position, seat: str, needy: str, company: str, units: int) -> Refusal | None:
    """Down to the limits first; then no more than is needed, and no less than leads to the train."""
    over = holding.over_limit(p, seat) if must_go_on(p, seat, needy) else 0
    if must_go_on(p, seat, needy) and not _relieves(p, seat, company):
        return Refusal(
            "you must first sell down to the limits",
            "10.6.2",
            because("{company} does not bring you nearer", company=company),
        )
    too_few = block_refusal(p, seat, company, units) or _dead_end(p, seat, needy, company, units)
    if too_few:
        return too_few
    over_60 = shares.units_at(p, seat, company) - most_units(p, company)
    if units == over_60 > 0 or (counts(p, company) and units <= over):
        return None
    if emergency.too_much(p, seat, needy, company, units):
        return Refusal(
            "you may sell only what the train needs",
            "10.6.2",
            because("it needs {missing} more", missing=emergency.missing(p, seat, needy)),
        )
    return _left_over(p, seat, needy, company, units)


def _relieves(p: Position, seat: str, company: str) -> bool:
    """Does a sale of this company bring the player down to a limit that he is over?"""
    if not prices.price(p, company):
        return False
    if holding.over_limit(p, seat):
        return counts(p, company)
    return shares.units_at(p, seat, company) > most_units(p, company)


def _dead_end(p: Position, seat: str, needy: str, company: str, units: int) -> Refusal | None:
    """Nobody goes bankrupt of his own will: the shares left must still be able to pay for the train (13.1)."""
    if option(p, "bankrupt_worth") == "sold_out":
        return None
    need = emergency.missing(p, seat, needy)
    if not emergency.can_raise(p, seat, needy):
        return Refusal(
            "all that you may sell would not pay for the train", "13.1", because("it needs {need} more", need=need)
        )
    rest = need - units * prices.price(p, company)
    others = sum(
        prices.price(p, other) * emergency.most_sellable(p, seat, other) for other in p.d.companies if other != company
    )
    if rest > others:
        return Refusal(
            "after such a sale the train could not be paid for", "13.1", because("it needs {need} more", need=need)
        )
    return None


def _left_over(p: Position, seat: str, needy: str, company: str, units: int) -> Refusal | None:
    """What remains after the purchase may not be more than the lowest share sold is worth, if that can be helped."""
    if option(p, "forced_sales") == "after_train":
        return None
    need, each = emergency.missing(p, seat, needy), prices.price(p, company)
    sold = [lot.price for lot in p.s.lots]
    if _can_end_within(p, seat, need - units * each, [*sold, each], without=company):
        return None
    if not _can_end_within(p, seat, need, sold):
        return None
    return Refusal(
        "that would leave you more money than the lowest share sold",
        "10.6.2",
        because("the train needs {need}", need=need),
    )


def _can_end_within(p: Position, seat: str, need: int, sold: list[int], without: str = "") -> bool:
    """Can the rest of the need be sold so that no more is left than the price of the lowest share sold?"""
    if need <= 0:
        return -need <= min(sold)
    blocks = [
        (prices.price(p, company), max(1, shares.units_at(p, seat, company) - most_units(p, company)), most)
        for company in p.d.companies
        if company != without and prices.price(p, company) and (most := emergency.most_sellable(p, seat, company))
    ]
    for lowest in {min([*sold, each]) for each, _, _ in blocks}:
        sums = {0}
        for each, least, most in blocks:
            if each >= lowest:
                sums |= {got + each * units for got in sums if got < need for units in range(least, most + 1)}
        if any(need <= got <= need + lowest for got in sums):
            return True
    return False
