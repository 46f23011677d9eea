"""An upgrade while several processes work: none works on tables of another version, and none is kept from going on."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest
from sqlalchemy import text

from bot.store import Database, InUse, Share, StoreTrouble
from bot.store.database import database_url
from bot.store.opening.migrate import head
from bot.store.processes.lease import WRITING
from bot.store.processes.shared import CHANNEL, Shared
from tests.table.club import ANN, BOB, Club, club
from tests.table.processes import at_server, blind, cut, shared_of, together
from tests.waiting import until_stored

pytestmark = pytest.mark.soak


async def waits_for_writers(address: str, job: asyncio.Task[Any]) -> bool:
    """Does it wait until what is being stored is stored? False if it ends without."""
    asked = f"SELECT 1 FROM pg_locks WHERE objid = {WRITING} AND NOT granted AND classid = 0"

    async def waits_or_is_done() -> bool:
        return bool(await at_server(address, asked)) or job.done()

    await until_stored(waits_or_is_done)
    return not job.done()


async def let_go_of_everything(address: str, one: Club) -> None:
    """End the connection with its locks at the server; what it is storing goes on."""
    assert one.db._lease is not None
    blind(one)
    for pid in await at_server(
        address,
        "SELECT DISTINCT l.pid FROM pg_locks l JOIN pg_stat_activity a ON a.pid = l.pid WHERE l.locktype = 'advisory' "
        f"AND l.objid <> {WRITING} AND a.application_name = '{one.db._lease.name}'",
    ):
        await at_server(address, f"SELECT pg_terminate_backend({pid}, 60000)")


async def test_an_older_program_does_not_start_on_newer_tables_and_keeps_nobody_out(address: str):
    async with club(address, share=Share(0, 0, 2)) as one:
        game = await one.game()
        await at_server(address, "UPDATE alembic_version SET version_num = '9999' RETURNING 1")
        older = Database(address, share=Share(1, 1, 2))
        with pytest.raises(StoreTrouble, match=f"version 9999, which is newer .*versions up to {head()}"):
            await older.open()
        await one.act(game, ANN, "take")
        await at_server(address, f"UPDATE alembic_version SET version_num = '{head()}' RETURNING 1")
        # Its shards and the lock for starting are free again, while it still runs.
        async with club(address, share=Share(1, 1, 2)) as two:
            await two.act(game, BOB, "take")


async def test_a_newer_program_waits_until_all_others_have_stopped(address: str, monkeypatch: pytest.MonkeyPatch):
    done = list[str]()
    async with together(address, 3) as clubs:
        game = await clubs[0].game()
        monkeypatch.setattr("bot.store.database.upgrade", lambda connection: done.append("upgraded"))
        for one in (clubs[2], clubs[1]):
            await one.table.close()
            with monkeypatch.context() as newer:
                newer.setattr("bot.store.database.waiting", lambda connection: "older")
                for share in (Share(2, 2, 3), None):
                    with pytest.raises(InUse):
                        await Database(address, share=share).open()
        assert done == []
        await clubs[0].act(game, ANN, "take")
    with monkeypatch.context() as newer:
        newer.setattr("bot.store.database.waiting", lambda connection: "older")
        last = Database(address, share=Share(2, 2, 3))
        await last.open()
        assert done == ["upgraded"]
        await last.close()


async def test_tables_are_changed_only_after_what_is_being_stored(address: str):
    """By a process that has lost the connection with its locks, and does not know it."""
    async with club(address, share=Share(0, 0, 2)) as one:
        await one.game()
        newer = Shared(database_url(address), {}, Share(1, 1, 2))
        async with one.db.write() as session:
            await session.exec(text("UPDATE game SET trouble = 'half'"))  # type: ignore[call-overload]
            await let_go_of_everything(address, one)
            assert await newer.lock()
            asking = asyncio.create_task(newer.only())
            assert await waits_for_writers(address, asking)
        assert await asking
        await newer.release()


@pytest.mark.parametrize("before", [Share(0, 0, 2), None])
@pytest.mark.parametrize("share", [Share(0, 0, 2), None])
async def test_whoever_takes_over_waits_for_what_is_being_stored(
    address: str, before: Share | None, share: Share | None
):
    """So that no transaction is stored which has seen the process before as the one at work."""
    async with club(address, share=before) as one:
        await one.game()
        await takes_over(address, one, share)


async def test_whoever_takes_over_beside_a_leader_waits_too(address: str):
    async with together(address) as (_, two):
        await two.game()
        await takes_over(address, two, Share(1, 1, 2))


async def takes_over(address: str, one: Club, share: Share | None) -> None:
    """Another process takes over while one is storing something."""
    heir = Database(address, share=share)
    async with one.db.write() as session:
        await session.exec(text("UPDATE game SET trouble = 'half'"))  # type: ignore[call-overload]
        await let_go_of_everything(address, one)
        opening = asyncio.create_task(heir.open())
        assert await waits_for_writers(address, opening)
    await opening
    with pytest.raises(StoreTrouble, match="taken over"):
        async with one.db.write():
            pass
    await heir.close()


async def test_an_older_owner_of_the_same_shards_keeps_nothing_after_its_successor_has_gone(address: str):
    """It finds its locks free again, and must not take that for a lost connection."""
    async with club(address, share=Share(0, 0, 2)) as one:
        await one.game()
        blind(one)
        await cut(address, one)
        async with club(address, share=Share(0, 0, 2)):
            pass
        assert not await shared_of(one)._beat()
        shared_of(one).lose()
        assert not await one.db.hold(CHANNEL, "channel:1"), "it posts nothing more"
        with pytest.raises(StoreTrouble, match="taken over"):
            async with one.db.write():
                pass
