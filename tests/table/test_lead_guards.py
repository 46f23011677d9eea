"""Each guard of the lead by itself: with any one of them broken, something here fails, and at once. The tests give the
heartbeats, so none waits for a process that may never lead.
"""

from __future__ import annotations

import asyncio
from typing import Any

import pytest
from sqlalchemy import text

from bot.host.settings import Settings
from bot.robots.playing import Robots
from bot.store.processes.lease import WRITING
from bot.store.processes.shared import LEADING, leading, must_lead
from bot.store.troubles import NotLeading
from bot.table.housekeeping import Housekeeping
from engine import Act
from tests.table.club import ANN, Club
from tests.table.processes import at_server, beats, blind, cut, leaders, shared_of, silent, together
from tests.waiting import HANG_GUARD, until_stored

pytestmark = pytest.mark.soak


@pytest.fixture
async def address(address: str, monkeypatch: pytest.MonkeyPatch) -> str:
    """No signs of life but those that a test gives."""
    monkeypatch.setattr("bot.store.processes.lease.BEAT", 10 * HANG_GUARD)
    return address


def keeper_of(one: Club, address: str) -> Housekeeping:
    """Its housekeeping."""
    settings = Settings(_env_file=None, database_url=address, backup_hours=0)  # pyright: ignore[reportCallIssue]
    return Housekeeping(one.table, settings)


async def holding(address: str) -> list[str]:
    """The names of the processes that hold the leader's lock at the server."""
    return await at_server(
        address,
        "SELECT a.application_name FROM pg_locks l JOIN pg_stat_activity a ON a.pid = l.pid WHERE l.granted "
        "AND l.locktype = 'advisory' AND a.datname = current_database() "
        f"AND (CAST(l.classid AS bigint) << 32) + CAST(l.objid AS bigint) = {LEADING}",
    )


async def test_when_the_leader_dies_one_of_the_others_leads_with_its_next_heartbeat(address: str):
    async with together(address, 3) as clubs:
        for one in clubs:
            blind(one)
        for _ in range(2):
            await beats(*clubs)
            assert leaders(clubs) == [0]
        # Whoever leads takes nothing anew, for which all that is being stored would have to wait.
        assert await at_server(address, "SELECT epoch FROM lease WHERE name = 'leader'") == ["1"]
        assert await holding(address) == [shared_of(clubs[0]).name]
        await cut(address, clubs[0])
        await beats(clubs[2])
        assert leaders(clubs[1:]) == [1] and await holding(address) == [shared_of(clubs[2]).name]
        await beats(clubs[1], clubs[2])
        assert leaders(clubs[1:]) == [1]


async def test_a_silent_leader_is_ended_and_replaced(address: str, caplog: pytest.LogCaptureFixture):
    async with together(address, 3) as clubs:
        for one in clubs:
            blind(one)
        await beats(*clubs)
        await beats(clubs[1])
        assert "does not respond" not in caplog.text
        await silent(address)
        await beats(clubs[2])  # Its own sign of life comes first, so that it does not end itself.
        fresh = "SELECT bool_and(seen > clock_timestamp() - interval '1 hour') FROM lease WHERE holder = "
        assert await at_server(address, f"{fresh}'{shared_of(clubs[2]).holder}'") == ["True"]
        mine, others = shared_of(clubs[2]).name, [shared_of(one).name for one in clubs[:2]]
        assert mine not in caplog.text
        for name in others:
            assert f"{name} does not respond" in caplog.text
        await cut(address, clubs[0])  # It is ended already; this waits until it has let go of everything.
        await beats(clubs[2])
        assert leaders(clubs[2:]) == [0]
        async with clubs[2].db.write() as session:
            assert await clubs[2].db.is_ours(session)


async def test_a_leader_that_lost_its_connection_leads_only_if_nobody_was_faster(address: str):
    async with together(address) as (one, two):
        for each in (one, two):
            blind(each)
        await cut(address, one)
        await beats(one, two)
        # Nobody was faster: it holds the lock again, not only the memory of it.
        assert leaders([one, two]) == [0] and await holding(address) == [shared_of(one).name]
        await cut(address, one)
        await beats(two, one)
        assert leaders([one, two]) == [1] and await holding(address) == [shared_of(two).name]


async def test_the_memory_of_a_lost_lead_ends_with_the_connection(address: str):
    """Even before anybody else has taken over."""
    async with together(address) as (one, two):
        for each in (one, two):
            blind(each)
        shared = shared_of(one)
        await cut(address, one)
        assert await shared.lock()
        assert not one.db.leads
        with leading(), pytest.raises(NotLeading):
            async with one.db.write():
                pass


async def test_whoever_was_replaced_as_leader_stores_nothing_of_a_leaders(address: str):
    async with together(address) as (one, two):
        for each in (one, two):
            blind(each)
        game = await two.game()
        await cut(address, one)
        await beats(two)
        assert one.db.leads, "it has not noticed"
        with leading(), pytest.raises(NotLeading):
            async with one.db.write(game) as session:
                await session.exec(text("UPDATE game SET trouble = 'two leaders'"))  # type: ignore[call-overload]
        assert not one.db.leads
        assert await at_server(address, "SELECT trouble FROM game") == [""]


async def test_a_process_that_never_led_stores_nothing_of_a_leaders(address: str):
    async with together(address) as (_, two):
        with leading(), pytest.raises(NotLeading):
            async with two.db.write():
                pass
        async with two.db.write():
            pass


async def test_a_new_leader_waits_for_what_the_last_one_is_storing(address: str):
    """Otherwise a reminder stored by the last one and one by the next could both have passed the check."""
    async with together(address) as (one, two):
        for each in (one, two):
            blind(each)
        pids = await at_server(
            address,
            f"SELECT l.pid FROM pg_locks l JOIN pg_stat_activity a ON a.pid = l.pid WHERE l.locktype = 'advisory' AND "
            f"l.granted AND a.application_name = '{shared_of(one).name}' AND l.classid <> 0",
        )
        with leading():
            async with one.db.write() as session:
                await session.exec(text("UPDATE lease SET epoch = epoch WHERE name = 'none'"))  # type: ignore[call-overload]
                await at_server(address, f"SELECT pg_terminate_backend({pids[0]}, 60000)")
                beating = asyncio.create_task(beats(two))

                async def waits() -> bool:
                    found = await at_server(
                        address, f"SELECT 1 FROM pg_locks WHERE objid = {WRITING} AND NOT granted AND classid = 0"
                    )
                    return bool(found) or beating.done()

                await until_stored(waits)
                assert not beating.done()
        await beating
        assert leaders([one, two]) == [0, 1], "the first one learns it with its next heartbeat or when it stores"


# --- what only a leader does


async def test_only_the_leader_looks_for_what_is_due(address: str, monkeypatch: pytest.MonkeyPatch):
    async with together(address) as clubs:
        looked = list[int]()
        for number, one in enumerate(clubs):

            async def tick(number: int = number) -> int:
                looked.append(number)
                return 0

            monkeypatch.setattr(one.table.reminders, "tick", tick)
            await keeper_of(one, address).tick()
        assert looked == [0]


async def test_a_leader_replaced_in_the_middle_of_its_housekeeping_reminds_nobody(address: str):
    """It had looked, and seen that it led."""
    async with together(address) as (one, two):
        for each in (one, two):
            blind(each)
        game = await two.game()
        await two.act(game, ANN, "take")
        one.clock.pass_by(days=2)
        work = one.table.services.work

        async def replaced(*given: Any) -> Any:
            one.table.services.work = work
            await cut(address, one)
            await beats(two)
            return await work(*given)

        one.table.services.work = replaced  # type: ignore[method-assign]
        await keeper_of(one, address).tick()
        assert await two.outbox(game, "reminder") == []
        await keeper_of(two, address).tick()
        assert len(await two.outbox(game, "reminder")) == 1


class Thinker:
    """Passes, after what a test does meanwhile."""

    def __init__(self) -> None:
        self.asked = 0

    async def meanwhile(self) -> None:
        """Nothing, unless a test says so."""

    async def think(self, game: Any, seat: str, kind: str, seed: str) -> Act:
        self.asked += 1
        await self.meanwhile()
        return Act("pass_auction", {})

    def close(self) -> None:
        """Nothing to stop."""


async def with_a_robot(one: Club) -> int:
    """A game in which a robot must act."""
    game = await one.game()
    await one.table.robots.put(game, ANN, "p2")
    await one.act(game, ANN, "pass_auction")
    return game


async def test_only_the_leader_plays_for_robots(address: str):
    async with together(address) as (one, two):
        game, thinker = await with_a_robot(two), Thinker()
        before, robots = await one.stored(game), Robots(two.table, thinker, 0)
        assert await robots.look() == 0 and not robots._busy and thinker.asked == 0
        robots = Robots(one.table, thinker, 0)
        assert await robots.look() == 1
        await asyncio.gather(*robots._busy.values())
        assert thinker.asked == 1 and await one.stored(game) != before


async def test_a_leader_replaced_while_its_robot_thinks_does_not_move(address: str):
    async with together(address) as (one, two):
        for each in (one, two):
            blind(each)
        game, thinker = await with_a_robot(two), Thinker()
        before = await two.stored(game)

        async def replaced() -> None:
            if thinker.asked == 1:
                await cut(address, one)
                await beats(two)

        thinker.meanwhile = replaced  # type: ignore[method-assign]
        robots = Robots(one.table, thinker, 0)
        await robots.look()
        await asyncio.gather(*robots._busy.values())
        assert thinker.asked == 1 and await two.stored(game) == before


def test_what_is_reserved_for_the_leader_ends_with_its_block():
    with pytest.raises(ZeroDivisionError), leading():
        assert must_lead()
        raise ZeroDivisionError
    assert not must_lead()
