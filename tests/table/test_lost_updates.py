"""No change builds on what somebody else has replaced meanwhile. What several change at once is in test_repeated.py."""

from __future__ import annotations

import asyncio
from datetime import timedelta

import pytest
from sqlmodel import col, select

from bot.errors import Refused, Stale
from bot.store.rows import OfferRow
from bot.table.play.extras import Extras, mark_of
from bot.table.play.orders.kinds import order_of
from tests.table.club import ANN, BOB, Club
from tests.table.test_offers import about_to_trade


async def test_a_note_that_does_not_fit_changes_nothing(table: Club):
    game, extras = await table.game(), Extras(table.table.services)
    await extras.add_note(game, ANN, "x" * 3995)
    with pytest.raises(Refused, match="4000"):
        await extras.add_note(game, ANN, "12345")
    await extras.add_note(game, ANN, "1234")
    assert (await extras.note(game, ANN)).endswith("x\n1234")


async def test_notes_are_deleted_only_as_they_were_shown(either: Club):
    game, extras = await either.game(), Extras(either.table.services)
    await extras.add_note(game, ANN, "buy MKT")
    looked_at = mark_of(await extras.note(game, ANN))
    await extras.add_note(game, ANN, "and sell")
    with pytest.raises(Stale, match="notes have changed since"):
        await extras.delete_notes(game, ANN, looked_at)
    assert await extras.note(game, ANN) == "buy MKT\nand sell"
    await extras.delete_notes(game, ANN, mark_of("buy MKT\nand sell"))
    assert await extras.note(game, ANN) == ""


async def test_an_order_expires_only_between_moves(table: Club):
    """A move stores how often an order has acted, and would overwrite that the order has expired."""
    game = await table.game()
    order = await table.table.orders.give(
        game, BOB, "p2", order_of("buy", {"company": "MKT"}), until=table.clock() + timedelta(hours=1)
    )
    table.clock.pass_by(hours=2)
    async with table.table.services.lock(game):
        ticking = asyncio.create_task(table.table.reminders.tick())
        # Whatever it does up to the lock; then it waits, however long.
        for _ in range(200):
            await asyncio.sleep(0.001)
        assert [one.active for one in await table.table.orders.mine(game, BOB, "p2")] == [True]
    await ticking
    assert [(one.id, one.active) for one in await table.table.orders.mine(game, BOB, "p2")] == [(order, False)]


async def test_an_expired_offer_does_not_take_another_with_it(table: Club, monkeypatch: pytest.MonkeyPatch):
    """Its number is used again after an undo: the next offer has a deadline of its own."""
    game, private = await about_to_trade(table)
    reminders, expire = table.table.reminders, table.table.reminders._expire

    async def offer(hours: int) -> None:
        now = await table.table.present(game)
        asked = {"private": private, "price": 30}
        await table.table.act(game, ANN, "p1", "buy_private", asked, now.decision, now.epoch, timedelta(hours=hours))

    async def and_offered_anew(*which: object) -> None:
        await expire(*which)  # type: ignore[arg-type]
        now = await table.table.present(game)
        await table.table.takeback.undo(game, ANN, now.epoch, 0, as_organiser=True)
        await offer(5)

    await offer(1)
    table.clock.pass_by(hours=2)
    monkeypatch.setattr(reminders, "_expire", and_offered_anew)
    await reminders.tick()
    async with table.db.read() as session:
        [left] = await session.exec(select(OfferRow).where(col(OfferRow.game_id) == game))
    assert left.due_at == table.clock() + timedelta(hours=5)
