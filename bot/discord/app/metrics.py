"""Serve metrics on loopback for Prometheus; never anything a player wrote."""

from __future__ import annotations

import contextlib
import logging
from collections.abc import AsyncIterator
from datetime import datetime
from functools import partial
from typing import Any

from aiohttp import web
from prometheus_client import CONTENT_TYPE_LATEST
from sqlmodel import and_, col, func, select
from sqlmodel.ext.asyncio.session import AsyncSession

from bot.discord.app.client import Stationmaster
from bot.discord.app.vitals import Vitals
from bot.discord.kit.figures import Counting
from bot.host.say import finding_text
from bot.store import StoreTrouble
from bot.store.rows import FAILED, RUNNING, WAITING, GameRow, OutboxRow, TurnRow
from engine.core.sentences import because


class PortTaken(Exception):
    """Another program is using the port."""


@contextlib.asynccontextmanager
async def served(bot: Stationmaster, vitals: Vitals, port: int) -> AsyncIterator[None]:
    """Serve `/metrics` and `/health` on 127.0.0.1 while the block lasts; nothing if the port is 0."""
    if not port:
        yield
        return

    runner = web.AppRunner(application(bot, vitals), access_log=None)
    await runner.setup()
    counting, root = Counting(bot.figures), logging.getLogger("stationmaster")
    root.addHandler(counting)
    try:
        try:
            await web.TCPSite(runner, "127.0.0.1", port).start()
        except OSError as e:
            raise PortTaken(port) from e
        yield
    finally:
        root.removeHandler(counting)
        await runner.cleanup()


def application(bot: Stationmaster, vitals: Vitals) -> web.Application:
    """The web application."""

    async def metrics(request: web.Request) -> web.Response:
        return web.Response(text=await exposition(bot, vitals), headers={"Content-Type": CONTENT_TYPE_LATEST})

    async def health(request: web.Request) -> web.Response:
        return await healthy(vitals)

    app = web.Application()
    app.add_routes([web.get("/metrics", metrics), web.get("/health", health)])
    return app


async def healthy(vitals: Vitals) -> web.Response:
    """Is the bot healthy now?"""
    if ailing := await vitals.ailment():
        return web.Response(text=f"{finding_text(ailing)}\n", status=503)
    if not vitals.connected():
        return web.Response(text=f"{finding_text(because('not connected to Discord'))}\n", status=503)
    return web.Response(text="\n".join(["ok", *map(finding_text, vitals.bot.watch.notes()), ""]))


async def exposition(bot: Stationmaster, vitals: Vitals) -> str:
    """All metrics in Prometheus's format."""
    figures, now = bot.figures, bot.table.clock()
    well = vitals.connected() and not await vitals.ailment()
    figures.well.set(int(well))
    figures.guilds.set(len(bot.guilds))
    figures.leads.set(int(bot.table.db.leads))
    figures.rules_queue.set(bot.table.services.waiting())
    for whose, waiting in bot.drawers.waiting().items():
        figures.drawing_queue.labels(whose).set(waiting)
    # If the database does not answer, `well` says so; the other values stay as they were.
    with contextlib.suppress(StoreTrouble):
        async with bot.table.db.read() as session:
            counted = partial(_counted, session)
            figures.games.set(await counted(and_(col(GameRow.status) == RUNNING, col(GameRow.copy_of).is_(None))))
            figures.outbox.set(await counted(OutboxRow.state == WAITING))
            figures.aside.set(await counted(OutboxRow.state == FAILED))
            figures.reminders.set(await counted(col(TurnRow.due_at) <= now))
            oldest = select(func.min(OutboxRow.created_at)).where(OutboxRow.state == WAITING)
            due = select(func.min(TurnRow.due_at))
            figures.oldest.set(_since((await session.exec(oldest)).one(), now))
            figures.late.set(_since((await session.exec(due)).one(), now))
    return figures.exposition()


async def _counted(session: AsyncSession, which: Any) -> int:
    return (await session.exec(select(func.count()).where(which))).one()


def _since(moment: datetime | None, now: datetime) -> float:
    return max((now - moment).total_seconds(), 0.0) if moment is not None else 0.0
