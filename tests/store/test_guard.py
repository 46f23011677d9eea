"""One bot on one database file, on every system."""

import os
import signal
import time
from pathlib import Path

import pytest

from bot.store.opening import guard
from bot.store.opening.guard import Guard, GuardTaken
from tests.waiting import HANG_GUARD


class OtherSystem:
    """A system that locks bytes of a file, and has no flock."""

    LK_NBLCK = 2

    def __init__(self) -> None:
        self.locked: dict[int, int] = {}

    def locking(self, file: int, how: int, count: int) -> None:
        inode = os.fstat(file).st_ino
        if any(self.locked.get(other) == inode and _open(other) for other in self.locked if other != file):
            raise OSError(36, "Resource deadlock avoided")
        self.locked[file] = inode


def _open(file: int) -> bool:
    try:
        os.fstat(file)
    except OSError:
        return False
    return True


def test_a_second_bot_is_refused_where_byte_ranges_are_locked(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(guard, "fcntl", None)
    monkeypatch.setattr(guard, "msvcrt", OtherSystem())
    first = Guard(tmp_path / "x.db")
    with pytest.raises(GuardTaken, match=r"Another bot is running on x\.db"):
        Guard(tmp_path / "x.db")
    first.release()
    Guard(tmp_path / "x.db").release()


def test_the_same_file_by_another_path_is_the_same(tmp_path: Path):
    (tmp_path / "x.db").touch()
    (tmp_path / "y.db").symlink_to(tmp_path / "x.db")
    first = Guard(tmp_path / "x.db")
    with pytest.raises(GuardTaken):
        Guard(tmp_path / "y.db")
    first.release()


@pytest.mark.skipif(not hasattr(os, "fork"), reason="there is no fork here")
@pytest.mark.filterwarnings("ignore::DeprecationWarning")
def test_a_child_that_outlives_the_bot_does_not_keep_the_lock(tmp_path: Path):
    first = Guard(tmp_path / "x.db")
    child = os.fork()
    if child == 0:
        time.sleep(HANG_GUARD)
        os._exit(0)
    try:
        first.release()
        Guard(tmp_path / "x.db").release()
    finally:
        os.kill(child, signal.SIGKILL)
        os.waitpid(child, 0)
