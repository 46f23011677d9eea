"""Money that must be raised for a train: how much is missing, what could be sold, and the effect of each sale."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from engine.core.errors import EngineError
from engine.core.events import Event
from engine.core.state import Raise
from engine.core.verbs import Act, Span, Text, Value
from engine.family import emergency, operating, trains
from engine.family.choices import TrainPurchase
from engine.finance import prices
from engine.game import Game
from engine.prospects import if_nobody_takes_them

SELL, BUY, BANKRUPT = "sell", "buy_train", "bankrupt"
MOST = 60
"""The number of sales, and of other companies' trains, that are tried."""


@dataclass(frozen=True)
class Sale:
    """One block of shares that may be sold now, and the result."""

    company: str
    shares: int
    brings: int
    price: int
    """What the price would be afterwards, if nobody took the shares over."""
    president: str
    """Who would become president of the company through it; empty if nobody."""


@dataclass(frozen=True)
class Elsewhere:
    """A train of another company that could be bought, and for what."""

    owner: str
    kind: str
    low: int
    high: int


@dataclass(frozen=True)
class Need:
    """What is missing for the cheapest train, beyond the company's treasury and the player's cash."""

    company: str
    """Empty if the player owes it for nobody."""
    kind: str
    """The train that must be bought; empty if the money is for something else."""
    missing: int
    could_bring: int
    sales: list[Sale]
    elsewhere: list[Elsewhere]
    privates: list[tuple[str, int]]
    """Private companies that may be turned into money, and how much each brings."""


def need_of(game: Game, seat: str) -> Need | None:
    """What a seat must raise now; None if it need not, or if it may not know what the company has."""
    verbs = game.verbs(seat) if seat else []
    cashing = [verb for verb in verbs if game.title.verbs[verb].cashes]
    if not cashing and not {SELL, BANKRUPT}.intersection(verbs):
        return None
    p = game.asked
    top = p.top
    company = (top.about[-1] if top.about else "") if isinstance(top, Raise) else operating.operator(p)
    if (isinstance(top, Raise) and top.payer != seat) or company in p.title.secret_accounts(p, seat):
        return None
    for_train = True
    missing = emergency.missing(p, seat, company) if company else 0
    if isinstance(top, Raise) and top.rule != emergency.RULE:
        for_train = False
        missing = max(0, top.amount - (p.s.cash[company] if company else 0) - p.s.cash[seat])
    if not missing:
        return None
    bring = sum(
        prices.price(p, one) * emergency.most_sellable(p, seat, one) for one in p.d.companies if prices.price(p, one)
    )
    kind = _cheapest_kind(game) if for_train else ""
    privates = [one for verb in cashing for one in _cashed(game, seat, verb)]
    bring += sum(amount for _, amount in privates)
    return Need(company, kind, missing, bring, list(sales(game, seat)), list(_elsewhere(game, seat)), privates)


def _cashed(game: Game, seat: str, verb: str) -> Iterator[tuple[str, int]]:
    """Each private company that may be turned into money, tried on a copy."""
    for args in _whole(game, seat, verb, {}):
        after, _ = game.apply(seat, Act(verb, dict(args)))
        private = args["private"]
        assert isinstance(private, str)
        yield private, after.state.cash[seat] - game.state.cash[seat]


def _cheapest_kind(game: Game) -> str:
    p = game.asked
    price = trains.cheapest(p)
    places = (trains.POOL, trains.BANK)
    return next((kind for place in places for kind in trains.kinds_at(p, place) if p.d.trains[kind].price == price), "")


def sales(game: Game, seat: str) -> Iterator[Sale]:
    """Each block that may be sold now, tried on a copy."""
    if SELL not in game.verbs(seat):
        return
    for number, args in enumerate(_whole(game, seat, SELL, {})):
        if number == MOST:
            return
        try:
            after, events = game.apply(seat, Act(SELL, dict(args)))
        except EngineError:
            continue
        sold = next((event.data for event in events if event.kind == "sold"), None)
        if sold is None:
            continue
        company, shares = str(sold["company"]), int(sold["shares"])
        if after.state.lots:
            after, more = if_nobody_takes_them(after)
            events = [*events, *more]
        yield Sale(
            company,
            shares,
            int(sold["price"]) * shares,
            prices.price(after.asked, company),
            _new_president(events, company),
        )


def _new_president(events: list[Event], company: str) -> str:
    changed = (event.data for event in events if event.kind == "president" and event.data["company"] == company)
    return next((str(data["player"]) for data in changed), "")


def _elsewhere(game: Game, seat: str) -> Iterator[Elsewhere]:
    """Trains of other companies, found by the rules themselves."""
    if BUY not in game.verbs(seat):
        return
    seen = set[tuple[str, str]]()
    for number, args in enumerate(_whole(game, seat, BUY, {})):
        sale = TrainPurchase(args)
        owner, kind = sale.from_, sale.kind
        if number == MOST:
            return
        if owner not in game.state.companies or (owner, kind) in seen:
            continue
        seen.add((owner, kind))
        asked = game.values(seat, BUY, {name: args[name] for name in args if name != "price"})
        prices_ = asked[1] if asked is not None and isinstance(asked[1], Span) else None
        low, high = (prices_.low, prices_.high) if prices_ else (sale.price, sale.price)
        yield Elsewhere(owner, kind, low, high)


def _whole(game: Game, seat: str, verb: str, got: Mapping[str, Value]) -> Iterator[Mapping[str, Value]]:
    """Whole moves; of a range of amounts the least."""
    asked = game.values(seat, verb, got)
    if asked is None:
        yield got
        return
    slot, values = asked
    if isinstance(values, Span):
        values = (values.low,)
    for value in () if isinstance(values, Text) else values:
        yield from _whole(game, seat, verb, {**got, slot: value})
