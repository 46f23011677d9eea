"""The Cie du Val de Loire: exchanged for a share, turned into a train, or making a train last longer (10.2)."""

from __future__ import annotations

from engine.core.errors import Refusal
from engine.core.position import Position
from engine.core.powers import Power
from engine.core.sentences import because
from engine.core.state import Train
from engine.core.verbs import Plain, Span, Values
from engine.family import operating, privates, starting, stock, trains
from engine.family.choices import OneKind, ParChoices, PrivatePurchase
from engine.family.privates import TRAIN, close_private
from engine.family.running import OBSOLETE, trains_of
from engine.finance import money, shares
from engine.titles.t1843 import need
from engine.titles.t1843.auction import LYON, PLM
from engine.titles.t1843.own import later_edition, own
from engine.titles.t1843.script import FIRST, LAST
from engine.titles.t1843.stock import pars_now
from engine.titles.t1843.trains import ENGINEERS, LOIRE_TRAIN

LOIRE = "VdL"
SECTION = "10.2"
AS_TRAIN, AS_PRIVATE = "train", "private"


# --- the exchange


class Exchange(Plain[ParChoices]):
    """Exchange the private company for a share, or for half a director's certificate."""

    def slots(self, p: Position, seat: str, got: ParChoices) -> tuple[str, ...]:
        """Which company; the par if it has not been started."""
        if "company" in got and not shares.started(p, got.company):
            return ("company", "price")
        return ("company",)

    def values(self, p: Position, seat: str, got: ParChoices, slot: str) -> Values:
        """Any company; every par."""
        if slot == "company":
            return tuple(p.d.companies)
        return tuple(sorted(box.price for box in starting.pars_for(p, got.company)))

    def refuse(self, p: Position, seat: str, got: ParChoices) -> Refusal | None:
        """The owner; something in the IPO; 60%; one par for the other half of a director's certificate."""
        refusal = privates.not_yours(p, seat, LOIRE, SECTION) or self.turn_refusal(p)
        if refusal or "company" not in got:
            return refusal
        company = got.company
        if not shares.started(p, company):
            return self._director_refusal(p, seat, company, got)
        if not shares.in_offering(p, company):
            return Refusal(because("no share of {company} is left in the IPO", company=company), SECTION)
        return self._share_refusal(p, seat, company, 1) or need.director_stays(p, seat, company)

    def turn_refusal(self, p: Position) -> Refusal | None:
        """In a stock turn it counts as the purchase (7.1)."""
        return stock.buying_refusal(p) if stock.round_of(p) is not None else None

    def _share_refusal(self, p: Position, seat: str, company: str, units: int) -> Refusal | None:
        most = p.title.holding.most_units(p, company)
        if shares.units_at(p, seat, company) + units > most:
            return Refusal(because("you may hold at most {most}% of {company}", most=most * 10, company=company), "7.3")
        return None

    def _director_refusal(self, p: Position, seat: str, company: str, got: ParChoices) -> Refusal | None:
        chief = p.d.certs_of[company][0]
        if p.s.certs[chief] != shares.IPO:
            return Refusal(
                because("the director's certificate of {company} is not available", company=company), SECTION
            )
        refusal = starting.par_refusal(p, got.price, pars_now(p)) if "price" in got else None
        if refusal:
            return refusal
        half = got.price if "price" in got else 0
        return money.short(p, seat, half, SECTION, because("the other half costs {cost}", cost=money.money(p, half)))

    def do(self, p: Position, seat: str, args: ParChoices) -> None:
        """The private company leaves the game."""
        company = args.company
        p.emit("exchanged", player=seat, private=LOIRE, company=company)
        close_private(p, LOIRE)
        if "price" in args:
            money.pay(p, seat, money.BANK, args.price)
            starting.start_company(p, seat, company, args.price)
            shares.move(p, [p.d.certs_of[company][0]], seat)
        else:
            shares.move(p, shares.in_offering(p, company)[:1], seat)
        shares.settle_presidency_after_buying(p, company, seat)
        floated = p.company(company).floated
        p.title.stock.after_purchase(p, company)
        if stock.round_of(p) is not None:
            stock.remember(stock.turn_of(p), "bought", on=company)
            stock.act_for_priority(p, seat)
        elif p.company(company).floated and not floated and _somebody_operated(p):
            own(p).late.append(company)


def _somebody_operated(p: Position) -> bool:
    frame = operating.round_frame(p)
    return frame is not None and any(note.what == "operated" for note in frame.used)


def _may_exchange(p: Position, seat: str) -> bool:
    return p.s.privates[LOIRE] == seat


def _why_not(p: Position, seat: str) -> Refusal | None:
    return privates.in_own_turn(p, seat, LOIRE, SECTION)


POWER = Power("exchange", _may_exchange, "operating_round", _why_not, (FIRST, LAST))


# --- owned by a company


class Engineers(Plain[OneKind]):
    """Mark a train that will run once more after it would have rusted."""

    def values(self, p: Position, seat: str, got: OneKind, slot: str) -> Values:
        """Those the company has."""
        return tuple(trains.kinds_at(p, operating.operator(p)))

    def refuse(self, p: Position, seat: str, got: OneKind) -> Refusal | None:
        """The company that owns the private company, while it buys trains."""
        return privates.not_its_own(p, operating.operator(p), LOIRE, SECTION)

    def do(self, p: Position, seat: str, args: OneKind) -> None:
        """The card goes on the train; the private company leaves the game."""
        company, kind = operating.operator(p), args.kind
        train = next(
            train
            for train in trains_of(p, company)
            if p.s.trains[train].kind == kind and OBSOLETE not in p.s.trains[train].marks
        )
        p.s.trains[train].marks.append(ENGINEERS)
        p.emit("engineers", company=company, train=train, kind=kind)
        close_private(p, LOIRE)


# --- what companies pay for private companies


def becomes_train(p: Position) -> bool:
    """May a company turn it into a train: with five players (2016) or six, before blue phase?"""
    return len(p.s.players) >= (5 if later_edition(p) else 6) and p.s.phase in ("yellow", "green")


def private_price(p: Position, company: str, private: str) -> Span:
    """One to twice its face value; in yellow phase the Val de Loire at face value (8.3)."""
    cost = p.d.privates[private].cost
    return Span(cost, cost) if p.s.phase == "yellow" else Span(1, cost * 2)


def private_refusal(p: Position, company: str, private: str) -> Refusal | None:
    """From green phase on; never the Lyon - Méditerranée (10.1, 10.2)."""
    if private == LYON:
        return Refusal(because("no company may buy {name}", name=p.d.privates[LYON].name), SECTION)
    if not p.d.phases[p.s.phase].private_sales and not (private == LOIRE and becomes_train(p)):
        return Refusal("companies can buy private companies only from the green phase on", "10.1")
    return None


class LoirePurchase(PrivatePurchase):
    as_: str = ""


class BuyPrivate(privates.BuyPrivate[LoirePurchase]):
    """Buy a private company; the Val de Loire perhaps to make a train of it."""

    def slots(self, p: Position, seat: str, got: LoirePurchase) -> tuple[str, ...]:
        """Which one, for what use if it is the Val de Loire, and at what price."""
        if "private" in got and got.private == LOIRE and becomes_train(p):
            return ("private", "as", "price")
        return ("private", "price")

    def values(self, p: Position, seat: str, got: LoirePurchase, slot: str) -> Values:
        """In yellow phase always as a train."""
        if slot == "as":
            return (AS_TRAIN,) if p.s.phase == "yellow" else (AS_TRAIN, AS_PRIVATE)
        return super().values(p, seat, got, slot)

    def refuse(self, p: Position, seat: str, got: LoirePurchase) -> Refusal | None:
        """A train needs room."""
        refusal = super().refuse(p, seat, got)
        if refusal or got.as_ != AS_TRAIN:
            return refusal
        company = operating.operator(p)
        if not trains.charter_with_room(p, company, kind=LOIRE_TRAIN):
            return Refusal(
                because("{company} has no room for another train", company=company), p.title.sections["train limit"]
            )
        return None

    def do(self, p: Position, seat: str, args: LoirePurchase) -> None:
        """The private company closes at once if it becomes a train."""
        super().do(p, seat, args)
        if args.as_ != AS_TRAIN:
            return
        company = operating.operator(p)
        train = f"{LOIRE_TRAIN}-0"
        p.s.trains[train] = Train(kind=LOIRE_TRAIN, at=trains.charter_with_room(p, company, kind=LOIRE_TRAIN))
        p.memo.clear()
        p.emit("made_train", company=company, train=train, kind=LOIRE_TRAIN)
        close_private(p, LOIRE)
        # By the older rules only buying a train closes it.
        if company == PLM and later_edition(p) and p.s.privates[LYON] != "closed":
            close_private(p, LYON, TRAIN)
