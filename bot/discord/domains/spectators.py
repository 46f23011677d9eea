"""The role of those who watch, and channels that are opened for it: /spectate role, join, leave, open, close."""

from __future__ import annotations

from collections.abc import Awaitable
from typing import Any

import discord

from bot.discord.asked import Asked, FormOf, OnPress
from bot.discord.command import Command, Option
from bot.discord.place import found as channel_of
from bot.discord.reply import Reply
from bot.discord.say import say
from bot.table.errors import NotYours, Refused

ROLE = "spectator_role"
OPENED = discord.PermissionOverwrite(view_channel=True, read_message_history=True)
READ_ONLY = discord.PermissionOverwrite(
    view_channel=True, read_message_history=True, send_messages=False, send_messages_in_threads=False
)
"""What the role may do in a channel that is opened for it; both are recognised by it when they are taken back."""


async def role(asked: Asked, given: dict[str, Any]) -> Reply:
    """Name the role that spectators may take; channels opened for the one before are opened for this one."""
    if not asked.manager:
        raise NotYours(say("managers_only", group="spectate"))
    named: discord.Role | None = given.get("role")
    if named is not None and (named.is_default() or named.managed or named.permissions.value & ~_HARMLESS.value):
        raise Refused(say("no_such_role", group="spectate"))
    before = await _role(asked)
    if before is not None and before != named:
        await _handed_on(before, named)
    await asked.table.seating.set_server(asked.guild, **{ROLE: named.id if named else 0})
    return Reply(say("role_set", group="spectate", role=named.mention) if named else say("role_off", group="spectate"))


_HARMLESS = discord.Permissions(
    view_channel=True,
    read_message_history=True,
    send_messages=True,
    send_messages_in_threads=True,
    add_reactions=True,
    use_application_commands=True,
    embed_links=True,
    attach_files=True,
    change_nickname=True,
)
"""What a role that everybody may take can be allowed to do."""


async def join(asked: Asked, given: dict[str, Any]) -> Reply:
    """Take the role."""
    member, named = await _own_role(asked)
    await _with_role(member.add_roles(named, reason=say("role_reason", group="spectate")))
    return Reply(say("joined", group="spectate", role=f"<@&{named.id}>"))


async def leave(asked: Asked, given: dict[str, Any]) -> Reply:
    """Give it back."""
    member, named = await _own_role(asked)
    await _with_role(member.remove_roles(named, reason=say("role_reason", group="spectate")))
    return Reply(say("left", group="spectate", role=f"<@&{named.id}>"))


async def _role(asked: Asked) -> discord.Role | None:
    """The role of this server, if one is named and has not been deleted."""
    guild = asked.interaction.guild
    number = (await asked.table.seating.server(asked.guild))[ROLE] if asked.guild else 0
    return guild.get_role(number) if guild is not None and number else None


async def _own_role(asked: Asked) -> tuple[discord.Member, discord.Object]:
    member = asked.interaction.user
    if not isinstance(member, discord.Member):
        raise Refused(say("servers_only"))
    number = (await asked.table.seating.server(asked.guild))[ROLE]
    if not number:
        raise Refused(say("no_role", group="spectate"))
    return member, discord.Object(number)


async def _with_role(change: Awaitable[None]) -> None:
    """A role that has been deleted, or stands above the bot's own, is said to be so."""
    try:
        await change
    except discord.NotFound as e:
        raise Refused(say("no_role", group="spectate")) from e
    except discord.Forbidden as e:
        raise Refused(say("role_above", group="spectate")) from e


# --- channels opened for it


async def open_(asked: Asked, given: dict[str, Any]) -> Reply:
    """Let spectators see this channel, which others may not see."""
    named, channel = await _meant(asked)
    overwrite = OPENED if given.get("write") else READ_ONLY
    await _with_channel(
        channel.set_permissions(named, overwrite=overwrite, reason=say("role_reason", group="spectate"))
    )
    text = say("opened" if given.get("write") else "opened_to_read", group="spectate", role=named.mention)
    return Reply(text)


async def close(asked: Asked, given: dict[str, Any]) -> Reply:
    """Let spectators see this channel no more than anybody else."""
    named, channel = await _meant(asked)
    await _with_channel(channel.set_permissions(named, overwrite=None, reason=say("role_reason", group="spectate")))
    return Reply(say("closed", group="spectate", role=named.mention))


Place = discord.TextChannel | discord.ForumChannel


async def _meant(asked: Asked) -> tuple[discord.Role, Place]:
    """The role and this channel (of a thread the one it belongs to), if the asker may change who sees it."""
    if not asked.guild:
        raise Refused(say("servers_only"))
    rights = asked.interaction.permissions
    own = any(
        row.organiser_id == asked.user and row.place.get("own") for row in await asked.bot.shelf.games_in(asked.channel)
    )
    if not (own or asked.manager or rights.manage_channels or rights.manage_roles):
        raise NotYours(say("not_to_open", group="spectate"))
    named = await _role(asked)
    if named is None:
        raise Refused(say("no_role", group="spectate"))
    channel = await channel_of(asked, asked.channel)
    if isinstance(channel, discord.Thread):
        channel = await channel_of(asked, channel.parent_id)
    if not isinstance(channel, discord.TextChannel | discord.ForumChannel):
        raise Refused(say("servers_only"))
    return named, channel


async def _with_channel(change: Awaitable[None]) -> None:
    try:
        await change
    except discord.Forbidden as e:
        raise Refused(say("cannot_open", group="spectate")) from e


async def _handed_on(before: discord.Role, now: discord.Role | None) -> None:
    """What was opened for one role is opened for the other instead."""
    reason = say("role_reason", group="spectate")
    for channel in before.guild.channels:
        overwrite = channel.overwrites_for(before)
        if overwrite not in (OPENED, READ_ONLY):
            continue
        if now is not None:
            await _with_channel(channel.set_permissions(now, overwrite=overwrite, reason=reason))
        await _with_channel(channel.set_permissions(before, overwrite=None, reason=reason))


COMMANDS = (
    Command("spectate role", role, (Option("role", discord.Role),)),
    Command("spectate join", join),
    Command("spectate leave", leave),
    Command("spectate open", open_, (Option("write", bool),)),
    Command("spectate close", close),
)
PRESSES: dict[str, OnPress] = {}
FORMS: dict[str, FormOf] = {}
