"""One of several processes that work as the bot does, without Discord: it posts and pins by writing lines to files.

Begun by tests/table/several.py, which asks it for moves.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import json
import logging
import os
import random
import resource
import sys
import time
from datetime import UTC, datetime, timedelta
from functools import partial
from pathlib import Path
from types import SimpleNamespace
from typing import Any

from bot.discord.app.run import _shown_anew
from bot.discord.channel import pinned as pinning
from bot.discord.channel.pinned import Pinned
from bot.errors import Refused
from bot.host.settings import Settings
from bot.host.watch import Watch
from bot.store import Database, Share, StoreTrouble
from bot.store.processes.shared import MESSAGE
from bot.store.rows import RUNNING, GameRow, OutboxRow
from bot.table.housekeeping import Housekeeping
from bot.table.play.extras import Extras
from bot.table.table import Table
from bot.table.upkeep.sender import Sender
from engine.play import WEIGHTS, next_to_act, random_act

POSTS, PINS = "posts", "pins"
EAGER = {**WEIGHTS, "concede": 0.0, "bankrupt": 0.0, "stop": 0.0}
EVERY, JUMP = 5, 8 * 3600
"""Every so many seconds it is so many seconds later, for the children."""
NOW = "now"
"""File that says how many seconds later it is than it is, so that reminders come due."""


class PinnedToFile(Pinned):
    """Shows by appending a line: the game, the number of its last move, and when. All else is as the bot does it."""

    def __init__(self, folder: Path, table: Table) -> None:
        nothing: Any = None
        super().__init__(nothing, table, Extras(table.services), *[nothing] * 5)
        self._file = os.open(folder / PINS, os.O_WRONLY | os.O_CREAT | os.O_APPEND)

    async def _turn(self, game: int, known: GameRow | None = None) -> None:
        self._due.discard(game)

    async def _update(self, game: int) -> None:
        alone = self.table.db.one_at_a_time(MESSAGE, f"game {game}")
        async with self._locks.setdefault(game, asyncio.Lock()), alone:
            row, _ = await self.extras.game(game)
            await asyncio.sleep(0.02)
            os.write(self._file, (json.dumps([game, row.last, time.time()]) + "\n").encode())

    async def _shown_unless_asleep(self, game: int) -> None:
        await self._update(game)


class ToFile:
    """Posts by appending a line, which is in the file or not, whenever the writer is killed."""

    def __init__(self, folder: Path, pinned: PinnedToFile) -> None:
        self._file = os.open(folder / POSTS, os.O_WRONLY | os.O_CREAT | os.O_APPEND)
        self._pinned = pinned

    async def post(self, row: OutboxRow) -> int:
        # As long as Discord takes, so that kills and cuts come in the middle.
        await asyncio.sleep(0.02)
        os.write(self._file, (json.dumps([row.target, row.id, row.nonce, row.game_id, row.kind]) + "\n").encode())
        await asyncio.sleep(0.02)
        if row.game_id is not None:
            self._pinned.refresh(row.game_id)
        return row.id or 0


async def leagueless() -> None:
    """Nothing to show of leagues."""


def clock(folder: Path) -> Any:
    """The wall's, put forward as the parent says."""

    def now() -> datetime:
        try:
            ahead = float((folder / NOW).read_text() or 0)
        except (OSError, ValueError):
            ahead = 0.0
        return datetime.now(UTC) + timedelta(seconds=ahead)

    return now


async def child(folder: Path, url: str, share: Share | None, *, quick: bool) -> None:
    """Work until killed: a move for each line of the standard input, its outcome for each line of the output."""
    who = "alone" if share is None else share.first
    logging.basicConfig(level=logging.INFO, format=f"%(asctime)s {who} {os.getpid()} %(name)s %(message)s")
    while True:
        db = Database(url, share=share)
        try:
            await db.open()
            break
        except StoreTrouble:
            # The server has not yet noticed that the one before is dead.
            await asyncio.sleep(0.1)
    table = Table(db, clock(folder))
    if quick:
        # What was said in the last five minutes was said within days, as this clock goes.
        pinning.UNDONE *= JUMP // EVERY
    pinned = PinnedToFile(folder, table)
    bot: Any = SimpleNamespace(table=table, pinned=pinned, league_pins=SimpleNamespace(update_all=leagueless))
    sender = Sender(db, ToFile(folder, pinned), table.clock)
    db.on_commit = sender.wake
    settings = Settings(_env_file=None, database_url=url, backup_hours=0)  # pyright: ignore[reportCallIssue]
    keeper = Housekeeping(table, settings)
    # Begun anew when they die, as in the bot: a connection that is cut ends none of them for good.
    work = (sender.run, partial(keeping, keeper, folder), partial(_shown_anew, bot))
    tasks = [Watch().keep(f"work {number}", one, "") for number, one in enumerate(work)]
    replaced = asyncio.create_task(db.superseded.wait())
    # As the bot stops then, to be started anew.
    replaced.add_done_callback(lambda done: None if done.cancelled() else os._exit(3))
    reader = asyncio.StreamReader(limit=2**20)
    await asyncio.get_running_loop().connect_read_pipe(lambda: asyncio.StreamReaderProtocol(reader), sys.stdin)
    said("ready")
    jobs = set[asyncio.Task[None]]()
    while line := await reader.readline():
        if line.strip() == b"rest":
            tasks[1].cancel()
            await asyncio.gather(tasks[1], return_exceptions=True)
        if line.strip() in (b"time", b"rest"):
            said("time", time.process_time(), resource.getrusage(resource.RUSAGE_SELF).ru_maxrss)
            continue
        job = asyncio.create_task(move(table, *json.loads(line)))
        jobs.add(job)
        job.add_done_callback(jobs.discard)
    await asyncio.gather(*jobs, return_exceptions=True)
    for task in tasks:
        task.cancel()
    await table.close()


async def keeping(keeper: Housekeeping, folder: Path) -> None:
    """As housekeeping does, but more often, since time passes faster here."""
    while True:
        with contextlib.suppress(StoreTrouble, Refused):
            await keeper.tick()
        await asyncio.sleep(0.5 if (folder / NOW).read_text() not in ("", "0") else 20)


async def move(table: Table, asked: int, game: int, seed: int) -> None:
    """One random move; what became of it."""
    stream = random.Random(seed)
    try:
        now = await table.present(game)
        decision = next_to_act(now.game, stream) if now.row.status == RUNNING else None
        act = random_act(now.game, decision.seat, stream, EAGER) if decision else None
        if decision is None or act is None:
            said(asked, "over")
            return
        user = next(one.user_id for one in now.seats if one.seat == decision.seat)
        given = (game, user, decision.seat, act.verb, dict(act.args), now.decision, now.epoch)
        outcome = await table.act(*given, seen=now.row.last)
    except (Refused, StoreTrouble) as e:
        said(asked, "refused", type(e).__name__, str(e)[:60])
    else:
        said(asked, "made", outcome.number)


def said(*what: object) -> None:
    sys.stdout.write(json.dumps(what) + "\n")
    sys.stdout.flush()


def main() -> None:
    """The command that the parent runs."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("url")
    parser.add_argument("--share", default="")
    parser.add_argument("--quick", action="store_true")
    given = parser.parse_args()
    share = Share(*map(int, given.share.split())) if given.share else None
    asyncio.run(child(given.folder, given.url, share, quick=given.quick))


if __name__ == "__main__":
    main()
