"""PostgreSQL's connections: as many as are ever needed at once, kept open, and none used that is known to be closed."""

from __future__ import annotations

import time
from typing import Any

from sqlalchemy import event
from sqlalchemy.exc import DisconnectionError
from sqlalchemy.ext.asyncio import AsyncEngine

SIZE = {"pool_size": 15, "max_overflow": 0, "pool_use_lifo": True}
"""Making a connection costs as much as a move, so all are kept; the one used last is used next, since each must prepare
every statement once."""
RESTED = 30.0
"""Seconds without use after which a connection is tried before it is used: what lies between may have dropped it."""
RETURNED = "returned"


def prepare(engine: AsyncEngine) -> None:
    """See that a connection still lives when it is taken.

    The driver knows at once when the server has closed one. SQLAlchemy's own test (`pool_pre_ping`) asks the server
    three times before each transaction, which is most of what a short one costs.
    """
    dialect = engine.sync_engine.dialect

    @event.listens_for(engine.sync_engine, "checkin")
    def returned(connection: Any, record: Any) -> None:
        record.info[RETURNED] = time.monotonic()

    @event.listens_for(engine.sync_engine, "checkout")
    def taken(connection: Any, record: Any, proxy: object) -> None:
        since = record.info.get(RETURNED)
        rested = since is not None and time.monotonic() - since > RESTED
        if connection.driver_connection.is_closed() or (rested and not lives(connection)):
            raise DisconnectionError  # Another one is made in its place.

    def lives(connection: Any) -> bool:
        try:
            return dialect.do_ping(connection)
        except dialect.loaded_dbapi.Error:
            return False
