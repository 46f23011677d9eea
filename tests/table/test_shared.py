"""Several processes share one PostgreSQL database, each with its shards, without getting in each other's way."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from bot.errors import Stale
from bot.store.rows import MOVE, REPLACE, ActionRow
from bot.table.play.orders.kinds import order_of
from bot.table.seats.settling import NOTHING, proposal_of
from bot.table.upkeep.verify import verify
from tests.table.club import ANN, BOB, CEM
from tests.table.processes import together
from tests.table.test_orders import in_stock_round
from tests.waiting import HANG_GUARD

pytestmark = pytest.mark.soak


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


async def test_an_order_cancelled_meanwhile_neither_acts_nor_returns(address: str):
    async with together(address) as (one, other):
        game = await in_stock_round(one)
        number = await one.table.orders.give(game, BOB, "p2", order_of("pass", {"until": "round"}))
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


async def test_deleting_a_channel_without_leagues_blocks_nobody(address: str):
    async with together(address) as (one, two):
        game = await one.game()
        async with two.db.write(game), asyncio.timeout(HANG_GUARD):
            await one.table.leagues.lost(987)
