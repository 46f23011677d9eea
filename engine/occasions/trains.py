"""Occasions of trains: those that are sold out, rust, cannot be paid for, or are too many."""

from __future__ import annotations

from collections.abc import Iterator

from engine.core.state import Run
from engine.core.verbs import Shown
from engine.family import dividend, operating
from engine.family import trains as rules
from engine.needs import need_of
from engine.occasions.seeing import FEW, Facts, Looker, Money, PhaseName
from engine.view import CompanyView, WareView


def emergency(of: Looker) -> Facts | None:
    """The player must raise money for a train that a company must buy."""
    need = need_of(of.game, of.seat)
    if (
        need is None
        or not need.kind
        or any(of.game.shown(of.seat, one) is Shown.DONE for one in of.game.verbs(of.seat))
    ):
        return None
    enough = "yes" if need.could_bring >= need.missing else "no"
    return {"company": need.company, "missing": Money(need.missing), "cash": Money(of.cash), "enough": enough}


def _rusting(of: Looker) -> Iterator[tuple[CompanyView, WareView, list[str]]]:
    """Companies of the player with the trains that the first train of a kind that is coming rusts."""
    for ware in of.coming:
        for company in of.led:
            rusting = [one.kind for one in company.trains if one.kind in ware.rusts]
            if rusting:
                yield company, ware, rusting


def no_train_soon(of: Looker) -> Facts | None:
    """All the trains of a company of the player rust when the next kind is bought."""
    for company, ware, rusting in _rusting(of):
        if len(rusting) == len(company.trains) and company.treasury is not None:
            after = dividend.marker_price_after(of.p, company.symbol, "withhold")
            return {
                "company": company.symbol,
                "trains": rusting,
                "kind": ware.kind,
                "cost": Money(ware.price),
                "treasury": Money(company.treasury),
                "price": Money(company.price),
                "after": Money(after),
                "then": _then(of, rusting, falls=after < company.price),
                "full": "no" if rules.charter_with_room(of.p, company.symbol, kind=ware.kind) else "yes",
            }
    return None


def some_rust(of: Looker) -> Facts | None:
    """Some of them do."""
    for company, ware, rusting in _rusting(of):
        if len(rusting) < len(company.trains):
            kept = [one.kind for one in company.trains if one.kind not in ware.rusts]
            return {"company": company.symbol, "trains": rusting, "kind": ware.kind, "kept": kept}
    return None


def _then(of: Looker, rusting: list[str], *, falls: bool) -> str:
    """What happens then: do they run once more, and does the price fall without a run?"""
    once = all(of.p.d.trains[kind].runs_once for kind in rusting)
    return f"{'falls' if falls else 'stays'}{' later' if once else ''}"


def _must_own(of: Looker, company: str) -> bool:
    """Would the rules keep a company in the last step of its turn for lack of a train?"""
    frame = Run(rule=operating.TURN, subject=company, step="train")
    return of.p.title.operating.duty(of.p, frame) is not None


def forced_purchase(of: Looker) -> Facts | None:
    """A company of the player must own a train, has none, and its treasury cannot pay for the cheapest."""
    for company in of.led:
        if company.trains or company.own or company.treasury is None or not _must_own(of, company.symbol):
            # One with shares of its own may have to sell them before anybody helps it.
            continue
        price, short = rules.cheapest(of.p), rules.short_of(of.p, company.symbol)
        if price is not None and short:
            return {
                "company": company.symbol,
                "cost": Money(price),
                "treasury": Money(company.treasury),
                "short": Money(short),
                "cash": Money(of.cash),
                "can": "yes" if short <= of.cash else "no",
            }
    return None


def last_trains(of: Looker) -> Facts | None:
    """The bank has only a few trains of a kind left, and the next kind changes something."""
    now, after = of.now, of.following
    if now is None or after is None or not 0 < now.left <= FEW:
        return None
    phase, rusts = of.begins(after), of.view.cards_rusted(after)
    if not phase and not rusts:
        return None
    return {
        "left": now.left,
        "kind": now.kind,
        "next": after.kind,
        "cost": Money(after.price),
        "phase": PhaseName(phase),
        "rusts": rusts,
        "effect": "both" if phase and rusts else "phase" if phase else "rust",
    }


def fewer_trains(of: Looker) -> Facts | None:
    """A company of the player has more trains than the next phase allows, without those that rust as it begins."""
    for ware in of.coming:
        phase = next((one for one in of.view.phases if one.name == of.begins(ware)), None)
        for company in of.led if phase is not None and phase.train_limit < rules.limit(of.p) else ():
            for charter in company.charters:
                kinds = [one.kind for one in company.trains if one.charter == charter and one.kind not in ware.rusts]
                if phase is not None and sum(rules.trains_on(of.p, kind) for kind in kinds) > phase.train_limit:
                    return {
                        "company": company.symbol,
                        "trains": kinds,
                        "number": len(kinds),
                        "limit": phase.train_limit,
                        "phase": PhaseName(phase.name),
                        "kind": ware.kind,
                    }
    return None


def no_room(of: Looker) -> Facts | None:
    """The acting company has no room for the train that the bank sells."""
    company = of.acting
    if company is None or of.now is None or not company.trains:
        return None
    if rules.charter_with_room(of.p, company.symbol, kind=of.now.kind):
        return None
    counted = [one for charter in company.charters for one in rules.on_charter(of.p, charter)]
    return {
        "company": company.symbol,
        "kind": of.now.kind,
        "trains": [one.kind for one in company.trains],
        "number": sum(rules.trains_on(of.p, of.p.s.trains[one].kind) for one in counted),
        "limit": rules.limit(of.p) * len(company.charters),
        "phase": PhaseName(of.view.phase),
    }


def train(of: Looker) -> Facts | None:
    """The acting company may buy a train."""
    company, ware = of.acting, of.now
    if company is None or company.treasury is None or of.step != "train" or ware is None:
        return None
    if not any(of.p.title.verbs[verb].gets_train for verb in of.game.verbs(of.seat)):
        return None
    return {
        "company": company.symbol,
        "kind": ware.kind,
        "cost": Money(ware.price),
        "treasury": Money(company.treasury),
        "lasts": ware.rusted_by or "always",
    }
