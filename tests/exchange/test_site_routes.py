"""Routes of files: a route may be stated in either direction, and so may each of its chains."""

from __future__ import annotations

import copy
import json
import random
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from engine.exchange.site import import_game, write_site_game
from engine.exchange.site_log import parse_site_game
from engine.game import Game
from engine.record import Record
from tests.exchange.material import FOLDER, needs_games

TITLES = ["1870", "1828", "1830"]
pytestmark = needs_games


def real(title: str) -> Any:
    """A title's real game as its file has it."""
    path: Path = FOLDER / title / "real_bankrupt.json"
    return json.loads(path.read_bytes())


def turned(game: Any) -> tuple[Any, int]:
    """The same game with some of its routes, and some chains of others, stated the other way, and how many."""
    stream, count = random.Random(7), 0
    game = copy.deepcopy(game)
    for action in game["actions"]:
        for route in action.get("routes", ()):
            match stream.choice(["route", "chains", "first chain", "as it is"]):
                case "route":
                    route["connections"] = [chain[::-1] for chain in route["connections"][::-1]]
                    route["hexes"] = route["hexes"][::-1]
                    route.pop("nodes", None)
                case "chains":
                    route["connections"] = [chain[::-1] for chain in route["connections"]]
                case "first chain":
                    route["connections"][0] = route["connections"][0][::-1]
                case _:
                    continue
            count += 1
    return game, count


def imported(game: Any) -> tuple[Game, Record, list[Any]]:
    """The game at its end, its record, and the states after each action."""
    lines: list[bytes] = []
    result = import_game(parse_site_game(json.dumps(game).encode()), lines)
    assert result.agrees, result.problems
    return result.game, result.record, [json.loads(line) for line in lines]


def turned_paths(args: Mapping[str, str | int]) -> dict[str, Any]:
    """The choices of a run with every path from its other end; other choices as they are."""
    found = dict(args)
    if str(found.get("routes", "none")) != "none":
        parts = [part.partition("=") for part in str(found["routes"]).split(";")]
        found["routes"] = ";".join(f"{train}={','.join(path.split(',')[::-1])}" for train, _, path in parts)
    return found


def both(title: str) -> tuple[tuple[Game, Record, list[Any]], tuple[Game, Record, list[Any]]]:
    """A title's real game, and the same with routes stated the other way."""
    game = real(title)
    other, count = turned(game)
    assert count > 10
    return imported(game), imported(other)


def stated(lines: list[Any]) -> list[Any]:
    """What the states say, without the actions as the file has them."""
    return [(line.get("s"), line.get("routes"), line.get("end")) for line in lines]


@pytest.mark.parametrize("title", TITLES)
def test_a_route_means_the_same_in_either_direction(title: str):
    """In what is read, and in what is written of it."""
    (game, record, lines), (again, same, others) = both(title)
    assert stated(others) == stated(lines)
    assert same.moves == record.moves
    assert again.encode() == game.encode()
    written = write_site_game(same)
    assert written == write_site_game(record)
    assert import_game(parse_site_game(written)).game.encode() == game.encode()
    plays_on_with_paths_turned(game, record)


def plays_on_with_paths_turned(game: Game, record: Record) -> None:
    """Games that were imported before paths had one direction keep their moves as they stand."""
    old = copy.deepcopy(record)
    old.moves = [replace(move, args=turned_paths(move.args)) for move in record.moves]
    assert old.moves != record.moves
    state = old.replay().state
    for company in state.companies.values():
        company.last_routes = [
            replace(run, route=turned_paths({"routes": run.route})["routes"]) for run in company.last_routes
        ]
    assert Game(game.title, state).encode() == game.encode()


@pytest.mark.parametrize("title", [pytest.param("1870", marks=pytest.mark.soak), "1830"])
def test_runs_of_which_a_file_states_only_hexes_and_income_are_found(title: str):
    """So the site wrote them at first, the hexes in any order."""
    _, _, lines = imported(real(title))
    game, stream = real(title), random.Random(7)
    for action in game["actions"]:
        for route in action.get("routes", ()):
            hexes = sorted({hex_id for chain in route.pop("connections") for hex_id in chain})
            route["hexes"] = stream.sample(hexes, len(hexes))
            route.pop("nodes", None)
    _, _, others = imported(game)
    assert [line.get("s") for line in others] == [line.get("s") for line in lines]
