"""Files of running games: any beginning of a game is imported, exported and imported again, and is played on."""

from __future__ import annotations

import gzip
import json
import os
import random
from pathlib import Path
from typing import Any

import pytest

from engine.exchange.site import import_game, write_site_game
from engine.exchange.site_log import SiteGame, parse_site_game
from engine.game import decode_game
from engine.record import Record
from tests.exchange.material import files, games, name_of, needs_games

TITLES = ("1870", "1828", "1830")
CUTS = 40 if os.environ.get("LONG") else 2
"""How many beginnings of each game the long runs take."""
FEW = 3
"""How many `make test` takes of the games that it knows."""
pytestmark = needs_games


def contents(path: Path) -> dict[str, Any]:
    """What a file holds."""
    raw = path.read_bytes()
    return json.loads(gzip.decompress(raw) if raw[:2] == b"\x1f\x8b" else raw)


def begun(game: dict[str, Any], actions: int) -> SiteGame:
    """The file as it was after this many actions."""
    cut = {**game, "actions": game["actions"][:actions], "status": "active", "result": {}}
    return parse_site_game(json.dumps(cut).encode())


def cuts(path: Path, game: dict[str, Any], count: int) -> list[int]:
    """Numbers of actions after which the game is looked at, always the same for a file."""
    known = range(1, len(game["actions"]))
    return sorted(random.Random(name_of(path)).sample(known, min(count, len(known))))


def check_beginning(source: SiteGame, whole: Record, end: bytes, undone: bool) -> None:
    """Import it, audit it, export and import it again, and make the other moves of the whole game."""
    first = import_game(source)
    assert first.agrees, first.problems
    first.game.audit()
    again = import_game(parse_site_game(write_site_game(first.record)))
    assert again.agrees, again.problems
    assert again.game.encode() == first.game.encode()
    made = len(first.record.moves)
    if undone:  # Its last actions are not part of the whole game.
        return
    assert whole.moves[:made] == first.record.moves
    game = decode_game(again.game.encode())
    for move in whole.moves[made:]:
        game, _ = game.apply(move.seat, move.act)
    assert game.encode() == end


def check_beginnings(path: Path, count: int) -> None:
    """The same for this many beginnings of a game."""
    game = contents(path)
    source = parse_site_game(json.dumps(game).encode())
    result = import_game(source)
    for actions in cuts(path, game, count):
        known = begun(game, actions)
        undone = known.steps != source.steps[: len(known.steps)]
        try:
            check_beginning(known, result.record, result.game.encode(), undone)
        except Exception as e:
            raise AssertionError(f"{path.name} cut after {actions} actions: {e}") from e


@pytest.mark.parametrize("title", TITLES)
def test_the_beginning_of_a_game_is_a_running_game(title: str):
    check_beginnings(min(files(title), key=lambda path: path.stat().st_size if path.suffix == ".gz" else 10**9), FEW)


@pytest.mark.soak
@pytest.mark.parametrize("path", [path for title in TITLES for path in games(title, short=0)])
def test_every_beginning_of_every_game_is_a_running_game(path: Path):
    check_beginnings(path, CUTS)
