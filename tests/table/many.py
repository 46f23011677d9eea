"""A database with thousands of games, made by copying one: nobody waits until they have been played."""

from __future__ import annotations

import json
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path

from tests.table.club import ANN, BOB, CEM, club

COPIED = ("seat", "action", "position", "events", "turn", "outbox")
AT_ONCE = 250
"""Games stored in one transaction."""


async def _one(path: Path, moves: int) -> None:
    async with club(path) as table:
        game = await table.game(ANN, BOB, CEM)
        stream = 0
        while (await table.table.present(game)).row.last < moves:
            await table.play(game, moves // 4, seed=stream)
            stream += 1
    with closing(sqlite3.connect(path)) as opened:
        opened.execute("UPDATE outbox SET state = 'sent'")
        opened.execute("UPDATE turn SET due_at = datetime('now', '+1 day')")
        opened.commit()


async def made(path: Path, games: int, moves: int) -> None:
    """Write this many games, each of this many moves, to a new file."""
    await _one(path, moves)
    with closing(sqlite3.connect(path)) as opened:
        opened.execute("PRAGMA synchronous=OFF")
        for first in range(2, games + 1, AT_ONCE):
            last = min(first + AT_ONCE - 1, games)
            opened.execute(_copy(opened, "game", "id", first, last))
            for table in COPIED:
                opened.execute(_copy(opened, table, "game_id", first, last))
            opened.commit()


def _copy(opened: sqlite3.Connection, table: str, key: str, first: int, last: int) -> str:
    columns = [row[1] for row in opened.execute(f"PRAGMA table_info('{table}')")]
    # Everybody plays three games.
    other = {key: "g", "nonce": "hex(randomblob(12))", "user_id": "user_id + (g - 1) / 3 * 10"}
    columns = [column for column in columns if (table, column) != ("outbox", "id")]
    values = ", ".join(other.get(column, f'"{column}"') for column in columns)
    names = ", ".join(f'"{column}"' for column in columns)
    numbers = f"WITH RECURSIVE games(g) AS (SELECT {first} UNION ALL SELECT g + 1 FROM games WHERE g < {last})"
    return f'{numbers} INSERT INTO "{table}" ({names}) SELECT {values} FROM games, "{table}" WHERE "{key}" = 1'


CHILD = """
import asyncio, json, sys, time
began = time.perf_counter()
from bot.host.settings import Settings
from bot.table.housekeeping import Housekeeping, opened
from bot.table.upkeep.sender import Sender
from bot.table.table import Table
import bot.discord.app.run

class Wall:
    async def post(self, row):
        return 1

async def work():
    settings = Settings(_env_file=None, database_url=sys.argv[1], backup_hours=0)
    table = Table(await opened(settings), warm_games=settings.warm_games)
    await table.preferences.recall_languages()
    await Sender(table.db, Wall(), table.clock).drain()
    games = [row for row, _, _ in await table.games_of(11)]
    await table.robots.waiting()
    await table.reminders.next_moment()
    await table.present(games[0].id)
    ready, busy = time.perf_counter() - began, time.process_time()
    tick = time.perf_counter()
    await Housekeeping(table, settings).tick()
    tick = time.perf_counter() - tick
    # Of this process alone: a peak by getrusage begins with that of the one which started it.
    peak = int(next(one for one in open("/proc/self/status") if one.startswith("VmHWM")).split()[1]) / 1024
    print(json.dumps({"ready": ready, "busy": busy, "tick": tick, "memory": peak, "games": len(games)}))
    await table.close()

asyncio.run(work())
"""


def begun(path: Path) -> dict[str, float]:
    """A process started on it: seconds until a game can be looked at, and its memory in MB."""
    run = [sys.executable, "-c", CHILD, f"sqlite:///{path}"]
    return json.loads(subprocess.run(run, capture_output=True, text=True, check=True).stdout)
