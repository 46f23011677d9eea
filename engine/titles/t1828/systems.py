"""Systems: two public companies under one director, with two shells (13.4)."""

from __future__ import annotations

from engine.core.position import Position
from engine.finance import prices


def is_system(p: Position, company: str) -> bool:
    """Has the company taken another one in?"""
    return any(facts.into == company for facts in p.s.companies.values())


def parts(p: Position, company: str) -> list[str]:
    """The public companies that form a company or system; the first one gives it its name."""
    return [company, *(name for name in p.d.companies if p.s.companies[name].into == company)]


def offer_price(p: Position, company: str) -> int:
    """Par in the IPO; a system's shares cost the current price everywhere (7.3)."""
    return prices.price(p, company) if is_system(p, company) else p.company(company).par
