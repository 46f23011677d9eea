"""What turns off an order to pass in 1843, and that its owner can switch each cause off."""

from collections.abc import Callable

import pytest

from bot.store.rows import OrderRow
from bot.table.play.orders.kinds import unforeseen
from bot.table.play.orders.order import Disarm, Verdict, Wait
from bot.table.play.orders.passing import CAUSES, Cause, PassOrder
from engine.core.events import Event
from engine.core.verbs import Act
from engine.view import view
from tests.positions.table import Table
from tests.t1843.table import Table as Table1843
from tests.t1843.table import auction

Scene = Callable[[], tuple[Table, str, Act]]


def bought_into() -> tuple[Table, str, Act]:
    """Bob directs the EST with 20 %, and Ann buys a share of it."""
    table = Table1843().with_company("EST", "Bob", par=67, Bob=2).stock_round("Ann")
    return table, "Ann", Act("buy", {"company": "EST", "from": "ipo"})


def sold() -> tuple[Table, str, Act]:
    """Ann sells a share of the EST; Bob has some too."""
    table = Table1843().with_company("EST", "Ann", par=67, Ann=4, Bob=1).stock_round("Ann")
    return table, "Ann", Act("sell", {"company": "EST", "shares": 1})


def exchanged() -> tuple[Table, str, Act]:
    """Ann takes a share for the Val de Loire."""
    table = Table1843().with_private("VdL", "Ann").with_company("EST", "Bob", par=67, Bob=6).stock_round("Ann")
    return table, "Ann", Act("exchange", {"company": "EST"})


def private_sold() -> tuple[Table, str, Act]:
    """Ann buys the cheapest private company."""
    table = auction()
    return table, table.deciders()[0], Act("take")


SCENES: dict[Scene, Cause] = {
    bought_into: "bought",
    sold: "sold",
    exchanged: "other",
    private_sold: "private",
}


def noticed(scene: Scene, ignored: list[Cause]) -> Verdict:
    """What Bob's order to pass says to what somebody else does."""
    table, who, act = scene()
    seat = table.seat("Bob" if who != "Bob" else "Cem")
    terms = PassOrder(until="next", ignores=tuple(ignored)).begun(view(table.game, seat)).terms
    after, events = table.game.apply(table.seat(who), act)
    return unforeseen(OrderRow(kind="pass", seat=seat, terms=terms), view(after, seat), events)


@pytest.mark.parametrize("scene", SCENES)
def test_an_order_to_pass_stands_down(scene: Scene):
    assert isinstance(noticed(scene, []), Disarm)
    others = [cause for cause in CAUSES if cause != SCENES[scene]]
    assert isinstance(noticed(scene, others), Disarm)


@pytest.mark.parametrize("scene", SCENES)
def test_each_cause_can_be_switched_off(scene: Scene):
    assert isinstance(noticed(scene, [SCENES[scene]]), Wait)


@pytest.mark.parametrize("player, old, off", [("Bob", "Ann", True), ("Ann", "Bob", True), ("Ann", "Cem", False)])
def test_a_company_that_changes_hands_in_an_operating_round_turns_the_order_of_those_two_off(
    player: str, old: str, off: bool
):
    table = Table1843().with_company("EST", "Ann", par=67, Ann=4, Bob=4).operating_turn("EST", "train")
    shown = view(table.game, table.seat("Bob"))
    order = OrderRow(kind="pass", seat=shown.seat, terms=PassOrder(until="next").begun(shown).terms)
    event = Event("president", {"company": "EST", "player": table.seat(player), "old": table.seat(old)})
    assert isinstance(unforeseen(order, shown, [event]), Disarm) is off


def test_ones_own_purchase_in_the_auction_does_not_turn_the_order_off():
    table = auction()
    who = table.deciders()[0]
    seat = table.seat(who)
    order = OrderRow(kind="pass", seat=seat, terms=PassOrder(until="next").begun(view(table.game, seat)).terms)
    after, events = table.game.apply(seat, Act("take"))
    assert any(event.kind == "auction_sold" for event in events)
    assert isinstance(unforeseen(order, view(after, seat), events), Wait)
