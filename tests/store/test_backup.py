"""Copies made while people play, checked, pruned, put back."""

import asyncio
import errno
import os
import sqlite3
import threading
from contextlib import closing, suppress
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from bot.__main__ import main
from bot.host.settings import Settings
from bot.store import StoreTrouble
from bot.store.backup import backup, backups, check, made_at, prune, restore
from bot.table.housekeeping import Housekeeping
from bot.table.upkeep.verify import verify
from tests.fresh import fresh
from tests.table.club import ANN, BOB, club
from tests.waiting import HANG_GUARD

NOW = datetime(2026, 3, 2, 12, tzinfo=UTC)


@pytest.mark.soak
async def test_a_backup_made_under_load_is_complete_and_can_be_played_on(tmp_path: Path):
    path, folder = tmp_path / "table.db", tmp_path / "backups"
    async with club(path) as table:
        game = await table.game(ANN, BOB)
        playing = asyncio.create_task(table.play(game, 40))
        while (await table.table.present(game)).row.last < 5:
            await asyncio.sleep(0)
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


async def test_a_restored_database_equals_the_backup_even_with_a_log_left_behind(tmp_path: Path):
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


async def test_a_file_that_is_not_a_backup_is_not_restored(tmp_path: Path):
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


async def test_a_backup_is_a_single_file(tmp_path: Path):
    """Beside the copy made before an upgrade lay a log and its index, named after a file that no longer existed."""
    path, folder = tmp_path / "table.db", tmp_path / "backups"
    async with club(path) as table:
        await table.game()
        copy = backup(path, folder, NOW, "before-upgrade")
    assert list(folder.iterdir()) == [copy]
    # One that an older version has made.
    with closing(sqlite3.connect(copy)) as opened:
        opened.execute("PRAGMA journal_mode=WAL")
    check(copy)
    assert list(folder.iterdir()) == [copy]
    restore(copy, path, NOW)
    assert list(folder.iterdir()) == [copy]


def test_without_a_database_there_is_no_backup(tmp_path: Path):
    with pytest.raises(StoreTrouble, match="no database"):
        backup(tmp_path / "none.db", tmp_path / "backups", NOW)
    assert backups(tmp_path / "backups") == []


async def test_backups_are_made_on_schedule_and_the_oldest_deleted(tmp_path: Path):
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


async def test_a_backup_is_made_during_constant_writes(tmp_path: Path):
    """A copy read in pieces starts again with every move made elsewhere, and would never finish."""
    path = tmp_path / "table.db"
    async with club(path):
        pass
    with closing(sqlite3.connect(path)) as file:
        file.execute("CREATE TABLE ballast (x)")
        file.executemany("INSERT INTO ballast VALUES (zeroblob(8000))", [()] * 4000)
        file.commit()
    stop = threading.Event()

    def write() -> None:
        with closing(sqlite3.connect(path, timeout=HANG_GUARD)) as file:
            file.execute("PRAGMA journal_mode=WAL")
            while not stop.is_set():
                file.execute("INSERT INTO ballast VALUES (1)")
                file.commit()
                stop.wait(0.002)

    writer = threading.Thread(target=write, daemon=True)
    writer.start()
    try:
        copying = threading.Thread(target=backup, args=(path, tmp_path / "backups", NOW), daemon=True)
        copying.start()
        copying.join(HANG_GUARD)
        assert not copying.is_alive()
    finally:
        stop.set()
        writer.join()
    check(backups(tmp_path / "backups")[0])


async def test_an_interrupted_restore_leaves_the_old_database_or_the_new(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    path = tmp_path / "table.db"
    async with club(path) as table:
        game = await table.game()
        copy = backup(path, tmp_path, NOW)
        await table.act(game, ANN, "take")
    for allowed in range(4):
        done: list[str] = []

        def cut_off(what, *, done=done, allowed=allowed):
            def step(*given, **named):
                if len(done) >= allowed:
                    raise OSError(5, "cut off")
                done.append(what.__name__)
                return what(*given, **named)

            return step

        with monkeypatch.context() as patch:
            patch.setattr(Path, "replace", cut_off(Path.replace))
            patch.setattr(Path, "unlink", cut_off(Path.unlink))
            with suppress(StoreTrouble):
                restore(copy, path, NOW + timedelta(minutes=allowed))
        check(path)
        async with club(path) as table:
            assert (await table.table.present(game)).row.last in (0, 1)


def test_a_restore_without_room_leaves_no_half_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    def full(file: int) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    path, half = fresh(tmp_path / "table.db"), tmp_path / "table.db.restoring"
    copy = backup(path, tmp_path / "backups", NOW)
    with monkeypatch.context() as patch:
        patch.setattr(os, "fsync", full)
        with pytest.raises(
            StoreTrouble, match=r"\(No space left on device\); the database is as it was. Make room there"
        ):
            restore(copy, path, NOW)
    assert not half.exists()
    half.write_text("what a killed restore left")
    restore(copy, path, NOW)
    assert not half.exists() and path.read_bytes() == copy.read_bytes()


@pytest.mark.parametrize("start", [4096 * 3, 0], ids=["pages", "the header"])
def test_a_backup_of_a_damaged_database_says_that_it_is_damaged(tmp_path: Path, start: int):
    path = fresh(tmp_path / "table.db")
    with path.open("r+b") as file:
        file.seek(start)
        file.write(b"x" * 4096 * 40)
    with pytest.raises(StoreTrouble, match=r"^table\.db is damaged; restore another backup\.$"):
        backup(path, tmp_path / "backups", NOW)
    assert list((tmp_path / "backups").iterdir()) == []


async def test_a_replaced_database_can_be_restored(tmp_path: Path):
    path = tmp_path / "table.db"
    async with club(path) as table:
        game = await table.game()
        copy = backup(path, tmp_path, NOW)
        await table.act(game, ANN, "take")
    kept = restore(copy, path, NOW)
    assert kept is not None
    assert restore(kept, path, NOW) not in (None, kept)
    async with club(path) as table:
        assert (await table.table.present(game)).row.last == 1


async def test_looking_at_an_older_database_while_its_bot_runs_changes_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
):
    """A check by the newer program must not change the tables under the older one that is running."""
    path = tmp_path / "table.db"
    monkeypatch.setenv("DATABASE_URL", f"sqlite:///{path}")
    monkeypatch.setenv("BACKUP_DIR", str(tmp_path / "backups"))
    upgraded: list[object] = []
    async with club(path):
        monkeypatch.setattr("bot.store.database.waiting", lambda connection: "older")
        monkeypatch.setattr("bot.store.database.upgrade", upgraded.append)
        assert await asyncio.to_thread(main, ["verify"]) == 2
        assert "older" in capsys.readouterr().err
        assert upgraded == []
    # Nobody runs: it may be brought up to date, with a copy made before.
    assert await asyncio.to_thread(main, ["verify"]) == 0
    assert len(upgraded) == 1
    assert ["before-upgrade" in copy.name for copy in backups(tmp_path / "backups")] == [True]


def test_looking_for_a_database_does_not_create_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
):
    monkeypatch.setenv("DATABASE_URL", f"sqlite:///{tmp_path / 'typo.db'}")
    assert main(["verify"]) == 2
    assert "no database" in capsys.readouterr().err
    assert not (tmp_path / "typo.db").exists()


async def test_a_backup_dated_in_the_future_stops_no_others_and_is_reported(tmp_path: Path):
    notes: dict[str, str] = {}
    settings = Settings(backup_dir=tmp_path / "backups", backup_hours=24, backup_keep=2)
    async with club(tmp_path / "table.db") as table:
        ahead = [backup(table.db.path, settings.backup_dir, NOW + timedelta(days=9000 + n)) for n in range(2)]
        keeper = Housekeeping(table.table, settings, notes.__setitem__)
        made = list[Path]()
        for _ in range(3):
            made += [found for _ in range(2) if (found := await keeper.back_up()) is not None]
            table.clock.pass_by(hours=25)
        assert len(made) == 3 and set(backups(settings.backup_dir)) == {*made[1:], *ahead}
        assert ahead[-1].name in notes["future"] and not notes["backup"]
        for copy in ahead:
            copy.unlink()
        await keeper.back_up()
        assert not notes["future"]


async def test_a_failed_backup_is_reported_until_one_succeeds(tmp_path: Path):
    notes: dict[str, str] = {}
    (tmp_path / "backups").write_text("a file where the folder should be")
    async with club(tmp_path / "table.db") as table:
        keeper = Housekeeping(table.table, Settings(backup_dir=tmp_path / "backups"), notes.__setitem__)
        await keeper.tick()
        assert "The database could not be backed up" in notes["backup"]
        (tmp_path / "backups").unlink()
        await keeper.tick()
        assert not notes["backup"]
