"""The order to buy a company's shares, one a turn."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar, Literal, Self

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
    company_of,
    held,
)
from bot.table.play.orders.passing import CAUSE, QUIET, cause
from bot.table.play.orders.wording import Wording
from engine import Act, Event, Game
from engine.view import View, view

ANY_PRICE = 10**6 - 1
"""The price limit of an order without one."""
ORDINARY = (
    *("passed", "bought", "started", "floated"),
    *("operates", "home", "laid", "token", "ran", "no_run", "dividend", "skipped", "missed", "bought_train"),
)
"""Events of the company that do not stop the order."""
From = Literal["ipo", "pool"]


@dataclass(frozen=True, kw_only=True)
class BuyOrder(Order):
    """Buy shares of a company until it floats, or until its owner holds so many."""

    kind: ClassVar = "buy"
    options: ClassVar = {"most": "price"}
    company: str
    from_: From = "ipo"
    until: Literal["floated", "shares"] = "floated"
    shares: int = 0
    most: int = ANY_PRICE
    then_pass: bool = False
    """Pass for the rest of the round after the last purchase."""
    after_sales: bool = False
    """Go on even after others have sold shares."""

    def completed(self, game: Game, seat: str) -> Self:
        check_one_of("company", [self.company], [one.symbol for one in view(game, seat).companies])
        return super().completed(game, seat)

    def decide(self, look: OrderContext) -> Verdict:
        """Buy one, or pass after it."""
        company = company_of(look.view, self.company)
        if company is None or company.closed:
            return Disarm(EVENT)
        if look.before is not None and look.before.verb == "buy" and look.pass_verb:
            return MakeMove(Act(look.pass_verb))
        if self._bought_all(look.view):
            if not self.then_pass:
                return Complete()
            return MakeMove(Act(look.pass_verb)) if look.decision.rule == "stock_turn" and look.pass_verb else Wait()
        if "buy" not in look.decision.verbs:
            return Wait()
        price = company.offer_price if self.from_ == "ipo" else company.price
        if price > self.most:
            return Disarm(EVENT)
        purchase: dict[str, str | int] = {"company": company.symbol, "from": self.from_}
        asked = look.values("buy", purchase)
        # Where several may be bought, one.
        return MakeMove(Act("buy", purchase if asked is None else {**purchase, asked[0]: 1}))

    def _bought_all(self, view: View) -> bool:
        company = company_of(view, self.company)
        if company is None:
            return False
        return company.floated if self.until == "floated" else held(view, company) >= self.shares

    def notice(self, view: View, event: Event) -> Verdict:
        if self.then_pass and self._bought_all(view):
            if view.clock.of or event.kind == "round":
                return Complete()
            # Effects of the last purchase itself: its buyer may have become president.
            own = event.kind == "home_fee" or (event.kind == "president" and event.data.get("player") == view.seat)
            why = cause(view, event) if event.kind not in QUIET and not own else ""
            return Disarm(CAUSE[why]) if why else Wait()
        sale = event.kind == "sold" or (event.kind == "price" and event.data.get("why") == "sale")
        if self.after_sales and sale and event.data.get("player") != view.seat:
            return Wait()
        if event.data.get("company") != self.company or event.kind in ORDINARY:
            return Wait()
        if event.kind == "price" and event.data.get("why") in ("sold out", "dividend", "no dividend"):
            return Wait()
        return Disarm(EVENT)

    def text(self, words: Wording) -> str:
        more = [] if self.most >= ANY_PRICE else [say("at_most", group="orders", price=words.amount(self.most))]
        more += [say("after_sales", group="orders")] if self.after_sales else []
        more += [say("then_pass", group="orders")] if self.then_pass else []
        until = say(f"until_{self.until}", group="orders", shares=self.shares)
        terms = {"company": self.company, "from": words.words.places.get(self.from_, self.from_), "until": until}
        return say("buy_and" if more else "buy", group="orders", **terms, more=more)
