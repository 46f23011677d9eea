"""What a company could earn with its own or other trains, in this position or another."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from engine.board.network import reach_of
from engine.core.position import Position
from engine.family.running import problem, trains_of
from engine.game import Game
from engine.routes import solve


@dataclass(frozen=True)
class Prospect:
    """A company's prospects."""

    income: int
    """The most its trains can earn, or the most found in time."""
    stops: dict[str, int]
    """Stops that some train could reach, with their values."""
    hexes: frozenset[str]
    """Hexes with track some train could use."""


NOTHING = Prospect(0, {}, frozenset())


def prospect(game: Game, company: str, kinds: Sequence[str] | None = None, seconds: float = 0.2) -> Prospect:
    """What a company could earn now with its own trains, or if it had trains of these kinds instead."""
    p = game.position()
    if company not in p.s.companies or p.company(company).closed:
        return NOTHING
    trains = trains_of(p, company) if kinds is None else _cards(p, kinds)
    reach = reach_of(p, company)
    if not trains or not reach.hexes:
        return Prospect(0, {}, frozenset(reach.hexes))
    asked = problem(p, company, trains)
    stops = {stop.id: max(stop.values, default=0) for stop in asked.stops}
    return Prospect(solve(asked, seconds=seconds).total, stops, frozenset(reach.hexes))


def _cards(p: Position, kinds: Sequence[str]) -> list[str]:
    """Train cards of these kinds, wherever they are, as many of each as are named and exist."""
    found: list[str] = []
    for kind in kinds:
        cards = (train for train, card in p.s.trains.items() if card.kind == kind and train not in found)
        found.extend(list(cards)[:1])
    return found
