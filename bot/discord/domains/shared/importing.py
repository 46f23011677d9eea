"""Imports in progress: read in another process, one per person, and kept until they are confirmed."""

from __future__ import annotations

import asyncio
import secrets
import time
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import Any

from bot.discord.kit.say import say
from bot.errors import Refused, Stale
from bot.table.files.incoming import IncomingGame, read_game, require_game, run_in_process

KEPT = 900.0
"""Seconds to confirm an import."""
MOST_KEPT = 20
ABREAST = 2
"""How many files are read at the same time."""


@dataclass(frozen=True)
class ImportDraft:
    """A game that has been read, with the organiser's choices."""

    user: int
    guild: int
    game: IncomingGame
    people: dict[str, int]
    """Who gets which seat."""
    plan: Any
    """Where it will be played."""
    until: float


@dataclass
class Imports:
    """Files being read or waiting to be confirmed. A restart forgets them; nothing has been created yet."""

    clock: Callable[[], float] = time.monotonic
    _reading: dict[int, asyncio.Task[IncomingGame]] = field(default_factory=dict)
    _offered: OrderedDict[str, ImportDraft] = field(default_factory=OrderedDict)
    _abreast: asyncio.Semaphore = field(default_factory=lambda: asyncio.Semaphore(ABREAST))

    def begin(self, user: int, raw: bytes) -> asyncio.Task[IncomingGame]:
        """Start reading a file for somebody, unless another is being read for them."""
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
        return require_game(await run_in_process(read_game, raw))

    async def result(self, task: asyncio.Task[IncomingGame]) -> IncomingGame:
        """The game that was read, or Refused if reading was cancelled."""
        await asyncio.wait((task,))
        if task.cancelled():
            raise Refused(say("stopped", group="files"))
        return task.result()

    def stop(self, user: int) -> None:
        """Cancel reading somebody's file."""
        task = self._reading.get(user)
        if task is not None:
            task.cancel()

    def offer(self, user: int, guild: int, game: IncomingGame, people: dict[str, int], plan: Any) -> str:
        """Keep a game until it is confirmed; returns the mark that its buttons carry."""
        mark, now = secrets.token_hex(8), self.clock()
        kept = [(key, one) for key, one in self._offered.items() if one.until > now and one.user != user]
        self._offered = OrderedDict(kept[1 - MOST_KEPT :])
        self._offered[mark] = ImportDraft(user, guild, game, people, plan, now + KEPT)
        return mark

    def take(self, user: int, mark: str) -> ImportDraft:
        """Remove and return the game a button is about."""
        self.look(user, mark)
        return self._offered.pop(mark)

    def look(self, user: int, mark: str) -> ImportDraft:
        """The game a button is about."""
        found = self._offered.get(mark)
        if found is None or found.user != user or found.until < self.clock():
            raise Stale(say("gone", group="files"))
        return found

    def seat(self, user: int, mark: str, people: dict[str, int]) -> ImportDraft:
        """Say who gets which seat."""
        self._offered[mark] = replace(self.look(user, mark), people=people)
        return self._offered[mark]

    def close(self) -> None:
        """Stop reading."""
        for task in self._reading.values():
            task.cancel()
