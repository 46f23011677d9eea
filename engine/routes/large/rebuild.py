"""A route found as a set of bits, turned back into stops and legs."""

from engine.routes.runs import Run
from engine.routes.worth import Class


def rebuild(kind: Class, value: int, track: int, shared: int, ends: frozenset[int] | None) -> Run:
    """The first route, in the order of the network, that uses just this track and earns this value."""
    return _Rebuild(kind, value, track, shared, ends).run()


class _Rebuild:
    def __init__(self, kind: Class, value: int, track: int, shared: int, ends: frozenset[int] | None) -> None:
        self.kind, self.network = kind, kind.network
        self.value, self.track, self.shared, self.ends = value, track, shared, ends
        self.guard = kind.tariff.visits.guard
        self.stops: list[int] = []
        self.legs: list[int] = []

    def run(self) -> Run:
        for start, stop in enumerate(self.network.stops):
            self.stops, self.legs = [start], []
            left = self.kind.tariff.visits.start - self.kind.costs[start]
            if stop.may_end and self._on(self.network.excludes[start], 0, left):
                return Run(self.value, self.track, self.shared, tuple(self.stops), tuple(self.legs))
        raise AssertionError("every set of bits comes from a route")

    def _on(self, seen: int, track: int, left: int) -> bool:
        if track == self.track and self._is_it():
            return True
        for way in self.network.exits[self.stops[-1]]:
            rest = left - self.kind.costs[way.to]
            if way.track & (track | ~self.track) or seen >> way.to & 1 or rest & self.guard != self.guard:
                continue
            if way.only_first and self.legs:
                continue
            self.stops.append(way.to)
            self.legs.append(way.leg)
            used = track | way.track
            if (
                (used == self.track and self._is_it())
                if way.only_last
                else self._on(seen | self.network.excludes[way.to], used, rest)
            ):
                return True
            self.stops.pop()
            self.legs.pop()
        return False

    def _is_it(self) -> bool:
        network, stops = self.network, self.stops
        if len(stops) < 2 or not network.stops[stops[-1]].may_end or not any(network.stops[s].own for s in stops):
            return False
        if sum(network.center[stop] for stop in stops) < 2:
            return False
        if sum(1 << stop for stop in stops if self.kind.once[stop]) != self.shared:
            return False
        if self.ends is not None and not self.kind.connects(stops, self.ends):
            return False
        return self.kind.revenue(stops) == self.value
