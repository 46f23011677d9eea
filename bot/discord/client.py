"""The client: it logs in, keeps the commands known to Discord up to date, and hands on what people ask."""

from __future__ import annotations

import logging
from typing import Any

import discord
from discord import app_commands

from bot.discord.asked import Asked, answered
from bot.discord.command import plant
from bot.discord.domains.all import COMMANDS, PRESSES
from bot.discord.figures import Figures
from bot.discord.press import Pick, Press
from bot.discord.reply import Reply
from bot.discord.say import say
from bot.settings import Settings
from bot.table.table import Table

log = logging.getLogger("stationmaster.discord")


class Stationmaster(discord.AutoShardedClient):
    """The bot on Discord. It needs to know of guilds, and of nothing else that happens there."""

    def __init__(self, table: Table, settings: Settings) -> None:
        quick = {"guild_ready_timeout": 0.0} if settings.discord_gateway else {}
        super().__init__(
            intents=discord.Intents(guilds=True),
            allowed_mentions=discord.AllowedMentions.none(),
            max_messages=None,
            **quick,  # type: ignore[arg-type]
        )
        self.table = table
        self.settings = settings
        self.figures = Figures()
        self.tree = app_commands.CommandTree[Any](self)
        plant(self.tree, COMMANDS)

    async def setup_hook(self) -> None:
        """After the login and before anything is asked."""
        self.add_dynamic_items(Press, Pick)
        await self.tree.sync()

    async def pressed(
        self, interaction: discord.Interaction[Any], does: str, args: list[str], values: list[str]
    ) -> None:
        """A button or a list has been used."""
        asked, found = Asked(self, interaction), PRESSES.get(does)

        async def work() -> Reply | None:
            return Reply(say("old_button")) if found is None else await found(asked, args, values)

        await answered(asked, does if found else "an old button", work, acknowledge=True)
