"""Every route that a train can run, by walking the network in plain Python."""

from msgspec import Struct

from engine.routes import watch
from engine.routes.worth import Class


class Run(Struct, frozen=True, gc=False):
    """A route in the network, with what it earns and what it uses up."""

    value: int
    track: int  # bits of track used
    shared: int  # bits, by stop number, of stops on it whose value is earned once a company
    stops: tuple[int, ...]
    legs: tuple[int, ...]


class _Enough(Exception):
    """No more runs are wanted."""


def all_runs(kind: Class, most: int, until: float, ends: frozenset[int] | None = None) -> tuple[list[Run], bool]:
    """The best run for every set of things used up, most valuable first; and whether these are really all.

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
        network = kind.network
        self.any_once = any(kind.once)
        self.mirrors = frozenset(kind.mirrors)
        self.bonuses = [
            (frozenset(i for i, stop in enumerate(network.stops) if stop.id in bonus.stops), bonus)
            for bonus in kind.bonuses
        ]
        self.may_end = [stop.may_end for stop in network.stops]
        self.all_end = all(self.may_end)
        self.all_centers = all(network.center)
        # For each stop its exits, with what a walk has to know of them at hand.
        self.ways = [
            [
                (
                    way.to,
                    way.track,
                    way.leg,
                    way.only_first,
                    way.only_last,
                    kind.costs[way.to],
                    kind.gains[way.to],
                    network.excludes[way.to],
                )
                for way in exits
            ]
            for exits in network.exits
        ]

    def show(self, walk: "_Walk", tip: int, track: int, gain: int) -> None:
        """A route: both branches of the walk, of which the second (or else the first alone) ends at `tip`."""
        kind, far = self.kind, walk.first_stops[-1]
        if not self.all_end and not (self.may_end[tip] and self.may_end[far]):
            return
        if not self.all_centers and sum(kind.network.center[stop] for stop in walk.stops()) < 2:
            return
        self.most -= 1
        if self.most < 0 or (self.most & 255 == 0 and watch.now() > self.until):
            raise _Enough
        stops = walk.first_stops[::-1] + walk.second_stops
        if self.ends is not None and not kind.connects(stops, self.ends):
            return
        if kind.sums and (not self.mirrors or self.mirrors.isdisjoint(stops)):
            value = gain + kind.ends[tip] + kind.ends[far]
            for there, bonus in self.bonuses:
                seen = (tip, far) if bonus.at_end else stops
                if sum(stop in there for stop in seen) >= bonus.need:
                    value += bonus.amount
        else:
            value = kind.revenue(stops)
        shared = sum(1 << stop for stop in stops if kind.once[stop]) if self.any_once else 0
        key = (track, shared)
        known = self.best.get(key)
        if known is None or known[0] < value:
            self.best[key] = (value, tuple(stops), tuple(walk.legs()))


class _Walk:
    """The routes with one root, the first of the company's stops on them; `barred` are the company's earlier ones.

    One branch goes out from the root, then perhaps a second, which leaves by a later exit than the first: so every
    route is met once.
    """

    def __init__(self, kind: Class, listing: _Listing, root: int, barred: int) -> None:
        self.kind, self.listing, self.root = kind, listing, root
        self.barred = barred
        self.ways, self.guard = listing.ways, kind.tariff.visits.guard
        self.first_stops: list[int] = [root]
        self.first_legs: list[int] = []
        self.second_stops: list[int] = []
        self.second_legs: list[int] = []

    def run(self) -> None:
        root, kind = self.root, self.kind
        left = kind.tariff.visits.start - kind.costs[root]
        if left & self.guard == self.guard:
            seen = self.barred | kind.network.excludes[root]
            self._first(root, seen, 0, left, kind.gains[root], -1, False)

    def stops(self) -> list[int]:
        """The stops from the tip of the first branch to that of the second."""
        return self.first_stops[::-1] + self.second_stops

    def legs(self) -> list[int]:
        """The legs in the same order."""
        return self.first_legs[::-1] + self.second_legs

    def _first(self, at: int, seen: int, track: int, left: int, gain: int, door: int, root_is_end: bool) -> None:
        """Grow the first branch from `at`; `door` is the exit by which it left the root."""
        guard, root = self.guard, self.root
        at_root = at == root
        for i, (to, uses, leg, only_first, only_last, cost, worth, bars) in enumerate(self.ways[at]):
            if seen >> to & 1 or track & uses:
                continue
            rest = left - cost
            if rest & guard != guard or (only_first and not at_root):
                continue
            self.first_stops.append(to)
            self.first_legs.append(leg)
            total, used, closed = gain + worth, track | uses, seen | bars
            out, ended = (i, only_first) if at_root else (door, root_is_end)
            self.listing.show(self, root, used, total)
            if not only_last:
                self._first(to, closed, used, rest, total, out, ended)
            if not ended:
                self._second(root, closed, used, rest, total, out)
            self.first_stops.pop()
            self.first_legs.pop()

    def _second(self, at: int, seen: int, track: int, left: int, gain: int, door: int) -> None:
        """Grow the second branch from `at`; from the root only by exits after `door`."""
        guard = self.guard
        ways = self.ways[at]
        for to, uses, leg, only_first, only_last, cost, worth, bars in ways[door + 1 :] if at == self.root else ways:
            if seen >> to & 1 or track & uses or only_first:
                continue
            rest = left - cost
            if rest & guard != guard:
                continue
            self.second_stops.append(to)
            self.second_legs.append(leg)
            total, used = gain + worth, track | uses
            self.listing.show(self, to, used, total)
            if not only_last:
                self._second(to, seen | bars, used, rest, total, door)
            self.second_stops.pop()
            self.second_legs.pop()
