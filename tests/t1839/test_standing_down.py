"""What turns off an order to pass in 1839, and that its owner can switch each cause off."""

from collections.abc import Callable

import pytest

from bot.store.rows import OrderRow
from bot.table.play.orders.kinds import unforeseen
from bot.table.play.orders.order import Disarm, Verdict, Wait
from bot.table.play.orders.passing import CAUSES, Cause, PassOrder
from engine.core.verbs import Act
from engine.view import view
from tests.positions.table import Table
from tests.t1839.table import Table1839

Scene = Callable[[], tuple[Table, str, Act]]


def bought_into() -> tuple[Table, str, Act]:
    """Bob directs L1 with 20 %, and Ann buys a share of it."""
    table = Table1839().with_privates_closed().with_company("L1", "Bob", homes=("D19", "N17"), Bob=2)
    return table.stock_round("Ann"), "Ann", Act("buy", {"company": "L1", "from": "ipo"})


def director_by_a_sale() -> tuple[Table, str, Act]:
    """Ann sells so many NWS shares that Bob becomes its director."""
    table = Table1839().with_privates_closed().with_company("NWS", "Ann", Ann=4, Bob=3)
    return table.stock_round("Ann"), "Ann", Act("sell", {"company": "NWS", "shares": 2})


def redeemed() -> tuple[Table, str, Act]:
    """Ann has NWS take a share back from the pool."""
    table = Table1839().with_privates_closed().with_company("NWS", "Ann", Ann=4, Bob=2, pool=1)
    return table.stock_round("Ann"), "Ann", Act("redeem", {"company": "NWS", "shares": 1})


def nationalised() -> tuple[Table, str, Act]:
    """In an operating round Ann nationalises the NWS, in which Bob has shares."""
    table = Table1839().with_privates_closed().with_phase("dark green").with_company("NWS", "Ann", Ann=4, Bob=2)
    table.with_train("NWS", "2+1").operating_round()
    return table.asked("nationalise", "president:NWS", "NWS"), "Ann", Act("nationalise")


SCENES: dict[Scene, Cause] = {
    bought_into: "bought",
    director_by_a_sale: "sold",
    redeemed: "other",
    nationalised: "other",
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
    # Who becomes director by a sale has two reasons to be asked.
    ignored = [SCENES[scene], "other"] if scene is director_by_a_sale else [SCENES[scene]]
    assert isinstance(noticed(scene, ignored), Wait)


def test_what_companies_do_in_their_turns_leaves_an_order_in_force():
    table = Table1839().with_privates_closed().with_company("NWS", "Ann", Ann=4, Bob=2)
    table.operating_turn("NWS", "track")
    shown = view(table.game, table.seat("Bob"))
    order = OrderRow(kind="pass", seat=shown.seat, terms=PassOrder(until="next").begun(shown).terms)
    _, events = table.game.apply(table.seat("Ann"), Act("skip"))
    assert events and isinstance(unforeseen(order, shown, events), Wait)
