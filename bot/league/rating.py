"""Players' ratings, by OpenSkill's Plackett-Luce model for games of several players."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime

from openskill.models import PlackettLuce


@dataclass(frozen=True)
class Rated:
    """A finished game among people: when it ended, its number, and each person's place."""

    ended: datetime
    game: int
    places: Mapping[int, int]


@dataclass(frozen=True)
class Rating:
    """A person's estimated strength and its uncertainty: in two cases of three the truth is within one sigma."""

    strength: float
    sigma: float
    games: int

    @property
    def span(self) -> float:
        """The half-width of the 95% interval."""
        return 2 * self.sigma

    @property
    def safe(self) -> float:
        """The lower end of the interval, by which people are ranked, so that one lucky game makes no champion."""
        return self.strength - self.span


def ratings(games: Iterable[Rated]) -> dict[int, Rating]:
    """Everybody's ratings, computed from the results alone, in the order in which the games ended."""
    model = PlackettLuce()
    ratings: dict[int, Rating] = {}
    for game in sorted(games, key=lambda one: (one.ended, one.game)):
        people = sorted(game.places)
        if len(people) < 2:
            continue
        before = [ratings.get(person) for person in people]
        teams = [[model.rating() if one is None else model.rating(mu=one.strength, sigma=one.sigma)] for one in before]
        after = model.rate(teams, ranks=[float(game.places[person]) for person in people])
        for person, was, (now,) in zip(people, before, after, strict=True):
            ratings[person] = Rating(now.mu, now.sigma, 1 + (was.games if was else 0))
    return ratings
