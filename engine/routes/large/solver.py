"""Large cases from start to end: sample routes, build a good set from them, then prove it or find better."""

from collections.abc import Sequence

import numpy as np
from msgspec import Struct

from engine.routes.fleet import Fleet
from engine.routes.large.branch import prove
from engine.routes.large.column_generation import ColumnGeneration
from engine.routes.large.equals import equal_sets
from engine.routes.large.grid import Grid, mask
from engine.routes.large.grow import Growth
from engine.routes.large.improve import ALL_TRIES, best_pair, greedy, improve
from engine.routes.large.pool import Pool
from engine.routes.large.prove import Proof
from engine.routes.large.rebuild import rebuild
from engine.routes.large.team import Pick, Team
from engine.routes.packing import Set
from engine.routes.plan import Plan
from engine.routes.runs import Run
from engine.routes.sharing import Sharing
from engine.routes.worth import Class

BEAM = 200
TOP_STEPS = 1_000_000  # of a search for the most valuable route of a class
FAR = 3  # units between the best set and the bound that call for a better set first
ALL_STEPS = 40_000  # of a search for all routes that matter, before prices are used


class Finding(Struct):
    """The result of one plan."""

    total: int
    found: Set | None  # None: nothing better than what was known
    bound: int
    proven: bool


class LargeSolver:
    """One problem; what is found out about a class of trains is kept for all plans."""

    def __init__(self, fleet: Fleet, pools: Sequence[list[Run] | None], ends: frozenset[int] | None) -> None:
        self.fleet, self.ends = fleet, ends
        self.grid = Grid(fleet.network)
        self.sharing = Sharing(fleet.classes)
        self.known = [None if runs is None else Pool.of(self.grid, runs) for runs in pools]
        self.samples: dict[tuple[int, bool], Pool] = {}
        self.tops: dict[tuple[int, bool], int] = {}
        self.free = np.zeros(fleet.network.bits + self.grid.size)

    def plan(self, plan: Plan, floor: int, until: float) -> Finding:
        """The best set for the plan if it is worth more than `floor`."""
        kinds = [self.fleet.classes[place.kind] for place in plan]
        team = Team(self.grid, kinds, [place.count for place in plan], self.sharing, floor, until)
        tops = [self._top(place.kind, place.must, until) for place in plan]
        # A place that must be filled has its routes lifted so far that no set without one of them can be better.
        lift = sum(top * place.count for top, place in zip(tops, plan, strict=True)) + team.unit
        lifts = [lift if place.must else 0 for place in plan]
        must = sum(lifts)
        team.best += must
        tops = [top + more for top, more in zip(tops, lifts, strict=True)]
        team.pools = [
            _lifted(self._sample(place.kind, place.must, until), more) for place, more in zip(plan, lifts, strict=True)
        ]
        team.offer(improve(team, greedy(team)))
        bound = float(sum(place.count * top for place, top in zip(plan, tops, strict=True)))
        if bound - team.best > FAR * team.unit and sum(team.counts) > 1:
            Proof(team, until).run()  # the best set of the sample; a good start saves most of the work
        proven = team.whole(bound) <= team.best
        if not proven:
            proven, bound = self._prove(team, plan, tops, lifts, bound, until)
        total = team.best - must
        bound = total if proven else max(total, team.whole(bound) - must)
        return Finding(total, self._runs(kinds, team.picks, plan, lifts) if team.picks else None, bound, proven)

    def _prove(
        self, team: Team, plan: Plan, tops: list[int], lifts: list[int], bound: float, until: float
    ) -> tuple[bool, float]:
        gap = bound - (team.best + team.unit)
        pools: list[Pool] = []
        complete = True
        for place, top, more in zip(plan, tops, lifts, strict=True):
            pool, whole = self._all(place.kind, place.must, top - more - gap, until)
            pools.append(_lifted(pool, more))
            complete &= whole
        if not complete:
            ends = [self.ends if place.must else None for place in plan]
            return ColumnGeneration(self.grid, team, pools, lifts, ends, until).run(bound)
        team.pools = pools
        if sum(team.counts) == 2:
            a, b = [place for place in team.places for _ in range(team.counts[place])]
            pair, certain = best_pair(team, [], a, b, team.best, ALL_TRIES)
            if pair is not None:
                team.offer(pair)
            if certain:
                return True, float(team.best)
        team.offer(improve(team, greedy(team)))
        proof = Proof(team, until)
        return prove(proof), min(bound, proof.bound)

    def equals(self, plan: Plan, runs: Set, many: int, until: float) -> list[Set]:
        """Up to this many sets for the plan that earn as much as this one."""
        kinds = [self.fleet.classes[place.kind] for place in plan]
        team = Team(self.grid, kinds, [place.count for place in plan], self.sharing, 0, until)
        for number, run in runs:
            pool = Pool.of(self.grid, [run])
            team.picks.append(Pick(number, run.value, pool.track[0], pool.shared[0]))
        team.best = team.total(team.picks)
        tops = [self._top(place.kind, place.must, until) for place in plan]
        gap = sum(top * place.count for top, place in zip(tops, plan, strict=True)) - team.best
        team.pools = [
            self._all(place.kind, place.must, top - gap, until)[0] for place, top in zip(plan, tops, strict=True)
        ]
        return [self._runs(kinds, picks, plan, [0] * len(plan)) for picks in equal_sets(team, many)]

    def _sample(self, kind: int, must: bool, until: float) -> Pool:
        """Many good routes of a class."""
        known = self.known[kind]
        if known is not None and not must:
            return known
        if (kind, must) not in self.samples:
            growth = self._growth(kind, must, 0.0, until, beam=BEAM)
            growth.run()
            self.samples[kind, must] = growth.found
        return self.samples[kind, must]

    def _top(self, kind: int, must: bool, until: float) -> int:
        """The revenue of the most valuable route of a class, or a bound on it."""
        if (kind, must) not in self.tops:
            sample = self._sample(kind, must, until)
            top = int(sample.value[0]) if len(sample) else 0
            if self.known[kind] is None or must:
                unit = self.grid.network.unit
                growth = self._growth(kind, must, float(top + unit), until, rising=unit, most_steps=TOP_STEPS)
                if growth.run():
                    top = int(growth.found.value[0]) if len(growth.found) else top
                else:
                    top = int(growth.ceiling.start.min()) + 1
                if len(growth.found):
                    self.samples[kind, must] = Pool.join(self.grid, [sample, growth.found])
            self.tops[kind, must] = top
        return self.tops[kind, must]

    def _all(self, kind: int, must: bool, threshold: float, until: float) -> tuple[Pool, bool]:
        """Every route of a class worth at least the threshold, unless they are too many."""
        known = self.known[kind]
        if known is not None and not must:
            return known.take(known.value >= threshold), True
        growth = self._growth(kind, must, max(threshold, 0.0 if must else 1.0), until, most_steps=ALL_STEPS)
        complete = growth.run()
        return (growth.found, True) if complete else (self._sample(kind, must, until), False)

    def _growth(
        self,
        kind: int,
        must: bool,
        threshold: float,
        until: float,
        *,
        beam: int = 0,
        rising: float = 0.0,
        most_steps: int = 1 << 60,
    ) -> Growth:
        ends = self.ends if must else None
        return Growth(
            self.grid,
            self.fleet.classes[kind],
            self.free,
            threshold,
            beam=beam,
            rising=rising,
            ends=ends,
            most_steps=most_steps,
            until=until,
        )

    def _runs(self, kinds: list[Class], picks: list[Pick], plan: Plan, lifts: list[int]) -> Set:
        runs: list[tuple[int, Run]] = []
        for pick in picks:
            ends = self.ends if plan[pick.place].must else None
            value = pick.value - lifts[pick.place]
            run = rebuild(kinds[pick.place], value, mask(pick.track), mask(pick.shared), ends)
            runs.append((pick.place, run))
        return tuple(sorted(runs, key=lambda one: one[0]))


def _lifted(pool: Pool, lift: int) -> Pool:
    return Pool(pool.value + lift, pool.track, pool.shared) if lift else pool
