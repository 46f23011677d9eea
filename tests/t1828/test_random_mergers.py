"""Whole games at random in which companies merge."""

from __future__ import annotations

import pytest

from tests.again import repeatable
from tests.random_play import Setup, play

GAMES = 12


@pytest.mark.soak
@repeatable
def test_in_at_least_a_third_of_the_games_companies_merge():
    merged = 0
    for number in range(GAMES):
        setup = Setup("1828", 3 + number % 3, 2_000 + number, (("runs", "free"), ("newcomers", "no")))
        game, _ = play(setup, stored=False)
        assert game.state.end is not None
        merged += any(facts.into for facts in game.state.companies.values())
    assert merged >= GAMES / 3
