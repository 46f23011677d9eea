"""Run the bot from its start to a clean stop."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import signal
from collections.abc import Awaitable, Callable
from datetime import timedelta
from functools import partial

import discord
import discord.gateway
import discord.http
import yarl

from bot.discord.app.client import Stationmaster
from bot.discord.app.metrics import PortTaken, served
from bot.discord.app.vitals import Vitals
from bot.discord.channel.posting import Poster
from bot.discord.kit.retries import FAILURES, pauses
from bot.errors import Refused
from bot.host.health import beat
from bot.host.settings import Settings
from bot.robots.playing import Robots
from bot.robots.thinking import Apart
from bot.store import Database, StoreTrouble
from bot.store.processes.shared import Shared
from bot.table.housekeeping import Housekeeping, opened
from bot.table.table import Table
from bot.table.upkeep.sender import Sender
from engine.core.sentences import because

log = logging.getLogger("stationmaster.run")
AGAIN = 1.0
"""Seconds before looking again for what other processes left undone."""
NEWS = 60.0
"""Seconds between reading what other processes have stored about languages."""
LAST_POSTS = 1.5
"""Seconds for posting waiting announcements when the bot is told to stop."""
POSTING = because("The announcement poster failed and is being restarted; see the log.")
SHOWING = because("The updater of pinned messages failed and is being restarted; see the log.")
BEATING = because("The health report failed and is being restarted; see the log.")
PLAYING = because("The robot player failed and is being restarted; see the log.")
HEARING = because("The connection to the other processes failed and is being restarted; see the log.")
KEEPING = because("The reminder sender failed and is being restarted; see the log.")


class CannotRun(Exception):
    """The bot cannot run; the sentence says what to do."""


async def run(settings: Settings) -> None:
    """Run until SIGTERM or SIGINT."""
    await serve(settings, stopped())


def stopped() -> asyncio.Event:
    """An event set by SIGTERM and SIGINT."""
    stop = asyncio.Event()
    loop = asyncio.get_running_loop()
    for name in (signal.SIGTERM, signal.SIGINT):
        # Windows has no signal handlers; there Ctrl+C ends the loop.
        with contextlib.suppress(NotImplementedError):
            loop.add_signal_handler(name, stop.set)
    return stop


async def serve(settings: Settings, stop: asyncio.Event) -> None:
    """The same until an event is set, for running the bot inside another program."""
    token = settings.discord_token.get_secret_value()
    if not token:
        raise CannotRun(
            "DISCORD_TOKEN is not set; put the bot's token into .env (docs/hosting.md says where to get it)."
        )
    _go_by(settings)
    db = await _opened(settings, stop)
    if db is None:
        return
    table = Table(db, warm_games=settings.warm_games)
    await table.preferences.recall_languages()
    bot, thinker = Stationmaster(table, settings), Apart()
    robots = Robots(table, thinker, settings.robot_pause)
    sender = Sender(table.db, Poster(bot), table.clock, set_aside=partial(_unreadable, bot))
    table.db.on_commit = sender.wake
    watch, housekeeping = bot.watch, Housekeeping(table, settings, bot.watch.note)
    running = asyncio.create_task(_connected(bot, token), name="discord")
    waiting = asyncio.create_task(stop.wait(), name="stop")
    replaced = asyncio.create_task(db.superseded.wait(), name="replaced")
    posting = watch.keep("posting", partial(_when_ready, bot, sender.run), POSTING)
    showing = watch.keep("status", partial(_when_ready, bot, partial(_shown_anew, bot)), SHOWING)
    vitals = Vitals(bot, posting)
    beating = watch.keep("health", partial(beat, settings.health_file, vitals, noted=watch.notes), BEATING)
    playing = watch.keep("robots", robots.run, PLAYING)
    hearing = watch.keep("news", partial(_news, table), HEARING)
    keeping = watch.keep("housekeeping", partial(housekeeping.run, watch.over), KEEPING)
    try:
        async with served(bot, vitals, settings.metrics_port):
            await asyncio.wait((running, waiting, replaced), return_when=asyncio.FIRST_COMPLETED)
        if replaced.done():
            raise CannotRun("Another bot has taken over the database, so this one has stopped.")
        if running.done():
            running.result()
        # Finish answers and robots' moves, and post as much as possible of what they led to:
        # the rest is posted after the next start.
        log.info("stopping: finishing what is in hand")
        await bot.finish()
    except PortTaken as e:
        taken = because("Port {port} on 127.0.0.1 is in use; set METRICS_PORT to another.", port=settings.metrics_port)
        raise CannotRun(taken) from e
    finally:
        watch.over.set()
        playing.cancel()
        await asyncio.gather(keeping, playing, return_exceptions=True)
        posting.cancel()
        showing.cancel()
        await asyncio.gather(posting, showing, return_exceptions=True)
        if bot.is_ready():
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(sender.drain(), LAST_POSTS)
        await bot.close()
        for job in (running, waiting, replaced):
            job.cancel()
        await asyncio.gather(running, waiting, replaced, return_exceptions=True)
        thinker.close()
        beating.cancel()
        hearing.cancel()
        await table.close()


def _go_by(settings: Settings) -> None:
    """Make the client use the addresses in the settings, if there are any."""
    if settings.discord_api:
        discord.http.Route.BASE = settings.discord_api.rstrip("/")
    if settings.discord_gateway:
        discord.gateway.DiscordWebSocket.DEFAULT_GATEWAY = yarl.URL(settings.discord_gateway)


async def _opened(settings: Settings, stop: asyncio.Event) -> Database | None:
    """Open the database; None if the bot is told to stop while standing by."""
    opening, stopping = asyncio.create_task(opened(settings)), asyncio.create_task(stop.wait())
    try:
        await asyncio.wait((opening, stopping), return_when=asyncio.FIRST_COMPLETED)
        if not opening.done():
            opening.cancel()
        await asyncio.wait((opening,))
        return None if opening.cancelled() else opening.result()
    finally:
        stopping.cancel()


async def _when_ready(bot: Stationmaster, work: Callable[[], Awaitable[None]]) -> None:
    """Start posting once the bot is connected."""
    await bot.wait_until_ready()
    await work()


async def _shown_anew(bot: Stationmaster) -> None:
    """Show what a killed bot could not."""
    shared = bot.table.db.shared
    if shared is None:
        await _all_shown(bot, None)
        return
    # Of several processes the leader does this: everything after a cold start, otherwise what a dead one left.
    async with asyncio.TaskGroup() as group:
        while True:
            await shared.bereaved.wait()
            # A second death need not wait until the first one's updates are done.
            taken = asyncio.Event()
            group.create_task(_looked_after(bot, shared, taken))
            await taken.wait()
            await asyncio.sleep(AGAIN)


async def _looked_after(bot: Stationmaster, shared: Shared, taken: asyncio.Event) -> None:
    try:
        async with shared.bereavement() as ago:
            taken.set()
            await _all_shown(bot, ago)
    except StoreTrouble as e:
        # It is still to be done, and begins anew; what else is being shown goes on.
        log.warning("what another process left undone cannot be shown yet: %s", e)


async def _all_shown(bot: Stationmaster, ago: timedelta | None) -> None:
    if ago is None:
        await bot.pinned.update_all()
    else:
        await bot.pinned.left_undone(ago)
    await bot.league_pins.update_all()


async def _news(table: Table) -> None:
    """Read people's languages that other processes have stored."""
    while table.db.shared is not None:
        await asyncio.sleep(NEWS)
        with contextlib.suppress(StoreTrouble, Refused):
            await table.preferences.recall_languages()


async def _unreadable(bot: Stationmaster, row: int, game: int | None, kind: str) -> None:
    """An unpostable row may have been a ping: tell the host, and ping again."""
    bot.watch.note("outbox", because("Announcement {number} could not be read and was skipped.", number=row))
    if game is not None and kind != "call":
        await bot.losses.guarded(bot.table.seating.call_anew(game))


async def _connected(bot: Stationmaster, token: str) -> None:
    for pause in pauses():
        try:
            await bot.start(token)
        except discord.LoginFailure as e:
            raise CannotRun(
                "Discord does not accept DISCORD_TOKEN; copy the bot's token from the developer portal."
            ) from e
        except discord.PrivilegedIntentsRequired as e:
            raise CannotRun("Discord refuses the connection: the application lacks an intent.") from e
        except FAILURES as e:
            log.warning("Discord cannot be reached (%s); next try in %.0f s", type(e).__name__, pause)
            await asyncio.sleep(pause)
            # The next login opens its own connection.
            await bot.http.close()
            bot.http.connector = discord.utils.MISSING
        else:
            return
