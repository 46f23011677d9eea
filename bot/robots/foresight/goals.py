"""Where a company's track should lead from its home, if the game names a goal: how far that is, and what it pays."""

from __future__ import annotations

from dataclasses import dataclass

from bot.robots.foresight.leads import Leg, Search
from engine.core.kept import Kept
from engine.core.parts import Goal
from engine.view import CompanyView, View

FAR = 14.0
"""Lays beyond which a goal is out of reach."""
STEPS = 800
"""The most sides of hexes that a search looks at."""
FADE = 0.85
"""How much less a goal counts for every lay that is still to be made."""
STOPS = 20.0
"""What a stop on the way pays, as a rule."""
ONCE = 6.0
"""The rounds over which the one dividend is spread that the first run there pays."""
KEPT = 256


@dataclass(frozen=True)
class Way:
    """A short way to a goal."""

    lays: float
    stops: int
    """How many a train makes on it, both ends included."""
    legs: tuple[Leg, ...]
    """The hexes that still need track, and between which sides."""
    pays: float
    """What it is worth in a round, once it is complete."""

    @property
    def hexes(self) -> frozenset[str]:
        """The hexes that still need track."""
        return frozenset(leg[0] for leg in self.legs)

    @property
    def worth(self) -> float:
        """The same, less the further away it is."""
        return self.pays * FADE**self.lays


_known: Kept[tuple[int, str, str, Goal], tuple[object, Way | None]] = Kept(KEPT)
"""As of the ways to stops: by the id() of the map, which is kept with the answer."""


def way_to_goal(view: View, company: CompanyView) -> Way | None:
    """A short way from a company's home to its goal; None if it has none, or if that is too far away."""
    if company.goal is None:
        return None
    key = id(view.hexes), view.phase, company.symbol, company.goal
    kept = _known.get(key) or _known.keep(key, (view.hexes, _shortest(view, company, company.goal)))
    return kept[1]


def _shortest(view: View, company: CompanyView, goal: Goal) -> Way | None:
    search = Search(view, company, goal=goal, far=FAR, steps=STEPS)
    lead = next((one for one in search.leads() if one.stop == goal.stop), None)
    if lead is None:
        return None
    stops, more = lead.stops + 1, max(STOPS, goal.pays)
    return Way(lead.lays, stops, lead.way, more + (STOPS * stops + more) / ONCE)


def to_goal(view: View, company: CompanyView, longest: int) -> float:
    """What a company's goal is worth to it in a round, for trains that make at most so many stops."""
    way = way_to_goal(view, company)
    return way.worth if way is not None and way.stops <= longest else 0.0


def goal_left(view: View, symbol: str) -> tuple[Leg, ...]:
    """The track that a company still needs to its goal."""
    way = way_to_goal(view, next(one for one in view.companies if one.symbol == symbol))
    return way.legs if way is not None else ()
