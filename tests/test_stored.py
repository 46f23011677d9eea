"""Stored states: read back whole, or refused with a sentence."""

import json
from typing import Any

import pytest

from engine import Damaged, EngineError, decode_game, new

GAME = new("1870", ["Ann", "Bob", "Cem"], seed=2)
RAW = GAME.encode()


def test_a_state_is_read_back_to_the_same_bytes():
    assert decode_game(RAW).encode() == RAW
    assert decode_game(RAW) == GAME


def changed(**fields: Any) -> bytes:
    """The stored state with some fields replaced; `...` takes one out."""
    return json.dumps({k: v for k, v in (json.loads(RAW) | fields).items() if v is not ...}).encode()


@pytest.mark.parametrize(
    ("raw", "sentence"),
    [
        (b"", "cannot be read"),
        (RAW[: len(RAW) // 2], "cannot be read"),
        (b"\xff\xfe", "cannot be read"),
        (b"[" * 100_000, "cannot be read"),
        (b"[1]", "cannot be read"),
        (b"{}", "no version or title"),
        (changed(v="1"), "no version or title"),
        (changed(v=True), "no version or title"),
        (changed(v=99), "version 99"),
        (changed(v=0), "version 0, which this program can no longer read"),
        (changed(title=...), "no version or title"),
        (changed(cash={"bank": "much"}), "not a game"),
        (changed(players=...), "not a game"),
        (changed(v=2, options=...), "not a game"),
        (changed(v=2, own=3), "not a game"),
        (changed(agenda=[{"type": "dance", "rule": "x"}]), "not a game"),
    ],
)
def test_a_damaged_state_is_refused(raw: bytes, sentence: str):
    with pytest.raises(Damaged, match=sentence):
        decode_game(raw)


def test_a_state_of_an_unknown_title_is_refused():
    with pytest.raises(EngineError, match="no title '1822'"):
        decode_game(changed(title="1822"))


def test_an_option_that_came_later_means_what_the_title_does_without_it():
    plain = json.loads(RAW)
    del plain["options"]["historical_order"]
    assert decode_game(json.dumps(plain).encode()) == GAME
