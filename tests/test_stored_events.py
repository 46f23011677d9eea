"""Events as they are stored: the same again, in few bytes, in every form so far."""

import random
from typing import Any

import pytest

from engine import Event, new
from engine.core import stored_events as stored
from engine.core.errors import Damaged
from engine.play import next_to_act, random_act
from engine.titles import title_named, titles

EVENTS = [
    Event("accepted", {"player": "p2", "offer": 14}),
    Event("bought_train", {"company": "SP", "train": "4-0", "kind": "4", "source": "FW"}, {"price": 137}, ("p1", "p2")),
]
FIRST_FORM = "0103aac45280199a601a892769050720529789129257ddc291129509288d824a3548e0181a9b834a0f88178d9462636301"
"""The same as the first program wrote it that stored events."""


def test_what_was_stored_in_the_first_form_is_still_read():
    assert stored.decode(bytes.fromhex(FIRST_FORM)) == EVENTS
    if stored.NOW == 1:
        assert stored.encode(EVENTS).hex() == FIRST_FORM, "the stored form has changed and its number has not"


def test_an_older_form_is_brought_up_step_by_step(monkeypatch: pytest.MonkeyPatch):
    def second(plain: list[Any]) -> list[Any]:
        """Consents are called agreements now."""
        return [["agreed" if kind == "accepted" else kind, *rest] for kind, *rest in plain]

    old = stored.encode(EVENTS)
    monkeypatch.setattr(stored, "NOW", 2)
    monkeypatch.setitem(stored.UPCAST, 1, second)
    monkeypatch.setitem(stored.COMMON, 2, b"agreed")
    assert [event.kind for event in stored.decode(old)] == ["agreed", "bought_train"]
    new = stored.encode(stored.decode(old))
    assert new[0] == 2 and stored.decode(new) == stored.decode(old)


@pytest.mark.parametrize(
    ("raw", "why"),
    [
        (b"", "no form"),
        (b"\x07{}", "form 7; this program knows forms up to 1"),
        (stored.encode(EVENTS)[:-3], "cut off"),
        (b"\x01\xff\xff\xff", "cannot be read"),
    ],
)
def test_what_is_no_list_of_events_is_said_to_be_none(raw: bytes, why: str):
    with pytest.raises(Damaged, match=why):
        stored.decode(raw)


@pytest.mark.parametrize("title", titles())
def test_all_events_of_a_game_come_back_as_they_were(title: str):
    stream, bytes_, moves = random.Random(3), 0, 0
    game = new(title, [f"N{number}" for number in range(max(3, title_named(title).players[0]))], {}, 3)
    for _ in range(150):
        decision = next_to_act(game, stream)
        if decision is None:
            break
        act = random_act(game, decision.seat, stream)
        assert act is not None
        game, events = game.apply(decision.seat, act)
        raw = stored.encode(events)
        assert stored.decode(raw) == events
        bytes_, moves = bytes_ + len(raw), moves + 1
    assert moves >= 20 and bytes_ / moves < 80, "docs/hosting.md says about 35 bytes a move"
