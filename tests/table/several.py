"""Several processes on one PostgreSQL, killed and cut off under load, and what must hold in the end.

    python -m tests.table.several --people 50 --games 300 --seconds 600 --kills 30

Each child has its share of the shards, works as the bot does without Discord (moves, announcements, reminders, robots,
housekeeping), and posts to a file that stands for Discord: a line with a nonce that is there already is the same
message. The parent's people play through the child that has their server's shard, or through any other; it kills
children and begins them anew, and cuts their connections at the server. In the end no move and no line is lost or
there twice, every reminder was given once, the lines of each game are in order, and what is pinned was never out
of date for two minutes.
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
import signal
import sys
import tempfile
import time
from collections import Counter
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime, timedelta
from functools import partial
from pathlib import Path
from types import SimpleNamespace
from typing import Any

from sqlalchemy import text
from sqlalchemy.ext.asyncio import create_async_engine
from sqlmodel import col, func, select, update

from bot.discord import pinned as pinning
from bot.discord.pinned import Pinned
from bot.discord.run import _shown_anew
from bot.host.watch import Watch
from bot.settings import Settings
from bot.store import Database, Share, StoreTrouble
from bot.store.database import database_url
from bot.store.rows import MOVE, RUNNING, SENT, WAITING, ActionRow, GameRow, OutboxRow, TurnRow
from bot.store.shared import MESSAGE
from bot.table.errors import Refused
from bot.table.extras import Extras
from bot.table.housekeeping import Housekeeping
from bot.table.sender import Sender
from bot.table.table import Table
from bot.table.verify import verify
from engine.play import WEIGHTS, next_to_act, random_act
from tests.store.postgres import empty_database, server

POSTS, PINS = "posts", "pins"
TRUE_WITHIN = 120.0
"""Seconds until a pinned message shows what has been made."""
TITLES = ("1870", "1830")
EAGER = {**WEIGHTS, "concede": 0.0, "bankrupt": 0.0, "stop": 0.0}
CHANNELS = 10_000
EVERY, JUMP = 5, 8 * 3600
"""Every so many seconds it is so many seconds later, for the children."""
NOW = "now"
"""File that says how many seconds later it is than it is, so that reminders come due."""


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
    warm: float = 0.0
    """Seconds for caches to fill and code to be loaded, before processor time is counted."""


# --- a child


class PinnedToFile(Pinned):
    """Shows by appending a line: the game, the number of its last move, and when. All else is as the bot does it."""

    def __init__(self, folder: Path, table: Table) -> None:
        nothing: Any = None
        super().__init__(nothing, table, Extras(table.services), *[nothing] * 4)
        self._file = os.open(folder / PINS, os.O_WRONLY | os.O_CREAT | os.O_APPEND)

    async def _turn(self, game: int) -> None:
        self._due.discard(game)

    async def _shown(self, game: int) -> None:
        alone = self.table.db.one_at_a_time(MESSAGE, f"game {game}")
        async with self._locks.setdefault(game, asyncio.Lock()), alone:
            row, _ = await self.extras.game(game)
            await asyncio.sleep(0.02)
            os.write(self._file, (json.dumps([game, row.last, time.time()]) + "\n").encode())

    async def _shown_unless_asleep(self, game: int) -> None:
        await self._shown(game)


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


# --- the parent


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
        run = ["-m", "tests.table.several", "--child", str(self.folder), "--url", self.url, "--share", share]
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

    def shares(self) -> list[Share]:
        return [child.share for child in self.children if child.share is not None]

    async def person(self, number: int, until: float) -> None:
        """Plays in one game after another, and waits for each answer."""
        stream = random.Random(f"{self.load.seed} {number}")
        games = list(self.games)
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
    cpu: float = 0.0
    """Processor seconds of all children that were alive at the end, for a move."""

    def __str__(self) -> str:
        return (
            f"{self.kills} kills, {self.cuts} connections cut, {self.stopped} replaced and started anew: "
            f"{self.moves} moves, {self.lines} lines, {self.reminders} reminders; 0 lost, 0 twice "
            f"({self.twice_sent} posted again with the same nonce); pinned "
            f"messages true within {self.pinned:.0f} s; "
            f"answers {dict(self.answers)}; a move took {1000 * self.p50:.0f} ms, 95 % within {1000 * self.p95:.0f} ms"
            + (f"; {1000 * self.cpu:.1f} ms of processor a move" if self.cpu else "")
        )


async def play(load: Load, folder: Path, address: str, *, shared: bool = True) -> Outcome:
    """All of it, with the checks at the end."""
    url = await empty_database(address)
    (folder / NOW).write_text("0")
    table = Table(Database(url), clock(folder))
    await table.db.open()
    games = await begin(load, folder, url, table)
    await table.close()
    count = load.processes
    shares = [Share(one, one, count) for one in range(count)] if shared else [None]
    evening = Evening(load, folder, url, [Child(folder, url, share, load.kills > 0) for share in shares], games)
    for one in evening.children:
        await one.start()
    before, counted = list[tuple[float, int]](), 0

    async def warmed() -> None:
        nonlocal before, counted
        # What starting costs is not what a move costs.
        await asyncio.sleep(load.warm)
        before, counted = [await one.spent() for one in evening.children], evening.outcomes["made"]

    until = time.monotonic() + load.warm + load.seconds
    jobs = [] if load.kills else [warmed()]
    jobs += [evening.person(number, until) for number in range(load.people)]
    if load.kills:
        jobs += [evening.killer(), evening.cutter(until), evening.timekeeper(until)]
    await asyncio.gather(*jobs)
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
        if not load.kills:
            spent = [await one.spent() for one in evening.children]
            used = sum(after[0] - begun[0] for after, begun in zip(spent, before, strict=True))
            found.cpu = used / max(1, evening.outcomes["made"] - counted)
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
    told = Counter((row.game_id, row.number) for row in rows if row.kind == MOVE)
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
    parser.add_argument("--warm", type=float, default=0.0)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--alone", action="store_true", help="one process without SHARDS, to compare")
    parser.add_argument("--child", type=Path)
    parser.add_argument("--url")
    parser.add_argument("--share", default="")
    parser.add_argument("--quick", action="store_true")
    given = parser.parse_args()
    if given.child is not None:
        share = Share(*map(int, given.share.split())) if given.share else None
        asyncio.run(child(given.child, given.url, share, quick=given.quick))
        return 0
    load = Load(given.people, given.games, given.seconds, given.kills, given.processes, given.seed)
    load = replace(load, strays=given.strays, warm=given.warm)
    with server() as address, tempfile.TemporaryDirectory() as folder:
        print(asyncio.run(play(load, Path(folder), address, shared=not given.alone)))
    return 0


if __name__ == "__main__":
    sys.exit(main())
