"""Trains: run them, pay out, and buy the next ones in time."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from bot.robots.foresight.lasting import dying, is_last_round, lasting, needed, rounds_left, ware_of
from bot.robots.foresight.needs import comes_anyway, spent
from bot.robots.foresight.worth import IN_TIME, USUAL_TRAINS
from bot.robots.reasons import Reason, both, reason
from bot.robots.steady.duty import from_another
from bot.robots.steady.look import Look
from bot.robots.steady.rust import COUNTED, runs_left, rusting
from bot.robots.steady.scored import Advice, Scored
from engine import Act
from engine.family.trains import charter_with_room
from engine.view import CompanyView, View, WareView

SURE = 1000.0
IDLE = 0.4
"""What a dollar is worth that stays in a treasury and helps to pay for the kind of train that comes next."""
SPARE = 0.05
"""The same, if that is paid already."""
BANKS = ("bank", "pool")
RUNS = 0.5
"""From this part of a round on a train is likely to run."""


def run(look: Look, verb: str) -> Advice:
    """Run the best routes, which the game computes."""
    about = look.company.symbol if look.company else ""
    yield from (Scored(SURE, act, reason("run", company=about)) for act in look.moves(verb)[:1])


# --- buying


@dataclass(frozen=True)
class _Buyer:
    """A company that looks at trains."""

    company: CompanyView
    lasting: Sequence[str]
    """Kinds of the trains it has that will not rust soon."""
    now: float
    coming: WareView | None
    """The kind for sale after those that are."""
    ahead: float
    """What one of that kind would add."""

    @property
    def treasury(self) -> int:
        """Its money, as far as it is known."""
        return self.company.treasury or 0


def buy(look: Look, verb: str) -> Advice:
    """Buy a train that earns its price, and in any case before the president would have to pay."""
    company = look.company
    if company is None:
        return
    kinds = lasting(look.view, company)
    now = look.expected(kinds)
    coming = _next_kind(look.view)
    ahead = look.expected([*kinds, coming.kind]) - now if coming else 0.0
    buyer, moves, scores = _Buyer(company, kinds, now, coming, ahead), look.moves(verb), list[float]()
    spare = [act for act in moves if _source(act) not in BANKS]
    for act in look.every(verb) if spare else moves:
        kind, price = str(act.args.get("kind", "")), act.args.get("price", 0)
        known = any(ware.kind == kind for ware in look.view.trains)
        if _source(act) not in BANKS or not isinstance(price, int) or not known:
            continue
        scored = _scored(look, buyer, act, kind, price, from_supply=_source(act) == "bank")
        scores.append(scored.score)
        if act in moves:
            yield scored
        if look.late():
            return
    # What another company can spare is compared with what else it could buy.
    for act in spare:
        yield from from_another(look, company, act, max(scores, default=0.0))


def _source(act: Act) -> object:
    """Whom a train is bought from."""
    return act.args.get("from", "bank")


def _scored(look: Look, buyer: _Buyer, act: Act, kind: str, price: int, *, from_supply: bool) -> Scored:
    company, coming, symbol = buyer.company, buyer.coming, buyer.company.symbol
    kept = list(buyer.lasting)
    if (paid := act.args.get("trade")) in kept:
        kept.remove(str(paid))
    more = look.expected([*kept, kind]) - buyer.now
    added = max(0, price - buyer.treasury)
    lasts = runs_left(look, company, kind, from_pool=not from_supply)
    rounds, left, weight = min(lasts, COUNTED), buyer.treasury - price, 0.4 + 0.06 * look.units
    idle, drained = _idle(look, buyer, price), look.added_later(min(price, buyer.treasury), kind)
    cost = max(idle, drained)
    score = more * rounds * weight - cost - added
    why = _why_buy(company, kind, price, more, added, lasts)
    room = coming is None or _leaves_room(look, act, company, coming)
    if coming and from_supply and left >= coming.price and room:
        # Every train bought brings the next kind, and the phase that comes with it, nearer.
        cards = ware_of(look.view, kind).left
        nearer = max(0.0, buyer.ahead) * rounds_left(look.view, coming.kind) * 0.5 * weight / max(1, cards)
        if score <= 0 < score + nearer:
            why = reason("buy_hurries", company=symbol, kind=kind, price=price, next=coming.kind)
        if cards == 1 and nearer > 0:
            why = reason("buy_last", company=symbol, kind=kind, next=coming.kind)
        score += nearer
    room_for = ""
    if coming and not room and not _runs_more(look, buyer, kind) and comes_anyway(look.view, symbol, coming.kind):
        # The last place on a charter is not for a train that has nothing to run, if a better one is to come.
        room_for = coming.kind
        score = min(score, 0.0) - 1.0
    if not buyer.lasting and not dying(look.view, kind):
        # A train is needed anyway, and it will hardly get cheaper.
        score = max(score, 0) + 200 - 0.1 * price
        why = _why_needed(look, company, kind, price, added)
    if (missed := _missed(look, buyer, kind, left)) is not None:
        # It is missed more by a president who has to sell shares for it, or cannot pay.
        score -= max(missed, -(look.gain(act) or 0.0))
        if score <= 0 and not look.may_decline and kind in spent(look.view):
            # The one that has to be bought comes on top of it.
            score -= SURE
    if from_supply and look.level.hostile:
        rust = rusting(look, kind, company)
        if rust.net > max(score, 0.0) and round(rust.lost) > 0:
            why = reason("buy_rusts", kind=kind, old=rust.old, losers=rust.losers, lost=rust.lost)
        elif rust.net > 0 and rust.old and why.key in ("buy_must", "buy_needed", "buy_lasts"):
            why = reason("buy_needed_rusts", company=symbol, kind=kind, price=price, old=rust.old, losers=rust.losers)
        hastens = score + rust.net <= 0 < score and rust.own != "" and round(-rust.net) > 0
        score += rust.net
        if score > 0 and rust.own:
            why = both(why, reason("buy_rusts_own", own=rust.own))
        elif hastens and look.may_decline:
            return Scored(score, act, reason("buy_hastens", kind=kind, own=rust.own, cost=-rust.net))
    if score <= 0:
        against = _Against(room_for, missed or 0, drained if score + cost - idle > 0 else 0.0)
        why = _why_not(look, company, kind, price, more, lasts, against)
    return Scored(score, act, why)


def _missed(look: Look, buyer: _Buyer, kind: str, left: int) -> int | None:
    """What is missed when a train must be bought that stays, after one that will rust; None if this one stays."""
    if buyer.lasting or not dying(look.view, kind) or (due := needed(look.view)) is None:
        return None
    return max(0, due.price - max(0, left)) - max(0, due.price - buyer.treasury)


def _idle(look: Look, buyer: _Buyer, price: int) -> float:
    """What the money for a train would be worth if it stayed in the treasury. What there is beyond the next trains is
    not missed; the rest the company would have to keep from its income again.
    """
    enough = USUAL_TRAINS * buyer.coming.price if buyer.coming else 0
    short = max(0, min(buyer.treasury, enough) - max(0, buyer.treasury - price))
    return max(IDLE * short, look.earned(short)) + SPARE * (min(price, buyer.treasury) - short)


def _why_buy(company: CompanyView, kind: str, price: int, more: float, added: int, left: float) -> Reason:
    """Why a train is worth its price."""
    if added:
        return reason("buy_adds", company=company.symbol, kind=kind, price=price, more=more, added=added)
    back = round(more) * (left if left > COUNTED else round(max(1.0, left)))
    if round(back) < price:
        return reason("buy_spare", company=company.symbol, kind=kind, price=price, back=back)
    if left > COUNTED:
        return reason("buy_earns_long", company=company.symbol, kind=kind, price=price, more=more)
    return reason("buy_earns", company=company.symbol, kind=kind, price=price, more=more, rounds=max(1.0, left))


def _why_needed(look: Look, company: CompanyView, kind: str, price: int, added: int) -> Reason:
    """Why a company that has no train which lasts buys one that does."""
    if added:
        return reason("buy_forced", company=company.symbol, kind=kind, price=price, added=added)
    if not look.may_decline:
        return reason("buy_must", company=company.symbol, kind=kind, price=price)
    if is_last_round(look.view):
        return reason("buy_late", company=company.symbol, kind=kind, price=price)
    if company.trains:
        return reason("buy_lasts", company=company.symbol, kind=kind, price=price)
    return reason("buy_needed", company=company.symbol, kind=kind, price=price)


class _Against(NamedTuple):
    """What speaks against a train beside its price."""

    room_for: str
    """The kind for which the last place is kept."""
    missed: int
    """What will be missed for a train that stays."""
    drained: float
    """What it costs the seat that it must add more later."""


def _why_not(
    look: Look, company: CompanyView, kind: str, price: int, more: float, left: float, against: _Against
) -> Reason:
    """What is wrong with a train: of use where it is bought all the same, and where none is."""
    if not look.may_decline and kind not in spent(look.view):
        return reason("buy_must", company=company.symbol, kind=kind, price=price)
    if against.room_for:
        return reason("buy_crowds", company=company.symbol, kind=kind, next=against.room_for)
    if against.missed > 0 and kind in spent(look.view):
        return reason("buy_spent", company=company.symbol, kind=kind, price=price, missed=against.missed)
    if against.missed > 0:
        return reason("buy_dying", company=company.symbol, kind=kind, price=price, missed=against.missed)
    if round(more) <= 0:
        return reason("buy_idle", company=company.symbol, kind=kind, price=price)
    if left < RUNS and not is_last_round(look.view):
        return reason("buy_never", company=company.symbol, kind=kind, price=price)
    if against.drained > 0:
        added = against.drained / IN_TIME
        return reason("buy_drains", company=company.symbol, kind=kind, price=price, more=more, added=added)
    if left > COUNTED:
        return reason("buy_costly_long", company=company.symbol, kind=kind, price=price, more=more)
    return reason("buy_costly", company=company.symbol, kind=kind, price=price, more=more, rounds=max(1.0, left))


def _runs_more(look: Look, buyer: _Buyer, kind: str) -> bool:
    """Would it add to what the company can run at once?"""
    return look.income(look.game, [*buyer.lasting, kind]) > look.income(look.game, list(buyer.lasting))


def _leaves_room(look: Look, act: Act, company: CompanyView, coming: WareView) -> bool:
    """Could the company still buy one of the next kind? Those that it rusts leave room when others buy the first."""
    after = look.after(act)
    if after is None:
        return False
    p = after.asked
    charters = p.company(company.symbol).charters
    owned = [card.kind for card in p.s.trains.values() if card.at in charters]
    gone = next((kind for kind in owned if kind in coming.rusts), "")
    return charter_with_room(p, company.symbol, gone, coming.kind) != ""


def _next_kind(seen: View) -> WareView | None:
    """The kind that comes for sale when those on sale are gone."""
    kinds = [ware for ware in seen.trains if ware.count and ware.left]
    on_sale = [at for at, ware in enumerate(kinds) if ware.on_sale]
    return next(iter(kinds[max(on_sale) + 1 :]), None) if on_sale else None


def discard(look: Look, verb: str) -> Advice:
    """Discard the train with the least future."""
    for act in look.moves(verb):
        kind = next((str(value) for value in act.args.values()), "")
        if any(ware.kind == kind for ware in look.view.trains):
            score = -rounds_left(look.view, kind) * 1000 - ware_of(look.view, kind).price
            yield Scored(score, act, reason("discard", company=look.company.symbol if look.company else "", kind=kind))
        else:
            yield Scored(0.0, act, reason("any"))
