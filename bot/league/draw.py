"""Draw the tables of a league's rounds: pairs meet as rarely as possible, and seats are balanced."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import combinations, cycle, groupby, islice, permutations
from random import Random

Table = tuple[int, ...]
"""Members in seating order."""
Round = tuple[Table, ...]
Tables = Sequence[Sequence[int]]
"""Members of a round, table by table, before their seats are drawn."""
Met = dict[int, dict[int, int]]
"""For each member and each other, a number: how often they have met, or what it costs if they meet."""
PLANS, TRIES = 40000, 60
"""How much is tried for tables, and how often at most: small leagues are searched often, large ones a few times."""
OFTEN = 15
"""Searches that end in the same imbalance before it counts as the least there is."""
EFFORT, SEATINGS = 60000, 120
"""The same for seats."""
SWEEPS = 6
"""After so many times in vain a search ends; in large leagues after so many in all."""
EVERY_DRAW = 12
"""Up to so many members, tables by standings are the best of all draws: there are some ten thousand at most."""
STARTS = 40
"""From how many draws a search for tables by standings starts at most in larger leagues."""
AHEAD, FORESEEN = 5, 24
"""How many rounds tables by standings take into account, with the one to draw, and up to how many members."""
CANDIDATES, COMPLETIONS = 20, 5
"""How many draws by standings are tried, and how often each, to see whether the rest can still be the best plan."""


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
    size = len(members) ** 2 * len(sizes)
    _, plans = _planned(members, sizes, _met(members, history), stream, PLANS // size)
    tries = max(len(plans), min(SEATINGS, EFFORT // size))
    seated = (_reseated(plan, history, stream) for plan in islice(cycle(plans), tries))
    return min(seated, key=lambda found: found[0])[1]


def _met(members: Sequence[int], history: History) -> Met:
    return {a: {b: history.met[min(a, b), max(a, b)] for b in members} for a in members}


def _meet(met: Met, tables: Tables, times: int = 1) -> None:
    """Add the meetings of a round; -1 removes them."""
    for table in tables:
        for a, b in permutations(table, 2):
            met[a][b] += times


def _imbalance(met: Met) -> int:
    return sum(times * times for others in met.values() for times in others.values())


def _planned(
    members: Sequence[int], sizes: Sequence[Sequence[int]], met: Met, stream: Random, tries: int, enough: int = 0
) -> tuple[int, list[list[Tables]]]:
    """The least imbalance that several searches leave, and their plans that leave no more.

    They end when such a plan has come up often, or when one is good enough.
    """
    least, first = _tried(members, sizes, met, stream)
    best = [first]
    for _ in range(min(tries, TRIES) - 1):
        if least <= enough or len(best) == max(OFTEN, TRIES // len(sizes)):
            break
        found, plan = _tried(members, sizes, met, stream)
        best = [*best, plan] if found == least else [plan] if found < least else best
        least = min(found, least)
    return least, best


def _tried(
    members: Sequence[int], sizes: Sequence[Sequence[int]], met: Met, stream: Random
) -> tuple[int, list[Tables]]:
    """One search: draw round by round, then each round again given the others; and what remains of imbalance."""
    rounds = list[Tables]()
    for wanted in sizes:
        rounds.append(_exchanged(_shuffled(members, wanted, stream), met))
        _meet(met, rounds[-1])
    least, idle = _imbalance(met), 0
    for _ in range(max(SWEEPS, PLANS // (len(members) ** 2 * max(1, len(sizes))))):
        if idle == SWEEPS:
            break
        for number, wanted in enumerate(sizes):
            _meet(met, rounds[number], -1)
            # Of two equal draws the new one, from which others may be reached.
            starts = [_shuffled(members, wanted, stream), list(map(list, rounds[number]))]
            rounds[number] = min((_exchanged(start, met) for start in starts), key=lambda one: _cost(one, met))
            _meet(met, rounds[number])
        now = _imbalance(met)
        idle = 0 if now < least else idle + 1
        least = now
    for tables in rounds:
        _meet(met, tables, -1)
    return least, rounds


def _reseated(plan: Sequence[Tables], history: History, stream: Random) -> tuple[tuple[int, int], list[Round]]:
    """The seats of these tables drawn at random, then those of each round given the others, while that helps."""
    rounds = [tuple(tuple(stream.sample(table, len(table))) for table in tables) for tables in plan]
    so_far = history.copy()
    for played in rounds:
        so_far.add(played)
    for _ in range(SWEEPS):
        before = so_far.cost()
        for number, played in enumerate(rounds):
            so_far.add(played, -1)
            rounds[number] = _seated(played, so_far)
            so_far.add(rounds[number])
        if so_far.cost() == before:
            break
    return so_far.cost(), rounds


def draw_by_standings(order: Sequence[int], sizes: Sequence[Sequence[int]], history: History) -> Round:
    """Draw the first of these rounds: as few as possible meet again in all of them, then in the first.

    Then neighbours in the standings meet; the leaders sit at the first table.
    """
    sizes = sizes[: AHEAD if len(order) <= FORESEEN else 1]
    met, stream = _met(order, history), Random(len(history.met))
    rank = {member: at for at, member in enumerate(order)}
    again = len(order) ** 3  # More than all distances of a round together: one meeting again is worse than any of them.
    tries = PLANS // (len(order) ** 2 * len(sizes))
    least, plans = _planned(order, sizes, met, stream, tries) if len(sizes) > 1 else (0, [])

    def cost(others: Met) -> Met:
        return {a: {b: again * others[a][b] + abs(rank[a] - rank[b]) for b in order} for a in order}

    def keeps(tables: Round) -> bool:
        """Can the rounds after this one still be as good as in the plan?"""
        _meet(met, tables)
        found, _ = _planned(order, sizes[1:], met, stream, COMPLETIONS, enough=least)
        _meet(met, tables, -1)
        return found <= least

    now = cost(met)
    if len(order) <= EVERY_DRAW:
        draws = _draws(tuple(order), tuple(sizes[0]))
    else:
        more = min(STARTS, max(SWEEPS, tries))
        starts = [_split(order, sizes[0]), *(_shuffled(order, sizes[0], stream) for _ in range(more))]
        draws = (_exchanged(start, now) for start in starts)
    ordered = islice(_in_order(draws, now, history), min(CANDIDATES, max(1, tries // 2)))
    drawn = next(filter(keeps if plans else None, ordered), None)
    if drawn is None:
        for tables in plans[0][1:]:
            _meet(met, tables)
        drawn = _seated(_exchanged([list(table) for table in plans[0][0]], cost(met)), history)
    return tuple(sorted(drawn, key=lambda table: min(rank[member] for member in table)))


def _in_order(draws: Iterable[Tables], cost: Met, history: History) -> Iterator[Round]:
    """Draws with their seats, the best first; of equal ones first those in which people sit where they sat least."""
    costs = sorted(((_cost(tables, cost), tables) for tables in draws), key=lambda found: found[0])
    for _, equal in groupby(costs, key=lambda found: found[0]):
        yield from sorted((_seated(tables, history) for _, tables in equal), key=lambda one: _added(one, history))


def _added(played: Round, history: History) -> int:
    """How often those who sit here have sat there before."""
    return sum(history.sat[member, seat] for table in played for seat, member in enumerate(table))


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


def _cost(tables: Tables, cost: Met) -> int:
    return sum(cost[a][b] for table in tables for a, b in combinations(table, 2))


def _exchanged(tables: list[list[int]], cost: Met) -> list[list[int]]:
    """Members exchanged between tables for as long as that helps. `cost`: of each pair at one table."""
    better = True
    while better:
        better = False
        for first, second in combinations(tables, 2):
            for here in range(len(first)):
                for there in range(len(second)):
                    a, b = first[here], second[there]
                    of_a, of_b = cost[a], cost[b]
                    change = sum(of_b[x] - of_a[x] for x in first if x != a)
                    change += sum(of_a[y] - of_b[y] for y in second if y != b)
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
