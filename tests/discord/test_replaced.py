"""A bot whose database another one has taken over stops by itself, and says why."""

from __future__ import annotations

import asyncio

import pytest

from bot.discord.app import run
from bot.discord.app.run import CannotRun, serve
from bot.host.settings import Settings
from bot.store import Database
from tests.discord.conftest import Hall
from tests.waiting import until


async def test_a_replaced_bot_stops_with_a_sentence(hall: Hall, monkeypatch: pytest.MonkeyPatch):
    databases: list[Database] = []

    async def opened(settings: Settings) -> Database:
        databases.append(await before(settings))
        return databases[0]

    before = run.opened
    monkeypatch.setattr(run, "opened", opened)
    running = asyncio.create_task(serve(hall.settings, asyncio.Event()))
    await until(lambda: databases)
    assert not running.done()
    databases[0].superseded.set()
    with pytest.raises(CannotRun, match="Another bot has taken over the database"):
        await running


async def test_a_standby_bot_can_be_stopped(hall: Hall, monkeypatch: pytest.MonkeyPatch):
    settings = hall.settings.model_copy(update={"standby": True})
    async with hall.open():
        stop = asyncio.Event()
        waiting = asyncio.create_task(serve(settings, stop))
        await until(lambda: "Standing by" in hall.settings.health_file.read_text())
        assert not waiting.done()
        stop.set()
        await waiting
        with pytest.raises(Exception, match="Another bot is running"):
            await serve(hall.settings, stop)
