"""Whole games with a leaning to each of the four ends, for every number of players and in both editions (8.10)."""

from __future__ import annotations

import pytest

from tests.long_runs import SKIPPED
from tests.t1843.steered import comes_to

pytestmark = pytest.mark.soak

ENDS = {"yellow trains": "idle", "bankruptcy": "reckless", "price of 500": "patient", "gray trains": "thrifty"}

FIRST = {
    ("bankruptcy", "2016", 4): 2,
    ("price of 500", "2016", 2): 6,
    ("price of 500", "2016", 3): 3,
    ("price of 500", "2016", 4): 5,
    ("price of 500", "2016", 5): 2,
    ("price of 500", "2012", 2): 3,
    ("price of 500", "2012", 3): 5,
    ("price of 500", "2012", 4): 5,
    ("gray trains", "2016", 2): 5,
    ("gray trains", "2012", 2): 3,
    ("gray trains", "2012", 3): 3,
    ("gray trains", "2012", 4): 5,
    ("gray trains", "2012", 5): 6,
}
"""Where the first seed that is tried is not 1, so that the test is short: end, edition, players."""


EDITIONS, PLAYERS = ("2016", "2012"), (2, 3, 4, 5, 6)


def whole_games() -> list[object]:
    """Each end with each number of players, in each edition; of its two editions each has one that takes LONG=1."""
    return [
        pytest.param(why, players, edition, marks=() if (end + players + place) % 2 else SKIPPED)
        for end, why in enumerate(ENDS)
        for players in PLAYERS
        for place, edition in enumerate(EDITIONS)
    ]


@pytest.mark.parametrize(("why", "players", "edition"), whole_games())
def test_a_game_comes_to_this_end(why: str, players: int, edition: str):
    leaning = ENDS[why]
    first = FIRST.get((why, edition, players), 1)
    comes_to(why=why, players=players, edition=edition, leaning=leaning, first=first)
