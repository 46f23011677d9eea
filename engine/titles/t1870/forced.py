"""Forced sales in 1870: how much may be sold for a train, and when the price falls (10.6.2)."""

from __future__ import annotations

from engine.core.errors import Refusal
from engine.core.position import Position
from engine.core.sentences import because
from engine.family import emergency
from engine.finance import holding, prices, shares
from engine.titles.t1870.stock import counts, most_units, must_sell


def settle(p: Position) -> str:
    """Prices fall, and shares are protected, before the train is bought (10.6.3)."""
    return "before_train"


def must_go_on(p: Position, seat: str, needy: str) -> bool:
    """Is the president over a limit, with something whose sale would help?"""
    if not must_sell(p, seat):
        return False
    return any(_relieves(p, seat, company) and emergency.most_sellable(p, seat, company) for company in p.d.companies)


def refusal(p: Position, seat: str, needy: str, company: str, units: int) -> Refusal | None:
    """Down to the limits first; then no more than needed, and no less than pays for the train."""
    return (
        limits_first(p, seat, needy, company)
        or dead_end(p, seat, needy, company, units)
        or too_much(p, seat, needy, company, units)
        or left_over(p, seat, needy, company, units)
    )


def limits_first(p: Position, seat: str, needy: str, company: str) -> Refusal | None:
    """While the president is over a limit, only shares that bring them closer to it may be sold."""
    if not p.title.sale.forced_more(p, seat, needy) or _relieves(p, seat, company):
        return None
    return Refusal(
        "you must first sell down to the limits",
        "10.6.2",
        because("selling {company} does not help you get down to the limit", company=company),
    )


def too_much(p: Position, seat: str, needy: str, company: str, units: int) -> Refusal | None:
    """Every share sold must be needed, for the limits or for the train."""
    if for_limits(p, seat, needy, company, units) or not emergency.too_much(p, seat, needy, company, units):
        return None
    return Refusal(
        "you may sell only what the train needs",
        "10.6.2",
        because("{missing} more is needed", missing=emergency.missing(p, seat, needy)),
    )


def for_limits(p: Position, seat: str, needy: str, company: str, units: int) -> bool:
    """Does this sale bring the president down to 60%, or closer to the certificate limit?"""
    if units == shares.units_at(p, seat, company) - most_units(p, company):
        return True
    return counts(p, company) and p.title.sale.forced_more(p, seat, needy) and units <= holding.over_limit(p, seat)


def _relieves(p: Position, seat: str, company: str) -> bool:
    """Does a sale of this company bring the player closer to a limit that they exceed?"""
    if not prices.price(p, company):
        return False
    if holding.over_limit(p, seat):
        return counts(p, company)
    return shares.units_at(p, seat, company) > most_units(p, company)


def dead_end(p: Position, seat: str, needy: str, company: str, units: int) -> Refusal | None:
    """Nobody can choose to go bankrupt: the shares left must still be able to pay for the train (13.1)."""
    need = emergency.missing(p, seat, needy)
    if not emergency.can_raise(p, seat, needy):
        return Refusal(
            "selling everything you may sell would not pay for the train",
            "13.1",
            because("{missing} more is needed", missing=need),
        )
    rest = need - units * prices.price(p, company)
    others = sum(
        prices.price(p, other) * emergency.most_sellable(p, seat, other) for other in p.d.companies if other != company
    )
    if rest > others:
        return Refusal(
            "after this sale the train could not be paid for",
            "13.1",
            because("{missing} more is needed", missing=need),
        )
    return None


def left_over(p: Position, seat: str, needy: str, company: str, units: int) -> Refusal | None:
    """The money left after the purchase may not exceed the cheapest sold share, if that can be avoided."""
    if for_limits(p, seat, needy, company, units):
        return None
    need, each = emergency.missing(p, seat, needy), prices.price(p, company)
    sold = [lot.price for lot in p.s.lots]
    if _can_end_within(p, seat, need - units * each, [*sold, each], without=company):
        return None
    if not _can_end_within(p, seat, need, sold):
        return None
    return Refusal(
        "you sold more than the train needs: one share fewer would have been enough",
        "10.6.2",
        because("the train still needs {missing}", missing=need),
    )


def _can_end_within(p: Position, seat: str, need: int, sold: list[int], without: str = "") -> bool:
    """Can the rest be raised so that no more is left than the price of the cheapest sold share?"""
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
