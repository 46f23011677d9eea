"""Threads as Discord has them: what sleeps cannot be changed, and wakes only for those who may wake it."""

from __future__ import annotations

import discord
import pytest

from sandbox import Channel
from sandbox.world.errors import ClientRefuses
from sandbox.world.permissions import PLAYING_BOT, Perm
from sandbox.world.world import FORUM
from tests.sandbox.bots import TinyBot
from tests.sandbox.conftest import Club


async def thread_of(club: Club, tiny: TinyBot) -> tuple[discord.Thread, Channel]:
    """A thread of the bot's."""
    room = tiny.get_channel(club.room.id)
    thread = await room.create_thread(name="game", type=discord.ChannelType.public_thread)
    return thread, club.sandbox.world.channels[thread.id]


async def code_of(request) -> int:
    """With which code it is refused."""
    with pytest.raises(discord.HTTPException) as refused:
        await request
    return refused.value.code


async def test_in_an_archived_thread_messages_can_only_be_deleted(club: Club, tiny: TinyBot):
    thread, here = await thread_of(club, tiny)
    sent = await thread.send("x")
    await sent.add_reaction("👍")
    club.sandbox.threads.archive(here)
    for request in (
        sent.edit(content="y"),
        sent.pin(),
        sent.add_reaction("👎"),
        thread.add_user(discord.Object(club.ann.id)),
        thread.remove_user(discord.Object(tiny.user.id)),
    ):
        assert await code_of(request) == 50083
    assert here.messages[sent.id].content == "x" and club.ann.id not in here.thread.members
    await sent.delete()
    assert here.thread.archived and sent.id not in here.messages


async def test_a_locked_thread_is_changed_only_by_those_who_manage_threads(club: Club, tiny: TinyBot):
    thread, here = await thread_of(club, tiny)
    sent = await thread.send("x")
    here.thread.locked = True
    await sent.edit(content="y")
    next(one for one in club.guild.roles.values() if one.bot_id).permissions = int(PLAYING_BOT & ~Perm.MANAGE_THREADS)
    assert await code_of(sent.edit(content="z")) == 160005
    club.sandbox.threads.archive(here)
    assert await code_of(sent.delete()) == 160005
    assert await code_of(thread.edit(archived=False)) == 160005


async def test_a_silent_thread_is_archived_after_its_set_time(club: Club, tiny: TinyBot):
    room = tiny.get_channel(club.room.id)
    thread = await room.create_thread(name="game", type=discord.ChannelType.public_thread, auto_archive_duration=60)
    here, clock = club.sandbox.world.channels[thread.id], club.sandbox.world.clock
    sent = await thread.send("x")
    clock.skip(minutes=59)  # type: ignore[attr-defined]
    club.ann.says("still there", here)
    clock.skip(minutes=59)  # type: ignore[attr-defined]
    assert not here.thread.archived
    clock.skip(minutes=1)  # type: ignore[attr-defined]
    assert here.thread.archived
    assert await code_of(sent.edit(content="y")) == 50083


async def test_writing_or_being_mentioned_adds_people_to_a_thread(club: Club, tiny: TinyBot):
    thread, here = await thread_of(club, tiny)
    assert set(here.thread.members) == {tiny.user.id}
    club.ann.says("hello", here)
    await thread.send(club.bob.mention, allowed_mentions=discord.AllowedMentions(users=True))
    assert set(here.thread.members) == {tiny.user.id, club.ann.id, club.bob.id}


async def test_pressing_in_an_archived_thread_needs_the_right_to_reopen_it(club: Club, tiny: TinyBot):
    room = tiny.get_channel(club.room.id)
    thread, here = await thread_of(club, tiny)
    view = discord.ui.View(timeout=None)
    view.add_item(discord.ui.Button(label="Go", custom_id="go"))
    button = here.messages[(await thread.send("x", view=view)).id]

    async def presses(*, locked: bool = False) -> bool:
        here.thread.locked = locked
        club.sandbox.threads.archive(here)
        try:
            await club.ann.press(button, "Go", wait="sent")
        except ClientRefuses:
            assert here.thread.archived
            return False
        assert not here.thread.archived
        return True

    assert await presses()
    assert not await presses(locked=True)
    club.sandbox.rule(club.room, club.guild.everyone, deny=Perm.SEND_MESSAGES_IN_THREADS)
    assert not await presses()
    club.sandbox.threads.enter(here, [club.ann.id])
    assert await presses() and not await presses(locked=True)
    club.sandbox.role(club.guild, "Moderators", Perm.MANAGE_THREADS, club.ann)
    assert await presses(locked=True)
    assert room is not None


async def test_moderated_tags_are_for_those_who_manage_threads(club: Club, tiny: TinyBot):
    forum = club.sandbox.channel(club.guild, "forum", FORUM)
    tag = {"id": str(club.sandbox.world.new_id()), "name": "x", "moderated": True, "emoji_id": None, "emoji_name": None}
    forum.tags = [tag]
    club.sandbox.rule(forum, club.guild.everyone)
    await tiny.wait_for("guild_channel_update")
    known = tiny.get_channel(forum.id)
    made = await known.create_thread(name="a", content="a", applied_tags=known.available_tags)
    assert [one.id for one in made.thread.applied_tags] == [int(tag["id"])]
    club.sandbox.rule(forum, club.sandbox.world.bot, deny=Perm.MANAGE_THREADS)
    assert await code_of(known.create_thread(name="b", content="b", applied_tags=known.available_tags)) == 50013
