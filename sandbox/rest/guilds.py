"""Servers: read, their members, their roles."""

from __future__ import annotations

from typing import Any

from sandbox.happening import payloads
from sandbox.happening.gateway import GUILD_MEMBERS, GUILDS
from sandbox.refusing import limits
from sandbox.rest.call import Call, route
from sandbox.world.errors import ApiError
from sandbox.world.permissions import ALL, Perm
from sandbox.world.rights import on_server
from sandbox.world.world import (
    Guild,
    Member,
    Role,
    User,
)

ONE = "/guilds/{guild_id}"
MEMBER = ONE + "/members/{user_id}"
ROLE = ONE + "/roles/{role_id}"


@route("GET", ONE)
def read(call: Call) -> Any:
    """A server."""
    guild = call.guild()
    counts = {"approximate_member_count": len(guild.members), "approximate_presence_count": len(guild.members)}
    return payloads.partial_guild(guild) | (counts if call.flag("with_counts") else {})


@route("GET", MEMBER)
def member(call: Call) -> Any:
    """A member."""
    return payloads.member(_member(call.guild(), call.user()))


@route("GET", ONE + "/members")
def members(call: Call) -> Any:
    """All members, for which the application needs a privileged intent."""
    guild = call.guild()
    if not call.sandbox.gateway.privileged_allowed & GUILD_MEMBERS:
        raise ApiError(50001)
    after, most = int(call.query.get("after", 0)), int(call.query.get("limit", 1))
    found = sorted((one for one in guild.members.values() if one.user.id > after), key=lambda one: one.user.id)
    return [payloads.member(one) for one in found[:most]]


@route("GET", ONE + "/members/search")
def search(call: Call) -> Any:
    """Members whose name begins so."""
    query, most = call.query.get("query", "").lower(), int(call.query.get("limit", 1))
    found = [one for one in call.guild().members.values() if (one.nick or one.user.name).lower().startswith(query)]
    return [payloads.member(one) for one in found[:most]]


@route("PUT", MEMBER + "/roles/{role_id}")
def give(call: Call) -> Any:
    """Give a role."""
    guild = call.guild()
    member, id = _member(guild, call.user()), call.id("role_id")
    _may_give(call, guild, id)
    if id not in member.roles:
        member.roles.append(id)
        _told_member(call, guild, member)


@route("DELETE", MEMBER + "/roles/{role_id}")
def take(call: Call) -> Any:
    """Take a role away."""
    guild = call.guild()
    member, id = _member(guild, call.user()), call.id("role_id")
    _may_give(call, guild, id)
    if id in member.roles:
        member.roles.remove(id)
        _told_member(call, guild, member)


@route("GET", ONE + "/roles")
def roles(call: Call) -> Any:
    """All roles."""
    return [payloads.role(one) for one in call.guild().roles.values()]


@route("GET", ROLE)
def role(call: Call) -> Any:
    """One of them."""
    return payloads.role(_role(call.guild(), call.id("role_id")))


@route("POST", ONE + "/roles")
def create_role(call: Call) -> Any:
    """One more, at the bottom."""
    guild = call.guild(Perm.MANAGE_ROLES)
    if len(guild.roles) >= limits.ROLES:
        raise ApiError(30005)
    for one in guild.roles.values():
        one.position += one.id != guild.id
    made = Role(call.world.new_id(), "new role", guild.everyone.permissions, 1)
    _change_role(call, guild, made)
    guild.roles[made.id] = made
    shown = payloads.role(made)
    call.sandbox.tell("GUILD_ROLE_CREATE", {"role": shown}, GUILDS, guild)
    return shown


def _member(guild: Guild, user: User) -> Member:
    found = guild.members.get(user.id)
    if found is None:
        raise ApiError(10007)
    return found


def _role(guild: Guild, id: int) -> Role:
    found = guild.roles.get(id)
    if found is None:
        raise ApiError(10011)
    return found


def _may_give(call: Call, guild: Guild, id: int) -> None:
    call.guild(Perm.MANAGE_ROLES)
    role = _role(guild, id)
    if role.bot_id or role is guild.everyone:
        raise ApiError(50028)
    # Roles at or above one's own highest are out of reach.
    own = max((guild.roles[id].position for id in guild.members[call.bot.id].roles), default=0)
    if role.position >= own:
        raise ApiError(50013)


def _change_role(call: Call, guild: Guild, role: Role) -> None:
    body = call.fields
    faults = limits.Faults()
    if body.get("name") is not None:
        faults.length("name", body["name"], limits.ROLE_NAME)
    faults.end()
    wanted = Perm(int(body["permissions"])) if body.get("permissions") is not None else None
    own = on_server(guild, call.bot)
    if wanted is not None and own != ALL and wanted & ~own & ~Perm(role.permissions):
        raise ApiError(50013)
    role.name = body.get("name") or role.name
    role.permissions = int(wanted) if wanted is not None else role.permissions
    role.color = (body.get("colors") or {}).get("primary_color") or body.get("color") or role.color
    role.hoist = bool(body.get("hoist", role.hoist))
    role.mentionable = bool(body.get("mentionable", role.mentionable))


def _told_member(call: Call, guild: Guild, member: Member) -> None:
    # The bot always hears about itself, about others only with the intent for it.
    intent = 0 if member.user is call.bot else GUILD_MEMBERS
    call.sandbox.tell("GUILD_MEMBER_UPDATE", payloads.member(member), intent, guild)
