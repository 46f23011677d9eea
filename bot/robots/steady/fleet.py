"""Trains: run them, pay out, and buy the next ones in time."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import ceil

from bot.robots.reasons import Reason, reason, tried
from bot.robots.steady.leads import Lead, leads, soon
from bot.robots.steady.look import Look
from bot.robots.steady.needs import bought_by_others, comes_anyway, spent
from bot.robots.steady.prospect import income
from bot.robots.steady.scored import Advice, Scored
from bot.robots.steady.worth import USUAL_TRAINS, cheapest, dying, horizon, is_last_round, rounds_left, ware_of
from engine import Act
from engine.family.trains import charter_with_room
from engine.view import CompanyView, PayoutView, View, WareView

SURE = 1000.0
IDLE = 0.4
"""What a dollar is worth that stays in a treasury and helps to pay for the kind of train that comes next."""
SPARE = 0.05
"""The same, if that is paid already."""
LASTS = 1.6
"""The weight of a step of the price: all later ones start from there."""
BANKS = ("bank", "pool")
SPITE = 0.3
"""What a dollar is worth that somebody else loses."""
LOSES = 3.0
"""The most rounds for which a rusted train counts as lost."""
COUNTED = 5.0
"""The most rounds for which a train counts."""


def run(look: Look, verb: str) -> Advice:
    """Run the best routes, which the game computes."""
    about = look.company.symbol if look.company else ""
    yield from (Scored(SURE, act, reason("run", company=about)) for act in look.moves(verb)[:1])


# --- dividends


def pay(look: Look, verb: str) -> Advice:
    """Pay out, unless the company needs the money for a train."""
    company, moves = look.company, look.moves(verb)
    choices = {one.kind: one for one in look.view.payouts}
    if company is None:
        return
    gap, ware = _gap(look, company)
    next_train = _next_train(look, company)
    scores: list[tuple[float, Act, PayoutView]] = []
    for act in moves:
        payout = next((choices[str(value)] for value in act.args.values() if value in choices), None)
        if payout is None:
            gain = look.gain(act) or 0.0
            yield Scored(gain, act, tried(gain))
            continue
        each = payout.dividend / 10
        saved = 1.2 * min(payout.kept, gap) + 0.02 * look.units * payout.kept
        if next_train is not None:
            saved += next_train.worth(payout.kept)
        scores.append((look.units * (each + LASTS * (payout.price - company.price)) + saved, act, payout))
    for score, act, payout in scores:
        keeping = [(other, one.kept) for other, _, one in scores if one.kept > payout.kept]
        second, kept = max(keeping, default=(score, 0))
        values = {"more": score - second, "less": kept, "moved": abs(payout.price - company.price)}
        yield Scored(score, act, _why_pay(company, payout, gap, ware, next_train, values))


def _why_pay(
    company: CompanyView,
    payout: PayoutView,
    gap: float,
    ware: WareView | None,
    saving: _Saving | None,
    values: Mapping[str, float],
) -> Reason:
    """`values`: how much more it is worth than the best way to keep more, what that keeps, and by how much the price
    changes.
    """
    symbol, kept, dividend = company.symbol, payout.kept, payout.dividend
    price = {"price": payout.price, "moved": values["moved"]}
    if kept and gap and ware is not None:
        return reason("pay_keeps", company=symbol, kept=kept, gap=gap, kind=ware.kind)
    if kept and saving is not None and saving.worth(kept) > 0 and round(saving.more) > 0:
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


def _gap(look: Look, company: CompanyView) -> tuple[float, WareView | None]:
    """What the treasury lacks for the next train, if one is needed soon."""
    ware = cheapest(look.view)
    if ware is None or is_last_round(look.view) or any(not dying(look.view, train.kind) for train in company.trains):
        return 0.0, ware
    return max(0, ware.price - (company.treasury or 0)), ware


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

    def worth(self, kept: float) -> float:
        """The part that this counts of what the train brings once all of it is saved, at the same pace."""
        if not kept:
            return 0.0
        runs = min(self.rounds - ceil(self.lack / kept), COUNTED)
        return max(0.0, self.each * runs) * min(1.0, kept / self.lack)


def _next_train(look: Look, company: CompanyView) -> _Saving | None:
    """The cheapest train, if only money is missing for it, and not a place on a charter."""
    ware = cheapest(look.view)
    lasting, rusting = list[str](), ""
    for train in company.trains:
        if dying(look.view, train.kind):
            rusting = train.kind
        else:
            lasting.append(train.kind)
    if ware is None or not lasting or is_last_round(look.view) or (lack := ware.price - (company.treasury or 0)) <= 0:
        return None
    if not charter_with_room(look.game.asked, company.symbol, rusting, ware.kind):
        return None
    around = leads(look.view, company)
    more = _earning(look, around, [*lasting, ware.kind]) - _earning(look, around, lasting)
    return _Saving(ware, lack, more, more * look.units / 10, rounds_left(look.view, ware.kind))


# --- buying


@dataclass(frozen=True)
class _Buyer:
    """A company that looks at trains."""

    company: CompanyView
    around: Sequence[Lead]
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
    lasting = [train.kind for train in company.trains if not dying(look.view, train.kind)]
    around = leads(look.view, company)
    now = _earning(look, around, lasting)
    coming = _next_kind(look.view)
    ahead = _earning(look, around, [*lasting, coming.kind]) - now if coming else 0.0
    buyer = _Buyer(company, around, lasting, now, coming, ahead)
    for act in look.moves(verb):
        kind, price, source = str(act.args.get("kind", "")), act.args.get("price", 0), act.args.get("from", "bank")
        if not isinstance(price, int) or not any(ware.kind == kind for ware in look.view.trains):
            continue
        if source not in BANKS:
            yield from _from_another(look, company, act, str(source), price)
            continue
        yield _scored(look, buyer, act, kind, price, from_supply=source == "bank")
        if look.late():
            return


def _scored(look: Look, buyer: _Buyer, act: Act, kind: str, price: int, *, from_supply: bool) -> Scored:
    company, coming, symbol = buyer.company, buyer.coming, buyer.company.symbol
    more = _earning(look, buyer.around, [*buyer.lasting, kind]) - buyer.now
    added = max(0, price - buyer.treasury)
    rounds = min(rounds_left(look.view, kind), COUNTED)
    left = buyer.treasury - price
    # What it has beyond the next trains is not missed; the rest it would have to keep from its income again.
    short = max(0, min(buyer.treasury, USUAL_TRAINS * coming.price if coming else 0) - max(0, left))
    idle = IDLE * short + SPARE * (min(price, buyer.treasury) - short)
    weight = 0.4 + 0.06 * look.units
    score = more * rounds * weight - idle - added
    why = _why_buy(look, company, kind, price, more, added)
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
    missed = 0
    if not buyer.lasting and dying(look.view, kind) and (needed := cheapest(look.view)) is not None:
        # The money is missed when a train is bought that stays.
        missed = max(0, needed.price - max(0, left)) - max(0, needed.price - buyer.treasury)
        # It is missed more by a president who has to sell shares for it, or cannot pay.
        score -= max(missed, -(look.gain(act) or 0.0))
        if score <= 0 and not look.may_decline and kind in spent(look.view):
            # The one that has to be bought comes on top of it.
            score -= SURE
    if from_supply and look.level.hostile:
        net, lost, losers, old = _rust(look, kind, company)
        if net > max(score, 0.0) and round(lost) > 0:
            why = reason("buy_rusts", kind=kind, old=old, losers=losers, lost=lost)
        elif net > 0 and why.key in ("buy_must", "buy_needed", "buy_lasts"):
            why = reason("buy_needed_rusts", company=symbol, kind=kind, price=price, old=old, losers=losers)
        score += net
    if score <= 0:
        why = _why_not(look, company, kind, price, more, room_for=room_for, missed=missed)
    return Scored(score, act, why)


def _why_buy(look: Look, company: CompanyView, kind: str, price: int, more: float, added: int) -> Reason:
    """Why a train is worth its price."""
    left = rounds_left(look.view, kind)
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


def _why_not(
    look: Look, company: CompanyView, kind: str, price: int, more: float, *, room_for: str, missed: int
) -> Reason:
    """What is wrong with a train: of use where it is bought all the same, and where none is."""
    if not look.may_decline and kind not in spent(look.view):
        return reason("buy_must", company=company.symbol, kind=kind, price=price)
    if room_for:
        return reason("buy_crowds", company=company.symbol, kind=kind, next=room_for)
    if missed > 0 and kind in spent(look.view):
        return reason("buy_spent", company=company.symbol, kind=kind, price=price, missed=missed)
    if missed > 0:
        return reason("buy_dying", company=company.symbol, kind=kind, price=price, missed=missed)
    if round(more) <= 0:
        return reason("buy_idle", company=company.symbol, kind=kind, price=price)
    left = rounds_left(look.view, kind)
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


def _rust(look: Look, kind: str, buyer: CompanyView) -> tuple[float, float, str, str]:
    """What it is worth that the first train of a kind rusts others': net, what they earned a round, whose, which."""
    ware = ware_of(look.view, kind)
    if not ware.rusts or not ware.fresh:
        return 0.0, 0.0, "", ""
    # They would run on until somebody else buys one.
    rounds = min(LOSES, horizon(look.view), bought_by_others(look.view, buyer.symbol).get(kind, LOSES))
    net, lost, losers, old = 0.0, 0.0, list[str](), set[str]()
    for company in look.view.companies:
        gone = [train for train in company.trains if train.kind in ware.rusts]
        if not gone or company.closed:
            continue
        part = max(0, company.last_run) * len(gone) / len(company.trains)
        mine = look.units_of(company.symbol)
        others = sum(
            h.units for s in look.view.seats if s.id != look.seat for h in s.shares if h.company == company.symbol
        )
        net += part * rounds * (SPITE * others - mine) / 10
        if len(gone) == len(company.trains) and company.symbol != buyer.symbol:
            short = max(0, ware.price - (company.treasury or 0))
            net += -short if company.president == look.seat else SPITE * short
        if company.president != look.seat:
            lost += part
            losers.append(company.symbol)
            old |= {train.kind for train in gone}
    return net, lost, " ".join(losers), ", ".join(sorted(old))


def _next_kind(seen: View) -> WareView | None:
    """The kind that comes for sale when those on sale are gone."""
    kinds = [ware for ware in seen.trains if ware.count and ware.left]
    on_sale = [at for at, ware in enumerate(kinds) if ware.on_sale]
    return next(iter(kinds[max(on_sale) + 1 :]), None) if on_sale else None


def _earning(look: Look, around: Sequence[Lead], kinds: Sequence[str]) -> float:
    """What trains of these kinds earn: now, and as the track grows."""
    if not kinds:
        return 0.0
    later = soon(around, [ware_of(look.view, kind).stops for kind in kinds])
    return 0.5 * look.income(look.game, kinds) + 0.5 * later


def _from_another(look: Look, company: CompanyView, act: Act, source: str, price: int) -> Advice:
    """Buy a train that another of the robot's companies can spare, for next to nothing."""
    other = next((one for one in look.view.companies if one.symbol == source), None)
    if other is None or other.president != look.seat or company.trains:
        return
    ware, kind = cheapest(look.view), str(act.args["kind"])
    must = ware is not None and not look.may_decline
    trains = [train.kind for train in other.trains]
    # Where it must buy one, also a train that will rust is better than paying for a new one.
    spare = trains if must else [one for one in trains if not dying(look.view, one)]
    if len(spare) < 2 or kind not in spare:
        return
    fewer = list(spare)
    fewer.remove(kind)
    lost = income(look.game, source, spare) - income(look.game, source, fewer)
    rounds = min(rounds_left(look.view, kind), COUNTED)
    more = look.income(look.game, [kind])
    saved = max(0, ware.price - (company.treasury or 0)) if ware is not None else 0
    gain = 0.1 * rounds * (look.units * more - look.units_of(source) * lost) + saved - price
    if must and ware is not None:
        # The new train might rust its own companies'.
        gain -= min(0.0, _rust(look, ware.kind, company)[0])
    yield Scored(gain, act, reason("buy_moves", company=company.symbol, other=source, kind=kind, price=price))


def discard(look: Look, verb: str) -> Advice:
    """Discard the train with the least future."""
    for act in look.moves(verb):
        kind = next((str(value) for value in act.args.values()), "")
        if any(ware.kind == kind for ware in look.view.trains):
            score = -rounds_left(look.view, kind) * 1000 - ware_of(look.view, kind).price
            yield Scored(score, act, reason("discard", company=look.company.symbol if look.company else "", kind=kind))
        else:
            yield Scored(0.0, act, reason("any"))
