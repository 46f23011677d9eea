"""The same press several times is one move: at once or one after the other, whatever the verb, on both databases."""

from __future__ import annotations

import asyncio
from datetime import timedelta
from typing import Any

import pytest

from bot.errors import Refused, Stale
from bot.table.play.orders.kinds import order_of
from bot.table.table import Outcome, Table
from tests.table.club import ANN, BOB, CEM, Club, club
from tests.table.test_offers import about_to_trade
from tests.toy.table import ToyTable

TIMES = 5
OFFER = {"private": "GRSC", "price": 30}


async def at_once(*presses: Any) -> int:
    """How many of them were moves. The others were told so in a sentence, or, coming later, that it is made already."""
    answers = await asyncio.gather(*presses, return_exceptions=True)
    refused = [answer for answer in answers if isinstance(answer, Exception)]
    assert all(isinstance(answer, Refused) for answer in refused), refused
    made_already = [answer for answer in answers if isinstance(answer, Outcome) and not answer.told]
    return len(answers) - len(refused) - len(made_already)


async def announced(table: Club, game: int) -> int:
    return len(await table.outbox(game, "move"))


async def test_an_offer_pressed_several_times_at_once_is_made_once(either: Club):
    game, _ = await about_to_trade(either)
    now = await either.table.present(game)
    press = (game, ANN, "p1", "buy_private", OFFER, now.decision, now.epoch)
    assert await at_once(*[either.table.act(*press) for _ in range(TIMES)]) == 1
    assert ((await either.table.present(game)).row.last, await announced(either, game)) == (1, 1)


async def test_an_offer_pressed_by_two_programs_at_once_is_made_once(either: Club):
    game, _ = await about_to_trade(either)
    now, other = await either.table.present(game), Table(either.db, either.clock)
    press = (game, ANN, "p1", "buy_private", OFFER, now.decision, now.epoch)
    assert await at_once(*[one.act(*press) for one in (either.table, other) for _ in range(TIMES)]) == 1
    assert ((await either.table.present(game)).row.last, await announced(either, game)) == (1, 1)
    other.services.close()


async def test_an_offer_pressed_again_later_is_made_once(either: Club):
    game, _ = await about_to_trade(either)
    now = await either.table.present(game)
    press = (game, ANN, "p1", "buy_private", OFFER, now.decision, now.epoch)
    for _ in range(TIMES):
        await either.table.act(*press)
    # A number typed is the number meant.
    await either.act(game, ANN, "buy_private", private="GRSC", price="30")
    assert ((await either.table.present(game)).row.last, await announced(either, game)) == (1, 1)
    await either.act(game, ANN, "buy_private", private="GRSC", price=40)
    assert [one.args["price"] for one in (await either.table.present(game)).game.state.offers] == [40]


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


async def test_an_answer_to_a_question_to_several_is_given_once(either: Club):
    assert ToyTable().deciders() == ["Ann", "Bob", "Cem"]
    game = await either.game(ANN, BOB, CEM, title="toy")
    now = await either.table.present(game)
    presses = [
        either.table.act(game, person, seat, "answer", {"answer": "20"}, now.decision, now.epoch)
        for person, seat in ((ANN, "p1"), (BOB, "p2"))
        for _ in range(TIMES)
    ]
    assert await at_once(*presses) == 2
    assert sorted(one.seat for one in await either.table.actions(game)) == ["p1", "p2"]


async def test_an_expiring_offer_is_made_once_too(either: Club):
    game, _ = await about_to_trade(either)
    now = await either.table.present(game)
    press = (game, ANN, "p1", "buy_private", OFFER, now.decision, now.epoch, timedelta(hours=6))
    for _ in range(TIMES):
        await either.table.act(*press)
    assert ((await either.table.present(game)).row.last, await announced(either, game)) == (1, 1)
    either.clock.pass_by(hours=6)
    await either.table.reminders.tick()
    assert (await either.table.present(game)).game.state.offers == []


async def test_an_order_pressed_several_times_is_given_once(either: Club):
    game, _ = await about_to_trade(either)
    terms = {"verb": "buy_private", "match": {"private": "GRSC"}, "least": {"price": 90}}
    order = order_of("consent", terms)
    give = either.table.orders.give
    assert await at_once(*[give(game, BOB, "p2", order, public=True) for _ in range(TIMES)]) == 1
    with pytest.raises(Refused, match="already"):
        await give(game, BOB, "p2", order, public=True)
    [given] = await either.table.orders.mine(game, BOB, "p2")
    assert len(await either.outbox(game, "standing")) == 1
    # One that was taken back may be given again, and so may one with other limits.
    await either.table.orders.take_back(game, BOB, given.id or 0)
    await give(game, BOB, "p2", order, public=True)
    await give(game, BOB, "p2", order_of("consent", {**terms, "least": {"price": 80}}))
    assert [one.active for one in await either.table.orders.mine(game, BOB, "p2")] == [False, True, True]
