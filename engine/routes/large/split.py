"""A flow of several equal trains told apart into their routes.

At each stop the legs of the flow are joined in pairs, or end there. Any way of joining makes trails; joined well they
are routes. We start with any pairing and keep swapping two legs at one stop if the result is not worse, until no trail
returns to a stop, is a ring, misses the company's markers or is too long for its train.
"""

from random import Random

from engine.routes.large.flow import ClassFlow
from engine.routes.network import Network
from engine.routes.runs import Run
from engine.routes.worth import Class

STEPS = 3000  # exchanges tried
BOLD = 0.03  # share of swaps accepted although they are worse by one fault

Trail = tuple[list[int], list[int]]  # stops and legs


def split(kind: Class, class_flow: ClassFlow, ends: frozenset[int] | None) -> list[Run] | None:
    """The routes, together worth all or nearly all that the flow is worth; None if no way was found."""
    return _Split(kind, class_flow, ends).run()


class _Split:
    def __init__(self, kind: Class, class_flow: ClassFlow, ends: frozenset[int] | None) -> None:
        self.kind, self.network, self.ends = kind, kind.network, ends
        self.legs = self.network.legs
        self.partner: dict[tuple[int, int], int] = {}  # (stop, leg) to the leg it goes on by; -1 where it ends
        self.at: dict[int, list[int]] = {}
        for number in class_flow.legs:
            leg = self.legs[number]
            for stop in (leg.u, leg.v):
                self.at.setdefault(stop, []).append(number)
        for stop, legs in self.at.items():
            # Legs after which a route must end come first.
            legs.sort(key=lambda number, at=stop: (not _must_end(self.network, number, at), number))
            last = class_flow.ends[stop]
            for number in legs[:last]:
                self.partner[stop, number] = -1
            for one, other in zip(legs[last::2], legs[last + 1 :: 2], strict=True):
                self.partner[stop, one], self.partner[stop, other] = other, one
        self.busy = sorted(
            stop for stop, legs in self.at.items() if len(legs) > 2 or (class_flow.ends[stop] and legs[1:])
        )

    def run(self) -> list[Run] | None:
        dice = Random(0)
        trails, faults = self._trails()
        for _ in range(STEPS):
            if not faults:
                return [self._run(stops, legs) for stops, legs in trails]
            if not self.busy:
                return None
            stop = dice.choice(self.busy)
            undo = self._exchange(stop, dice)
            fresh, more = self._trails()
            if more <= faults or (more == faults + 1 and dice.random() < BOLD):
                trails, faults = fresh, more
            else:
                self.partner.update(undo)
        return None

    def _exchange(self, stop: int, dice: Random) -> dict[tuple[int, int], int]:
        """Two legs at the stop swap partners; returns what to restore to undo that."""
        first, other = dice.sample(self.at[stop], 2)
        partner = self.partner
        a, b = partner[stop, first], partner[stop, other]
        undo = {(stop, leg): partner[stop, leg] for leg in (first, other, a, b) if leg >= 0}
        if a in (other, b):
            return undo
        partner[stop, first], partner[stop, other] = b, a
        if a >= 0:
            partner[stop, a] = other
        if b >= 0:
            partner[stop, b] = first
        return undo

    def _trails(self) -> tuple[list[Trail], int]:
        """The trails as they are joined now, and how many faults they have."""
        todo = {leg for legs in self.at.values() for leg in legs}
        trails: list[Trail] = []
        faults = 0
        starts = [(stop, leg) for (stop, leg), other in self.partner.items() if other < 0]
        for stop, leg in starts:
            if leg in todo:
                trails.append(self._follow(stop, leg, todo))
        while todo:  # what is left are rings
            faults += 3
            leg = min(todo)
            self._follow(self.legs[leg].u, leg, todo)
        return trails, faults + sum(self._faults(*trail) for trail in trails)

    def _follow(self, stop: int, leg: int, todo: set[int]) -> Trail:
        stops, legs = [stop], list[int]()
        while leg >= 0 and leg in todo:
            todo.remove(leg)
            legs.append(leg)
            stop = self.legs[leg].v if self.legs[leg].u == stop else self.legs[leg].u
            stops.append(stop)
            leg = self.partner[stop, leg]
        return stops, legs

    def _faults(self, stops: list[int], legs: list[int]) -> int:
        network, kind = self.network, self.kind
        faults, seen = 0, 0
        for stop in stops:
            faults += seen >> stop & 1
            seen |= network.excludes[stop]
        faults += sum(_must_end(network, leg, stop) for leg, stop in zip(legs[1:], stops[1:], strict=False))
        faults += sum(_must_end(network, leg, stop) for leg, stop in zip(legs, stops[1:-1], strict=False))
        faults += 0 if any(network.stops[stop].own for stop in stops) else 2
        faults += 0 if sum(network.center[stop] for stop in stops) >= 2 else 1
        for kinds, places in kind.tariff.visits.limits:
            faults += max(0, sum(network.stops[stop].kind in kinds for stop in stops) - places)
        if self.ends is not None and not kind.connects(stops, self.ends):
            faults += 1
        return faults

    def _run(self, stops: list[int], legs: list[int]) -> Run:
        kind = self.kind
        track = 0
        for leg in legs:
            track |= self.legs[leg].track
        shared = sum(1 << stop for stop in stops if kind.once[stop])
        return Run(kind.revenue(stops), track, shared, tuple(stops), tuple(legs))


def _must_end(network: Network, number: int, stop: int) -> bool:
    leg = network.legs[number]
    return leg.ends_at_u if leg.u == stop else leg.ends_at_v
