"""The spectators' role and the channels opened for it: /spectate role, join, leave, open."""

from __future__ import annotations

from collections.abc import Awaitable

import discord

from bot.discord.domains.shared.place import channel_of
from bot.discord.domains.shared.request import Request
from bot.discord.games.rights import name_of
from bot.discord.kit.command import command
from bot.discord.kit.reply import Reply
from bot.discord.kit.say import say
from bot.errors import NotYours, Refused

ROLE = "spectator_role"
OPENED = discord.PermissionOverwrite(view_channel=True, read_message_history=True)
READ_ONLY = discord.PermissionOverwrite(
    view_channel=True, read_message_history=True, send_messages=False, send_messages_in_threads=False
)
"""The permissions given to the role in an opened channel; the overwrite is recognised by them when removed."""


@command("spectate role")
async def set_role(request: Request, role: discord.Role | None = None) -> Reply:
    """Set the spectators' role; channels opened for the previous role are opened for this one."""
    if not request.manager:
        raise NotYours(say("managers_only", group="spectate"))
    if role is not None:
        if not _harmless(role):
            raise Refused(say("no_such_role", group="spectate"))
        _check_gives(request, role)
    before = await _role(request)
    if before is not None and before != role:
        await _handed_on(request, before, role)
    await request.table.preferences.set_server(request.guild, **{ROLE: role.id if role else 0})
    return Reply(say("role_set", group="spectate", role=role.mention) if role else say("role_off", group="spectate"))


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
"""The permissions that a role anybody can take may have."""


def _harmless(role: discord.Role) -> bool:
    return not (role.is_default() or role.managed or role.permissions.value & ~_HARMLESS.value)


def _check_gives(request: Request, role: discord.Role) -> None:
    """Refuse somebody who could not give the role themselves on Discord."""
    member = request.interaction.user
    if isinstance(member, discord.Member):
        above = member.id == member.guild.owner_id or member.top_role > role
        if above and member.guild_permissions.manage_roles:
            return
    raise NotYours(say("role_too_high", group="rights", role=role.mention))


@command("spectate join")
async def join(request: Request, on: bool = True) -> Reply:
    """Give the asker the role, or take it from them."""
    if not on:
        return await _leave(request)
    member, named = await _own_role(request)
    await _harmless_still(request)
    await _with_role(member.add_roles(named, reason=say("role_reason", group="spectate")))
    return Reply(say("joined", group="spectate", role=f"<@&{named.id}>"))


async def _leave(request: Request) -> Reply:
    """Remove the role from the asker."""
    member, named = await _own_role(request)
    await _with_role(member.remove_roles(named, reason=say("role_reason", group="spectate")))
    return Reply(say("left", group="spectate", role=f"<@&{named.id}>"))


async def _role(request: Request) -> discord.Role | None:
    """The server's spectator role, if it is set and exists."""
    guild = request.interaction.guild
    number = (await request.table.preferences.server(request.guild))[ROLE] if request.guild else 0
    return guild.get_role(number) if guild is not None and number else None


async def _own_role(request: Request) -> tuple[discord.Member, discord.Object]:
    member = request.interaction.user
    if not isinstance(member, discord.Member):
        raise Refused(say("servers_only"))
    number = (await request.table.preferences.server(request.guild))[ROLE]
    if not number:
        raise Refused(say("no_role", group="spectate"))
    return member, discord.Object(number)


async def _harmless_still(request: Request) -> None:
    """Refuse a role that has gained permissions since it was set."""
    named = await _role(request)
    if named is not None and not _harmless(named):
        raise Refused(say("no_longer_harmless", group="spectate", role=named.mention))


async def _with_role(change: Awaitable[None]) -> None:
    """Turn Discord's refusals into sentences: the role is deleted, or above the bot's own."""
    try:
        await change
    except discord.NotFound as e:
        raise Refused(say("no_role", group="spectate")) from e
    except discord.Forbidden as e:
        raise Refused(say("role_above", group="spectate")) from e


# --- channels opened for it


@command("spectate open")
async def open_(request: Request, write: bool = False, on: bool = True) -> Reply:
    """Let spectators see this channel, or no longer."""
    if not on:
        return await _close(request)
    overwrite = OPENED if write else READ_ONLY
    named, channel = await _role_and_place(request, overwrite)
    await _with_channel(
        channel.set_permissions(named, overwrite=overwrite, reason=say("role_reason", group="spectate"))
    )
    await request.table.preferences.tell_of_spectators({request.channel, *_shown_with(channel)}, named.id)
    text = say("opened" if write else "opened_to_read", group="spectate", role=named.mention)
    return Reply(text)


async def _close(request: Request) -> Reply:
    """Remove the spectators' access to this channel."""
    named, channel = await _role_and_place(request)
    await _with_channel(channel.set_permissions(named, overwrite=None, reason=say("role_reason", group="spectate")))
    return Reply(say("closed", group="spectate", role=named.mention))


Place = discord.TextChannel | discord.ForumChannel


def _shown_with(channel: discord.abc.GuildChannel) -> set[int]:
    """A channel with the threads that everybody sees who sees it."""
    threads = channel.threads if isinstance(channel, Place) else []
    return {channel.id, *(one.id for one in threads if not one.is_private())}


async def _role_and_place(
    request: Request, overwrite: discord.PermissionOverwrite | None = None
) -> tuple[discord.Role, Place]:
    """The role and this channel (a thread's parent), if the asker may change who sees it."""
    request.check_server()
    channel = await channel_of(request, request.channel)
    if isinstance(channel, discord.Thread):
        channel = await channel_of(request, channel.parent_id)
    if not isinstance(channel, discord.TextChannel | discord.ForumChannel):
        raise Refused(say("servers_only"))
    # A game owns a channel created for it, never the parent of its thread or post.
    games = await request.bot.extras.games_in(channel.id)
    if not any(row.organiser_id == request.user and row.place.get("own") for row in games):
        _check_opens(request.interaction.permissions, overwrite)
    named = await _role(request)
    if named is None:
        raise Refused(say("no_role", group="spectate"))
    return named, channel


def _check_opens(rights: discord.Permissions, overwrite: discord.PermissionOverwrite | None) -> None:
    """Refuse somebody who could not change these permissions themselves; nobody can give what they lack."""
    if rights.administrator:
        return
    if not rights.manage_roles:
        raise NotYours(say("not_to_open", group="spectate"))
    if overwrite is not None:
        allow, deny = overwrite.pair()
        lacking = [name for name, has in rights if not has and getattr(allow | deny, name)]
        if lacking:
            raise NotYours(say("not_yours_to_give", group="spectate", right=name_of(lacking[0])))


async def _with_channel(change: Awaitable[None]) -> None:
    try:
        await change
    except discord.Forbidden as e:
        raise Refused(say("cannot_open", group="spectate")) from e


async def _handed_on(request: Request, before: discord.Role, now: discord.Role | None) -> None:
    """Move the access from the old role to the new one, where the asker may do it themselves."""
    reason = say("role_reason", group="spectate")
    opened = [one for one in before.guild.channels if one.overwrites_for(before) in (OPENED, READ_ONLY)]
    member = request.interaction.user
    for channel in opened:
        if not isinstance(member, discord.Member) or not channel.permissions_for(member).manage_roles:
            raise NotYours(say("lacking", group="rights", right=name_of("manage_roles"), channel=channel.id))
    for channel in opened:
        overwrite = channel.overwrites_for(before)
        if now is not None:
            await _with_channel(channel.set_permissions(now, overwrite=overwrite, reason=reason))
            await request.table.preferences.tell_of_spectators(_shown_with(channel), now.id)
        await _with_channel(channel.set_permissions(before, overwrite=None, reason=reason))
