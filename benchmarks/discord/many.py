"""Twenty people in a thousand games on one bot: how long each waits for the first sign and for the whole answer.

    python -m benchmarks.discord.many                    # 1,000 games, 20 people, for a minute
    python -m benchmarks.discord.many --games 50 --seconds 20

Each makes a move in any game whose turn it is, waits for the answer, looks at it for a second or so, and goes on to the
next. Sandbox and people share the processors with the bot.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import random
import sys
import tempfile
import time
from datetime import UTC, datetime
from pathlib import Path

from benchmarks.discord.__main__ import Hall, figure, posted, prepared, processor
from benchmarks.discord.typing import typed
from bot.store import Database
from bot.table.table import Table
from engine.play import next_to_act, random_act
from sandbox import Clock, Sandbox
from sandbox.people import ACKNOWLEDGED

PAUSE = 1.0
"""Seconds somebody looks at an answer, on average."""
SIGN, ANSWER = 1000, 1500


async def sit(hall: Hall, answered: list[float], until: float, stream: random.Random) -> None:
    """One person playing in one game after another."""
    while time.monotonic() < until:
        await asyncio.sleep(stream.expovariate(1 / PAUSE))
        game = stream.choice(list(hall.rooms))
        now = await hall.table.present(game)
        decision = next_to_act(now.game, stream)
        act = random_act(now.game, decision.seat, stream) if decision else None
        if decision is None or act is None:
            continue
        person = hall.people[next(one.user_id for one in now.seats if one.seat == decision.seat)]
        name, given = typed(now.game.title, act)
        began = time.monotonic()
        try:
            asked = await person.slash(name, hall.rooms[game], wait=ACKNOWLEDGED, **given)
            hall.acknowledged.append(time.monotonic() - began)
            await hall.sandbox.until(lambda one=asked: one.interaction.settled, "an answer")
            answered.append(time.monotonic() - began)
        except Exception as e:
            hall.failures[type(e).__name__] += 1


async def measure(games: int, people: int, seconds: float, folder: Path) -> bool:
    """Measure everything."""
    url = f"sqlite:///{folder}/club.db"
    async with Sandbox.running(clock=Clock()) as sandbox:
        table = Table(Database(url))
        await table.db.open()
        hall = await prepared(sandbox, table, games)
        await table.db.close()
        await table.db.open(alone=False)
        env = os.environ | {
            "DISCORD_TOKEN": sandbox.token,
            "DISCORD_API": sandbox.api_address,
            "DISCORD_GATEWAY": sandbox.gateway_address,
            "DATABASE_URL": url,
            "BACKUP_HOURS": "0",
        }
        bot = await asyncio.create_subprocess_exec(sys.executable, "-m", "bot", "run", env=env)
        answered = list[float]()
        used, beginning = 0.0, datetime.now(UTC)
        try:
            await sandbox.ready()
            for warming in (True, False):
                until = time.monotonic() + (5 if warming else seconds)
                streams = [random.Random(f"{warming} {number}") for number in range(people)]
                await asyncio.gather(*(sit(hall, answered, until, stream) for stream in streams))
                if warming:  # the drawing process starts and caches fill
                    hall.acknowledged.clear()
                    answered.clear()
                    used = processor(bot.pid)
            await posted(table, beginning)
            used = processor(bot.pid) - used
        finally:
            bot.terminate()
            await bot.wait()
            await table.close()
    print(f"load average {os.getloadavg()[0]:.1f}; {len(answered)} moves; failures {dict(hall.failures)}")
    print(f"processor a move {1000 * used / len(answered):.0f} ms")
    signs, answers = sorted(hall.acknowledged), sorted(answered)
    met = [
        figure("first sign, 99th percentile", 1000 * signs[int(0.99 * len(signs))], SIGN, "ms"),
        figure("a move answered, 95th percentile", 1000 * answers[int(0.95 * len(answers))], ANSWER, "ms"),
    ]
    return all(met) and not hall.failures


def main() -> int:
    """The command."""
    asked = argparse.ArgumentParser(prog="python -m benchmarks.discord.many", description=__doc__)
    asked.add_argument("--games", type=int, default=1000)
    asked.add_argument("--people", type=int, default=20)
    asked.add_argument("--seconds", type=float, default=60)
    given = asked.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        return 0 if asyncio.run(measure(given.games, given.people, given.seconds, Path(folder))) else 1


if __name__ == "__main__":
    sys.exit(main())
