"""Tried with messages: texts, nonces, changes, files, mentions, pins."""

from __future__ import annotations

import struct
import time
import zlib

from bot.beliefs.api import Attached, CannotTry
from bot.beliefs.probe import probe
from bot.beliefs.stage import EMPTY, EPOCH, PINNED_NOTICE, Differs, Stage, done, refused, seen
from bot.discord.kit.reply import (
    ALT,
    CONTENT,
    DESCRIPTION,
    TITLE,
)
from bot.discord.kit.retries import UNKNOWN_MESSAGE
from bot.table.play.telling import nonce
from engine.core.sentences import because

NONCE = len(nonce("any"))
"""Characters of the nonces that the bot makes."""
CLOCKS_APART = 300.0
"""Seconds by which this machine's clock may be wrong."""


def _chunk(kind: bytes, data: bytes) -> bytes:
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))


DOT = (
    b"\x89PNG\r\n\x1a\n"
    + _chunk(b"IHDR", struct.pack(">IIBBBBB", 1, 1, 8, 0, 0, 0, 0))
    + _chunk(b"IDAT", zlib.compress(b"\0\0"))
    + _chunk(b"IEND", b"")
)
"""The smallest picture."""
BUTTON = {"type": 2, "style": 2, "label": "Check", "custom_id": "check", "disabled": True}


@probe("message-text")
async def message_text(stage: Stage) -> None:
    """A message can have 2,000 characters; one more is refused with 50035."""
    await stage.sent(because("a text of {content} characters", content=CONTENT), {"content": stage.text(CONTENT)})
    await stage.too_much(
        because("a text of {number} characters", number=CONTENT + 1), {"content": stage.text(CONTENT + 1)}
    )


@probe("message-empty")
async def message_empty(stage: Stage) -> None:
    """A message without text, embed, file or component is refused with 50006."""
    refused(because("an empty message"), await stage.post({"content": ""}), 400, EMPTY)


@probe("embed-text")
async def embed_text(stage: Stage) -> None:
    """An embed can have a title of 256 and a text of 4,096 characters; one more is refused with 50035."""
    stage.needs("Embed Links")
    full = {"title": "t" * TITLE, "description": "d" * DESCRIPTION}
    message = await stage.sent(because("a full embed"), {"embeds": [full]})
    seen(len(message["embeds"]) == 1, because("the embed was dropped though the bot has the right to embed"))
    await stage.too_much(
        because("a title of {number} characters", number=TITLE + 1), {"embeds": [{**full, "title": "t" * (TITLE + 1)}]}
    )
    longer = {**full, "description": "d" * (DESCRIPTION + 1)}
    await stage.too_much(because("an embed of {number} characters", number=DESCRIPTION + 1), {"embeds": [longer]})


@probe("nonce-once")
async def nonce_once(stage: Stage) -> None:
    """A message sent again with the same nonce, enforced, is not posted twice: the first one is returned."""
    body = {"content": stage.text(), "nonce": stage.nonce(NONCE), "enforce_nonce": True}
    first = await stage.sent(because("a message with a nonce"), body)
    again = await stage.sent(because("the same message with the same nonce"), body)
    seen(first["id"] == again["id"], because("the message was there twice"))


@probe("nonce-length")
async def nonce_length(stage: Stage) -> None:
    """A nonce of 24 characters is accepted and returned; one of 26 is refused with 50035."""
    used = stage.nonce(NONCE)
    message = await stage.sent(
        because("a nonce of {length} characters", length=NONCE), {"nonce": used, "enforce_nonce": True}
    )
    seen(message.get("nonce") == used, because("it came back as {nonce!r}", nonce=message.get("nonce")))
    await stage.too_much(because("a nonce of 26 characters"), {"nonce": stage.nonce(26), "enforce_nonce": True})


@probe("message-unknown")
async def message_unknown(stage: Stage) -> None:
    """Changing a message that has been deleted is refused with 10008, not with 10003."""
    message = await stage.sent(because("a message"), {})
    done(because("deleting it"), await stage.api.ask("DELETE", stage.address(message)))
    answer = await stage.api.ask("PATCH", stage.address(message), {"content": stage.text()})
    refused(because("a change of a deleted message"), answer, 404, UNKNOWN_MESSAGE)


@probe("channel-last")
async def channel_last(stage: Stage) -> None:
    """A channel or thread that is asked for names its newest message, by whomever it is."""
    message = await stage.sent(because("a message"), {})
    found = done(because("looking at it"), await stage.api.ask("GET", f"/channels/{message['channel_id']}"))
    # Somebody may have written meanwhile.
    seen(int(found["last_message_id"] or 0) >= int(message["id"]), because("it named an older message"))


@probe("edit-keeps")
async def edit_keeps(stage: Stage) -> None:
    """An edit of the text alone keeps files, embeds and buttons."""
    stage.needs("Embed Links")
    body = {"embeds": [{"description": "kept"}], "components": [{"type": 1, "components": [BUTTON]}]}
    message = await stage.sent(because("a message with all parts"), body, (Attached("kept.png", DOT),))
    after = await stage.edited(because("a change of the text"), message, {"content": stage.text()})
    for part in ("attachments", "embeds", "components"):
        seen(len(after[part]) == 1, because("the {part} were taken away", part=part))


@probe("edit-clears")
async def edit_clears(stage: Stage) -> None:
    """An edit that sets files, embeds and buttons to empty removes them."""
    body = {"components": [{"type": 1, "components": [BUTTON]}]}
    message = await stage.sent(because("a message with a button and a file"), body, (Attached("gone.png", DOT),))
    empty = {"content": stage.text(), "attachments": [], "embeds": [], "components": []}
    after = await stage.edited(because("a change to text alone"), message, empty)
    for part in ("attachments", "embeds", "components"):
        seen(not after[part], because("the {part} were still there", part=part))


@probe("edit-files")
async def edit_files(stage: Stage) -> None:
    """An edit with new files replaces the old ones unless it names them."""
    message = await stage.sent(because("a message with a file"), {}, (Attached("old.png", DOT),))
    after = await stage.edited(
        because("a change of the file"), message, {"content": stage.text()}, (Attached("new.png", DOT),)
    )
    names = [one["filename"] for one in after["attachments"]]
    seen(names == ["new.png"], because("its files were {names:list}", names=names or ["-"]))


@probe("file-words")
async def file_words(stage: Stage) -> None:
    """A file's description can have 1,024 characters and is returned unchanged; one more is refused with 50035."""
    words = "w" * ALT
    message = await stage.sent(
        because("a description of {alt} characters", alt=ALT), {}, (Attached("map.png", DOT, words),)
    )
    seen(message["attachments"][0].get("description") == words, because("the description did not come back unchanged"))
    await stage.too_much(
        because("a description of {number} characters", number=ALT + 1), {}, (Attached("map.png", DOT, words + "w"),)
    )


@probe("mentions-none")
async def mentions_none(stage: Stage) -> None:
    """`allowed_mentions` decides who is pinged, whatever the text mentions."""
    # The only person the bot mentions is itself.
    text = f"{stage.text()} <@{stage.me}>"
    nobody = await stage.sent(because("a mention that is not allowed"), {"content": text})
    seen(not nobody["mentions"], because("somebody was pinged who should not have been"))
    only = {"parse": [], "users": [stage.me], "replied_user": False}
    called = await stage.sent(because("a mention of one person"), {"content": text, "allowed_mentions": only})
    seen(
        [one["id"] for one in called["mentions"]] == [stage.me],
        because("the person who should have been pinged was not"),
    )


@probe("message-id-time")
async def message_id_time(stage: Stage) -> None:
    """A message's id contains the time at which it was written."""
    message = await stage.sent(because("a message"), {})
    apart = abs(time.time() - ((int(message["id"]) >> 22) + EPOCH) / 1000)
    seen(apart < CLOCKS_APART, because("its id was {apart:.0f} seconds away from this machine's clock", apart=apart))


@probe("rate-headers")
async def rate_headers(stage: Stage) -> None:
    """Each response says how many requests its route still allows, and when the limit resets."""
    answer = await stage.post({})
    done(because("a message"), answer)
    for name in ("X-RateLimit-Limit", "X-RateLimit-Remaining", "X-RateLimit-Reset-After", "X-RateLimit-Bucket"):
        seen(any(one.lower() == name.lower() for one in answer.headers), because("there was no {name}", name=name))


@probe("pin")
async def pin(stage: Stage) -> None:
    """With Pin Messages the bot can pin a message, and Discord posts a notice about it."""
    stage.needs("Pin Messages", "Read Message History")
    message = await stage.sent(because("a message"), {})
    path = f"/channels/{stage.room}/messages/pins/{message['id']}"
    answer = await stage.api.ask("PUT", path)
    if answer.code == 30003:
        raise CannotTry(because("the channel has no room for another pin"))
    done(because("pinning it"), answer)
    after = done(because("reading it"), await stage.api.ask("GET", stage.address(message)))
    seen(after["pinned"], because("it was not pinned"))
    latest = done(
        because("reading the latest"), await stage.api.ask("GET", f"/channels/{stage.room}/messages?limit=10")
    )
    if not any(one["type"] == PINNED_NOTICE for one in latest):
        raise Differs(because("there was no notice"))
