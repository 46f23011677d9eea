"""The ways to put a company's trains to work that have to be compared: one slot for each class of trains."""

from collections.abc import Iterator, Sequence

from msgspec import Struct

from engine.routes.fleet import Counts, Fleet
from engine.routes.packing import Set
from engine.routes.paths import route
from engine.routes.problem import Route
from engine.routes.runs import Run, canonical


class Place(Struct, frozen=True):
    """Trains of one class in a plan; `must`: the one that makes the required run."""

    kind: int  # the number of the class
    count: int
    must: bool = False


Plan = tuple[Place, ...]


def plans(fleet: Fleet, connecting: Sequence[int] | None) -> Iterator[Plan]:
    """Every mix of trains; where a run is required, with each class that has such a run making it in turn."""
    for mix in fleet.mixes:
        if connecting is None:
            yield _places(mix)
            continue
        for kind in connecting:
            if mix[kind]:
                rest = tuple(count - (i == kind) for i, count in enumerate(mix))
                yield (Place(kind, 1, True), *_places(rest))


def _places(mix: Counts) -> Plan:
    return tuple(Place(kind, count) for kind, count in enumerate(mix) if count)


def routes_of(fleet: Fleet, plan: Plan, numbered: Set) -> tuple[Route, ...]:
    """The set of runs as routes of named trains, in the order of the problem's trains."""
    network = fleet.network
    mix = [0] * len(fleet.classes)
    for place in plan:
        mix[place.kind] += place.count
    # Equal trains take their routes in one order, so that sets that differ in nothing else are the same.
    runs: list[list[Run]] = [[] for _ in fleet.classes]
    for number, run in numbered:
        runs[plan[number].kind].append(run)
    routes: list[tuple[int, Route]] = []
    for trains, mine in zip(fleet.trains_for(tuple(mix)), runs, strict=True):
        for train, run in zip(trains, sorted(mine, key=canonical), strict=False):
            routes.append((train, route(network, network.problem.trains[train].id, run)))
    return tuple(one for _, one in sorted(routes, key=lambda pair: pair[0]))
