"""Kill -9 at random points under load, again and again, and what must hold after each restart.

    python -m tests.table.killed --times 200

A child opens the database, plays four games at once and posts announcements to a file that stands for Discord; the
parent kills it. Then, on the database as it was left: every game is sound, and every committed move is announced once.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import mmap
import os
import random
import signal
import struct
import sys
import tempfile
import threading
import time
from pathlib import Path

from bot.store.rows import MOVE, OutboxRow
from bot.table.upkeep.sender import Sender
from bot.table.upkeep.verify import verify
from engine import EngineError
from tests.table.club import ANN, BOB, CEM, DAN, Club, club

GAMES = 4
FILE, POSTS = "table.db", "posts"
LOOK = 0.001


class ToFile:
    """Posts by appending a line, which is in the file or not, whenever the writer is killed."""

    def __init__(self, folder: Path) -> None:
        self._file = os.open(folder / POSTS, os.O_WRONLY | os.O_CREAT | os.O_APPEND)

    async def post(self, row: OutboxRow) -> int:
        line = json.dumps([row.target, row.id, row.nonce, row.game_id, row.kind, row.number]) + "\n"
        os.write(self._file, line.encode())
        await asyncio.sleep(0)
        return row.id or 0


def count(worked: mmap.mmap) -> None:
    """Tell the parent how long this process has worked."""
    while True:
        worked[:8] = struct.pack("d", time.process_time())
        time.sleep(LOOK)


def child(folder: Path, seed: int) -> None:
    """Play and post until killed."""
    asyncio.run(_load(folder, seed))


async def _load(folder: Path, seed: int) -> None:
    async with club(folder / FILE) as table:
        sender = Sender(table.db, ToFile(folder), table.clock)
        posting = asyncio.create_task(sender.run())
        await asyncio.gather(*[_play(table, sender, game, seed) for game in range(1, GAMES + 1)])
        posting.cancel()


async def _play(table: Club, sender: Sender, game: int, seed: int) -> None:
    stream = random.Random(seed * GAMES + game)
    while True:
        now = await table.table.present(game)
        if now.row.status != "running":
            return
        if stream.random() < 0.1 and now.row.position:
            await table.table.takeback.undo(game, now.row.organiser_id, now.epoch, as_organiser=True)
        else:
            await table.play(game, 1, seed=stream.getrandbits(31))
        sender.wake()


async def begin(folder: Path) -> None:
    """The database with its games."""
    async with club(folder / FILE) as table:
        for number in range(GAMES):
            await table.game(*((ANN, BOB, CEM, DAN)[: 2 + number % 3]), seed=number)


async def check(folder: Path, *, drain: bool) -> tuple[int, int]:
    """What must hold; numbers of moves stored and of posts made twice."""
    async with club(folder / FILE) as table:
        async for report in verify(table.db):
            assert not report.faults, report.lines()
            assert not report.changed, report.lines()
        if drain:
            await Sender(table.db, ToFile(folder), table.clock).drain()
        moves = 0
        for game in range(1, GAMES + 1):
            actions = await table.table.actions(game, most=1_000_000)
            made = {one.number for one in actions if one.kind == MOVE and one.cause is None}
            told = {row.number - len(row.payload["moves"]) + 1 for row in await table.outbox(game, MOVE)}
            assert made == told, f"game {game}: moves without an announcement, or the other way round"
            moves += len(made)
        rows = await table.outbox()
    file = folder / POSTS  # which is not there if the first child was killed before it had anything to post
    posts = [json.loads(line) for line in file.read_text().splitlines()] if file.exists() else []
    stored = {row.nonce: row for row in rows}
    assert all(nonce in stored for _, _, nonce, *_ in posts), "something was announced that is not stored"
    if drain:
        assert {post[2] for post in posts} == set(stored), "something stored was never announced"
    # In order for each target: a second try may repeat the last post, and nothing else.
    last: dict[str, int] = {}
    twice = 0
    for target, number, *_ in posts:
        assert number >= last.get(target, 0), "posted out of order"
        twice += number == last.get(target)
        last[target] = number
    return moves, twice


def kill(folder: Path, times: int, seed: int) -> tuple[int, int]:
    """Kill this many child processes, checking after each; return the moves stored and the posts made twice."""
    stream = random.Random(seed)
    asyncio.run(begin(folder))
    for round_ in range(times):
        worked = mmap.mmap(-1, 8)
        born = os.fork()
        if born == 0:
            threading.Thread(target=count, args=(worked,), daemon=True).start()
            try:
                child(folder, seed + round_)
            finally:
                os._exit(0)
        # By the child's own processor time: on a busy machine it has done as much as on an idle one.
        long = stream.uniform(0.02, 0.9)
        while struct.unpack("d", worked[:8])[0] < long:
            time.sleep(LOOK)
        os.kill(born, signal.SIGKILL)
        os.waitpid(born, 0)
        asyncio.run(check(folder, drain=round_ % 3 == 2))
    return asyncio.run(check(folder, drain=True))


def main() -> int:
    """As often as asked."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--times", type=int, default=200)
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        try:
            moves, twice = kill(Path(folder), given.times, given.seed)
        except (AssertionError, EngineError) as e:
            print(f"FAILED: {e}")
            return 1
    print(f"killed {given.times} times: {moves} moves stored, every one announced, {twice} posts made twice")
    return 0


if __name__ == "__main__":
    sys.exit(main())
