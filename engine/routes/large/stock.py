"""The routes still in play in a proof, with a row of bits for each use of track, so that prices apply quickly."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from engine.routes.large.grid import Flags, Floats, Grid, Ints, planes
from engine.routes.large.master import Bits, Cut, Prices, cut_meets
from engine.routes.large.pool import Pool


@dataclass(slots=True)
class Stock:
    """The routes of one class of trains."""

    pool: Pool
    bits: Bits
    crossing: list[Flags]  # for each cut, which routes it touches; filled as cuts are made
    offered: Flags  # already in the linear programme

    @classmethod
    def of(cls, grid: Grid, pool: Pool, shared: bool) -> "Stock":
        """A pool with its bits; those of shared stops after those of track."""
        bits = planes(pool.track, grid.network.bits)
        if shared:
            bits = np.concatenate([bits, planes(pool.shared, grid.size)])
        return cls(pool, bits, [], np.zeros(len(pool), np.bool_))

    def __len__(self) -> int:
        return len(self.pool)

    def take(self, which: Flags | Ints) -> "Stock":
        """Some of the routes."""
        crossing = [meets[which] for meets in self.crossing]
        return Stock(self.pool.take(which), np.ascontiguousarray(self.bits[:, which]), crossing, self.offered[which])

    def reduced(self, prices: Prices, cuts: list[Cut]) -> Floats:
        """What each route earns beyond the prices of what it uses."""
        worth = self.pool.value.astype(np.float64)
        for row in np.flatnonzero(prices.track):
            worth -= prices.track[row] * self.bits[row]
        while len(self.crossing) < len(prices.cuts):
            self.crossing.append(cut_meets(self.bits, cuts[len(self.crossing)]))
        for i in np.flatnonzero(prices.cuts):
            worth -= prices.cuts[i] * self.crossing[i]
        return worth


def most(worth: NDArray[np.float64]) -> float:
    """The most that a train of this class adds; nothing if it had better stay at home."""
    return max(0.0, float(worth.max())) if len(worth) else 0.0
