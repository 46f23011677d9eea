"""A lock file, so that only one bot uses a database file: two would post everything twice."""

from __future__ import annotations

import contextlib
import os
from pathlib import Path

from engine.core.sentences import because

try:
    import fcntl
except ImportError:
    fcntl = None
try:
    import msvcrt
except ImportError:
    msvcrt = None


class GuardTaken(Exception):
    """Another process holds the file."""


class Guard:
    """A lock beside the database that disappears with its process, however that ends."""

    def __init__(self, database: Path) -> None:
        # The same file by another path is the same file.
        database = database.resolve()
        self._file = os.open(database.with_name(database.name + ".lock"), os.O_RDWR | os.O_CREAT, 0o600)
        try:
            _lock(self._file)
        except OSError as e:
            os.close(self._file)
            raise GuardTaken(because("Another bot is running on {name}; stop it first.", name=database.name)) from e
        # A child process that outlives this one must not keep the lock.
        if hasattr(os, "register_at_fork"):
            os.register_at_fork(after_in_child=self._forget)

    def release(self) -> None:
        """Release the lock."""
        if self._file >= 0:
            # A newly forked child may still have the file open; the lock is released anyway.
            _unlock(self._file)
            self._close()

    def _forget(self) -> None:
        """In a child process: close the file and leave the lock to the parent."""
        with contextlib.suppress(OSError):
            self._close()

    def _close(self) -> None:
        file, self._file = self._file, -1
        if file >= 0:
            os.close(file)


def _unlock(file: int) -> None:
    """Release the lock. Windows does so when the file is closed, and no child shares it there."""
    if fcntl is not None:
        fcntl.flock(file, fcntl.LOCK_UN)


def _lock(file: int) -> None:
    """Take the lock or raise OSError at once, with whichever function the system has."""
    if fcntl is not None:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    elif msvcrt is not None:
        msvcrt.locking(file, msvcrt.LK_NBLCK, 1)  # type: ignore[attr-defined]
