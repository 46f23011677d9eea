"""The best draws there are for a few people, found by trying every plan."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from functools import cache
from itertools import combinations, permutations, product

import numpy as np

from bot.league.draw import Round


def partitions(members: tuple[int, ...], sizes: tuple[int, ...]) -> Iterator[Round]:
    """All ways to share members out among tables; with uneven tables some of them more than once."""
    if not sizes:
        yield ()
        return
    # Where all tables are of one size the first member sits at the first table, so that nothing is counted twice.
    same = len(set(sizes)) == 1
    for rest in combinations(members[1:] if same else members, sizes[0] - same):
        table = (members[0], *rest) if same else rest
        for others in partitions(tuple(one for one in members if one not in table), sizes[1:]):
            yield (table, *others)


def fewest_again(members: int, sizes: tuple[int, ...], rounds: int) -> int:
    """How often pairs meet again at least, whatever the plan: a third meeting counts as two more than a second."""
    ways, met = every_draw(members, sizes)
    # How many pairs meet in both of two rounds; what a plan costs is the sum over its rounds, two by two.
    again = met @ met.T
    # By symmetry the first round may be any, and the second only matters by how it cuts the first.
    second = {_cut(ways[0], way): n for n, way in enumerate(ways)}.values()
    if rounds == 2:
        return int(min(again[0, n] for n in second))
    return min(_completed(again, [0, n], rounds) for n in second)


def every_draw(members: int, sizes: tuple[int, ...]) -> tuple[list[Round], np.ndarray]:
    """All draws of a round, and for each which of the pairs meet."""
    ways = sorted({tuple(sorted(way)) for way in partitions(tuple(range(members)), sizes)})
    pairs = {pair: n for n, pair in enumerate(combinations(range(members), 2))}
    met = np.zeros((len(ways), len(pairs)), dtype=np.int32)
    for n, way in enumerate(ways):
        met[n, [pairs[pair] for table in way for pair in combinations(table, 2)]] = 1
    return ways, met


def fewest_to_come(met: np.ndarray, before: np.ndarray, rounds: int) -> int:
    """How often pairs meet again at least in up to two more rounds, if they have met so often before."""
    added = met @ before
    match rounds:
        case 0:
            return 0
        case 1:
            return int(added.min())
        case _:
            return int((added[:, None] + added + met @ met.T).min())


def _completed(again: np.ndarray, chosen: list[int], rounds: int) -> int:
    """The least that a plan costs that begins like this."""
    before = sum(int(again[one, other]) for one, other in combinations(chosen, 2))
    added = again[chosen].sum(axis=0)
    if len(chosen) == rounds - 1:
        return before + int(added.min())
    best = 10**9
    for third in np.argsort(added, kind="stable"):
        # The fourth round adds at least as much to the first two as the third does.
        if before + 2 * int(added[third]) >= best:
            break
        best = min(best, before + int(added[third]) + int((added + again[third])[added >= added[third]].min()))
    return best


def _cut(first: Round, second: Round) -> tuple[object, ...]:
    """How the tables of a round are made up of those of another, whatever the names."""
    cut = [[len(set(one) & set(other)) for other in first] for one in second]
    sizes = [len(table) for table in first]
    columns = [order for order in permutations(range(len(first))) if [sizes[n] for n in order] == sizes]
    return min(tuple(sorted(tuple(row[n] for n in order) for row in cut)) for order in columns)


def fewest_same_seats(members: int, sizes: Sequence[int], rounds: int) -> int:
    """How often somebody must have a seat again: a bound that no plan beats."""
    by_seat = sum(_repeats(rounds * sum(size > seat for size in sizes), members) for seat in range(max(sizes)))
    return max(by_seat, members * _repeats(rounds, max(sizes)))


def _repeats(things: int, places: int) -> int:
    """Pairs of things in one place, as few as there can be."""
    few, more = divmod(things, places)
    return (places - more) * few * (few - 1) // 2 + more * (few + 1) * few // 2


def repeats(counts: Counter[tuple[int, int]]) -> int:
    """The same of what was drawn: pairs of rounds in which the same two meet, or somebody has the same seat."""
    return sum(n * (n - 1) // 2 for n in counts.values())


def cannot_be_beaten(members: int, rounds: Sequence[tuple[int, ...]]) -> int:
    """A bound for the meetings again in rounds with these tables, which says nothing of whether a plan reaches it."""
    pairs = _repeats(sum(size * (size - 1) // 2 for sizes in rounds for size in sizes), members * (members - 1) // 2)
    return max(pairs, sum(_fewest_in_both(one, tuple(sorted(other))) for one, other in combinations(rounds, 2)))


@cache
def _fewest_in_both(one: tuple[int, ...], other: tuple[int, ...]) -> int:
    """The fewest pairs that meet in both of two rounds: each table of one spread over those of the other."""
    if not one:
        return 0
    return min(
        sum(n * (n - 1) // 2 for n in spread)
        + _fewest_in_both(one[1:], tuple(sorted(size - n for size, n in zip(other, spread, strict=True))))
        for spread in product(*(range(size + 1) for size in other))
        if sum(spread) == one[0]
    )
