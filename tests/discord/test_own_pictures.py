"""Whom the heading of a picture names: its reader, where nobody else sees it, is "you"."""

from __future__ import annotations

from engine import new
from engine.view import view
from render import describe, drawn_for
from render.moment import moment_words, who_acts
from sandbox import Message
from tests.discord.conftest import Hall


def heard(message: Message) -> str:
    """What a screen reader says of its pictures."""
    texts = [one.description or "" for one in message.attachments]
    assert any(texts)
    return "\n".join(texts)


async def test_a_picture_that_only_its_reader_sees_calls_them_you_and_a_shared_one_by_name(club: Hall):
    number = await club.game()
    await club.posted()
    person = club.on_turn(await club.table.present(number))
    post = next(one for one in reversed(club.room.public) if one.attachments)
    assert f"It is {person.name}'s turn" in heard(post) and "your turn" not in heard(post)
    shown = await person.slash("/show", club.room, what="map")
    assert "It is your turn" in heard(shown.message) and person.name not in heard(shown.message).partition("turn")[0]
    shared = await club.press(person, shown.message, "Show it to everybody")
    await club.posted()
    assert shared.text
    again = next(one for one in reversed(club.room.public) if one.attachments)
    assert again is not post and f"It is {person.name}'s turn" in heard(again)
    other = next(one for one in (club.ann, club.bob) if one != person)
    seen = await other.slash("/show", club.room, what="map")
    assert f"It is {person.name}'s turn" in heard(seen.message)


def test_what_is_drawn_for_a_seat_says_you_in_its_heading_and_in_its_words():
    shown = view(new("1830", ["Ann", "Bob", "Cem"], {}, 1))
    first = shown.decisions[0].seat
    with drawn_for(first):
        assert who_acts(shown).startswith("It is your turn") and "your turn" in moment_words(shown)
        assert "your turn" in describe(shown, "companies")[0]
    with drawn_for("p9"):
        assert "your turn" not in who_acts(shown)
    assert "your turn" not in who_acts(shown)
