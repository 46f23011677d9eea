"""A network and its prices as arrays."""

import numpy as np
from numpy.typing import NDArray

from engine.routes.network import Network

Words = NDArray[np.uint64]  # one row of 64-bit words for each thing, one bit for each stop or use of track
Ints = NDArray[np.int64]
Floats = NDArray[np.float64]
Flags = NDArray[np.bool_]

GRAIN = 1024  # prices are multiples of 1/1024, so that sums of them are exact and the same on every machine


def words(masks: list[int], bits: int) -> Words:
    """Whole numbers as rows of words."""
    count = max(1, (bits + 63) // 64)
    rows = [[mask >> (64 * w) & 0xFFFFFFFFFFFFFFFF for w in range(count)] for mask in masks]
    return np.array(rows, np.uint64).reshape(len(masks), count)


def mask(row: Words) -> int:
    """A row of words as a whole number."""
    return sum(int(word) << (64 * w) for w, word in enumerate(row))


def planes(rows: Words, bits: int) -> NDArray[np.uint8]:
    """A row for each bit, saying for each thing whether it has it."""
    eights = np.ascontiguousarray(rows).view(np.uint8).reshape(len(rows), 8 * rows.shape[1])
    table = np.unpackbits(eights, axis=1, bitorder="little")
    return np.ascontiguousarray(table[:, :bits].T)


def meets(rows: Words, other: Words) -> Flags:
    """Which rows share a bit with the other row (or, row by row, with the other rows)."""
    common = (rows[:, 0] & other[..., 0]) != 0
    for w in range(1, rows.shape[1]):
        common |= (rows[:, w] & other[..., w]) != 0
    return common


class Grid:
    """The exits of every stop in one list, and what each leg uses."""

    def __init__(self, network: Network) -> None:
        exits = [way for ways in network.exits for way in ways]
        self.network = network
        self.size = len(network.stops)
        self.first: Ints = np.cumsum([0] + [len(ways) for ways in network.exits])
        self.degree: Ints = np.diff(self.first)
        self.leg = [way.leg for way in exits]
        self.to: Ints = np.array([way.to for way in exits], np.int64)
        self.only_first: Flags = np.array([way.only_first for way in exits], np.bool_)
        self.only_last: Flags = np.array([way.only_last for way in exits], np.bool_)
        self.exit_track: Words = words([way.track for way in exits], network.bits)
        # Exits of a stop that lead to the same stop follow each other; together they are a direction.
        start = np.repeat(np.arange(self.size), self.degree)
        fresh = np.ones(len(exits), np.bool_)
        fresh[1:] = (start[1:] != start[:-1]) | (self.to[1:] != self.to[:-1])
        self.way_first: Ints = np.flatnonzero(fresh)
        self.way_end: Ints = np.append(self.way_first[1:], len(exits))
        self.way_to: Ints = self.to[self.way_first]
        self.ways: Ints = np.searchsorted(self.way_first, self.first)  # the first direction of each stop
        self.stop: Words = words([1 << i for i in range(self.size)], self.size)
        self.excludes: Words = words(network.excludes, self.size)
        self.may_end: Flags = np.array([stop.may_end for stop in network.stops], np.bool_)
        self.center: Ints = np.array(network.center, np.int64)
        self.shared_words = self.stop.shape[1] if any(stop.once for stop in network.stops) else 0
        self.all_centers = bool(self.center.all())

    def exit_costs(self, prices: Floats) -> Floats:
        """What each exit's leg costs when every use of track has its price."""
        used = planes(self.exit_track, self.network.bits).astype(np.float64)
        return prices[: self.network.bits] @ used
