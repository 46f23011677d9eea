"""Ratings follow from results alone."""

import random
from datetime import UTC, datetime, timedelta

from bot.league.rating import Rated, ratings

NOON = datetime(2026, 3, 2, 12, tzinfo=UTC)


def games(many: int = 30, seed: int = 1) -> list[Rated]:
    """Games of three to five out of six people, mostly won by lower numbers; some end at the same moment."""
    stream = random.Random(seed)
    found: list[Rated] = []
    for number in range(1, many + 1):
        people = stream.sample(range(1, 7), stream.randint(3, 5))
        order = sorted(people, key=lambda one: one + stream.gauss(0, 1))
        places = {one: place for place, one in enumerate(order, 1)}
        found.append(Rated(NOON + timedelta(hours=number // 3), number, places))
    return found


def test_recomputed_ratings_are_the_same_in_any_reading_order():
    played = games()
    found = ratings(played)
    for seed in range(3):
        mixed = list(played)
        random.Random(seed).shuffle(mixed)
        mixed = [Rated(one.ended, one.game, dict(sorted(one.places.items(), reverse=True))) for one in mixed]
        assert ratings(mixed) == found


def test_the_order_in_which_games_ended_matters_and_nothing_else_does():
    first, second = Rated(NOON, 2, {1: 1, 2: 2}), Rated(NOON + timedelta(days=1), 1, {1: 2, 2: 1})
    assert ratings([first, second]) == ratings([second, first])
    assert ratings([first, second]) != ratings([Rated(NOON + timedelta(days=2), 2, first.places), second])


def test_winners_rise_losers_fall_and_both_become_more_certain():
    before = ratings([])
    assert before == {}
    found = ratings([Rated(NOON, 1, {1: 1, 2: 2, 3: 2})])
    assert found[1].strength > 25 > found[2].strength == found[3].strength
    assert all(one.sigma < 25 / 3 and one.games == 1 for one in found.values())
    later = ratings(games(60))
    order = sorted(later, key=lambda one: -later[one].strength)
    assert order[0] == 1 and order[-1] == 6
    assert later[1].sigma < found[1].sigma and later[1].safe == later[1].strength - 2 * later[1].sigma


def test_a_game_of_one_changes_no_rating():
    assert ratings([Rated(NOON, 1, {1: 1})]) == {}
