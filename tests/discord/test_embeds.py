"""Where the bot may not embed links or attach files nothing vanishes: words come as text, and it says what it lacks."""

from __future__ import annotations

import asyncio

import pytest

import bot.discord.channel.pinned
from sandbox import Message
from sandbox.world.permissions import Perm
from tests.discord.conftest import Hall, labels
from tests.discord.test_losses import told, without
from tests.discord.test_troubles import direct


@pytest.fixture(autouse=True)
def at_once(monkeypatch: pytest.MonkeyPatch):
    """Pinned messages are changed without a rest before."""
    monkeypatch.setattr(bot.discord.channel.pinned, "REST", 0.0)


def status(club: Hall) -> Message:
    """The message of the game."""
    (found,) = [
        one for one in club.room.public if labels(one) and one.author is club.sandbox.world.bot and not one.pinged
    ]
    return found


async def shown(club: Hall) -> None:
    """Until every pinned message is up to date."""
    while club.bot.pinned._jobs:
        await asyncio.wait(club.bot.pinned._jobs)


def deny(club: Hall, lacks: Perm, *, known: bool) -> None:
    """Take a right from the bot; Discord tells it of rules of channels at once, but a client may be behind."""
    if known:
        club.sandbox.rule(club.room, club.sandbox.world.bot, deny=lacks)
    else:
        without(club, lacks)


@pytest.mark.parametrize("known", [True, False], ids=["the bot knows", "the bot does not know"])
async def test_without_embed_links_a_lobby_is_plain_text(club: Hall, known: bool):
    deny(club, Perm.EMBED_LINKS, known=known)
    opened = await club.ann.slash("/game new", club.room, title="1870", seats=3, place="here")
    assert "is open" in opened.text
    if known:
        assert "I lack the Embed Links permission" in opened.text and "Attach Files" not in opened.text
    assert "1 of 3 seats" in status(club).content and "Join" in labels(status(club))
    await club.bob.slash("/game join", club.room)
    await shown(club)
    assert "2 of 3 seats" in status(club).content
    assert all(one.text for one in club.room.public if one.kind == 0), "no message is empty"
    await club.posted()
    warnings = [one.text for one in told(club, club.ann) if "Embed Links" in one.text]
    assert len(warnings) == (0 if known else 1), "said once, where it can be heard"


async def test_both_missing_permissions_are_named_when_a_game_is_opened(club: Hall):
    deny(club, Perm.EMBED_LINKS | Perm.ATTACH_FILES, known=True)
    opened = await club.ann.slash("/game new", club.room, title="1870", seats=3)
    assert "the Embed Links permission" in opened.text and "the Attach Files permission" in opened.text
    (thread,) = club.guild.threads.values()
    assert f"in <#{thread.id}>" in opened.text
    club.sandbox.rule(club.room, club.sandbox.world.bot)
    opened = await club.ann.slash("/game new", club.room, title="1870", seats=3)
    assert "I lack" not in opened.text


@pytest.mark.soak
@pytest.mark.parametrize("known", [True, False], ids=["the bot knows", "the bot does not know"])
async def test_a_lost_permission_is_reported_once_until_it_is_restored(club: Hall, known: bool):
    number = await club.game()
    await shown(club)
    assert status(club).embeds
    deny(club, Perm.EMBED_LINKS, known=known)
    for person in (club.ann, club.bob):
        await person.slash("/pass", club.room)
    await club.posted()
    await shown(club)
    assert "It is Cem's turn" in status(club).content and not status(club).embeds
    await direct(club, club.ann.id, f"Game {number}: I can't embed links in <#{club.room.id}>")
    assert len([one for one in told(club, club.ann) if "Embed Links" in one.text]) == 1
    if known:
        club.sandbox.rule(club.room, club.sandbox.world.bot)
        await club.cem.slash("/pass", club.room)
        await club.posted()
        await shown(club)
        assert status(club).embeds and not status(club).content
        assert "plain" not in (await club.bot.extras.game(number))[0].place


async def test_answers_need_no_embeds(club: Hall):
    await club.game()
    deny(club, Perm.EMBED_LINKS, known=True)
    panel = await club.ann.slash("/turn", club.room)
    assert not panel.message.embeds and "It is your turn" in panel.text


async def test_a_moved_game_names_the_permissions_missing_in_its_new_channel(club: Hall):
    number = await club.game()
    other = club.sandbox.channel(club.guild, "other")
    club.sandbox.rule(other, club.sandbox.world.bot, deny=Perm.ATTACH_FILES)
    moved = await club.ann.slash("/game here", other, game=str(number))
    assert "the Attach Files permission" in moved.text
    await club.ann.slash("/pass", other)
    await club.posted()
    assert [one.text for one in told(club, club.ann)] == []
