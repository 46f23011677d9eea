"""One of several processes does what is done once for all, and looks after what a dead one left undone."""

from __future__ import annotations

import asyncio
import time
from datetime import timedelta
from types import SimpleNamespace
from typing import Any

import pytest
from sqlalchemy import make_url, text
from sqlalchemy.ext.asyncio import create_async_engine

from bot.discord.app.run import _shown_anew
from bot.host.settings import Settings
from bot.store import Share, StoreTrouble
from bot.store.database import database_url
from bot.store.processes.lease import PROGRAM
from bot.store.processes.shared import (
    CHANNEL,
    COUNT,
    Shared,
    leading,
)
from bot.store.troubles import NotLeading
from bot.table.housekeeping import Housekeeping
from tests.table.club import ANN, Club, club
from tests.table.processes import at_server, beats, blind, cut, leaders, shared_of, together
from tests.waiting import until, until_stored

pytestmark = pytest.mark.soak


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
        await beats(*clubs[1:])
        assert len(leaders(clubs[1:])) == 1
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


async def test_two_supposed_leaders_remind_once(address: str):
    async with together(address) as (one, two):
        game = await one.game()
        await one.act(game, ANN, "take")
        one.clock.pass_by(days=2)
        await asyncio.gather(one.table.reminders.tick(), two.table.reminders.tick(), return_exceptions=True)
        assert len(await one.outbox(game, "reminder")) == 1


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
        await beats(two)
        await cut(address, one)  # It is being ended already; this waits for it.
        await beats(two)
        assert two.db.leads and await two.db.hold(CHANNEL, "channel:1")


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
                await beats(one)
                assert shared.bereaved.is_set()
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
            await beats(one)
            assert len(shared._known) == left
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
            await beats(*left)
            [number] = leaders(left)
            assert shared_of(left[number]).bereaved.is_set()
            return shared_of(left[number])

        middle = shared_of(one).bereavement()
        assert await middle.__aenter__() is None, "nobody was at work before, so that it may be anything"
        if done:
            await middle.__aexit__(None, None, None)
            # Its own heartbeat may have noticed meanwhile that the others have started.
            while shared_of(one).bereaved.is_set():
                async with shared_of(one).bereavement():
                    pass
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


@pytest.mark.parametrize("fault", [StoreTrouble("The database is away."), KeyError("a word")])
async def test_failed_updates_are_retried(fault: Exception, monkeypatch: pytest.MonkeyPatch):
    """An update was taken by a job that was cancelled before it began, and lay there until memory was tidied."""
    shared, tries = Shared(make_url("postgresql+asyncpg://nobody/none"), {}, Share(0, 0, 1)), list[timedelta]()

    async def left_undone(ago: timedelta) -> None:
        tries.append(ago)
        await asyncio.sleep(0)
        if len(tries) == 1:
            raise fault

    async def nothing() -> None:
        """No league."""

    bot: Any = SimpleNamespace(
        table=SimpleNamespace(db=SimpleNamespace(shared=shared)),
        pinned=SimpleNamespace(left_undone=left_undone),
        league_pins=SimpleNamespace(update_all=nothing),
    )
    shared._noticed = time.monotonic()
    shared.bereaved.set()
    monkeypatch.setattr("bot.discord.app.run.AGAIN", 0.0)
    showing = asyncio.create_task(_shown_anew(bot))
    if not isinstance(fault, StoreTrouble):
        # What is no trouble of the database ends the task, which is begun anew.
        with pytest.raises(BaseExceptionGroup):
            await showing
        assert shared._looking == 0 and (shared.bereaved.is_set() or len(tries) == 2)
        showing = asyncio.create_task(_shown_anew(bot))
    await until(lambda: len(tries) == 2 and not shared.bereaved.is_set() and shared._looking == 0)
    assert not showing.done()
    showing.cancel()
