"""Two changes of one game at the same moment: the lock of the game in one process, and its version in the database for
whoever does not hold that lock.
"""

from __future__ import annotations

from typing import Any

import pytest
from sqlmodel import col, update

from bot.errors import Stale
from bot.store.rows import STOPPED, GameRow
from tests.table.club import ANN, Club


@pytest.mark.parametrize(
    "change", [{"last": 7}, {"epoch": 7}, {"status": STOPPED}, {"rewritten": 7}], ids=lambda one: next(iter(one))
)
async def test_a_move_is_stored_only_on_the_position_it_was_made_in(table: Club, change: dict[str, Any]):
    game = await table.game()
    now, announced = await table.table.present(game), len(await table.outbox(game))
    services = table.table.services
    work = services.work

    async def overtaken(*given: Any) -> Any:
        found = await work(*given)
        async with table.db.write(game) as session:
            await session.exec(update(GameRow).where(col(GameRow.id) == game).values(change))
        return found

    services.work = overtaken  # type: ignore[method-assign]
    with pytest.raises(Stale, match="changed this in the meantime"):
        await table.table.act(game, ANN, "p1", "take", {}, now.decision, now.epoch)
    assert await table.table.actions(game) == [] and len(await table.outbox(game)) == announced


async def test_only_so_many_positions_are_kept_ready(table: Club):
    services = table.table.services
    services.warm_games = 3
    first, second = await table.game(), await table.game()
    await table.play(first, 4)
    await table.play(second, 1)
    assert [key[:2] for key in services._warm] == [(first, 4), (second, 0), (second, 1)]
    # What is looked at again is kept longer.
    await table.table.present(first)
    await table.play(second, 1)
    assert [key[:2] for key in services._warm] == [(first, 4), (second, 1), (second, 2)]
