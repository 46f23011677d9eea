"""Tried where the bot lacks a permission: what Discord refuses or leaves out."""

from __future__ import annotations

from bot.beliefs.api import Attached
from bot.beliefs.messages import DOT
from bot.beliefs.probe import probe
from bot.beliefs.stage import EMPTY, NO_RIGHT, Stage, refused, seen
from engine.core.sentences import because


@probe("embed-right")
async def embed_right(stage: Stage) -> None:
    """Without Embed Links, a message with text is posted, but its embed is left out."""
    stage.lacks("Embed Links")
    message = await stage.sent(because("a text with an embed"), {"embeds": [{"description": "left out"}]})
    seen(not message["embeds"], because("the embed was shown"))


@probe("embed-alone")
async def embed_alone(stage: Stage) -> None:
    """Without Embed Links an embed alone is refused (50013), and so is an edit that would leave nothing (50006)."""
    stage.lacks("Embed Links")
    alone = {"content": "", "embeds": [{"description": "alone"}]}
    refused(because("an embed alone"), await stage.write(alone), 403, NO_RIGHT)
    message = await stage.sent(because("a text"), {})
    change = await stage.api.ask("PATCH", stage.address(message), alone)
    refused(because("a change to an embed alone"), change, 400, EMPTY)


@probe("file-right")
async def file_right(stage: Stage) -> None:
    """Without Attach Files, a message with files is refused with 50013; without the files it is accepted."""
    stage.lacks("Attach Files")
    text = {"content": stage.text()}
    refused(because("a message with a file"), await stage.write(text, (Attached("map.png", DOT),)), 403, NO_RIGHT)
    await stage.sent(because("the same without the file"), text)


@probe("pin-right")
async def pin_right(stage: Stage) -> None:
    """Without Pin Messages, pinning is refused with 50013, even with Manage Messages."""
    stage.lacks("Pin Messages")
    message = await stage.sent(because("a message"), {})
    answer = await stage.api.ask("PUT", f"/channels/{stage.room}/messages/pins/{message['id']}")
    refused(because("pinning it"), answer, 403, NO_RIGHT)
