"""Pictures under load: announcements come first, what is out of date is not drawn, and not too many wait."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable

import pytest

from bot.discord.games import queue
from bot.discord.games.drawing import (
    Drawers,
    DrawingJob,
    PictureFile,
    _draw,
)
from bot.discord.games.queue import Queue
from bot.host.workers import Lost
from engine.words import using_language
from tests.discord.conftest import Hall


class Slow(Drawers):
    """Draws what it is told to, when it is told to."""

    def __post_init__(self) -> None:
        super().__post_init__()
        self.drawn: list[str] = []
        self.go = asyncio.Semaphore(0)

    async def _drawn(self, sketches: list[DrawingJob]) -> list[PictureFile]:
        await self.go.acquire()
        self.drawn += [sketch.what for sketch in sketches]
        return [PictureFile(sketch.what, b"", "") for sketch in sketches]


async def yes() -> bool:
    return True


async def no() -> bool:
    return False


def asked(drawers: Drawers, what: str, newest: str = "", wanted: Callable[[], Awaitable[bool]] | None = None):
    return asyncio.ensure_future(drawers.draw([DrawingJob(what, ())], newest, wanted))


async def settled() -> None:
    for _ in range(10):
        await asyncio.sleep(0)


async def test_announcements_are_drawn_before_pictures_people_look_at():
    drawers = Slow(1)
    jobs = [asked(drawers, f"look {number}") for number in range(4)]
    await settled()
    jobs += [asked(drawers, f"told {number}", f"channel:{number}", yes) for number in range(3)]
    await settled()
    for _ in jobs:
        drawers.go.release()
    await asyncio.gather(*jobs)
    assert drawers.drawn == ["look 0", "told 0", "told 1", "told 2", "look 1", "look 2", "look 3"]


async def test_announcements_do_not_starve_people_who_look():
    drawers = Slow(1)
    jobs = [asked(drawers, "told", f"channel:{number}", yes) for number in range(3 * queue.IN_A_ROW)]
    jobs.append(asked(drawers, "look"))
    await settled()
    for _ in jobs:
        drawers.go.release()
    await asyncio.gather(*jobs)
    assert drawers.drawn.index("look") <= queue.IN_A_ROW + 1


async def test_only_the_newest_of_several_requests_is_drawn():
    drawers = Slow(1)
    jobs = [asked(drawers, "busy")]
    await settled()
    jobs += [asked(drawers, f"map {number}", "person:1 map") for number in range(5)]
    other = asked(drawers, "other", "person:2 map")
    await settled()
    assert [job.done() for job in jobs] == [False, True, True, True, True, False]
    for _ in range(3):
        drawers.go.release()
    found = await asyncio.gather(*jobs, other)
    assert [len(one) for one in found] == [1, 0, 0, 0, 0, 1, 1]
    assert drawers.drawn == ["busy", "map 4", "other"]


async def test_an_outdated_announcement_is_not_drawn():
    drawers = Slow(1)
    first, late = asked(drawers, "busy"), None
    await settled()
    late = asked(drawers, "late", "channel:1", no)
    drawers.go.release()
    assert [len(one) for one in await asyncio.gather(first, late)] == [1, 0]
    assert drawers._queue.free == 1


async def test_the_queue_is_bounded_and_stays_consistent(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(queue, "MOST_LOOKING", 3)
    turns = Queue(1)
    assert await turns.turn()
    waiting = [asyncio.ensure_future(turns.turn(f"person:{number}")) for number in range(3)]
    await settled()
    assert not await turns.turn("person:9")
    assert not waiting[2].done()
    renewed = asyncio.ensure_future(turns.turn("person:2"))
    await settled()
    assert waiting[2].result() is False
    waiting[0].cancel()
    await settled()
    turns.next()
    assert await waiting[1]
    turns.next()
    assert await renewed
    cancelled = asyncio.ensure_future(turns.turn())
    await settled()
    turns.next()
    cancelled.cancel()
    await settled()
    assert turns.free == 1 and turns._newest == {}


async def test_a_move_is_announced_with_pictures_while_many_people_look_at_the_map(club: Hall):
    await club.game()
    looks = [asyncio.ensure_future(club.cem.slash("/show", club.room, what="map")) for _ in range(12)]
    moved = asyncio.ensure_future(club.ann.slash("/pass", club.room))
    ping = await club.bob.pinged()
    assert [one.filename for one in ping.attachments][:3] == ["auction.png", "map.png", "market.png"]
    shown = [await look for look in looks]
    assert (await moved).ephemeral and any(one.message.attachments for one in shown)
    assert all(one.message.attachments or "try again" in one.text for one in shown)


async def test_a_picture_many_people_request_is_drawn_once_and_cached():
    drawers = Slow(1)
    film, other = [DrawingJob("film", ())], [DrawingJob("chart", ())]
    jobs = [asyncio.ensure_future(drawers.draw_once("film of 1", film)) for _ in range(12)]
    await settled()
    jobs.append(asyncio.ensure_future(drawers.draw_once("chart of 1", other)))
    told = asked(drawers, "told", "channel:1", yes)
    await settled()
    jobs[0].cancel()
    for _ in range(3):
        drawers.go.release()
    assert [len(found) for found in await asyncio.gather(*jobs[1:], told)] == [1] * 13
    assert drawers.drawn == ["film", "told", "chart"]
    assert await drawers.draw_once("film of 1", film) == await jobs[1]
    assert drawers.drawn == ["film", "told", "chart"]


async def test_a_failed_drawing_is_tried_again():
    drawers = Slow(1)
    drawers.go.release()

    async def broken(sketches: list[DrawingJob]) -> list[PictureFile]:
        return []

    slow, drawers._drawn = drawers._drawn, broken  # type: ignore[method-assign]
    assert await drawers.draw_once("film", [DrawingJob("film", ())]) == []
    drawers._drawn = slow  # type: ignore[method-assign]
    assert len(await drawers.draw_once("film", [DrawingJob("film", ())])) == 1


async def test_pictures_are_drawn_in_a_worker_process_in_the_language_spoken(monkeypatch: pytest.MonkeyPatch):
    drawers, given = Drawers(2), list[tuple[object, ...]]()
    assert drawers._workers.number == 2

    async def do(*job: object) -> list[PictureFile]:
        given.append(job)
        if len(given) > 1:
            raise Lost("BrokenProcessPool")
        return [PictureFile("map.png", b"", "")]

    monkeypatch.setattr(drawers._workers, "do", do)
    sketches = [DrawingJob("map", ())]
    with using_language("de"):
        assert [one.name for one in await drawers.draw(sketches)] == ["map.png"]
    assert given == [(_draw, sketches, "de")]
    assert await drawers.draw(sketches) == [], "a message goes out without them"
    assert len(given) == 2


async def test_only_so_many_slow_pictures_are_kept(monkeypatch: pytest.MonkeyPatch):
    drawers = Slow(1)
    monkeypatch.setattr(drawers._kept, "most", 3)
    for number in range(5):
        drawers.go.release()
        await drawers.draw_once(number, [DrawingJob(str(number), ())])
    assert list(drawers._kept._answers) == [2, 3, 4] and drawers._coming == {}
