"""Games of 1889 from 18xx.games replay with the same state after every action, and are written for it again."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from engine.core.errors import Damaged
from engine.exchange.site import import_game, write_site_game
from engine.exchange.site_log import parse_site_game, read_site_game
from tests.again import repeatable
from tests.exchange.compare import check_same_states
from tests.exchange.material import FOLDER, content, games, needs_games, played
from tests.exchange.test_site_round_trip import comes_back
from tests.exchange.test_site_writing import holdings, without_numbers

UNREADABLE = "real_314"
"""An early file that states no connections; one of its runs goes through a city full of others' markers."""
READABLE = [game for game in games("1889", short=4) if getattr(game, "id", "") != UNREADABLE]


@needs_games
@pytest.mark.parametrize("path", READABLE)
def test_a_game_goes_through_the_same_states(path: Path):
    check_same_states(path)


@needs_games
@pytest.mark.parametrize("path", READABLE)
def test_a_file_comes_back_as_it_came(path: Path):
    comes_back(read_site_game(str(path)))


@needs_games
def test_an_early_file_is_followed_until_a_run_that_breaks_the_rules():
    path = FOLDER / "1889" / f"{UNREADABLE}.json"
    with pytest.raises(Damaged, match=r"Action 367 .*3-3"):
        import_game(read_site_game(str(path)))
    part = content(path)
    part["actions"] = [action for action in part["actions"] if action["id"] < 367]
    part["status"], part["result"] = "active", {}
    followed = import_game(parse_site_game(json.dumps(part).encode()))
    assert followed.agrees
    assert followed.game.state.phase == "5"


@pytest.mark.parametrize("beginner", ["no", "yes"])
@pytest.mark.parametrize(
    ("seed", "players", "moves"),
    [(4, 4, 250), *(pytest.param(n, n, 5000, marks=pytest.mark.soak) for n in range(2, 7))],
)
@repeatable
def test_a_random_game_by_the_sites_readings_comes_back_from_its_file(
    seed: int, players: int, moves: int, beginner: str
):
    record, game = played("1889", seed, players, moves, beginner_game=beginner)
    again = import_game(parse_site_game(write_site_game(record))).game.state
    assert holdings(again.certs) == holdings(game.state.certs)
    for name in ("cash", "privates", "trains", "companies", "own", "market", "board", "phase", "clock", "end"):
        assert without_numbers(getattr(again, name)) == without_numbers(getattr(game.state, name)), name


@needs_games
def test_the_ferry_lays_the_port_tile_and_no_other():
    file = content(FOLDER / "1889" / "random_1889_p3_s1.json.gz")
    lay = next(action for action in file["actions"] if action.get("entity") == "MF")
    assert lay["tile"] == "437-0"
    lay["tile"] = "58-0"
    with pytest.raises(Damaged, match="MF"):
        import_game(parse_site_game(json.dumps(file).encode()))
