"""How much a player may hold, as most games of the family have it: by section of the market."""

from __future__ import annotations

from engine.core.errors import Refusal
from engine.core.position import Position
from engine.family import stock
from engine.finance import prices

POOL_UNITS = 5
MOST_UNITS = 6

FREE = ("yellow", "green", "orange", "brown")
"""Sections of the market, from the highest prices down; each has fewer limits than the one before."""


def counts(p: Position, company: str) -> bool:
    """Shares of companies in the yellow, green or orange, and brown sections are free of the certificate limit."""
    return prices.section(p, company) not in FREE


def most_units(p: Position, company: str) -> int:
    """60%, and no bound in the green or orange, and brown sections."""
    return 10 if prices.section(p, company) in FREE[1:] else MOST_UNITS


def many_from_pool(p: Position, company: str) -> bool:
    """Several open market shares of a brown company may be bought at once."""
    return prices.section(p, company) == "brown"


def one_at_a_time(p: Position, company: str) -> bool:
    """The pool's shares are bought one at a time."""
    return False


def limit(p: Position) -> int:
    """By companies not closed and by players; below the last row the last row stays."""
    left = sum(1 for company in p.d.companies if not p.company(company).closed)
    row = p.d.limits.get(left) or p.d.limits[min(p.d.limits)]
    return row[len(p.s.players)]


def no_limit(p: Position) -> None:
    """Certificates without a limit, for titles that have none."""


def all_count(p: Position, company: str) -> bool:
    """Every certificate counts, for titles in which the market frees none."""
    return True


def nobody_must_sell(p: Position, player: str) -> None:
    """Holdings are limited only in buying."""


def initial_sale_ban(p: Position, seller: str, company: str) -> Refusal | None:
    """Nothing is sold in the initial stock round, nor a company that has no price yet."""
    section = p.title.sections["sale"]
    frame = stock.round_of(p)
    if frame is not None and stock.used(frame, "initial"):
        return Refusal("nothing may be sold in the initial stock round", section)
    if company and not prices.price(p, company):
        return stock.not_started(p, company, section)
    return None
