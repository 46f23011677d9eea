"""The routes still in play in a proof, kept so that prices apply quickly to very many."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from engine.routes.large.grid import Flags, Floats, Grid, Ints, planes
from engine.routes.large.master import Bits, Cut, Prices
from engine.routes.large.pool import Pool

Bytes = NDArray[np.uint8]


@dataclass(slots=True)
class Stock:
    """The routes of one class of trains.

    The bits of a route are its uses of track and, if stops are shared, those stops. A row of `eights` has eight of
    them for every route: with a table of what each of the 256 mixes costs, one look-up prices eight bits.
    """

    pool: Pool
    eights: Bytes
    track_eights: int
    crossing: list[Flags]  # for each cut, which routes it touches; filled as cuts are made
    offered: Flags  # already in the linear programme
    track: int  # bits of track
    size: int  # bits in all

    @classmethod
    def of(cls, grid: Grid, pool: Pool, shared: bool) -> "Stock":
        """All routes of a pool."""
        track = grid.network.bits
        eights = _eights(pool.track, track)
        rows = len(eights)
        if shared:
            eights = np.concatenate([eights, _eights(pool.shared, grid.size)])
        size = track + (grid.size if shared else 0)
        return cls(pool, eights, rows, [], np.zeros(len(pool), np.bool_), track, size)

    def __len__(self) -> int:
        return len(self.pool)

    def take(self, which: Flags | Ints) -> "Stock":
        """Some of the routes."""
        return Stock(
            self.pool.take(which),
            np.ascontiguousarray(self.eights[:, which]),
            self.track_eights,
            [meets[which] for meets in self.crossing],
            self.offered[which],
            self.track,
            self.size,
        )

    def bit(self, row: int) -> Bytes:
        """Which routes have this bit."""
        place = self._place(row)
        return (self.eights[place >> 3] >> np.uint8(place & 7)) & np.uint8(1)

    def columns(self, which: Ints) -> Bits:
        """The bits of these routes, a column for each."""
        track = planes(self.pool.track[which], self.track)
        if self.size == self.track:
            return track
        return np.concatenate([track, planes(self.pool.shared[which], self.size - self.track)])

    def reduced(self, prices: Prices, cuts: list[Cut]) -> Floats:
        """What each route earns beyond the prices of what it uses."""
        cost = np.zeros(8 * len(self.eights))
        cost[[self._place(row) for row in range(self.size)]] = prices.track
        worth = self.pool.value.astype(np.float64)
        for row, eight in enumerate(cost.reshape(-1, 8)):
            if eight.any():
                table = (np.arange(256)[:, None] >> np.arange(8) & 1) @ eight
                worth -= table[self.eights[row]]
        while len(self.crossing) < len(prices.cuts):
            a, b, c = cuts[len(self.crossing)]
            self.crossing.append(self.bit(a) + self.bit(b) + self.bit(c) >= 2)
        for i in np.flatnonzero(prices.cuts):
            worth[self.crossing[i]] -= prices.cuts[i]
        return worth

    def _place(self, row: int) -> int:
        """Where a bit is found among the eights: those of stops start a fresh row."""
        return row if row < self.track else 8 * self.track_eights + row - self.track


def _eights(rows: NDArray[np.uint64], bits: int) -> Bytes:
    table = np.ascontiguousarray(rows).view(np.uint8).reshape(len(rows), 8 * rows.shape[1])
    return np.ascontiguousarray(table[:, : (bits + 7) // 8].T)


def most(worth: Floats | Ints) -> float:
    """The most that a train of this class adds; nothing if it should stay at home."""
    return max(0.0, float(worth.max())) if len(worth) else 0.0
