"""What is stored, and how fast, in SQLite and in PostgreSQL: figures of docs/scaling.md that depend on the database.

nice python -m benchmarks.table.databases
"""

from __future__ import annotations

import argparse
import asyncio
import tempfile
import time
from pathlib import Path

from sqlalchemy import text

from bot.store import Database
from bot.store.rows import PersonRow
from tests.store.postgres import empty_database, server
from tests.table.club import Club, club

WRITERS = 8
SQLITE = "SELECT page_count * page_size FROM pragma_page_count, pragma_page_size"
POSTGRES = "SELECT sum(pg_total_relation_size(relid)) FROM pg_stat_user_tables"
OUTBOX = "SELECT pg_total_relation_size('outbox')"


async def measure(name: str, url: str | Path, given: argparse.Namespace) -> None:
    """Play a game and store what little a transaction can hold."""
    async with club(url) as table:
        empty = await asked(table, SQLITE if table.db.is_sqlite else POSTGRES)
        game, seed = await table.game(1, 2, 3, 4), 0
        while (row := (await table.table.present(game)).row).last < given.moves and row.status == "running":
            await table.play(game, min(given.moves - row.last, 200), seed=seed)
            seed += 1
        a_thousand = row.last / 1000
        if table.db.is_sqlite:
            used = (await asked(table, SQLITE) - empty) / 1e6
            print(f"{name}: {used / a_thousand:.1f} MB for 1,000 moves, announcements included ({row.last} moves)")
        else:
            posts = await asked(table, OUTBOX) / 1e6
            used = (await asked(table, POSTGRES) - empty) / 1e6 - posts
            print(f"{name}: {used / a_thousand:.1f} MB for 1,000 moves, {posts / a_thousand:.1f} MB of announcements")
        count = sum(await asyncio.gather(*(written(table.db, one, given.seconds) for one in range(WRITERS))))
        print(f"{name}: {count / given.seconds:.0f} transactions a second, {WRITERS} writers at once")


async def asked(table: Club, question: str) -> int:
    """A number from the database."""
    async with table.db.read() as session:
        return int((await (await session.connection()).execute(text(question))).scalar_one())


async def written(db: Database, writer: int, seconds: float) -> int:
    """How often one of the writers had its turn."""
    until, count = time.monotonic() + seconds, 0
    while time.monotonic() < until:
        async with db.write() as session:
            session.add(PersonRow(user_id=1_000_000 * (writer + 1) + count))
        count += 1
    return count


async def main(given: argparse.Namespace) -> None:
    """First the file, then a server of its own, as tests start it."""
    with tempfile.TemporaryDirectory() as folder:
        await measure("SQLite", Path(folder) / "club.db", given)
    with server() as address:
        await measure("PostgreSQL", await empty_database(address), given)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--moves", type=int, default=1000)
    parser.add_argument("--seconds", type=float, default=5.0)
    asyncio.run(main(parser.parse_args()))
