"""The linear programme over routes.

A route may be chosen in parts; each use of track belongs to at most one whole route, each class of trains has its
number, and a stop that is earned once may be overbooked at the cost of its value. What the best mix of parts earns is
at least what any real set can. The programme also sets a price on each use of track.
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from engine.routes.large.grid import GRAIN, Flags, Floats, Ints
from engine.routes.large.linear import INFINITE, Linear

Bits = NDArray[np.uint8]  # a row for each use of track, a column for each route
Cut = tuple[int, int, int]  # of three uses of track: at most one route uses two or more


@dataclass(slots=True)
class Prices:
    """The price of each use of track (and shared stop) and of each cut; any prices give a true bound."""

    track: Floats
    cuts: Floats
    class_duals: Floats  # of each class of trains

    @property
    def total(self) -> float:
        return float(self.track.sum() + self.cuts.sum())


class Master:
    """The programme, grown route by route and cut by cut."""

    def __init__(self, rows: int, counts: list[int], losses: dict[int, int]) -> None:
        self.rows, self.classes = rows, len(counts)
        self.cuts: list[Cut] = []
        self.bits: Bits = np.zeros((rows, 0), np.uint8)
        self.place: Ints = np.zeros(0, np.int64)
        self.value: Ints = np.zeros(0, np.int64)
        self._before = len(losses)  # columns that are not routes
        self._linear = Linear()
        for most in [1] * rows + counts:
            self._linear.row(-INFINITE, most, np.zeros(0, np.int64), np.zeros(0))
        for row, loss in losses.items():
            self._columns(np.array([-float(loss)]), [[row]], -1.0)

    def _columns(self, worth: Floats, entries: list[list[int]], weight: float) -> None:
        starts = np.cumsum([0] + [len(rows) for rows in entries[:-1]])
        index = np.array([row for rows in entries for row in rows], np.int64)
        self._linear.columns(worth, np.full(len(entries), INFINITE), starts, index, np.full(len(index), weight))

    def add(self, place: int, values: Ints, bits: Bits) -> None:
        """Routes for a class of trains; `bits` has a column for each."""
        if not len(values):
            return
        over = self.rows + self.classes
        crossing = [cut_meets(bits, cut) for cut in self.cuts]
        entries: list[list[int]] = []
        for i in range(len(values)):
            rows = [*np.flatnonzero(bits[:, i]).tolist(), self.rows + place]
            rows += [over + c for c, meets in enumerate(crossing) if meets[i]]
            entries.append(rows)
        self._columns(values.astype(np.float64), entries, 1.0)
        self.bits = np.concatenate([self.bits, bits], axis=1)
        self.place = np.concatenate([self.place, np.full(len(values), place)])
        self.value = np.concatenate([self.value, values])

    def cut(self, cut: Cut) -> None:
        """Of these three uses of track at most one route may have two or more: any two such routes collide."""
        index = np.flatnonzero(cut_meets(self.bits, cut)) + self._before
        self._linear.row(-INFINITE, 1.0, index, np.ones(len(index)))
        self.cuts.append(cut)

    def forbid(self, banned: Flags) -> None:
        """Only routes that are not banned may be chosen."""
        self._linear.close(self._before, banned)

    def solve(self, seconds: float) -> Prices:
        """The prices of the best mix of parts."""
        self._linear.solve(seconds)
        duals = np.maximum(self._linear.prices(), 0.0)
        duals = np.round(duals * GRAIN) / GRAIN
        over = self.rows + self.classes
        return Prices(duals[: self.rows], duals[over:], duals[self.rows : over])

    def parts(self) -> Floats:
        """How much of each route the best mix has."""
        parts = self._linear.parts()[self._before :]
        return np.round(parts * 4096) / 4096


def cut_meets(bits: Bits, cut: Cut) -> Flags:
    """Which routes use two or more of the three."""
    return bits[cut[0]] + bits[cut[1]] + bits[cut[2]] >= 2
