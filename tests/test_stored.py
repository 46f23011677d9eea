"""Stored states: read back whole, or refused with a sentence."""

import json
from typing import Any

import pytest

from engine import Damaged, EngineError, decode_game, new
from engine.core.state import Run, TrainRun, Trial, Used
from engine.core.trial import key_of

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


def test_notes_of_money_and_open_questions_of_older_states_get_types():
    run: dict[str, Any] = {"type": "run", "rule": "operating_turn", "id": 5, "asked": 0, "later": []}
    run |= {"subject": "SP", "step": "dividend", "used": [["income", "80", ""], ["token", "J13/c1", ""]]}
    trial: dict[str, Any] = {"type": "trial", "rule": "merger", "id": 6, "asked": 0, "later": [run], "args": {}}
    trial |= {"question": "single:p1:WAB:12:30", "role": "p1", "options": ["sell"], "answers": {"aside:p1": "WAB"}}
    found, quiet = decode_game(changed(v=4, agenda=[trial, {**trial, "question": "", "later": []}])).state.agenda
    assert isinstance(found, Trial) and isinstance(quiet, Trial)
    assert (found.kind, found.of) == ("single", ["p1", "WAB", 12, 30])
    assert (quiet.kind, quiet.of) == ("", [])
    assert found.answers == {"aside:p1": "WAB"} and key_of(found.kind, found.of) == found.question
    followers = found.later[0]
    assert isinstance(followers, Run)
    assert followers.used == [Used("income", amount=80), Used("token", "J13/c1")]


def test_runs_of_older_states_keep_their_routes_and_know_no_sums():
    plain = json.loads(RAW)
    plain["companies"]["SP"] |= {"last_run": 40, "last_routes": ["2-0=B9/c0,B9.E,B11/c0"]}
    found = decode_game(json.dumps(plain | {"v": 5}).encode()).state.companies["SP"]
    assert found.last_routes == [TrainRun("2-0=B9/c0,B9.E,B11/c0", {}, -1)]


def test_a_state_of_an_unknown_title_is_refused():
    with pytest.raises(EngineError, match="no title '1822'"):
        decode_game(changed(title="1822"))


def test_an_option_that_came_later_means_what_the_title_does_without_it():
    plain = json.loads(RAW)
    del plain["options"]["historical_order"]
    assert decode_game(json.dumps(plain).encode()) == GAME
