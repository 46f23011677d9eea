"""Events as they are stored: the same again, in few bytes, in every form so far."""

import random
from typing import Any, cast

import pytest

from engine import Event, new
from engine.core import stored_events as stored
from engine.core.errors import Damaged
from engine.core.sentences import because, translated
from engine.play import next_to_act, random_act
from engine.titles import title_named, titles

EVENTS = [
    Event("accepted", {"player": "p2", "offer": 14}),
    Event("bought_train", {"company": "SP", "train": "4-0", "kind": "4", "source": "FW"}, {"price": 137}, ("p1", "p2")),
]
GAPS = because("{company} cannot", company="SP")
GAPS.fields = {"player": "p1"}
PATTERN = "{company} has no {kind} train, nor {others:or}"
REASON = because(PATTERN, company="SP", kind=because("second hand"), others=("3", "4"))
FIRST_FORM = "0103aac45280199a601a892769050720529789129257ddc291129509288d824a3548e0181a9b834a0f88178d9462636301"
"""The same as the first program wrote it that stored events."""
SECOND_FORM = (
    "0203aac45280199a601a892769050720529789129257ddc291129509288d824a3548e0181a9b834a0f88178d94624156a42502d307d821e0f007b9"
    "074462b7a93835393f2f4521231194e394f24b32528b8a41250528024c94626b81ee0005ac955235547f2d506db102303554834ca855003b4c0728"
    "50a4500dd16e955f54ab540b0c1600"
)
"""The same and a reason, as it is written since reasons keep what they are made of."""


def test_events_stored_in_the_first_format_are_still_read():
    assert stored.decode(bytes.fromhex(FIRST_FORM)) == EVENTS


def test_events_stored_in_the_second_format_are_still_read():
    told = [*EVENTS, Event("failed", {"why": REASON})]
    assert stored.decode(bytes.fromhex(SECOND_FORM)) == told
    if stored.NOW == 2:
        assert stored.encode(told).hex() == SECOND_FORM, "the stored form has changed and its number has not"


def test_a_reason_is_stored_with_its_fields_and_worded_for_its_reader():
    (event,) = stored.decode(stored.encode([Event("failed", {"why": REASON})]))
    assert event.data["why"] == REASON == "SP has no second hand train, nor 3 or 4"
    patterns = {PATTERN: "Ohne {others:or}: {company}", "second hand": "alt"}
    assert translated("".join(REASON), patterns, str, "de") == REASON
    assert translated(cast(str, event.data["why"]), patterns, str, "de") == "Ohne 3 oder 4: SP"


def test_an_older_format_is_upgraded_step_by_step(monkeypatch: pytest.MonkeyPatch):
    def third(plain: list[Any]) -> list[Any]:
        """Consents are called agreements now."""
        return [["agreed" if kind == "accepted" else kind, *rest] for kind, *rest in plain]

    old = stored.encode(EVENTS)
    monkeypatch.setattr(stored, "NOW", 3)
    monkeypatch.setitem(stored.UPCAST, 2, third)
    monkeypatch.setitem(stored.COMMON, 3, b"agreed")
    assert [event.kind for event in stored.decode(old)] == ["agreed", "bought_train"]
    new = stored.encode(stored.decode(old))
    assert new[0] == 3 and stored.decode(new) == stored.decode(old)


@pytest.mark.parametrize(
    ("raw", "why"),
    [
        (b"", "no form"),
        (b"\x07{}", "format 7; this program knows formats up to 2"),
        (stored.encode(EVENTS)[:-3], "cut off"),
        (b"\x01\xff\xff\xff", "cannot be read"),
        (stored.encode([Event("failed", {"why": GAPS})]), "cannot be read"),
    ],
)
def test_an_invalid_list_of_events_is_refused(raw: bytes, why: str):
    with pytest.raises(Damaged, match=why):
        stored.decode(raw)


@pytest.mark.parametrize("title", titles())
def test_all_events_of_a_game_are_stored_and_read_unchanged(title: str):
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
