"""Every route that a train can run, by walking the network in plain Python."""

from time import perf_counter

from msgspec import Struct

from engine.routes.network import Network
from engine.routes.worth import Class


class Run(Struct, frozen=True):
    """A route in the network, with what it earns and what it uses up."""

    value: int
    track: int  # bits of track used
    shared: int  # bits, by stop number, of stops on it whose value is earned once a company
    stops: tuple[int, ...]
    legs: tuple[int, ...]


class _Enough(Exception):
    """No more runs are wanted."""


def all_runs(kind: Class, most: int, until: float, ends: frozenset[int] | None = None) -> tuple[list[Run], bool]:
    """The best run for every set of things used up, dearest first; and whether these are really all.

    They are not if more than `most` had to be looked at, or if time was up. With `ends`, only runs between these two
    stops on which the train counts every stop.
    """
    listing = _Listing(kind, most, until, ends)
    complete = True
    try:
        barred = 0
        for root in kind.network.own:
            _Walk(kind, listing, root, barred).run()
            barred |= 1 << root
    except _Enough:
        complete = False
    runs = [Run(value, track, shared, stops, legs) for (track, shared), (value, stops, legs) in listing.best.items()]
    runs.sort(key=canonical)
    return runs, complete


def canonical(run: Run) -> tuple[int, tuple[int, ...], tuple[int, ...]]:
    """The order in which equal runs are preferred: the same on every machine."""
    return (-run.value, run.stops, run.legs)


class _Listing:
    """Keeps the best run for every set of things used up."""

    def __init__(self, kind: Class, most: int, until: float, ends: frozenset[int] | None) -> None:
        self.kind, self.most, self.until, self.ends = kind, most, until, ends
        self.best: dict[tuple[int, int], tuple[int, tuple[int, ...], tuple[int, ...]]] = {}
        self.any_once = any(kind.once)

    def show(self, walk: "_Walk", tip: int, track: int, gain: int) -> None:
        """A legal route: both branches of the walk, of which the second (or else the first alone) ends at `tip`."""
        self.most -= 1
        if self.most < 0 or (self.most & 255 == 0 and perf_counter() > self.until):
            raise _Enough
        kind = self.kind
        if kind.nearly_plain and self.ends is None and not self.any_once:
            value, shared = gain + kind.ends[tip] + kind.ends[walk.first_stops[-1]], 0
        else:
            stops = walk.stops()
            if self.ends is not None and not kind.connects(stops, self.ends):
                return
            value = gain if kind.plain else kind.revenue(stops)
            shared = sum(1 << stop for stop in stops if kind.once[stop])
        known = self.best.get((track, shared))
        if known is None or known[0] < value:
            self.best[track, shared] = (value, tuple(walk.stops()), tuple(walk.legs()))


class _Walk:
    """The routes with one root, the first of the company's stops on them; `barred` are the company's earlier ones.

    One branch goes out from the root, then perhaps a second, which leaves by a later exit than the first: so every
    route is met once.
    """

    def __init__(self, kind: Class, listing: _Listing, root: int, barred: int) -> None:
        self.kind, self.listing, self.root = kind, listing, root
        self.network: Network = kind.network
        self.barred = barred
        self.guard = kind.tariff.visits.guard
        self.may_end = [stop.may_end for stop in self.network.stops]
        self.all_centers = all(self.network.center)
        self.first_stops: list[int] = [root]
        self.first_legs: list[int] = []
        self.second_stops: list[int] = []
        self.second_legs: list[int] = []

    def run(self) -> None:
        root, kind = self.root, self.kind
        left = kind.tariff.visits.start - kind.costs[root]
        if left & self.guard == self.guard:
            seen = self.barred | self.network.excludes[root]
            self._first(root, seen, 0, left, kind.gains[root], -1, False)

    def stops(self) -> list[int]:
        """The stops from the tip of the first branch to that of the second."""
        return self.first_stops[::-1] + self.second_stops

    def legs(self) -> list[int]:
        """The legs in the same order."""
        return self.first_legs[::-1] + self.second_legs

    def _show(self, tip: int, track: int, gain: int) -> None:
        if not (self.may_end[tip] and self.may_end[self.first_stops[-1]]):
            return
        if self.all_centers or sum(self.network.center[stop] for stop in self.stops()) >= 2:
            self.listing.show(self, tip, track, gain)

    def _first(self, at: int, seen: int, track: int, left: int, gain: int, door: int, root_is_end: bool) -> None:
        """Grow the first branch from `at`; `door` is the exit by which it left the root."""
        kind, guard, at_root = self.kind, self.guard, at == self.root
        for i, way in enumerate(self.network.exits[at]):
            rest = left - kind.costs[way.to]
            if seen >> way.to & 1 or track & way.track or rest & guard != guard or (way.only_first and not at_root):
                continue
            self.first_stops.append(way.to)
            self.first_legs.append(way.leg)
            total, used = gain + kind.gains[way.to], track | way.track
            out, ended = (i, way.only_first) if at_root else (door, root_is_end)
            seen_now = seen | self.network.excludes[way.to]
            self._show(self.root, used, total)
            if not way.only_last:
                self._first(way.to, seen_now, used, rest, total, out, ended)
            if not ended:
                self._second(self.root, seen_now, used, rest, total, out)
            self.first_stops.pop()
            self.first_legs.pop()

    def _second(self, at: int, seen: int, track: int, left: int, gain: int, door: int) -> None:
        """Grow the second branch from `at`; from the root only by exits after `door`."""
        kind, guard = self.kind, self.guard
        exits = self.network.exits[at]
        for way in exits[door + 1 :] if at == self.root else exits:
            rest = left - kind.costs[way.to]
            if seen >> way.to & 1 or track & way.track or rest & guard != guard or way.only_first:
                continue
            self.second_stops.append(way.to)
            self.second_legs.append(way.leg)
            total, used = gain + kind.gains[way.to], track | way.track
            self._show(way.to, used, total)
            if not way.only_last:
                self._second(way.to, seen | self.network.excludes[way.to], used, rest, total, door)
            self.second_stops.pop()
            self.second_legs.pop()
