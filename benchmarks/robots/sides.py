"""Who plays in the ladder: a kind of robot of this checkout, or of another one that follows the game over a pipe."""

from __future__ import annotations

import json
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import IO, Any, Protocol

from bot.robots.choosing import choose
from engine import Act, Game

GUEST = Path(__file__).with_name("guest.py")
RIVAL = "rival:"
"""What stands before a kind of the other checkout's."""


class Side(Protocol):
    """Chooses moves for the seats of one kind of robot."""

    def begin(self, title: str, names: Sequence[str], options: dict[str, str], seed: int) -> None:
        """A new game."""

    def choose(self, game: Game, seat: str, seed: str) -> tuple[Act, float]:
        """A move, and the seconds of processor it took."""
        ...

    def follow(self, seat: str, act: Act) -> None:
        """Somebody has moved."""


@dataclass
class Ours:
    """A robot of this checkout."""

    kind: str
    tries: int

    def begin(self, title: str, names: Sequence[str], options: dict[str, str], seed: int) -> None:
        """It needs no memory."""

    def choose(self, game: Game, seat: str, seed: str) -> tuple[Act, float]:
        """A move, and the seconds of processor it took."""
        start = time.process_time()
        act = choose(game, seat, self.kind, seed, None, self.tries)
        assert act is not None, f"{self.kind} finds no move"
        return act, time.process_time() - start

    def follow(self, seat: str, act: Act) -> None:
        """It is shown the game each time."""


@dataclass
class Theirs:
    """A robot of another checkout, which follows the game over a pipe."""

    kind: str
    tries: int
    to: IO[str]
    back: IO[str]

    def titles(self) -> list[str]:
        """What that checkout can play."""
        self._say(do="titles")
        return json.loads(self.back.readline())

    def begin(self, title: str, names: Sequence[str], options: dict[str, str], seed: int) -> None:
        """A new game."""
        self._say(do="new", title=title, names=list(names), options=options, seed=seed)

    def choose(self, game: Game, seat: str, seed: str) -> tuple[Act, float]:
        """A move, and the seconds of processor it took."""
        self._say(do="choose", seat=seat, kind=self.kind, seed=seed, tries=self.tries)
        line = self.back.readline()
        assert line, "the other checkout's robot has stopped"
        said = json.loads(line)
        return Act(said["verb"], said["args"]), said["seconds"]

    def follow(self, seat: str, act: Act) -> None:
        """Somebody has moved."""
        self._say(do="apply", seat=seat, verb=act.verb, args=dict(act.args))

    def _say(self, **what: Any) -> None:
        self.to.write(json.dumps(what) + "\n")
        self.to.flush()


@contextmanager
def rival(checkout: Path, kind: str, tries: int) -> Iterator[Theirs]:
    """A robot of another checkout, in a process of its own."""
    command = [sys.executable, str(GUEST)]
    pipe = subprocess.PIPE
    with subprocess.Popen(command, cwd=checkout, stdin=pipe, stdout=pipe, text=True) as child:
        assert child.stdin is not None and child.stdout is not None
        yield Theirs(kind, tries, child.stdin, child.stdout)
        child.stdin.close()
