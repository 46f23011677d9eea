"""The whole bot under load, in a process of its own, with people at the sandbox: figures beside their targets.

    python -m benchmarks.discord              # 100 games, 20 interactions a second, for a minute
    python -m benchmarks.discord --games 10 --seconds 10

Sandbox and people share the processors with the bot, so the bot has less than all of them.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import random
import statistics
import sys
import tempfile
import time
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from sqlmodel import col, select, update

from benchmarks.discord.typing import typed
from bot.store import Database
from bot.store.rows import SENT, OutboxRow
from bot.table.table import Table
from engine.play import next_to_act, random_act
from sandbox import Channel, Clock, Sandbox
from sandbox.people import ACKNOWLEDGED, Person


@dataclass
class Hall:
    """Games, their channels and their people."""

    sandbox: Sandbox
    table: Table
    rooms: dict[int, Channel] = field(default_factory=dict)
    people: dict[int, Person] = field(default_factory=dict)
    acknowledged: list[float] = field(default_factory=list)
    kinds: Counter[str] = field(default_factory=Counter)
    failures: Counter[str] = field(default_factory=Counter)


async def prepared(sandbox: Sandbox, table: Table, games: int) -> Hall:
    """A number of games, each in its own channel and past its beginning, with nothing waiting to be posted."""
    hall, stream = Hall(sandbox, table), random.Random(1)
    guild = sandbox.guild()
    # Nobody may open more than 20 games on a server.
    everybody = [sandbox.person(f"Player {n}", guild) for n in range(max(60, games // 5))]
    for number in range(1, games + 1):
        room = sandbox.channel(guild, f"game-{number}")
        seated = stream.sample(everybody, 4)
        game = await table.seating.create(guild.id, room.id, seated[0].id, "1870", {"runs": "free"}, 5, number)
        for person in seated:
            await table.seating.join(game, person.id, person.name)
        await table.seating.start(game, seated[0].id)
        hall.rooms[game] = room
        hall.people |= {person.id: person for person in seated}
        for _ in range(stream.randrange(4, 16)):
            await move_at_table(hall, game, stream)
    async with table.db.write() as session:
        await session.exec(update(OutboxRow).values(state=SENT))
    return hall


async def move_at_table(hall: Hall, game: int, stream: random.Random) -> None:
    """Make a random move without the bot."""
    now = await hall.table.present(game)
    decision = next_to_act(now.game, stream)
    act = random_act(now.game, decision.seat, stream) if decision else None
    if decision is None or act is None:
        return
    user = next(one.user_id for one in now.seats if one.seat == decision.seat)
    await hall.table.act(game, user, decision.seat, act.verb, dict(act.args), now.decision, now.epoch)


async def interaction(hall: Hall, game: int, stream: random.Random) -> None:
    """Somebody does something in a game: makes a move, types (twice as often), or looks."""
    now = await hall.table.present(game)
    decision = next_to_act(now.game, stream)
    act = random_act(now.game, decision.seat, stream) if decision else None
    if decision is None or act is None:
        return
    person = hall.people[next(one.user_id for one in now.seats if one.seat == decision.seat)]
    room = hall.rooms[game]
    name, given = typed(now.game.title, act)
    kind = stream.choices(("move", "type", "turn", "show"), (25, 50, 15, 10))[0]
    began = time.monotonic()
    try:
        if kind == "move":
            await person.slash(name, room, wait=ACKNOWLEDGED, **given)
        elif kind == "type" and given:
            await person.autocomplete(name, room, next(iter(given)), "")
        else:
            kind = "turn" if kind == "type" else kind
            await person.slash(f"/{kind}", room, wait=ACKNOWLEDGED, **({"what": "map"} if kind == "show" else {}))
    except Exception as e:
        hall.failures[f"{kind}: {type(e).__name__}"] += 1
        return
    hall.acknowledged.append(time.monotonic() - began)
    hall.kinds[kind] += 1


async def load(hall: Hall, rate: float, seconds: float) -> None:
    """A number of interactions per second in random games, whether or not earlier ones are answered."""
    stream, jobs = random.Random(2), list[asyncio.Task[None]]()
    began = time.monotonic()
    for number in range(int(rate * seconds)):
        await asyncio.sleep(max(0.0, began + number / rate - time.monotonic()))
        jobs.append(asyncio.create_task(interaction(hall, stream.choice(list(hall.rooms)), stream)))
    await asyncio.gather(*jobs)


async def posted(table: Table, since: Any) -> list[float]:
    """Seconds from storing a move to its message, including pictures."""
    for _ in range(100):
        async with table.db.read() as session:
            rows = list(await session.exec(select(OutboxRow).where(col(OutboxRow.created_at) >= since)))
        if all(row.sent_at for row in rows if row.target.startswith("channel:")):
            break
        await asyncio.sleep(0.3)
    return [(row.sent_at - row.created_at).total_seconds() for row in rows if row.sent_at and row.kind == "move"]


def memory(pid: int) -> float:
    """Megabytes of a process and its children, shared pages counted once."""
    total = 0
    for one in (pid, *children(pid)):
        for line in Path(f"/proc/{one}/smaps_rollup").read_text().splitlines():
            if line.startswith("Pss:"):
                total += int(line.split()[1])
    return total / 1024


def processor(pid: int) -> float:
    """Seconds of processor that a process and its children have used so far."""
    ticks = 0
    for one in (pid, *children(pid)):
        after_name = Path(f"/proc/{one}/stat").read_text().rpartition(")")[2].split()
        ticks += sum(int(field) for field in after_name[11:15])  # user and system, its own and its ended children's
    return ticks / os.sysconf("SC_CLK_TCK")


def children(pid: int) -> list[int]:
    """A process's children, and their children."""
    found = [int(one) for one in Path(f"/proc/{pid}/task/{pid}/children").read_text().split()]
    return found + [two for one in found for two in children(one)]


def figure(name: str, found: float, target: float, unit: str) -> bool:
    """Print one line; returns whether the target is met."""
    verdict = "ok" if found <= target else "MISSED"
    print(f"{name:52} {found:9.1f} {unit:3} target {target:7.1f}  ratio {found / target:5.2f}  {verdict}")
    return found <= target


async def measure(given: argparse.Namespace, folder: Path) -> bool:
    """Measure everything."""
    url = f"sqlite:///{folder}/club.db"
    async with Sandbox.running(clock=Clock()) as sandbox:
        table = Table(Database(url), warm_games=given.games)
        await table.db.open()
        hall = await prepared(sandbox, table, given.games)
        # The bot needs the database for itself; from here on it is only read.
        await table.db.close()
        await table.db.open(alone=False)
        env = {
            **os.environ,
            "DISCORD_TOKEN": sandbox.token,
            "DISCORD_API": sandbox.api_address,
            "DISCORD_GATEWAY": sandbox.gateway_address,
            "DATABASE_URL": url,
            "BACKUP_HOURS": "0",
        }
        bot = await asyncio.create_subprocess_exec(sys.executable, "-m", "bot", "run", env=env)
        try:
            await sandbox.ready()
            await load(hall, 5, 3)  # the drawing process starts and caches fill
            hall.acknowledged.clear()
            since = table.clock()
            await load(hall, given.rate, given.seconds)
            seconds = await posted(table, since)
            megabytes = memory(bot.pid)
        finally:
            bot.terminate()
            await bot.wait()
            await table.close()
    return report(hall, seconds, megabytes)


def report(hall: Hall, seconds: list[float], megabytes: float) -> bool:
    """Print the figures; returns whether all targets are met."""
    print(f"load average {os.getloadavg()[0]:.1f}; {sum(hall.kinds.values())} interactions {dict(hall.kinds)}")
    print(f"failures {dict(hall.failures)}; {len(seconds)} moves posted")
    for name, values in (("acknowledged", hall.acknowledged), ("posted", seconds)):
        print(f"{name}: median {1000 * statistics.median(values):.0f} ms, worst {1000 * max(values):.0f} ms")
    ranked, times = sorted(hall.acknowledged), sorted(seconds)
    met = [
        figure("interactions acknowledged, 95th percentile", 1000 * ranked[int(0.95 * len(ranked))], 300, "ms"),
        figure("moves posted with their pictures, 95th percentile", 1000 * times[int(0.95 * len(times))], 2000, "ms"),
        figure("memory of the whole bot", megabytes, 500, "MB"),
    ]
    return all(met) and not hall.failures


def main() -> int:
    asked = argparse.ArgumentParser(prog="python -m benchmarks.discord", description=__doc__)
    asked.add_argument("--games", type=int, default=100)
    asked.add_argument("--rate", type=float, default=20)
    asked.add_argument("--seconds", type=float, default=60)
    given = asked.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        return 0 if asyncio.run(measure(given, Path(folder))) else 1


if __name__ == "__main__":
    sys.exit(main())
