"""Backups of a SQLite database: made while it is in use, checked, and restored."""

from __future__ import annotations

import contextlib
import itertools
import os
import shutil
import sqlite3
from collections.abc import Collection
from datetime import datetime
from pathlib import Path

from bot.store.opening.guard import Guard, GuardTaken
from bot.store.troubles import StoreTrouble, is_damage
from engine.core.sentences import because, sentence_of

PREFIX = "stationmaster-"


def backup(database: Path, folder: Path, now: datetime, label: str = "") -> Path:
    """Make a checked online copy, or none: it gets its name only when it is complete."""
    if not database.is_file():
        raise StoreTrouble("There is no database to copy.")
    name = f"{PREFIX}{now:%Y%m%d-%H%M%S-%f}{label and '-' + label}.db"
    target, beside = folder / name, folder / (name + ".new")
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with contextlib.closing(sqlite3.connect(database)) as source, contextlib.closing(sqlite3.connect(beside)) as to:
            # In one go: readers block nobody, and a copy in pieces would restart with every move made meanwhile.
            source.backup(to)
            # The copy is a single file: reading it leaves no log beside it.
            to.execute("PRAGMA journal_mode=DELETE")
        check(beside, database.name)
        with beside.open("rb") as file:
            os.fsync(file.fileno())
        beside.replace(target)
    except (sqlite3.Error, OSError) as e:
        beside.unlink(missing_ok=True)
        if is_damage(str(e)):
            raise _damaged(database.name) from e
        raise StoreTrouble(
            because(
                "The backup could not be made in {folder} ({reason}); "
                "make room there, or set BACKUP_DIR to another place.",
                folder=str(folder),
                reason=_reason(e),
            )
        ) from e
    except StoreTrouble:
        beside.unlink(missing_ok=True)
        raise
    return target


def check(copy: Path, called: str = "") -> None:
    """Raise unless the file is a complete database. `called`: what to call it, if its own name would mean nothing."""
    name = called or copy.name
    if not copy.is_file():
        raise StoreTrouble(because("{name} is not there; name a file of your BACKUP_DIR.", name=str(copy)))
    log, index = copy.with_name(copy.name + "-wal"), copy.with_name(copy.name + "-shm")
    was_alone = not log.exists() and not index.exists()
    try:
        with contextlib.closing(sqlite3.connect(f"{copy.resolve().as_uri()}?mode=ro", uri=True)) as opened:
            verdict = opened.execute("PRAGMA integrity_check").fetchone()[0]
            tables = {name for (name,) in opened.execute("SELECT name FROM sqlite_master WHERE type='table'")}
    except sqlite3.Error as e:
        raise StoreTrouble(
            because("{name} is not a complete database ({reason}).", name=name, reason=_reason(e))
        ) from e
    finally:
        # SQLite leaves an empty log beside a copy made by an older version.
        if was_alone and log.exists() and not log.stat().st_size:
            log.unlink()
            index.unlink(missing_ok=True)
    if verdict != "ok":
        raise _damaged(name)
    if not {"game", "action", "alembic_version"} <= tables:
        raise StoreTrouble(because("{name} is not a database of this program.", name=name))


def _damaged(name: str) -> StoreTrouble:
    return StoreTrouble(because("{name} is damaged; restore another backup.", name=name))


def backups(folder: Path) -> list[Path]:
    """All copies, oldest first."""
    return sorted(folder.glob(f"{PREFIX}*.db")) if folder.is_dir() else []


def made_at(copy: Path) -> datetime | None:
    """When a copy was made, according to its name."""
    stamp = copy.name.removeprefix(PREFIX)[:22]
    with contextlib.suppress(ValueError):
        return datetime.strptime(stamp + "+0000", "%Y%m%d-%H%M%S-%f%z")
    return None


def dated(folder: Path, now: datetime) -> tuple[list[Path], list[Path]]:
    """The copies whose names have a date, oldest first: past ones, and future ones."""
    times = [(made, copy) for copy in backups(folder) if (made := made_at(copy)) is not None]
    return [copy for made, copy in times if made <= now], [copy for made, copy in times if made > now]


def prune(folder: Path, keep: int, spared: Collection[Path] = ()) -> None:
    """Delete all but the newest copies. Those made before an upgrade stay, for going back. The host must delete those,
    and files with other names; they do not count towards the limit.
    """
    mine = [copy for copy in backups(folder) if made_at(copy) is not None and copy not in spared]
    plain = [copy for copy in mine if "before" not in copy.name]
    for old in plain[: max(len(plain) - keep, 0)]:
        old.unlink(missing_ok=True)


def restore(copy: Path, database: Path, now: datetime) -> Path | None:
    """Replace the database by a checked copy; returns where the old one is kept."""
    check(copy)
    try:
        guard = Guard(database)
    except GuardTaken as e:
        raise StoreTrouble(sentence_of(e)) from e
    beside = database.with_name(database.name + ".restoring")
    try:
        kept: Path | None = None
        beside.unlink(missing_ok=True)  # half a file, if the last time was interrupted
        with contextlib.closing(sqlite3.connect(copy)) as source, contextlib.closing(sqlite3.connect(beside)) as to:
            source.backup(to)
        with beside.open("rb") as file:
            os.fsync(file.fileno())
        if database.exists():
            _settled(database)
            kept = _kept(database, now)
        # The switch from old to new is atomic: there is always one of them.
        beside.replace(database)
        return kept
    except (sqlite3.Error, OSError) as e:
        with contextlib.suppress(OSError):
            beside.unlink(missing_ok=True)
        raise StoreTrouble(
            because(
                "The backup could not be restored in {folder} ({reason}); the database is as it was. "
                "Make room there and try again.",
                folder=str(database.parent),
                reason=_reason(e),
            )
        ) from e
    finally:
        guard.release()


def _kept(database: Path, now: datetime) -> Path:
    """Keep the old database under another name, and move its write-ahead log there, since the old log must never be
    applied to the new file.
    """
    name = f"{database.name}.replaced-{now:%Y%m%d-%H%M%S}"
    kept = next(
        path
        for number in itertools.count(1)
        if not (path := database.with_name(name if number == 1 else f"{name}-{number}")).exists()
    )
    try:
        os.link(database, kept)
    except OSError:  # not every file system supports links
        shutil.copy2(database, kept)
    log, index = database.with_name(database.name + "-wal"), database.with_name(database.name + "-shm")
    if log.exists():
        log.replace(kept.with_name(kept.name + "-wal"))
    index.unlink(missing_ok=True)
    return kept


def _settled(database: Path) -> None:
    """Apply the write-ahead log to the file; a damaged file is kept as it is."""
    with contextlib.suppress(sqlite3.Error), contextlib.closing(sqlite3.connect(database)) as opened:
        opened.execute("PRAGMA wal_checkpoint(TRUNCATE)")


def _reason(e: Exception) -> str:
    return e.strerror or because("no reason given") if isinstance(e, OSError) else str(e)
