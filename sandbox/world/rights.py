"""How roles and overwrites make up what somebody may do on a server and in a channel."""

from __future__ import annotations

from sandbox.world.errors import ApiError
from sandbox.world.permissions import (
    ALL,
    IN_DIRECT_MESSAGES,
    NONE,
    Perm,
)
from sandbox.world.world import Channel, Guild, User


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
    rights = computed(channel, user)
    guild = channel.guild
    if guild is None or rights == ALL or user.id not in guild.members:
        return rights
    if Perm.VIEW_CHANNEL not in rights:
        return Perm(0)
    if channel.thread and channel.thread.private and user.id not in channel.thread.members:
        return rights if Perm.MANAGE_THREADS in rights else Perm(0)
    return rights


def demand(channel: Channel, user: User, needed: Perm = NONE) -> None:
    """Raise 50001 if the user cannot see the channel, 50013 if they lack a permission."""
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
