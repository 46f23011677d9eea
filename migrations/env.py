"""How Alembic reaches the database: over the connection it is given, or the one in DATABASE_URL."""

from __future__ import annotations

import asyncio
from typing import Any, Literal

from alembic import context
from sqlalchemy import Connection
from sqlalchemy.ext.asyncio import create_async_engine
from sqlalchemy.pool import NullPool
from sqlmodel.sql.sqltypes import AutoString

from bot.host.settings import Settings
from bot.store.columns import Moment
from bot.store.database import database_url
from bot.store.rows import SQLModel


def plain_type(kind: str, thing: Any, autogen: object) -> str | Literal[False]:
    """A migration never names the program's own types, because it must still run when they are gone."""
    if kind == "type" and isinstance(thing, Moment):
        return "sa.DateTime(timezone=True)"
    if kind == "type" and isinstance(thing, AutoString):
        return f"sa.String(length={thing.length})" if thing.length else "sa.String()"
    return False


def run(connection: Connection) -> None:
    """Run the requested command."""
    context.configure(
        connection=connection,
        target_metadata=SQLModel.metadata,
        render_as_batch=True,
        compare_type=True,
        render_item=plain_type,
    )
    with context.begin_transaction():
        context.run_migrations()


async def connect() -> None:
    """Connect, for Alembic's command line."""
    engine = create_async_engine(database_url(Settings().database_url), poolclass=NullPool)
    async with engine.begin() as connection:
        await connection.run_sync(run)
    await engine.dispose()


given: Connection | None = context.config.attributes.get("connection")
if given is not None:
    run(given)
else:
    asyncio.run(connect())
