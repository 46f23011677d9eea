"""The best set of runs that share no track, by plain search: choose the most valuable, drop what it excludes, go on."""

from collections.abc import Sequence

from msgspec import Struct

from engine.routes import watch
from engine.routes.runs import Run
from engine.routes.sharing import Sharing
from engine.routes.worth import Class


class Slot(Struct, frozen=True):
    """Some equal trains, and the runs they choose from, most valuable first."""

    kind: Class
    count: int
    runs: list[Run]
    must: bool = False  # the train has to run (the connection run); such a slot comes first


Set = tuple[tuple[int, Run], ...]  # of each train that runs: the number of its slot, its run
Candidates = list[tuple[int, Run]]  # with what the run would add


class Packed(Struct):
    """How far the search came."""

    total: int
    sets: list[Set]
    complete: bool


class OutOfBudget(Exception):
    """The search was stopped."""


class Search:
    """A depth-first search over the slots in order, runs in order of worth.

    `floor`: only sets worth more are wanted; of equal sets the first in this order is kept, so that the answer depends
    on nothing but the problem. With `equals` > 0 all sets worth exactly the floor are wanted instead, up to so many.
    """

    def __init__(self, slots: Sequence[Slot], sharing: Sharing, floor: int, equals: int, nodes: int, until: float):
        self.slots, self.sharing = slots, sharing
        self.best, self.sets = floor, list[Set]()
        self.equals = equals
        self.nodes, self.until = nodes, until
        self.chosen: list[tuple[int, Run]] = []

    def run(self) -> Packed:
        start: list[Candidates] = [[(run.value, run) for run in slot.runs] for slot in self.slots]
        try:
            if self.slots:
                self._choose(0, self.slots[0].count, start, 0, 0)
        except OutOfBudget:
            return Packed(self.best, self.sets, False)
        return Packed(self.best, self.sets, True)

    def _choose(self, at: int, count: int, candidates: list[Candidates], total: int, shared: int) -> None:
        """Choose for slot `at`, which has `count` trains left; `candidates` are those that still fit."""
        self.nodes -= 1
        if self.nodes < 0 or (self.nodes & 63 == 0 and watch.now() > self.until):
            raise OutOfBudget
        later = sum(
            sum(gain for gain, _ in candidates[i][: self.slots[i].count]) for i in range(at + 1, len(self.slots))
        )
        mine = candidates[at]
        for i, (gain, run) in enumerate(mine):
            if not self._wanted(total + later + sum(more for more, _ in mine[i : i + count])):
                break
            self.chosen.append((at, run))
            self._record(total + gain)
            rest = [*candidates[:at], mine[i + 1 :], *candidates[at + 1 :]]
            self._go_on(at, count - 1, rest, run, total + gain, shared)
            self.chosen.pop()
        if not self.slots[at].must and at + 1 < len(self.slots) and self._wanted(total + later):
            self._choose(at + 1, self.slots[at + 1].count, candidates, total, shared)

    def _go_on(self, at: int, count: int, candidates: list[Candidates], run: Run, total: int, shared: int) -> None:
        track, seen = run.track, shared | run.shared
        if not count:
            at += 1
            if at == len(self.slots):
                return
            count = self.slots[at].count
        fitting: list[Candidates] = [[] for _ in range(at)]
        for i in range(at, len(self.slots)):
            if run.shared and self.sharing.even and any(self.slots[i].kind.once):
                fresh = run.shared & ~shared
                loss = self.sharing.loss
                kept = [(gain - loss(r.shared & fresh), r) for gain, r in candidates[i] if not r.track & track]
                kept.sort(key=_by_gain)
            else:
                kept = [one for one in candidates[i] if not one[1].track & track]
            fitting.append(kept)
        self._choose(at, count, fitting, total, seen)

    def _wanted(self, bound: int) -> bool:
        return bound > self.best or (self.equals > 0 and bound == self.best)

    def _record(self, total: int) -> None:
        if not self._wanted(total):
            return
        if self.sharing.any and not self.sharing.even:
            total = self.sharing.total([(self.slots[i].kind, run) for i, run in self.chosen])
            if not self._wanted(total):
                return
        if not self.equals:
            self.best, self.sets = total, [tuple(self.chosen)]
            return
        self.sets.append(tuple(self.chosen))
        if len(self.sets) == self.equals:
            raise OutOfBudget


def _by_gain(candidate: tuple[int, Run]) -> int:
    return -candidate[0]
