"""Several processes on one PostgreSQL, killed and cut off under load, and what must hold in the end.

    python -m tests.table.several --people 50 --games 300 --seconds 600 --kills 30

Each child has its share of the shards, works as the bot does without Discord (moves, announcements, reminders, robots,
housekeeping), and posts to a file that stands for Discord: a line with a nonce that is there already is the same
message. The parent's people play through the child that has their server's shard, or through any other; it kills
children and begins them anew, and cuts their connections at the server. In the end no move and no line is lost or
there twice, every reminder was given once, the lines of each game are in order, and what is pinned was never out
of date for two minutes. One game in ten is played by nobody, so that there is somebody to remind on any machine.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import json
import os
import random
import signal
import sys
import tempfile
import time
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from sqlalchemy import text
from sqlalchemy.ext.asyncio import create_async_engine
from sqlmodel import col, func, select, update

from bot.store import Database, Share
from bot.store.database import database_url
from bot.store.rows import MOVE, SENT, WAITING, ActionRow, GameRow, OutboxRow, TurnRow
from bot.table.table import Table
from bot.table.upkeep.verify import verify
from tests.store.postgres import empty_database, server
from tests.table.several_child import EVERY, JUMP, NOW, PINS, POSTS, clock

TRUE_WITHIN = 120.0
"""Seconds until a pinned message shows what has been made."""
TITLES = ("1870", "1830")
CHANNELS = 10_000
IDLE = 10
"""One game in so many is played by nobody."""


@dataclass(frozen=True)
class Load:
    """What is asked for."""

    people: int
    games: int
    seconds: float
    kills: int
    processes: int = 3
    seed: int = 1
    cut: float = 0.1
    """Which part of the connections is cut with each cut."""
    strays: float = 0.05
    """Which part of the moves goes through a process that has not the server."""


@dataclass
class Child:
    """A process and its share."""

    folder: Path
    url: str
    share: Share | None
    quick: bool = False
    """Do hours pass in seconds there?"""
    process: asyncio.subprocess.Process | None = None
    asked: dict[int, asyncio.Future[list[Any]]] = field(default_factory=dict)
    ready: asyncio.Event = field(default_factory=asyncio.Event)
    times: asyncio.Queue[tuple[float, int]] = field(default_factory=asyncio.Queue)
    stopped: int = 0
    """How often it has stopped by itself, since another one had its shards, and was started anew."""
    _killed: bool = False
    _reading: asyncio.Task[None] | None = None
    _starting: asyncio.Task[None] | None = None

    async def start(self) -> None:
        self.ready.clear()
        self._killed = False
        share = "" if self.share is None else f"{self.share.first} {self.share.last} {self.share.count}"
        run = ["-m", "tests.table.several_child", str(self.folder), self.url, "--share", share]
        run += ["--quick"] if self.quick else []
        pipes: dict[str, Any] = {"stdin": asyncio.subprocess.PIPE, "stdout": asyncio.subprocess.PIPE}
        err = (self.folder / "log").open("ab")
        self.process = await asyncio.create_subprocess_exec(sys.executable, *run, **pipes, stderr=err, limit=2**20)
        self._reading = asyncio.create_task(self._read(self.process))
        await self.ready.wait()

    async def _read(self, process: asyncio.subprocess.Process) -> None:
        assert process.stdout is not None
        while line := await process.stdout.readline():
            match json.loads(line):
                case ["ready"]:
                    self.ready.set()
                case ["time", seconds, memory]:
                    self.times.put_nowait((seconds, memory))
                case [asked, *outcome]:
                    if waiting := self.asked.pop(asked, None):
                        waiting.set_result(outcome)
        for waiting in self.asked.values():
            waiting.set_result(["dead"])
        self.asked.clear()
        if not self._killed:
            self.ready.clear()
            self.stopped += 1
            await process.wait()
            self._starting = asyncio.create_task(self.start())

    async def ask(self, number: int, game: int, seed: int) -> list[Any]:
        """A move; `dead` if the process ends before it is answered."""
        if not self.ready.is_set() or self.process is None or self.process.stdin is None:
            return ["away"]
        waiting = self.asked[number] = asyncio.get_running_loop().create_future()
        try:
            self.process.stdin.write((json.dumps([number, game, seed]) + "\n").encode())
            await self.process.stdin.drain()
        except (ConnectionError, RuntimeError):
            self.asked.pop(number, None)
            return ["away"]
        return await waiting

    async def spent(self, *, and_rest: bool = False) -> tuple[float, int]:
        """Processor time and greatest memory so far; `and_rest`: from then on it reminds nobody."""
        assert self.process is not None and self.process.stdin is not None
        self.process.stdin.write(b"rest\n" if and_rest else b"time\n")
        return await self.times.get()

    async def kill(self) -> None:
        assert self.process is not None
        self.ready.clear()
        self._killed = True
        with contextlib.suppress(ProcessLookupError):
            os.kill(self.process.pid, signal.SIGKILL)
        await self.process.wait()
        if self._reading is not None:
            await self._reading


@dataclass
class Evening:
    """The whole run."""

    load: Load
    folder: Path
    url: str
    children: list[Child]
    games: dict[int, int] = field(default_factory=dict)
    """Games, and the shard of each."""
    outcomes: Counter[str] = field(default_factory=Counter)
    heard: Counter[int] = field(default_factory=Counter)
    """Moves of each game that somebody was told were made."""
    told: list[tuple[int, int, float]] = field(default_factory=list)
    """Which moves, and when."""
    waits: list[float] = field(default_factory=list)
    cuts: int = 0
    kills: int = 0
    _count: int = 0

    def idle(self) -> list[int]:
        """The games that nobody plays, so that their players are reminded however fast the others are played."""
        return list(self.games)[::IDLE]

    async def person(self, number: int, until: float) -> None:
        """Plays in one game after another, and waits for each answer."""
        stream = random.Random(f"{self.load.seed} {number}")
        games = sorted(self.games.keys() - self.idle())
        while time.monotonic() < until or self.kills < self.load.kills:
            game = stream.choice(games)
            home = next(
                (one for one in self.children if one.share is None or one.share.has(self.games[game] << 22)),
                self.children[0],
            )
            there = stream.choice(self.children) if stream.random() < self.load.strays else home
            self._count += 1
            began = time.monotonic()
            outcome = await there.ask(self._count, game, stream.getrandbits(31))
            self.outcomes[" ".join(map(str, outcome[:2])) if outcome[0] == "refused" else outcome[0]] += 1
            if outcome[0] == "made":
                self.heard[game] += 1
                self.told.append((game, outcome[1], time.time()))
                self.waits.append(time.monotonic() - began)
            await asyncio.sleep(stream.uniform(0.1, 0.6) if outcome[0] != "away" else 0.2)

    async def killer(self) -> None:
        """Kills one after another, and restarts it."""
        stream = random.Random(f"kill {self.load.seed}")
        every, began, starts = self.load.seconds / (self.load.kills + 1), time.monotonic(), list[asyncio.Task[None]]()
        while self.kills < self.load.kills:
            # At its moment, however long the one before takes to be there again.
            await asyncio.sleep(began + every * (self.kills + stream.uniform(0.5, 1.0)) - time.monotonic())
            while not (alive := [one for one in self.children if one.ready.is_set()]):
                await asyncio.sleep(0.1)
            victim = stream.choice(alive)
            await victim.kill()
            self.kills += 1
            starts.append(asyncio.create_task(victim.start()))
        await asyncio.gather(*starts)

    async def cutter(self, until: float) -> None:
        """Ends one connection in ten at the server, again and again: any, those that hold the locks too."""
        engine = create_async_engine(database_url(self.url), isolation_level="AUTOCOMMIT")
        cut = text(
            "SELECT count(pg_terminate_backend(pid)) FROM pg_stat_activity WHERE random() < :part "
            "AND application_name LIKE 'stationmaster %' AND datname = current_database()"
        )
        while time.monotonic() < until:
            await asyncio.sleep(3)
            with contextlib.suppress(Exception):
                async with engine.connect() as connection:
                    self.cuts += (await connection.execute(cut, {"part": self.load.cut})).scalar_one()
        await engine.dispose()

    async def timekeeper(self, until: float) -> None:
        """Lets hours pass, so that the player to act is reminded."""
        ahead = 0
        while time.monotonic() < until:
            await asyncio.sleep(EVERY)
            ahead += JUMP
            (self.folder / NOW).write_text(str(ahead))


async def begin(load: Load, folder: Path, url: str, table: Table) -> dict[int, int]:
    """Running games on servers of all shards, each in a channel of its own; its shard by game."""
    found = dict[int, int]()
    count = max(load.processes, 1)
    for number in range(load.games):
        shard = number % count
        people = [1 + (number + one) % load.people for one in range(3)]
        where = ((shard << 22) + number + 1, CHANNELS + number, people[0])
        title = TITLES[number % len(TITLES)]
        options = {"runs": "free"} if title == "1870" else {}
        game = await table.seating.create(*where, title, options, places=4, seed=number)
        for person in people:
            await table.seating.join(game, person, f"P{person}")
        await table.seating.start(game, people[0], people)
        found[game] = shard
    async with table.db.write() as session:
        await session.exec(update(OutboxRow).values(state=SENT))
    return found


@dataclass
class Outcome:
    """What came of it."""

    moves: int = 0
    lines: int = 0
    reminders: int = 0
    twice_sent: int = 0
    kills: int = 0
    cuts: int = 0
    stopped: int = 0
    """How often a process found another one in its place, and stopped."""
    answers: Counter[str] = field(default_factory=Counter)
    p50: float = 0.0
    p95: float = 0.0
    pinned: float = 0.0
    """Seconds until the last pinned message told of a move, at most."""

    def __str__(self) -> str:
        return (
            f"{self.kills} kills, {self.cuts} connections cut, {self.stopped} replaced and started anew: "
            f"{self.moves} moves, {self.lines} lines, {self.reminders} reminders; 0 lost, 0 twice "
            f"({self.twice_sent} posted again with the same nonce); pinned "
            f"messages true within {self.pinned:.0f} s; "
            f"answers {dict(self.answers)}; a move took {1000 * self.p50:.0f} ms, 95 % within {1000 * self.p95:.0f} ms"
        )


async def play(load: Load, folder: Path, address: str) -> Outcome:
    """All of it, with the checks at the end."""
    url = await empty_database(address)
    (folder / NOW).write_text("0")
    table = Table(Database(url), clock(folder))
    await table.db.open()
    games = await begin(load, folder, url, table)
    await table.close()
    shares = [Share(one, one, load.processes) for one in range(load.processes)]
    evening = Evening(load, folder, url, [Child(folder, url, share, quick=True) for share in shares], games)
    for one in evening.children:
        await one.start()
    until = time.monotonic() + load.seconds
    people = [evening.person(number, until) for number in range(load.people)]
    await asyncio.gather(*people, evening.killer(), evening.cutter(until), evening.timekeeper(until))
    (folder / NOW).write_text(str(float((folder / NOW).read_text()) + 120))
    for one in evening.children:
        await one.ready.wait()
        # Else somebody would be reminded while it is counted.
        await one.spent(and_rest=True)
    stopped = sum(one.stopped for one in evening.children)
    found = Outcome(kills=evening.kills, cuts=evening.cuts, stopped=stopped, answers=evening.outcomes)
    table = Table(Database(url), clock(folder))
    await table.db.open(alone=False)
    try:
        async with asyncio.timeout(300):
            while await waiting(table) or not await shown(table, folder):
                await asyncio.sleep(0.2)
        for one in evening.children:
            await one.kill()
        await check(evening, table, found)
    finally:
        await table.close()
    ranked = sorted(evening.waits)
    found.p50, found.p95 = ranked[len(ranked) // 2], ranked[int(len(ranked) * 0.95)]
    return found


async def waiting(table: Table) -> int:
    async with table.db.read() as session:
        waits = select(func.count()).select_from(OutboxRow).where(OutboxRow.state == WAITING)
        return (await session.exec(waits)).one()


def pins(folder: Path) -> list[tuple[int, int, float]]:
    """What was shown where a game is pinned: game, number of its last move, when."""
    file = folder / PINS
    return [tuple(json.loads(line)) for line in file.read_text().splitlines()] if file.exists() else []


async def shown(table: Table, folder: Path) -> bool:
    """Does every edited pinned message show the current state of its game?"""
    last = {game: number for game, number, _ in pins(folder)}
    async with table.db.read() as session:
        stands = dict((await session.exec(select(GameRow.id, GameRow.last))).all())
    return all(last.get(game, 0) == number for game, number in stands.items() if number)


def slowest_pin(evening: Evening) -> float:
    """The longest time from a confirmed move until its game's pinned message showed it."""
    seen = dict[int, list[tuple[int, float]]]()
    for game, number, at in pins(evening.folder):
        seen.setdefault(game, []).append((number, at))
    worst = 0.0
    for game, number, told in evening.told:
        there = min((at for shown, at in seen.get(game, []) if shown >= number), default=float("inf"))
        worst = max(worst, there - told)
    return worst


async def check(evening: Evening, table: Table, found: Outcome) -> None:
    """What must hold; everything that does not is an AssertionError."""
    async for report in verify(table.db):
        assert not report.faults and not report.changed, report.lines()
    async with table.db.read() as session:
        actions = list(await session.exec(select(ActionRow).where(ActionRow.kind == MOVE)))
        rows = list(await session.exec(select(OutboxRow).order_by(col(OutboxRow.id))))
        games = {row.id: row for row in await session.exec(select(GameRow))}
        turns = list(await session.exec(select(TurnRow)))
    made = Counter(one.game_id for one in actions)
    assert all(made[game] >= heard for game, heard in evening.heard.items()), "a move that was confirmed is lost"
    numbers = {(one.game_id, one.number) for one in actions if one.cause is None}
    told = Counter((row.game_id, row.number - len(row.payload["moves"]) + 1) for row in rows if row.kind == MOVE)
    assert set(told) == numbers, "moves without an announcement, or the other way round"
    assert set(told.values()) <= {1}, "a move announced twice"
    new = {row.nonce: row for row in rows if row.sent_at is not None}
    assert all(row.state == SENT for row in rows), Counter(row.state for row in rows)
    posts = [json.loads(line) for line in (evening.folder / POSTS).read_text().splitlines()]
    first = dict[str, list[Any]]()
    for post in posts:
        first.setdefault(post[2], post)
    assert set(first) == set(new), "a line is lost, or was posted and is not stored"
    # As Discord shows it: a nonce that was there is the same message. In order for each game in its place.
    last = dict[tuple[str, int], int]()
    for target, number, _, game, _ in first.values():
        assert number > last.get((target, game), 0), f"{target}, game {game}: posted out of order"
        last[target, game] = number
    reminders = [row for row in rows if row.kind == "reminder"]
    once = Counter((row.game_id, row.payload["seat"], row.number, row.payload["count"]) for row in reminders)
    assert all(times == 1 for times in once.values()), [key for key, times in once.items() if times > 1][:3]
    counted = Counter((row.game_id, row.payload["seat"], row.number) for row in reminders)
    assert set(evening.idle()) <= {row.game_id for row in reminders}, "nobody was reminded in a game that waits"
    for turn in turns:
        seen = [times for (game, seat, _), times in counted.items() if (game, seat) == (turn.game_id, turn.seat)]
        assert turn.count <= sum(seen, 0), f"game {turn.game_id}: {turn.count} reminders counted, {seen} announced"
    assert len(games) == evening.load.games
    found.pinned = slowest_pin(evening)
    assert found.pinned <= TRUE_WITHIN, f"a pinned message was out of date for {found.pinned:.0f} s"
    found.moves, found.lines, found.reminders = len(actions), len(first), len(reminders)
    found.twice_sent = len(posts) - len(first)


def main() -> int:
    """The command."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--people", type=int, default=20)
    parser.add_argument("--games", type=int, default=30)
    parser.add_argument("--seconds", type=float, default=60)
    parser.add_argument("--kills", type=int, default=6)
    parser.add_argument("--processes", type=int, default=3)
    parser.add_argument("--strays", type=float, default=0.05)
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    load = Load(given.people, given.games, given.seconds, given.kills, given.processes, given.seed, strays=given.strays)
    with server() as address, tempfile.TemporaryDirectory() as folder:
        print(asyncio.run(play(load, Path(folder), address)))
    return 0


if __name__ == "__main__":
    sys.exit(main())
