"""What players can expect of their companies: income as long as trains run, and what a company lacks for a train."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace

from engine.core.events import Event
from engine.core.position import Position
from engine.family import trains
from engine.finance import shares

AHEAD = 5
"""The most operating rounds that count."""


@dataclass(frozen=True)
class Expected:
    """What a company can be expected to bring from one moment on."""

    income: int
    """Of a run with its trains."""
    last_run: int
    """What its last run earned; 0 before the first."""
    foreseen: bool
    """Is the income that of its next run, which is made with these trains?"""
    trains: tuple[str, ...]
    turns: int
    """How often it has operated."""
    lacking: int
    """What its president must add for the train that it must buy."""
    president: str
    units: dict[str, int]
    """Each player's."""


def expected(p: Position, hidden: Collection[str] = ()) -> dict[str, Expected]:
    """The same of all companies that operate, by their last runs. `hidden`: accounts that may not be looked at."""
    companies: dict[str, Expected] = {}
    price = trains.cheapest(p) or 0
    for company in p.d.companies:
        facts = p.company(company)
        if not facts.floated or facts.closed or facts.into:
            continue
        owned = tuple(trains.real_trains(p, company))
        lacks = 0 if owned or not facts.turns or company in hidden else max(0, price - p.s.cash[company])
        units = {seat.id: held for seat in p.s.players if (held := shares.units_at(p, seat.id, company))}
        last, president = max(0, facts.last_run), shares.president(p, company)
        companies[company] = Expected(last if owned else 0, last, False, owned, facts.turns, lacks, president, units)
    return companies


def with_hindsight(
    moments: Sequence[dict[str, Expected]], events: Sequence[Sequence[Event] | None]
) -> list[dict[str, Expected]]:
    """The same where each company's income is that of its next run, if it is made with the trains that it has: a train
    counts from its purchase on, and a run with it is no news. `events`: of the moves between the moments.
    """
    foreseen_at = [moments[-1]]
    runs: dict[str, Expected] = {}
    for before, now, told in zip(reversed(moments[:-1]), reversed(moments[1:]), reversed(events), strict=True):
        for company in {str(event.data["company"]) for event in told or () if event.kind == "ran"}:
            if company in before and company in now:
                runs[company] = replace(before[company], income=now[company].last_run)
        foreseen_at.append(
            {
                company: replace(one, income=runs[company].income, foreseen=True)
                if company in runs and runs[company].trains == one.trains
                else one
                for company, one in before.items()
            }
        )
    return foreseen_at[::-1]


def prospect(now: Mapping[str, Expected], turns_at_end: Mapping[str, int], player: str) -> float:
    """The income and the debts that a player can expect, in money."""
    total = 0.0
    for company, state in now.items():
        left = min(AHEAD, max(0, turns_at_end.get(company, 0) - state.turns))
        total += state.income / 10 * state.units.get(player, 0) * left
        if left and state.president == player:
            total -= state.lacking
    return total
