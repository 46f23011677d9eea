"""What a set of runs earns together, where some stops are earned once a company (1839 §16.1)."""

from collections.abc import Sequence

from msgspec import Struct

from engine.routes.problem import Stop
from engine.routes.runs import Run
from engine.routes.worth import Class, Tariff

Chosen = Sequence[tuple[Class, Run]]


class PaidRoute(Struct, frozen=True):
    """A route that is to be paid for."""

    tariff: Tariff
    stops: Sequence[Stop]


class Sharing:
    """How much a company loses where several of its trains visit a stop that only one of them may earn.

    Usually that is the stop's value for every train but one (`losses`). Where trains see different values, it depends
    on the set of runs; and where they are not paid for all they visit, the best split has to be worked out.
    """

    def __init__(self, kinds: Sequence[Class]) -> None:
        bound = [kind for kind in kinds if any(kind.once)]
        stops = range(len(bound[0].once)) if bound else range(0)
        self.any = bool(bound)
        self.even = all(kind.sums and not kind.mirrors for kind in bound) and all(
            len({(kind.gains[stop], kind.ends[stop]) for kind in bound}) == 1 for stop in stops if bound[0].once[stop]
        )
        if self.even and bound and any(bound[0].ends[stop] for stop in stops if bound[0].once[stop]):
            self.even = False
        self.losses = [
            bound[0].gains[stop] if self.even and bound[0].once[stop] else 0 for stop in stops
        ]  # fmt: skip

    def loss(self, shared: int) -> int:
        """What these stops would earn a second time, were it allowed."""
        total = 0
        while shared:
            low = shared & -shared
            total += self.losses[low.bit_length() - 1]
            shared ^= low
        return total

    def total(self, chosen: Chosen) -> int:
        """What the runs earn together."""
        total, seen = 0, 0
        for _, run in chosen:
            total += run.value - (self.loss(run.shared & seen) if self.even else 0)
            seen |= run.shared
        if self.even or not self.any:
            return total
        if all(kind.sums for kind, _ in chosen):
            return total - _lost(chosen)
        routes = [PaidRoute(kind.tariff, [kind.network.stops[i] for i in run.stops]) for kind, run in chosen]
        return best_split(routes)[0]


def _lost(chosen: Chosen) -> int:
    """What trains that are paid for every stop lose: each stop that several visit goes to the one that it pays most."""
    seen, again = 0, 0
    for _, run in chosen:
        again |= run.shared & seen
        seen |= run.shared
    paid: dict[int, list[int]] = {}
    for kind, run in chosen:
        if not run.shared & again:
            continue
        stops = [kind.network.stops[i] for i in run.stops]
        for i, stop, amount in zip(run.stops, stops, kind.tariff.amounts(stops), strict=True):
            if run.shared & again & 1 << i and stop.kind in kind.tariff.paid_kinds:
                paid.setdefault(i, []).append(amount)
    return sum(sum(amounts) - max(amounts) for amounts in paid.values())


def best_split(routes: Sequence[PaidRoute]) -> tuple[int, list[list[bool]]]:
    """The largest total of the routes, and which stops each of them is paid for.

    A flow of single units from stops through trains to the places that a train is paid for, sent one by one along the
    way that adds most; each adds no more than the one before, so the first that adds nothing ends it.
    """
    flow = _Flow()
    bonus = 0
    where: list[list[int]] = []
    for t, route in enumerate(routes):
        tariff = route.tariff
        bonus += tariff.bonus(route.stops)
        for row, (kinds, places) in enumerate(tariff.places):
            flow.edge(("row", t, row), "end", places, 0)
            for stop in route.stops:
                if stop.kind in kinds:
                    flow.edge(("visit", t, stop.id), ("row", t, row), 1, 0)
        pipes: list[int] = []
        for stop, amount in zip(route.stops, tariff.amounts(route.stops), strict=True):
            source = ("stop", stop.id) if stop.once and not tariff.recount else ("stop", stop.id, t)
            if source not in flow.nodes:
                flow.edge("start", source, 1, 0)
            pipes.append(flow.edge(source, ("visit", t, stop.id), 1, amount))
        where.append(pipes)
    earned = flow.fill()
    return bonus + earned, [[flow.full(pipe) for pipe in pipes] for pipes in where]


class _Flow:
    """A small network of pipes, each with room for some units and a gain for each."""

    def __init__(self) -> None:
        self.nodes: dict[object, list[int]] = {"start": [], "end": []}
        self.to: list[object] = []
        self.room: list[int] = []
        self.gain: list[int] = []

    def edge(self, a: object, b: object, room: int, gain: int) -> int:
        number = len(self.to)
        for node, end, space, worth in ((a, b, room, gain), (b, a, 0, -gain)):
            self.nodes.setdefault(node, []).append(len(self.to))
            self.nodes.setdefault(end, [])
            self.to.append(end)
            self.room.append(space)
            self.gain.append(worth)
        return number

    def full(self, number: int) -> bool:
        return self.room[number] == 0

    def fill(self) -> int:
        """Send units from start to end as long as one adds something; the sum of gains."""
        total = 0
        while True:
            best: dict[object, tuple[int, int]] = {"start": (0, -1)}
            queue: list[object] = ["start"]
            for node in queue:
                for number in self.nodes[node]:
                    gain = best[node][0] + self.gain[number]
                    end = self.to[number]
                    if self.room[number] and (end not in best or best[end][0] < gain):
                        best[end] = (gain, number)
                        queue.append(end)
            if "end" not in best or best["end"][0] <= 0:
                return total
            total += best["end"][0]
            node: object = "end"
            while node != "start":
                number = best[node][1]
                self.room[number] -= 1
                self.room[number ^ 1] += 1
                node = self.to[number ^ 1]
