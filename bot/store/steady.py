"""SQLite connections that can always be closed, whatever was cancelled before."""

from __future__ import annotations

import asyncio
import sqlite3
from typing import Any

from aiosqlite import Connection


class Steady(Connection):
    """An aiosqlite connection that is stopped only once: otherwise it waits forever for a stopped thread."""

    _stopped = False

    def stop(self) -> asyncio.Future[Any] | None:
        """Stop the thread; nothing to wait for the second time."""
        if self._stopped:
            return None
        self._stopped = True
        return super().stop()


def steady(database: str, **settings: Any) -> Steady:
    """A connection that is not open yet."""
    found = Steady(lambda: sqlite3.connect(database, **settings), iter_chunk_size=64)
    found._thread.daemon = True  # It must not keep the process from ending.
    return found
