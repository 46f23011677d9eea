"""The trains of one plan, the routes each may choose from, and the best set found so far."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from engine.routes.large.amounts import has
from engine.routes.large.grid import Grid, Ints, Words
from engine.routes.large.pool import Pool
from engine.routes.sharing import Sharing
from engine.routes.worth import Class

ROUNDING = 1e-5  # of the linear programme; far below the smallest step of revenue


@dataclass(slots=True)
class Pick:
    """A route chosen for one of the trains of a place."""

    place: int
    value: int
    track: Words
    shared: Words


class Team:
    """Some classes of trains with their numbers. Routes of the class that must run are lifted above all others."""

    def __init__(
        self,
        grid: Grid,
        kinds: Sequence[Class],
        counts: Sequence[int],
        sharing: Sharing,
        floor: int,
        until: float,
    ) -> None:
        self.until = until  # when time is up
        self.grid = grid
        self.kinds, self.counts = list(kinds), list(counts)
        self.losses = np.array(sharing.losses or [0] * grid.size, np.int64)
        self.sharing = sharing.any
        self.unit = grid.network.unit
        self.best = floor
        self.picks: list[Pick] = []
        self.pools: list[Pool] = [Pool.empty(grid) for _ in self.kinds]

    @property
    def places(self) -> range:
        return range(len(self.kinds))

    def offer(self, picks: list[Pick]) -> bool:
        """Keep the set if it is better than all before."""
        total = self.total(picks)
        if total <= self.best:
            return False
        self.best, self.picks = total, list(picks)
        return True

    def total(self, picks: Sequence[Pick]) -> int:
        """What the routes earn together."""
        total = sum(pick.value for pick in picks)
        if self.sharing:
            seen = np.zeros(self.grid.shared_words, np.uint64)
            for pick in picks:
                total -= int(self.loss(pick.shared[None, :], seen)[0])
                seen = seen | pick.shared
        return total

    def loss(self, shared: Words, seen: Words) -> Ints:
        """What each route loses if these stops are earned already."""
        total = np.zeros(len(shared), np.int64)
        for stop in np.flatnonzero(self.losses):
            if has(seen[None, :], int(stop))[0]:
                total += has(shared, int(stop)) * self.losses[stop]
        return total

    def whole(self, bound: float) -> int:
        """The largest revenue not above the bound."""
        return int(np.floor((bound + ROUNDING) / self.unit)) * self.unit

    def pick(self, place: int, index: int) -> Pick:
        """A route of a place's pool."""
        pool = self.pools[place]
        return Pick(place, int(pool.value[index]), pool.track[index], pool.shared[index])
