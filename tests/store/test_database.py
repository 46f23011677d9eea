"""Opening, upgrading, refusing; the tables as the program thinks of them and as the steps make them."""

import asyncio
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
from alembic import command
from alembic.autogenerate import compare_metadata
from alembic.runtime.migration import MigrationContext
from sqlalchemy import Connection
from sqlalchemy.ext.asyncio import create_async_engine
from sqlalchemy.pool import NullPool
from sqlmodel import SQLModel, col, select

from bot.__main__ import main
from bot.store import (
    AlreadyDone,
    Asked,
    Collision,
    Database,
    StoreTrouble,
)
from bot.store.database import database_url
from bot.store.once import asked
from bot.store.opening import migrate
from bot.store.opening.migrate import configuration, head
from bot.store.rows import ActionRow, PersonRow, SeatRow
from engine.core.state import NOW
from tests.fresh import ON_DISK
from tests.table.club import NOON, club, older


@pytest.mark.parametrize(
    ("given", "driver"),
    [
        ("data/x.db", "sqlite+aiosqlite"),
        ("sqlite:///data/x.db", "sqlite+aiosqlite"),
        ("sqlite+aiosqlite:////var/x.db", "sqlite+aiosqlite"),
        ("postgres://a:b@c/d", "postgresql+asyncpg"),
        ("postgresql://a:b@c:5432/d", "postgresql+asyncpg"),
        ("postgresql+asyncpg://a:b@c/d", "postgresql+asyncpg"),
    ],
)
def test_addresses_in_the_forms_hosts_use(given: str, driver: str):
    assert database_url(given).drivername == driver


@pytest.mark.parametrize(
    "given", ["mysql://a/b", "sqlite://", "sqlite:///:memory:", "://", "postgres://a:x/b", "postgres://a:99999/b"]
)
def test_addresses_that_store_nothing_are_refused(given: str):
    with pytest.raises(StoreTrouble, match="DATABASE_URL"):
        database_url(given)


async def in_sync(path: Path, job):
    engine = create_async_engine(f"sqlite+aiosqlite:///{path}", poolclass=NullPool)
    try:
        async with engine.begin() as connection:
            return await connection.run_sync(job)
    finally:
        await engine.dispose()


async def test_the_migrations_lead_to_the_programs_tables(tmp_path: Path):
    await Database(str(tmp_path / "x.db")).open()

    def differences(connection: Connection):
        context = MigrationContext.configure(connection, opts={"compare_type": True})
        return compare_metadata(context, SQLModel.metadata)

    assert await in_sync(tmp_path / "x.db", differences) == []


async def test_every_migration_goes_up_down_and_up_again(tmp_path: Path):
    def up_down_up(connection: Connection) -> set[str]:
        for where, how in (("head", command.upgrade), ("base", command.downgrade), ("head", command.upgrade)):
            how(configuration(connection), where)
        return {name for (name,) in connection.exec_driver_sql("SELECT name FROM sqlite_master WHERE type='table'")}

    tables = await in_sync(tmp_path / "x.db", up_down_up)
    assert set(SQLModel.metadata.tables) <= tables


async def test_a_newer_database_is_refused_with_one_sentence_and_left_alone(tmp_path: Path):
    path = tmp_path / "x.db"
    async with club(path):
        pass
    with closing(sqlite3.connect(path)) as file:
        file.execute("UPDATE alembic_version SET version_num='9999'")
        file.commit()
    before = path.read_bytes()
    with pytest.raises(StoreTrouble, match=f"version 9999, which is newer .*versions up to {head()}"):
        await Database(str(path)).open()
    assert path.read_bytes() == before


def test_a_new_form_of_positions_has_a_step_at_which_older_versions_stop():
    # Without one, no copy would be made before the upgrade, and an older bot would find its games damaged.
    names = [path.stem.partition("_")[2] for path in (migrate.HERE / "versions").glob("0*.py")]
    assert max(int(name.rpartition("_")[2]) for name in names if name.startswith("positions_of_form_")) == NOW


async def test_a_file_that_is_something_else_is_refused(tmp_path: Path):
    (tmp_path / "text.db").write_text("not a database, but quite a long text " * 100)
    with pytest.raises(StoreTrouble, match="damaged"):
        await Database(str(tmp_path / "text.db")).open()
    with closing(sqlite3.connect(tmp_path / "other.db")) as file:
        file.execute("CREATE TABLE game (id INTEGER)")
    with pytest.raises(StoreTrouble, match="it was not made by this program"):
        await Database(str(tmp_path / "other.db")).open()


async def test_a_backup_is_made_only_before_tables_change(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    made: list[str] = []
    db = Database(str(tmp_path / "x.db"))
    for what in ("new", "same"):
        await db.open(before_upgrade=lambda what=what: made.append(what))
        await db.close()
    assert made == []
    monkeypatch.setattr("bot.store.database.waiting", lambda connection: "older")
    await db.open(before_upgrade=lambda: made.append("older"))
    await db.close()
    assert made == ["older"]


async def settings(address: Path) -> dict[str, object]:
    """What a new connection of the table is set to."""
    async with club(address, busy_seconds=5) as table, table.db.read() as session:
        connection = await session.connection()
        return {
            name: (await connection.exec_driver_sql(f"PRAGMA {name}")).scalar_one()
            for name in ("journal_mode", "foreign_keys", "synchronous", "busy_timeout")
        }


async def test_connections_have_the_required_settings(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    required = {"journal_mode": "wal", "foreign_keys": 1, "synchronous": 2, "busy_timeout": 5000}
    assert ON_DISK == "FULL"
    assert await settings(tmp_path / "x.db") == {**required, "synchronous": 0}, "ordinary tests wait for no disk"
    monkeypatch.setattr("bot.store.database.SYNCHRONOUS", ON_DISK)
    assert await settings(tmp_path / "x.db") == required


async def test_transactions_begin_explicitly_with_their_first_statement(tmp_path: Path):
    async with club(tmp_path / "x.db") as table:
        for begin, lines in (
            (table.db.write, ["BEGIN IMMEDIATE", "SELECT", "COMMIT"]),
            (table.db.read, ["BEGIN", "SELECT", "ROLLBACK"]),
        ):
            said: list[str] = []
            async with begin() as session:
                opened = await (await session.connection()).get_raw_connection()
                opened.driver_connection._conn.set_trace_callback(said.append)  # type: ignore[union-attr]
                assert said == []
                await session.get(PersonRow, 1)
            assert [line if line.startswith("BEGIN") else line.split()[0] for line in said] == lines


async def test_a_failed_transaction_stores_nothing(tmp_path: Path):
    async with club(tmp_path / "x.db") as table:
        with pytest.raises(ValueError, match="half"):
            async with table.db.write() as session:
                session.add(PersonRow(user_id=1))
                await session.flush()
                raise ValueError("half way")
        with pytest.raises(Collision):
            async with table.db.write() as session:
                session.add(SeatRow(game_id=77, place=1, user_id=1, name="nobody's game"))
        async with table.db.read() as session:
            assert await session.get(PersonRow, 1) is None


async def test_one_number_of_a_game_is_used_once(tmp_path: Path):
    """The key of the action table is what makes a lost update impossible."""
    async with club(tmp_path / "x.db") as table:
        game = await table.game()

        async def write() -> None:
            async with table.db.write() as session:
                session.add(ActionRow(game_id=game, number=1, parent=0, position=1, at=NOON))

        answers = await asyncio.gather(write(), write(), return_exceptions=True)
        assert sorted(type(answer).__name__ for answer in answers) == ["Collision", "NoneType"]


async def test_moments_keep_their_zone_and_need_one(tmp_path: Path):
    async with club(tmp_path / "x.db") as table:
        async with table.db.write() as session:
            session.add(PersonRow(user_id=1, away_until=NOON))
        async with table.db.read() as session:
            assert (await session.exec(select(PersonRow).where(col(PersonRow.away_until) == NOON))).one()
            assert (await session.get(PersonRow, 1)).away_until == NOON  # type: ignore[union-attr]
        with pytest.raises(StoreTrouble):
            async with table.db.write() as session:
                session.add(PersonRow(user_id=2, away_until=NOON.replace(tzinfo=None)))


async def test_game_numbers_are_never_reused(tmp_path: Path):
    async with club(tmp_path / "x.db") as table:
        first = await table.game()
        with closing(sqlite3.connect(table.db.path)) as file:
            file.execute("PRAGMA foreign_keys=ON")
            file.execute("DELETE FROM game")
            file.commit()
        assert await table.game() == first + 1


async def test_a_failed_migration_leaves_the_old_database_and_says_so(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    path = tmp_path / "table.db"
    async with club(path) as table:
        await table.game()
    older(path, "0008")

    def dump() -> list[str]:
        with closing(sqlite3.connect(path)) as opened:
            return list(opened.iterdump())

    before, copies = dump(), list[int]()

    def fails(connection: Connection) -> None:
        migrate.upgrade(connection)
        connection.exec_driver_sql("DELETE FROM game")
        raise KeyError("a row that nobody has thought of")

    monkeypatch.setattr("bot.store.database.upgrade", fails)
    with pytest.raises(StoreTrouble, match="The database has not changed; the previous version can still use it"):
        await Database(str(path)).open(before_upgrade=lambda: copies.append(1))
    assert dump() == before and copies == [1]
    monkeypatch.undo()
    async with club(path) as table:
        assert (await table.table.present(1)).row.last == 0


async def test_one_command_copies_everything_into_another_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
):
    here, there = tmp_path / "here.db", tmp_path / "there" / "table.db"
    async with club(here) as table:
        game = await table.game()
        before = await table.stored(game)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("DATABASE_URL", str(here))
    assert await asyncio.to_thread(main, ["carry", str(there)]) == 0
    assert "Copied 1 game" in capsys.readouterr().out
    async with club(there) as table:
        assert await table.stored(game) == before
        await table.play(game, 2)
    assert await asyncio.to_thread(main, ["carry", str(there)]) == 2
    assert "name an empty one" in capsys.readouterr().err


async def test_an_interaction_changes_something_once(tmp_path: Path):
    db, again = Database(str(tmp_path / "x.db")), Asked(7)
    await db.open()

    async def written(user: int) -> None:
        async with db.write() as session:
            session.add(PersonRow(user_id=user))

    async def people() -> list[int]:
        async with db.read() as session:
            return sorted(await session.exec(select(PersonRow.user_id)))

    with Asked(7).here():
        with pytest.raises(RuntimeError):
            async with db.write():
                raise RuntimeError("nothing is stored, so it can be done later")
        await written(1)
        await written(2)
    await db.check_new(Asked(8))
    with pytest.raises(AlreadyDone):
        await db.check_new(again)
    with again.here():
        with pytest.raises(AlreadyDone):
            await written(3)
        await asyncio.create_task(written(4))
    assert asked() is None
    await written(5)
    assert await people() == [1, 2, 4, 5], "other tasks' work is not the interaction's"
    with pytest.raises(AlreadyDone):
        await db.note(again)
    await db.note(Asked(8))
    with pytest.raises(AlreadyDone):
        await db.check_new(Asked(8))
    await db.close()
