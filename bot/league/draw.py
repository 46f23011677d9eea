"""Draw the tables of a league's rounds: pairs meet as rarely as possible, and seats are balanced."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import combinations
from random import Random

Table = tuple[int, ...]
"""Members in seating order."""
Round = tuple[Table, ...]
EFFORT, TRIES = 10000, 40
"""How much is tried, and how often at most: small leagues are searched often, large ones a few times."""
SWEEPS = 6
EVERY_DRAW = 12
"""Up to so many members, tables by standings are the best of all draws: there are some ten thousand at most."""


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
    tries = min(TRIES, max(1, EFFORT // (len(members) ** 2 * len(sizes))))
    best = min((_tried(members, sizes, history, stream) for _ in range(tries)), key=lambda found: found[0])
    return min([best, *(_reseated(best[1], history, stream) for _ in range(tries))], key=lambda found: found[0])[1]


def _tried(
    members: Sequence[int], sizes: Sequence[Sequence[int]], history: History, stream: Random
) -> tuple[tuple[int, int], list[Round]]:
    """One search: draw round by round, then improve each round given the others."""
    so_far, rounds = history.copy(), list[Round]()
    for wanted in sizes:
        rounds.append(_seated(_grouped(_shuffled(members, wanted, stream), so_far), so_far))
        so_far.add(rounds[-1])

    def drawn_again(number: int, others: History) -> Round:
        starts = [[list(table) for table in rounds[number]], _shuffled(members, sizes[number], stream)]
        found = [_seated(_grouped(start, others), others) for start in starts]
        return min([rounds[number], *found], key=lambda one: _added(one, others))

    return _swept(rounds, so_far, drawn_again), rounds


def _reseated(rounds: Sequence[Round], history: History, stream: Random) -> tuple[tuple[int, int], list[Round]]:
    """The same tables with their seats drawn anew, then each round once more in the light of the others."""
    found = [tuple(tuple(stream.sample(table, len(table))) for table in played) for played in rounds]
    so_far = history.copy()
    for played in found:
        so_far.add(played)
    return _swept(found, so_far, lambda number, others: _seated(found[number], others)), found


def _swept(rounds: list[Round], so_far: History, better: Callable[[int, History], Round]) -> tuple[int, int]:
    """Each round replaced by a better one beside the others, for as long as that helps; what remains of imbalance."""
    for _ in range(SWEEPS):
        before = so_far.cost()
        for number in range(len(rounds)):
            so_far.add(rounds[number], -1)
            rounds[number] = better(number, so_far)
            so_far.add(rounds[number])
        if so_far.cost() == before:
            break
    return so_far.cost()


def _added(played: Round, history: History) -> tuple[int, int]:
    """How much a round adds to the imbalance."""
    met = sum(history.met[pair] for table in played for pair in combinations(sorted(table), 2))
    return met, sum(history.sat[member, seat] for table in played for seat, member in enumerate(table))


def draw_by_standings(order: Sequence[int], sizes: Sequence[int], history: History) -> Round:
    """As few meet again as possible, and then neighbours in the standings; the leaders sit at the first table."""
    rank = {member: at for at, member in enumerate(order)}
    again = len(order) ** 3  # More than all distances of a round together: one meeting again is worse than any of them.
    cost = {
        (a, b): again * history.met[min(a, b), max(a, b)] + abs(rank[a] - rank[b])
        for a in order
        for b in order
        if a != b
    }
    if len(order) <= EVERY_DRAW:
        draws = list(_draws(tuple(order), tuple(sizes)))
    else:
        stream = Random(len(history.met))
        starts = [_split(order, sizes), *(_shuffled(order, sizes, stream) for _ in range(SWEEPS))]
        draws = [_exchanged(start, cost) for start in starts]
    costs = [sum(cost[pair] for table in tables for pair in combinations(table, 2)) for tables in draws]
    least = min(costs)
    best = [_seated(tables, history) for tables, found in zip(draws, costs, strict=True) if found == least]
    chosen = min(best, key=lambda one: _added(one, history))
    return tuple(sorted(chosen, key=lambda table: min(rank[member] for member in table)))


def _draws(members: Table, sizes: Table) -> Iterator[Round]:
    """All ways to share members out among tables of these sizes, whatever the order of tables and seats."""
    if not members:
        yield ()
        return
    for size in sorted(set(sizes), reverse=True):
        left = list(sizes)
        left.remove(size)
        for others in combinations(members[1:], size - 1):
            rest = tuple(member for member in members[1:] if member not in others)
            for later in _draws(rest, tuple(left)):
                yield ((members[0], *others), *later)


def _shuffled(members: Sequence[int], sizes: Sequence[int], stream: Random) -> list[list[int]]:
    return _split(stream.sample(members, len(members)), sizes)


def _split(members: Sequence[int], sizes: Sequence[int]) -> list[list[int]]:
    ends = [sum(sizes[: n + 1]) for n in range(len(sizes))]
    return [list(members[end - size : end]) for end, size in zip(ends, sizes, strict=True)]


def _grouped(tables: list[list[int]], history: History) -> list[list[int]]:
    members = [member for table in tables for member in table]
    return _exchanged(tables, {(a, b): history.met[min(a, b), max(a, b)] for a in members for b in members if a != b})


def _exchanged(tables: list[list[int]], cost: Mapping[tuple[int, int], int]) -> list[list[int]]:
    """Members exchanged between tables for as long as that helps. `cost`: of each pair at one table."""
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
