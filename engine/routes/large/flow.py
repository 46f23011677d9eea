"""A bound that needs no list of routes: all trains of a class together as a flow over the network.

Every real set of routes obeys the rules below, so the best flow in whole numbers is worth at least as much as the best
set. A flow need not be a set of routes, as one train's surplus of stops may make up for what another lacks, or a train
may come back to a stop that another leaves out; but often the trains can be told apart (see engine.routes.large.split).
"""

from dataclasses import dataclass

import numpy as np

from engine.routes import watch
from engine.routes.large.linear import INFINITE, Linear, SolverFailed
from engine.routes.large.subtours import cliques, subtours
from engine.routes.large.team import Team
from engine.routes.network import Network
from engine.routes.worth import Class

WHOLES = 12  # of the programme in whole numbers
OTHERS = 3  # legs that another flow has to leave out
SLACK = 0.001  # of a unit: what the solver's arithmetic may be wrong by


@dataclass(slots=True)
class Columns:
    """The columns of one class of trains: how many run; its legs; visits to stops; ends at stops."""

    kind: Class
    running: int
    legs: list[int]
    visits: list[int]
    ends: list[int]
    paid: list[int]


@dataclass(slots=True)
class ClassFlow:
    """The part of a flow that one class of trains has: the legs run, and at each stop how many routes end."""

    legs: list[int]
    ends: list[int]


class Flow:
    """The programme for a team. `bound`: no set is worth more."""

    def __init__(self, team: Team, lifts: list[int], until: float) -> None:
        self.team, self.until = team, until
        self.network: Network = team.grid.network
        self.bound = float("inf")
        self._bounding = True
        self._worth: list[float] = []
        self._high: list[float] = []
        self._rows: list[tuple[float, float, dict[int, float]]] = []
        self.classes = [
            self._trains(kind, count, lift) for kind, count, lift in zip(team.kinds, team.counts, lifts, strict=True)
        ]
        self._share_track()
        self._share_stops()
        self._linear = Linear()
        self._hand_over()

    def _column(self, worth: float, high: float) -> int:
        self._worth.append(worth)
        self._high.append(high)
        return len(self._worth) - 1

    def _row(self, low: float, high: float, weights: dict[int, float]) -> None:
        self._rows.append((low, high, weights))

    def _trains(self, kind: Class, count: int, lift: int) -> Columns:
        network = self.network
        stops = range(len(network.stops))
        modelled = sum(sorted(kind.ends)[-2:]) + sum(bonus.amount for bonus in kind.bonuses)
        running = self._column(kind.extra + lift - modelled, count)
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
        for bonus in kind.bonuses:
            earned = self._column(bonus.amount, count)
            seen = ends if bonus.at_end else visits
            for_it = {seen[i]: 1.0 for i, stop in enumerate(network.stops) if stop.id in bonus.stops}
            self._row(0, INFINITE, {running: 1.0, earned: -1.0})
            self._row(0, INFINITE, {**for_it, earned: -float(bonus.need)})
        self._limits(kind, running, visits, paid)
        return Columns(kind, running, legs, visits, ends, paid)

    def _limits(self, kind: Class, running: int, visits: list[int], paid: list[int]) -> None:
        stops = self.network.stops
        for columns, counter in ((visits, kind.tariff.visits), (paid, kind.tariff.pays)):
            for kinds, places in counter.limits:
                under = {columns[i]: -1.0 for i, stop in enumerate(stops) if stop.kind in kinds}
                self._row(0, INFINITE, {**under, running: float(places)})
        for group in sorted({stop.group for stop in stops if stop.group}):
            together = {visits[i]: -1.0 for i, stop in enumerate(stops) if stop.group == group}
            self._row(0, INFINITE, {**together, running: 1.0})

    def _share_track(self) -> None:
        """Each use of track belongs to one train."""
        for bit in range(self.network.bits):
            users = [i for i, leg in enumerate(self.network.legs) if leg.track >> bit & 1]
            self._row(-INFINITE, 1, {columns.legs[i]: 1.0 for columns in self.classes for i in users})

    def _share_stops(self) -> None:
        """A stop that is earned once a company is earned once."""
        if not self.team.sharing:
            return
        for i in range(len(self.network.stops)):
            payers = {columns.paid[i]: 1.0 for columns in self.classes if columns.kind.once[i]}
            if payers:
                self._row(-INFINITE, 1, payers)

    def _hand_over(self) -> None:
        count = len(self._worth)
        nothing = np.zeros(0, np.int64)
        worth, high = np.array(self._worth, np.float64), np.array(self._high, np.float64)
        self._linear.columns(worth, high, np.zeros(count, np.int64), nothing, np.zeros(0))
        for low, high_, weights in self._rows:
            self._limit(low, high_, weights)

    def _limit(self, low: float, high: float, weights: dict[int, float]) -> None:
        self._linear.row(low, high, np.array(list(weights), np.int64), np.array(list(weights.values()), np.float64))

    def relax(self, rounds: int) -> None:
        """Bound the flow in parts, with the rules against subtours and between legs as far as they are broken."""
        try:
            for _ in range(rounds):
                self._linear.solve(watch.left(self.until))
                self._lower(self._linear.optimum())
                if self._settled() or not self._sharpen(with_cliques=True):
                    return
        except SolverFailed:
            return

    def whole(self) -> list[ClassFlow] | None:
        """The best flow in whole numbers, without subtours; None if it was not found in time. Bounds in any case."""
        self._linear.whole([i for columns in self.classes for i in self._whole_columns(columns)])
        try:
            for _ in range(WHOLES):
                bound, solved = self._linear.solve_whole(watch.left(self.until), 0.5 * self.team.unit)
                self._lower(bound)
                if self._settled() or not solved:
                    return None
                if not self._sharpen(with_cliques=False):
                    return self._class_flows()
        except SolverFailed:
            return None
        return None

    def avoid(self, class_flows: list[ClassFlow]) -> None:
        """Ask for another flow next time. It may be worth less, so bounds found from now on do not count."""
        legs = {
            columns.legs[leg]: 1.0
            for columns, class_flow in zip(self.classes, class_flows, strict=True)
            for leg in class_flow.legs
        }
        self._limit(-INFINITE, max(0, len(legs) - OTHERS), legs)
        self._bounding = False

    def _whole_columns(self, columns: Columns) -> list[int]:
        return [columns.running, *columns.legs, *columns.visits, *columns.ends]

    def _lower(self, bound: float) -> None:
        if self._bounding:
            self.bound = min(self.bound, bound + SLACK * self.team.unit)

    def _settled(self) -> bool:
        return self.team.whole(self.bound) <= self.team.best

    def _sharpen(self, *, with_cliques: bool) -> bool:
        """Add rules that the last solution breaks; False if it breaks none."""
        network = self.network
        parts = self._linear.parts()
        found = False
        for columns in self.classes:
            legs, visits, ends = (parts[which] for which in (columns.legs, columns.visits, columns.ends))
            for subtour in subtours(network, legs, visits, ends, float(parts[columns.running])):
                inside = frozenset(subtour.stops)
                weights = {columns.visits[i]: 1.0 for i in subtour.stops}
                least = columns.running if subtour.visited is None else columns.visits[subtour.visited]
                weights[least] = weights.get(least, 0.0) - 1.0
                for number, leg in enumerate(network.legs):
                    if leg.u in inside and leg.v in inside:
                        weights[columns.legs[number]] = -1.0
                self._limit(0, INFINITE, weights)
                found = True
        if with_cliques:
            used = np.sum([parts[columns.legs] for columns in self.classes], axis=0)
            for clique in cliques(network, used):
                self._limit(-INFINITE, 1, {columns.legs[i]: 1.0 for columns in self.classes for i in clique})
                found = True
        return found

    def _class_flows(self) -> list[ClassFlow]:
        parts = np.rint(self._linear.parts())
        return [
            ClassFlow(np.flatnonzero(parts[columns.legs]).tolist(), [int(n) for n in parts[columns.ends]])
            for columns in self.classes
        ]
