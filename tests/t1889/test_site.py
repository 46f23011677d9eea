"""Games of 1889 from 18xx.games replay with the same state after every action, and are written for it again."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import msgspec
import pytest

from engine.core.errors import Damaged
from engine.exchange.site import import_game, write_site_game
from engine.exchange.site_log import parse_site_game, read_site_game
from tests.again import repeatable
from tests.exchange.compare import check_same_states
from tests.exchange.material import FOLDER, content, games, needs_games, played
from tests.exchange.test_site_round_trip import comes_back
from tests.exchange.test_site_writing import holdings, without_numbers

OLDEST_FILE = FOLDER / "1889" / "real_314.json"
"""Its runs have no connections, and one goes through a city full of others' markers."""


@needs_games
@pytest.mark.parametrize("path", games("1889", short=4))
def test_a_game_goes_through_the_same_states(path: Path):
    check_same_states(path)


@needs_games
@pytest.mark.parametrize("path", games("1889", short=4))
def test_a_file_comes_back_as_it_came(path: Path):
    comes_back(read_site_game(str(path)))


@needs_games
def test_only_in_a_game_from_one_of_the_oldest_files_a_run_passes_a_full_city():
    record = import_game(read_site_game(str(OLDEST_FILE))).record
    assert record.replay().state.end is not None
    setup = {name: value for name, value in record.setup.items() if name != "oldest"}
    with pytest.raises(Damaged, match=r"367 \(p3 run .*;3-3=.* not run through it"):
        msgspec.structs.replace(record, setup=setup).replay()


@needs_games
def test_a_file_with_connections_is_held_to_the_rules_even_if_one_run_lacks_them():
    file = content(OLDEST_FILE)
    runs = [action for action in file["actions"] if action["type"] == "run_routes"]
    runs[0]["routes"][0] |= {"connections": [["J1", "J3", "K4"]], "hexes": ["J1", "K4"]}
    with pytest.raises(Damaged, match=r"Action 367 .*3-3"):
        import_game(parse_site_game(json.dumps(file).encode()))


@pytest.mark.parametrize("change", [{"hexes": ["J1", "J3"]}, {"hexes": ["J1", "J3", "K4", "K6"]}, {"revenue": 60}])
@needs_games
def test_hexes_that_are_no_run_of_that_worth_are_refused(change: dict[str, Any]):
    file = content(OLDEST_FILE)
    runs = [action for action in file["actions"] if action["type"] == "run_routes"]
    runs[0]["routes"][0] |= change
    with pytest.raises(Damaged, match="2-0"):
        import_game(parse_site_game(json.dumps(file).encode()))


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
