"""A second bound on half-run routes: the best walk that could still be added, stop by stop.

Such a walk ignores that track is used once, and it remembers only so much of where the train has been: at each stop,
which of the stops around it were visited. So it may come back to a stop after a long way round, which a route may not,
and its worth is a bound. It knows what lies next to what, which engine.routes.large.ceiling does not; the smaller of
the two bounds counts.
"""

import numpy as np
from numpy.typing import NDArray

from engine.routes.large.block import Block
from engine.routes.large.grid import Floats, Grid, Ints, Words
from engine.routes.worth import Class

AROUND = 9  # stops that are remembered at each stop
FARTHEST = 12  # stops after the first; longer walks take too long to work out


class Lookahead:
    """Tables of walks for one class of trains at given prices: for each length left, stop and memory, the best walk."""

    def __init__(self, grid: Grid, kind: Class, way_costs: Floats, stop_costs: Floats) -> None:
        self.grid, self.extra = grid, float(kind.extra)
        self.field, self.longest = _length(kind)
        self.around = _surroundings(grid, kind)
        net = np.array(kind.gains, np.float64) - stop_costs
        step = net[grid.way_to] - way_costs
        dead_end = np.minimum.reduceat(grid.only_last.astype(np.int64), grid.way_first) > 0
        self._ways = self._transitions()
        tables = [np.zeros((grid.size, 1 << AROUND))]
        for _ in range(self.longest):
            tables.append(self._further(tables[-1], step, dead_end))
        self.walks = np.array(tables)

    @staticmethod
    def helps(kind: Class) -> bool:
        """Is the train short enough? Without a limit, walks that come back and back again bound nothing."""
        return 0 < _length(kind)[1] <= FARTHEST

    def _transitions(self) -> list[tuple[int, int, NDArray[np.intp], NDArray[np.bool_]]]:
        """For each direction: from, to, what the memory becomes, and for which memories it is closed."""
        grid = self.grid
        memories = np.arange(1 << AROUND)
        ways: list[tuple[int, int, NDArray[np.intp], NDArray[np.bool_]]] = []
        for at in range(grid.size):
            for way in range(int(grid.ways[at]), int(grid.ways[at + 1])):
                to = int(grid.way_to[way])
                there = {int(stop): bit for bit, stop in enumerate(self.around[to]) if stop >= 0}
                after = np.zeros(1 << AROUND, np.intp)
                closed = np.zeros(1 << AROUND, np.bool_)
                for bit, stop in enumerate(self.around[at]):
                    if int(stop) in there:
                        after |= (memories >> bit & 1) << there[int(stop)]
                    if stop == to:
                        closed = (memories >> bit & 1) > 0
                if at in there:
                    after |= 1 << there[at]
                ways.append((at, to, after, closed))
        return ways

    def _further(self, walks: Floats, step: Floats, dead_end: NDArray[np.bool_]) -> Floats:
        """The best walks with one stop more."""
        best = np.zeros_like(walks)
        for way, (at, to, after, closed) in enumerate(self._ways):
            value = np.full(len(after), step[way]) if dead_end[way] else step[way] + walks[to][after]
            value[closed] = 0.0
            np.maximum(best[at], value, out=best[at])
        return best

    def bound(self, block: Block) -> Floats:
        """The most each route can come to."""
        here, there = self._memory(block.seen, block.tip), self._memory(block.seen, block.root)
        left = ((block.left >> np.uint64(8 * self.field)) & np.uint64(127)).astype(np.int64)
        more = np.where(block.tip_ends, 0.0, self.walks[left, block.tip, here])
        open_ = np.flatnonzero(~block.second & ~block.root_ends)
        if len(open_):
            more[open_] = self._both(block.take(open_), here[open_], there[open_], left[open_])
        return block.gain - block.cost + more + self.extra

    def _both(self, block: Block, here: Ints, there: Ints, left: Ints) -> Floats:
        """Where the second branch may still start: the best way to share what is left between the two."""
        best = np.zeros(len(block))
        for first in range(self.longest + 1):
            rest = left - first
            table = self.walks[first]
            value = (
                np.where(block.tip_ends, 0.0, table[block.tip, here])
                + self.walks[np.maximum(rest, 0), block.root, there]
            )
            best = np.maximum(best, np.where(rest >= 0, value, 0.0))
        return best

    def _memory(self, seen: Words, at: Ints) -> Ints:
        """Which of the stops around are closed to each route, as a number."""
        memory = np.zeros(len(at), np.int64)
        routes = np.arange(len(at))
        for bit in range(AROUND):
            stop = self.around[at, bit]
            closed = (seen[stop >> 6, routes] >> (stop & 63).astype(np.uint64)) & np.uint64(1)
            memory |= np.where(stop >= 0, closed.astype(np.int64), 0) << bit
        return memory


def _length(kind: Class) -> tuple[int, int]:
    """Which of the train's limits is on stops of all kinds, and how many stops may follow the first; 0 if none is."""
    for field, (kinds, places) in enumerate(kind.tariff.visits.limits):
        if len(kinds) == 3:
            return field, places - 1
    return 0, 0


def _surroundings(grid: Grid, kind: Class) -> Ints:
    """For each stop the stops worth remembering: the nearest, most valuable first; -1 where there are fewer."""
    around = np.full((grid.size, AROUND), -1, np.int64)
    neighbours: list[set[int]] = [
        set(grid.way_to[grid.ways[at] : grid.ways[at + 1]].tolist()) for at in range(grid.size)
    ]
    for at in range(grid.size):
        near = neighbours[at] - {at}
        far = {stop for other in near for stop in neighbours[other]} - near - {at}
        chosen = [*sorted(near, key=lambda s: (-kind.gains[s], s)), *sorted(far, key=lambda s: (-kind.gains[s], s))]
        around[at, : min(AROUND, len(chosen))] = chosen[:AROUND]
    return around
