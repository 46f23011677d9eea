"""Dividends: what a company pays out, and what it keeps for its next train."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from math import ceil
from typing import NamedTuple

from bot.robots.foresight.lasting import cheapest, due_after, is_last_round, lasting, outlast
from bot.robots.reasons import Reason, reason, tried
from bot.robots.steady.look import Look
from bot.robots.steady.rust import COUNTED, runs_left, rusting
from bot.robots.steady.scored import Advice, Scored
from engine import Act
from engine.family.trains import charter_with_room
from engine.view import CompanyView, PayoutView, WareView

LASTS = 1.6
"""The weight of a step of the price: all later ones start from there."""
OWED = 1.2
"""What a dollar is worth that a president need not add for a train."""
LASTS_ON = 0.5
"""The part of a round for which a train must last to be sure to run once more."""
AHEAD = 3
"""How many runs before its trains rust a company thinks of the next one."""


def pay(look: Look, verb: str) -> Advice:
    """Pay out, unless the company needs the money for a train."""
    company, moves = look.company, look.moves(verb)
    choices = {one.kind: one for one in look.view.payouts}
    if company is None:
        return
    need = _need(look, company, max((one.kept for one in choices.values()), default=0))
    next_train = _next_train(look, company)
    scores: list[tuple[float, Act, PayoutView]] = []
    for act in moves:
        payout = next((choices[str(value)] for value in act.args.values() if value in choices), None)
        if payout is None:
            gain = look.gain(act) or 0.0
            yield Scored(gain, act, tried(gain))
            continue
        each = payout.dividend / 10
        # The same money pays for one of them.
        saved = max(OWED * min(payout.kept, need.now), next_train.worth(payout.kept) if next_train else 0.0)
        saved += 0.02 * look.units * payout.kept
        scores.append((look.units * (each + LASTS * (payout.price - company.price)) + saved, act, payout))
    for score, act, payout in scores:
        keeping = [(other, one.kept) for other, _, one in scores if one.kept > payout.kept]
        second, kept = max(keeping, default=(score, 0))
        values = {"more": score - second, "less": kept, "moved": abs(payout.price - company.price)}
        yield Scored(score, act, _why_pay(company, payout, need, next_train, values))


def _why_pay(
    company: CompanyView,
    payout: PayoutView,
    need: _Need,
    saving: _Saving | None,
    values: Mapping[str, float],
) -> Reason:
    """`values`: how much more it is worth than the best way to keep more, what that keeps, and by how much the price
    changes.
    """
    symbol, kept, dividend = company.symbol, payout.kept, payout.dividend
    price = {"price": payout.price, "moved": values["moved"]}
    worth = saving.worth(kept) if saving is not None else 0.0
    if kept and need.ware is not None and OWED * min(kept, need.now) > worth:
        return reason("pay_keeps", company=symbol, kept=kept, gap=need.lack, kind=need.ware.kind)
    if kept and saving is not None and worth > 0 and round(saving.more) > 0:
        left = max(0, saving.lack - kept)
        return reason("pay_saves", company=symbol, kept=kept, kind=saving.ware.kind, more=saving.more, left=left)
    if kept and dividend:
        return reason("pay_best", company=symbol, dividend=dividend, kept=kept)
    if kept:
        return reason("pay_nothing", company=symbol, kept=kept, **price)
    if not dividend:
        return reason("pay_zero", company=symbol, **price)
    if round(values["more"]) > 0:
        return reason("pay_out", company=symbol, dividend=dividend, **price, more=values["more"], less=values["less"])
    return reason("pay_all", dividend=dividend, **price)


class _Need(NamedTuple):
    """The train that a company will need once those it has are gone."""

    ware: WareView | None = None
    lack: float = 0.0
    """What the treasury lacks for it."""
    now: float = 0.0
    """The part of that which the runs to come before then will not bring."""


def _need(look: Look, company: CompanyView, income: int) -> _Need:
    due = due_after(look.view, lasting(look.view, company))
    kinds = [train.kind for train in company.trains]
    if due is None or due.rounds > AHEAD or is_last_round(look.view) or outlast(look.view, kinds):
        return _Need()
    lack = max(0, due.ware.price - (company.treasury or 0))
    # Runs that could still be kept are no reason to keep this one.
    return _Need(due.ware, lack, max(0.0, lack - int(due.rounds - LASTS_ON) * income))


@dataclass(frozen=True)
class _Saving:
    """What a company could save for a train it does not need."""

    ware: WareView
    lack: float
    more: float
    """What the train would add to what the company earns."""
    each: float
    """What it would bring the seat in a round."""
    rounds: float
    """Until when it would run, from this round on."""
    rusts: float
    """What it is worth that it rusts others, less than nothing if those are the seat's own."""

    def worth(self, kept: float) -> float:
        """The part that this counts of what the train brings once all of it is saved, at the same pace: as much as each
        of the other rounds in which that is kept.
        """
        if not kept:
            return 0.0
        times = max(1, ceil(self.lack / kept))
        runs = min(self.rounds - times, COUNTED)
        return max(0.0, self.each * runs + min(0.0, self.rusts)) / times


def _next_train(look: Look, company: CompanyView) -> _Saving | None:
    """The cheapest train, if only money is missing for it, and not a place on a charter."""
    ware, kinds = cheapest(look.view), lasting(look.view, company)
    old = next((train.kind for train in company.trains if train.kind not in kinds), "")
    if ware is None or not kinds or is_last_round(look.view) or (lack := ware.price - (company.treasury or 0)) <= 0:
        return None
    if not charter_with_room(look.game.asked, company.symbol, old, ware.kind):
        return None
    more = look.expected([*kinds, ware.kind]) - look.expected(kinds)
    rounds = runs_left(look, company, ware.kind) + 1.0
    return _Saving(ware, lack, more, more * look.units / 10, rounds, rusting(look, ware.kind, company).net)
