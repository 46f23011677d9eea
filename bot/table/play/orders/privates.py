"""Orders for private companies: to bid up to a limit, and to take one whose price has fallen."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import ClassVar, Self

from bot.errors import Refused
from bot.table.ground.say import say
from bot.table.play.orders.order import (
    EVENT,
    Complete,
    Disarm,
    MakeMove,
    Order,
    OrderContext,
    Verdict,
    Wait,
    check_one_of,
)
from bot.table.play.orders.wording import Wording
from engine import Act, Event, Game, Span
from engine.core.sentences import because
from engine.view import PrivateView, View, view

SOLD = because("somebody else has bought it.")


def price_now(private: PrivateView) -> int | None:
    """What a private company costs now; None where its price does not fall."""
    return next((mark.amount for mark in private.marks if mark.what == "price"), None)


def unsold(privates: Iterable[PrivateView]) -> list[PrivateView]:
    """Those that can still be bought in the auction."""
    return [one for one in privates if one.owner == "sale"]


def _check_unsold(private: str, shown: View) -> None:
    check_one_of("private", [private], [one.id for one in shown.privates])
    if private not in [one.id for one in unsold(shown.privates)]:
        raise Refused(because("{private} has already been sold.", private=private))


@dataclass(frozen=True, kw_only=True)
class BidOrder(Order):
    """Bid on a private company up to a limit."""

    kind: ClassVar = "bid"
    private: str
    limit: int

    def completed(self, game: Game, seat: str) -> Self:
        if "bid" not in game.title.verbs:
            raise Refused("There are no bids in this game.")
        _check_unsold(self.private, view(game, seat))
        return super().completed(game, seat)

    def decide(self, look: OrderContext) -> Verdict:
        """Bid as little as possible; in a contest, drop out at the limit."""
        if "bid" not in look.decision.verbs:
            return Wait()
        private = next((one for one in unsold(look.view.privates) if one.id == self.private), None)
        if private is None:
            return Complete()
        best = max(private.bids, key=lambda bid: bid.amount, default=None)
        if best is not None and best.seat == look.view.seat:
            return Wait()
        contested = look.decision.rule == "contest"
        if contested and look.view.agenda[-1].subject != private.id:
            return Wait()
        found = look.values("bid", {"private": private.id})
        low = found[1].low if found is not None and isinstance(found[1], Span) else None
        if low is not None and low <= self.limit:
            return MakeMove(Act("bid", {"private": private.id, "amount": low}))
        # In a contest one can only bid more or drop out; elsewhere the owner may want something else.
        return MakeMove(Act(look.pass_verb)) if contested and look.pass_verb else Disarm(EVENT)

    def notice(self, view: View, event: Event) -> Verdict:
        sold = event.kind == "auction_sold" and event.data.get("private") == self.private
        return Complete() if sold else Wait()

    def text(self, words: Wording) -> str:
        return say("bid", group="orders", private=self.private, limit=words.amount(self.limit))


@dataclass(frozen=True, kw_only=True)
class TakeOrder(Order):
    """Buy a private company once its price has fallen far enough."""

    kind: ClassVar = "take"
    private: str
    price: int

    def completed(self, game: Game, seat: str) -> Self:
        shown = view(game, seat)
        _check_unsold(self.private, shown)
        if not any(price_now(one) is not None for one in unsold(shown.privates)):
            raise Refused("No private company becomes cheaper in this auction.")
        return super().completed(game, seat)

    def decide(self, look: OrderContext) -> Verdict:
        left = unsold(look.view.privates)
        private = next((one for one in left if one.id == self.private), None)
        if private is None:
            return Disarm(SOLD)
        price = price_now(private)
        if "take" not in look.decision.verbs or price is None or price > self.price:
            return Wait()
        if look.values("take", {}) is not None:
            return MakeMove(Act("take", {"private": private.id}))
        return MakeMove(Act("take")) if private is left[0] else Wait()

    def notice(self, view: View, event: Event) -> Verdict:
        if event.kind != "auction_sold" or event.data.get("private") != self.private:
            return Wait()
        return Complete() if event.data.get("player") == view.seat else Disarm(SOLD)

    def text(self, words: Wording) -> str:
        return say("take", group="orders", private=self.private, price=words.amount(self.price))
