"""The bot's introduction to a server: how to learn, to play a robot, to open a game."""

from __future__ import annotations

import logging
from collections.abc import Iterable
from datetime import timedelta

import discord

from bot.discord.channel.questions import welcome_buttons
from bot.discord.channel.threads import bots_rights
from bot.discord.kit.reply import Reply, as_new
from bot.discord.kit.request import Request
from bot.discord.kit.say import say
from bot.table.table import Table

log = logging.getLogger("stationmaster.discord")
JUST = timedelta(hours=1)
"""A server that the bot finds when it starts, and that invited it this recently, has not been welcomed."""


class Welcome:
    """Says it once to each server, whatever is restarted: what is stored decides."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self._waiting: set[int] | None = None
        """Servers where it comes with the first answer; None: not read yet."""

    async def found(self, guilds: Iterable[discord.Guild]) -> None:
        """After the start: servers that invited the bot while it was away."""
        late = self.table.clock() - JUST
        for guild in guilds:
            joined = None if guild.unavailable or guild.me is None else guild.me.joined_at
            if joined is not None and joined > late:
                await self.come(guild)

    async def come(self, guild: discord.Guild) -> None:
        """The bot has been invited."""
        where = channel_for(guild)
        with self.table.services.speaking_on(guild.id):
            text = say("text", group="welcome")
        waits = await self.table.welcoming.arrive(guild.id, where.id if where else 0, text)
        if waits and self._waiting is not None:
            self._waiting.add(guild.id)

    async def undelivered(self, guild: int) -> None:
        """It could not be posted."""
        await self.table.welcoming.undelivered(guild)
        self._waiting = None

    async def answered(self, request: Request) -> None:
        """Something has been answered on a server; perhaps it has not been welcomed."""
        if not request.guild:
            return
        if self._waiting is None:
            self._waiting = await self.table.welcoming.waiting()
        if request.guild not in self._waiting:
            return
        self._waiting.discard(request.guild)
        if await self.table.welcoming.claim(request.guild):
            reply = Reply(say("text", group="welcome"), rows=(welcome_buttons(),))
            await request.interaction.followup.send(ephemeral=True, **as_new(reply.private()))


def channel_for(guild: discord.Guild) -> discord.TextChannel | None:
    """Where everybody reads it: the channel in which Discord greets people, or else the first, if the bot may write."""
    first = sorted(guild.text_channels, key=lambda one: (one is not guild.system_channel, one.position, one.id))
    return next((one for one in first if _is_open(one)), None)


def _is_open(channel: discord.TextChannel) -> bool:
    mine, all_ = bots_rights(channel), channel.permissions_for(channel.guild.default_role)
    return mine is not None and mine.view_channel and mine.send_messages and all_.view_channel and all_.send_messages
