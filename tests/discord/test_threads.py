"""Games by post sleep for days: their threads are woken, their people are in them, and losses are noticed."""

from __future__ import annotations

import asyncio
from datetime import timedelta
from typing import Any

import pytest

import bot.discord.channel.pinned
from sandbox import Channel
from sandbox.people import Person
from sandbox.world.errors import ClientRefuses
from sandbox.world.permissions import Perm
from sandbox.world.world import FORUM
from tests.discord.conftest import Hall
from tests.discord.test_lost_messages import said, texts
from tests.discord.test_troubles import direct
from tests.waiting import until_stored

pytestmark = pytest.mark.soak

CHANNEL = "/channels/{channel_id}"


@pytest.fixture(autouse=True)
def at_once(monkeypatch: pytest.MonkeyPatch):
    """Pinned messages are changed without a rest before."""
    monkeypatch.setattr(bot.discord.channel.pinned, "REST", 0.0)


async def thread_game(club: Hall, **options: Any) -> tuple[Channel, Person]:
    """A game that runs in a thread of its own, and who is on turn."""
    opened = await club.ann.slash("/game new", club.room, title="1870", seats=2, **options)
    thread = next(one for one in club.guild.threads.values() if f"<#{one.id}>" in opened.text)
    await club.bob.slash("/game join", thread)
    person = club.on_turn(await club.table.present(1))
    await person.pinged()
    await club.posted()
    await shown(club)
    await brought(club, thread, club.ann, club.bob)
    return thread, person


async def shown(club: Hall) -> None:
    """Until every pinned message is up to date."""
    while club.bot.pinned._jobs:
        await asyncio.wait(club.bot.pinned._jobs)


async def brought(club: Hall, thread: Channel, *people: Person) -> None:
    """Until they are in the thread."""
    inside = thread.thread
    assert inside is not None
    await club.sandbox.until(lambda: all(one.id in inside.members for one in people), "the people of the thread")

    async def noted() -> bool:
        games = await club.bot.extras.games_in(thread.id)
        return {one.id for one in people} <= {user for row in games for user in row.place.get("brought", [])}

    await until_stored(noted, "who has been brought in")


def asleep(thread: Channel) -> bool:
    """Is it archived?"""
    assert thread.thread is not None
    return thread.thread.archived


async def heard(club: Hall) -> None:
    """Until the bot has taken note of all that happened: it hears everything in order."""
    await club.ann.slash("/game list", club.room)
    await club.quiet()


def woken(club: Hall) -> int:
    """How often the bot has woken a thread."""
    return sum(
        one.method == "PATCH" and one.template == CHANNEL and one.body.get("archived") is False
        for one in list(club.sandbox.records)
    )


# --- who is in it


async def test_players_and_spectators_are_added_to_their_thread(club: Hall):
    thread, _ = await thread_game(club)
    other = await club.cem.slash("/game new", club.room, title="1870", seats=3, join=False)
    watched = next(one for one in club.guild.threads.values() if f"<#{one.id}>" in other.text)
    club.sandbox.role(club.guild, "Hosts", Perm.MANAGE_MESSAGES, club.cem)
    await club.cem.slash("/spectate start", watched, game="1")
    assert watched.thread is not None and club.cem.id in watched.thread.members
    assert thread.thread is not None and club.cem.id not in thread.thread.members
    assert thread.thread.auto_archive == 10080


async def test_people_who_leave_the_thread_are_not_added_again(club: Hall):
    thread, _ = await thread_game(club)
    assert thread.thread is not None
    del thread.thread.members[club.bob.id]
    assert await club.bot.pinned.show(1)
    assert club.bob.id not in thread.thread.members


async def test_a_new_player_is_added_to_the_thread(club: Hall):
    thread, _ = await thread_game(club)
    seat = next(one.seat for one in (await club.table.present(1)).seats if one.user_id == club.bob.id)
    await club.sure(club.ann, await club.ann.slash("/game replace", thread, player=seat, by=club.cem))
    await brought(club, thread, club.cem)


async def test_players_but_not_strangers_can_press_in_an_archived_thread(club: Hall):
    thread, person = await thread_game(club)
    await club.sandbox.until(lambda: any(one.pinned for one in thread.public), "the pinned message")
    status = next(one for one in thread.public if one.pinned)
    # Nobody but its members may wake it.
    club.sandbox.rule(club.room, club.guild.everyone, deny=Perm.SEND_MESSAGES_IN_THREADS)
    bots = next(one for one in club.guild.roles.values() if one.bot_id)
    club.sandbox.rule(club.room, bots, allow=Perm.SEND_MESSAGES_IN_THREADS)
    assert thread.thread is not None
    thread.thread.archived = True
    with pytest.raises(ClientRefuses, match="can't use buttons in the archived thread"):
        await club.cem.press(status, "Your turn")
    panel = await club.press(person, status, "Your turn")
    assert panel.ephemeral and not asleep(thread)


# --- asleep


async def test_a_running_games_thread_is_reopened_when_it_is_archived(club: Hall):
    thread, _ = await thread_game(club)
    club.archive(thread)
    await club.sandbox.until(lambda: not asleep(thread), "the thread")
    await heard(club)
    # Somebody who archives it again at once wants it to sleep.
    club.archive(thread)
    await heard(club)
    assert asleep(thread) and woken(club) == 1


async def test_a_week_of_silence_does_not_close_a_games_thread(club: Hall):
    thread, _ = await thread_game(club)
    assert thread.thread is not None
    before = thread.thread.archived_at
    club.sandbox.world.clock.skip(days=7)  # type: ignore[attr-defined]
    await club.sandbox.until(lambda: woken(club) and not asleep(thread), "the thread")
    assert thread.thread.archived_at > before


async def test_locked_threads_and_those_of_lobbies_may_stay_archived(club: Hall):
    thread, _ = await thread_game(club)
    opened = await club.cem.slash("/game new", club.room, title="1870", seats=3)
    lobby = next(one for one in club.guild.threads.values() if f"<#{one.id}>" in opened.text)
    await shown(club)
    assert thread.thread is not None
    thread.thread.locked = True
    for one in (thread, lobby):
        club.archive(one)
    await heard(club)
    assert asleep(thread) and asleep(lobby) and woken(club) == 0


@pytest.mark.parametrize("known", [True, False], ids=["the bot knows that it sleeps", "it has just fallen asleep"])
async def test_messages_in_an_archived_thread_are_still_updated(club: Hall, known: bool):
    thread, person = await thread_game(club)
    await said(club, 1, "line 1", where=thread)
    await club.sandbox.until(lambda: any(one.pinned for one in thread.public), "the pinned message")
    status = next(one for one in thread.public if one.pinned)
    for what in ("status", "line"):
        await shown(club)
        assert thread.thread is not None
        if known:
            thread.thread.locked = True
            club.archive(thread)
            await heard(club)
            assert asleep(thread)
        else:
            thread.thread.archived = True
        if what == "status":
            before = len(status.before)
            assert await club.bot.pinned.show(1)
            assert len(status.before) == before + 1
        else:
            await said(club, 1, "line 2", where=thread)
            assert texts(club, thread) == ["line 1\nline 2"]
        assert not asleep(thread)
    assert person


async def test_a_panel_works_although_its_thread_was_archived_meanwhile(club: Hall, monkeypatch: pytest.MonkeyPatch):
    thread, person = await thread_game(club)
    panel = await person.slash("/turn", thread)
    present = type(club.table).present

    async def late(*given: Any, **more: Any) -> Any:
        assert thread.thread is not None
        thread.thread.archived = True
        return await present(*given, **more)

    monkeypatch.setattr(type(club.table), "present", late)
    shown = await club.press(person, panel.message, "What if…")
    assert "What if?" in shown.text
    assert not asleep(thread)


# --- while the bot was away


async def test_changes_to_channels_while_the_bot_was_offline_are_noticed_at_the_start(hall: Hall):
    async with hall.open():
        thread, _ = await thread_game(hall)
        gone = hall.sandbox.channel(hall.guild, "gone")
        await hall.game(hall.bob, hall.cem, where=gone)
        await hall.bob.slash("/game new", hall.room, title="1870", seats=3)
        lobby = next(one for one in hall.guild.threads.values() if one is not thread)
        dead = hall.sandbox.channel(hall.guild, "stands")
        await hall.ann.slash("/spectate start", dead, game="1")
        await hall.posted()
    hall.sandbox.remove_channel(gone)
    hall.sandbox.remove_channel(dead)
    for one in (thread, lobby):
        hall.archive(one)
    async with hall.open():
        await direct(hall, hall.bob.id, "Game 2: its channel has been deleted")
        await direct(hall, hall.ann.id, f"is no longer shown to spectators in <#{dead.id}>")
        await hall.sandbox.until(lambda: not asleep(thread), "the thread")
        assert await hall.bot.extras.mirrors(1) == []
        await heard(hall)
        assert asleep(lobby), "its game has not begun"


@pytest.mark.parametrize("locked", [False, True], ids=["over", "locked"])
async def test_finished_and_locked_threads_stay_archived_when_the_bot_starts(hall: Hall, locked: bool):
    async with hall.open():
        thread, _ = await thread_game(hall)
        if not locked:
            await hall.sure(hall.ann, await hall.ann.slash("/game end", thread))
            await hall.posted()
            await shown(hall)
    assert thread.thread is not None
    thread.thread.locked = locked
    hall.archive(thread)
    asked = "GET " + CHANNEL
    before = len(hall.sandbox.records.of(asked))
    async with hall.open():
        await hall.sandbox.until(lambda: len(hall.sandbox.records.of(asked)) > before, "a look for the thread")
        await heard(hall)
    assert asleep(thread) and woken(hall) == 0


# --- joining from elsewhere


async def test_people_who_cannot_see_a_games_channel_cannot_join_from_elsewhere(club: Hall):
    shut = club.sandbox.channel(club.guild, "shut")
    club.sandbox.rule(shut, club.guild.everyone, deny=Perm.VIEW_CHANNEL)
    for one in (club.ann.user, club.cem.user, club.sandbox.world.bot):
        club.sandbox.rule(shut, one, allow=Perm.VIEW_CHANNEL)
    await club.ann.slash("/game new", shut, title="1870", seats=4, place="here")
    await club.posted()
    before = [one.text for one in shut.public]
    refused = await club.bob.slash("/game join", club.room, game="1")
    await club.posted()
    assert f"can't see <#{shut.id}>" in refused.text
    await shown(club)
    assert [one.text for one in shut.public] == before
    assert "You have joined game 1" in (await club.cem.slash("/game join", club.room, game="1")).text
    await club.ann.sees_text("Cem", shut)
    # An organiser who has no seat takes one from a direct message, where Discord says nothing of their rights.
    await club.cem.slash("/game new", shut, title="1870", seats=4, place="here", join=False)
    direct = club.sandbox.world.direct(club.cem.user)
    assert "You have joined game 2" in (await club.cem.slash("/game join", direct, game="2")).text


async def test_people_outside_a_private_thread_cannot_join_its_game_from_elsewhere(club: Hall):
    room = club.bot.get_channel(club.room.id)
    thread = await room.create_thread(name="secret")  # type: ignore[union-attr]
    secret = club.sandbox.world.channels[thread.id]
    club.sandbox.threads.enter(secret, [club.ann.id, club.cem.id])
    await club.ann.slash("/game new", secret, title="1870", seats=4, place="here")
    refused = await club.bob.slash("/game join", club.room, game="1")
    assert f"can't see <#{secret.id}>" in refused.text
    assert secret.thread is not None and club.bob.id not in secret.thread.members
    assert "You have joined game 1" in (await club.cem.slash("/game join", club.room, game="1")).text


async def test_people_outside_a_private_thread_are_not_invited_to_its_game(club: Hall):
    room = club.bot.get_channel(club.room.id)
    thread = await room.create_thread(name="secret")  # type: ignore[union-attr]
    secret = club.sandbox.world.channels[thread.id]
    club.sandbox.threads.enter(secret, [club.ann.id, club.cem.id])
    await club.ann.slash("/game new", secret, title="1870", seats=4, place="here", invited_only=True)
    refused = await club.ann.slash("/game invite", secret, player=club.bob)
    assert f"can't see <#{secret.id}>" in refused.text
    assert secret.thread is not None and club.bob.id not in secret.thread.members
    assert "invited" in (await club.ann.slash("/game invite", secret, player=club.cem)).text


# --- forums


def tags(club: Hall, forum: Channel, **moderated: bool) -> None:
    """A forum whose posts must have one of these tags."""
    forum.needs_tag = True
    forum.tags = [
        {"id": str(club.sandbox.world.new_id()), "name": name, "moderated": one, "emoji_id": None, "emoji_name": None}
        for name, one in moderated.items()
    ]
    club.sandbox.rule(forum, club.guild.everyone)


async def test_in_a_forum_with_only_moderated_tags_moderators_open_games(club: Hall):
    forum = club.sandbox.channel(club.guild, "forum", FORUM)
    tags(club, forum, official=True)
    asked = {"title": "1870", "seats": 2, "where": forum}
    assert "Manage Threads" in (await club.bob.slash("/game new", club.room, **asked)).text
    club.sandbox.role(club.guild, "Moderators", Perm.MANAGE_THREADS, club.ann)
    opened = await club.ann.slash("/game new", club.room, **asked)
    (post,) = [one for one in club.guild.threads.values() if one.parent is forum]
    assert f"<#{post.id}>" in opened.text
    # Nor can the bot make a tag of its own.
    tags(club, forum, official=True)
    club.sandbox.rule(forum, club.sandbox.world.bot, deny=Perm.MANAGE_THREADS | Perm.MANAGE_CHANNELS)
    refused = await club.ann.slash("/game new", club.room, **asked)
    assert "for which I need the Manage Threads permission" in refused.text
    tags(club, forum)
    assert "has no tags" in (await club.ann.slash("/game new", club.room, **asked)).text
    tags(club, forum, official=True, open=False)
    assert "is open" in (await club.bob.slash("/game new", club.room, **asked)).text
    assert len(await club.bot.extras.games_on(club.guild.id)) == 2


async def test_the_hour_between_reopenings_is_measured_by_the_tables_clock(club: Hall, monkeypatch: pytest.MonkeyPatch):
    thread, _ = await thread_game(club)
    club.archive(thread)
    await club.sandbox.until(lambda: not asleep(thread), "the thread")
    clock = club.table.clock
    await heard(club)
    monkeypatch.setattr(club.table, "clock", lambda: clock() + timedelta(hours=2))
    club.archive(thread)
    await club.sandbox.until(lambda: not asleep(thread), "the thread")
    assert woken(club) == 2
