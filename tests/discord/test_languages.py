"""Public texts are in the server's language, private ones in the reader's, and missing ones in English."""

from __future__ import annotations

import pytest

from bot.discord.kit.say import say
from engine.core.phrases import ENGLISH, PSEUDO, accented
from engine.words import languages, using_language
from sandbox import Message
from sandbox.people import Person
from tests.discord.conftest import Hall
from tests.learned import learned

ACCENTS = frozenset(accented("abcdefghijklmnopqrstuvwxyz"))


def foreign(text: str) -> bool:
    """Is it said in the pseudo-language?"""
    return bool(ACCENTS & set(text))


def direct(hall: Hall, person: Person) -> list[Message]:
    """The bot's direct messages to somebody."""
    return list(hall.sandbox.world.direct(person.user).messages.values())


def public(hall: Hall) -> list[str]:
    """What everybody in the room reads, with its buttons."""
    shown = hall.room.public
    return [one.text for one in shown] + [str(part.get("label")) for one in shown for part in one.buttons]


async def moved(hall: Hall) -> tuple[str, str]:
    """Bob gives an order that Ann's bid turns off: the reply to Ann, and what Bob is told."""
    await hall.bob.slash("/order pass", hall.room, until="event")
    answer = await hall.ann.slash("/bid", hall.room, private="MKT", amount="170")
    await hall.posted()
    (told,) = direct(hall, hall.bob)
    return answer.text, told.text


async def test_private_texts_use_the_readers_language_and_public_ones_the_servers(hall: Hall):
    hall.bob.user.locale = PSEUDO
    async with hall.open():
        await hall.game()
        answer, told = await moved(hall)
        asked = await hall.bob.slash("/turn", hall.room)
        offered = await hall.bob.autocomplete("/bid", hall.room, "amount", "1", private="MKT")
        own = await hall.bob.slash("/pass", hall.room)
        await hall.posted()
    assert foreign(told) and foreign(asked.text) and foreign(offered[0]["name"])
    # What all may read is said to Bob in his language where he alone reads it, and to all in the server's.
    assert foreign(own.text)
    assert not foreign(answer) and [text for text in public(hall) if foreign(text)] == []
    assert any("Bob passes" in text for text in public(hall))


async def test_posts_use_the_servers_language_and_answers_the_readers(hall: Hall):
    hall.guild.locale = PSEUDO
    async with hall.open():
        await hall.game()
        answer, told = await moved(hall)
        undo = await hall.ann.slash("/undo", hall.room)
        undone = await hall.press(hall.ann, undo.message, hall.button(undo.message, "undo_do"))
        redone = await hall.ann.slash("/redo", hall.room)
        await hall.posted()
    for text in (answer, told, undo.text, undone.text, redone.text):
        assert not foreign(text), text
    assert all(foreign(text) for text in public(hall)), public(hall)


@pytest.mark.parametrize("language", [one for one in languages() if one not in (ENGLISH, PSEUDO)])
async def test_at_a_mixed_table_all_read_the_servers_language_and_each_their_own(hall: Hall, language: str):
    """Ann speaks English on a server of another language, which Bob speaks; Cem speaks the pseudo-language."""
    hall.guild.locale = hall.bob.user.locale = language
    hall.cem.user.locale = PSEUDO
    async with hall.open():
        await hall.game()
        answer, told = await moved(hall)
        orders = [await one.slash("/order list", hall.room) for one in (hall.ann, hall.bob, hall.cem)]
        await hall.posted()
    none = {}
    for one in (ENGLISH, language, PSEUDO):
        with using_language(one):
            none[one] = say("none", group="ahead")
    assert none[ENGLISH] != none[language]
    assert none[ENGLISH] in orders[0].text and none[PSEUDO] in orders[2].text
    with using_language(language):
        assert say("ended", group="ahead") in orders[1].text
        turn = say("button_turn")
    shown = public(hall)
    assert turn in shown and not any(foreign(text) for text in shown)
    # Ann's own answer, and what Bob is told of his order, are in their languages.
    assert "You bid $170" in answer and "turned off" not in told


async def test_a_readers_language_is_known_after_a_restart(hall: Hall):
    hall.bob.user.locale = PSEUDO
    async with hall.open():
        await hall.game()
        await hall.bob.slash("/order pass", hall.room, until="event")
    async with hall.open():
        await hall.ann.slash("/bid", hall.room, private="MKT", amount="170")
        await hall.posted()
    (told,) = direct(hall, hall.bob)
    assert foreign(told.text)


async def test_why_an_order_ended_is_told_in_the_readers_language(hall: Hall):
    async with hall.open():
        await hall.game()
        await moved(hall)
        english = await hall.bob.slash("/order list", hall.room)
        hall.bob.user.locale = PSEUDO
        other = await hall.bob.slash("/order list", hall.room)
    assert "something unexpected has happened" in english.text
    assert accented("something unexpected has happened") in other.text


async def test_untranslated_texts_are_in_english(hall: Hall):
    hall.guild.locale = hall.ann.user.locale = "hr"
    words = {"engine": {"events": {"bid": "{player} nudi {amount} za {private}."}}}
    with learned("hr", words):
        async with hall.open():
            await hall.game()
            answer, _ = await moved(hall)
            await hall.ann.slash("/pass", hall.room)
            await hall.posted()
    assert "Ann nudi $170" in answer
    assert any("Ann nudi $170" in text for text in public(hall))
    assert any("'s turn in" in text for text in public(hall))
