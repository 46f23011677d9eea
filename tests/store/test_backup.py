"""Copies made while people play, checked, pruned, put back."""

import asyncio
import sqlite3
from contextlib import closing
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from bot.settings import Settings
from bot.store import StoreTrouble
from bot.store.backup import backup, backups, check, made_at, prune, restore
from bot.table.housekeeping import Housekeeping
from bot.table.verify import verify
from tests.table.club import ANN, BOB, club

NOW = datetime(2026, 3, 2, 12, tzinfo=UTC)


async def test_a_copy_made_under_load_is_whole_and_can_be_played_on(tmp_path: Path):
    path, folder = tmp_path / "table.db", tmp_path / "backups"
    async with club(path) as table:
        game = await table.game(ANN, BOB)
        playing = asyncio.create_task(table.play(game, 40))
        await asyncio.sleep(0.2)
        copy = await asyncio.to_thread(backup, path, folder, NOW)
        await playing
        check(copy)
        reached = (await table.table.present(game)).row.last
    kept = restore(copy, path, NOW)
    assert kept is not None and kept.exists()
    async with club(path) as table:
        async for report in verify(table.db):
            assert not report.faults and not report.changed
        assert (await table.table.present(game)).row.last <= reached
        await table.play(game, 3)


async def test_a_restored_database_is_what_was_copied_even_with_a_log_left_behind(tmp_path: Path):
    path = tmp_path / "table.db"
    async with club(path) as table:
        game = await table.game()
        copy = backup(path, tmp_path, NOW)
        await table.act(game, ANN, "take")
        saved = {name: (tmp_path / name).read_bytes() for name in ("table.db", "table.db-wal")}
    for name, data in saved.items():  # as if the bot had been killed
        (tmp_path / name).write_bytes(data)
    restore(copy, path, NOW)
    async with club(path) as table:
        assert (await table.table.present(game)).row.last == 0


async def test_a_database_in_use_is_not_replaced(tmp_path: Path):
    path = tmp_path / "table.db"
    async with club(path):
        copy = backup(path, tmp_path, NOW)
        with pytest.raises(StoreTrouble, match="Another bot is running"):
            restore(copy, path, NOW)


async def test_what_is_no_backup_is_not_put_back(tmp_path: Path):
    path = tmp_path / "table.db"
    async with club(path):
        pass
    before = path.read_bytes()
    (tmp_path / "text.db").write_text("hello" * 1000)
    with closing(sqlite3.connect(tmp_path / "other.db")) as other:
        other.execute("CREATE TABLE x (y)")
    cut = tmp_path / "cut.db"
    cut.write_bytes(backup(path, tmp_path, NOW).read_bytes()[:-20_000])
    for name in ("text.db", "other.db", "cut.db", "missing.db"):
        with pytest.raises(StoreTrouble, match=name):
            restore(tmp_path / name, path, NOW)
    assert path.read_bytes() == before


def test_no_database_no_copy(tmp_path: Path):
    with pytest.raises(StoreTrouble, match="no database"):
        backup(tmp_path / "none.db", tmp_path / "backups", NOW)
    assert backups(tmp_path / "backups") == []


async def test_copies_are_made_on_schedule_and_the_oldest_go(tmp_path: Path):
    settings = Settings(backup_dir=tmp_path / "backups", backup_hours=24, backup_keep=3)
    async with club(tmp_path / "table.db") as table:
        keeper = Housekeeping(table.table, settings)
        for hour in range(0, 24 * 6, 6):
            table.clock.now = NOW + timedelta(hours=hour)
            await keeper.tick()
        found = backups(settings.backup_dir)
        assert [made_at(copy) for copy in found] == [NOW + timedelta(days=day) for day in (3, 4, 5)]
        # A restart does not make one more.
        assert await Housekeeping(table.table, settings).back_up() is None
        backup(table.db.path, settings.backup_dir, NOW - timedelta(days=90), "before-upgrade")
        prune(settings.backup_dir, 1)
        assert len(backups(settings.backup_dir)) == 2
        assert await Housekeeping(table.table, settings.model_copy(update={"backup_hours": 0})).back_up() is None
