"""What the table does of its own accord: reminders, offers that fall, rounds of leagues, backups, old news gone."""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import partial
from pathlib import Path

from sqlmodel import col, delete

from bot.host.health import sign
from bot.settings import Settings
from bot.store import Database, InUse, StoreTrouble, Unreachable, outbox, share_of
from bot.store.backup import backup, dated, made_at, prune
from bot.store.rows import ParkedRow
from bot.store.shared import leading
from bot.table.desk import utc_now
from bot.table.table import Table
from engine.core.sentences import because, sentence_of

log = logging.getLogger("stationmaster.housekeeping")
LOOK = 5.0
"""Seconds between two looks whether the other bot is gone."""
STANDING_BY = because("Standing by: another bot is using the database.")


def before_upgrade(db: Database, settings: Settings) -> None:
    """A copy of the database as it was, made before its tables change."""
    if db.is_sqlite:
        backup(db.path, settings.backup_dir, utc_now(), "before-upgrade")


async def opened(settings: Settings) -> Database:
    """The database of the settings, brought up to date, with a copy made before that.

    Whoever stands by waits until no other bot works on it. The tables are not touched before.
    """
    waits = False
    while True:
        db = Database(settings.database_url, share=share_of(settings.shards))
        try:
            await db.open(before_upgrade=partial(before_upgrade, db, settings))
        except (InUse, Unreachable) as e:
            # Whoever stands by already goes on doing so while the server is away.
            if not settings.standby or (isinstance(e, Unreachable) and not waits):
                raise
        else:
            return db
        if not waits:
            log.info("standing by: another bot is using the database")
            waits = True
        now = utc_now()
        sign(settings.health_file, now, now, notes=[STANDING_BY])
        await asyncio.sleep(LOOK)


@dataclass
class Housekeeping:
    """One loop; every due time it goes by is stored, so it may be stopped at any moment."""

    table: Table
    settings: Settings
    note: Callable[[str, str], None] = lambda about, sentence: None
    """Tells the host what is wrong; an empty sentence: it has been put right."""

    async def run(self, stop: asyncio.Event | None = None) -> None:
        """Until told to stop, between two looks at what is due; without being told, until cancelled."""
        over = stop or asyncio.Event()
        while not over.is_set():
            try:
                await self.tick()
            except Exception as e:
                # Whatever it was: these rounds must go on, or everybody is forgotten.
                log.exception("housekeeping: %s", type(e).__name__)
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(await self._pause()):
                    await over.wait()

    async def _pause(self) -> float:
        if not self.table.db.leads:
            return LOOK
        try:
            next_one = await self.table.reminders.next_moment()
        except Exception as e:
            log.error("housekeeping: %s", e)
            return 60.0
        return min(max((next_one - self.table.clock()).total_seconds(), 1.0), 60.0)

    async def tick(self) -> None:
        """Everything that is due now, by one of several processes; what fails keeps nothing else from being done."""
        if not self.table.db.leads:
            return
        with leading():
            await self._steps()

    async def _steps(self) -> None:
        for step in (
            self.table.reminders.tick,
            self.table.leagues.rounds.tick,
            self.table.exploring.tick,
            self._forget,
            self.back_up,
        ):
            try:
                await step()
            except StoreTrouble as e:
                log.error("housekeeping: %s", e)
            except Exception as e:
                log.exception("housekeeping: %s", type(e).__name__)

    async def _forget(self) -> None:
        """Announcements posted long ago, and what buttons of that time would mean."""
        before = self.table.clock() - timedelta(days=self.settings.outbox_keep_days)
        async with self.table.db.write() as session:
            await outbox.prune(session, before)
            await session.exec(delete(ParkedRow).where(col(ParkedRow.made_at) < before))

    async def back_up(self) -> Path | None:
        """A copy, if the last one is old enough. The last one is found by the names of the files."""
        hours = self.settings.backup_hours
        if not hours or not self.table.db.is_sqlite:
            return None
        now, folder = self.table.clock(), self.settings.backup_dir
        try:
            made = await self._copied(now, folder, timedelta(hours=hours))
        except (StoreTrouble, OSError) as e:
            self.note("backup", because("The database could not be backed up: {reason}", reason=_reason(e)))
            raise
        self.note("backup", "")
        return made

    async def _copied(self, now: datetime, folder: Path, every: timedelta) -> Path | None:
        past, future = dated(folder, now)
        # The clock was wrong when they were made, or somebody has renamed them: they say nothing about the last copy.
        self.note("future", _from_the_future(future[-1].name) if future else "")
        last = made_at(past[-1]) if past else None
        if last is not None and now - last < every:
            return None
        made = await asyncio.to_thread(backup, self.table.db.path, folder, now)
        prune(folder, self.settings.backup_keep, spared=future)
        return made


def _reason(e: Exception) -> str:
    return sentence_of(e) if isinstance(e, StoreTrouble) else str(e)


def _from_the_future(name: str) -> str:
    return because("{name} is a backup dated in the future; remove it if you do not need it.", name=name)
