"""Failures on Discord's side: nothing is lost, nothing is posted twice, and the organiser is told."""

from __future__ import annotations

import pytest

from bot.discord.kit.custom_ids import LONG_ARGUMENTS
from bot.errors import Stale
from bot.table.play import telling
from bot.table.play.extras import Extras
from sandbox.world.permissions import Perm
from tests.discord.conftest import Hall

pytestmark = pytest.mark.soak

SEND = r"POST /channels/\{channel_id\}/messages"


async def direct(club: Hall, person_id: int, text: str) -> None:
    """Wait until a person has got this in a direct message."""

    def found() -> bool:
        return any(
            text in message.text
            for channel in club.sandbox.world.channels.values()
            if channel.guild is None and person_id in channel.recipients
            for message in channel.messages.values()
        )

    await club.sandbox.until(found, f"{text!r} in a direct message")


async def test_the_organiser_is_warned_once_if_the_bot_may_not_write(club: Hall):
    number = await club.game()
    await club.called(club.ann)
    role = next(one for one in club.guild.roles.values() if one.bot_id == club.sandbox.world.bot.id)
    role.permissions &= ~int(Perm.SEND_MESSAGES)
    club.guild.everyone.permissions &= ~int(Perm.SEND_MESSAGES)
    await club.ann.slash("/pass", club.room)
    await direct(club, club.ann.id, f"Game {number}: I can no longer write in")
    await club.bob.slash("/pass", club.room)
    assert (await club.table.present(number)).row.last == 2


async def test_a_game_continues_in_another_channel_when_its_own_is_deleted(club: Hall):
    number = await club.game()
    await club.called(club.ann)
    other = club.sandbox.channel(club.guild, "other")
    club.guild.channels.pop(club.room.id)
    club.sandbox.world.channels.pop(club.room.id)
    await club.ann.slash("/pass", other, game=str(number))
    await direct(club, club.ann.id, "has been deleted")
    moved = await club.ann.slash("/game here", other, game=str(number))
    assert "has moved to this channel" in moved.text
    await club.bob.slash("/pass", other)
    ping = await club.cem.pinged()
    assert ping.channel is other


@pytest.mark.usefixtures("hurried")
async def test_a_post_is_retried_after_a_server_error_and_never_doubled(club: Hall):
    await club.game()
    first = await club.called(club.ann)
    await club.posted()
    club.sandbox.faults.broken_after(SEND)
    await club.ann.slash("/pass", club.room)
    ping = await club.bob.pinged()
    assert ping.id > first.id
    await club.posted()
    assert len(club.sandbox.faults.met) == 1
    assert len(club.bob.pings) == 1


async def test_a_rate_limit_only_delays(club: Hall):
    await club.game()
    await club.called(club.ann)
    await club.posted()
    club.sandbox.faults.rate_limit(SEND, after=0.3)
    await club.ann.slash("/pass", club.room)
    await club.bob.pinged()
    await club.posted()
    assert len(club.sandbox.faults.met) == 1
    assert len(club.bob.pings) == 1


async def test_posting_in_an_archived_thread_works(club: Hall):
    opened = await club.ann.slash("/game new", club.room, title="1870", seats=3)
    thread = next(iter(club.guild.threads.values()))
    assert opened.ephemeral and thread.thread is not None
    for person in (club.bob, club.cem):
        await person.slash("/game join", thread)
    now = await club.table.present(1)
    first = club.on_turn(now)
    await club.called(first)
    thread.thread.archived = True
    await first.slash("/pass", club.room, game="1")
    second = club.on_turn(await club.table.present(1))
    ping = await club.called(second)
    assert ping.channel is thread and not thread.thread.archived


async def test_a_removed_bot_warns_the_organiser_and_loses_nothing(club: Hall):
    number = await club.game()
    await club.called(club.ann)
    club.sandbox.remove(club.guild, club.sandbox.world.bot)
    now = await club.table.present(number)
    await club.table.act(number, club.ann.id, "p1", "pass_auction", {}, now.decision, now.epoch)
    assert (await club.table.present(number)).row.last == 1


async def test_names_with_markup_ping_nobody_and_format_nothing(club: Hall):
    evil = club.sandbox.person("@everyone **x** <@1>", club.guild)
    opened = await club.ann.slash("/game new", club.room, title="1870", seats=2, place="here")
    await evil.slash("/game join", club.room)
    assert opened.ephemeral
    await club.sandbox.until(lambda: club.ann.pings or evil.pings)
    for message in club.ann.sees(club.room):
        assert not message.mention_everyone and "**x**" not in message.text and "@everyone" not in message.text


async def test_a_bot_that_is_connected_says_so(club: Hall, caplog):
    caplog.set_level("INFO", logger="stationmaster")
    await club.bot.on_ready()
    assert caplog.messages == ["ready; servers: 1"]


async def test_errors_become_a_sentence_and_no_player_text_is_logged(club: Hall, caplog, monkeypatch):
    await club.game()

    async def broken(*given: object, **more: object) -> None:
        raise ValueError("the secret words of a player")

    monkeypatch.setattr(club.table, "act", broken)
    answer = await club.ann.slash("/pass", club.room)
    assert "omething went wrong" in answer.text
    assert "secret words" not in caplog.text and club.sandbox.token not in caplog.text
    assert "/pass failed: ValueError" in caplog.text


async def test_a_refused_post_does_not_block_later_ones(club: Hall):
    number = await club.game()
    await club.called(club.ann)
    services = club.table.services
    async with services.db.write() as session:
        # It calls somebody, and so is a message of its own.
        said = {"text": ["Never read."], "ping": [club.cem.id]}
        bad = telling.row(telling.channel(club.room.id), "call", "bad", services.clock(), number, 0, **said)
        bad.nonce = "n" * 60  # Longer than Discord takes.
        session.add(bad)
    await club.ann.slash("/pass", club.room)
    ping = await club.bob.pinged()
    assert "Ann passes." in ping.text
    assert all("Never read." not in one.text for one in club.ann.sees(club.room))


@pytest.mark.parametrize(
    ("fault", "sentence", "logged"),
    [
        (ValueError("the secret words of a player"), "omething went wrong", "note_write failed: ValueError"),
        (Stale("This button is out of date"), "out of date", ""),
    ],
)
async def test_a_form_that_cannot_be_opened_says_why(club: Hall, caplog, monkeypatch, fault, sentence, logged):
    await club.game()
    await club.ann.slash("/note", club.room, text="first")
    page = await club.ann.slash("/note", club.room)

    async def text(mark: str, extras: Extras) -> str:
        raise fault

    monkeypatch.setattr(LONG_ARGUMENTS, "text", text)
    assert sentence in (await club.press(club.ann, page.message, "Add a note…")).text
    assert logged in caplog.text and ("failed" in caplog.text) == bool(logged) and "secret words" not in caplog.text
