"""What sharing adds to a move and to an announcement, in queries: a figure that no machine changes."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import Engine, event
from sqlalchemy.pool import Pool

from bot.store import Share
from bot.table.upkeep.sender import Sender
from tests.long_runs import LONG_RUN
from tests.store.postgres import empty_database
from tests.table.club import Clock, club
from tests.table.sharing_cost import compare
from tests.table.test_outbox import Wall

MOVES = 12
AT_MOST = 1.1
"""How much more processor time a move may take where three processes share the work."""


class Queries:
    """Counts what is asked through SQLAlchemy, and what is asked of the driver itself."""

    def __init__(self) -> None:
        self.asked = Counter[str]()

    def __enter__(self) -> Queries:
        event.listen(Pool, "connect", self._connected)
        event.listen(Engine, "before_cursor_execute", self._executed)
        return self

    def __exit__(self, *error: object) -> None:
        event.remove(Pool, "connect", self._connected)
        event.remove(Engine, "before_cursor_execute", self._executed)

    def _connected(self, connection: Any, record: object) -> None:
        connection.driver_connection.add_query_logger(lambda query: self.asked.update([query.query]))

    def _executed(self, connection: object, cursor: object, statement: str, *rest: object) -> None:
        self.asked.update([statement])


async def cost(postgres: str, share: Share | None) -> tuple[float, float]:
    """How many queries a move takes, and how many an announcement."""
    with Queries() as queries:
        async with club(await empty_database(postgres), Clock(), share=share) as one:
            game = await one.game()
            wall = Wall()
            await Sender(one.db, wall, one.clock).drain()
            queries.asked.clear()
            await one.play(game, MOVES, seed=1)
            moves = queries.asked.total()
            queries.asked.clear()
            posted = len(wall.posts)
            await Sender(one.db, wall, one.clock).drain()
            return moves / MOVES, queries.asked.total() / (len(wall.posts) - posted)


@pytest.mark.soak
async def test_sharing_adds_no_query_to_a_move_and_none_to_an_announcement(
    postgres: str, monkeypatch: pytest.MonkeyPatch
):
    # Heartbeats come by the clock, and are not counted.
    monkeypatch.setattr("bot.store.processes.lease.BEAT", 600.0)
    move, post = await cost(postgres, None)
    shared_move, shared_post = await cost(postgres, Share(0, 0, 1))
    assert shared_move <= move
    assert shared_post <= post


@pytest.mark.parametrize("rounds", [pytest.param(12, marks=LONG_RUN)])
async def test_a_move_takes_little_more_processor_time_with_three_processes(postgres: str, tmp_path: Path, rounds: int):
    found = await compare(postgres, tmp_path, rounds, moves=60)
    print(found)
    assert found.ratio <= AT_MOST
