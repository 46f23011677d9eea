"""Which past runs fell short of the best possible."""

from __future__ import annotations

from engine.core.events import Event
from engine.core.position import Position
from engine.family.running import RunTrains, best
from engine.game import Game
from engine.record import Move
from engine.routes import Solution

FELL_SHORT = "fell_short"
"""What an imported run is told to have missed."""


def best_of(p: Position, verb: str, company: str) -> Solution:
    """The best that a company may run by this verb."""
    law = p.title.verbs[verb]
    assert isinstance(law, RunTrains)
    return best(p, company, law.required(p))


def shortfall(before: Game, move: Move, after: Game) -> Event | None:
    """How much more a run could have earned; nothing if it was the best, or no run."""
    law = before.title.verbs.get(move.verb)
    if not isinstance(law, RunTrains):
        return None
    p = before.asked
    company = law.runner(p)
    possible, earned = best_of(p, move.verb, company), after.asked.company(company).last_run
    if possible.total <= earned:
        return None
    sure = "yes" if possible.proven else "no"
    return Event(FELL_SHORT, {"company": company, "amount": possible.total - earned, "sure": sure})


__all__ = ["FELL_SHORT", "best_of", "shortfall"]
