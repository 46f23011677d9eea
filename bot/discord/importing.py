"""Files on their way in: read apart, one a person at a time, and kept until whoever brought them has said yes."""

from __future__ import annotations

import asyncio
import secrets
import time
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from bot.discord.say import say
from bot.table.apart import apart
from bot.table.errors import Refused, Stale
from bot.table.incoming import IncomingGame, read_game, unfailed

KEPT = 900.0
"""Seconds for a yes."""
MOST_KEPT = 20
ABREAST = 2
"""Files that are read at the same time."""


@dataclass(frozen=True)
class Offered:
    """A game that has been read, with what its organiser wants for it."""

    user: int
    guild: int
    game: IncomingGame
    people: dict[str, int]
    """Who is to have which seat."""
    plan: Any
    """Where it is to be played."""
    until: float


@dataclass
class Imports:
    """What is being read, and what waits for a yes. A restart forgets it: nothing has been created yet."""

    clock: Callable[[], float] = time.monotonic
    _reading: dict[int, asyncio.Task[IncomingGame]] = field(default_factory=dict)
    _offered: OrderedDict[str, Offered] = field(default_factory=OrderedDict)
    _abreast: asyncio.Semaphore = field(default_factory=lambda: asyncio.Semaphore(ABREAST))

    def begin(self, user: int, raw: bytes) -> asyncio.Task[IncomingGame]:
        """Read a file for somebody who is not having one read already."""
        if user in self._reading:
            raise Refused(say("reading_already", group="files"))
        task = self._reading[user] = asyncio.create_task(self._in_turn(raw), name="import")
        task.add_done_callback(lambda _: self._reading.pop(user, None))
        return task

    async def _in_turn(self, raw: bytes) -> IncomingGame:
        async with self._abreast:
            return await self.read(raw)

    async def read(self, raw: bytes) -> IncomingGame:
        """The game in a file."""
        return unfailed(await apart(read_game, raw))

    async def result(self, task: asyncio.Task[IncomingGame]) -> IncomingGame:
        """What came of reading a file, or Refused if somebody has stopped it."""
        await asyncio.wait((task,))
        if task.cancelled():
            raise Refused(say("stopped", group="files"))
        return task.result()

    def stop(self, user: int) -> None:
        """Read no more of somebody's file."""
        task = self._reading.get(user)
        if task is not None:
            task.cancel()

    def offer(self, user: int, guild: int, game: IncomingGame, people: dict[str, int], plan: Any) -> str:
        """Keep a game until its yes; the mark by which buttons know it."""
        mark, now = secrets.token_hex(8), self.clock()
        kept = [(key, one) for key, one in self._offered.items() if one.until > now and one.user != user]
        self._offered = OrderedDict(kept[1 - MOST_KEPT :])
        self._offered[mark] = Offered(user, guild, game, people, plan, now + KEPT)
        return mark

    def take(self, user: int, mark: str) -> Offered:
        """What a button is about, which is kept no longer."""
        found = self._offered.get(mark)
        if found is None or found.user != user or found.until < self.clock():
            raise Stale(say("gone", group="files"))
        return self._offered.pop(mark)

    def close(self) -> None:
        """Nothing more is read."""
        for task in self._reading.values():
            task.cancel()
