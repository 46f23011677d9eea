"""The bot from its start to a stop that lets the move in hand be finished."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import signal
from typing import Any

import discord

from bot.discord.address import go_by
from bot.discord.client import Stationmaster
from bot.host.health import beat
from bot.robots.playing import Robots
from bot.robots.thinking import Apart
from bot.settings import Settings
from bot.table.housekeeping import Housekeeping, opened
from bot.table.table import Table

log = logging.getLogger("stationmaster.run")


class CannotRun(Exception):
    """The bot cannot run; the sentence says what to do."""


async def run(settings: Settings) -> None:
    """Until told to stop, by SIGTERM or SIGINT."""
    await serve(settings, stopped())


def stopped() -> asyncio.Event:
    """An event that SIGTERM and SIGINT set."""
    stop = asyncio.Event()
    loop = asyncio.get_running_loop()
    for name in (signal.SIGTERM, signal.SIGINT):
        # Windows has no such handlers; there Ctrl+C ends the loop.
        with contextlib.suppress(NotImplementedError):
            loop.add_signal_handler(name, stop.set)
    return stop


async def serve(settings: Settings, stop: asyncio.Event) -> None:
    """The same until an event is set, for those who start the bot inside their own program."""
    token = settings.discord_token.get_secret_value()
    if not token:
        raise CannotRun(
            "DISCORD_TOKEN is not set; put the bot's token into .env (docs/hosting.md says where to get it)."
        )
    go_by(settings)
    table = Table(await opened(settings), warm_games=settings.warm_games)
    bot, thinker = Stationmaster(table, settings), Apart()
    robots = Robots(table, thinker, settings.robot_pause)
    beating = asyncio.create_task(beat(settings.health_file, bot.is_ready), name="health")
    running = asyncio.create_task(_connected(bot, token), name="discord")
    jobs: list[asyncio.Task[Any]] = [
        running,
        asyncio.create_task(Housekeeping(table, settings).run(), name="housekeeping"),
        asyncio.create_task(robots.run(), name="robots"),
        asyncio.create_task(stop.wait(), name="stop"),
    ]
    try:
        await asyncio.wait((running, jobs[-1]), return_when=asyncio.FIRST_COMPLETED)
        if running.done():
            running.result()
    finally:
        await bot.close()
        for job in jobs:
            job.cancel()
        await asyncio.gather(*jobs, return_exceptions=True)
        thinker.close()
        beating.cancel()
        await table.close()


async def _connected(bot: Stationmaster, token: str) -> None:
    try:
        await bot.start(token)
    except discord.LoginFailure as e:
        raise CannotRun("Discord does not accept DISCORD_TOKEN; copy the bot's token from the developer portal.") from e
    except discord.PrivilegedIntentsRequired as e:
        raise CannotRun("Discord refuses the connection: the application lacks an intent.") from e
    except (discord.GatewayNotFound, OSError) as e:
        raise CannotRun("Discord cannot be reached; check the network of this machine.") from e
