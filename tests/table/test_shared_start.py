"""Which processes may start beside others, and what becomes of one that lost its shards."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from bot.errors import Refused, Trouble
from bot.store import Database, InUse, Share
from bot.store.database import database_url
from bot.store.processes.lease import Lease
from bot.store.processes.shared import Shared
from bot.table.upkeep.sender import Sender
from tests.table.club import ANN, BOB, CEM, club
from tests.table.processes import blind, cut, silent, together
from tests.table.test_outbox import Wall
from tests.waiting import HANG_GUARD, until_stored

pytestmark = pytest.mark.soak


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
    monkeypatch.setattr("bot.store.processes.shared.AGAIN", 0)
    monkeypatch.setattr("bot.store.processes.shared.STARTS", 2)
    one, two = [Shared(database_url(address), {}, Share(number, number, 2)) for number in range(2)]
    try:
        assert await one.lock()
        assert not await two.lock() and "still starting" in two.refused
        asked, may_start = asyncio.Event(), two._may_start

        async def asks(held: Any) -> bool:
            asked.set()
            return await may_start(held)

        monkeypatch.setattr("bot.store.processes.shared.STARTS", 10**9)
        monkeypatch.setattr(two, "_may_start", asks)
        waiting = asyncio.create_task(two.lock())
        await asked.wait()
        assert not waiting.done()
        await one.begin()
        async with asyncio.timeout(HANG_GUARD):
            assert await waiting
        monkeypatch.setattr("bot.store.processes.shared.STARTS", 1)
        assert await one.lock(), "its connection was cut while the other is being let in"
        await two.begin()
    finally:
        await one.release()
        await two.release()


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


async def test_after_an_outage_a_process_sends_a_heartbeat_at_once(monkeypatch: pytest.MonkeyPatch):
    """It waited for its next sign of life, and others could take what it had."""
    monkeypatch.setattr("bot.store.processes.lease.BEAT", 600.0)
    monkeypatch.setattr("bot.store.processes.lease.AGAIN", 0.01)
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
