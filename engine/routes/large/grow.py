"""All routes of a class of trains that are worth more than a threshold, stop by stop for very many at once.

The walk is the one of engine.routes.runs; a step here adds a stop to a whole block of half-run routes.
"""

from time import perf_counter

import numpy as np

from engine.routes.large.amounts import all_paid, revenues
from engine.routes.large.block import Block
from engine.routes.large.ceiling import Ceiling
from engine.routes.large.grid import Flags, Floats, Grid, Ints, Words, meets
from engine.routes.large.pool import Pool
from engine.routes.worth import Class

BLOCK = 20_000  # half-run routes extended at once: enough to keep numpy busy, few enough for little memory


class Growth:
    """One search for routes at given prices of track and shared stops.

    `threshold`: routes whose worth less prices is below it are not wanted. `beam`: of each length keep only so many
    half-run routes; the result is then a good sample. `rising`: only the best is wanted, so the threshold follows it.
    """

    def __init__(
        self,
        grid: Grid,
        kind: Class,
        prices: Floats,
        threshold: float,
        *,
        beam: int = 0,
        rising: bool = False,
        ends: frozenset[int] | None = None,
        most_steps: int = 1 << 60,
        most_found: int = 1 << 60,
        until: float,
    ) -> None:
        bits = grid.network.bits
        self.grid, self.kind = grid, kind
        self.threshold, self.beam, self.rising = threshold, beam, rising
        self.ends = ends
        self.most_steps, self.most_found, self.until = most_steps, most_found, until
        self.exit_costs = grid.exit_costs(prices)
        once = np.array(kind.once)
        self.stop_costs: Floats = np.where(once, prices[bits : bits + grid.size], 0.0)
        self.ceiling = Ceiling(grid, kind, self.exit_costs, self.stop_costs)
        self.gains: Ints = np.array(kind.gains, np.int64)
        self.costs: Ints = np.array(kind.costs, np.uint64)
        self.guard = np.uint64(kind.tariff.visits.guard)
        self.once: Words = grid.stop[once].sum(axis=0, dtype=np.uint64)
        self.slack = float(kind.extra) if not kind.plain else 0.0
        self.steps = 0
        self.found = Pool.empty(grid)
        self.parts: list[Pool] = []
        self.count = 0
        self.best_worth = -float("inf")  # of the routes found, prices taken off

    def run(self) -> bool:
        """Search; False if it was cut short, so that routes may be missing."""
        stack = [Block.roots(self.grid, self.kind, self.ceiling, self.stop_costs)]
        complete = not self.beam
        while stack:
            block = stack.pop()
            if self.steps > self.most_steps or self.count > self.most_found or perf_counter() > self.until:
                complete = False
                break
            if self.rising:
                block = block.take(block.bound >= self.threshold)
            children = self._extend(block)
            if self.beam and len(children) > self.beam:
                children = children.take(np.sort(np.argpartition(-children.rank, self.beam - 1)[: self.beam]))
            stack.extend(children.split(BLOCK))
        self.found = Pool.join(self.grid, self.parts)
        return complete

    def _extend(self, block: Block) -> Block:
        """Every route of the block by one stop; what is complete and good enough is kept on the way."""
        parent, way, second = self._ways(block)
        grid = self.grid
        to = grid.to[way]
        left = block.left[parent] - self.costs[to]
        fits = (left & self.guard) == self.guard
        fits &= ~meets(block.seen[parent], grid.stop[to])
        fits &= ~meets(block.used[parent], grid.exit_track[way])
        parent, way, second, to, left = parent[fits], way[fits], second[fits], to[fits], left[fits]
        cost = block.cost[parent] + self.exit_costs[way] + self.stop_costs[to]
        ceilings = block.ceilings[parent] + self.ceiling.visit[to] - self.exit_costs[way][:, None]
        bound = ceilings.min(axis=1)
        hopeful = bound >= self.threshold
        parent, way, second, to = parent[hopeful], way[hopeful], second[hopeful], to[hopeful]
        self.steps += len(parent)
        at_root = block.door[parent] < 0
        grown = Block(
            root=block.root[parent],
            tip=to,
            other=np.where(second & ~block.second[parent], block.tip[parent], block.other[parent]),
            second=second,
            door=np.where(at_root, way, block.door[parent]),
            root_ends=np.where(at_root, grid.only_first[way], block.root_ends[parent]),
            tip_ends=grid.only_last[way],
            seen=block.seen[parent] | grid.excludes[to],
            visited=block.visited[parent] | grid.stop[to],
            used=block.used[parent] | grid.exit_track[way],
            left=left[hopeful],
            centers=block.centers[parent] + grid.center[to],
            gain=block.gain[parent] + self.gains[to],
            cost=cost[hopeful],
            ceilings=ceilings[hopeful],
            bound=bound[hopeful],
        )
        self._keep(grown)
        return grown.take(~(grown.tip_ends & (grown.second | grown.root_ends)))

    def _ways(self, block: Block) -> tuple[Ints, Ints, Flags]:
        """Each way to go on: the route, the exit taken, and whether the second branch takes it."""
        grid = self.grid
        routes = np.arange(len(block))
        fresh = block.door < 0
        on = routes[~block.tip_ends]
        parent, way = _each_exit(on, grid.first[block.tip[on]], grid.first[block.tip[on] + 1])
        allowed = fresh[parent] | ~grid.only_first[way]
        parent, way = parent[allowed], way[allowed]
        second = block.second[parent]
        back = routes[~fresh & ~block.second & ~block.root_ends]
        other, out = _each_exit(back, block.door[back] + 1, grid.first[block.root[back] + 1])
        allowed = ~grid.only_first[out]
        other, out = other[allowed], out[allowed]
        return (
            np.concatenate([parent, other]),
            np.concatenate([way, out]),
            np.concatenate([second, np.ones(len(other), np.bool_)]),
        )

    def _keep(self, routes: Block) -> None:
        grid = self.grid
        good = routes.gain + self.slack - routes.cost >= self.threshold
        if not grid.may_end.all():
            good &= grid.may_end[routes.tip] & grid.may_end[routes.other]
        if not grid.all_centers:
            good &= routes.centers >= 2
        if self.ends is not None:
            a, b = sorted(self.ends)
            good &= ((routes.tip == a) & (routes.other == b)) | ((routes.tip == b) & (routes.other == a))
            if not self.kind.sums_all:
                good &= all_paid(self.kind, routes.visited)
        chosen = routes.take(good)
        if not len(chosen):
            return
        value = chosen.gain
        if not self.kind.plain:
            value = revenues(self.kind, chosen.visited, chosen.gain, chosen.tip, chosen.other)
        worth = value - chosen.cost
        if self.rising:
            best = int(worth.argmax())
            if worth[best] < self.threshold:
                return
            self.parts = [
                Pool(value[best : best + 1], chosen.used[best : best + 1], chosen.visited[best : best + 1] & self.once)
            ]
            self.threshold = float(worth[best]) + self.kind.network.unit
            return
        good = worth >= self.threshold
        self.best_worth = max(self.best_worth, float(worth.max()))
        self.parts.append(Pool(value[good], chosen.used[good], chosen.visited[good] & self.once))
        self.count += int(good.sum())


def _each_exit(routes: Ints, first: Ints, end: Ints) -> tuple[Ints, Ints]:
    """Every pair of a route and an exit from `first` up to `end`."""
    many = np.maximum(end - first, 0)
    total = int(many.sum())
    before = np.cumsum(many) - many
    return np.repeat(routes, many), np.arange(total) - np.repeat(before - first, many)
