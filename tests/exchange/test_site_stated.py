"""What a file of 18xx.games states along the way is compared: an action with one wrong value is refused."""

from __future__ import annotations

import random
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from engine.core.errors import EngineError
from engine.exchange.site import _disagreements, import_game
from engine.exchange.site_following import Follower
from engine.exchange.site_log import SiteGame, Step, is_silent, read_site_game, site_game
from engine.titles.t1828.site.following import Translator1828
from engine.titles.t1830.site.following import Translator1830
from engine.titles.t1870.site.following import Translator1870
from tests.exchange.material import content, files, name_of, needs_games
from tests.exchange.stating import changes, snapshot
from tests.long_runs import LONG_RUN

READERS = {"1828": Translator1828, "1830": Translator1830, "1870": Translator1870}
WRONG = (EngineError, LookupError, ValueError, TypeError, AttributeError, ArithmeticError)
pytestmark = needs_games


def followed(title: str, source: SiteGame) -> Follower[Any]:
    """A game's reader when it has carried out all actions."""
    reader: Follower[Any] = READERS[title](source)
    for at, step in enumerate(source.steps):
        reader.carry_out(step, next((one for one in source.steps[at + 1 :] if not is_silent(one.action)), None))
    return reader


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


WHOLE: dict[str, Callable[[dict[str, Any], str], dict[str, Any]]] = {
    "turn": lambda file, one: {"turn": file["turn"] - 1},
    "round": lambda file, one: {"round": "Stock Round"},
    "amount of a result": lambda file, one: {"result": {**file["result"], one: file["result"][one] + 1}},
    "player without a result": lambda file, one: {"result": {k: v for k, v in file["result"].items() if k != one}},
    "result that is no number": lambda file, one: {"result": {**file["result"], one: "much"}},
    "result of nobody": lambda file, one: {"result": {**file["result"], "0": 100}},
}
"""What a finished file states of the whole game -> the same, wrongly."""


@pytest.mark.parametrize("title", READERS)
def test_what_a_finished_file_states_of_the_whole_game_is_compared(title: str):
    """It is compared when all actions have been followed, so they are followed once."""
    file = content(min(files(title), key=lambda path: path.stat().st_size))
    reader = followed(title, site_game(file))
    assert _disagreements(site_game(file), reader) == []
    for kind, stated in WHOLE.items():
        wrong = site_game({**file, **stated(file, min(file["result"]))})
        assert len(_disagreements(wrong, reader)) == 1, kind
    imported = import_game(wrong)
    assert (imported.agrees, len(imported.problems)) == (False, 1)


def cut(file: dict[str, Any], actions: int, **stated: Any) -> dict[str, Any]:
    """A running game's file, as the site has it, after this many actions."""
    begun = {**file, "actions": file["actions"][:actions], "status": "active", "result": {}, **stated}
    return {name: value for name, value in begun.items() if name not in ("game_end_reason", "finished_at")}


@pytest.mark.parametrize("title", READERS)
def test_turn_and_round_of_a_running_file_are_compared(title: str):
    file = content(min(files(title), key=lambda path: path.stat().st_size))
    half = len(file["actions"]) // 2
    clock = import_game(site_game(cut(file, half, turn=None, round=None))).game.state.clock
    names = {"stock": "Stock Round", "operating": "Operating Round"}
    stated = {"turn": clock.turn, "round": names[clock.round]}
    assert import_game(site_game(cut(file, half, **stated))).agrees
    for wrong in (
        {"turn": clock.turn + 1},
        {"round": next(name for name in names.values() if name != stated["round"])},
    ):
        assert not import_game(site_game(cut(file, half, **{**stated, **wrong}))).agrees


def test_the_end_of_a_finished_game_says_nothing_of_its_beginning():
    file = content(min(files("1830"), key=lambda path: path.stat().st_size))
    assert import_game(site_game({**file, "actions": file["actions"][:60], "status": "active", "result": {}})).agrees


def test_a_file_that_ends_between_two_discards_out_of_our_order_is_refused():
    file = content(next(path for path in files("1830") if name_of(path) == "random_1830_p2_s415"))
    assert [(one["type"], one["entity"]) for one in file["actions"][186:188]] == [
        ("discard_train", "NYC"),
        ("discard_train", "ERIE"),
    ]
    with pytest.raises(EngineError, match=r"^Action \d+ \(discard train, NYC, .*another company must discard first"):
        import_game(site_game(cut(file, 187, turn=None, round=None)))
    assert import_game(site_game(cut(file, 188, turn=None, round=None))).agrees
