"""How much a route that is only half run can still earn at most.

A train may have so many stops. Suppose that, instead, it may have any number but pays a fee for each: if the fees for
its whole length are given to it in advance, it can never be worse off, whatever the fee. So for any fee the most that a
route can come to is (length x fee) + for each stop it has visited (value - fee) + for each it has not the same, where
that is more than nothing. The sum is easily kept up to date from stop to stop; with a handful of fees at hand the
smallest sum is a sharp bound.
"""

import numpy as np

from engine.routes.large.grid import Floats, Grid
from engine.routes.worth import Class


class Ceiling:
    """The bounds of one class of trains at given prices, one column for each fee."""

    def __init__(self, grid: Grid, kind: Class, exit_costs: Floats, stop_costs: Floats) -> None:
        gains = np.array(kind.gains, np.float64) - stop_costs
        entry = np.full(grid.size, np.inf)
        np.minimum.at(entry, grid.to, exit_costs)
        starts: list[float] = []
        visited: list[Floats] = []
        stops = kind.network.stops
        for kinds, places, pays in _limits(kind):
            under = np.array([stop.kind in kinds for stop in stops])
            for fee in _fees(np.where(under, gains - np.where(np.isfinite(entry), entry, 0), 0.0), places):
                left = gains - np.where(under, fee, 0.0)
                visited.append(np.maximum(left, -stop_costs) if pays else left)
                starts.append(min(places, grid.size) * fee)
        worth = np.array(visited)  # a row for each fee, a column for each stop
        hoped = np.maximum(worth - entry, 0.0)
        hoped[:, ~np.isfinite(entry)] = 0.0
        self.start: Floats = np.array(starts) + hoped.sum(axis=1) + kind.extra
        self.visit: Floats = worth - hoped  # what a visit changes, a column for each stop


def _limits(kind: Class) -> list[tuple[frozenset[str], int, bool]]:
    """Limits on the length, and on what is paid; and always the limit that is none."""
    limits: list[tuple[frozenset[str], int, bool]] = [(frozenset(), 0, False)]
    limits += [(frozenset(kinds), places, False) for kinds, places in kind.tariff.visits.limits]
    if not kind.sums:
        limits += [(frozenset(kinds), places, True) for kinds, places in kind.tariff.pays.limits]
    return limits


def _fees(values: Floats, places: int) -> list[float]:
    """Fees worth trying: what the last of `places` stops is worth, of half as many, and of a quarter."""
    if not places:
        return [0.0]
    ranked = np.sort(values)[::-1]
    ranks = {min(max(1, round(places * part)), len(ranked)) for part in (1.0, 0.75, 0.5, 0.25)}
    return sorted({max(0.0, float(ranked[rank - 1])) for rank in ranks})
