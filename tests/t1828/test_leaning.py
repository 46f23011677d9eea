"""Whole games at random that lean towards each of the ends of the game (9.1); a failure names players and seed."""

from __future__ import annotations

from collections import Counter
from functools import cache

import pytest

from tests.again import command
from tests.long_runs import SKIPPED
from tests.t1828.leaning import Played, leaning_game

pytestmark = pytest.mark.soak


@cache
def built(players: int) -> Played:
    """A game of builders."""
    return leaning_game(players=players, seed=1, leaning="builders")


def ends(players: int, leaning: str, why: str) -> Played:
    """A game of people who lean so comes to this end."""
    given = {"players": players, "seed": 1, "leaning": leaning}
    played = leaning_game(**given)
    assert played.end.why == why, command(leaning_game, **given)
    return played


@pytest.mark.parametrize("players", [3, 4, 5])
def test_builders_come_through_all_phases_to_the_last_set(players: int):
    played = built(players)
    again = command(leaning_game, players=players, seed=1, leaning="builders")
    assert (played.end.why, played.phase, played.seen["phase"]) == ("last set", "purple", 6), again


def test_builders_merge_run_every_kind_of_train_and_use_what_there_is():
    games = [built(players) for players in (3, 4, 5)]
    assert sum(played.seen["merged"] > 0 for played in games) >= 2
    seen = sum((played.seen for played in games), Counter[str]())
    trains = [f"ran {kind}" for kind in ("2", "3", "5", "3+D", "6", "8E", "Diesel")]
    procedures = ["merged", "failed", "traded_up", "gave_up", "donated", "blocked", "rearranged", "discarded", "coal"]
    assert [name for name in trains + procedures if not seen[name]] == []


def rather(most: int) -> list[object]:
    """This number of players; the others, who have come through all phases above, with LONG=1."""
    return [pytest.param(players, marks=() if players == most else SKIPPED) for players in (3, 4, 5)]


@pytest.mark.parametrize("players", rather(3))
def test_patient_shareholders_come_to_a_price_of_500(players: int):
    ends(players, "patient", "price of 500")


@pytest.mark.parametrize("players", rather(4))
def test_reckless_directors_go_bankrupt(players: int):
    ends(players, "reckless", "bankruptcy")


@pytest.mark.parametrize("players", rather(5))
def test_people_agree_on_who_has_won(players: int):
    assert len(ends(players, "agreed", "agreed winner").end.winners) == 1
