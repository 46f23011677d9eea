"""Figures of the running bot, on loopback, as Prometheus reads them; never a word of a player."""

from __future__ import annotations

import contextlib
from collections.abc import AsyncIterator, Sequence

from aiohttp import web
from sqlmodel import func, select

from bot.discord.client import Stationmaster
from bot.discord.vitals import Vitals
from bot.host.say import worded
from bot.store.rows import RUNNING, WAITING, GameRow, OutboxRow


class PortTaken(Exception):
    """Another program listens there."""


@contextlib.asynccontextmanager
async def served(bot: Stationmaster, vitals: Vitals, port: int) -> AsyncIterator[None]:
    """`/metrics` and `/health` on 127.0.0.1 while the block lasts; nothing if the port is 0."""
    if not port:
        yield
        return

    runner = web.AppRunner(application(bot, vitals), access_log=None)
    await runner.setup()
    try:
        try:
            await web.TCPSite(runner, "127.0.0.1", port).start()
        except OSError as e:
            raise PortTaken(port) from e
        yield
    finally:
        await runner.cleanup()


def application(bot: Stationmaster, vitals: Vitals) -> web.Application:
    """All that is answered there."""

    async def metrics(request: web.Request) -> web.Response:
        return web.Response(text=await written(bot))

    async def health(request: web.Request) -> web.Response:
        return await healthy(vitals)

    app = web.Application()
    app.add_routes([web.get("/metrics", metrics), web.get("/health", health)])
    return app


async def healthy(vitals: Vitals) -> web.Response:
    """Whether the bot is well at this moment."""
    if ailing := await vitals.ailment():
        return web.Response(text=f"{worded(ailing)}\n", status=503)
    if not vitals.connected():
        return web.Response(text="not connected to Discord\n", status=503)
    return web.Response(text="\n".join(["ok", *map(worded, vitals.bot.watch.notes()), ""]))


async def written(bot: Stationmaster) -> str:
    """All figures, a line each."""
    figures = bot.figures
    async with bot.table.db.read() as session:
        games = (await session.exec(select(func.count()).where(GameRow.status == RUNNING))).one()
        waiting = (await session.exec(select(func.count()).where(OutboxRow.state == WAITING))).one()
    lines = [f"stationmaster_games_running {games}", f"stationmaster_outbox_waiting {waiting}"]
    lines.append(f"stationmaster_guilds {len(bot.guilds)}")
    for name, count in sorted(figures.asked.items()):
        lines.append(f'stationmaster_interactions_total{{what="{name}"}} {count}')
    for name, count in sorted(figures.posted.items()):
        lines.append(f'stationmaster_posts_total{{kind="{name}"}} {count}')
    for name, times in (
        ("acknowledged", figures.acknowledgements),
        ("answered", figures.answers),
        ("posted", figures.drawn),
    ):
        for part in (0.5, 0.95):
            lines.append(f'stationmaster_{name}_seconds{{quantile="{part}"}} {quantile(list(times), part):.4f}')
    return "\n".join(lines) + "\n"


def quantile(times: Sequence[float], part: float) -> float:
    """The time within which such a part of all was done."""
    ranked = sorted(times)
    return ranked[min(len(ranked) - 1, int(part * len(ranked)))] if ranked else 0.0
