"""Routes to choose from, very many at once."""

from dataclasses import dataclass

import numpy as np

from engine.routes.large.grid import Flags, Grid, Ints, Words, meets, words
from engine.routes.runs import Run


@dataclass(slots=True)
class Pool:
    """Revenue, track and shared stops of each route."""

    value: Ints
    track: Words
    shared: Words

    def __len__(self) -> int:
        return len(self.value)

    def take(self, which: Flags | Ints | slice) -> "Pool":
        """Some of the routes."""
        return Pool(self.value[which], self.track[which], self.shared[which])

    def fitting(self, used: Words) -> Ints:
        """The routes that use none of this track."""
        return np.flatnonzero(~meets(self.track, used))

    @classmethod
    def empty(cls, grid: Grid) -> "Pool":
        """No routes."""
        track = np.zeros((0, grid.exit_track.shape[1]), np.uint64)
        return cls(np.zeros(0, np.int64), track, np.zeros((0, grid.shared_words), np.uint64))

    @classmethod
    def of(cls, grid: Grid, runs: list[Run]) -> "Pool":
        """Runs found by the plain search."""
        if not runs:
            return cls.empty(grid)
        value = np.array([run.value for run in runs], np.int64)
        track = words([run.track for run in runs], grid.network.bits)
        shared = words([run.shared for run in runs], grid.size)[:, : grid.shared_words]
        return cls(value, track, shared)

    @classmethod
    def join(cls, grid: Grid, parts: "list[Pool]") -> "Pool":
        """All routes of the parts, of those that use the same only the best, most valuable first."""
        if not parts:
            return cls.empty(grid)
        value = np.concatenate([part.value for part in parts])
        track = np.concatenate([part.track for part in parts])
        shared = np.concatenate([part.shared for part in parts])
        order = np.lexsort([-value, *shared.T, *track.T])
        value, track, shared = value[order], track[order], shared[order]
        fresh = np.ones(len(value), np.bool_)
        fresh[1:] = (track[1:] != track[:-1]).any(axis=1) | (shared[1:] != shared[:-1]).any(axis=1)
        value, track, shared = value[fresh], track[fresh], shared[fresh]
        order = np.argsort(-value, kind="stable")
        return cls(value[order], track[order], shared[order])
