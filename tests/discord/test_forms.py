"""Forms and buttons that nobody ever uses leave nothing behind in memory."""

from __future__ import annotations

from typing import Any

import discord
import pytest

import bot.discord.kit.custom_ids
from bot.discord.channel.texts import fitting
from bot.discord.domains.people.notes import NoteWritten
from bot.discord.kit.custom_ids import KEPT_READY, LONG_ARGUMENTS, LongArguments
from bot.discord.kit.form import (
    ABOUT,
    Choice,
    Entry,
    Field,
    Form,
    Line,
    People,
    Place,
    Sheet,
    Stamp,
    Ticks,
    Upload,
    described,
)
from bot.discord.kit.reply import CONTENT, Button, Reply
from sandbox.refusing.modals import UPLOAD, fields
from tests.discord.conftest import Hall, labels

CHOICES = tuple(Entry(one.upper(), one) for one in "abcdef")
LONG = "4+1-1=F17/c0,A" + "x" * 40


async def test_forms_that_are_never_sent_are_not_kept(club: Hall):
    await club.game()
    panel = await club.press(club.ann, (await club.ann.slash("/turn", club.room)).message, "Bid another amount…")
    chosen = await club.press(club.ann, panel.message, labels(panel.message)[0])
    form = "Another amount…"
    for _ in range(5):
        opened = await club.press(club.ann, chosen.message, form)
        assert "Type an amount" in str(opened.modal)
    store = club.bot._connection._view_store
    assert (store._modals, store._views, store._synced_message_views) == ({}, {}, {})
    # One of them is sent after all.
    assert "You bid $200" in (await club.submit(club.ann, opened, "200")).text


def test_the_cache_of_parked_arguments_is_bounded_and_expires(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(bot.discord.kit.custom_ids, "MOST_CACHED", 10)
    now = [0.0]
    ready = LongArguments(lambda: now[0])
    marks = [ready.mark(f"{LONG}{number}") for number in range(25)]
    assert len(ready._texts) == len(ready._new) == 10 and marks[-1] in ready._texts
    now[0] = KEPT_READY - 1
    ready.mark(f"{LONG}24")
    now[0] = KEPT_READY + 1
    ready.mark(f"{LONG}new")
    assert len(ready._texts) == 2 and marks[-1] in ready._texts, "what is used again stays"


async def test_parked_arguments_dropped_from_the_cache_still_work(club: Hall, monkeypatch: pytest.MonkeyPatch):
    now = [0.0]
    monkeypatch.setattr(LONG_ARGUMENTS, "clock", lambda: now[0])
    LONG_ARGUMENTS.forget()
    Reply("x", rows=((Button("Go", NoteWritten(game=1, text=LONG)),),)).contents()
    (mark,) = LONG_ARGUMENTS._texts
    await club.bot.keep_buttons()
    now[0] = KEPT_READY + 1
    LONG_ARGUMENTS.mark(LONG + "other")
    assert mark not in LONG_ARGUMENTS._texts
    assert await LONG_ARGUMENTS.text(mark, club.bot.extras) == LONG
    LONG_ARGUMENTS.forget()


def test_a_ping_fits_however_long_the_text_before_it():
    call = " ".join(f"<@{10**18 + n}>" for n in range(40))
    text = fitting("Game 4", "x" * 5000, call)
    assert len(text) == CONTENT and text.startswith("Game 4\nxxx") and text.endswith(f"…\n\n{call}")
    assert fitting("Game 4", "Ann passes.", "<@1> acts") == "Game 4\nAnn passes.\n\n<@1> acts"
    assert fitting("Game 4", "", "<@1> acts") == "Game 4\n<@1> acts"
    assert fitting("", "Ann passes.", "") == "Ann passes."


FILLED: list[tuple[Field, str, str, Any]] = [
    (Line("l", now="now", most=5), "wrong", "value", "wrong"),
    (Choice("l", CHOICES[:2], now="a"), "b", "options", ["b"]),
    (Choice("l", CHOICES, now="a", most=3), "b,f", "options", ["b", "f"]),
    (Ticks("l", CHOICES, now=("a",)), "b,c", "options", ["b", "c"]),
    (Ticks("l", CHOICES, now=("a",)), "", "options", []),
    (People("l", now=(1,)), "23", "default_values", ["23"]),
    (Place("l", [discord.ChannelType.text]), "42", "default_values", ["42"]),
]


@pytest.mark.parametrize(("field", "value", "key", "shown"), FILLED)
def test_every_kind_of_field_can_be_shown_as_it_was_filled_in(field: Field, value: str, key: str, shown: Any):
    sheet = Sheet("title", (field, Upload("file"))).filled((value, "123"))
    form = Form(NoteWritten, ("1",), sheet, Stamp(1, "0" * 8)).to_dict()
    assert fields(form)[1]["type"] == UPLOAD
    said = fields(form)[0][key]
    if key == "options":
        said = [one["value"] for one in said if one["default"]]
    elif key == "default_values":
        said = [str(one["id"]) for one in said]
    assert said == shown
    assert sheet.filled(("of another version",)) == sheet


WHOSE = "18xx.games decides some points differently. Choose it if you know the game from there, or want to move a game."
ORDER = "In historical order, each company waits until six shares of every company before it are sold (variant 16.1)."


@pytest.mark.parametrize(
    ("label", "about", "shown"),
    [
        ("Reminders", "", ""),
        ("Colours of pictures", "The colours of pictures", ""),
        ("Pictures", "When pictures are posted", "When pictures are posted"),
        ("Time that each move adds", "In hours: 0 to 168.", "In hours: 0 to 168."),
        ("Whose rules", WHOSE, "18xx.games decides some points differently."),
        ("Order", ORDER, ORDER.replace(" (variant 16.1)", "")),
        ("Title", f"{'z. B. ' * 20}1889", f"{('z. B. ' * 20)[:99].rstrip()}…"),
    ],
)
def test_what_stands_below_a_label_is_whole_and_says_more_than_the_label(label: str, about: str, shown: str):
    assert described(label, about) == shown and len(shown) <= ABOUT
