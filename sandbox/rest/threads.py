"""Threads and forum posts: begun, joined, archived, taken up again."""

from __future__ import annotations

from typing import Any

from sandbox.happening import payloads
from sandbox.happening.gateway import GUILDS
from sandbox.happening.posting import Draft
from sandbox.happening.threads import check_awake
from sandbox.refusing import limits
from sandbox.rest.call import Call, route
from sandbox.world.errors import ApiError
from sandbox.world.permissions import Perm
from sandbox.world.rights import in_channel
from sandbox.world.world import (
    FORUM,
    HAS_THREAD,
    NEWS,
    NEWS_THREAD,
    PRIVATE_THREAD,
    PUBLIC_THREAD,
    TEXT,
    Channel,
    Message,
    Thread,
)

ONE = "/channels/{channel_id}"
MEMBERS = ONE + "/thread-members"


@route("POST", ONE + "/threads", creates=True)
def begin(call: Call) -> Any:
    """A thread in a channel, or a post in a forum."""
    parent = call.channel()
    body = call.fields
    if parent.kind == FORUM:
        return _post(call, parent)
    if parent.kind not in (TEXT, NEWS):
        raise ApiError(50024)
    # An announcement channel has announcement threads and no others, and only it has them (Discord's documentation,
    # Threads, "Thread Fields"; Discord.Net-Labs issue 296).
    kind = body.get("type") or PRIVATE_THREAD
    if (kind == NEWS_THREAD) != (parent.kind == NEWS):
        raise ApiError(50024)
    _demand(call, parent, Perm.CREATE_PRIVATE_THREADS if kind == PRIVATE_THREAD else Perm.CREATE_PUBLIC_THREADS)
    return _shown(call, _made(call, parent, body, kind), "THREAD_CREATE")


@route("POST", ONE + "/messages/{message_id}/threads", creates=True)
def begin_from_message(call: Call) -> Any:
    """A thread that hangs on a message, and has its id."""
    message = call.message(Perm.CREATE_PUBLIC_THREADS)
    if message.thread:
        raise ApiError(160004)
    if message.channel.kind not in (TEXT, NEWS):
        raise ApiError(50024)
    kind = NEWS_THREAD if message.channel.kind == NEWS else PUBLIC_THREAD
    return _shown(call, _made(call, message.channel, call.fields, kind, on=message), "THREAD_CREATE")


@route("GET", ONE + "/thread-members")
def members(call: Call) -> Any:
    """Who is in it."""
    channel, thread = _thread(call)
    return [payloads.thread_member(channel, id) for id in thread.members]


@route("PUT", MEMBERS + "/@me")
@route("PUT", MEMBERS + "/{user_id}")
def add(call: Call) -> Any:
    """Bring somebody in, or oneself."""
    channel, _ = _thread(call)
    user = call.user() if "user_id" in call.given else call.bot
    check_awake(channel)
    if user is not call.bot and not call.may(channel, Perm.SEND_MESSAGES_IN_THREADS):
        raise ApiError(50013)
    if channel.guild and user.id not in channel.guild.members:
        raise ApiError(10007)
    if Perm.VIEW_CHANNEL not in in_channel(channel.parent or channel, user):
        raise ApiError(50001)
    call.sandbox.threads.enter(channel, [user.id])


@route("DELETE", MEMBERS + "/@me")
@route("DELETE", MEMBERS + "/{user_id}")
def remove(call: Call) -> Any:
    """Take somebody out, or leave."""
    channel, thread = _thread(call)
    user = call.user() if "user_id" in call.given else call.bot
    check_awake(channel)
    if user is not call.bot and not call.may(channel, Perm.MANAGE_THREADS) and thread.owner_id != call.bot.id:
        raise ApiError(50013)
    if thread.members.pop(user.id, None) is None:
        raise ApiError(10007)
    call.sandbox.threads.members_changed(channel, [], [user.id])


@route("GET", MEMBERS + "/{user_id}")
def member(call: Call) -> Any:
    """Whether somebody is in it."""
    channel, thread = _thread(call)
    user = call.user()
    if user.id not in thread.members:
        raise ApiError(10007)
    return payloads.thread_member(channel, user.id)


@route("GET", "/guilds/{guild_id}/threads/active")
def active(call: Call) -> Any:
    """All that are not archived and that the bot sees."""
    found = [one for one in call.guild().threads.values() if one.thread and not one.thread.archived]
    return _listed(call, [one for one in found if in_channel(one, call.bot)])


@route("GET", ONE + "/threads/archived/public")
def archived_public(call: Call) -> Any:
    """Those that sleep, latest first."""
    return _archived(call, call.channel(Perm.READ_MESSAGE_HISTORY), private=False)


@route("GET", ONE + "/threads/archived/private")
@route("GET", ONE + "/users/@me/threads/archived/private")
def archived_private(call: Call) -> Any:
    """The private ones that sleep."""
    return _archived(call, call.channel(Perm.READ_MESSAGE_HISTORY), private=True)


def change(call: Call, channel: Channel) -> Any:
    """Name, archive, lock, tags. An archived one can only be taken up again (with other changes in the same call)."""
    thread = channel.thread
    assert thread
    body = call.fields
    rights = in_channel(channel, call.bot)
    manages = Perm.MANAGE_THREADS in rights
    own = thread.owner_id == call.bot.id
    if thread.archived and body.get("archived") is not False:
        raise ApiError(50083)
    if thread.archived and thread.locked and not manages:
        raise ApiError(160005)
    only_wakes = set(body) <= {"archived"} and body.get("archived") is False
    if not (manages or (own and "locked" not in body) or (only_wakes and Perm.SEND_MESSAGES_IN_THREADS in rights)):
        raise ApiError(50013)
    faults = limits.Faults()
    _check(faults, body, needs_name=False)
    assert channel.parent
    _tags(faults, channel.parent, body)
    faults.end()
    _moderated(call, channel.parent, body)
    if body.get("name"):
        channel.name = body["name"]
    if body.get("archived") is not None and bool(body["archived"]) != thread.archived:
        if not body["archived"]:
            _room_for_one(channel)
        thread.archived, thread.archived_at = bool(body["archived"]), call.world.clock.now()
    thread.locked = bool(body.get("locked", thread.locked))
    thread.invitable = bool(body.get("invitable", thread.invitable))
    thread.auto_archive = body.get("auto_archive_duration") or thread.auto_archive
    channel.slowmode = body.get("rate_limit_per_user") or channel.slowmode
    call.sandbox.threads.stirred(channel)
    if body.get("applied_tags") is not None:
        thread.tags = [int(one) for one in body["applied_tags"]]
    return _shown(call, channel, "THREAD_UPDATE")


def _post(call: Call, forum: Channel) -> Any:
    """A post: a thread and its first message in one, which have the same id."""
    body = call.fields
    _demand(call, forum, Perm.SEND_MESSAGES)
    draft = Draft(body.get("message") or {}, call.files)
    faults = limits.Faults()
    _check(faults, body)
    _tags(faults, forum, body)
    faults.end()
    draft.check(call.sandbox.posting.emojis())
    _moderated(call, forum, body)
    if forum.needs_tag and not body.get("applied_tags"):
        raise ApiError(40067)
    made = _made(call, forum, body, PUBLIC_THREAD)
    first = call.sandbox.posting.create(made, call.bot, draft, id=made.id)
    return _shown(call, made, "THREAD_CREATE") | {
        "message": payloads.message(first, call.world),
    }


def _made(call: Call, parent: Channel, body: dict[str, Any], kind: int, on: Message | None = None) -> Channel:
    faults = limits.Faults()
    _check(faults, body)
    faults.end()
    assert parent.guild
    _room_for_one(parent)
    now = call.world.clock.now()
    minutes = body.get("auto_archive_duration") or 4_320
    tags = [int(one) for one in body.get("applied_tags") or []]
    private = kind == PRIVATE_THREAD
    thread = Thread(call.bot.id, private, now, auto_archive=minutes, members={call.bot.id: now}, tags=tags)
    thread_channel = Channel(
        on.id if on else call.world.new_id(), kind, body["name"], parent.guild, parent, thread=thread
    )
    parent.guild.threads[thread_channel.id] = call.world.channels[thread_channel.id] = thread_channel
    call.sandbox.threads.stirred(thread_channel)
    if on:
        on.thread, on.flags = thread_channel, on.flags | HAS_THREAD
    return thread_channel


def _check(faults: limits.Faults, body: dict[str, Any], *, needs_name: bool = True) -> None:
    if needs_name or body.get("name") is not None:
        faults.length("name", body.get("name") or "", limits.CHANNEL_NAME, 1)
    if body.get("auto_archive_duration") is not None:
        faults.one_of("auto_archive_duration", body["auto_archive_duration"], limits.ARCHIVE_MINUTES)
    if body.get("rate_limit_per_user") is not None:
        faults.between("rate_limit_per_user", body["rate_limit_per_user"], 0, limits.SLOWMODE)


def _tags(faults: limits.Faults, forum: Channel, body: dict[str, Any]) -> None:
    tags = body.get("applied_tags") or []
    faults.many("applied_tags", tags, limits.POST_TAGS)
    known = {one["id"] for one in forum.tags}
    for index, one in enumerate(tags):
        if str(one) not in known:
            faults.add(f"applied_tags.{index}", "CHANNEL_TAG_INVALID", "Unknown tag")


def _moderated(call: Call, forum: Channel, body: dict[str, Any]) -> None:
    """A moderated tag "can only be added to or removed from threads by a member with the MANAGE_THREADS permission"
    (Discord's documentation, Forum Tag Object)."""
    guarded = {one["id"] for one in forum.tags if one.get("moderated")}
    if guarded & {str(one) for one in body.get("applied_tags") or []}:
        _demand(call, forum, Perm.MANAGE_THREADS)


def _room_for_one(parent: Channel) -> None:
    assert parent.guild
    active = sum(1 for one in parent.guild.threads.values() if one.thread and not one.thread.archived)
    if active >= limits.ACTIVE_THREADS:
        raise ApiError(160006)


def _demand(call: Call, channel: Channel, needed: Perm) -> None:
    if not call.may(channel, needed):
        raise ApiError(50013)


def _thread(call: Call) -> tuple[Channel, Thread]:
    channel = call.channel()
    if channel.thread is None:
        raise ApiError(50024)
    return channel, channel.thread


def _archived(call: Call, parent: Channel, *, private: bool) -> Any:
    assert parent.guild
    threads = [
        one
        for one in parent.guild.threads.values()
        if one.parent is parent and one.thread and one.thread.archived and one.thread.private == private
    ]
    threads.sort(key=lambda one: payloads.when(one.thread.archived_at if one.thread else None) or "", reverse=True)
    most = int(call.query.get("limit", 50))
    return _listed(call, threads[:most]) | {"has_more": len(threads) > most}


def _listed(call: Call, found: list[Channel]) -> dict[str, Any]:
    own = [one for one in found if one.thread and call.bot.id in one.thread.members]
    return {
        "threads": [payloads.channel(one, call.world) for one in found],
        "members": [payloads.thread_member(one, call.bot.id) for one in own],
        "has_more": False,
    }


def _shown(call: Call, channel: Channel, event: str) -> dict[str, Any]:
    found = payloads.channel(channel, call.world)
    more = {"newly_created": True} if event == "THREAD_CREATE" else {}
    call.sandbox.tell(event, found | more, GUILDS, channel.guild)
    return found
