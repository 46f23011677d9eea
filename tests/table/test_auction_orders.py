"""Orders given ahead of time in an auction: bids up to a limit, and taking a private company that is cheap enough."""

import pytest

from bot.errors import Refused
from bot.table.play.orders.kinds import order_of
from bot.table.play.orders.privates import BidOrder, TakeOrder
from bot.table.play.telling import reason
from engine import Act, new
from engine.view import view
from tests.table.club import ANN, BOB, CEM, Club


async def test_bids_are_made_up_to_a_limit(table: Club):
    game = await table.game()
    await table.table.orders.give(game, BOB, "p2", order_of("bid", {"private": "GRSC", "limit": 60}))
    now = await table.table.present(game)
    private = next(one for one in view(now.game).privates if one.cost > 45)
    await table.table.orders.take_back(game, BOB, 1)
    await table.table.orders.give(game, BOB, "p2", order_of("bid", {"private": private.id, "limit": private.cost + 5}))
    await table.act(game, ANN, "take")
    last = (await table.table.actions(game))[-1]
    assert (last.seat, last.verb, last.args) == ("p2", "bid", {"private": private.id, "amount": private.cost + 5})
    await table.act(game, CEM, "bid", private=private.id, amount=private.cost + 10)
    await table.act(game, ANN, "pass_auction")
    orders = await table.table.orders.mine(game, BOB, "p2")
    assert [one.active for one in orders] == [False, False]
    assert [one.seat for one in (await table.table.present(game)).game.decisions()] == ["p2"]


async def test_a_private_company_is_taken_when_it_has_fallen_far_enough(table: Club):
    game = await table.game()
    cost = next(one.cost for one in view((await table.table.present(game)).game).privates if one.id == "GRSC")
    await table.table.orders.give(game, BOB, "p2", order_of("take", {"private": "GRSC", "price": cost - 1}))
    for person in (ANN, BOB, CEM):
        await table.act(game, person, "pass_auction")
    assert all(one.verb == "pass_auction" for one in await table.table.actions(game) if one.seat), "it costs too much"
    await table.act(game, ANN, "pass_auction")
    last = (await table.table.actions(game))[-1]
    assert (last.seat, last.verb) == ("p2", "take")
    assert [one.active for one in await table.table.orders.mine(game, BOB, "p2")] == [False]


async def test_who_is_too_late_to_take_a_private_company_is_told(table: Club):
    game = await table.game()
    await table.table.orders.give(game, BOB, "p2", order_of("take", {"private": "GRSC", "price": 1}))
    await table.act(game, ANN, "take")
    order = (await table.table.orders.mine(game, BOB, "p2"))[0]
    assert (order.active, order.fired) == (False, 0) and "somebody else has bought it" in reason(order)
    with pytest.raises(Refused, match="has already been sold"):
        await table.table.orders.give(game, CEM, "p3", order_of("take", {"private": "GRSC", "price": 1}))


@pytest.mark.parametrize(("title", "falls"), [("1828", False), ("1830", True), ("1839", True), ("1843", True)])
def test_taking_is_for_auctions_in_which_prices_fall(title: str, falls: bool):
    game = new(title, ["Ann", "Bob", "Cem"])
    private = next(one.id for one in view(game, "p2").privates if one.owner == "sale")
    if falls:
        assert TakeOrder(private=private, price=1).completed(game, "p2").price == 1
    else:
        with pytest.raises(Refused, match="becomes cheaper"):
            TakeOrder(private=private, price=1).completed(game, "p2")


def test_bidding_is_for_games_with_bids_and_private_companies_not_yet_sold():
    game = new("1839", ["Ann", "Bob", "Cem"])
    private = next(one.id for one in view(game, "p2").privates if one.owner == "sale")
    with pytest.raises(Refused, match="There are no bids in this game"):
        BidOrder(private=private, limit=100).completed(game, "p2")
    game, _ = new("1843", ["Ann", "Bob", "Cem"]).apply("p1", Act("take"))
    sold, *others = [one for one in view(game, "p2").privates if one.owner != "closed"]
    assert sold.owner == "p1" and BidOrder(private=others[-1].id, limit=100).completed(game, "p2")
    with pytest.raises(Refused, match="has already been sold"):
        BidOrder(private=sold.id, limit=100).completed(game, "p2")
