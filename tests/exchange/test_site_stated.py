"""What a file of 18xx.games states along the way is compared: an action with one wrong value is refused."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from engine.core.errors import EngineError
from engine.exchange.site import import_game
from engine.exchange.site_log import Step, is_silent, read_site_game, site_game
from engine.titles.t1828.site.following import Translator1828
from engine.titles.t1830.site.following import Translator1830
from engine.titles.t1870.site.following import Translator1870
from tests.exchange.material import content, files, name_of, needs_games
from tests.exchange.stating import changes, snapshot
from tests.long_runs import LONG_RUN

READERS = {"1828": Translator1828, "1830": Translator1830, "1870": Translator1870}
WRONG = (EngineError, LookupError, ValueError, TypeError, AttributeError, ArithmeticError)
pytestmark = needs_games


def accepted(title: str, path: Path, seed: str, chance: float, most: int) -> tuple[list[str], int]:
    """Wrong statements that nobody noticed, and how many were tried, each on the position before its action."""
    source, stream = read_site_game(str(path)), random.Random(seed)
    reader, found, tried = READERS[title](source), list[str](), 0
    for at, step in enumerate(source.steps):
        if not is_silent(step.action) and tried < most and stream.random() < chance:
            for kind, action in changes(step, reader, stream):
                tried += 1
                try:
                    snapshot(reader).carry_out(Step(action, step.carrier), None)
                except WRONG:
                    continue
                found.append(f"{kind} of {step.action['type']} {step.action.get('id')}: {action}")
        following = next((one for one in source.steps[at + 1 :] if not is_silent(one.action)), None)
        reader.carry_out(step, following)
    return found, tried


@pytest.mark.parametrize("title", READERS)
def test_a_wrong_statement_of_the_shortest_game_is_noticed(title: str):
    path = min(files(title), key=lambda path: path.stat().st_size)
    found, tried = accepted(title, path, f"short {title}", 0.03, 40)
    assert found == []
    assert tried >= 20


def sampled() -> list[object]:
    """Every eighth game of a title; the others with LONG=1."""
    return [
        pytest.param(title, path, id=name_of(path), marks=[pytest.mark.soak] if number % 8 == 0 else LONG_RUN)
        for title in READERS
        for number, path in enumerate(files(title))
    ]


@pytest.mark.parametrize(("title", "path"), sampled())
def test_a_wrong_statement_of_any_game_is_noticed(title: str, path: Path):
    found, _ = accepted(title, path, path.name, 0.02, 150)
    assert found == []


def test_the_refusal_names_the_action_although_the_one_before_it_was_read_with_it():
    file = content(min(files("1828"), key=lambda path: path.stat().st_size))
    at = next(at for at, action in enumerate(file["actions"]) if action["type"] == "lay_tile" and at > 60)
    file["actions"][at] = {**file["actions"][at], "entity": "XYZ"}
    number = file["actions"][at]["id"]
    with pytest.raises(EngineError, match=rf"^Action {number} "):
        import_game(site_game({**file, "actions": file["actions"][: at + 1], "status": "active", "result": {}}))
