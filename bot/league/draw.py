"""Draw the tables of a league's rounds: pairs meet as rarely as possible, and seats are balanced."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import combinations
from random import Random

Table = tuple[int, ...]
"""Members in seating order."""
Round = tuple[Table, ...]
EFFORT = 2500
"""The number of searches: many for small leagues, a few for large ones."""
SWEEPS = 6


@dataclass
class History:
    """The rounds played so far."""

    met: Counter[tuple[int, int]] = field(default_factory=Counter)
    """How often two members have met; the lower number first."""
    sat: Counter[tuple[int, int]] = field(default_factory=Counter)
    """How often a member had a seat, counted from 0."""

    def add(self, played: Round, times: int = 1) -> None:
        """Add a round; -1 removes it."""
        for table in played:
            for one, other in combinations(sorted(table), 2):
                self.met[one, other] += times
            for seat, member in enumerate(table):
                self.sat[member, seat] += times

    def cost(self) -> tuple[int, int]:
        """The imbalance: first of meetings, then of seats. Lower is better."""
        return sum(n * n for n in self.met.values()), sum(n * n for n in self.sat.values())

    def copy(self) -> History:
        """A copy that can be changed."""
        return History(Counter(self.met), Counter(self.sat))


def history_of(rounds: Sequence[Round]) -> History:
    """The history of meetings and seats."""
    found = History()
    for one in rounds:
        found.add(one)
    return found


def sizes_for(members: int, wanted: int, low: int, high: int) -> tuple[int, ...]:
    """The table sizes, as close to the wanted size as possible; empty if the members cannot be seated."""
    best: tuple[int, ...] = ()
    for tables in range(members // low, 0, -1) if low else ():
        if members > tables * high:
            break
        few, more = divmod(members, tables)
        sizes = (few + 1,) * more + (few,) * (tables - more)
        if not best or _off(sizes, wanted) < _off(best, wanted):
            best = sizes
    return best


def _off(sizes: Sequence[int], wanted: int) -> int:
    return sum(abs(size - wanted) for size in sizes)


def draw_rounds(members: Sequence[int], sizes: Sequence[Sequence[int]], history: History, seed: int) -> list[Round]:
    """Draw rounds with tables of these sizes, as balanced as a search can make them, given the history."""
    stream = Random(seed)
    tries = max(1, EFFORT // (len(members) ** 2 * len(sizes)))
    return min((_tried(members, sizes, history, stream) for _ in range(tries)), key=lambda found: found[0])[1]


def _tried(
    members: Sequence[int], sizes: Sequence[Sequence[int]], history: History, stream: Random
) -> tuple[tuple[int, int], list[Round]]:
    """One search: draw round by round, then improve each round given the others."""
    so_far, rounds = history.copy(), list[Round]()
    for wanted in sizes:
        rounds.append(_seated(_grouped(_shuffled(members, wanted, stream), so_far), so_far))
        so_far.add(rounds[-1])
    for _ in range(SWEEPS):
        before = so_far.cost()
        for number, wanted in enumerate(sizes):
            so_far.add(rounds[number], -1)
            starts = [[list(table) for table in rounds[number]], _shuffled(members, wanted, stream)]
            found = [_seated(_grouped(start, so_far), so_far) for start in starts]
            rounds[number] = min([rounds[number], *found], key=lambda one: _added(one, so_far))
            so_far.add(rounds[number])
        if so_far.cost() == before:
            break
    return so_far.cost(), rounds


def _added(played: Round, history: History) -> tuple[int, int]:
    """How much a round adds to the imbalance."""
    met = sum(history.met[pair] for table in played for pair in combinations(sorted(table), 2))
    return met, sum(history.sat[member, seat] for table in played for seat, member in enumerate(table))


def draw_by_standings(order: Sequence[int], sizes: Sequence[int], history: History) -> Round:
    """Draw neighbours in the standings together, unless they have met: a repeat costs as much as the whole table."""
    rank = {member: at for at, member in enumerate(order)}
    tables, left = list[list[int]](), list(order)
    for size in sizes:
        tables.append(left[:size])
        left = left[size:]
    return _seated(_grouped(tables, history, rank), history)


def _shuffled(members: Sequence[int], sizes: Sequence[int], stream: Random) -> list[list[int]]:
    mixed = list(members)
    stream.shuffle(mixed)
    ends = [sum(sizes[: n + 1]) for n in range(len(sizes))]
    return [mixed[end - size : end] for end, size in zip(ends, sizes, strict=True)]


def _grouped(tables: list[list[int]], history: History, rank: dict[int, int] | None = None) -> list[list[int]]:
    """Swap members between tables as long as that helps."""
    weight = len(rank) if rank else 1

    def between(one: int, other: int) -> int:
        met = history.met[(one, other) if one < other else (other, one)]
        return weight * met + (abs(rank[one] - rank[other]) if rank else 0)

    cost = {(a, b): between(a, b) for table in tables for a in table for other in tables for b in other if a != b}
    better = True
    while better:
        better = False
        for first, second in combinations(tables, 2):
            for here in range(len(first)):
                for there in range(len(second)):
                    a, b = first[here], second[there]
                    change = sum(cost[b, x] - cost[a, x] for x in first if x != a)
                    change += sum(cost[a, y] - cost[b, y] for y in second if y != b)
                    if change < 0:
                        first[here], second[there] = b, a
                        better = True
    return tables


def _seated(tables: Sequence[Sequence[int]], history: History) -> Round:
    return tuple(_order(sorted(table), history) for table in tables)


def _order(table: Sequence[int], history: History) -> Table:
    """The seating order in which everybody sits where they have sat least often."""
    best: dict[frozenset[int], tuple[int, Table]] = {frozenset(): (0, ())}
    for seat in range(len(table)):
        following: dict[frozenset[int], tuple[int, Table]] = {}
        for taken, (cost, order) in best.items():
            for member in table:
                if member in taken:
                    continue
                # Squares: a third time in the same seat is worse than two second times.
                found = (cost + 2 * history.sat[member, seat] + 1, (*order, member))
                now = taken | {member}
                if now not in following or found < following[now]:
                    following[now] = found
        best = following
    return best[frozenset(table)][1]
