"""Half-built routes, very many at once."""

from dataclasses import dataclass, fields

import numpy as np

from engine.routes.large.ceiling import Ceiling
from engine.routes.large.grid import Flags, Floats, Grid, Ints, Words
from engine.routes.worth import Class


@dataclass(slots=True)
class Block:
    """One entry for each half-built route at the end of every array; tables have one row per word or fee."""

    root: Ints
    tip: Ints  # where it goes on
    other: Ints  # its other end
    second: Flags  # the second branch is growing
    door: Ints  # the exit by which the first branch left the root; -1 before that
    root_ends: Flags  # the root must be an end of the route
    tip_ends: Flags  # the tip must be an end of the route
    seen: Words  # stops that may no longer be visited
    visited: Words
    used: Words
    left: Words  # what is left of the train's length, as engine.routes.trains.Counter counts it
    centers: Ints
    gain: Ints
    cost: Floats
    ceilings: Floats  # for each fee, the most the route can come to
    bound: Floats  # the smallest of these

    def __len__(self) -> int:
        return len(self.tip)

    @property
    def rank(self) -> Floats:
        """How promising the routes are: what they have earned so far."""
        return self.gain - self.cost

    def take(self, which: Flags | Ints) -> "Block":
        """Some of the routes."""
        return Block(*(getattr(self, field.name)[..., which] for field in fields(self)))

    def split(self, size: int) -> list["Block"]:
        """The routes in portions, the best last because it is taken first."""
        if len(self) <= size:
            return [self] if len(self) else []
        order = np.argsort(self.bound, kind="stable")
        return [self.take(order[start : start + size]) for start in range(0, len(order), size)]

    @classmethod
    def roots(cls, grid: Grid, kind: Class, ceiling: Ceiling, stop_costs: Floats) -> "Block":
        """The company's stops, each with the earlier ones barred."""
        guard = kind.tariff.visits.guard
        own = np.array(grid.network.own, np.int64)
        lefts = [kind.tariff.visits.start - kind.costs[stop] for stop in grid.network.own]
        nothing = np.zeros((1, grid.stop.shape[1]), np.uint64)
        barred = np.concatenate([nothing, np.bitwise_or.accumulate(grid.stop[own], axis=0)[:-1]])
        ceilings = ceiling.start[:, None] + ceiling.visit[:, own]
        track_words = grid.exit_track.shape[1]
        block = cls(
            root=own,
            tip=own,
            other=own,
            second=np.zeros(len(own), np.bool_),
            door=np.full(len(own), -1, np.int64),
            root_ends=np.zeros(len(own), np.bool_),
            tip_ends=np.zeros(len(own), np.bool_),
            seen=(barred | grid.excludes[own]).T,
            visited=grid.stop[own].T,
            used=np.zeros((track_words, len(own)), np.uint64),
            left=np.array(lefts, np.uint64),
            centers=grid.center[own],
            gain=np.array(kind.gains, np.int64)[own],
            cost=stop_costs[own],
            ceilings=ceilings,
            bound=ceilings.min(axis=0),
        )
        return block.take(np.array([left & guard == guard for left in lefts], np.bool_))
