"""Games of 18xx.games to compare with, where shared/conformance lies beside the project."""

from __future__ import annotations

import gzip
import json
import random
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from engine import Game
from engine.play import next_to_act, random_act
from engine.record import Record

FOLDER = Path(__file__).parents[3] / "shared" / "conformance"
needs_games = pytest.mark.skipif(
    not FOLDER.exists(), reason="the games to compare with (shared/conformance) are not here"
)


def files(title: str) -> list[Path]:
    """All games of a title, in order of their names."""
    return sorted(path for path in (FOLDER / title).glob("*.json*") if ".trace." not in path.name)


def content(path: Path) -> dict[str, Any]:
    """What a game's file holds, to be changed."""
    raw = path.read_bytes()
    return json.loads(gzip.decompress(raw) if raw[:2] == b"\x1f\x8b" else raw)


def name_of(path: Path) -> str:
    """A game's name, without the endings of its file."""
    return path.name.partition(".")[0]


def games(title: str, short: int, others: Sequence[pytest.MarkDecorator] = (pytest.mark.soak,)) -> list[object]:
    """A title's games as parameters of a test: real ones and a few more for `make test`, the others as long runs."""
    known = files(title)
    first = sorted(known, key=lambda path: (not path.name.startswith("real"), path.stat().st_size))[:short]
    return [pytest.param(path, id=name_of(path), marks=[] if path in first else [*others]) for path in known]


def played(title: str, seed: int, players: int, moves: int, **options: str) -> tuple[Record, Game]:
    """A random game by the site's readings, unless the options say otherwise."""
    names = [f"P{number}" for number in range(players)]
    options = {"rules": "18xx.games", **options}
    record = Record(title=title, players=names, options=options, setup={"order": names}, seed=seed)
    game, stream = record.begin(), random.Random(seed)
    for _ in range(moves):
        decision = next_to_act(game, stream)
        if decision is None:
            break
        act = random_act(game, decision.seat, stream)
        assert act is not None
        game, _ = record.play(game, decision.seat, act)
    return record, game
