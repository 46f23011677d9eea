"""What people ask of the whole bot: about games, and about what it has posted in channels."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Any, TypeVar

import discord

from bot.discord.channel.board import Board
from bot.discord.channel.leagues.pins import LeaguePins
from bot.discord.channel.pinned import Pinned
from bot.discord.channel.threads import Threads
from bot.discord.channel.tidying import Tidying
from bot.discord.domains.shared.importing import Imports
from bot.discord.games import request as game_request

T = TypeVar("T")


class Bot(game_request.Bot):
    """The client, as far as a domain knows it."""

    pinned: Pinned
    board: Board
    league_pins: LeaguePins
    threads: Threads
    tidying: Tidying
    imports: Imports

    def asked(self, interaction: discord.Interaction[Any]) -> Request:
        """The interaction as a request of this bot."""
        return Request(self, interaction)

    async def reopening(self, channel: int, job: Callable[[], Awaitable[T]]) -> T:
        """Do it in a channel or thread, which may have been archived meanwhile."""
        return await self.threads.repeated(channel, job)


@dataclass(frozen=True)
class Request(game_request.Request):
    """A request to a domain."""

    bot: Bot
