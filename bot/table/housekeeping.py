"""Periodic work: reminders, expiring offers, league rounds, backups, deleting old announcements."""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from functools import partial
from pathlib import Path

from sqlmodel import col, delete

from bot.errors import Trouble
from bot.host.health import sign
from bot.host.settings import Settings
from bot.store import Database, InUse, StoreTrouble, Unreachable, outbox, share_of
from bot.store.backup import backup, dated, made_at, prune
from bot.store.processes.shared import leading
from bot.store.rows import InteractionRow, ParkedRow, PostRow
from bot.table.ground.services import utc_now
from bot.table.table import Table
from engine.core.sentences import because, sentence_of

log = logging.getLogger("stationmaster.housekeeping")
DISCORDS_EPOCH = datetime(2015, 1, 1, tzinfo=UTC)
"""Discord's numbers contain the milliseconds since then."""
INTERACTIONS_KEPT = timedelta(days=1)
"""Discord accepts answers to an interaction for 15 minutes."""
LOOK = 5.0
"""Seconds between checks whether the other bot is gone."""
AHEAD = timedelta(minutes=5)
"""How far clocks of several machines may differ before the host is told."""
WRONG_CLOCK = because(
    "The clock of this machine is wrong, or was: announcements are dated in the future. Set it right; nothing waits "
    "longer than it would have."
)
STANDING_BY = because("Standing by: another bot is using the database.")


def before_upgrade(db: Database, settings: Settings) -> None:
    """Make a copy of the database before its tables change."""
    if db.is_sqlite:
        backup(db.path, settings.backup_dir, utc_now(), "before-upgrade")


async def opened(settings: Settings) -> Database:
    """Open the database and bring it up to date, after making a copy. A standby bot waits until no other bot is using
    it; the tables are not touched before that.
    """
    waits = False
    while True:
        db = Database(settings.database_url, share=share_of(settings.shards))
        try:
            await db.open(before_upgrade=partial(before_upgrade, db, settings))
        except (InUse, Unreachable) as e:
            # A bot that is standing by keeps doing so while the server is unreachable.
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
    """One loop; all due times are stored, so it can be stopped at any moment."""

    table: Table
    settings: Settings
    note: Callable[[str, str], None] = lambda about, sentence: None
    """Sets a warning for the host; an empty sentence clears it."""
    _told: bool = False

    async def run(self, stop: asyncio.Event | None = None) -> None:
        """Run until the event is set, or without one until cancelled."""
        over = stop or asyncio.Event()
        while not over.is_set():
            try:
                await self.tick()
            except Exception as e:
                # Whatever it was, the loop must go on, or nobody is reminded.
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
        """Do everything that is due, in only one of several processes; a failure does not hold up the rest."""
        if not self.table.db.leads:
            return
        with leading():
            await self._steps()

    async def _steps(self) -> None:
        for step in (
            self._tell_of_upgrade,
            self.table.reminders.tick,
            self.table.clocks.tick,
            self.table.idle.tick,
            self.table.seeking.tick,
            self.table.leagues.rounds.tick,
            self.table.exploring.tick,
            self.table.lessons.tick,
            self.table.reviewing.tick,
            self._look_at_the_clock,
            self._forget,
            self.back_up,
        ):
            try:
                await step()
            except (StoreTrouble, Trouble) as e:
                log.error("housekeeping: %s", e)
            except Exception as e:
                log.exception("housekeeping: %s", type(e).__name__)

    async def _tell_of_upgrade(self) -> None:
        """Once after the start, since only an upgrade marks games."""
        if not self._told:
            await self.table.preferences.consenting.tell_of_upgrade()
            self._told = True

    async def _look_at_the_clock(self) -> None:
        """Tell the host of a clock that is or was wrong: then something is dated in the future."""
        async with self.table.db.read() as session:
            ahead = await outbox.dated_ahead(session, self.table.clock(), AHEAD)
        self.note("clock", WRONG_CLOCK if ahead else "")

    async def _forget(self) -> None:
        """Delete announcements posted long ago, their buttons' parked arguments, and interactions nobody can repeat."""
        now = self.table.clock()
        before = now - timedelta(days=self.settings.outbox_keep_days)
        done = col(PostRow.buttons) == "", col(PostRow.stale).is_(False), col(PostRow.message_id) < _first_id(before)
        async with self.table.db.write() as session:
            await outbox.prune(session, before)
            await session.exec(delete(ParkedRow).where(col(ParkedRow.made_at) < before))
            await session.exec(delete(PostRow).where(*done))
            repeatable = _first_id(now - INTERACTIONS_KEPT)
            await session.exec(delete(InteractionRow).where(col(InteractionRow.id) < repeatable))

    async def back_up(self) -> Path | None:
        """A copy, if the last one is old enough. The last one is found by the names of the files."""
        hours = self.settings.backup_hours
        if not hours or not self.table.db.is_sqlite:
            return None
        now, folder = self.table.clock(), self.settings.backup_dir
        try:
            copy = await self._copied(now, folder, timedelta(hours=hours))
        except (StoreTrouble, OSError) as e:
            self.note("backup", because("The database could not be backed up: {reason}", reason=_reason(e)))
            raise
        self.note("backup", "")
        return copy

    async def _copied(self, now: datetime, folder: Path, every: timedelta) -> Path | None:
        past, future = dated(folder, now)
        # The clock was wrong, or somebody renamed them: they say nothing about the latest copy.
        self.note("future", _from_the_future(future[-1].name) if future else "")
        last = made_at(past[-1]) if past else None
        if last is not None and now - last < every:
            return None
        made = await asyncio.to_thread(backup, self.table.db.path, folder, now)
        prune(folder, self.settings.backup_keep, spared=future)
        return made


def _first_id(at: datetime) -> int:
    """The lowest number that Discord can have given to anything at this time."""
    return (at - DISCORDS_EPOCH) // timedelta(milliseconds=1) << 22


def _reason(e: Exception) -> str:
    return sentence_of(e) if isinstance(e, StoreTrouble) else str(e)


def _from_the_future(name: str) -> str:
    return because("{name} is a backup dated in the future; remove it if you do not need it.", name=name)
