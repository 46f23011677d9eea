"""The table against its targets, each as measured, as wanted, and as a ratio (below 1 is good).

    python -m benchmarks.table              # everything; a few minutes
    python -m benchmarks.table --games 20 --moves 100 --stored 200

Wall time counts what else the machine does; the processor time beside it does not.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import random
import resource
import statistics
import sys
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from sqlalchemy import text

from bot.errors import Refused
from engine.play import next_to_act, random_act
from tests.table.club import Club, club


@dataclass
class Figure:
    """One figure and its target."""

    name: str
    found: float
    target: float
    unit: str
    counts: bool = True

    def line(self) -> str:
        ratio = self.found / self.target
        verdict = "" if not self.counts else "  ok" if ratio <= 1 else "  MISSED"
        return f"{self.name:52} {self.found:9.1f} {self.unit:3} target {self.target:7.1f}  ratio {ratio:5.2f}{verdict}"


def percentile(values: list[float], share: float) -> float:
    return sorted(values)[min(int(len(values) * share), len(values) - 1)]


async def moves(folder: Path, games: int, count: int) -> list[Figure]:
    """Moves through `Table.act` in random ones of a number of games."""
    stream = random.Random(1)
    async with club(folder / "moves.db") as table:
        numbers = [await table.game(*range(10 * game, 10 * game + 3), seed=game) for game in range(1, games + 1)]
        for number in numbers:  # games are not all at their beginning
            await table.play(number, stream.randrange(2, 12), seed=number)
        wall: list[float] = []
        busy: list[float] = []
        while len(wall) < count:
            now, asked = await click(table, stream.choice(numbers), stream)
            if asked is None:
                continue
            start, worked = time.perf_counter(), time.process_time()
            await table.table.act(now.row.id, *asked)
            wall.append((time.perf_counter() - start) * 1000)
            busy.append((time.process_time() - worked) * 1000)
    return [
        Figure(f"move, median of {count}, {games} games in play", statistics.median(wall), 25, "ms"),
        Figure("move, 95th percentile", percentile(wall, 0.95), 100, "ms"),
        Figure("move, median of processor time", statistics.median(busy), 25, "ms", counts=False),
        Figure("move, 95th percentile of processor time", percentile(busy, 0.95), 100, "ms", counts=False),
    ]


async def click(table: Club, game: int, stream: random.Random) -> tuple[Any, tuple[Any, ...] | None]:
    """A game and a legal click on it."""
    now = await table.table.present(game)
    decision = next_to_act(now.game, stream)
    if decision is None:
        return now, None
    act = random_act(now.game, decision.seat, stream)
    assert act is not None
    person = next(seat.user_id for seat in now.seats if seat.seat == decision.seat)
    return now, (person, decision.seat, act.verb, act.args, now.decision, now.epoch)


async def storage(folder: Path, count: int) -> list[Figure]:
    """What a whole game takes on disk, announcements and all."""
    path = folder / "storage.db"
    async with club(path) as table:
        empty = await size(table)
        game, seed = await table.game(1, 2, 3, 4), 0
        while (await table.table.present(game)).row.last < count:
            before = (await table.table.present(game)).row
            await table.play(game, min(count - before.last, 200), seed=seed)
            seed += 1
            if (await table.table.present(game)).row.status != "running":
                await table.table.takeback.undo(game, 1, before.epoch, as_organiser=True)
                break
        row = (await table.table.present(game)).row
        used = (await size(table) - empty) / 1e6
    each = used / row.last * 1000
    return [Figure(f"storage of 1,000 actions (from {row.last})", each, 3, "MB")]


async def size(table: Club) -> int:
    async with table.db.read() as session:
        connection = await session.connection()
        pages = (await connection.execute(text("PRAGMA page_count"))).scalar_one()
        return pages * (await connection.execute(text("PRAGMA page_size"))).scalar_one()


async def stored(folder: Path, games: int) -> Path:
    """A database with a number of games of a few moves each."""
    path = folder / "start.db"
    async with club(path) as table:
        for game in range(1, games + 1):
            number = await table.game(*range(10 * (game % 300), 10 * (game % 300) + 3), seed=game)
            await table.act(number, 10 * (game % 300), "take")
    return path


START = """
import asyncio, json, resource, sys, time
begun = time.perf_counter()
from bot.store import Database
from bot.table.table import Table
async def main():
    table = Table(Database(sys.argv[1]))
    await table.db.open()
    await table.reminders.next_moment()
    started = time.perf_counter() - begun
    for game in range(1, int(sys.argv[2]) + 1):
        await table.present(game)
    print(json.dumps([started, time.process_time(), resource.getrusage(resource.RUSAGE_SELF).ru_maxrss]))
    await table.close()
asyncio.run(main())
"""


async def start(folder: Path, games: int) -> list[Figure]:
    """A new process on that database: the time until it is ready, and its memory after 200 games were read."""
    path = await stored(folder, games)
    run = await asyncio.create_subprocess_exec(
        sys.executable, "-c", START, str(path), str(min(games, 300)), stdout=asyncio.subprocess.PIPE
    )
    out, _ = await run.communicate()
    started, _, memory = json.loads(out)
    return [
        Figure(f"start with {games} stored games, imports included", started, 2, "s"),
        Figure("memory with its games warm", memory / 1024, 300, "MB"),
    ]


async def crowd(folder: Path) -> list[Figure]:
    """Fifty people pressing at once in one game, ten times."""
    wrong, slowest = 0, 0.0
    async with club(folder / "crowd.db") as table:
        game, stream = await table.game(1, 2, 3), random.Random(2)
        for _ in range(10):
            now, asked = await click(table, game, stream)
            assert asked is not None
            begun = time.perf_counter()
            clicks = [table.table.act(game, *asked) for _ in range(50)]
            answers = await asyncio.gather(*clicks, return_exceptions=True)
            slowest = max(slowest, (time.perf_counter() - begun) * 1000)
            won = [answer for answer in answers if not isinstance(answer, BaseException)]
            wrong += len(won) != 1 or any(isinstance(a, BaseException) and not isinstance(a, Refused) for a in answers)
            wrong += (await table.table.present(game)).row.last != now.row.last + 1
    return [
        Figure("50 clicks at once: rounds that went wrong", wrong, 1, "", counts=False),
        Figure("50 clicks at once: until all are answered", slowest, 3000, "ms"),
    ]


async def measure(given: argparse.Namespace) -> list[Figure]:
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        figures = [*await moves(folder, given.games, given.moves)]
        own = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
        figures += [Figure(f"memory after {given.moves} moves in {given.games} games", own, 300, "MB")]
        show(figures)
        for part in (crowd(folder), storage(folder, given.actions), start(folder, given.stored)):
            found = await part
            show(found)
            figures += found
        return figures


def show(figures: list[Figure]) -> None:
    """Print figures as they come."""
    print("\n".join(figure.line() for figure in figures), flush=True)


def main() -> int:
    """Measure and compare."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--moves", type=int, default=1000)
    parser.add_argument("--stored", type=int, default=2000)
    parser.add_argument("--actions", type=int, default=1000)
    figures = asyncio.run(measure(parser.parse_args()))
    return 1 if any(figure.counts and figure.found > figure.target for figure in figures) else 0


if __name__ == "__main__":
    sys.exit(main())
