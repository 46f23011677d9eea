"""Trains: run them, pay out, and buy the next ones in time."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from bot.robots.steady.leads import Lead, leads, soon
from bot.robots.steady.look import Look
from bot.robots.steady.worth import cheapest, dying, rounds_left, ware_of
from engine import Act
from engine.view import CompanyView, View, WareView

Advice = Iterator[tuple[float, Act]]
SURE = 1000.0
IDLE = 0.2
"""What a dollar is worth that stays in a treasury."""
SPARE = 0.05
"""The same, if it has enough for the train after that, too."""
BANKS = ("bank", "pool")


def run(look: Look, verb: str) -> Advice:
    """Run the best routes, which the game computes."""
    yield from ((SURE, act) for act in look.moves(verb)[:1])


def pay(look: Look, verb: str) -> Advice:
    """Pay out, unless the company needs the money for a train that its president would have to pay."""
    company, moves = look.company, look.moves(verb)
    choices = {one.kind: one for one in look.view.payouts}
    if company is None:
        return
    units = next((held.units for held in look.me.shares if held.company == company.symbol), 0)
    gap = _gap(look, company)
    for act in moves:
        payout = next((choices[str(value)] for value in act.args.values() if value in choices), None)
        if payout is None:
            yield look.gain(act) or 0.0, act
            continue
        each = payout.dividend / 10
        saved = 1.2 * min(payout.kept, gap) + 0.02 * units * payout.kept
        yield units * (each + payout.price - company.price) + saved, act


def _gap(look: Look, company: CompanyView) -> float:
    """What the treasury lacks for the next train, if one is needed soon."""
    ware = cheapest(look.view)
    if ware is None or any(not dying(look.view, train.kind) for train in company.trains):
        return 0.0
    return max(0, ware.price - (company.treasury or 0))


def buy(look: Look, verb: str) -> Advice:
    """Buy a train that earns its price, and in any case before the president would have to pay."""
    company = look.company
    if company is None:
        return
    own = [train.kind for train in company.trains]
    lasting = [kind for kind in own if not dying(look.view, kind)]
    units = next((held.units for held in look.me.shares if held.company == company.symbol), 0)
    around = leads(look.view, company)
    now = _earning(look, around, lasting)
    coming = _next_kind(look.view)
    ahead = _earning(look, around, [*lasting, coming.kind]) - now if coming else 0.0
    for act in look.moves(verb):
        kind, price, source = str(act.args.get("kind", "")), act.args.get("price", 0), act.args.get("from", "bank")
        if not isinstance(price, int) or not any(ware.kind == kind for ware in look.view.trains):
            continue
        if source not in BANKS:
            yield from _from_another(look, company, act, str(source), price)
            continue
        more = _earning(look, around, [*lasting, kind]) - now
        added = max(0, price - (company.treasury or 0))
        rounds = min(rounds_left(look.view, kind), 5.0)
        left = (company.treasury or 0) - price
        idle = SPARE if left >= (coming.price if coming else price) else IDLE
        score = more * rounds * (0.4 + 0.06 * units) - idle * min(price, company.treasury or 0) - added
        if coming and source == "bank" and left >= coming.price:
            # Every train bought brings the next kind, and the phase that comes with it, nearer.
            cards = ware_of(look.view, kind).left
            score += max(0.0, ahead) * rounds_left(look.view, coming.kind) * 0.5 * (0.4 + 0.06 * units) / max(1, cards)
        if not lasting and not dying(look.view, kind):
            # A train is needed anyway, and it will hardly get cheaper.
            score = max(score, 0) + 200 - 0.1 * price
        yield score, act
        if look.late():
            return


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
    return 0.5 * look.prospect(look.game, kinds).income + 0.5 * later


def _from_another(look: Look, company: CompanyView, act: Act, source: str, price: int) -> Advice:
    """Buy a train that another of the robot's companies can spare, for next to nothing."""
    other = next((one for one in look.view.companies if one.symbol == source), None)
    if other is None or other.president != look.seat or company.trains:
        return
    spare = len([train for train in other.trains if not dying(look.view, train.kind)])
    if spare > 1 and not dying(look.view, str(act.args["kind"])):
        yield 300.0 - price, act


def discard(look: Look, verb: str) -> Advice:
    """Discard the train with the least future."""
    for act in look.moves(verb):
        kind = next((str(value) for value in act.args.values()), "")
        known = any(ware.kind == kind for ware in look.view.trains)
        yield (-rounds_left(look.view, kind) * 1000 - ware_of(look.view, kind).price if known else 0.0), act
