"""Several processes on one PostgreSQL database: one works, another takes over, and who is replaced stores nothing."""

from __future__ import annotations

import asyncio
import os
import signal
import subprocess
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest
from sqlalchemy import text
from sqlalchemy.ext.asyncio import create_async_engine

from bot.errors import Trouble
from bot.host.settings import Settings
from bot.store import Database, InUse, StoreTrouble, Unreachable
from bot.store.database import database_url
from bot.store.processes.lease import LOCK
from bot.store.rows import MOVE
from bot.table import housekeeping
from bot.table.housekeeping import opened
from bot.table.upkeep.sender import Sender
from bot.table.upkeep.verify import verify
from tests.store.postgres import empty_database
from tests.table.club import ANN, BOB, Club, club
from tests.table.processes import at_server, blind, silent
from tests.table.test_outbox import Wall
from tests.waiting import HANG_GUARD, until, until_stored

pytestmark = pytest.mark.soak

ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture
async def address(postgres: str) -> str:
    """A database of one's own."""
    return await empty_database(postgres)


@pytest.fixture
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """Signs of life by the moment, where a test waits for one. When somebody counts as dead the test says itself."""
    monkeypatch.setattr("bot.store.processes.lease.BEAT", 0.1)
    monkeypatch.setattr("bot.store.processes.lease.EXPIRES", 600.0)
    monkeypatch.setattr(housekeeping, "LOOK", 0.1)


async def cut(address: str, of: Club, *, only_lock: bool = False) -> int:
    """End connections of a process at the server: all, or the one that holds the lock."""
    assert of.db._lease is not None
    locked = (
        f"AND pid IN (SELECT pid FROM pg_locks WHERE locktype = 'advisory' AND objid = {LOCK})" if only_lock else ""
    )
    name = of.db._lease.name
    return len(
        await at_server(
            address,
            f"SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = '{name}' {locked}",
        )
    )


@asynccontextmanager
async def replaced(address: str, first: Club) -> AsyncIterator[Club]:
    """A second process that has got in after the first lost its lock at the server, and before it noticed."""
    blind(first)
    assert await cut(address, first, only_lock=True) == 1
    async with club(address) as second:
        yield second


async def test_a_second_process_starts_only_after_the_first_has_ended(address: str):
    async with club(address) as first:
        game = await first.game()
        with pytest.raises(InUse, match="Another bot is running"):
            async with club(address):
                pass
        await first.act(game, ANN, "take")
    async with club(address) as second:
        await second.act(game, BOB, "take")
        assert (await second.table.present(game)).row.last == 2


async def test_a_replaced_process_stores_nothing_more_and_notices(address: str):
    async with club(address) as first:
        game = await first.game()
        await first.act(game, ANN, "take")
        async with replaced(address, first) as second:
            before = await second.stored(game)
            with pytest.raises(Trouble, match="Another bot has taken over this database; this one no longer stores"):
                await first.act(game, BOB, "take")
            with pytest.raises(Trouble, match="taken over"):
                await first.table.preferences.set_person(ANN, zone="Europe/Berlin")
            assert await second.stored(game) == before
            assert first.db.superseded.is_set() and not second.db.superseded.is_set()
            await second.act(game, BOB, "take")
            assert (await second.table.preferences.person(ANN)).zone == "UTC"


async def test_a_replaced_process_posts_nothing_more(address: str):
    async with club(address) as first:
        await first.game()
        wall = Wall()
        async with replaced(address, first) as second:
            await Sender(first.db, wall, first.clock).drain()
            assert wall.posts == []
            await Sender(second.db, wall, second.clock).drain()
            assert len(wall.posts) == len(await second.outbox())


async def test_an_open_transaction_is_stored_before_a_takeover_or_not_at_all(address: str):
    async with club(address) as first:
        await first.game()
        async with first.db.write() as session:
            await session.exec(text("UPDATE game SET trouble = 'half'"))  # type: ignore[call-overload]
            blind(first)
            assert await cut(address, first, only_lock=True) == 1
            second = Database(address)
            opening = asyncio.create_task(second.open())
            await asyncio.sleep(0.3)
            assert not opening.done(), "it waits for what is being stored"
        await opening
        await second.close()
        assert await at_server(address, "SELECT trouble FROM game") == ["half"]


async def test_a_lost_connection_is_reopened_before_anybody_takes_over(address: str):
    async with club(address) as first:
        game = await first.game()
        for _ in range(3):
            assert await cut(address, first) >= 1

            async def held() -> bool:
                found = await at_server(address, f"SELECT count(*) FROM pg_locks WHERE objid = {LOCK} AND granted")
                return found == ["1"]

            await until_stored(held)
            with pytest.raises(InUse):
                await Database(address).open()
            await first.play(game, 1)
        assert not first.db.superseded.is_set()
        assert (await first.table.present(game)).row.last == 3


async def test_a_hanging_process_is_replaced_and_its_connections_ended(address: str, quick: None):
    async with club(address) as first:
        game = await first.game()
        blind(first)  # as a process that is stopped, or whose machine is gone
        session = first.db.write()
        hanging = await session.__aenter__()
        await hanging.exec(text("UPDATE game SET trouble = 'half'"))  # type: ignore[call-overload]
        with pytest.raises(InUse):
            await Database(address).open()
        await silent(address)
        async with club(address) as second:
            assert await at_server(address, "SELECT trouble FROM game") == [""], "what hung is not stored"
            with pytest.raises(StoreTrouble):
                await session.__aexit__(None, None, None)
            with pytest.raises(Trouble, match="taken over"):
                await first.act(game, ANN, "take")
            await second.act(game, ANN, "take")


async def test_a_process_that_hangs_briefly_is_not_replaced(address: str, quick: None):
    async with club(address) as first:
        blind(first)
        await silent(address)
        assert first.db._lease is not None and await first.db._lease._beat()
        assert await at_server(address, "SELECT seen > clock_timestamp() - interval '1 hour' FROM lease") == ["True"]
        with pytest.raises(InUse):
            await Database(address).open()
        assert not first.db.superseded.is_set()


async def test_a_running_older_version_keeps_a_new_one_from_the_tables(address: str):
    engine = create_async_engine(database_url(address), isolation_level="AUTOCOMMIT")
    async with engine.connect() as older:
        await older.execute(text(f"SELECT pg_advisory_lock({LOCK})"))
        with pytest.raises(InUse):
            await Database(address).open()
        tables = await at_server(address, "SELECT count(*) FROM pg_tables WHERE schemaname = 'public'")
        assert tables == ["0"], "the new one stands by and has changed nothing"
    await engine.dispose()
    async with club(address) as new:
        await new.game()


async def test_a_standby_process_says_so_and_takes_over(
    address: str, quick: None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    settings = Settings(database_url=address, standby=True, health_file=tmp_path / "health.json", backup_hours=0)
    async with club(address) as first:
        waiting = asyncio.create_task(opened(settings))
        await until(lambda: (tmp_path / "health.json").is_file())
        assert "Standing by" in (tmp_path / "health.json").read_text()
        game = await first.game()
        assert not waiting.done()
        with pytest.raises(InUse):
            await opened(settings.model_copy(update={"standby": False}))
        # The server ends whatever there is, and refuses everybody for a while: whoever stands by goes on doing so.
        name = address.rpartition("/")[2]
        elsewhere = address.removesuffix(name) + "postgres"
        await at_server(elsewhere, f"ALTER DATABASE {name} ALLOW_CONNECTIONS false")
        refused = settings.model_copy(update={"standby": False})
        with pytest.raises(Unreachable):
            await opened(refused)
        await asyncio.sleep(0.3)
        assert not waiting.done()
        await at_server(elsewhere, f"ALTER DATABASE {name} ALLOW_CONNECTIONS true")
    second = await asyncio.wait_for(waiting, HANG_GUARD)
    async with second.read() as session:
        assert (await session.exec(text(f"SELECT id FROM game WHERE id = {game}"))).scalar() == game  # type: ignore[call-overload]
    await second.close()


CHILD = """
import asyncio, sys
from tests.table.club import club

async def work():
    async with club(sys.argv[1]) as table:
        for seed in range(1_000_000):
            for game in (1, 2):
                await table.play(game, 1, seed=seed)
            print(seed, flush=True)

asyncio.run(work())
"""


def child(address: str) -> subprocess.Popen[str]:
    """A process that plays until it is killed."""
    where = {**os.environ, "PYTHONPATH": os.pathsep.join([str(ROOT), os.environ.get("PYTHONPATH", "")])}
    run = [sys.executable, "-c", CHILD, address]
    return subprocess.Popen(run, cwd=ROOT, env=where, stdout=subprocess.PIPE, text=True)


async def check_nothing_lost(table: Club, known: int, *, whole: bool) -> int:
    """All stored moves are announced once, and sound; at least as many as were heard of."""
    moves = 0
    if whole:
        async for report in verify(table.db):
            assert not report.faults and not report.changed, report.lines()
    for game in (1, 2):
        made = {one.number for one in await table.table.actions(game, most=100_000) if one.kind == MOVE}
        assert made == {row.number for row in await table.outbox(game, MOVE)}
        moves += len(made)
    assert moves >= known
    return moves


async def takeovers(address: str, times: int, moves_each: int) -> int:
    """Kill or stop this many processes one after the other, each replaced by the next; return the moves made in all."""
    async with club(address) as table:
        for _ in range(2):
            await table.game(ANN, BOB)
    known = 0
    for number in range(times):
        process = child(address)
        assert process.stdout is not None
        try:
            for _ in range(moves_each):
                assert await asyncio.to_thread(process.stdout.readline)
            hangs = number % 2 == 1
            os.kill(process.pid, signal.SIGSTOP if hangs else signal.SIGKILL)
            async with entered(address, hangs=hangs) as table:
                known = await check_nothing_lost(table, known + 2 * moves_each, whole=number % 10 == 0)
                process.send_signal(signal.SIGCONT)
                await asyncio.to_thread(process.wait)
                known = await check_nothing_lost(table, known, whole=number == times - 1)
        finally:
            process.kill()
            process.wait()
            process.stdout.close()
    return known


@asynccontextmanager
async def entered(address: str, *, hangs: bool) -> AsyncIterator[Club]:
    """A table as soon as the process before is gone, or, if it `hangs`, taken for dead: its last sign of life may have
    been on its way when it was stopped.
    """
    while True:
        if hangs:
            await silent(address)
        try:
            async with club(address) as found:
                yield found
                return
        except InUse:
            await asyncio.sleep(0.1)


async def test_processes_that_are_killed_or_stopped_are_replaced_and_no_move_is_lost_or_doubled(
    address: str, quick: None
):
    assert await takeovers(address, 2, 2) >= 8


@pytest.mark.soak
async def test_thirty_processes_one_after_the_other_lose_and_double_nothing(address: str, quick: None):
    assert await takeovers(address, 30, 4) >= 240
