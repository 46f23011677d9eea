"""The numbers that the sentences of the lessons name."""

from __future__ import annotations

from engine.core.position import Position
from engine.family import trains
from engine.family.running import best
from engine.finance import shares
from engine.finance.prices import price
from engine.lessons import Facts
from engine.titles.t1889.lessons.goals import COMPANY, led, missing


def facts(p: Position, seat: str) -> Facts:
    """What is true of the learner, and of the company they lead."""
    company = led(p, seat) or COMPANY
    run = max(0, p.company(company).last_run)
    units = shares.units_at(p, seat, company)
    par = p.company(company).par
    cheapest = trains.cheapest(p) or 0
    earns = best(p, company).total if trains.real_trains(p, company) else 0
    return {
        "company": company,
        "cash": p.s.cash[seat],
        "treasury": p.s.cash[company],
        "par": par,
        "ten": 10 * par,
        "price": price(p, company) if par else 0,
        "shares": units,
        "earns": earns,
        "run": run,
        "each": run // 10,
        "yours": run // 10 * units,
        "missing": max(0, missing(p, company)),
        "needed": max(0, missing(p, company)) * par,
        "train": cheapest,
    }
