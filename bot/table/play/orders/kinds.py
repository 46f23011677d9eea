"""All kinds of orders, and what the orders of a game answer to decisions and events."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Protocol

from bot.errors import Refused
from bot.table.play.orders.answering import AnswerOrder, ConsentOrder
from bot.table.play.orders.buying import BuyOrder
from bot.table.play.orders.operating import OperateOrder
from bot.table.play.orders.order import (
    Disarm,
    MakeMove,
    Order,
    OrderContext,
    Verdict,
    Wait,
)
from bot.table.play.orders.passing import PassOrder
from bot.table.play.orders.privates import BidOrder, TakeOrder
from engine import Event
from engine.view import View

KINDS: Mapping[str, type[Order]] = {
    one.kind: one for one in (PassOrder, BuyOrder, BidOrder, TakeOrder, OperateOrder, AnswerOrder, ConsentOrder)
}


class StoredOrder(Protocol):
    """An order as it is stored."""

    kind: str
    seat: str
    terms: dict[str, Any]


def order_of(kind: str, terms: Mapping[str, Any]) -> Order:
    """The order that is stored like this."""
    if kind not in KINDS:
        raise Refused("There is no such kind of order.")
    return KINDS[kind].of(terms)


def verdict(stored: StoredOrder, look: OrderContext) -> Verdict:
    """An order's answer to a decision of its owner. It never makes a move that the rules refuse."""
    found = order_of(stored.kind, stored.terms).decide(look)
    if isinstance(found, MakeMove) and (why := look.refusal(found.act)):
        return Disarm(why)
    return found


def unforeseen(stored: StoredOrder, view: View, events: Sequence[Event]) -> Verdict:
    """An order's answer to an event."""
    order = order_of(stored.kind, stored.terms)
    for event in events:
        if event.kind == "left" and event.data.get("player") == stored.seat:
            return Disarm("you have left the game.")
        if event.data.get("player") == stored.seat and event.kind in ("passed", "bought", "bid"):
            continue
        found = order.notice(view, event)
        if not isinstance(found, Wait):
            return found
    return Wait()
