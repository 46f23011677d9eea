"""All routes of a class of trains that are worth more than a threshold, stop by stop for very many at once.

The walk is the one of engine.routes.runs; a step here adds a stop to a whole block of half-run routes.
"""

import numpy as np

from engine.routes import watch
from engine.routes.large.amounts import all_paid, revenues
from engine.routes.large.block import Block
from engine.routes.large.ceiling import Ceiling
from engine.routes.large.grid import Flags, Floats, Grid, Ints, Words
from engine.routes.large.lookahead import Lookahead
from engine.routes.large.pool import Pool
from engine.routes.worth import Class

BLOCK = 20_000  # half-run routes extended at once: enough to keep numpy busy, few enough for little memory
LONG_SEARCH = 20_000  # steps after which it pays to look ahead


class Growth:
    """One search for routes at given prices of track and shared stops.

    `threshold`: routes whose worth less prices is below it are not wanted. `beam`: of each length keep only so many
    half-run routes; the result is then a good sample. `rising`: only the best is wanted, so the threshold is kept this
    far above the best found. `legs`: only routes over these legs.
    """

    def __init__(
        self,
        grid: Grid,
        kind: Class,
        prices: Floats,
        threshold: float,
        *,
        beam: int = 0,
        rising: float = 0.0,
        ends: frozenset[int] | None = None,
        most_steps: int = 1 << 60,
        most_found: int = 1 << 60,
        legs: set[int] | None = None,
        until: float,
    ) -> None:
        bits = grid.network.bits
        self.grid, self.kind = grid, kind
        self.threshold, self.beam, self.rising = threshold, beam, rising
        self.ends = ends
        self.most_steps, self.most_found, self.until = most_steps, most_found, until
        self.exit_costs = grid.exit_costs(prices)
        if legs is not None:
            self.exit_costs[[leg not in legs for leg in grid.leg]] = np.inf
        self.way_costs = np.minimum.reduceat(self.exit_costs, grid.way_first)
        once = np.array(kind.once)
        self.stop_costs: Floats = np.where(once, prices[bits : bits + grid.size], 0.0)
        self.ceiling = Ceiling(grid, kind, self.exit_costs, self.stop_costs)
        self.gains: Ints = np.array(kind.gains, np.int64)
        self.costs: Words = np.array(kind.costs, np.uint64)
        self.guard = np.uint64(kind.tariff.visits.guard)
        # Which of the visited stops are noted with a route: those earned once a company, if there are any.
        self.once: Words = grid.stop[once].sum(axis=0, dtype=np.uint64)[: grid.shared_words]
        self.slack = float(kind.extra) if not kind.plain else 0.0
        self.lookahead: Lookahead | None = None
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
            if self.steps > self.most_steps or self.count > self.most_found or watch.now() > self.until:
                complete = False
                break
            if self.rising:
                block = block.take(block.bound >= self.threshold)
            children = self._hopeful(self._extend(block))
            if self.beam and len(children) > self.beam:
                children = children.take(np.sort(np.argpartition(-children.rank, self.beam - 1)[: self.beam]))
            stack.extend(children.split(BLOCK))
        self.found = Pool.join(self.grid, self.parts)
        return complete

    def _hopeful(self, routes: Block) -> Block:
        """In long searches, without the routes that a look at the stops around shows to be hopeless."""
        if self.steps < LONG_SEARCH or self.beam or not Lookahead.helps(self.kind):
            return routes
        if self.lookahead is None:
            self.lookahead = Lookahead(self.grid, self.kind, self.way_costs, self.stop_costs)
        return routes.take(self.lookahead.bound(routes) >= self.threshold)

    def _extend(self, block: Block) -> Block:
        """Every route of the block by one stop; what is complete and good enough is kept on the way."""
        grid = self.grid
        parent, way, second = self._exits(block)
        to = grid.to[way]
        ceilings = block.ceilings[:, parent] + self.ceiling.visit[:, to] - self.exit_costs[way]
        bound = ceilings.min(axis=0)
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
            seen=block.seen[:, parent] | grid.excludes[to].T,
            visited=block.visited[:, parent] | grid.stop[to].T,
            used=block.used[:, parent] | grid.exit_track[way].T,
            left=block.left[parent] - self.costs[to],
            centers=block.centers[parent] + grid.center[to],
            gain=block.gain[parent] + self.gains[to],
            cost=block.cost[parent] + self.exit_costs[way] + self.stop_costs[to],
            ceilings=ceilings[:, hopeful],
            bound=bound[hopeful],
        )
        self._keep(grown)
        return grown.take(~(grown.tip_ends & (grown.second | grown.root_ends)))

    def _exits(self, block: Block) -> tuple[Ints, Ints, Flags]:
        """Each exit that a route can take: the route, the exit, and whether the second branch takes it."""
        grid = self.grid
        parent, way, second, start = self._directions(block)
        index, exits = _each(np.maximum(grid.way_first[way], start), grid.way_end[way])
        parent, second = parent[index], second[index]
        blocked = grid.only_first[exits] & (block.door[parent] >= 0)
        for word in range(block.used.shape[0]):
            blocked |= (block.used[word][parent] & grid.exit_track[:, word][exits]) != 0
        free = ~blocked
        return parent[free], exits[free], second[free]

    def _directions(self, block: Block) -> tuple[Ints, Ints, Flags, Ints]:
        """Each direction that a route may go on in, if one looks at stops only, and the first exit allowed there."""
        grid = self.grid
        on = np.flatnonzero(~block.tip_ends)
        back = np.flatnonzero((block.door >= 0) & ~block.second & ~block.root_ends)
        routes = np.concatenate([on, back])
        again = np.zeros(len(routes), np.bool_)
        again[len(on) :] = True  # the second branch starts, by a later exit than the first
        at = np.concatenate([block.tip[on], block.root[back]])
        index, way = _each(grid.ways[at], grid.ways[at + 1])
        parent, again = routes[index], again[index]
        start = np.where(again, block.door[parent] + 1, 0)
        to = grid.way_to[way]
        fits = (block.left[parent] - self.costs[to]) & self.guard == self.guard
        fits &= (block.seen[to >> 6, parent] >> (to & 63).astype(np.uint64)) & np.uint64(1) == 0
        fits &= grid.way_end[way] > start
        for fee in range(len(block.ceilings)):
            most = block.ceilings[fee][parent] + self.ceiling.visit[fee][to] - self.way_costs[way]
            fits &= most >= self.threshold
        return parent[fits], way[fits], (again | block.second[parent])[fits], start[fits]

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
                good &= all_paid(self.kind, routes.visited.T)
        chosen = routes.take(good)
        if not len(chosen):
            return
        value = chosen.gain
        if not self.kind.plain:
            value = revenues(self.kind, chosen.visited.T, chosen.gain, chosen.tip, chosen.other)
        worth = value - chosen.cost
        which = np.flatnonzero(worth >= self.threshold)
        if self.rising and len(which):
            which = which[[int(worth[which].argmax())]]
            self.parts = []
            self.threshold = float(worth[which[0]]) + self.rising
        if len(which):
            self.best_worth = max(self.best_worth, float(worth[which].max()))
            self.parts.append(
                Pool(value[which], chosen.used.T[which], chosen.visited.T[which, : len(self.once)] & self.once)
            )
            self.count += len(which)


def _each(first: Ints, end: Ints) -> tuple[Ints, Ints]:
    """Every number from `first` up to `end` for each pair of them: the number of the pair, and the number."""
    many = end - first
    before = np.cumsum(many) - many
    return np.repeat(np.arange(len(many)), many), np.arange(int(many.sum())) - np.repeat(before - first, many)
