"""The order to operate: lay nothing, place no station, make the best run, pay as ordered, buy no train."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import ClassVar, Literal, Self

from bot.errors import Refused
from bot.table.ground.say import say
from bot.table.play.orders.order import (
    MOST_FIRED,
    Complete,
    Disarm,
    MakeMove,
    Offered,
    Order,
    OrderContext,
    Verdict,
    Wait,
    check_one_of,
)
from bot.table.play.orders.wording import Wording
from engine import Act, Event, Game
from engine.core.offers import ANSWER
from engine.core.sentences import because
from engine.core.verbs import Text
from engine.prospects import Earning, earning
from engine.view import CompanyView, DecisionView, View, view

Pay = Literal["full", "half", "withhold"]
Lasts = Literal["turn", "change"]
"""How long it lasts: for the current or next turn, or until something changes."""
TURN = "operating_turn"
SKIPPED = ("track", "token", "train", "ports")
BEFORE = ("track", "token", "run")
"""Steps in which its owner could still do something about a worse run."""

LED = because("you no longer control the company.")
PHASE = because("the phase has changed.")
TRAINS = because("the company's trains have changed.")
PRIVATES = because("the company's private companies have changed.")
OFFERED = because("somebody has made an offer involving the company.")
LESS = because("the company's best run earns less than when you gave the order.")
UNPROVEN = because("the company's best run could not be proven in time.")
NO_PAYOUT = because("that dividend is not possible here.")
MUST = because("something else must be done first, such as buying a train.")
ASKED = because("the game asks something that the order does not answer.")


@dataclass(frozen=True, kw_only=True)
class OperateOrder(Order):
    """Operate a company routinely, as long as everything is as it was when the order was given."""

    kind: ClassVar = "operate"
    usually: ClassVar = MOST_FIRED
    """A turn takes several moves."""
    options: ClassVar = {"pay": "dividend"}
    company: str
    pay: Pay = "full"
    until: Lasts = "turn"
    phase: str = ""
    turns: int = 0
    trains: tuple[str, ...] = ()
    privates: tuple[str, ...] | None = None
    """Older orders do not have this."""
    earns: int = 0
    """The most the company could earn then, as far as was known."""

    def completed(self, game: Game, seat: str) -> Self:
        super().completed(game, seat)
        shown = view(game, seat)
        check_one_of("company", [self.company], [one.symbol for one in shown.companies])
        if _company(shown, self.company).president != seat:
            raise Refused(because("You do not control {company}.", company=self.company))
        found = earning(game, self.company)
        return replace(self.begun(shown), earns=found.total if found is not None else 0)

    def begun(self, shown: View) -> Self:
        """The same with everything that is shown and must stay as it is."""
        mine = _company(shown, self.company)
        return replace(
            self, phase=shown.phase, turns=mine.turns, trains=_trains(mine), privates=tuple(sorted(mine.privates))
        )

    def check_beside(self, other: Order, number: int | None) -> None:
        if isinstance(other, OperateOrder) and other.company == self.company:
            raise Refused(
                because(
                    "Order {number} already operates {company}; cancel it first.", number=number, company=self.company
                )
            )

    def decide(self, look: OrderContext) -> Verdict:
        if not isinstance(off := self._off(look.view), Wait):
            return off
        found = self.answered(look.view, look.decision, look.values, look.earning)
        return MakeMove(found) if isinstance(found, Act) else Disarm(found) if found else Wait()

    def notice(self, view: View, event: Event) -> Verdict:
        return self._off(view)

    def _off(self, view: View) -> Verdict:
        if self.until == "turn" and _company(view, self.company).turns > self.turns:
            return Complete()
        why = self.changed(view)
        return Disarm(why) if why else Wait()

    def text(self, words: Wording) -> str:
        pay, until = say(self.pay, group="pay"), say(self.until, group="until")
        return say("operate", group="orders", company=self.company, pay=pay, until=until)

    def changed(self, view: View) -> str:
        """What has changed since the order was given; empty if nothing has."""
        company = _company(view, self.company)
        if company.closed or company.president != view.seat:
            return LED
        if view.phase != self.phase:
            return PHASE
        if _trains(company) != self.trains:
            return TRAINS
        if self.privates is not None and tuple(sorted(company.privates)) != self.privates:
            return PRIVATES
        about = {company.symbol, *company.privates, *self.trains}
        for offer in view.offers:
            if view.seat in offer.needs and view.seat not in offer.given and about & set(map(str, offer.args.values())):
                return OFFERED
        return ""

    def answered(
        self, view: View, decision: DecisionView, values: Offered, earns: Callable[[str], Earning | None]
    ) -> Act | str:
        """The order's answer to a decision, or why it turns itself off."""
        frames = [one for one in view.agenda if one.rule == TURN]
        if decision.rule == ANSWER or not frames or frames[-1].subject != self.company:
            return ""
        step = view.agenda[-1].step
        if decision.rule != TURN or view.agenda[-1] is not frames[-1]:
            return ASKED
        if step in BEFORE and (why := self._worse(earns(self.company))):
            return why
        match step:
            case "run":
                return _run(decision, values)
            case "dividend":
                found = values("dividend", {}) if "dividend" in decision.verbs else None
                kinds = found[1] if found is not None else ()
                offered = not isinstance(kinds, Text) and self.pay in kinds
                return Act("dividend", {"kind": self.pay}) if offered else NO_PAYOUT
            case _ if step in SKIPPED:
                return Act("skip") if "skip" in decision.verbs else MUST
            case _:
                return ASKED

    def _worse(self, now: Earning | None) -> str:
        if now is not None and not now.proven:
            return UNPROVEN
        return LESS if (now.total if now is not None else 0) < self.earns else ""


def _run(decision: DecisionView, values: Offered) -> Act | str:
    found = values("run", {}) if "run" in decision.verbs else None
    slot, text = found if found is not None else ("", ())
    if not isinstance(text, Text):
        return ASKED
    best = text.known()
    if not best or values("run", {slot: best[0]}) is not None:
        return ASKED
    return Act("run", {slot: best[0]}) if text.proven() else UNPROVEN


def _company(view: View, symbol: str) -> CompanyView:
    return next(one for one in view.companies if one.symbol == symbol)


def _trains(company: CompanyView) -> tuple[str, ...]:
    return tuple(sorted(train.id for train in company.trains))
