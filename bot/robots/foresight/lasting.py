"""How long the game goes on, and how long trains last."""

from __future__ import annotations

from collections.abc import Sequence
from math import inf
from typing import NamedTuple

from bot.robots.foresight.needs import exported_first, first_bought, funds, rounds_of_set, spent
from engine.core.kept import Kept
from engine.view import CompanyView, View, WareView

LONG = 12.0
"""The most rounds for which the bank is looked at."""
HALT = 1.5
"""How many rounds a price loses on its way up when its company's trains rust."""
SAVED = 0.5
"""The part of all income that is spent on trains."""
NOT_NOW = -1.0
"""How long no train lasts: not even for this round."""
KEPT = 256
_ends: Kept[int, tuple[View, float]] = Kept(KEPT)
"""How long games go on, by the id() of the view, which is kept with the answer."""
_known: Kept[tuple[int, str], tuple[View, float]] = Kept(KEPT)
"""When kinds will be bought, by the id() of the view, which is kept with the answer."""


def horizon(view: View) -> float:
    """About how many operating rounds are still to come."""
    known = _ends.get(id(view)) or _ends.keep(id(view), (view, _horizon(view)))
    return known[1]


def _horizon(view: View) -> float:
    sure = rounds_of_set(view)
    if view.end:
        return sure
    if is_last_round(view):
        return 1.0
    if not view.breaks:
        # A price may end the game before.
        sure = min(sure, max(1.0, _rounds_to_top(view)))
    if view.last_set:
        return sure
    names = [phase.name for phase in view.phases]
    left = len(names) - 1 - names.index(view.phase) if view.phase in names else 0
    if not view.breaks:
        # The set after this one may be the last; between sets, this one is the next.
        by_phases = max(sure + view.phases[-1].operating_rounds, 2.0 + 1.5 * left)
        return max(1.0, min(by_phases, 10.0, _rounds_to_top(view)))
    # The bank pays dividends and private companies, and more of them every round.
    paid = sum(max(one.last_run, 0) for one in view.companies if not one.closed)
    paid += sum(one.revenue for one in view.privates if one.owner != "closed")
    broken_in = 1.0 + max(0, view.bank) / max(1.1 * paid, 1.0)
    if broken_in <= LONG:
        # The set in which it breaks is played to its end.
        return max(sure, broken_in)
    # A bank that lasts for long does not end the game: then a last phase does, or a price.
    return max(sure, min(2.0 + 1.5 * left, 10.0), 2 * LONG - broken_in)


def _rounds_to_top(view: View) -> float:
    """In how many rounds a price may reach the top of the market, at a box a round; more if its company's trains rust
    before that.
    """
    lasts = {
        one.symbol: max((until_rust(view, train.kind) for train in one.trains), default=NOT_NOW)
        for one in view.companies
        if one.last_run > 0
    }
    # A price moves once a round, and that of a company whose turn is under way has moved when it may buy trains.
    turning = {frame.subject for frame in view.agenda if frame.step != "train"}
    moved = {one.symbol for one in view.companies if one.operated and one.symbol not in turning}
    far = {one: steps + (one in moved) for one, steps in _steps_to_top(view).items() if one in lasts}
    return min((steps + HALT * (steps - 1 > lasts[one]) for one, steps in far.items()), default=LONG)


def _steps_to_top(view: View) -> dict[str, float]:
    """How many boxes each company's price is from the top of the market."""
    top = max(view.market.boxes, key=lambda box: box.price)
    return {
        marker.company: float(top.column - box.column + box.row - top.row)
        for box in view.market.boxes
        if box.market == top.market
        for marker in box.stack
    }


def is_last_round(view: View) -> bool:
    """Will no operating round follow, since the last set ends or a price has reached the top?"""
    if view.last_set and 0 < view.clock.of == view.clock.number:
        return True
    may_end = not view.breaks and view.clock.round == "operating"
    return may_end and any(not steps for steps in _steps_to_top(view).values())


def outlast(view: View, kinds: Sequence[str]) -> bool:
    """Will there be no turn any more in which these trains are gone?"""
    count = [kind for kind in kinds if kind not in spent(view)]
    return bool(count) and max(until_rust(view, kind) for kind in count) >= horizon(view) - 1


def cheapest(view: View) -> WareView | None:
    """The cheapest train available from bank or market that lasts, if there is one; one that has rusted already helps
    nobody for long.
    """
    wares = [ware for ware in view.trains if (ware.on_sale or ware.pool) and not ware.again]
    stay = [ware for ware in wares if not dying(view, ware.kind)]
    return min(stay or wares, key=lambda ware: ware.price, default=None)


def needed(view: View) -> WareView | None:
    """The cheapest train that lasts; where all for sale are about to rust, the one that will be for sale then."""
    ware = cheapest(view)
    while ware is not None and ware.rusted_by and dying(view, ware.kind):
        ware = ware_of(view, ware.rusted_by)
    return ware


def ware_of(view: View, kind: str) -> WareView:
    """The card of a kind of train."""
    return next(ware for ware in view.trains if ware.kind == kind)


def rounds_left(view: View, kind: str) -> float:
    """About how many rounds a kind of train will still run."""
    return min(horizon(view), until_rust(view, kind))


def until_rust(view: View, kind: str) -> float:
    """The same, however soon the game ends."""
    ware = ware_of(view, kind)
    if ware.again:
        return 1.0
    return until_bought(view, ware.rusted_by) if ware.rusted_by else inf


def until_bought(view: View, killer: str) -> float:
    """In about how many rounds somebody buys the first train of a kind."""
    _, rounds = _known.get((id(view), killer)) or _known.keep((id(view), killer), (view, _forecast(view, killer)))
    return rounds


def _forecast(view: View, killer: str) -> float:
    names = [ware.kind for ware in view.trains]
    # The other side of a card is no train of its own.
    before = [ware for ware in view.trains[: names.index(killer)] if ware.left > 0 and not ware.back_of]
    if not ware_of(view, killer).fresh:
        return 0.0
    running = [one for one in view.companies if one.floated and not one.closed]
    number = sum(ware.left for ware in before)
    leave = _leaving(view, before)
    soonest = number / (max(1.5, 0.6 * len(running)) + leave)
    # However many trains are wanted, somebody has to pay for them.
    cost = sum(ware.left * ware.price for ware in before) + ware_of(view, killer).price
    income = SAVED * sum(max(one.last_run, 0) for one in running)
    paid = (cost - sum(funds(one) for one in running)) / (max(income, 50.0) + leave * cost / (number + 1))
    # The pace of all of them together is too fast, and that of each alone too slow.
    mean = 0.5 * max(soonest, paid) + 0.5 * min(first_bought(view).get(killer, LONG) + 0.5, LONG)
    return min(mean, exported_first(view).get(killer, LONG) + 0.5)


def _leaving(view: View, before: Sequence[WareView]) -> float:
    """How many of these trains leave the supply in a round, unbought."""
    part = sum(ware.left for ware in before if ware.exported) / max(1, sum(ware.left for ware in before))
    return part / next((max(1, phase.operating_rounds) for phase in view.phases if phase.name == view.phase), 1)


def dying(view: View, kind: str) -> bool:
    """Will it rust within about a round?"""
    return until_rust(view, kind) < 1.5


def lasting(view: View, company: CompanyView) -> list[str]:
    """The kinds of its trains that do not rust within about a round."""
    return [train.kind for train in company.trains if not dying(view, train.kind)]


class Due(NamedTuple):
    """The train that a company will need when those it has are gone, and for how many rounds these last."""

    ware: WareView
    rounds: float


def due_after(view: View, kinds: Sequence[str]) -> Due | None:
    """The train that is needed after these, which last: the one that rusts them, or a cheaper one on sale that it does
    not rust; after none of them, the next one at once. None if the game ends before, or no train is left.
    """
    now = needed(view)
    if not kinds:
        return Due(now, 0.0) if now is not None else None
    if outlast(view, kinds):
        return None
    rounds, kind = max((until_rust(view, kind), kind) for kind in kinds)
    killer = ware_of(view, ware_of(view, kind).rusted_by)
    outlasts = now is not None and now.price < killer.price and now.kind not in killer.rusts
    return Due(now if now is not None and outlasts else killer, rounds)
