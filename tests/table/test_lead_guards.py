"""Each guard of the lead by itself: with any one of them broken, something here fails, and at once. The tests give the
heartbeats, so none waits for a process that may never lead.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
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


# --- what only a leader does: a table of what is done, and of who does it


@dataclass
class Deed:
    """What only a leader does, as far as a process gets with it; and what the game then shows of it."""

    clubs: list[Club]
    address: str
    game: int
    midway: Callable[[], Awaitable[None]] | None = None
    """What happens while it is at it."""
    begun: int = 0
    """How often anybody has begun it."""

    async def begin(self) -> None:
        """Bob must act."""
        await self.clubs[1].act(self.game, ANN, "pass_auction")

    async def _overtaken(self) -> None:
        self.begun += 1
        midway, self.midway = self.midway, None
        if midway is not None:
            await midway()


class Storing(Deed):
    """Anything that a leader stores."""

    async def do(self, one: Club) -> None:
        with contextlib.suppress(NotLeading), leading():
            await self._overtaken()
            async with one.db.write(self.game) as session:
                await session.exec(text("UPDATE game SET trouble = 'led' WHERE trouble = ''"))  # type: ignore[call-overload]

    async def times(self) -> int:
        return (await at_server(self.address, "SELECT trouble FROM game")).count("led")


class Reminding(Deed):
    """The housekeeping, with a reminder that is due."""

    async def do(self, one: Club) -> None:
        one.clock.pass_by(days=2)
        work = one.table.services.work

        async def overtaken(*given: Any) -> Any:
            one.table.services.work = work
            await self._overtaken()
            return await work(*given)

        one.table.services.work = overtaken  # type: ignore[method-assign]
        settings = Settings(_env_file=None, database_url=self.address, backup_hours=0)  # pyright: ignore[reportCallIssue]
        await Housekeeping(one.table, settings).tick()
        one.table.services.work = work

    async def times(self) -> int:
        return len(await self.clubs[1].outbox(self.game, "reminder"))


class Playing(Deed):
    """A robot's move."""

    async def begin(self) -> None:
        await self.clubs[1].table.robots.put(self.game, ANN, "p2")
        await super().begin()

    async def do(self, one: Club) -> None:
        robots = Robots(one.table, self, 0)
        await robots.look()
        self.begun += len(robots._busy)
        await asyncio.gather(*robots._busy.values())

    async def think(self, game: Any, seat: str, kind: str, seed: str) -> Act:
        """Passes, after what happens meanwhile."""
        await self._overtaken()
        return Act("pass_auction", {})

    def close(self) -> None:
        """Nothing to stop."""

    async def times(self) -> int:
        return sum(one.seat == "p2" and one.verb != "" for one in await self.clubs[1].table.actions(self.game))


async def never_led(deed: Any, address: str, one: Club, two: Club) -> Club:
    """The other one leads, and it does not even begin."""
    await deed.do(two)
    assert deed.begun == isinstance(deed, Storing)
    return one


async def replaced(deed: Any, address: str, one: Club, two: Club) -> Club:
    """It has not noticed."""
    await cut(address, one)
    await beats(two)
    assert one.db.leads
    await deed.do(one)
    assert not one.db.leads
    return two


async def replaced_midway(deed: Any, address: str, one: Club, two: Club) -> Club:
    """It had looked, and seen that it led."""

    async def midway() -> None:
        await cut(address, one)
        await beats(two)

    deed.midway = midway
    await deed.do(one)
    assert deed.midway is None
    return two


async def cut_off(deed: Any, address: str, one: Club, two: Club) -> Club:
    """The memory of the lead ends with the connection, even before anybody else has taken over."""
    await cut(address, one)
    assert await shared_of(one).lock()
    assert not one.db.leads
    await deed.do(one)
    assert deed.begun == isinstance(deed, Storing)
    await beats(two)
    return two


@pytest.mark.parametrize("who", [never_led, replaced, replaced_midway, cut_off])
@pytest.mark.parametrize("deed", [Storing, Reminding, Playing])
async def test_what_a_leader_does_is_done_by_the_leader_alone(
    address: str, deed: type[Any], who: Callable[..., Awaitable[Club]]
):
    async with together(address) as (one, two):
        for each in (one, two):
            blind(each)
        done = deed([one, two], address, await two.game())
        await done.begin()
        leader = await who(done, address, one, two)
        assert await done.times() == 0
        await done.do(leader)
        assert await done.times() == 1


def test_what_is_reserved_for_the_leader_ends_with_its_block():
    with pytest.raises(ZeroDivisionError), leading():
        assert must_lead()
        raise ZeroDivisionError
    assert not must_lead()
