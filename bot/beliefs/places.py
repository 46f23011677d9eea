"""Tried with threads and posts: creating, archiving, reopening, deleting."""

from __future__ import annotations

from typing import Any

from bot.beliefs.api import CannotTry
from bot.beliefs.probe import probe
from bot.beliefs.stage import FORUM, MEDIA, NEWS, TEXT, Stage, done, refused, seen
from bot.discord.channel.losses import UNKNOWN_CHANNEL
from bot.discord.channel.threads import ARCHIVED, WEEK
from engine.core.sentences import because

PUBLIC, ANNOUNCED = 11, 10
NEEDS_TAG = 1 << 4


async def _made(stage: Stage) -> Any:
    """Create a thread as the bot does for a game."""
    if stage.kind not in (TEXT, NEWS):
        raise CannotTry(because("threads are made in text and announcement channels only"))
    kind = ANNOUNCED if stage.kind == NEWS else PUBLIC
    return await stage.thread(because("a thread for a week"), {"type": kind, "auto_archive_duration": WEEK})


async def _asleep(stage: Stage) -> tuple[Any, Any]:
    """Create an archived thread with a message in it."""
    thread = await _made(stage)
    message = await stage.sent(because("a message in a thread"), {}, room=thread["id"])
    await _set(stage, thread, because("archiving it"), archived=True)
    return thread, message


async def _set(stage: Stage, thread: Any, what: str, **changes: Any) -> Any:
    return done(what, await stage.api.ask("PATCH", f"/channels/{thread['id']}", changes))


@probe("thread-kind")
async def thread_kind(stage: Stage) -> None:
    """A thread of a text channel is a public thread; one of an announcement channel is an announcement thread."""
    thread = await _made(stage)
    wanted = ANNOUNCED if stage.kind == NEWS else PUBLIC
    seen(
        thread["type"] == wanted, because("it was of the kind {kind}, not {wanted}", kind=thread["type"], wanted=wanted)
    )
    seen(thread["thread_metadata"]["auto_archive_duration"] == WEEK, because("it is not kept open for a week"))


@probe("archived-edit")
async def archived_edit(stage: Stage) -> None:
    """In an archived thread a message cannot be edited (50083) until the thread is reopened."""
    thread, message = await _asleep(stage)
    change = {"content": stage.text()}
    answer = await stage.api.ask("PATCH", stage.address(message, thread["id"]), change)
    refused(because("a change in an archived thread"), answer, 400, ARCHIVED)
    await _set(stage, thread, because("opening it"), archived=False)
    await stage.edited(because("a change in the opened thread"), message, change, room=thread["id"])


@probe("archived-wakes")
async def archived_wakes(stage: Stage) -> None:
    """Posting a message in an archived thread reopens it."""
    thread, _ = await _asleep(stage)
    await stage.sent(because("a message in an archived thread"), {}, room=thread["id"])
    after = done(because("looking at it"), await stage.api.ask("GET", f"/channels/{thread['id']}"))
    seen(not after["thread_metadata"]["archived"], because("it was still archived"))


@probe("archived-still")
async def archived_still(stage: Stage) -> None:
    """In an archived thread, pins, reactions and new members are refused too (50083); messages can be deleted."""
    stage.needs("Pin Messages")
    thread = await _made(stage)
    message = await stage.sent(because("a message in a thread"), {}, room=thread["id"])
    path, address = f"/channels/{thread['id']}", stage.address(message, thread["id"])
    done(because("leaving it"), await stage.api.ask("DELETE", f"{path}/thread-members/@me"))
    await _set(stage, thread, because("archiving it"), archived=True)
    for what, refusing in (
        (because("a pin in an archived thread"), f"{path}/messages/pins/{message['id']}"),
        (because("a reaction in an archived thread"), f"{address}/reactions/🚂/@me"),
        (because("joining an archived thread"), f"{path}/thread-members/@me"),
    ):
        refused(what, await stage.api.ask("PUT", refusing), 400, ARCHIVED)
    done(because("deleting a message in an archived thread"), await stage.api.ask("DELETE", address))


@probe("channel-unknown")
async def channel_unknown(stage: Stage) -> None:
    """Writing into a channel or thread that has been deleted is refused with 10003."""
    answer = await stage.post({}, room=stage.unknown())
    refused(because("a message to a channel that does not exist"), answer, 404, UNKNOWN_CHANNEL)
    thread = await _made(stage)
    done(because("deleting it"), await stage.api.ask("DELETE", f"/channels/{thread['id']}"))
    refused(because("a message to a deleted thread"), await stage.post({}, room=thread["id"]), 404, UNKNOWN_CHANNEL)


@probe("forum-post")
async def forum_post(stage: Stage) -> None:
    """A post in a forum is a thread, and its first message has the same number."""
    _forum(stage)
    first = {"content": stage.text(), "allowed_mentions": {"parse": []}}
    post = await stage.thread(
        because("a post"), {"message": first, "applied_tags": tags(stage), "auto_archive_duration": WEEK}
    )
    seen(post["type"] == PUBLIC, because("it was of the kind {kind}", kind=post["type"]))
    seen(post["message"]["id"] == post["id"], because("its message has another number"))


@probe("forum-message")
async def forum_message(stage: Stage) -> None:
    """A message sent to the forum itself, not to a post, is refused with 50008."""
    _forum(stage)
    refused(because("a message in a forum"), await stage.post({}, room=str(stage.channel["id"])), 400, 50008)


@probe("forum-tag")
async def forum_tag(stage: Stage) -> None:
    """If a forum requires a tag, a post without one is refused with 40067."""
    _forum(stage)
    if not int(stage.channel.get("flags") or 0) & NEEDS_TAG:
        raise CannotTry(because("this forum takes posts without a tag"))
    refused(because("a post without a tag"), await stage.begin({"message": {"content": stage.text()}}), 400, 40067)


def _forum(stage: Stage) -> None:
    if stage.kind not in (FORUM, MEDIA):
        raise CannotTry(because("this channel is not a forum"))


def tags(stage: Stage) -> list[str]:
    """The tag a forum requires, if it requires one."""
    if not int(stage.channel.get("flags") or 0) & NEEDS_TAG:
        return []
    return [str(one["id"]) for one in stage.channel.get("available_tags", ()) if not one["moderated"]][:1]
