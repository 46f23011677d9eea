"""A PostgreSQL server that is stopped for an hour: the log says it once, not every second."""

import asyncio
import logging
from pathlib import Path

import pytest

from bot.errors import Trouble
from bot.host.settings import Settings
from bot.robots.playing import Robots
from bot.store import StoreTrouble
from bot.store.database import database_url
from bot.store.processes.lease import Lease
from bot.table.housekeeping import Housekeeping
from tests.table.club import club
from tests.table.test_robots import InProcess
from tests.waiting import until


async def test_an_outage_and_its_end_are_logged_once(monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture):
    caplog.set_level(logging.INFO, logger="stationmaster")
    monkeypatch.setattr("bot.store.processes.lease.AGAIN", 0.001)
    lease, tries = Lease(database_url("postgresql://a@127.0.0.1:1/b"), {"timeout": 5}), 0
    unreachable = lease._beat

    async def beat() -> bool:
        nonlocal tries
        tries += 1
        return tries > 3 or await unreachable()

    monkeypatch.setattr(lease, "_beat", beat)
    lease._cut.set()
    keeping = asyncio.create_task(lease.keep())
    await until(lambda: tries > 3 and bool(caplog.messages[1:]))
    keeping.cancel()
    assert caplog.messages == [
        "this process cannot report that it is alive (ConnectionRefusedError) and keeps trying",
        "this process can report again that it is alive",
    ]


async def test_robots_and_reminders_wait_for_the_database_in_a_line_each(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
):
    async def waiting() -> list[int]:
        raise StoreTrouble("The database cannot be reached.")

    async def tick() -> None:
        raise Trouble("The database cannot be reached. Nothing has changed.")

    async with club(tmp_path / "table.db") as table:
        robots = Robots(table.table, InProcess())
        monkeypatch.setattr(table.table.robots, "waiting", waiting)
        monkeypatch.setattr(table.table.leagues.rounds, "tick", tick)
        caplog.set_level(logging.WARNING, logger="stationmaster")
        assert [await robots.look() for _ in range(3)] == [0, 0, 0]
        await Housekeeping(table.table, Settings(backup_hours=0)).tick()
    assert caplog.messages == [
        "robots cannot see the games: The database cannot be reached.",
        "housekeeping: The database cannot be reached. Nothing has changed.",
    ]
    assert not any(record.exc_info for record in caplog.records)
