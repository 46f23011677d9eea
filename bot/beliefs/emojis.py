"""Tried with an emoji of the application's own, which nobody sees but in the check's messages."""

from __future__ import annotations

import base64
from typing import Any

from bot.beliefs.layouts import row
from bot.beliefs.messages import DOT
from bot.beliefs.parts import button, options
from bot.beliefs.probe import probe
from bot.beliefs.stage import Stage, done, refused, seen
from engine.core.sentences import because

LARGEST = 256 * 1024
LONGEST = 32


def picture(data: bytes) -> str:
    """A picture as the address that contains it."""
    return f"data:image/png;base64,{base64.b64encode(data).decode()}"


@probe("emoji-own")
async def emoji_own(stage: Stage) -> None:
    """The application's own emojis can be shown in texts, buttons and lists; an unknown one is refused (50035)."""
    emoji = done(because("an emoji"), await stage.emoji(stage.emoji_name(), picture(DOT)))
    listed = done(because("the list of emojis"), await stage.api.ask("GET", stage.emojis_at))
    seen(emoji["id"] in [one["id"] for one in listed["items"]], because("it was not in the list"))
    own = {"id": emoji["id"], "name": emoji["name"]}
    lists = options(1)
    lists["options"][0]["emoji"] = own
    shown = stage.laid_out({"type": 10, "content": f"<:{own['name']}:{own['id']}>"}, row(button(emoji=own)), row(lists))
    message = await stage.sent(because("a message with it"), shown)
    seen(message["components"][2]["components"][0]["emoji"]["id"] == emoji["id"], because("the button has no emoji"))
    await stage.too_much(
        because("an emoji that does not exist"), stage.laid_out(row(button(emoji=own | {"id": stage.unknown()})))
    )


@probe("emoji-limits")
async def emoji_limits(stage: Stage) -> None:
    """An emoji has a name of 2 to 32 letters, digits and underscores (else 50035), and at most 256 KiB."""
    long = stage.emoji_name().ljust(LONGEST, "x")
    done(because("a name of {number} characters", number=LONGEST), await stage.emoji(long, picture(DOT)))
    for name in ("x", f"{long}x", "a-b"):
        answer = await stage.emoji(name, picture(DOT))
        refused(because("the name {name}", name=name), answer, 400, 50035)
    answer: Any = await stage.emoji(stage.emoji_name(), picture(DOT + bytes(LARGEST)))
    seen(400 <= answer.status < 500, because("a picture of more than {number} KiB was accepted", number=256))
