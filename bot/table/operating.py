"""The order to operate: lay nothing, place no station, make the best run, pay as ordered, buy no train."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from engine import Act, Game
from engine.core.offers import ANSWER
from engine.core.sentences import because
from engine.core.verbs import Text, Values
from engine.prospects import Earning, earning
from engine.view import CompanyView, DecisionView, View

PAYS = ("full", "half", "withhold")
LASTS = ("turn", "change")
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

Offered = Callable[[str, Mapping[str, str | int]], tuple[str, Values] | None]


def operating(view: View, company: str, pay: str, until: str) -> dict[str, Any]:
    """The order's terms, including everything that must stay as it is now."""
    mine = _company(view, company)
    found = {"company": company, "pay": pay, "until": until, "phase": view.phase, "turns": mine.turns}
    return found | {"trains": _trains(mine), "privates": sorted(mine.privates)}


def earned(game: Game, company: str) -> int:
    """The most the company can earn now, as far as is known; may take a while."""
    found = earning(game, company)
    return found.total if found is not None else 0


def is_done(terms: dict[str, Any], view: View) -> bool:
    """Is the turn over that the order was given for?"""
    return terms["until"] == "turn" and _company(view, terms["company"]).turns > terms["turns"]


def changed(terms: dict[str, Any], view: View) -> str:
    """What has changed since the order was given; empty if nothing has."""
    company = _company(view, terms["company"])
    if company.closed or company.president != view.seat:
        return LED
    if view.phase != terms["phase"]:
        return PHASE
    if _trains(company) != terms["trains"]:
        return TRAINS
    privates = sorted(company.privates)
    if terms.get("privates", privates) != privates:  # Older orders do not have this.
        return PRIVATES
    about = {company.symbol, *company.privates, *terms["trains"]}
    for offer in view.offers:
        if view.seat in offer.needs and view.seat not in offer.given and about & set(map(str, offer.args.values())):
            return OFFERED
    return ""


def answered(
    terms: dict[str, Any],
    view: View,
    decision: DecisionView,
    values: Offered,
    earns: Callable[[str], Earning | None],
) -> Act | str:
    """The order's answer to a decision, or why it turns itself off."""
    frames = [one for one in view.agenda if one.rule == TURN]
    if decision.rule == ANSWER or not frames or frames[-1].subject != terms["company"]:
        return ""
    step = view.agenda[-1].step
    if decision.rule != TURN or view.agenda[-1] is not frames[-1]:
        return ASKED
    if step in BEFORE and (why := _worse(terms, earns(terms["company"]))):
        return why
    match step:
        case "run":
            return _run(decision, values)
        case "dividend":
            found = values("dividend", {}) if "dividend" in decision.verbs else None
            kinds = found[1] if found is not None else ()
            offered = not isinstance(kinds, Text) and terms["pay"] in kinds
            return Act("dividend", {"kind": terms["pay"]}) if offered else NO_PAYOUT
        case _ if step in SKIPPED:
            return Act("skip") if "skip" in decision.verbs else MUST
        case _:
            return ASKED


def _worse(terms: dict[str, Any], now: Earning | None) -> str:
    if now is not None and not now.proven:
        return UNPROVEN
    return LESS if (now.total if now is not None else 0) < terms["earns"] else ""


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


def _trains(company: CompanyView) -> list[str]:
    return sorted(train.id for train in company.trains)
