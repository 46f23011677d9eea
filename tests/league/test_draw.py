"""The draw of a league, measured against the best there is."""

import os
from collections.abc import Sequence
from itertools import combinations, permutations, product
from pathlib import Path
from random import Random

import numpy as np
import pytest

from bot.league.draw import History, Round, Table, draw_by_standings, draw_rounds, history_of, sizes_for
from tests.league.best import (
    cannot_be_beaten,
    every_draw,
    fewest_again,
    fewest_same_seats,
    fewest_to_come,
    repeats,
)


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


SMALL = [
    (members, sizes, rounds)
    for members, sizes in [
        (6, (3, 3)),
        (7, (4, 3)),
        (8, (4, 4)),
        (8, (3, 3, 2)),
        (9, (3, 3, 3)),
        (9, (5, 4)),
        (10, (5, 5)),
        (10, (4, 3, 3)),
    ]
    for rounds in (2, 3, 4)
]
QUICK = [(7, (4, 3), 2), (8, (3, 3, 2), 3), (9, (3, 3, 3), 3)]
CASES = [pytest.param(*case, marks=() if case in QUICK else pytest.mark.soak) for case in SMALL]


def again(history: History) -> tuple[int, int]:
    """How often pairs have met again, and how often somebody had a seat again."""
    return repeats(history.met), repeats(history.sat)


def at_the_start(members: int, sizes: Table, rounds: int, seed: int) -> tuple[int, int]:
    """All rounds drawn at once."""
    plan = draw_rounds(range(members), [sizes] * rounds, History(), seed)
    assert all(sorted(one for table in played for one in table) == list(range(members)) for played in plan)
    return again(history_of(plan))


def round_by_round(members: int, sizes: Table, rounds: int, seed: int) -> tuple[int, int]:
    """Each round drawn with the rest of the league in sight, and only it is played."""
    history = History()
    for number in range(rounds):
        history.add(draw_rounds(range(members), [sizes] * (rounds - number), history, seed=rounds * seed + number)[0])
    return again(history)


def by_standings(members: int, sizes: Table, rounds: int, seed: int) -> tuple[int, int]:
    """Each round drawn when the standings are known, which anything may have come of."""
    stream = Random(seed)
    history = history_of(draw_rounds(range(members), [sizes], History(), seed))
    for number in range(1, rounds):
        order = stream.sample(range(members), members)
        history.add(draw_by_standings(order, [sizes] * (rounds - number), history))
    return again(history)


@pytest.mark.parametrize(("members", "sizes", "rounds"), QUICK)
def test_fixed_and_random_draws_are_the_best_plan_there_is(members: int, sizes: Table, rounds: int):
    """As few meetings again as in the best of all plans, and as few seats again as there can be."""
    best = fewest_again(members, sizes, rounds), fewest_same_seats(members, sizes, rounds)
    assert at_the_start(members, sizes, rounds, 0) == best
    assert round_by_round(members, sizes, rounds, 0) == best


@pytest.mark.parametrize(("members", "sizes", "rounds"), CASES)
def test_tables_by_standings_are_the_best_of_all_draws(members: int, sizes: Table, rounds: int):
    """As few meet again as in the best plan, in this round as few as then can, then neighbours meet, then seats."""
    every, met = every_draw(members, sizes)
    best = fewest_again(members, sizes, rounds)
    for seed in range(3):
        stream = Random(f"{members} {sizes} {rounds} {seed}")
        history = history_of(draw_rounds(range(members), [sizes], History(), seed))
        for left in range(rounds - 2, -1, -1):
            order = stream.sample(range(members), members)
            drawn = draw_by_standings(order, [sizes] * (left + 1), history)
            assert sorted(one for table in drawn for one in table) == list(range(members))
            assert sorted(map(len, drawn)) == sorted(sizes) and order[0] in drawn[0]

            def kept(number: int, history: History = history, left: int = left) -> bool:
                """Can the league still be as good as the best plan after this draw?"""
                so_far = history.copy()
                so_far.add(every[number])
                before = np.array([so_far.met[pair] for pair in combinations(range(members), 2)])
                return repeats(so_far.met) + fewest_to_come(met, before, left) <= best

            worth = [(*apart(way, order, history), least_seats(way, history)) for way in every]
            mine = (*apart(drawn, order, history), seated(drawn, history))
            assert kept(every.index(tuple(sorted(tuple(sorted(table)) for table in drawn))))
            assert mine in worth and not any(kept(n) for n, one in enumerate(worth) if one < mine), (order, drawn)
            history.add(drawn)


def apart(way: Round, order: Sequence[int], history: History) -> tuple[int, int]:
    """How often those who meet have met before, and how far they are from each other in the standings."""
    pairs = [pair for table in way for pair in combinations(sorted(table), 2)]
    return sum(history.met[pair] for pair in pairs), sum(abs(order.index(a) - order.index(b)) for a, b in pairs)


def seated(drawn: Round, history: History) -> int:
    """How often those who sit here have sat there before."""
    return sum(history.sat[member, seat] for table in drawn for seat, member in enumerate(table))


def least_seats(way: Round, history: History) -> int:
    """The same in the best of all orders."""
    return sum(min(seated((order,), history) for order in permutations(table)) for table in way)


@pytest.mark.soak
@pytest.mark.parametrize(("members", "sizes", "rounds"), SMALL)
def test_the_figures_that_organisers_read_are_measured(members: int, sizes: Table, rounds: int):
    """Ten seeds of each kind of draw, beside the best plan; fixed and random ones are that plan, whatever the seed."""
    text = (Path(__file__).parents[2] / "docs/leagues.md").read_text(encoding="utf-8")
    best = fewest_again(members, sizes, rounds), fewest_same_seats(members, sizes, rounds)
    assert {draw(members, sizes, rounds, seed) for draw in (at_the_start, round_by_round) for seed in range(10)} == {
        best
    }
    neighbours = [by_standings(members, sizes, rounds, seed) for seed in range(10)]
    tables = f"{len(sizes)} × {sizes[0]}" if len(set(sizes)) == 1 else ", ".join(map(str, sizes))
    again, seats = (f"{best[n]} | {best[n]} | {between([one[n] for one in neighbours])}" for n in (0, 1))
    line = f"| {members} | {tables} | {rounds} | {again} | {seats} |\n"
    assert line in text, line


def between(figures: list[int]) -> str:
    """`12`, `0–3`."""
    return "–".join(str(one) for one in sorted({min(figures), max(figures)}))


MORE = [
    (members, tuple((members + more) // tables for more in reversed(range(tables))), rounds)
    for members, tables in product(range(6, 17), range(2, 6))
    if members >= 3 * tables and members <= 6 * tables
    for rounds in (2, 3, 4, 5)
]
"""Six to sixteen people at tables of three to six."""
BEYOND = {(12, (3, 3, 3, 3), 5): 3, (13, (4, 3, 3, 3), 5): 3, (14, (4, 4, 3, 3), 5): 2}
"""Where no search has ever reached the bound: the fewest meetings again that hundreds of searches found."""
SOME = [(10, (4, 3, 3), 4)]
SEEDS = 2 if os.environ.get("LONG") else 1
"""Seeds of each; the figures above take ten."""


@pytest.mark.parametrize(
    ("members", "sizes", "rounds"),
    [pytest.param(*case, marks=() if case in SOME else pytest.mark.soak) for case in MORE],
)
def test_every_kind_of_draw_is_the_best_plan_in_more_small_leagues(members: int, sizes: Table, rounds: int):
    best = BEYOND.get((members, sizes, rounds), cannot_be_beaten(members, [sizes] * rounds))
    seats = fewest_same_seats(members, sizes, rounds)
    for seed in range(SEEDS):
        assert at_the_start(members, sizes, rounds, seed) == (best, seats)
        assert round_by_round(members, sizes, rounds, seed)[0] == best
        assert by_standings(members, sizes, rounds, seed)[0] == best


def test_a_round_by_standings_leaves_a_good_one_after_it():
    """Drawn as if each round were the last, two more pairs meet again here."""
    assert by_standings(10, (4, 3, 3), 4, 5)[0] == fewest_again(10, (4, 3, 3), 4)


def test_rounds_with_other_tables_are_the_best_plan_too():
    """A league of several titles, which seat different numbers."""
    rounds = [(4, 4, 4), (6, 6), (3, 3, 3, 3)]
    best = cannot_be_beaten(12, rounds)
    assert repeats(history_of(draw_rounds(range(12), rounds, History(), 0)).met) == best
    history, stream = history_of(draw_rounds(range(12), rounds[:1], History(), 0)), Random(0)
    for number in (1, 2):
        history.add(draw_by_standings(stream.sample(range(12), 12), rounds[number:], history))
    assert repeats(history.met) == best


def test_a_seating_order_is_the_best_of_all_orders():
    history = history_of([((1, 2, 3, 4),), ((1, 2, 4, 3),), ((2, 1, 3, 4),)])
    (table,) = draw_rounds((1, 2, 3, 4), [(4,)], history, 0)[0]
    assert sum(history.sat[one, seat] for seat, one in enumerate(table)) == min(
        sum(history.sat[one, seat] for seat, one in enumerate(order)) for order in permutations((1, 2, 3, 4))
    )


def test_the_same_seed_gives_the_same_draw_and_another_a_different_one():
    assert draw_rounds(range(12), [(4, 4, 4)] * 2, History(), 1) == draw_rounds(
        range(12), [(4, 4, 4)] * 2, History(), 1
    )
    drawn = {tuple(draw_rounds(range(12), [(4, 4, 4)], History(), seed)) for seed in range(5)}
    assert len(drawn) == 5


def test_by_standings_neighbours_meet_unless_they_have_met():
    tables = draw_by_standings((5, 3, 8, 1, 9, 2), [(3, 3)], History())
    assert [sorted(table) for table in tables] == [[3, 5, 8], [1, 2, 9]]
    again = draw_by_standings((5, 3, 8, 1, 9, 2), [(3, 3)], history_of([tables]))
    assert [sorted(table) for table in again] != [[3, 5, 8], [1, 2, 9]]
    assert history_of([tables, again]).cost()[0] < history_of([tables, tables]).cost()[0]


def test_a_large_league_is_drawn_without_a_pair_that_meets_twice_in_three_rounds():
    plan = draw_rounds(range(32), [(4,) * 8] * 3, History(), 7)
    assert max(history_of(plan).met.values()) == 1
