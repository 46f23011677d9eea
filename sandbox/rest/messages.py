"""Messages of channels: read, written, changed, removed, pinned, marked with emojis."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

from sandbox.happening import payloads
from sandbox.happening.gateway import GUILD_MESSAGES, REACTIONS
from sandbox.happening.threads import check_awake, check_unlocked
from sandbox.refusing import limits
from sandbox.rest.call import Call, route
from sandbox.world.errors import ApiError
from sandbox.world.permissions import Perm
from sandbox.world.world import Message

MESSAGES = "/channels/{channel_id}/messages"
ONE = MESSAGES + "/{message_id}"
PINNED = MESSAGES + "/pins"
REACTION = ONE + "/reactions/{emoji_name}"
RECENT = timedelta(hours=1)
"""Older messages can be changed only now and then."""


def payload(call: Call, message: Message) -> dict[str, Any]:
    """A message as the bot reads it."""
    return payloads.message(message, call.world)


@route("GET", MESSAGES)
def history(call: Call) -> Any:
    """The latest messages, newest first, or those before, after, around one."""
    channel = call.channel()
    if not call.may(channel, Perm.READ_MESSAGE_HISTORY):
        return []
    most = int(call.query.get("limit", 50))
    faults = limits.Faults()
    faults.between("limit", most, 1, limits.HISTORY)
    faults.end()
    found = sorted(channel.public, key=lambda one: one.id)
    if before := call.query.get("before"):
        found = [one for one in found if one.id < int(before)]
    if after := call.query.get("after"):
        found = [one for one in found if one.id > int(after)][:most]
    if around := call.query.get("around"):
        earlier = [one for one in found if one.id <= int(around)][-(most // 2 + 1) :]
        found = earlier + [one for one in found if one.id > int(around)][: most // 2]
    return [payload(call, one) for one in reversed(found[-most:])]


@route("POST", MESSAGES)
def create(call: Call) -> Any:
    """Write."""
    channel = call.channel()
    call.sandbox.posting.permitted(channel, call.bot, call.draft)
    return payload(call, call.sandbox.posting.create(channel, call.bot, call.draft))


@route("GET", ONE)
def read(call: Call) -> Any:
    """Read one."""
    return payload(call, call.message(Perm.READ_MESSAGE_HISTORY))


@route("PATCH", ONE)
def edit(call: Call) -> Any:
    """Change one: one's own, or only its flags."""
    message = call.message()
    if message.author is not call.bot:
        if set(call.fields) - {"flags"}:
            raise ApiError(50005)
        if not call.may(message.channel, Perm.MANAGE_MESSAGES):
            raise ApiError(50013)
    check_unlocked(message.channel, call.bot)
    check_awake(message.channel)
    if message.sent < call.world.clock.now() - RECENT:
        call.sandbox.buckets.spend_on_old(message.channel.id)
    return payload(call, call.sandbox.posting.edit(message, call.draft))


@route("DELETE", ONE)
def delete(call: Call) -> Any:
    """Remove one."""
    message = call.message()
    if message.author is not call.bot and not call.may(message.channel, Perm.MANAGE_MESSAGES):
        raise ApiError(50013)
    if message.channel.thread and message.channel.thread.archived:
        # The one thing that can be done in a thread that sleeps, unless it is locked as well.
        check_unlocked(message.channel, call.bot)
    call.sandbox.posting.delete(message)


@route("GET", PINNED)
def pins(call: Call) -> Any:
    """The board, latest first."""
    channel = call.channel(Perm.READ_MESSAGE_HISTORY)
    pinned = [one for one in channel.public if one.pinned]
    pinned.sort(key=lambda one: one.pinned or one.sent, reverse=True)
    most = int(call.query.get("limit", 50))
    items = [{"pinned_at": payloads.when(one.pinned), "message": payload(call, one)} for one in pinned[:most]]
    return {"items": items, "has_more": len(pinned) > most}


@route("PUT", PINNED + "/{message_id}")
def pin(call: Call) -> Any:
    """Put on the board."""
    call.sandbox.posting.pin(call.message(Perm.PIN_MESSAGES), pinned=True)


@route("DELETE", PINNED + "/{message_id}")
def unpin(call: Call) -> Any:
    """Take off the board."""
    call.sandbox.posting.pin(call.message(Perm.PIN_MESSAGES), pinned=False)


@route("PUT", REACTION + "/@me")
def react(call: Call) -> Any:
    """Mark with an emoji; a new one needs the permission for it."""
    message = call.message(Perm.READ_MESSAGE_HISTORY)
    check_awake(message.channel)
    emoji = call.given["emoji_name"]
    if emoji not in message.reactions and not call.may(message.channel, Perm.ADD_REACTIONS):
        raise ApiError(50013)
    who = message.reactions.setdefault(emoji, [])
    if call.bot.id not in who:
        who.append(call.bot.id)
        data = {
            "user_id": str(call.bot.id),
            "channel_id": str(message.channel.id),
            "message_id": str(message.id),
            "emoji": {"id": None, "name": emoji},
            "burst": False,
            "type": 0,
        }
        if message.channel.guild:
            data["guild_id"] = str(message.channel.guild.id)
        call.sandbox.tell("MESSAGE_REACTION_ADD", data, REACTIONS, message.channel.guild)


@route("POST", "/channels/{channel_id}/typing")
def typing(call: Call) -> Any:
    """The bot is seen to write."""
    channel = call.channel(Perm.SEND_MESSAGES)
    call.sandbox.tell("TYPING_START", {"channel_id": str(channel.id)}, GUILD_MESSAGES << 2, channel.guild)
