"""Can a train run between two stops?"""

from collections.abc import Sequence

from engine.routes.checks import check_problem
from engine.routes.network import Network
from engine.routes.problem import BadProblem, Problem, StopKind
from engine.routes.worth import Tariff

MOST_STEPS = 1_000_000  # about two seconds; a question still open then is answered with no, on every machine alike


def connects(problem: Problem, ends: tuple[str, str], trains: Sequence[str]) -> bool:
    """Can one of these trains run a legal route between exactly these stops, counting every one? (1870 §11.1)"""
    check_problem(problem)
    network = Network(problem)
    numbers = {train.id: i for i, train in enumerate(problem.trains)}
    for name in trains:
        if name not in numbers:
            raise BadProblem(f"the company has no train {name}")
    a, b = network.number(ends[0]), network.number(ends[1])
    if a is None or b is None or a == b:
        return False
    return any(_Search(network, Tariff(problem, numbers[name]), b).shortest(a) for name in trains)


class _Search:
    """Looks for one route, short ones first."""

    def __init__(self, network: Network, tariff: Tariff, goal: int) -> None:
        self.network, self.goal = network, goal
        self.limits = (tariff.visits, tariff.pays)
        self.hops = _hops(network, goal)
        self.steps = MOST_STEPS
        self.cut_short = False

    def shortest(self, start: int) -> bool:
        """Is there a route from this stop? Tried with two stops, then three, as long as more might help."""
        if not self.network.stops[start].may_end:
            return False
        for legs in range(1, len(self.network.stops)):
            self.cut_short = False
            if self._on([start], self.network.excludes[start], 0, legs):
                return True
            if not self.cut_short or self.steps < 0:
                return False
        return False

    def _on(self, stops: list[int], seen: int, track: int, legs: int) -> bool:
        if legs == 0:
            self.cut_short = True
            return False
        for way in self.network.exits[stops[-1]]:
            if seen >> way.to & 1 or track & way.track or (way.only_first and len(stops) > 1):
                continue
            if self.hops[way.to] > legs - 1:
                self.cut_short = True
                continue
            stops.append(way.to)
            if self._fits(stops) and (
                self._done(stops) or self._further(stops, seen, track | way.track, legs, way.only_last)
            ):
                return True
            stops.pop()
            self.steps -= 1
            if self.steps < 0:
                return False
        return False

    def _further(self, stops: list[int], seen: int, track: int, legs: int, stuck: bool) -> bool:
        if stuck or stops[-1] == self.goal:
            return False
        return self._on(stops, seen | self.network.excludes[stops[-1]], track, legs - 1)

    def _fits(self, stops: list[int]) -> bool:
        kinds: list[StopKind] = [self.network.stops[stop].kind for stop in stops]
        return all(counter.fits(kinds) for counter in self.limits)

    def _done(self, stops: list[int]) -> bool:
        network = self.network
        return (
            stops[-1] == self.goal
            and network.stops[stops[-1]].may_end
            and sum(network.center[stop] for stop in stops) >= 2
            and any(network.stops[stop].own for stop in stops)
        )


def _hops(network: Network, goal: int) -> list[int]:
    """The fewest legs from each stop to the goal, whatever blocks."""
    hops = [len(network.stops)] * len(network.stops)
    hops[goal] = 0
    queue = [goal]
    for at in queue:
        for way in network.exits[at]:
            if hops[way.to] > hops[at] + 1:
                hops[way.to] = hops[at] + 1
                queue.append(way.to)
    return hops
