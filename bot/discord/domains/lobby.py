"""Games that are being gathered, and those that go on: /game list."""

from __future__ import annotations

from typing import Any

from bot.discord.asked import Asked, OnPress
from bot.discord.command import Command
from bot.discord.reply import Reply
from bot.discord.say import say


async def listed(asked: Asked, given: dict[str, Any]) -> Reply:
    """The asker's open games."""
    found = await asked.table.games_of(asked.user)
    lines = [
        say("game_line", game=row.id, title=row.title, channel=row.channel_id, waits=say("your_turn") if turn else "")
        for row, _, turn in found
    ]
    return Reply("\n".join(lines) or say("no_games"))


COMMANDS = (Command("game list", listed),)
PRESSES: dict[str, OnPress] = {}
