"""Two changes of one game at the same moment: the lock of the game in one process, and its version in the database for
whoever does not hold that lock.
"""

from __future__ import annotations

import asyncio
from typing import Any

import pytest
from sqlmodel import col, update

from bot.errors import Stale
from bot.store.rows import STOPPED, GameRow
from tests.positions.table import Table as Rules
from tests.table.club import ANN, BOB, CEM, Club, put
from tests.waiting import until


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


async def test_two_people_who_answer_at_once_are_both_heard(table: Club):
    """Neither is told to try again: the second waits until the first one's answer is stored."""
    rules = Rules(title="1870").with_private("GRSC", "Bob").with_private("MKT", "Cem")
    rules.with_company("SP", "Ann", par=76, Ann=4, treasury=500).with_phase("3").operating_turn("SP")
    game = await table.game(ANN, BOB, CEM)
    await put(table, game, rules.game)
    for private, price in (("GRSC", 30), ("MKT", 100)):
        await table.act(game, ANN, "buy_private", private=private, price=price)
    now, services = await table.table.present(game), table.table.services
    offers, work, second = now.game.state.offers, services.work, list[asyncio.Task[Any]]()

    def answer(person: int, seat: str, offer: int) -> Any:
        return table.table.act(game, person, seat, "decline", {"offer": offer}, offer, now.epoch, seen=now.row.last)

    async def meanwhile(*given: Any) -> Any:
        services.work = work
        second.append(asyncio.create_task(answer(CEM, "p3", offers[1].id)))
        await until(lambda: services._locks[game]._waiters or second[0].done(), "the second, who waits or is done")
        return await work(*given)

    services.work = meanwhile  # type: ignore[method-assign]
    await answer(BOB, "p2", offers[0].id)
    await second[0]
    after = await table.table.present(game)
    assert after.game.state.offers == [] and after.row.last == now.row.last + 2


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
