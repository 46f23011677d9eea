"""Only one bot on one database file: two would post everything twice."""

from __future__ import annotations

import os
from pathlib import Path

try:
    import fcntl
except ImportError:  # Windows has no such lock; there it is the host's business.
    fcntl = None


class GuardTaken(Exception):
    """Another process holds the file."""


class Guard:
    """A lock beside the database that goes away with its process, however that ends."""

    def __init__(self, database: Path) -> None:
        self._file = os.open(database.with_name(database.name + ".lock"), os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
        if fcntl is None:
            return
        try:
            fcntl.flock(self._file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError as e:
            os.close(self._file)
            raise GuardTaken(f"Another bot is running on {database.name}; stop it first.") from e

    def release(self) -> None:
        """Let another one in."""
        os.close(self._file)
