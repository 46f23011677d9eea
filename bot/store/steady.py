"""Connections to SQLite that can always be closed, whatever was cancelled before."""

from __future__ import annotations

import asyncio
import sqlite3
from typing import Any

from aiosqlite import Connection


class Steady(Connection):
    """aiosqlite's, stopped once only: it waits for ever for the answer of a thread that was stopped before."""

    _stopped = False

    def stop(self) -> asyncio.Future[Any] | None:
        """Stop the thread; nothing to wait for if that has been asked already."""
        if self._stopped:
            return None
        self._stopped = True
        return super().stop()


def steady(database: str, **settings: Any) -> Steady:
    """A connection that is not open yet."""
    found = Steady(lambda: sqlite3.connect(database, **settings), iter_chunk_size=64)
    found._thread.daemon = True  # It must not keep a process that ends from ending.
    return found
