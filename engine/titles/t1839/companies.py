"""Locals and majors: what a company is by its charter, and what it is by its market (14.3)."""

from __future__ import annotations

from engine.core.position import Position
from engine.core.state import Marker
from engine.finance import prices, shares
from engine.titles.t1839.define import GOVERNMENT, LOCAL


def is_lokaal(p: Position, company: str) -> bool:
    """One of L1 to L8, even one that has become a major."""
    return p.d.companies[company].market == LOCAL


def is_local(p: Position, company: str) -> bool:
    """A local public company: its price stands on the local market (14.3.2.2)."""
    box = prices.box_of(p, company)
    return box.market == LOCAL if box else is_lokaal(p, company)


def in_the_way(p: Position, company: str, marker: Marker) -> bool:
    """Government markers block majors but not locals (14.4)."""
    return marker.company != GOVERNMENT or not is_local(p, company)


def order(p: Position) -> list[str]:
    """Majors, then locals, highest price first (8.2); a company without a director does not operate."""
    return [company for company in prices.price_order(p) if p.company(company).floated and shares.president(p, company)]


def directed(p: Position, player: str) -> list[str]:
    """Floated companies with a director, in operating order."""
    return [company for company in order(p) if shares.president(p, company) == player]
