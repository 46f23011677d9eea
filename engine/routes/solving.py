"""Finds the company's best set of routes, and proves that none is better.

Small cases, which is nearly all of a game, are searched to the end in plain Python. Large ones go to
engine.routes.large, and to a plain search for as long as time lasts if that fails.
"""

from math import inf
from typing import TYPE_CHECKING

from engine.routes import watch
from engine.routes.checks import check_problem
from engine.routes.fleet import Fleet
from engine.routes.network import Network
from engine.routes.packing import Search, Set, Slot
from engine.routes.plan import Place, Plan, plans, routes_of
from engine.routes.problem import Problem, Solution
from engine.routes.runs import Run, all_runs
from engine.routes.sharing import Sharing
from engine.routes.worth import Class

if TYPE_CHECKING:
    from engine.routes.large.solver import LargeSolver

FEW_RUNS = 1500  # looked at in plain Python for one class of trains; more is quicker with numpy
FEW_STEPS = 2000  # of the plain packing, before the linear programme is asked
EQUAL_STEPS = 20_000  # in search of sets as good as the best
MANY_RUNS = 300_000  # where nothing but the plain search works: as many as memory allows
MANY_STEPS = 1 << 60
ROUGH_RUNS = 2500  # of one class of trains, where a good set is enough

NOTHING = Solution((), 0, 0, True, ((),))


def solve(problem: Problem, *, seconds: float = 4.0, alternatives: int = 1) -> Solution:
    """The best set of routes: proven, or the best found in the time with a bound on what is possible.

    If a required run is impossible there is no set, and the total is 0.
    """
    until = watch.now() + seconds
    check_problem(problem)
    network = Network(problem)
    ends = _required_ends(network)
    if not network.legs or not problem.trains or (problem.required is not None and ends is None):
        return NOTHING
    case = _Case(Fleet(network), ends, until)
    return case.solution(max(1, alternatives))


def estimate(problem: Problem) -> Solution:
    """A good set of routes, found by a limited amount of work: the same on every machine, at any load.

    In small cases it is the best; in large ones there may be a better set. Nothing is proven.
    """
    check_problem(problem)
    network = Network(problem)
    ends = _required_ends(network)
    if not network.legs or not problem.trains or (problem.required is not None and ends is None):
        return NOTHING
    fleet, total, found = Fleet(network), 0, ()
    sharing = Sharing(fleet.classes)
    pools = [all_runs(kind, ROUGH_RUNS, inf)[0] for kind in fleet.classes]
    musts = [all_runs(kind, ROUGH_RUNS, inf, ends)[0] for kind in fleet.classes] if ends else pools
    connecting = [i for i, runs in enumerate(musts) if runs] if ends else None
    for plan in plans(fleet, connecting):
        chosen = [(musts if place.must else pools)[place.kind] for place in plan]
        slots = [
            Slot(fleet.classes[place.kind], place.count, runs, place.must)
            for place, runs in zip(plan, chosen, strict=True)
        ]
        packed = Search(slots, sharing, total, 0, FEW_STEPS, inf).run()
        if packed.sets:
            total, found = packed.total, routes_of(fleet, plan, packed.sets[0])
    bound = sum(kind.most * len(problem.trains) for kind in fleet.classes)
    return Solution(found, total, max(total, bound), False, (found,))


def _required_ends(network: Network) -> frozenset[int] | None:
    if network.problem.required is None:
        return None
    numbers = [network.number(name) for name in network.problem.required]
    ends = frozenset(number for number in numbers if number is not None)
    return ends if len(ends) == 2 else None


class _Case:
    """One call of solve."""

    def __init__(self, fleet: Fleet, ends: frozenset[int] | None, until: float) -> None:
        self.fleet, self.ends, self.until = fleet, ends, until
        self.sharing = Sharing(fleet.classes)
        self.pools = [_few_runs(kind, until, None) for kind in fleet.classes]
        self.musts = [_few_runs(kind, until, ends) for kind in fleet.classes] if ends else None
        self.best, self.bound, self.proven = 0, 0, True
        self.found: list[tuple[Plan, Set]] = []
        self.solver: LargeSolver | None = None  # once a large case has been met

    def solution(self, alternatives: int) -> Solution:
        connecting = None
        if self.musts is not None:
            connecting = [i for i, runs in enumerate(self.musts) if runs is None or runs]
        small: list[Plan] = []
        large: list[Plan] = []
        for plan in plans(self.fleet, connecting):
            (small if self._solve_small(plan) else large).append(plan)
        if large and not self._solve_large(large):
            self._solve_patiently(large)
        if alternatives > 1 and self.found:
            self._find_equals(small, large, alternatives)
        sets = dict.fromkeys(routes_of(self.fleet, plan, runs) for plan, runs in self.found)
        routes = tuple(sets)[:alternatives] or ((),)
        bound = self.best if self.proven else max(self.best, self.bound)
        return Solution(routes[0], self.best, bound, bound == self.best, routes)

    def _solve_small(self, plan: Plan) -> bool:
        """By plain search, if there is little to search; False if that was not enough."""
        slots = self._slots(plan)
        return len(slots) == len(plan) and self._search(plan, slots, FEW_STEPS)

    def _slots(self, plan: Plan) -> list[Slot]:
        """The runs of every place of the plan, without the places that have too many."""
        musts = self.musts or self.pools
        runs = [musts[place.kind] if place.must else self.pools[place.kind] for place in plan]
        return [self._slot(place, few) for place, few in zip(plan, runs, strict=True) if few is not None]

    def _find_equals(self, small: list[Plan], large: list[Plan], many: int) -> None:
        """More sets as good as the best: all of them, up to the number wanted, where the plain search was enough."""
        for plan in small:
            packed = Search(self._slots(plan), self.sharing, self.best, many, EQUAL_STEPS, self.until).run()
            self.found += [(plan, runs) for runs in packed.sets]
        plan, runs = self.found[0]
        if plan in large and self.solver is not None:
            self.found += [(plan, more) for more in self.solver.equals(plan, runs, many, self.until)]

    def _slot(self, place: Place, runs: list[Run]) -> Slot:
        return Slot(self.fleet.classes[place.kind], place.count, runs, place.must)

    def _search(self, plan: Plan, slots: list[Slot], steps: int) -> bool:
        packed = Search(slots, self.sharing, self.best, 0, steps, self.until).run()
        if packed.sets:
            self.best, self.found = packed.total, [(plan, packed.sets[0])]
        return packed.complete

    def _solve_large(self, large: list[Plan]) -> bool:
        """With numpy and the linear programme; False if that is not possible."""
        if self.sharing.any and not self.sharing.even:
            return False
        try:
            from engine.routes.large.solver import LargeSolver

            solver = self.solver = LargeSolver(self.fleet, self.pools, self.ends)
            for plan in large:
                finding = solver.plan(plan, self.best, self.until)
                if finding.found is not None:
                    self.best, self.found = finding.total, [(plan, finding.found)]
                self.bound = max(self.bound, finding.bound)
                self.proven &= finding.proven
        except (ImportError, RuntimeError, ArithmeticError, MemoryError):
            return False
        return True

    def _solve_patiently(self, large: list[Plan]) -> None:
        """By plain search for as long as there is time."""
        for plan in large:
            enough = (watch.now() + self.until) / 2
            listed = [
                all_runs(self.fleet.classes[place.kind], MANY_RUNS, enough, self.ends if place.must else None)
                for place in plan
            ]
            slots = [self._slot(place, runs) for place, (runs, _) in zip(plan, listed, strict=True)]
            finished = self._search(plan, slots, MANY_STEPS)
            self.proven &= finished and all(complete for _, complete in listed)
            self.bound = max(self.bound, sum(place.count * self.fleet.classes[place.kind].most for place in plan))


def _few_runs(kind: Class, until: float, ends: frozenset[int] | None) -> list[Run] | None:
    runs, complete = all_runs(kind, FEW_RUNS, until, ends)
    return runs if complete else None
