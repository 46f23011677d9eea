"""A bound that needs no list of routes: all trains of a class together as a flow over the network.

Every real set of routes obeys the rules below, but so do some things that are no routes, such as rings. So the best
flow is worth at least as much as the best set. It is quick however many routes there are.
"""

import numpy as np

from engine.routes.large.linear import INFINITE, Linear, SolverFailed
from engine.routes.large.team import Team
from engine.routes.network import Network
from engine.routes.worth import Class


def flow_bound(team: Team, lifts: list[int], seconds: float) -> float:
    """No set of routes for the team is worth more; infinite if the solver fails."""
    flow = _Flow(team.grid.network)
    for kind, count, lift in zip(team.kinds, team.counts, lifts, strict=True):
        flow.trains(kind, count, lift)
    flow.share_track()
    flow.share_stops(team)
    try:
        return flow.optimum(seconds)
    except SolverFailed:
        return float("inf")


class _Flow:
    """Collects columns and rows, then hands them to the solver."""

    def __init__(self, network: Network) -> None:
        self.network = network
        self.worth: list[float] = []
        self.high: list[float] = []
        self.rows: list[tuple[float, float, dict[int, float]]] = []
        self.legs: list[list[int]] = []  # for each class the columns of its legs
        self.earned: list[tuple[Class, list[int]]] = []  # for each class the columns of the stops it is paid for

    def _column(self, worth: float, high: float) -> int:
        self.worth.append(worth)
        self.high.append(high)
        return len(self.worth) - 1

    def _row(self, low: float, high: float, weights: dict[int, float]) -> None:
        self.rows.append((low, high, weights))

    def trains(self, kind: Class, count: int, lift: int) -> None:
        """The trains of one class: how many run, over which legs, with which visits, ends and paid stops."""
        network = self.network
        stops = range(len(network.stops))
        running = self._column(kind.extra + lift - sum(sorted(kind.ends)[-2:]), count)
        legs = [self._column(0, 1) for _ in network.legs]
        visits = [self._column(0, count) for _ in stops]
        ends = [self._column(kind.ends[i], count if network.stops[i].may_end else 0) for i in stops]
        paid = [self._column(kind.gains[i], count) for i in stops]
        for i in stops:
            at_stop = {legs[way.leg]: 1.0 for way in network.exits[i]}
            self._row(0, 0, {**at_stop, visits[i]: -2.0, ends[i]: 1.0})
            self._row(0, INFINITE, {visits[i]: 1.0, ends[i]: -1.0})
            self._row(0, INFINITE, {visits[i]: 1.0, paid[i]: -1.0})
            self._row(0, INFINITE, {running: 1.0, visits[i]: -1.0})
            for way in network.exits[i]:
                if way.only_first:
                    self._row(0, INFINITE, {ends[i]: 1.0, legs[way.leg]: -1.0})
        self._row(0, 0, {**dict.fromkeys(ends, 1.0), running: -2.0})
        self._row(0, INFINITE, {**{visits[i]: 1.0 for i in network.own}, running: -1.0})
        self._limits(kind, running, visits, paid)
        self.legs.append(legs)
        self.earned.append((kind, paid))

    def _limits(self, kind: Class, running: int, visits: list[int], paid: list[int]) -> None:
        stops = self.network.stops
        for columns, counter in ((visits, kind.tariff.visits), (paid, kind.tariff.pays)):
            for kinds, places in counter.limits:
                under = {columns[i]: -1.0 for i, stop in enumerate(stops) if stop.kind in kinds}
                self._row(0, INFINITE, {**under, running: float(places)})
        for group in {stop.group for stop in stops if stop.group}:
            together = {visits[i]: -1.0 for i, stop in enumerate(stops) if stop.group == group}
            self._row(0, INFINITE, {**together, running: 1.0})

    def share_track(self) -> None:
        """Each use of track belongs to one train."""
        for bit in range(self.network.bits):
            users = [i for i, leg in enumerate(self.network.legs) if leg.track >> bit & 1]
            self._row(-INFINITE, 1, {legs[i]: 1.0 for legs in self.legs for i in users})

    def share_stops(self, team: Team) -> None:
        """A stop that is earned once a company is earned once."""
        if not team.sharing:
            return
        for i in range(len(self.network.stops)):
            payers = {paid[i]: 1.0 for kind, paid in self.earned if kind.once[i]}
            if payers:
                self._row(-INFINITE, 1, payers)

    def optimum(self, seconds: float) -> float:
        """What the best flow is worth."""
        linear = Linear()
        count = len(self.worth)
        nothing = np.zeros(0, np.int64)
        linear.columns(
            np.array(self.worth, np.float64),
            np.array(self.high, np.float64),
            np.zeros(count, np.int64),
            nothing,
            np.zeros(0),
        )
        for low, high, weights in self.rows:
            linear.row(low, high, np.array(list(weights), np.int64), np.array(list(weights.values()), np.float64))
        linear.solve(seconds)
        return linear.optimum()
