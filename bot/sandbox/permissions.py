"""Discord's permission bits, and how roles and overwrites make up what somebody may do in a channel."""

from __future__ import annotations

from enum import IntFlag
from typing import TYPE_CHECKING

from bot.sandbox.errors import ApiError

if TYPE_CHECKING:
    from bot.sandbox.world import Channel, Guild, User


class Perm(IntFlag):
    """The permissions that matter to a bot that writes."""

    CREATE_INSTANT_INVITE = 1 << 0
    KICK_MEMBERS = 1 << 1
    BAN_MEMBERS = 1 << 2
    ADMINISTRATOR = 1 << 3
    MANAGE_CHANNELS = 1 << 4
    MANAGE_GUILD = 1 << 5
    ADD_REACTIONS = 1 << 6
    VIEW_CHANNEL = 1 << 10
    SEND_MESSAGES = 1 << 11
    SEND_TTS_MESSAGES = 1 << 12
    MANAGE_MESSAGES = 1 << 13
    EMBED_LINKS = 1 << 14
    ATTACH_FILES = 1 << 15
    READ_MESSAGE_HISTORY = 1 << 16
    MENTION_EVERYONE = 1 << 17
    USE_EXTERNAL_EMOJIS = 1 << 18
    CHANGE_NICKNAME = 1 << 26
    MANAGE_NICKNAMES = 1 << 27
    MANAGE_ROLES = 1 << 28
    MANAGE_WEBHOOKS = 1 << 29
    USE_APPLICATION_COMMANDS = 1 << 31
    MANAGE_THREADS = 1 << 34
    CREATE_PUBLIC_THREADS = 1 << 35
    CREATE_PRIVATE_THREADS = 1 << 36
    SEND_MESSAGES_IN_THREADS = 1 << 38
    PIN_MESSAGES = 1 << 51


NONE = Perm(0)
ALL = Perm((1 << 53) - 1)
EVERYONE = (
    Perm.CREATE_INSTANT_INVITE
    | Perm.ADD_REACTIONS
    | Perm.VIEW_CHANNEL
    | Perm.SEND_MESSAGES
    | Perm.EMBED_LINKS
    | Perm.ATTACH_FILES
    | Perm.READ_MESSAGE_HISTORY
    | Perm.USE_EXTERNAL_EMOJIS
    | Perm.CHANGE_NICKNAME
    | Perm.USE_APPLICATION_COMMANDS
    | Perm.CREATE_PUBLIC_THREADS
    | Perm.SEND_MESSAGES_IN_THREADS
)
"""What @everyone may do on a new server."""

PLAYING_BOT = (
    EVERYONE
    | Perm.MANAGE_CHANNELS
    | Perm.MANAGE_ROLES
    | Perm.MANAGE_MESSAGES
    | Perm.MANAGE_THREADS
    | Perm.PIN_MESSAGES
    | Perm.CREATE_PRIVATE_THREADS
)
"""What the bot is invited with."""

IN_DIRECT_MESSAGES = EVERYONE | Perm.PIN_MESSAGES


def on_server(guild: Guild, user: User) -> Perm:
    """Everything the roles of a member give."""
    if user.id == guild.owner_id:
        return ALL
    member = guild.members.get(user.id)
    if member is None:
        return Perm(0)
    found = Perm(guild.everyone.permissions)
    for role in member.roles:
        found |= Perm(guild.roles[role].permissions)
    return ALL if Perm.ADMINISTRATOR in found else found


def computed(channel: Channel, user: User) -> Perm:
    """What roles, then overwrites of everyone, of roles, of the member add up to, seen or not."""
    guild = channel.guild
    if guild is None:
        return IN_DIRECT_MESSAGES if user.id in channel.recipients else Perm(0)
    found = on_server(guild, user)
    if found == ALL or user.id not in guild.members:
        return found
    where = channel.parent if channel.thread else channel
    overwrites = {} if where is None else where.overwrites
    if everyone := overwrites.get(guild.id):
        found = (found & ~Perm(everyone.deny)) | Perm(everyone.allow)
    roles = [overwrites[role] for role in guild.members[user.id].roles if role in overwrites]
    for one in roles:
        found &= ~Perm(one.deny)
    for one in roles:
        found |= Perm(one.allow)
    if own := overwrites.get(user.id):
        found = (found & ~Perm(own.deny)) | Perm(own.allow)
    return found


def in_channel(channel: Channel, user: User) -> Perm:
    """What a user may do in a channel, with what follows from not seeing it."""
    found = computed(channel, user)
    guild = channel.guild
    if guild is None or found == ALL or user.id not in guild.members:
        return found
    if Perm.VIEW_CHANNEL not in found:
        return Perm(0)
    if channel.thread and channel.thread.private and user.id not in channel.thread.members:
        return found if Perm.MANAGE_THREADS in found else Perm(0)
    return found


def demand(channel: Channel, user: User, needed: Perm = NONE) -> None:
    """Raise 50001 where the user sees nothing, 50013 where he lacks what is needed."""
    found = in_channel(channel, user)
    if Perm.VIEW_CHANNEL not in found:
        raise ApiError(50001)
    if needed & ~found:
        raise ApiError(50013)


def demand_on_server(guild: Guild, user: User, needed: Perm) -> None:
    """The same for what is asked of the whole server."""
    if user.id not in guild.members:
        raise ApiError(50001)
    if needed & ~on_server(guild, user):
        raise ApiError(50013)
