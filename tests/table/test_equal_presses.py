"""What counts as the same press: test_repeated.py has the table of what is done once."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest

from bot.errors import Refused, Stale
from bot.table.play.orders.kinds import order_of
from tests.table.club import ANN, BOB, Club, club
from tests.table.test_offers import about_to_trade

OFFER = {"private": "GRSC", "price": 30}


async def announced(table: Club, game: int) -> int:
    return len(await table.outbox(game, "move"))


async def test_an_outdated_panel_does_not_repeat_a_declined_offer(table: Club):
    game, _ = await about_to_trade(table)
    shown = await table.table.present(game)
    press = (game, ANN, "p1", "buy_private", OFFER, shown.decision, shown.epoch)
    made = await table.table.act(*press, seen=shown.row.last)
    await table.act(game, BOB, "decline", offer=made.game.state.offers[-1].id)
    with pytest.raises(Stale, match="already"):
        await table.table.act(*press, seen=shown.row.last)
    assert (await table.table.present(game)).game.state.offers == []
    # Whoever has seen that it was declined may offer it once more.
    now = await table.table.present(game)
    again = await table.table.act(*press[:5], now.decision, now.epoch, seen=now.row.last)
    assert len(again.game.state.offers) == 1


async def test_an_offer_that_was_withdrawn_or_undone_may_be_made_again(table: Club):
    game, _ = await about_to_trade(table)
    made = await table.act(game, ANN, "buy_private", **OFFER)
    await table.act(game, ANN, "withdraw", offer=made.game.state.offers[-1].id)
    await table.act(game, ANN, "buy_private", **OFFER)
    now = await table.table.present(game)
    await table.table.takeback.undo(game, ANN, now.epoch)
    await table.act(game, ANN, "buy_private", **OFFER)
    assert len((await table.table.present(game)).game.state.offers) == 1


async def test_others_moves_do_not_outdate_an_offer(table: Club):
    game, _ = await about_to_trade(table)
    shown = await table.table.present(game)
    made = await table.act(game, ANN, "buy_private", **OFFER)
    await table.act(game, BOB, "decline", offer=made.game.state.offers[-1].id)
    await table.table.act(game, ANN, "p1", "skip", {}, shown.decision, shown.epoch, seen=shown.row.last)
    assert (await table.table.actions(game))[-1].verb == "skip"


async def test_a_press_that_comes_again_after_a_restart_is_refused(tmp_path: Any):
    async with club(tmp_path / "table.db") as first:
        game, _ = await about_to_trade(first)
        shown = await first.table.present(game)
        press = (game, ANN, "p1", "buy_private", OFFER, shown.decision, shown.epoch)
        made = await first.table.act(*press, seen=shown.row.last)
        await first.act(game, BOB, "decline", offer=made.game.state.offers[-1].id)
    async with club(tmp_path / "table.db") as second:
        with pytest.raises(Stale, match="already"):
            await second.table.act(*press, seen=shown.row.last)
        assert await announced(second, game) == 2


async def test_a_number_typed_is_the_number_meant_and_another_is_another_offer(either: Club):
    game, _ = await about_to_trade(either)
    await either.act(game, ANN, "buy_private", **OFFER)
    await either.act(game, ANN, "buy_private", private="GRSC", price="30")
    assert ((await either.table.present(game)).row.last, await announced(either, game)) == (1, 1)
    await either.act(game, ANN, "buy_private", private="GRSC", price=40)
    assert [one.args["price"] for one in (await either.table.present(game)).game.state.offers] == [40]


async def test_an_expiring_offer_pressed_twice_expires(either: Club):
    game, _ = await about_to_trade(either)
    now = await either.table.present(game)
    press = (game, ANN, "p1", "buy_private", OFFER, now.decision, now.epoch, timedelta(hours=6))
    for _ in range(2):
        await either.table.act(*press)
    either.clock.pass_by(hours=6)
    await either.table.reminders.tick()
    assert (await either.table.present(game)).game.state.offers == []


async def test_an_order_that_was_taken_back_may_be_given_again_and_so_may_one_with_other_limits(either: Club):
    game, _ = await about_to_trade(either)
    terms = {"verb": "buy_private", "match": {"private": "GRSC"}, "least": {"price": 90}}
    order, give = order_of("consent", terms), either.table.orders.give
    first = await give(game, BOB, "p2", order, public=True)
    with pytest.raises(Refused, match="already"):
        await give(game, BOB, "p2", order, public=True)
    await either.table.orders.take_back(game, BOB, first)
    await give(game, BOB, "p2", order, public=True)
    await give(game, BOB, "p2", order_of("consent", {**terms, "least": {"price": 80}}))
    assert [one.active for one in await either.table.orders.mine(game, BOB, "p2")] == [False, True, True]
