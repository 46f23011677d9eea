"""The draw of a league, measured against the best there is."""

from collections.abc import Iterator
from itertools import combinations, permutations, product
from pathlib import Path

import pytest

from bot.league.draw import History, Round, draw_by_standings, draw_rounds, history_of, sizes_for


@pytest.mark.parametrize(
    ("members", "wanted", "low", "high", "sizes"),
    [
        (9, 3, 2, 6, (3, 3, 3)),
        (9, 4, 2, 6, (5, 4)),
        (11, 4, 3, 6, (4, 4, 3)),
        (7, 3, 3, 5, (4, 3)),
        (5, 4, 3, 5, (5,)),
        (2, 4, 3, 5, ()),
        (7, 4, 4, 6, ()),
        (0, 4, 3, 5, ()),
    ],
)
def test_tables_are_as_large_as_wanted_within_what_the_title_allows(
    members: int, wanted: int, low: int, high: int, sizes: tuple[int, ...]
):
    assert sizes_for(members, wanted, low, high) == sizes


def test_everybody_is_seated_once_at_tables_of_the_title_whenever_that_is_possible():
    for members, wanted, (low, high) in product(range(1, 40), range(2, 8), [(2, 6), (3, 5), (3, 3), (4, 6), (2, 4)]):
        sizes = sizes_for(members, wanted, low, high)
        possible = any(tables * low <= members <= tables * high for tables in range(1, members + 1))
        assert bool(sizes) == possible
        assert not sizes or (sum(sizes) == members and all(low <= size <= high for size in sizes))


def partitions(members: tuple[int, ...], sizes: tuple[int, ...]) -> Iterator[Round]:
    """All ways to share members out among tables, order of tables and seats aside."""
    if not sizes:
        yield ()
        return
    # Where all tables are of one size the first member sits at the first table, so that nothing is counted twice.
    same = len(set(sizes)) == 1
    for rest in combinations(members[1:] if same else members, sizes[0] - same):
        table = (members[0], *rest) if same else rest
        for others in partitions(tuple(one for one in members if one not in table), sizes[1:]):
            yield (table, *others)


def best_meetings(members: int, sizes: tuple[int, ...], rounds: int) -> int:
    """The least imbalance of meetings that any plan has."""
    ways = list(partitions(tuple(range(members)), sizes))
    pairs = {pair: n for n, pair in enumerate(combinations(range(members), 2))}
    met = [{pairs[pair] for table in way for pair in combinations(sorted(table), 2)} for way in ways]

    def least(chosen: list[set[int]], start: int) -> int:
        if len(chosen) == rounds:
            return sum(sum(pair in one for one in chosen) ** 2 for pair in pairs.values())
        return min(least([*chosen, met[n]], n) for n in range(start, len(met)))

    # By symmetry the first round may be any.
    return least([met[0]], 0)


SMALL = [
    (6, (3, 3), 2),
    (6, (3, 3), 4),
    (6, (2, 2, 2), 3),
    (7, (4, 3), 3),
    (8, (4, 4), 3),
    (9, (3, 3, 3), 3),
    (9, (5, 4), 3),
]


@pytest.mark.parametrize(("members", "sizes", "rounds"), SMALL)
def test_pairs_meet_as_rarely_as_in_the_best_plan_there_is(members: int, sizes: tuple[int, ...], rounds: int):
    best = best_meetings(members, sizes, rounds)
    for seed in range(3):
        plan = draw_rounds(range(members), [sizes] * rounds, History(), seed)
        assert all(sorted(one for table in played for one in table) == list(range(members)) for played in plan)
        assert history_of(plan).cost()[0] == best


@pytest.mark.parametrize(("members", "sizes", "rounds"), SMALL)
def test_drawn_round_by_round_pairs_meet_hardly_oftener(members: int, sizes: tuple[int, ...], rounds: int):
    """Each round is drawn with the rest of the league in sight, and only it is played."""
    history = History()
    for number in range(rounds):
        history.add(draw_rounds(range(members), [sizes] * (rounds - number), history, seed=number)[0])
    assert history.cost()[0] == best_meetings(members, sizes, rounds)


def test_the_figures_that_organisers_read_are_those_of_the_best_plans():
    text = (Path(__file__).parents[2] / "docs/leagues.md").read_text(encoding="utf-8")
    for members, sizes, rounds in SMALL:
        tables = f"{len(sizes)} × {sizes[0]}" if len(set(sizes)) == 1 else " and ".join(map(str, sizes))
        once = rounds * sum(size * (size - 1) // 2 for size in sizes)
        best = (best_meetings(members, sizes, rounds) - once) // 2
        assert f"| {members} | {tables} | {rounds} | {best} | {best} | {best} |\n" in text


@pytest.mark.parametrize(
    ("members", "sizes", "rounds"), [(6, (3, 3), 3), (9, (3, 3, 3), 3), (8, (4, 4), 4), (9, (3, 3, 3), 4)]
)
def test_everybody_sits_everywhere_equally_often(members: int, sizes: tuple[int, ...], rounds: int):
    """The best there is: in as many rounds as seats everybody has each seat once."""
    few, more = divmod(rounds, sizes[0])
    ideal = members * ((sizes[0] - more) * few**2 + more * (few + 1) ** 2)
    found = [history_of(draw_rounds(range(members), [sizes] * rounds, History(), seed)).cost()[1] for seed in range(3)]
    assert max(found) <= ideal + 4, (found, ideal)
    assert min(found) == ideal, (found, ideal)


def test_a_seating_order_is_the_best_of_all_orders():
    history = history_of([((1, 2, 3, 4),), ((1, 2, 4, 3),), ((2, 1, 3, 4),)])
    (table,) = draw_rounds((1, 2, 3, 4), [(4,)], history, 0)[0]
    assert sum(history.sat[one, seat] for seat, one in enumerate(table)) == min(
        sum(history.sat[one, seat] for seat, one in enumerate(order)) for order in permutations((1, 2, 3, 4))
    )


def test_the_same_seed_draws_the_same_and_another_draws_otherwise():
    assert draw_rounds(range(12), [(4, 4, 4)] * 2, History(), 1) == draw_rounds(
        range(12), [(4, 4, 4)] * 2, History(), 1
    )
    drawn = {tuple(draw_rounds(range(12), [(4, 4, 4)], History(), seed)) for seed in range(5)}
    assert len(drawn) == 5


def test_by_standings_neighbours_meet_unless_they_have_met():
    tables = draw_by_standings((5, 3, 8, 1, 9, 2), (3, 3), History())
    assert [sorted(table) for table in tables] == [[3, 5, 8], [1, 2, 9]]
    again = draw_by_standings((5, 3, 8, 1, 9, 2), (3, 3), history_of([tables]))
    assert [sorted(table) for table in again] != [[3, 5, 8], [1, 2, 9]]
    assert history_of([tables, again]).cost()[0] < history_of([tables, tables]).cost()[0]


def test_a_large_league_is_drawn_without_a_pair_that_meets_twice_in_three_rounds():
    plan = draw_rounds(range(32), [(4,) * 8] * 3, History(), 7)
    assert max(history_of(plan).met.values()) == 1
