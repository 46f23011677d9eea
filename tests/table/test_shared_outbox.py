"""Several processes post what is to be said once, in order, and in a channel one at a time."""

from __future__ import annotations

import asyncio

import pytest

from bot.store import outbox
from bot.store.processes.shared import CHANNEL, MESSAGE
from bot.store.rows import SENT, WAITING, OutboxRow
from bot.table.play import telling
from bot.table.upkeep.sender import Sender
from tests.table.club import ANN, Club
from tests.table.processes import blind, cut, together
from tests.table.test_outbox import Wall
from tests.waiting import HANG_GUARD, until, until_stored

pytestmark = pytest.mark.soak


async def test_two_senders_post_every_line_once_and_in_order(address: str):
    async with together(address) as (one, two):
        games = [await one.game() for _ in range(3)]
        wall = Wall()
        senders = [Sender(each.db, wall, each.clock) for each in (one, two)]
        posting = [asyncio.create_task(sender.run()) for sender in senders]
        one.db.on_commit, two.db.on_commit = senders[0].wake, senders[1].wake
        for number in range(10):
            await asyncio.gather(*[(one, two)[(number + game) % 2].play(game, 1, seed=number) for game in games])

        async def all_posted() -> bool:
            return all(row.state != WAITING for row in await one.outbox())

        await until_stored(all_posted)
        for task in posting:
            task.cancel()
        await asyncio.gather(*posting, return_exceptions=True)
        rows = await two.outbox()
        assert sorted(number for _, number in wall.posts) == sorted(row.id or 0 for row in rows)
        for target in {row.target for row in rows}:
            numbers = [number for there, number in wall.posts if there == target]
            assert numbers == sorted(numbers)


async def test_a_process_that_dies_while_posting_frees_its_channel(address: str):
    async with together(address) as (one, two):
        game = await one.game()
        await one.act(game, ANN, "take")
        wall, reached = Wall(), asyncio.Event()

        class Slow:
            async def post(self, row: object) -> int:
                reached.set()
                await asyncio.Event().wait()
                return 0

        dying = asyncio.create_task(Sender(one.db, Slow(), one.clock).run())
        await reached.wait()
        held = next(row.target for row in await two.outbox() if row.state == WAITING)
        sender = Sender(two.db, wall, two.clock)
        await sender.drain()
        assert held not in {target for target, _ in wall.posts}, "the other posts there"
        # As when it is killed: its connections end, and it does nothing more.
        blind(one)
        await cut(address, one)
        sender._elsewhere.clear()
        await sender.drain()
        assert [number for target, number in wall.posts if target == held] == [
            row.id for row in await two.outbox() if row.target == held
        ]
        dying.cancel()


async def test_a_channel_is_kept_through_a_lost_connection(address: str):
    async with together(address) as (one, two):
        assert one.db.shared is not None
        assert await one.db.hold(CHANNEL, "channel:1") and not await two.db.hold(CHANNEL, "channel:1")
        assert not await one.db.hold(CHANNEL, "channel:1"), "nor is it taken twice in one process"
        before = one.db.shared._held
        await cut(address, one)
        await until(lambda: one.db.shared is not None and one.db.shared._held not in (None, before))
        async with one.db.shared._using:
            pass
        assert not await two.db.hold(CHANNEL, "channel:1")
        await one.db.let_go(CHANNEL, "channel:1")
        assert await two.db.hold(CHANNEL, "channel:1")


@pytest.mark.parametrize("step", ["hold", "let_go", "one_at_a_time"])
async def test_cancelling_one_waiter_for_a_lock_affects_no_other(address: str, step: str):
    """Cancelled in mid-query, the connection closed, and all locks of the process were released."""
    async with together(address) as (one, two):
        shared = one.db.shared
        assert shared is not None and await one.db.hold(CHANNEL, "kept")
        before, cancelled, turns = shared._held, 0, 1

        async def block() -> None:
            async with one.db.one_at_a_time(MESSAGE, "5"):
                await asyncio.sleep(0)

        while True:
            # A cancellation after each turn of the loop, until it is done before it is cancelled.
            if step == "let_go":
                await until_stored(lambda: one.db.hold(MESSAGE, "5"))
            job = asyncio.create_task(block() if step == "one_at_a_time" else getattr(one.db, step)(MESSAGE, "5"))
            for _ in range(turns):
                await asyncio.sleep(0)
            if job.done():
                break
            job.cancel()
            assert isinstance((await asyncio.gather(job, return_exceptions=True))[0], asyncio.CancelledError)
            await until(lambda: not shared._asking)
            assert shared._kept.keys() == {(CHANNEL, "kept")}, turns
            cancelled, turns = cancelled + 1, turns + 1
        assert cancelled > 3 and shared._held is before and before is not None and not before.invalidated
        await one.db.let_go(MESSAGE, "5")
        assert await two.db.hold(MESSAGE, "5") and not await two.db.hold(CHANNEL, "kept")


async def test_a_lock_released_during_an_outage_is_free(address: str):
    """A channel whose post ended during an outage was kept for ever, and silent in every process."""
    async with together(address) as (one, other):
        shared = one.db.shared
        assert shared is not None and await one.db.hold(CHANNEL, "5")
        held, shared._held = shared._held, None
        await one.db.let_go(CHANNEL, "5")
        shared._held = held
        assert (CHANNEL, "5") not in shared._kept
        # What the server still holds goes with the connection.
        await cut(address, one)
        await until_stored(lambda: other.db.hold(CHANNEL, "5"), "the channel")
        await other.db.let_go(CHANNEL, "5")
        await until_stored(lambda: one.db.hold(CHANNEL, "5"), "the channel again")


async def test_a_row_two_processes_cannot_read_is_reported_once(address: str):
    async with together(address) as (one, two):
        await one.game()
        told: list[int] = []

        async def tell(row: int, game: int | None, kind: str) -> None:
            told.append(row)

        bad, posted = (await one.outbox())[:2]
        async with one.db.write() as session:
            await outbox.sent(session, posted, 5, one.clock())
        for each in (one, two):
            for row in (bad, posted):
                await Sender(each.db, Wall(), each.clock, set_aside=tell)._set_aside(row.id or 0, "unreadable")
        assert told == [bad.id]
        assert {row.id: row.state for row in await two.outbox()}[posted.id] == SENT


async def stored(one: Club, number: int) -> list[OutboxRow]:
    """This many announcements, each for a different channel."""
    now = one.clock()
    rows = [telling.row(f"channel:{n}", "reminder", f"of {n}", now, None, 0, text=[]) for n in range(1, number + 1)]
    async with one.db.write() as session:
        session.add_all(rows)
    return rows


async def test_a_backlog_is_posted_without_pauses(address: str, monkeypatch: pytest.MonkeyPatch):
    """After each batch's last row nobody woke the sender, so the next channels waited until it looked again."""
    monkeypatch.setattr("bot.table.upkeep.sender.LOOK", 10 * HANG_GUARD)
    async with together(address) as (one, _):
        await stored(one, 30)
        wall = Wall()
        sending = asyncio.create_task(Sender(one.db, wall, one.clock, abreast=4).run())
        await until(lambda: len(wall.posts) == 30)
        sending.cancel()


async def test_nothing_is_posted_without_a_confirmed_lock(address: str, monkeypatch: pytest.MonkeyPatch):
    async with together(address) as (one, _):
        (row,), wall = await stored(one, 1), Wall()
        sender = Sender(one.db, wall, one.clock)

        async def cut_off(*given: object, **how: object) -> list[tuple[object, ...]]:
            """The connection that holds the lock is gone."""
            return []

        with monkeypatch.context() as patched:
            patched.setattr(one.db, "fetch", cut_off)
            await sender._try_alone(row.target)
        assert wall.posts == []
        await sender._try_alone(row.target)
        assert len(wall.posts) == 1
