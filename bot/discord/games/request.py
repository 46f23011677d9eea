"""Who asks about games, and the parts of the bot with which every answer about them is made."""

from __future__ import annotations

from dataclasses import dataclass

from bot.discord.games.drawing import Drawers
from bot.discord.kit import request
from bot.table.play.extras import Extras
from bot.table.table import Table


class Bot(request.Host):
    """A client with games."""

    table: Table
    extras: Extras
    drawers: Drawers

    def meet(self, user: int, language: str) -> bool:
        """Note a person's language; returns whether it must be stored."""
        return self.table.preferences.meet(user, language)

    async def keep_language(self, user: int) -> None:
        """Store that language."""
        await self.table.preferences.keep_language(user)


@dataclass(frozen=True)
class Request(request.Request):
    """A request to a bot with games."""

    bot: Bot

    @property
    def table(self) -> Table:
        """The door to the games."""
        return self.bot.table
