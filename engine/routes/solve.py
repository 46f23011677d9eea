"""Finds the company's best set of routes, and proves that none is better.

Small cases, which is nearly all of a game, are searched to the end in plain Python. Large ones go to
engine.routes.large, and come back to the plain search if that fails.
"""

from time import perf_counter

from engine.routes.checks import check_problem
from engine.routes.fleet import Fleet
from engine.routes.network import Network
from engine.routes.packing import Search, Set, Slot
from engine.routes.plan import Plan, plans, routes_of
from engine.routes.problem import Problem, Solution
from engine.routes.runs import Run, all_runs
from engine.routes.sharing import Sharing

FEW_RUNS = 3000  # looked at in plain Python for one class of trains; more is quicker with numpy
FEW_STEPS = 4000  # of the plain packing, before the linear programme is asked

NOTHING = Solution((), 0, 0, True, ((),))


def solve(problem: Problem, *, seconds: float = 4.0, alternatives: int = 1) -> Solution:
    """The best set of routes: proven, or the best found in the time with a bound on what is possible.

    If a required run is impossible there is no set, and the total is 0.
    """
    until = perf_counter() + seconds
    check_problem(problem)
    network = Network(problem)
    if not network.legs or not problem.trains:
        return NOTHING
    fleet = Fleet(network)
    ends = _required_ends(network)
    if problem.required is not None and ends is None:
        return NOTHING
    pools = [all_runs(kind, 10**9, until) for kind in fleet.classes]
    musts = [all_runs(kind, 10**9, until, ends) for kind in fleet.classes] if ends else None
    return _plain(fleet, pools, musts, until, max(1, alternatives))


def _required_ends(network: Network) -> frozenset[int] | None:
    if network.problem.required is None:
        return None
    numbers = [network.number(name) for name in network.problem.required]
    ends = frozenset(number for number in numbers if number is not None)
    return ends if len(ends) == 2 else None


def _plain(
    fleet: Fleet, pools: list[list[Run]], musts: list[list[Run]] | None, until: float, alternatives: int
) -> Solution:
    sharing = Sharing(fleet.classes)
    connecting = None if musts is None else [i for i, runs in enumerate(musts) if runs]
    best, found, complete = 0, list[tuple[Plan, Set]](), True
    for plan in plans(fleet, connecting):
        slots = [
            Slot(
                fleet.classes[place.kind],
                place.count,
                musts[place.kind] if place.must and musts else pools[place.kind],
                place.must,
            )
            for place in plan
        ]
        packed = Search(slots, sharing, best, 0, FEW_STEPS, until).run()
        complete &= packed.complete
        if packed.sets:
            best, found = packed.total, [(plan, packed.sets[0])]
    routes = tuple(routes_of(fleet, plan, sets) for plan, sets in found) or ((),)
    return Solution(routes[0], best, best, complete, routes)
