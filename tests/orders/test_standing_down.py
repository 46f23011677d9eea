"""What turns off an order to pass in titles that ask more of people, and that its owner can switch each cause off."""

from collections.abc import Callable

import pytest

from bot.store.rows import OrderRow
from bot.table.play.orders.kinds import unforeseen
from bot.table.play.orders.order import Disarm, Verdict, Wait
from bot.table.play.orders.passing import CAUSES, Cause, PassOrder
from engine.core.events import Event
from engine.core.verbs import Act
from engine.view import View, view
from tests.positions.table import Table
from tests.t1839.table import Table1839
from tests.t1843.table import Table as Table1843
from tests.t1843.table import auction

Scene = Callable[[], tuple[Table, str, Act]]


def bought_into_1839() -> tuple[Table, str, Act]:
    """Bob directs L1 with 20 %, and Ann buys a share of it."""
    table = Table1839().with_privates_closed().with_company("L1", "Bob", homes=("D19", "N17"), Bob=2)
    return table.stock_round("Ann"), "Ann", Act("buy", {"company": "L1", "from": "ipo"})


def bought_into_1843() -> tuple[Table, str, Act]:
    """Bob directs the EST with 20 %, and Ann buys a share of it."""
    table = Table1843().with_company("EST", "Bob", par=67, Bob=2).stock_round("Ann")
    return table, "Ann", Act("buy", {"company": "EST", "from": "ipo"})


def director_by_a_sale_1839() -> tuple[Table, str, Act]:
    """Ann sells so many NWS shares that Bob becomes its director."""
    table = Table1839().with_privates_closed().with_company("NWS", "Ann", Ann=4, Bob=3)
    return table.stock_round("Ann"), "Ann", Act("sell", {"company": "NWS", "shares": 2})


def sold_1843() -> tuple[Table, str, Act]:
    """Ann sells a share of the EST; Bob has some too."""
    table = Table1843().with_company("EST", "Ann", par=67, Ann=4, Bob=1).stock_round("Ann")
    return table, "Ann", Act("sell", {"company": "EST", "shares": 1})


def redeemed_1839() -> tuple[Table, str, Act]:
    """Ann has NWS take a share back from the pool."""
    table = Table1839().with_privates_closed().with_company("NWS", "Ann", Ann=4, Bob=2, pool=1)
    return table.stock_round("Ann"), "Ann", Act("redeem", {"company": "NWS", "shares": 1})


def nationalised_1839() -> tuple[Table, str, Act]:
    """In an operating round Ann nationalises the NWS, in which Bob has shares."""
    table = Table1839().with_privates_closed().with_phase("dark green").with_company("NWS", "Ann", Ann=4, Bob=2)
    table.with_train("NWS", "2+1").operating_round()
    return table.asked("nationalise", "president:NWS", "NWS"), "Ann", Act("nationalise")


def exchanged_1843() -> tuple[Table, str, Act]:
    """Ann takes a share for the Val de Loire."""
    table = Table1843().with_private("VdL", "Ann").with_company("EST", "Bob", par=67, Bob=6).stock_round("Ann")
    return table, "Ann", Act("exchange", {"company": "EST"})


def private_sold_1843() -> tuple[Table, str, Act]:
    """Ann buys the cheapest private company."""
    table = auction()
    return table, table.deciders()[0], Act("take")


SCENES: dict[Scene, tuple[Cause, ...]] = {
    bought_into_1839: ("bought",),
    bought_into_1843: ("bought",),
    # Who becomes director by a sale has two reasons to be asked.
    director_by_a_sale_1839: ("sold", "other"),
    sold_1843: ("sold",),
    redeemed_1839: ("other",),
    nationalised_1839: ("other",),
    exchanged_1843: ("other",),
    private_sold_1843: ("private",),
}
"""What somebody else does, and its causes to ask whoever has an order to pass."""


def passing(shown: View, ignored: tuple[Cause, ...] = ()) -> OrderRow:
    """An order to pass, given by whoever sees this."""
    terms = PassOrder(until="next", ignores=ignored).begun(shown).terms
    return OrderRow(kind="pass", seat=shown.seat, terms=terms)


def noticed(scene: Scene, ignored: tuple[Cause, ...]) -> Verdict:
    """What Bob's order to pass says to what somebody else does."""
    table, who, act = scene()
    seat = table.seat("Bob" if who != "Bob" else "Cem")
    order = passing(view(table.game, seat), ignored)
    after, events = table.game.apply(table.seat(who), act)
    return unforeseen(order, view(after, seat), events)


@pytest.mark.parametrize("scene", SCENES)
def test_an_order_to_pass_stands_down(scene: Scene):
    assert isinstance(noticed(scene, ()), Disarm)
    first, *_ = SCENES[scene]
    assert isinstance(noticed(scene, tuple(cause for cause in CAUSES if cause != first)), Disarm)


@pytest.mark.parametrize("scene", SCENES)
def test_each_cause_can_be_switched_off(scene: Scene):
    assert isinstance(noticed(scene, SCENES[scene]), Wait)


def test_what_companies_do_in_their_turns_leaves_an_order_in_force():
    table = Table1839().with_privates_closed().with_company("NWS", "Ann", Ann=4, Bob=2)
    table.operating_turn("NWS", "track")
    shown = view(table.game, table.seat("Bob"))
    _, events = table.game.apply(table.seat("Ann"), Act("skip"))
    assert events and isinstance(unforeseen(passing(shown), shown, events), Wait)


@pytest.mark.parametrize("player, old, off", [("Bob", "Ann", True), ("Ann", "Bob", True), ("Ann", "Cem", False)])
def test_a_company_that_changes_hands_in_an_operating_round_turns_the_order_of_those_two_off(
    player: str, old: str, off: bool
):
    table = Table1843().with_company("EST", "Ann", par=67, Ann=4, Bob=4).operating_turn("EST", "train")
    shown = view(table.game, table.seat("Bob"))
    event = Event("president", {"company": "EST", "player": table.seat(player), "old": table.seat(old)})
    assert isinstance(unforeseen(passing(shown), shown, [event]), Disarm) is off


def test_ones_own_purchase_in_the_auction_does_not_turn_the_order_off():
    table = auction()
    seat = table.seat(table.deciders()[0])
    order = passing(view(table.game, seat))
    after, events = table.game.apply(seat, Act("take"))
    assert any(event.kind == "auction_sold" for event in events)
    assert isinstance(unforeseen(order, view(after, seat), events), Wait)
