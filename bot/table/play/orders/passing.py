"""The order to pass, and what it stops at."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any, ClassVar, Literal, Self, get_args

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
    check_question,
    company_of,
    held,
)
from bot.table.play.orders.wording import Wording
from engine import Act, Event, Game
from engine.core.sentences import because
from engine.view import View, view

QUIET = frozenset({"passed", "missed"})
TAME = frozenset(
    {"passed", "bought", "started", "floated", "price", "price_stays", "auction_sold", "bid", "accepted", "declined"}
)
"""Events that do not stop an order to pass for the round; anything unknown does."""
Until = Literal["round", "next", "trains", "always", "event"]
"""How long an order to pass lasts: this round, the next stock round too, until a company of theirs has no train,
always, or until anything but passing happens.
"""
Cause = Literal["bought", "sold", "private", "other"]
"""What turns a lasting order off: somebody buys into a company whose presidency its owner can lose, somebody sells
shares, a private company is bought in the auction, or anything unusual happens.
"""
CAUSES: tuple[Cause, ...] = get_args(Cause)
CAUSE = {
    "bought": because("somebody has bought into a company whose presidency you could lose."),
    "sold": because("somebody has sold shares."),
    "private": because("somebody has bought a private company."),
    "other": EVENT,
}


@dataclass(frozen=True, kw_only=True)
class PassOrder(Order):
    """Pass whenever the question is this one."""

    kind: ClassVar = "pass"
    options: ClassVar = {"ignores": "even_if"}
    until: Until = "round"
    rule: str = "stock_turn"
    ignores: tuple[Cause, ...] = ()
    clock: tuple[Any, ...] = ()
    """The round it is for. Given between stock rounds, it lasts through the next one."""

    def completed(self, game: Game, seat: str) -> Self:
        super().completed(game, seat)
        check_question(game, self.rule)
        return self.begun(view(game, seat))

    def begun(self, shown: View) -> Self:
        """The same for the round that is shown, or the next."""
        later = self.until == "next" or (self.until == "round" and bool(shown.clock.of))
        return replace(self, clock=(shown.clock.turn + 1, "", 0) if later else clock_of(shown))

    def decide(self, look: OrderContext) -> Verdict:
        if self._is_over(look.view):
            return Complete()
        return MakeMove(Act(look.pass_verb)) if look.decision.rule == self.rule and look.pass_verb else Wait()

    def _is_over(self, shown: View) -> bool:
        match self.until:
            case "always":
                return False
            case "trains":
                mine = [one for one in shown.companies if one.president == shown.seat and one.floated]
                return any(not one.trains for one in mine if not one.closed)
            case _:
                turn, name, _ = self.clock
                if name:
                    return clock_of(shown) != self.clock
                return shown.clock.turn > turn or (shown.clock.turn == turn and bool(shown.clock.of))

    def notice(self, view: View, event: Event) -> Verdict:
        if self._is_over(view):
            return Complete()
        if self.until == "always" or event.kind in ("round", *QUIET):
            return Wait()
        if self.until == "event" and not view.clock.of:
            return Disarm(EVENT)
        why = _cause_in_operation(view, event) if view.clock.of else cause(view, event)
        return Disarm(CAUSE[why]) if why and why not in self.ignores else Wait()

    def text(self, words: Wording) -> str:
        until, causes = say(self.until, group="until"), [say(one, group="causes") for one in self.ignores]
        return say("pass_even" if causes else "pass", group="orders", until=until, causes=causes)


def clock_of(shown: View) -> tuple[int, str, int]:
    """The round an order is for."""
    return shown.clock.turn, shown.clock.round, shown.clock.number


def _cause_in_operation(view: View, event: Event) -> str:
    """The cause in an event of an operating round: a company that its owner gains or loses, or that is gone."""
    if event.kind == "president":
        return "other" if view.seat in (event.data.get("player"), event.data.get("old")) else ""
    company = company_of(view, event.data.get("company"))
    return "other" if company is not None and (company.closed or not company.started) else ""


def cause(view: View, event: Event) -> str:
    """The cause in an event that its owner may want to react to; empty if it is ordinary."""
    company = company_of(view, event.data.get("company"))
    if event.kind == "sold":
        return "sold"
    if event.kind not in TAME:
        return "other"
    if event.kind == "auction_sold":
        return "" if event.data.get("player") == view.seat else "private"
    if company is None:
        return ""
    mine = held(view, company)
    if event.kind == "price" and event.data.get("why") == "sale":
        return "sold" if mine else ""
    can_be_had = held(view, company, others=True) + company.offered + company.pool + company.own
    loses = company.president == view.seat and can_be_had > mine
    return "bought" if event.kind == "bought" and loses else ""
