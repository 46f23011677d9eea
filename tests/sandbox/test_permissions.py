"""Who may what: roles, overwrites of channels, and what the bot is told when it may not."""

from __future__ import annotations

import io
from collections.abc import Awaitable, Callable

import discord
import pytest

from sandbox.refusing import limits
from sandbox.world.errors import ClientRefuses
from sandbox.world.permissions import (
    EVERYONE,
    NONE,
    PLAYING_BOT,
    Perm,
)
from sandbox.world.rights import in_channel
from sandbox.world.world import FORUM, Overwrite
from tests.sandbox.bots import TinyBot
from tests.sandbox.conftest import Club

Does = Callable[[discord.TextChannel], Awaitable[object]]


def deny(club: Club, *, role: int | None = None, member: int | None = None, allow: Perm = NONE, deny: Perm = NONE):
    id = role or member or club.guild.id
    club.room.overwrites[id] = Overwrite(id, 1 if member else 0, int(allow), int(deny))


def bot_role(club: Club):
    return next(role for role in club.guild.roles.values() if role.bot_id)


def test_overwrites_of_everyone_then_of_roles_then_of_the_member(club: Club):
    ann = club.ann.user
    assert in_channel(club.room, ann) == EVERYONE
    deny(club, deny=Perm.SEND_MESSAGES)
    assert Perm.SEND_MESSAGES not in in_channel(club.room, ann)
    role = bot_role(club)
    club.guild.members[ann.id].roles.append(role.id)
    deny(club, role=role.id, allow=Perm.SEND_MESSAGES)
    assert Perm.SEND_MESSAGES in in_channel(club.room, ann)
    deny(club, member=ann.id, deny=Perm.SEND_MESSAGES)
    assert Perm.SEND_MESSAGES not in in_channel(club.room, ann)
    deny(club, member=ann.id, deny=Perm.VIEW_CHANNEL)
    assert in_channel(club.room, ann) == 0
    assert in_channel(club.room, club.sandbox.host) == (1 << 53) - 1


@pytest.mark.parametrize(
    ("missing", "does"),
    [
        (Perm.SEND_MESSAGES, lambda room: room.send("x")),
        (Perm.ATTACH_FILES, lambda room: room.send(file=discord.File(io.BytesIO(b"x"), "x"))),
        (Perm.CREATE_PRIVATE_THREADS, lambda room: room.create_thread(name="t")),
        (
            Perm.CREATE_PUBLIC_THREADS,
            lambda room: room.create_thread(name="t", type=discord.ChannelType.public_thread),
        ),
        (Perm.MANAGE_CHANNELS, lambda room: room.edit(topic="t")),
        (Perm.MANAGE_CHANNELS, lambda room: room.guild.create_text_channel("t")),
        (Perm.MANAGE_CHANNELS, lambda room: room.delete()),
        (Perm.MANAGE_ROLES, lambda room: room.guild.create_role(name="r")),
        (Perm.MANAGE_ROLES, lambda room: room.set_permissions(room.guild.default_role, send_messages=False)),
    ],
)
async def test_without_the_permission_the_bot_is_refused(club: Club, tiny: TinyBot, missing: Perm, does: Does):
    bot_role(club).permissions = int(PLAYING_BOT & ~missing)
    club.guild.everyone.permissions = int(EVERYONE & ~missing)
    room = tiny.get_channel(club.room.id)
    with pytest.raises(discord.Forbidden) as refused:
        await does(room)
    assert refused.value.code == 50013
    bot_role(club).permissions = int(PLAYING_BOT)
    await does(room)


async def test_requests_for_a_channel_the_bot_cannot_see_are_refused(club: Club, tiny: TinyBot):
    deny(club, member=tiny.user.id, deny=Perm.VIEW_CHANNEL)
    with pytest.raises(discord.Forbidden) as refused:
        await tiny.get_channel(club.room.id).send("x")
    assert refused.value.code == 50001
    assert club.room.public == []


async def test_pinning_is_a_permission_of_its_own(club: Club, tiny: TinyBot):
    sent = await tiny.get_channel(club.room.id).send("x")
    bot_role(club).permissions = int(PLAYING_BOT & ~Perm.PIN_MESSAGES)
    with pytest.raises(discord.Forbidden):
        await sent.pin()
    bot_role(club).permissions = int(PLAYING_BOT)
    await sent.pin()
    assert [one.pinned is not None for one in club.room.public] == [True, False]


async def test_roles_above_the_bots_own_are_out_of_reach(club: Club, tiny: TinyBot):
    guild = await tiny.fetch_guild(club.guild.id)
    made = await guild.create_role(name="Players")
    member = await guild.fetch_member(club.ann.id)
    await member.add_roles(made)
    assert club.guild.members[club.ann.id].roles == [made.id]
    club.guild.roles[made.id].position = bot_role(club).position
    with pytest.raises(discord.Forbidden):
        await member.remove_roles(made)
    assert club.guild.members[club.ann.id].roles == [made.id]


async def test_only_own_messages_can_be_edited(club: Club, tiny: TinyBot):
    said = club.ann.says("mine", club.room)
    message = await tiny.get_channel(club.room.id).fetch_message(said.id)
    with pytest.raises(discord.Forbidden) as refused:
        await message.edit(content="yours")
    assert (refused.value.code, said.content) == (50005, "mine")


async def test_people_cannot_do_what_their_permissions_forbid(club: Club, tiny: TinyBot):
    deny(club, deny=Perm.USE_APPLICATION_COMMANDS)
    with pytest.raises(ClientRefuses, match="can't use commands"):
        await club.ann.slash("/echo", club.room, text="x")
    deny(club, deny=Perm.VIEW_CHANNEL)
    with pytest.raises(ClientRefuses, match="cannot see"):
        await club.ann.slash("/echo", club.room, text="x")
    assert club.ann.sees(club.room) == []
    deny(club)
    secret = await club.ann.slash("/panel", club.room)
    secret.message.only_for = club.ann.id
    with pytest.raises(ClientRefuses, match="cannot see this message"):
        await club.bob.press(secret.message, "Write a note")


async def test_threads_are_archived_reopened_and_locked(club: Club, tiny: TinyBot):
    room = tiny.get_channel(club.room.id)
    thread = await room.create_thread(name="game", type=discord.ChannelType.public_thread)
    here = club.sandbox.world.channels[thread.id]
    sent = await thread.send("x")
    await thread.edit(archived=True)
    with pytest.raises(ClientRefuses, match="archived"):
        await club.ann.slash("/echo", here, text="x")
    with pytest.raises(discord.HTTPException) as refused:
        await sent.edit(content="y")
    assert refused.value.code == 50083
    with pytest.raises(discord.HTTPException) as refused:
        await thread.edit(name="other")
    assert refused.value.code == 50083
    await thread.send("wakes it")
    assert not here.thread.archived
    await thread.edit(archived=True, locked=True)
    bot_role(club).permissions = int(PLAYING_BOT & ~Perm.MANAGE_THREADS)
    with pytest.raises(discord.Forbidden) as refused:
        await thread.send("again")
    assert refused.value.code == 160005


async def test_the_number_of_active_threads_per_server_is_limited(
    club: Club, tiny: TinyBot, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(limits, "ACTIVE_THREADS", 1)
    room = tiny.get_channel(club.room.id)
    first = await room.create_thread(name="first", type=discord.ChannelType.public_thread)
    with pytest.raises(discord.HTTPException) as refused:
        await room.create_thread(name="second", type=discord.ChannelType.public_thread)
    assert (refused.value.code, len(club.guild.threads)) == (160006, 1)
    await first.edit(archived=True)
    await room.create_thread(name="second", type=discord.ChannelType.public_thread)


async def test_private_threads_are_for_their_members(club: Club, tiny: TinyBot):
    thread = await tiny.get_channel(club.room.id).create_thread(name="secret")
    here = club.sandbox.world.channels[thread.id]
    await thread.send("x")
    assert club.ann.sees(here) == []
    await thread.add_user(discord.Object(club.ann.id))
    assert [one.text for one in club.ann.sees(here)] == ["x"]
    assert club.bob.sees(here) == []


async def test_messages_cannot_be_sent_to_a_forum(club: Club, tiny: TinyBot):
    forum = club.sandbox.channel(club.guild, "posts", FORUM)
    with pytest.raises(discord.HTTPException) as refused:
        await tiny.http.request(discord.http.Route("POST", f"/channels/{forum.id}/messages"), json={"content": "x"})
    assert refused.value.code == 50008


async def test_direct_messages_notify_unless_closed(club: Club, tiny: TinyBot):
    direct = await (await tiny.fetch_user(club.ann.id)).create_dm()
    await direct.send("psst")
    assert [one.text for one in club.ann.pings] == ["psst"]
    club.ann.user.open_to_messages = False
    with pytest.raises(discord.Forbidden) as refused:
        await direct.send("psst")
    assert refused.value.code == 50007


async def test_direct_messages_need_a_server_in_common(club: Club, tiny: TinyBot):
    direct = await (await tiny.fetch_user(club.ann.id)).create_dm()
    club.sandbox.remove(club.guild, club.ann.user)
    with pytest.raises(discord.Forbidden) as refused:
        await direct.send("psst")
    assert refused.value.code == 50278
    club.sandbox.join(club.guild, club.ann.user)
    await direct.send("psst")


async def test_who_is_notified(club: Club, tiny: TinyBot):
    room = tiny.get_channel(club.room.id)
    role = club.sandbox.world.guilds[club.guild.id].roles
    made = await room.guild.create_role(name="Players", mentionable=True)
    club.guild.members[club.cem.id].roles.append(made.id)
    everything = discord.AllowedMentions.all()
    text = f"@everyone {club.ann.mention} {club.bob.mention} <@&{made.id}>"
    for allowed, rung in (
        (None, set()),
        (everything, {club.ann.id, club.bob.id, club.cem.id}),
        (discord.AllowedMentions(users=[discord.Object(club.bob.id)], everyone=False, roles=False), {club.bob.id}),
        (discord.AllowedMentions(users=False, everyone=False, roles=True), {club.cem.id}),
    ):
        sent = await room.send(text, **({"allowed_mentions": allowed} if allowed else {}))
        message = club.room.messages[sent.id]
        # @everyone needs a permission that the bot has not got.
        assert (set(message.pinged), message.mention_everyone) == (rung, False)
    bot_role(club).permissions |= int(Perm.MENTION_EVERYONE)
    sent = await room.send("@everyone", allowed_mentions=everything)
    assert len(club.room.messages[sent.id].pinged) == 4
    silent = await room.send(club.ann.mention, allowed_mentions=everything, silent=True)
    assert club.room.messages[silent.id].pinged == frozenset()
    edited = await room.send("x")
    await edited.edit(content=club.ann.mention, allowed_mentions=everything)
    assert club.room.messages[edited.id].pinged == frozenset()
    role[made.id].mentionable = False
    deny(club, deny=Perm.VIEW_CHANNEL)
    bot_role(club).permissions |= int(Perm.ADMINISTRATOR)
    unseen = await room.send(club.ann.mention, allowed_mentions=everything)
    assert club.room.messages[unseen.id].pinged == frozenset()
