"""What undo and redo leave behind: orders, deadlines of offers, secrets, requests."""

from datetime import timedelta

import pytest

import tests.toy.title  # noqa: F401  (registers the toy)
from bot.errors import Refused
from bot.table.play.orders.kinds import order_of
from tests.positions.table import Table as Rules
from tests.table.club import ANN, BOB, CEM, Club, put
from tests.table.test_offers import about_to_trade, offer
from tests.table.test_orders import in_stock_round


async def epoch(table: Club, game: int) -> int:
    return (await table.table.present(game)).epoch


async def test_a_redone_move_ends_the_order_again_that_it_had_ended(table: Club):
    game = await in_stock_round(table)
    await table.table.orders.give(game, BOB, "p2", order_of("answer", {"rule": "stock_turn", "verb": "pass"}), most=1)
    await table.act(game, ANN, "buy", company="SP", from_="ipo")
    await table.act(game, ANN, "pass")
    assert [(one.active, one.fired) for one in await table.table.orders.mine(game, BOB, "p2")] == [(False, 1)]
    await table.table.takeback.undo(game, ANN, 0)
    assert [(one.active, one.fired) for one in await table.table.orders.mine(game, BOB, "p2")] == [(True, 0)]
    await table.table.takeback.redo(game, ANN, 1)
    assert [(one.active, one.fired) for one in await table.table.orders.mine(game, BOB, "p2")] == [(False, 1)]
    # Its owner is told each time.
    told = [row.payload["text"][0] for row in await table.outbox(game, "order")]
    assert ["completed" in line or "in force again" in line for line in told] == [True, True, True]
    # And it does not act again.
    await table.act(game, CEM, "buy", company="SP", from_="ipo")
    await table.act(game, CEM, "pass")
    await table.act(game, ANN, "pass")
    assert [one.seat for one in (await table.table.present(game)).game.decisions()] == ["p2"]


async def test_an_order_cancelled_while_its_moves_were_undone_stays_off(table: Club):
    game = await in_stock_round(table)
    order = await table.table.orders.give(
        game, BOB, "p2", order_of("answer", {"rule": "stock_turn", "verb": "pass"}), most=1
    )
    await table.act(game, ANN, "pass")
    await table.table.takeback.undo(game, ANN, 0)
    await table.table.orders.take_back(game, BOB, order)
    await table.table.takeback.redo(game, ANN, 1)
    await table.table.takeback.undo(game, ANN, 2)
    assert [one.active for one in await table.table.orders.mine(game, BOB, "p2")] == [False]


async def test_a_sealed_answer_stays_secret_through_undo_and_redo(table: Club):
    game = await table.game(title="toy")
    await table.act(game, BOB, "answer", answer="60")
    reach = await table.table.takeback.reach(game, ANN)
    assert "60" not in str(reach.moves)
    await table.table.takeback.undo(game, BOB, 0)
    assert "60" not in str(await table.table.takeback.redo(game, BOB, 1))
    for row in await table.outbox(game):
        assert row.target == f"person:{BOB}" or "60" not in str(row.payload.get("text"))


async def test_undoing_an_offer_does_not_reveal_its_terms(table: Club):
    game, private = await about_to_trade(table)
    await offer(table, game, private, 37)
    await table.table.takeback.undo(game, ANN, 0)
    row = (await table.outbox(game, "undo"))[0]
    assert "37" not in str(row.payload)


async def test_an_offer_does_not_expire_with_an_undone_one(table: Club):
    """Numbers of offers come back with the position; the first offer's deadline must not end the second."""
    game, private = await about_to_trade(table)
    first = await offer(table, game, private, lasts=timedelta(hours=6))
    await table.table.takeback.undo(game, ANN, 0)
    assert await offer(table, game, private, price=31) == first
    table.clock.pass_by(hours=7)
    await table.table.reminders.tick()
    assert len((await table.table.present(game)).game.state.offers) == 1


async def test_an_offer_still_expires_after_its_acceptance_was_undone(table: Club):
    game, private = await about_to_trade(table)
    number = await offer(table, game, private, lasts=timedelta(hours=6))
    await table.act(game, BOB, "decline", offer=number)
    await table.table.takeback.undo(game, BOB, 0)
    table.clock.pass_by(hours=7)
    await table.table.reminders.tick()
    assert (await table.table.present(game)).game.state.offers == []


async def test_the_same_request_can_be_declined_twice(table: Club):
    game = await table.game()
    await table.act(game, ANN, "take")
    await table.act(game, BOB, "pass_auction")
    for _ in range(2):
        table.clock.pass_by(minutes=1)
        assert await table.table.takeback.undo(game, ANN, 0, target=0) is None
        assert not await table.table.takeback.answer(game, BOB, 0, False)
    assert len(await table.outbox(game, "undo_declined")) == 2


async def test_a_double_click_on_a_turn_of_many_moves_is_one_move(table: Club):
    rules = Rules(title="1870")
    rules.with_company("SP", "Ann", par=76, Ann=5).stock_round("Ann")
    game = await table.game(ANN, BOB, CEM)
    await put(table, game, rules.game)
    now = await table.table.present(game)
    asked = (game, ANN, "p1", "sell", {"company": "SP", "shares": 1}, now.decision, now.epoch)
    await table.table.act(*asked)
    with pytest.raises(Refused, match="moved on"):
        await table.table.act(*asked)
