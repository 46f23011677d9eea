"""What a dead process left undone is shown by the leader, whatever fails meanwhile."""

from __future__ import annotations

import asyncio
from datetime import timedelta
from types import SimpleNamespace
from typing import Any

import pytest

from bot.discord.app.run import _shown_anew
from bot.store import StoreTrouble
from tests.store.postgres import empty_database
from tests.table.processes import BEAT, blind, cut, shared_of, together
from tests.waiting import until

pytestmark = pytest.mark.soak


async def test_recovery_goes_on_when_the_database_fails_in_the_middle(postgres: str, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr("bot.discord.app.run.AGAIN", 0.0)
    monkeypatch.setattr("bot.store.processes.lease.BEAT", BEAT)
    address = await empty_database(postgres)
    async with together(address, 3) as (one, two, _):
        tries, ended, over = list[timedelta](), list[str](), asyncio.Event()
        cut_off = asyncio.Event()

        async def update_all() -> None:
            try:
                await over.wait()
            finally:
                ended.append("over" if over.is_set() else "cut off")

        async def left_undone(ago: timedelta) -> None:
            tries.append(ago)
            if len(tries) < 3 and cut_off.is_set():
                raise StoreTrouble("The connection is cut.")

        async def leagues() -> None:
            """There are none."""

        pins = SimpleNamespace(update_all=update_all, left_undone=left_undone)
        bot: Any = SimpleNamespace(table=one.table, pinned=pins, league_pins=SimpleNamespace(update_all=leagues))
        showing = asyncio.create_task(_shown_anew(bot))
        await until(
            lambda: showing.done() or (len(shared_of(one)._known) == 3 and not shared_of(one).bereaved.is_set())
        )
        tries.clear()
        cut_off.set()
        blind(two)
        await cut(address, two)
        await until(lambda: len(tries) >= 3 or showing.done())
        assert not showing.done(), "the task need not be restarted"
        # Each try looks back to the same moment.
        assert tries == sorted(tries)
        over.set()
        await until(lambda: ended)
        showing.cancel()
        await asyncio.gather(showing, return_exceptions=True)
        assert ended and set(ended) == {"over"}
