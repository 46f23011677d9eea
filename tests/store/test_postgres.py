"""The same table on PostgreSQL, started for these tests; skipped with the reason where it cannot be had."""

import asyncio
from collections.abc import AsyncIterator
from datetime import timedelta
from pathlib import Path

import pytest
from alembic.autogenerate import compare_metadata
from alembic.runtime.migration import MigrationContext
from sqlalchemy import Connection
from sqlalchemy.ext.asyncio import create_async_engine
from sqlmodel import SQLModel, col, func, select

from bot.errors import Stale
from bot.store import StoreTrouble
from bot.store.carry import carry
from bot.store.rows import ActionRow
from bot.table.play.orders.kinds import order_of
from bot.table.table import Table
from bot.table.upkeep.sender import Sender
from bot.table.upkeep.verify import verify
from tests.store.postgres import empty_database
from tests.table.club import ANN, BOB, CEM, Club, club
from tests.table.test_outbox import Wall

pytestmark = pytest.mark.soak


@pytest.fixture
async def table(postgres: str) -> AsyncIterator[Club]:
    """A table on an empty database of that server."""
    async with club(await empty_database(postgres)) as found:
        yield found


async def test_a_game_can_be_played_undone_and_checked(table: Club):
    game = await table.game()
    await table.act(game, ANN, "take")
    await table.table.takeback.undo(game, ANN, 0)
    await table.table.takeback.redo(game, ANN, 1)
    await table.table.orders.give(game, BOB, "p2", order_of("bid", {"private": "MKT", "limit": 5}))
    await table.play(game, 30)
    async for report in verify(table.db):
        assert (report.moves, report.faults, report.changed) == (31, [], [])
    raw = await table.table.transfer.export(game)
    people = {"Ann": ANN, "Bob": BOB, "Cem": CEM}
    other = await table.table.transfer.bring(raw, 2, 200, ANN, people)
    there, here = await table.table.present(other), await table.table.present(game)
    assert there.game.encode() == here.game.encode()


async def test_of_many_simultaneous_presses_one_wins_even_across_processes(table: Club):
    other = Table(table.db, table.clock)
    game = await table.game()
    now = await table.table.present(game)
    asked = (game, ANN, "p1", "take", {}, now.decision, now.epoch)
    clicks = [one.act(*asked) for one in (table.table, other) for _ in range(8)]
    answers = await asyncio.gather(*clicks, return_exceptions=True)
    assert sum(isinstance(answer, Stale) for answer in answers) == 15
    assert (await table.table.present(game)).row.last == 1
    other.services.close()


async def test_reminders_outbox_and_settings(table: Club):
    game = await table.game()
    away = table.clock.now + timedelta(days=2)
    await table.table.preferences.set_person(BOB, zone="Europe/Berlin", quiet_from=60, quiet_to=120, away_until=away)
    await table.act(game, ANN, "take")
    assert await table.table.reminders.tick() == 0
    table.clock.pass_by(days=2, hours=1)
    assert await table.table.reminders.next_moment() == away
    assert await table.table.reminders.tick() == 1
    wall = Wall()
    await Sender(table.db, wall, table.clock).drain()
    assert [number for _, number in wall.posts] == [row.id for row in await table.outbox()]


async def test_the_migrations_lead_to_the_programs_tables(table: Club):
    engine = create_async_engine(table.db.url)

    def differences(connection: Connection):
        context = MigrationContext.configure(connection, opts={"compare_type": True})
        return compare_metadata(context, SQLModel.metadata)

    async with engine.connect() as connection:
        assert await connection.run_sync(differences) == []
    await engine.dispose()


async def test_an_unreachable_server_is_reported_and_creates_no_files(table: Club):
    with pytest.raises(StoreTrouble, match="not a file"):
        _ = table.db.path
    with pytest.raises(StoreTrouble, match="cannot be reached"):
        async with club("postgresql://nobody@127.0.0.1:9/none"):
            pass


async def test_an_unknown_user_or_database_is_reported(table: Club):
    address = table.db.url.render_as_string(hide_password=False)
    for wrong in (address.replace("tester", "nobody"), address + "x"):
        with pytest.raises(StoreTrouble, match="DATABASE_URL"):
            async with club(wrong):
                pass


async def test_a_read_sees_one_consistent_snapshot(table: Club):
    game = await table.game()
    async with table.db.read() as session:
        before = await table.table.services.row(session, game)
        await table.act(game, ANN, "take")
        found = await session.exec(select(func.count()).select_from(ActionRow).where(col(ActionRow.game_id) == game))
        assert found.one() == before.last + 1


async def test_a_second_bot_on_the_same_database_is_refused(table: Club):
    url = table.db.url.render_as_string(hide_password=False)
    with pytest.raises(StoreTrouble, match="Another bot is running"):
        async with club(url):
            pass
    await table.db.close()
    async with club(url):
        pass
    await table.db.open()


async def test_a_database_copied_from_sqlite_can_be_played_on(postgres: str, tmp_path: Path):
    url = await empty_database(postgres)
    async with club(tmp_path / "table.db") as table:
        game = await table.game()
        await table.act(game, ANN, "pass_auction")
        before, told = await table.stored(game), len(await table.outbox())
        async with club(url) as other:
            carried = await carry(table.db, other.db)
            assert (carried["game"], carried["outbox"]) == (1, told)
            with pytest.raises(StoreTrouble, match="name an empty one"):
                await carry(table.db, other.db)
            assert await other.stored(game) == before
            async for report in verify(other.db):
                assert not report.faults and not report.changed
            # New rows are numbered after those that were carried.
            await other.play(game, 3)
            assert await other.game(BOB, CEM) == game + 1
