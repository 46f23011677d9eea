"""Five people play on the bot in a process of its own: how long each press waits for its whole answer, with pictures.

    python -m benchmarks.discord.people              # two games, for a minute
    python -m benchmarks.discord.people --seconds 20

Whoever is on turn asks for the panel and presses what stands there; the others look at the table meanwhile. Everybody
waits a second or so between two presses. Sandbox and people share the processors with the bot.
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
from collections import Counter, defaultdict
from collections.abc import Coroutine
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from benchmarks.discord.__main__ import figure
from bot.store import Database
from bot.table.table import Table
from engine.play import next_to_act, random_act
from sandbox import (
    Channel,
    Clock,
    Message,
    Sandbox,
)
from sandbox.people import Answer, Person

TITLES = ("1870", "1830")
NAMES = ("Ann", "Bob", "Cem", "Dee", "Eve")
LOOKS = ("map", "market", "sheet", "history")
MOVES = 90
"""How many moves have been made at the start."""
PAUSE = 1.0
"""Seconds somebody looks at an answer, on average."""
MEDIAN, MOST, WEIGHT = 500, 1000, 300


@dataclass
class Evening:
    """The people, their games, and how long they waited."""

    table: Table
    rooms: dict[int, Channel] = field(default_factory=dict)
    people: dict[int, Person] = field(default_factory=dict)
    waited: dict[str, list[float]] = field(default_factory=lambda: defaultdict(list))
    heaviest: int = 0
    failures: Counter[str] = field(default_factory=Counter)

    async def timed(self, kind: str, asked: Coroutine[Any, Any, Answer]) -> Message | None:
        """Wait for an answer; returns it and how long it took."""
        began = time.monotonic()
        try:
            message = (await asked).message
        except Exception as e:
            self.failures[f"{kind}: {type(e).__name__} {str(e)[:60]}"] += 1
            return None
        self.waited[kind].append(time.monotonic() - began)
        if kind != "look":
            self.heaviest = max(self.heaviest, sum(len(one.data) for one in message.attachments))
        return message

    async def pressed(self, person: Person, shown: Message, button: str) -> Answer:
        """Press a button and wait until the panel has changed, since it shows no "thinking"."""
        edits = len(shown.before)
        answer = await person.press(shown, button)
        await answer.sandbox.until(lambda: len(shown.before) > edits, "the panel")
        return answer


async def prepared(sandbox: Sandbox, table: Table) -> Evening:
    """Both games, some moves in."""
    found, stream = Evening(table), random.Random(5)
    guild = sandbox.guild()
    people = [sandbox.person(name, guild) for name in NAMES]
    found.people = {one.id: one for one in people}
    for number, title in enumerate(TITLES, 1):
        room = sandbox.channel(guild, f"game-{number}")
        game = await table.seating.create(guild.id, room.id, people[0].id, title, {}, len(people), number)
        for person in people:
            await table.seating.join(game, person.id, person.name)
        found.rooms[game] = room
        for _ in range(MOVES):
            now = await table.present(game)
            decision = next_to_act(now.game, stream)
            act = random_act(now.game, decision.seat, stream) if decision else None
            if decision is None or act is None:
                break
            user = next(one.user_id for one in now.seats if one.seat == decision.seat)
            await table.act(game, user, decision.seat, act.verb, dict(act.args), now.decision, now.epoch)
    return found


async def sit(evening: Evening, person: Person, until: float, stream: random.Random) -> None:
    """One person playing."""
    while time.monotonic() < until:
        await asyncio.sleep(stream.expovariate(1 / PAUSE))
        turn = await _on_turn(evening, person)
        if turn is None:
            await evening.timed(
                "look", person.slash("/show", stream.choice([*evening.rooms.values()]), what=stream.choice(LOOKS))
            )
            continue
        shown = await evening.timed("turn", person.slash("/turn", evening.rooms[turn]))
        for _ in range(4):
            ids = [str(one.get("custom_id")) for one in shown.buttons if not one.get("disabled")] if shown else []
            moves = [one for one in ids if one.startswith("b:go:")]
            if shown is None or not moves:
                break
            await asyncio.sleep(stream.expovariate(1 / PAUSE))
            shown = await evening.timed("press", evening.pressed(person, shown, stream.choice(moves)))


async def _on_turn(evening: Evening, person: Person) -> int | None:
    """A game waiting for this person."""
    for game in evening.rooms:
        now = await evening.table.present(game)
        mine = {one.seat for one in now.seats if one.user_id == person.id}
        if any(one.seat in mine for one in now.game.decisions()):
            return game
    return None


async def measure(seconds: float, folder: Path) -> bool:
    """Measure everything."""
    url = f"sqlite:///{folder}/club.db"
    async with Sandbox.running(clock=Clock()) as sandbox:
        table = Table(Database(url))
        await table.db.open()
        evening = await prepared(sandbox, table)
        # The bot needs the database for itself; from here on it is only read.
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
        try:
            await sandbox.ready()
            for warming in (True, False):
                until = time.monotonic() + (5 if warming else seconds)
                streams = [random.Random(f"{warming} {name}") for name in NAMES]
                seated = zip(evening.people.values(), streams, strict=True)
                await asyncio.gather(*(sit(evening, one, until, stream) for one, stream in seated))
                if warming:  # the drawing process starts and caches fill
                    evening.waited.clear()
        finally:
            bot.terminate()
            await bot.wait()
            await table.close()
    return report(evening)


def report(evening: Evening) -> bool:
    """Print the figures; returns whether all targets are met."""
    print(f"load average {os.getloadavg()[0]:.1f}; failures {dict(evening.failures)}")
    for kind, times in evening.waited.items():
        print(
            f"{kind}: {len(times)}, median {1000 * statistics.median(times):.0f} ms, worst {1000 * max(times):.0f} ms"
        )
    ranked = sorted(one for times in evening.waited.values() for one in times)
    met = [
        figure("a press answered in full, median", 1000 * statistics.median(ranked), MEDIAN, "ms"),
        figure("a press answered in full, 95th percentile", 1000 * ranked[int(0.95 * len(ranked))], MOST, "ms"),
        figure("the heaviest pictures of an answer", evening.heaviest / 1024, WEIGHT, "KB"),
    ]
    return all(met) and not evening.failures


def main() -> int:
    """The command."""
    asked = argparse.ArgumentParser(prog="python -m benchmarks.discord.people", description=__doc__)
    asked.add_argument("--seconds", type=float, default=60)
    given = asked.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        return 0 if asyncio.run(measure(given.seconds, Path(folder))) else 1


if __name__ == "__main__":
    sys.exit(main())
