"""Files of 18xx.games that somebody has damaged: they are followed, or refused with one sentence."""

from __future__ import annotations

import copy
import gzip
import json
import random
import re
from functools import cache
from typing import Any

import pytest

from engine.core.errors import EngineError
from engine.core.sentences import sentence_of
from engine.exchange.any_file import open_any_file
from tests.exchange.material import files, needs_games

ODD: list[Any] = [
    None,
    True,
    -1,
    0,
    1,
    7,
    10**400,
    1.5,
    1e308,
    "",
    "x",
    "Z99",
    [],
    [[]],
    {},
    {"a": 1},
    ["x"],
    "1-0",
    "B5;",
]
KEYS = ("auto_actions", "entity", "entity_type", "hex", "train", "routes", "id")
INTERNAL = re.compile(r"_|\bp\d\b|Error|Traceback|None|object at|cannot be read: it contains")
"""What is no business of whoever sent a file; the last is said where nobody has thought of what is wrong."""


@cache
def _begun(title: str) -> list[dict[str, Any]]:
    """The beginnings of the shortest games, as running ones."""
    found = list[dict[str, Any]]()
    for path in sorted(files(title), key=lambda path: path.stat().st_size)[:8]:
        raw = path.read_bytes()
        game = json.loads(gzip.decompress(raw) if raw[:2] == b"\x1f\x8b" else raw)
        game.pop("result", None)
        found.append({**game, "status": "active"})
    return found


def _change_one(game: dict[str, Any], stream: random.Random) -> None:
    actions = game["actions"]
    if not isinstance(actions, list) or not actions:
        return
    at, other = stream.randrange(len(actions)), stream.randrange(len(actions))
    match stream.choice(["drop", "double", "swap", "odd", "undo", "head", "many", "part", "part", "part", "part"]):
        case "drop":
            del actions[at]
        case "double":
            actions.insert(at, copy.deepcopy(actions[other]))
        case "swap":
            actions[at], actions[other] = actions[other], actions[at]
        case "odd":
            actions[at] = stream.choice(ODD)
        case "undo":
            kind = stream.choice(["undo", "redo"])
            back = {"id": stream.choice(ODD), "action_id": stream.choice(ODD)}
            actions.insert(at, {"type": kind, "entity": 1, "entity_type": "player", **back})
        case "head":
            game[stream.choice(list(game))] = stream.choice(ODD)
        case "many":
            del actions[at : at + stream.randrange(9)]
        case _:
            _change_part(actions, actions[at], stream)


def _change_part(actions: list[Any], action: Any, stream: random.Random) -> None:
    if not isinstance(action, dict):
        return
    key = stream.choice([*action, *KEYS])
    value, others = action.get(key), [one[key] for one in actions if isinstance(one, dict) and key in one]
    if isinstance(value, list) and value and isinstance(value[0], dict) and stream.random() < 0.7:
        part = stream.choice(value)
        part[stream.choice(list(part) or ["x"])] = stream.choice(ODD)
    elif stream.random() < 0.2:
        action.pop(key, None)
    else:
        action[key] = stream.choice(others) if others and stream.random() < 0.4 else stream.choice(ODD)


def damaged(title: str, stream: random.Random) -> bytes:
    """The beginning of a game with a few things changed."""
    game = stream.choice(_begun(title))
    game = copy.deepcopy({**game, "actions": game["actions"][: stream.choice([20, 60, 120])]})
    for _ in range(stream.choice([1, 1, 1, 2, 4])):
        _change_one(game, stream)
    return json.dumps(game).encode()


@needs_games
@pytest.mark.parametrize("title", ["1870", "1828", "1830"])
@pytest.mark.parametrize("tries", [10, pytest.param(400, marks=pytest.mark.soak)])
def test_a_damaged_file_is_followed_or_refused_with_one_sentence(title: str, tries: int):
    stream, refused = random.Random(f"{title} {tries}"), 0
    for number in range(tries):
        raw = damaged(title, stream)
        try:
            opened = open_any_file(raw)
        except EngineError as e:
            said, refused = str(sentence_of(e)), refused + 1
            known = json.loads(raw)
            told = re.sub(r"“[^”]*”|'[^']*'", "", said)
            assert not INTERNAL.search(told) and said.endswith("."), (number, said)
            assert len(said) < 400 and said[:1].isupper(), (number, said)
            assert isinstance(known, dict)
        else:
            game = opened.start
            for _, after, _ in opened.states():
                game = after
            game.audit()
    assert refused > 0
