"""While the rules work on one question for long, nobody else waits for the database."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager

import pytest

from bot.table.play.extras import Extras
from bot.table.play.orders.kinds import order_of
from tests.table.club import ANN, BOB, CEM, CHANNEL, DAN, EVE, GUILD, Club
from tests.waiting import HANG_GUARD

POOL = 16
"""More readers than SQLAlchemy's pool has connections."""


@asynccontextmanager
async def busy(table: Club) -> AsyncIterator[None]:
    """Until the block ends, the rules are busy with somebody else's question and no position is cached."""
    over, begun = threading.Event(), threading.Event()
    table.table.services.cool()
    question = asyncio.create_task(table.table.services.work(lambda: (begun.set(), over.wait())))
    await asyncio.to_thread(begun.wait)
    try:
        yield
    finally:
        over.set()
        await question


async def waits(table: Club, asked: int = 1) -> None:
    """Wait until this many jobs are queued for the rules."""
    while table.table.services._worker._work_queue.qsize() < asked:
        await asyncio.sleep(0.001)


async def remind(table: Club, game: int) -> object:
    table.clock.pass_by(days=2)
    return await table.table.reminders.tick()


async def fill(table: Club, game: int) -> object:
    small = await table.table.seating.create(GUILD, CHANNEL, DAN, "1870", {"runs": "free"}, places=2)
    await table.table.seating.join(small, DAN, "Dan")
    return await table.table.seating.join(small, EVE, "Eve")


async def give_up(table: Club, game: int) -> object:
    return await table.table.seating.replace(game, ANN, "p2", DAN, "Dan")


async def move(table: Club, game: int) -> object:
    return await table.table.seating.move(game, ANN, CHANNEL + 1)


async def undo(table: Club, game: int) -> object:
    return await table.table.takeback.undo(game, ANN, 0)


async def reach(table: Club, game: int) -> object:
    return await table.table.takeback.reach(game, ANN)


async def act(table: Club, game: int) -> object:
    return await table.table.act(game, BOB, "p2", "pass_auction", {}, 0, 0)


async def order(table: Club, game: int) -> object:
    terms = {"private": "GRSC", "limit": 30}
    return await table.table.orders.give(game, CEM, "p3", order_of("bid", terms))


async def export(table: Club, game: int) -> object:
    return await table.table.transfer.export(game)


async def positions(table: Club, game: int) -> object:
    return await table.table.past.positions(game, [0, 1])


EVERYTHING = [remind, fill, give_up, move, undo, reach, act, order, export, positions]


@pytest.mark.parametrize("what", EVERYTHING, ids=lambda what: what.__name__)
async def test_a_note_does_not_wait_for_the_rules(table: Club, what: Callable[[Club, int], Awaitable[object]]):
    game, extras = await table.game(), Extras(table.table.services)
    await table.act(game, ANN, "pass_auction")
    async with busy(table):
        asked = asyncio.create_task(what(table, game))
        await waits(table)
        async with asyncio.timeout(HANG_GUARD):
            await extras.add_note(game, BOB, "Bob thinks ahead.")
        assert not asked.done()
    await asyncio.gather(asked, return_exceptions=True)
    assert await extras.note(game, BOB) == "Bob thinks ahead."


async def test_readers_who_wait_for_the_rules_leave_connections_to_others(table: Club):
    game = await table.game()
    async with busy(table):
        asked = [asyncio.create_task(table.table.present(game)) for _ in range(POOL)]
        await waits(table, POOL)
        async with asyncio.timeout(HANG_GUARD):
            await table.db.ping()
    assert len({present.decision for present in await asyncio.gather(*asked)}) == 1
