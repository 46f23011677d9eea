"""Copy a whole database into an empty one: to another machine, or from SQLite to PostgreSQL."""

from __future__ import annotations

from sqlalchemy import Table, func, insert, select, text
from sqlalchemy.ext.asyncio import AsyncConnection
from sqlmodel import SQLModel

from bot.store.database import Database
from bot.store.processes.lease import LeaseRow
from bot.store.troubles import StoreTrouble
from engine.core.sentences import because

AT_ONCE = 200
"""Rows copied at a time."""


async def carry(source: Database, target: Database) -> dict[str, int]:
    """Copy all rows in one transaction of the target; returns the number of rows per table."""
    carried: dict[str, int] = {}
    async with source.read() as reading, target.write() as writing:
        before, after = await reading.connection(), await writing.connection()
        # The lease is not copied.
        tables = [table for table in SQLModel.metadata.sorted_tables if table.name != LeaseRow.__tablename__]
        for table in tables:
            if await _count(after, table):
                raise StoreTrouble("The other database is not empty; name an empty one.")
        for table in tables:
            async for some in (await before.stream(select(table))).partitions(AT_ONCE):
                await after.execute(insert(table), [dict(row._mapping) for row in some])
            carried[table.name] = await _count(after, table)
            if carried[table.name] != await _count(before, table):
                raise StoreTrouble(because("Not all rows of {table} arrived; nothing was copied.", table=table.name))
            if not target.is_sqlite and (column := table.autoincrement_column) is not None:
                await _number_on(after, table, column.name)
    return carried


async def _count(connection: AsyncConnection, table: Table) -> int:
    return (await connection.execute(select(func.count()).select_from(table))).scalar_one()


async def _number_on(connection: AsyncConnection, table: Table, column: str) -> None:
    """Make PostgreSQL number new rows after the copied ones."""
    owned = (await connection.execute(text(f"SELECT pg_get_serial_sequence('{table.name}', '{column}')"))).scalar_one()
    if owned is not None:
        last = f'(SELECT max({column}) FROM "{table.name}")'
        await connection.execute(text(f"SELECT setval('{owned}', coalesce({last}, 1), {last} IS NOT NULL)"))
