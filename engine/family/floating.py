"""Floating: enough shares sold, and ten times par from the bank."""

from __future__ import annotations

from engine.core.position import Position
from engine.family.stock import remember, round_of
from engine.finance import money, shares


def sold_units(p: Position, company: str) -> int:
    """Shares that have left the IPO."""
    units = sum(p.d.certs[cert].units for cert in p.d.certs_of[company])
    return units - shares.units_at(p, shares.IPO, company)


def floats(p: Position, company: str) -> bool:
    """Is the company started, and has it sold as many shares as its charter says?"""
    return shares.started(p, company) and sold_units(p, company) >= p.d.companies[company].floats_at


def float_company(p: Position, company: str, times: int = 10, price: int = 0) -> None:
    """A multiple of par, or of another price, from the bank: ten times as a rule."""
    facts = p.company(company)
    facts.floated = True
    frame = round_of(p)
    if frame is not None:
        remember(frame, "floated", on=company)
    amount = (price or facts.par) * times
    p.emit("floated", company=company, amount=amount)
    money.pay(p, money.BANK, company, amount)


def float_if_sold(p: Position, company: str) -> None:
    """At once, with the share that makes it float."""
    if not p.company(company).floated and floats(p, company):
        float_company(p, company)
