"""Draw pictures in worker processes, a few at a time: announcements first, and only what is still wanted."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Hashable, Iterator, Sequence
from dataclasses import dataclass, field

import render
from bot.discord.games.queue import Queue
from bot.host.workers import Lost, Workers
from bot.menu.picture import DrawingJob
from engine.core.kept import Kept
from engine.words import current_language, using_language

Wanted = Callable[[], Awaitable[bool]]
KEPT = 24
"""How many charts and animations are cached."""
log = logging.getLogger("stationmaster.drawing")


@dataclass(frozen=True)
class PictureFile:
    """A picture as a file."""

    name: str
    data: bytes
    alt: str


@dataclass
class Drawers:
    """Draws in worker processes; a message whose pictures cannot be drawn goes out without them."""

    workers: int = 1
    _workers: Workers = field(init=False)
    _queue: Queue = field(init=False)
    _kept: Kept[Hashable, list[PictureFile]] = field(default_factory=lambda: Kept(KEPT))
    _coming: dict[Hashable, asyncio.Task[list[PictureFile]]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self._workers, self._queue = Workers(self.workers), Queue(self.workers)

    def waiting(self) -> dict[str, int]:
        """How many pictures are queued: for announcements, and for people who only look."""
        return dict(zip(("announcements", "looking"), self._queue.waiting(), strict=True))

    async def draw(
        self, sketches: Sequence[DrawingJob], newest: str = "", wanted: Wanted | None = None
    ) -> list[PictureFile]:
        """Draw pictures; none if drawing fails, or if newer ones of the same name were requested meanwhile. `wanted` is
        for announcements, which come before what people only look at: it is asked when their turn comes.
        """
        if not sketches or not await self._queue.turn(newest, first=wanted is not None):
            return []
        try:
            if wanted is not None and not await wanted():
                return []
            return await self._drawn(list(sketches))
        finally:
            self._queue.next()

    async def draw_once(self, key: Hashable, sketches: Sequence[DrawingJob]) -> list[PictureFile]:
        """The same for slow pictures that never change: drawn once for everybody, and cached for a while."""
        if (known := self._kept.get(key)) is not None:
            return known
        if key not in self._coming:
            self._coming[key] = asyncio.create_task(self.draw(sketches))
            self._coming[key].add_done_callback(lambda _: self._coming.pop(key))
        # Cancelling one waiter does not affect the others.
        drawn = await asyncio.shield(self._coming[key])
        return self._kept.keep(key, drawn) if drawn else []

    async def _drawn(self, sketches: list[DrawingJob]) -> list[PictureFile]:
        try:
            return await self._workers.do(_draw, sketches, current_language())
        except Exception as e:
            log.error("pictures could not be drawn: %s", e if isinstance(e, Lost) else type(e).__name__)
            return []

    def close(self) -> None:
        """Stop drawing; unfinished pictures are dropped."""
        self._workers.close()


def _draw(sketches: list[DrawingJob], language: str = "") -> list[PictureFile]:
    with using_language(language or current_language()):
        return list(_pictures(sketches))


def _pictures(sketches: list[DrawingJob]) -> Iterator[PictureFile]:
    for number, sketch in enumerate(sketches, 1):
        args = sketch.args if sketch.late is None else sketch.late()
        with render.drawn_for(sketch.reader):
            picture = getattr(render, f"draw_{sketch.what}")(*args, **sketch.options)
        name = f"{sketch.what}-{number}.{sketch.ending}" if len(sketches) > 1 else f"{sketch.what}.{sketch.ending}"
        yield PictureFile(name, picture.png, picture.alt)
