"""Several processes or programs on one database, as far as a test can have them in one: begun together, cut, silent."""

from __future__ import annotations

from collections.abc import AsyncIterator, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass

from sqlalchemy import text
from sqlalchemy.ext.asyncio import create_async_engine

from bot.store import Database, Share
from bot.store.database import database_url
from bot.store.processes.shared import Shared
from bot.table.table import Table
from tests.table.club import Clock, Club, club

BEAT = 0.1
"""Seconds between signs of life."""


@asynccontextmanager
async def together(address: str, number: int = 2) -> AsyncIterator[list[Club]]:
    """This many processes at work at once, each with a shard; the first leads."""
    async with AsyncExitStack() as stack:
        clock = Clock()
        yield [
            await stack.enter_async_context(club(address, clock, share=Share(one, one, number)))
            for one in range(number)
        ]


def shared_of(one: Club) -> Shared:
    """Its part in it."""
    assert one.db.shared is not None
    return one.db.shared


async def at_server(address: str, statement: str) -> list[str]:
    """What an administrator does with the server."""
    engine = create_async_engine(database_url(address), isolation_level="AUTOCOMMIT")
    try:
        async with engine.connect() as connection:
            found = await connection.execute(text(statement))
            return [str(row[0]) for row in found] if found.returns_rows else []
    finally:
        await engine.dispose()


async def silent(address: str) -> None:
    """Let the last sign of life have been given long ago."""
    await at_server(address, "UPDATE lease SET seen = seen - interval '1 day' RETURNING name")


async def cut(address: str, of: Club) -> None:
    """End all connections of a process at the server, and wait until they have let go of everything."""
    assert of.db._lease is not None
    await at_server(
        address,
        f"SELECT pg_terminate_backend(pid, 60000) FROM pg_stat_activity WHERE application_name = '{of.db._lease.name}'",
    )


def blind(first: Club) -> None:
    """It gives no sign of life any more, and does not notice what becomes of its connections."""
    assert first.db._beating is not None
    first.db._beating.cancel()


async def beats(*clubs: Club) -> None:
    """A sign of life of each, one after another."""
    for one in clubs:
        assert await shared_of(one)._beat()


def leaders(clubs: Sequence[Club]) -> list[int]:
    """Which of them believe that they lead."""
    return [number for number, one in enumerate(clubs) if one.db.leads]


@asynccontextmanager
async def another_program(either: Club) -> AsyncIterator[Table]:
    """The same database, opened once more: the bot has a command line, and an operator has tools."""
    other = Table(Database(either.db.url.render_as_string(hide_password=False)), either.clock)
    await other.db.open(alone=False)
    try:
        yield other
    finally:
        await other.close()


@dataclass(frozen=True)
class Site:
    """A club, and what else works on its database."""

    club: Club
    process: Club | None = None
    """Another process, if there is one."""

    @asynccontextmanager
    async def other(self) -> AsyncIterator[Table]:
        """The table of the other process, or of another program."""
        if self.process is not None:
            yield self.process.table
            return
        async with another_program(self.club) as table:
            yield table
