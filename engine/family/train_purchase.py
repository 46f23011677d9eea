"""Buying a train: from the bank, the pool or another company, with a president's help where it is allowed."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeVar

from engine.core.errors import Refusal
from engine.core.position import Position
from engine.core.roles import chief
from engine.core.sentences import because
from engine.core.state import Raise, Used
from engine.core.verbs import Got, Plain, Shown, Span, Values
from engine.family import operating, trains
from engine.family.choices import TrainPurchase
from engine.family.running import SECOND_HAND, trains_of
from engine.finance import money

B = TypeVar("B", bound=TrainPurchase)


class BuyTrain(Plain[B]):
    """Buy a train from the bank, the pool or another company."""

    gets_train = True
    shown = Shown.LIST

    def slots(self, p: Position, seat: str, got: B) -> tuple[str, ...]:
        """From whom, which kind, what is traded in, on which of several charters it goes, at what price."""
        trade = ("trade",) if "kind" in got and self.trades(p, got) else ()
        charter = ("charter",) if len(p.company(operating.operator(p)).charters) > 1 else ()
        return ("from", "kind", *trade, *charter, "price")

    def values(self, p: Position, seat: str, got: B, slot: str) -> Values:
        """Sellers, kinds, trains to trade, prices: fixed for bank and market, open between companies."""
        match slot:
            case "from":
                return (trains.BANK, trains.POOL, *p.d.companies)
            case "kind":
                return tuple(p.d.trains)
            case "trade":
                return ("nothing", *p.d.trains)
            case "charter":
                return tuple(p.company(operating.operator(p)).charters)
            case _:
                fixed = self.fixed_price(p, got)
                return (fixed,) if fixed is not None else Span(self.least(p, seat), self.most(p, seat, got))

    def cites(self, p: Position, slot: str) -> str:
        """Who sells trains, and for how much."""
        return p.title.sections["train"] if slot in ("from", "price") else ""

    def usual(self, p: Position, seat: str) -> Got:
        """The next one of the bank, however many other companies sell trains."""
        return {"from": trains.BANK}

    def trades(self, p: Position, got: B) -> Sequence[str]:
        """Kinds of train that may be handed in for what is bought."""
        return p.d.trains[got.kind].trade_for if got.from_ == trains.BANK else ()

    def least(self, p: Position, seat: str) -> int:
        """The least that can be paid to another company."""
        return 1

    def most(self, p: Position, seat: str, got: B) -> int:
        """What can be paid to another company: the treasury, and with its president's help what is printed."""
        company = operating.operator(p)
        treasury = p.s.cash[company]
        if not self.helped_by_companies(p, company):
            return treasury
        return max(treasury, min(p.d.trains[got.kind].price, treasury + p.s.cash[seat]))

    def helped_by_companies(self, p: Position, company: str) -> bool:
        """May the president add to what another company asks?"""
        return p.title.operating.help_for_any_train and bool(p.title.operating.helped(p, company))

    def fixed_price(self, p: Position, got: B) -> int | None:
        """The price if the seller is the bank or the pool."""
        if got.from_ not in (trains.BANK, trains.POOL):
            return None
        sheet = p.d.trains[got.kind]
        traded = got.trade != "nothing"
        return sheet.price - (sheet.trade_in if traded else 0)

    def bound(self, p: Position) -> bool:
        """Has the president sold shares for this train, and must they buy the cheapest?"""
        return isinstance(p.top, Raise) and not p.title.operating.help_for_any_train

    def refuse(self, p: Position, seat: str, got: B) -> Refusal | None:
        """Room, what the seller has, money; the president adds money only for the cheapest, and only if they must."""
        company = operating.operator(p)
        if "from" not in got:
            return None
        source = got.from_
        refusal = self.source_refusal(p, company, source)
        if refusal or "kind" not in got:
            return refusal
        kind = got.kind
        if kind not in trains.kinds_at(p, source):
            return Refusal(
                because("{source} has no {kind} train for sale", source=source, kind=kind),
                p.title.sections["train"],
            )
        if self.bound(p) and p.d.trains[kind].price != trains.cheapest(p):
            return Refusal("after selling shares only the cheapest train may be bought", p.title.sections["money"])
        if "trade" in got or "trade" not in self.slots(p, seat, got):
            refusal = self.room_refusal(p, company, got)
            if refusal:
                return refusal
        if "charter" in got and len(trains.on_charter(p, got.charter)) >= trains.limit(p):
            return Refusal(
                because("the {charter} shell may have {limit} trains", charter=got.charter, limit=trains.limit(p)),
                p.title.sections["train limit"],
            )
        if "price" not in got:
            return None
        return self.money_refusal(p, seat, company, source, kind, got.price)

    def none(self, p: Position, seat: str, got: B, slot: str) -> Refusal | None:
        """What stands in the way of the cheapest train that the seller has, not that it lacks another kind."""
        kinds = trains.kinds_at(p, got.from_) if slot == "kind" else []
        if not kinds:
            return None
        kind = min(kinds, key=lambda one: p.d.trains[one].price)
        tried = self.choices({**got, "kind": kind, "trade": "nothing"})
        price = self.fixed_price(p, tried)
        return self.refuse(p, seat, self.choices({**tried, "price": self.least(p, seat) if price is None else price}))

    def source_refusal(self, p: Position, company: str, source: str) -> Refusal | None:
        if source == company:
            return Refusal("a company cannot buy its own train; choose another seller", p.title.sections["train"])
        if source in (trains.BANK, trains.POOL):
            return None
        if self.bound(p):
            return Refusal(
                "after selling shares to pay for a train, you must buy it from the bank or the pool",
                p.title.sections["money"],
            )
        if not trains_of(p, source):
            return Refusal(because("{source} has no train", source=source), p.title.sections["train"])
        if p.s.cash[company] < 1 and not self.helped_by_companies(p, company):
            return Refusal(because("the treasury of {company} is empty", company=company), p.title.sections["train"])
        return None

    def room_refusal(self, p: Position, company: str, got: B) -> Refusal | None:
        traded = got.trade
        owned = trains_of(p, company)
        if traded != "nothing" and (traded not in self.trades(p, got) or traded not in trains.kinds_at(p, company)):
            return Refusal(
                because("{company} has no {given} train to trade in", company=company, given=traded),
                p.title.sections["train"],
            )
        if not trains.charter_with_room(p, company, traded if traded != "nothing" else "", got.kind):
            cards = p.d.phases[p.s.phase].card_limit
            most = because("{limit} trains", limit=trains.limit(p))
            if cards:
                most = because("{limit} trains on {cards} certificates", limit=trains.limit(p), cards=cards)
            several = len(p.company(company).charters) > 1
            return Refusal(
                because("a charter may own only {most} now", most=most)
                if several
                else because("a company may own only {most} now", most=most),
                p.title.sections["train limit"],
                because("{company} has {count}", company=company, count=len(owned)),
            )
        return None

    def money_refusal(self, p: Position, seat: str, company: str, source: str, kind: str, price: int) -> Refusal | None:
        treasury = p.s.cash[company]
        if price <= treasury:
            return None
        from_company = source not in (trains.BANK, trains.POOL)
        helped = self.helped_by_companies(p, company) if from_company else p.title.operating.helped(p, company)
        if not helped:
            return Refusal(
                because("that costs {money}", money=money.money(p, price)),
                p.title.sections["treasury"],
                because("the treasury holds {treasury}", treasury=treasury),
            )
        if from_company and price > p.d.trains[kind].price:
            return Refusal(
                because(
                    "the {president_word} may not add money to pay more than the printed price",
                    president_word=p.title.president_word,
                ),
                p.title.sections["money"],
                because("a {kind} train costs {price}", kind=kind, price=p.d.trains[kind].price),
            )
        if not from_company and price != trains.cheapest(p):
            return Refusal(
                because(
                    "the {president_word}'s money may only go towards the cheapest train",
                    president_word=p.title.president_word,
                ),
                p.title.sections["money"],
                because("it costs {cost}", cost=trains.cheapest(p)),
            )
        if treasury + p.s.cash[seat] < price:
            return Refusal(
                because("that costs {money}", money=money.money(p, price)),
                p.title.sections["money"],
                because("the treasury holds {treasury} and you {cash}", treasury=treasury, cash=p.s.cash[seat]),
            )
        return None

    def consent(self, p: Position, seat: str, args: B) -> list[str]:
        """The president of the company that sells."""
        owner = "" if args.from_ in (trains.BANK, trains.POOL) else chief(p, args.from_)
        return [owner] if owner and owner != seat else []

    def do(self, p: Position, seat: str, args: B) -> None:
        """Pay and take the train; the president adds what the treasury lacks."""
        company, source, kind = operating.operator(p), args.from_, args.kind
        if args.trade != "nothing":
            self.hand_in(p, company, args.trade)
        buy(p, company, source, kind, args.price, seat, args.charter)

    def hand_in(self, p: Position, company: str, kind: str) -> None:
        """Into the pool."""
        p.s.trains[trains.first_at(p, company, kind)].at = trains.POOL


def buy(p: Position, company: str, source: str, kind: str, price: int, payer: str, charter: str = "") -> None:
    """The purchase itself, with all the effects of a new kind of train."""
    missing = price - p.s.cash[company]
    if missing > 0:
        p.emit("contributes", player=payer, company=company, amount=missing, train=p.title.operating.helped(p, company))
        money.pay(p, payer, company, missing)
    train = trains.first_at(p, source, kind)
    first = source == trains.BANK and not trains.bought_once(p, kind)
    seller = money.BANK if source in (trains.BANK, trains.POOL) else source
    p.emit_payment("bought_train", company, seller, price, company=company, train=train, kind=kind, source=source)
    money.pay(p, company, seller, price)
    card = p.s.trains[train]
    card.at = charter or trains.charter_with_room(p, company, kind=kind) or p.company(company).charters[0]
    card.kind = kind
    frame = operating.turn(p)
    if frame is not None and source == trains.BANK:
        frame.used.append(Used("bought train", kind))
    if p.d.train_counts[kind] < 0 and source == trains.BANK:
        trains.add_card(p, kind)
    if first and SECOND_HAND not in card.marks:
        trains.begin_kind(p, trains.front_of(p, kind))
    p.title.operating.train_bought(p, company, train)
