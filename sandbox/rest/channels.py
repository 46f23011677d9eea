"""Channels of a server: made, changed, removed, and who may what in them."""

from __future__ import annotations

from typing import Any

from sandbox.happening import payloads
from sandbox.happening.gateway import GUILDS
from sandbox.refusing import limits
from sandbox.rest import threads
from sandbox.rest.call import Call, route
from sandbox.world.errors import ApiError
from sandbox.world.permissions import Perm
from sandbox.world.world import (
    CATEGORY,
    DM,
    FORUM,
    TEXT,
    Channel,
    Guild,
    Overwrite,
)

ONE = "/channels/{channel_id}"
OF_GUILD = "/guilds/{guild_id}/channels"
KINDS = (TEXT, 2, CATEGORY, 5, 13, 14, FORUM, 16)
TITLED = (TEXT, 5, FORUM, 16)


@route("GET", ONE)
def read(call: Call) -> Any:
    """One of them."""
    return payloads.channel(call.channel(), call.world)


@route("GET", OF_GUILD)
def listed(call: Call) -> Any:
    """All of a server, without its threads."""
    return [payloads.channel(one, call.world) for one in call.guild().channels.values()]


@route("POST", OF_GUILD, creates=True)
def create(call: Call) -> Any:
    """Create one."""
    guild = call.guild(Perm.MANAGE_CHANNELS)
    body = call.fields
    faults = limits.Faults()
    kind = body.get("type") or TEXT
    faults.one_of("type", kind, KINDS)
    faults.length("name", body.get("name") or "", limits.CHANNEL_NAME, 1)
    faults.end()
    if len(guild.channels) >= limits.CHANNELS:
        raise ApiError(30013)
    made = Channel(call.world.new_id(), kind, "", guild, position=len(guild.channels))
    _change(call, made, body)
    guild.channels[made.id] = call.world.channels[made.id] = made
    return _told(call, "CHANNEL_CREATE", made)


@route("PATCH", ONE)
def edit(call: Call) -> Any:
    """Change one."""
    channel = call.channel()
    if channel.kind == DM:
        raise ApiError(50024)
    if channel.thread:
        return threads.change(call, channel)
    if not call.may(channel, Perm.MANAGE_CHANNELS):
        raise ApiError(50013)
    _change(call, channel, call.fields)
    return _told(call, "CHANNEL_UPDATE", channel)


@route("PATCH", OF_GUILD)
def order(call: Call) -> Any:
    """Put them in another order."""
    guild = call.guild(Perm.MANAGE_CHANNELS)
    for entry in call.body or []:
        channel = guild.channels.get(int(entry["id"]))
        if channel is None:
            raise ApiError(10003)
        if entry.get("position") is not None:
            channel.position = entry["position"]
        if "parent_id" in entry:
            channel.parent = _category(guild, entry["parent_id"])
        _told(call, "CHANNEL_UPDATE", channel)


@route("DELETE", ONE)
def delete(call: Call) -> Any:
    """Remove one, with its threads; direct messages are only closed."""
    channel = call.channel()
    shown = payloads.channel(channel, call.world)
    if channel.guild is None:
        return shown
    if not call.may(channel, Perm.MANAGE_THREADS if channel.thread else Perm.MANAGE_CHANNELS):
        raise ApiError(50013)
    call.sandbox.remove_channel(channel)
    return shown


@route("PUT", ONE + "/permissions/{overwrite_id}")
def allow(call: Call) -> Any:
    """Allow or deny somebody something here; nobody can give what they do not have."""
    channel = call.channel(Perm.MANAGE_ROLES)
    body = call.fields
    found = _overwrite({"id": call.id("overwrite_id")} | body)
    if not call.may(channel, Perm(found.allow | found.deny)):
        raise ApiError(50013)
    channel.overwrites[found.id] = found
    _told(call, "CHANNEL_UPDATE", channel)


@route("DELETE", ONE + "/permissions/{overwrite_id}")
def allow_as_usual(call: Call) -> Any:
    """Take such a rule away."""
    channel = call.channel(Perm.MANAGE_ROLES)
    channel.overwrites.pop(call.id("overwrite_id"), None)
    _told(call, "CHANNEL_UPDATE", channel)


def _overwrite(given: dict[str, Any]) -> Overwrite:
    return Overwrite(
        int(given["id"]), int(given.get("type") or 0), int(given.get("allow") or 0), int(given.get("deny") or 0)
    )


def _category(guild: Guild, id: Any) -> Channel | None:
    if id is None:
        return None
    category = guild.channels.get(int(id))
    faults = limits.Faults()
    if category is None or category.kind != CATEGORY:
        faults.add("parent_id", "CHANNEL_PARENT_INVALID", "Category does not exist")
    elif sum(one.parent is category for one in guild.channels.values()) >= limits.CHANNELS_IN_CATEGORY:
        faults.add("parent_id", "CHANNEL_PARENT_MAX_CHANNELS", "Maximum number of channels in category reached (50)")
    faults.end()
    return category


def _change(call: Call, channel: Channel, body: dict[str, Any]) -> None:
    """What the body names is so from now on; refused as a whole."""
    faults = limits.Faults()
    if body.get("name") is not None:
        faults.length("name", body["name"], limits.CHANNEL_NAME, 1)
    if body.get("topic") is not None:
        faults.length("topic", body["topic"], limits.FORUM_TOPIC if channel.kind == FORUM else limits.TOPIC)
    if body.get("rate_limit_per_user") is not None:
        faults.between("rate_limit_per_user", body["rate_limit_per_user"], 0, limits.SLOWMODE)
    tags = body.get("available_tags") or []
    faults.many("available_tags", tags, limits.FORUM_TAGS)
    for index, one in enumerate(tags):
        faults.length(f"available_tags.{index}.name", one.get("name") or "", limits.TAG_NAME, 1)
    faults.end()
    assert channel.guild
    if "parent_id" in body:
        parent = _category(channel.guild, body["parent_id"])
        if parent and parent is not channel.parent and "permission_overwrites" not in body:
            channel.overwrites = dict(parent.overwrites)
        channel.parent = parent
    if body.get("permission_overwrites") is not None:
        overwrites = [_overwrite(one) for one in body["permission_overwrites"]]
        rights = call.guild(Perm.MANAGE_ROLES) if overwrites and "guild_id" in call.given else None
        if rights is None and overwrites and not call.may(channel, Perm.MANAGE_ROLES):
            raise ApiError(50013)
        channel.overwrites = {one.id: one for one in overwrites}
    if body.get("name"):
        # Only text-like channels have their names put into small letters and hyphens.
        as_text = channel.kind in TITLED
        channel.name = body["name"].lower().replace(" ", "-") if as_text else body["name"]
    if "topic" in body:
        channel.topic = body["topic"] or None
    if body.get("position") is not None:
        channel.position = body["position"]
    if body.get("rate_limit_per_user") is not None:
        channel.slowmode = body["rate_limit_per_user"]
    if body.get("nsfw") is not None:
        channel.nsfw = bool(body["nsfw"])
    if body.get("available_tags") is not None:
        channel.tags = [
            {
                "id": str(tag.get("id") or call.world.new_id()),
                "name": tag["name"],
                "moderated": bool(tag.get("moderated")),
                "emoji_id": tag.get("emoji_id"),
                "emoji_name": tag.get("emoji_name"),
            }
            for tag in tags
        ]


def _told(call: Call, event: str, channel: Channel) -> dict[str, Any]:
    shown = payloads.channel(channel, call.world)
    call.sandbox.tell(event, dict(shown), GUILDS, channel.guild)
    return shown
