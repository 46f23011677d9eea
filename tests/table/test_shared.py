"""Several processes share one PostgreSQL database, each with its shards, without getting in each other's way."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from datetime import timedelta
from types import SimpleNamespace
from typing import Any

import pytest
from sqlalchemy import make_url, text
from sqlalchemy.ext.asyncio import create_async_engine

from bot.discord.run import _shown_anew
from bot.settings import Settings
from bot.store import Database, InUse, Share, StoreTrouble, outbox, share_of
from bot.store.database import NotLeading, database_url
from bot.store.lease import PROGRAM, Lease
from bot.store.rows import MOVE, REPLACE, SENT, WAITING, ActionRow, OutboxRow
from bot.store.shared import CHANNEL, COUNT, MESSAGE, Shared, leading
from bot.table import telling
from bot.table.errors import Refused, Stale, Trouble
from bot.table.housekeeping import Housekeeping
from bot.table.sender import Sender
from bot.table.settling import NOTHING, proposal_of
from bot.table.verify import verify
from tests.store.postgres import empty_database
from tests.table.club import ANN, BOB, CEM, Clock, Club, club
from tests.table.test_lease import at_server, blind, silent
from tests.table.test_orders import in_stock_round
from tests.table.test_outbox import Wall
from tests.waiting import HANG_GUARD, until, until_stored

pytestmark = pytest.mark.soak

BEAT = 0.1


@pytest.fixture
async def address(postgres: str, monkeypatch: pytest.MonkeyPatch) -> str:
    """A database of one's own, and signs of life by the moment. Who counts as dead a test says itself."""
    monkeypatch.setattr("bot.store.lease.BEAT", BEAT)
    monkeypatch.setattr("bot.store.lease.EXPIRES", 600.0)
    monkeypatch.setattr("bot.table.sender.LOOK", 0.05)
    monkeypatch.setattr("bot.store.outbox.LEFT", timedelta(0))
    return await empty_database(postgres)


@asynccontextmanager
async def together(address: str, number: int = 2) -> AsyncIterator[list[Club]]:
    """This many processes at work at once, each with a shard; the first leads."""
    async with AsyncExitStack() as stack:
        clock = Clock()
        yield [
            await stack.enter_async_context(club(address, clock, share=Share(one, one, number)))
            for one in range(number)
        ]


def shared_of(one: Club) -> Shared:
    """Its part in it."""
    assert one.db.shared is not None
    return one.db.shared


async def cut(address: str, of: Club, *, at_once: str = "") -> None:
    """End all connections of a process at the server, and wait until they have let go of everything."""
    assert of.db._lease is not None
    await at_server(
        address,
        f"SELECT pg_terminate_backend(pid, 60000) FROM pg_stat_activity WHERE application_name = '{of.db._lease.name}'",
    )


@pytest.mark.parametrize(
    ("said", "share"), [("0-3/8", Share(0, 3, 8)), (" 2/8 ", Share(2, 2, 8)), ("", None), ("0-0/1", Share(0, 0, 1))]
)
def test_a_share_is_read(said: str, share: Share | None):
    assert share_of(said) == share


@pytest.mark.parametrize("said", ["3-1/8", "0-8/8", "all", "1", "-1/8", "0-3", "0/0"])
def test_what_is_no_share_is_refused(said: str):
    with pytest.raises(ValueError, match=r"^\s*\S"):
        share_of(said)


def test_a_server_belongs_to_one_share():
    shares = [Share(0, 2, 8), Share(3, 3, 8), Share(4, 7, 8)]
    for server in range(0, 2**40, 2**33 + 2**22 * 3 + 17):
        assert sum(one.has(server) for one in shares) == 1


# --- moves


async def test_any_process_can_make_any_move_and_sees_others_moves(address: str):
    async with together(address) as (one, two):
        game = await one.game()
        for number in range(20):
            await (one, two)[number % 2].play(game, 1, seed=number)
        await two.table.takeback.undo(game, ANN, 0, as_organiser=True)
        await one.table.takeback.undo(game, ANN, 1, as_organiser=True)
        # What was undone is another game from here on, and numbers are not used twice.
        for number in range(20):
            await (two, one)[number % 2].play(game, 1, seed=100 + number)
        await two.table.preferences.set_game(game, ANN, interval=77)
        assert (await one.table.present(game)).row.settings["interval"] == 77
        assert (await one.table.present(game)).game.encode() == (await two.table.present(game)).game.encode()
        async for report in verify(two.db):
            assert (report.moves, report.faults, report.changed) == (40, [], [])


async def test_of_two_presses_at_once_in_two_processes_one_moves(address: str):
    async with together(address) as clubs:
        game = await clubs[0].game()
        now = await clubs[0].table.present(game)
        asked = (game, ANN, "p1", "take", {}, now.decision, now.epoch)
        presses = [one.table.act(*asked) for one in clubs for _ in range(6)]
        answers = await asyncio.gather(*presses, return_exceptions=True)
        assert sum(isinstance(one, Stale) for one in answers) == 11, answers
        assert (await clubs[1].table.present(game)).row.last == 1
        assert len(await clubs[1].outbox(game, MOVE)) == 1


async def test_an_overtaken_process_reads_again(address: str):
    async with together(address) as (one, two):
        game = await one.game()
        await one.play(game, 1)
        now, work = await one.table.present(game), one.table.services.work

        async def overtaken(*given: Any) -> Any:
            # While this process works the move out, another one stores something else of the game.
            one.table.services.work = work
            found = await work(*given)
            async with two.db.write(game) as session:
                row = await two.table.services.row(session, game)
                row.last += 1
                session.add(
                    ActionRow(game_id=game, number=2, kind=REPLACE, parent=1, position=1, at=now.row.created_at)
                )
            return found

        one.table.services.work = overtaken  # type: ignore[method-assign]
        await one.play(game, 1)
        assert [action.number for action in await two.table.actions(game)] == [1, 2, 3]
        assert [row.number for row in await two.outbox(game, MOVE)] == [1, 3]


async def test_no_lock_is_held_across_games(address: str):
    async with together(address) as (one, two):
        first, second = await one.game(), await one.game()
        begun, over = asyncio.Event(), asyncio.Event()

        async def slow() -> None:
            async with one.db.write(first):
                begun.set()
                await over.wait()

        writing = asyncio.create_task(slow())
        await begun.wait()
        await two.play(second, 3)
        await one.play(second, 1)
        waiting = asyncio.create_task(two.play(first, 1))
        done, _ = await asyncio.wait((waiting,), timeout=0.3)
        assert not done, "the same game waits"
        over.set()
        await asyncio.gather(writing, waiting)
        assert (await one.table.present(first)).row.last == 1
        assert (await two.table.present(second)).row.last == 4


# --- announcements


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


# --- what is done once for all


async def test_one_process_reminds_and_another_when_it_is_gone(address: str):
    settings = Settings(_env_file=None, database_url=address, backup_hours=0)  # pyright: ignore[reportCallIssue]
    async with together(address, 3) as clubs:
        game = await clubs[2].game()
        await clubs[2].act(game, ANN, "take")
        keepers = [Housekeeping(one.table, settings) for one in clubs]
        assert [one.db.leads for one in clubs] == [True, False, False]

        async def reminded(*by: Housekeeping) -> int:
            await asyncio.gather(*[keeper.tick() for keeper in by])
            return len(await clubs[2].outbox(game, "reminder"))

        clubs[0].clock.pass_by(days=2)
        assert await reminded(*keepers[1:]) == 0
        assert await reminded(*keepers) == 1
        assert await reminded(*keepers) == 1
        # Killed: the server knows at once, the others at the next sign of life.
        blind(clubs[0])
        await cut(address, clubs[0])
        await until(lambda: sum(one.db.leads for one in clubs[1:]) == 1)
        clubs[0].clock.pass_by(days=2)
        assert await reminded(*keepers[1:]) == 2
        leader = next(one for one in clubs[1:] if one.db.leads)
        assert leader.db.shared is not None and leader.db.shared.bereaved.is_set(), (
            "it looks after what was left undone"
        )
        # Whoever led before does not know it yet, and stores nothing of that kind any more.
        with leading(), pytest.raises(NotLeading):
            async with clubs[0].db.write():
                pass
        assert not clubs[0].db.leads
        async with clubs[0].db.write():
            pass


async def test_a_standby_process_does_not_count_as_working(address: str):
    """It holds the workers' lock for a moment; a process that started alone then showed only the latest posts."""
    async with club(address, share=Share(0, 0, 2)) as one:
        shared = one.db.shared
        assert shared is not None
        async with shared.bereavement() as ago:
            assert ago is None
        connection = create_async_engine(
            database_url(address), connect_args={"server_settings": {"application_name": f"{PROGRAM}waits"}}
        )
        async with connection.connect() as standby:
            await standby.execute(text(f"SELECT pg_advisory_lock_shared({COUNT}, 2)"))
            await shared._beat()
            assert shared._known == {shared.name} and not shared.bereaved.is_set()
            async with club(address, share=Share(1, 1, 2)) as two:
                await shared._beat()
                async with shared.bereavement() as ago:
                    assert ago is not None, "one may have been let in and have died before it"
                blind(two)
                await cut(address, two)
                await until(shared.bereaved.is_set)
        async with shared.bereavement() as ago:
            assert ago is None, "nobody else is at work"
        await connection.dispose()
        await shared._beat()
        assert not shared.bereaved.is_set()


async def test_unfinished_work_stays_recorded_until_it_is_done(address: str):
    async with together(address, 3) as (one, two, three):
        shared = one.db.shared
        assert shared is not None
        async with shared.bereavement() as ago:
            assert ago is None
        for left, dying in ((2, two), (1, three)):
            blind(dying)
            await cut(address, dying)
            await until(lambda left=left: len(shared._known) == left)
        # Both times it was left undone: first there was another one at work, then nobody.
        with pytest.raises(ZeroDivisionError):
            async with shared.bereavement() as ago:
                assert ago is None
                raise ZeroDivisionError
        async with shared.bereavement() as ago:
            assert ago is None
            shared.bereaved.set()  # somebody dies meanwhile
            shared._noticed = time.monotonic() - 600
        async with shared.bereavement() as ago:
            assert ago is not None and ago >= timedelta(seconds=600)
        assert not shared.bereaved.is_set()


@pytest.mark.parametrize("done", [False, True])
async def test_the_next_leader_shows_what_a_dead_one_had_not(address: str, done: bool):
    """The process that led then showed only the posts of the last minutes."""
    async with together(address, 3) as (one, two, three):

        async def end(dying: Club, *left: Club) -> Shared:
            blind(dying)
            await cut(address, dying)
            await until(lambda: any(each.db.leads and shared_of(each).bereaved.is_set() for each in left))
            return next(shared_of(each) for each in left if each.db.leads)

        middle = shared_of(one).bereavement()
        assert await middle.__aenter__() is None, "nobody was at work before, so that it may be anything"
        if done:
            await middle.__aexit__(None, None, None)
        leads = await end(one, two, three)
        async with leads.bereavement() as ago:
            assert (ago is None) is not done
            await at_server(address, "UPDATE lease SET seen = seen - interval '10 min' WHERE name = 'unshown'")
            if done:
                # It dies in the middle, too, ten minutes after it has begun.
                dying, left = (two, three) if two.db.leads else (three, two)
                async with club(address, share=Share(0, 0, 3)) as heir:
                    last = await end(dying, left, heir)
                    assert last is not leads
                    async with last.bereavement() as later:
                        assert later is not None and later >= timedelta(minutes=10)


async def test_a_second_death_during_recovery_is_handled_at_once(address: str):
    async with together(address, 3) as (one, two, three):
        leads, begun, over = shared_of(one), list[timedelta | None](), asyncio.Event()

        async def update_all() -> None:
            begun.append(None)
            await over.wait()

        async def left_undone(ago: timedelta) -> None:
            begun.append(ago)

        async def leagues() -> None:
            """There are none."""

        pins = SimpleNamespace(update_all=update_all, left_undone=left_undone)
        bot: Any = SimpleNamespace(table=one.table, pinned=pins, league_pins=SimpleNamespace(update_all=leagues))
        showing = asyncio.create_task(_shown_anew(bot))
        await until(lambda: None in begun and len(leads._known) == 3 and not leads.bereaved.is_set())
        begun.clear()
        blind(two)
        await cut(address, two)
        await until(lambda: begun)
        assert None not in begun

        async def noted() -> bool:
            return await at_server(address, "SELECT name FROM lease WHERE name = 'unshown'") == []

        async with leads._using:
            assert not await noted(), "all is not shown yet"
        over.set()
        await until_stored(noted)
        showing.cancel()
        await asyncio.gather(showing, return_exceptions=True)
        assert not three.db.leads


async def test_a_process_that_starts_and_dies_between_checks_is_noticed(address: str):
    async with club(address, share=Share(0, 0, 2)) as one:
        shared = shared_of(one)
        blind(one)  # It looks when the test says so.
        async with shared.bereavement():
            pass
        await shared._beat()
        assert not shared.bereaved.is_set()
        async with club(address, share=Share(1, 1, 2)):
            pass
        await shared._beat()
        assert shared.bereaved.is_set()


async def test_a_hanging_process_loses_its_channels_and_the_lead(address: str):
    async with together(address) as (one, two):
        await one.game()
        assert await one.db.hold(CHANNEL, "channel:1")
        blind(one)
        assert one.db._lease is not None
        await at_server(
            address,
            f"UPDATE lease SET seen = seen - interval '1 day' WHERE holder = '{one.db._lease.holder}' RETURNING name",
        )
        await until(lambda: two.db.leads)
        assert await two.db.hold(CHANNEL, "channel:1")


async def test_two_supposed_leaders_remind_once(address: str):
    async with together(address) as (one, two):
        game = await one.game()
        await one.act(game, ANN, "take")
        one.clock.pass_by(days=2)
        await asyncio.gather(one.table.reminders.tick(), two.table.reminders.tick(), return_exceptions=True)
        assert len(await one.outbox(game, "reminder")) == 1


# --- who may work


async def test_no_two_processes_have_the_same_shard(address: str):
    async with club(address, share=Share(0, 3, 8)) as one:
        for share in (Share(0, 3, 8), Share(3, 5, 8)):
            with pytest.raises(InUse, match="these shards"):
                await Database(address, share=share).open()
        with pytest.raises(InUse, match="different number of shards"):
            await Database(address, share=Share(8, 15, 16)).open()
        with pytest.raises(InUse, match="Another bot is running"):
            await Database(address).open()
        async with club(address, share=Share(4, 7, 8)) as two:
            game = await one.game()
            await two.act(game, ANN, "take")
    async with club(address):
        with pytest.raises(InUse, match="Another bot is running"):
            await Database(address, share=Share(0, 3, 8)).open()
    async with club(address, share=Share(0, 7, 8)):
        pass


async def test_a_process_without_its_shards_stores_nothing_more(address: str):
    async with together(address) as (one, two):
        game = await one.game()
        await one.act(game, ANN, "take")
        blind(one)
        await cut(address, one)
        async with club(address, share=Share(0, 0, 2)) as heir:
            before = await two.stored(game)
            with pytest.raises(Trouble, match="Another bot has taken over"):
                await one.act(game, BOB, "take")
            wall = Wall()
            await Sender(one.db, wall, one.clock).drain()
            assert await two.stored(game) == before and wall.posts == []
            assert one.db.superseded.is_set() and not two.db.superseded.is_set()
            await heir.act(game, BOB, "take")
            await two.act(game, CEM, "take")


async def test_a_process_with_lost_connections_goes_on_if_nobody_was_faster(address: str):
    async with together(address) as (one, two):
        game = await one.game()
        for number in range(3):
            await cut(address, one)
            with pytest.raises(InUse):
                await Database(address, share=Share(1, 1, 2)).open()
            await two.play(game, 1, seed=number)

            async def played(seed: int = number) -> bool:
                try:
                    await one.play(game, 1, seed=seed)
                except Refused:
                    return False
                return True

            await until_stored(played)
        assert (await two.table.present(game)).row.last == 6
        assert not one.db.superseded.is_set()


async def test_older_tables_are_not_changed_while_others_use_them(address: str, monkeypatch: pytest.MonkeyPatch):
    async with club(address, share=Share(0, 0, 2)) as one:
        game = await one.game()
        with monkeypatch.context() as newer:
            newer.setattr("bot.store.database.waiting", lambda connection: "older")
            with pytest.raises(InUse, match="stop all of them first"):
                await Database(address, share=Share(1, 1, 2)).open()
        await one.act(game, ANN, "take")
    done: list[str] = []
    with monkeypatch.context() as newer:
        newer.setattr("bot.store.database.waiting", lambda connection: "older")
        newer.setattr("bot.store.database.upgrade", lambda connection: done.append("upgraded"))
        async with club(address, share=Share(1, 1, 2)) as two:
            assert done == ["upgraded"]
            newer.setattr("bot.store.database.waiting", lambda connection: "nothing")
            async with club(address, share=Share(0, 0, 2)) as one:
                await one.act(game, BOB, "take")
                assert (await two.table.present(game)).row.last == 2
    assert await silent(address) is None


@pytest.mark.soak
async def test_two_processes_can_start_at_once_on_an_empty_database(address: str):
    databases = [Database(address, share=Share(one, one, 3)) for one in range(3)]
    await asyncio.gather(*[one.open() for one in databases])
    assert sum(one.leads for one in databases) == 1
    for one in databases:
        await one.close()


async def test_processes_start_one_at_a_time_without_delaying_others(address: str, monkeypatch: pytest.MonkeyPatch):
    async with club(address):
        pass  # There are tables.
    monkeypatch.setattr("bot.store.shared.AGAIN", 0)
    monkeypatch.setattr("bot.store.shared.STARTS", 2)
    one, two = [Shared(database_url(address), {}, Share(number, number, 2)) for number in range(2)]
    try:
        assert await one.lock()
        assert not await two.lock() and "still starting" in two.refused
        asked, may_start = asyncio.Event(), two._may_start

        async def asks(held: Any) -> bool:
            asked.set()
            return await may_start(held)

        monkeypatch.setattr("bot.store.shared.STARTS", 10**9)
        monkeypatch.setattr(two, "_may_start", asks)
        waiting = asyncio.create_task(two.lock())
        await asked.wait()
        assert not waiting.done()
        await one.begin()
        async with asyncio.timeout(HANG_GUARD):
            assert await waiting
        monkeypatch.setattr("bot.store.shared.STARTS", 1)
        assert await one.lock(), "its connection was cut while the other is being let in"
        await two.begin()
    finally:
        await one.release()
        await two.release()


async def test_sqlite_is_for_one_process(tmp_path):
    with pytest.raises(StoreTrouble, match="one process"):
        await Database(str(tmp_path / "table.db"), share=Share(0, 0, 2)).open()


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


async def test_an_order_cancelled_meanwhile_neither_acts_nor_returns(address: str):
    async with together(address) as (one, other):
        game = await in_stock_round(one)
        number = await one.table.orders.give(game, BOB, "p2", "pass", {"until": "round"})
        now = await one.table.present(game)
        sitting_of, taken = one.table.services.loaded, list[int]()

        async def loaded(found: Any) -> Any:
            loaded = await sitting_of(found)
            if not taken:
                taken.append(number)
                await other.table.orders.take_back(game, BOB, number)
            return loaded

        one.table.services.loaded = loaded  # type: ignore[method-assign]
        await one.table.act(game, ANN, "p1", "pass", {}, now.decision, now.epoch)
        after = await other.table.present(game)
        assert taken and [one.seat for one in after.game.decisions()] == ["p2"]
        assert [action.clicker for action in await other.table.actions(game)] == [ANN], "the order would have passed"
        assert not any(order.active for order in await other.table.orders.mine(game, BOB, "p2"))


async def test_two_agreements_in_two_processes_are_both_counted(address: str):
    async with together(address) as (one, other):
        game = await one.game()
        await one.table.seating.settling.propose(game, ANN, NOTHING)
        proposal = proposal_of((await one.table.present(game)).row)
        assert proposal is not None
        work, asked = one.table.services.work, (game, BOB, proposal.number)

        async def overtaken(*given: Any) -> Any:
            one.table.services.work = work
            assert not await other.table.seating.settling.answer(game, CEM, proposal.number, yes=True)
            return await work(*given)

        one.table.services.work = overtaken  # type: ignore[method-assign]
        with pytest.raises(Stale, match="in the meantime"):
            await one.table.seating.settling.answer(*asked, yes=True)
        assert await one.table.seating.settling.answer(*asked, yes=True), "all three have agreed"


async def test_a_disconnected_process_writes_nothing_during_a_migration(address: str):
    async with club(address, share=Share(0, 0, 2)) as one:
        game = await one.game()
        blind(one)
        await cut(address, one)
        newer = Shared(database_url(address), {}, Share(1, 1, 2))
        try:
            assert await newer.lock() and await newer.only()
            before = await one.stored(game)
            with pytest.raises(Trouble, match="Another bot has taken over"):
                await one.act(game, ANN, "take")
            assert await one.stored(game) == before
        finally:
            await newer.release()


async def test_a_row_two_processes_cannot_read_is_reported_once(address: str):
    async with together(address) as (one, two):
        await one.game()
        told: list[int] = []

        async def tell(row: int, game: int | None, kind: str) -> None:
            told.append(row)

        bad, posted = [row.id or 0 for row in await one.outbox()][:2]
        async with one.db.write() as session:
            await outbox.sent(session, posted, 5, one.clock())
        for each in (one, two):
            for row in (bad, posted):
                await Sender(each.db, Wall(), each.clock, set_aside=tell)._set_aside(row, "unreadable")
        assert told == [bad]
        assert {row.id: row.state for row in await two.outbox()}[posted] == SENT


async def test_deleting_a_channel_without_leagues_blocks_nobody(address: str):
    async with together(address) as (one, two):
        game = await one.game()
        async with two.db.write(game), asyncio.timeout(HANG_GUARD):
            await one.table.leagues.lost(987)


async def test_a_turns_next_move_is_added_to_what_was_posted_last(address: str):
    """Of two processes one may post an older row later."""
    async with together(address) as (one, _):
        now, rows = one.clock(), list[OutboxRow]()
        async with one.db.write() as session:
            for number, later in enumerate((2, 1, 0), 1):
                row = telling.row("channel:1", telling.TROUBLE, f"said {number}", now, None, number, text=[])
                row.state, row.message_id, row.sent_at = SENT, 10 + number, now + timedelta(seconds=later)
                rows.append(row)
            rows[2].state, rows[2].message_id, rows[2].sent_at = WAITING, None, None
            session.add_all(rows)
        async with one.db.read() as session:
            assert [row.message_id for row in await outbox.last_said(session, rows[2])] == [11]


async def test_after_an_outage_a_process_sends_a_heartbeat_at_once(monkeypatch: pytest.MonkeyPatch):
    """It waited for its next sign of life, and others could take what it had."""
    monkeypatch.setattr("bot.store.lease.BEAT", 600.0)
    monkeypatch.setattr("bot.store.lease.AGAIN", 0.01)
    given, lease = list[int](), Lease(database_url("postgresql://nowhere/x"), {})

    async def beat() -> bool:
        given.append(1)
        if len(given) == 1:
            raise OSError
        return False

    monkeypatch.setattr(lease, "_beat", beat)
    lease._cut.set()
    async with asyncio.timeout(HANG_GUARD):
        await lease.keep()
    assert len(given) == 2 and lease.lost.is_set()


async def stored(one: Club, number: int) -> list[OutboxRow]:
    """This many announcements, each for a different channel."""
    now = one.clock()
    rows = [telling.row(f"channel:{n}", "reminder", f"of {n}", now, None, None, text=[]) for n in range(1, number + 1)]
    async with one.db.write() as session:
        session.add_all(rows)
    return rows


async def test_a_backlog_is_posted_without_pauses(address: str, monkeypatch: pytest.MonkeyPatch):
    """After each batch's last row nobody woke the sender, so the next channels waited until it looked again."""
    monkeypatch.setattr("bot.table.sender.LOOK", 10 * HANG_GUARD)
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

        async def cut_off(*given: object) -> None:
            """The connection that holds the lock is gone."""

        with monkeypatch.context() as patched:
            patched.setattr(one.db, "fetch_row", cut_off)
            await sender._try_alone(row)
        assert wall.posts == []
        await sender._try_alone(row)
        assert len(wall.posts) == 1


async def test_failed_updates_are_retried(monkeypatch: pytest.MonkeyPatch):
    """An update was taken by a job that was cancelled before it began, and lay there until memory was tidied."""
    shared, tries = Shared(make_url("postgresql+asyncpg://nobody/none"), {}, Share(0, 0, 1)), list[timedelta]()

    async def left_undone(ago: timedelta) -> None:
        tries.append(ago)
        await asyncio.sleep(0)
        if len(tries) == 1:
            raise StoreTrouble("The database is away.")

    async def nothing() -> None:
        """No league."""

    bot: Any = SimpleNamespace(
        table=SimpleNamespace(db=SimpleNamespace(shared=shared)),
        pinned=SimpleNamespace(left_undone=left_undone),
        league_pins=SimpleNamespace(update_all=nothing),
    )
    shared._noticed = time.monotonic()
    shared.bereaved.set()
    with pytest.raises(BaseExceptionGroup):
        await _shown_anew(bot)
    assert shared._looking == 0 and (shared.bereaved.is_set() or len(tries) == 2)
    again = asyncio.create_task(_shown_anew(bot))
    await until(lambda: len(tries) == 2 and not shared.bereaved.is_set() and shared._looking == 0)
    again.cancel()
