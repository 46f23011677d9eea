"""Private companies: what they cost a company, and buying them in its turn."""

from __future__ import annotations

from typing import TypeVar

from engine.core.errors import Refusal
from engine.core.position import Position
from engine.core.sentences import because
from engine.core.verbs import Plain, Shown, Span, Values
from engine.family import operating, stock
from engine.family.choices import PrivatePurchase
from engine.finance import holding, money, shares

CLOSED = "closed"
PHASE, TRAIN, USED = "phase", "train", "used"
"""Why one closes: a phase begins, its company has a train, or its power is used up."""


def price_span(p: Position, private: str, most: int) -> Span:
    """Half to double the printed cost, as far as the money goes."""
    cost = p.d.privates[private].cost
    return Span(-(-cost // 2), min(cost * 2, most))


def close_private(p: Position, private: str, why: str = "") -> None:
    """Out of the game; `why` if nothing else that happens says so."""
    p.s.privates[private] = CLOSED
    p.emit("private_closed", private=private, **({"why": why} if why else {}))


def close_all(p: Position) -> None:
    """Those that are left close."""
    for private in p.d.privates:
        if p.s.privates[private] != CLOSED:
            close_private(p, private, PHASE)


def has_closed(private: str, section: str) -> Refusal:
    """It is out of the game, or has become a certificate of a company."""
    return Refusal(because("{private} has closed as a private company", private=private), section)


def not_yours(p: Position, seat: str, private: str, section: str) -> Refusal | None:
    """Only the player who owns it may use it, as long as it is open."""
    owner = p.s.privates[private]
    if owner == CLOSED:
        return has_closed(private, section)
    return Refusal(because("you do not own {private}", private=private), section) if owner != seat else None


def not_its_own(p: Position, company: str, private: str, section: str) -> Refusal | None:
    """Only the company that owns it may use its power, as long as it is open."""
    owner = p.s.privates[private]
    if owner == CLOSED:
        return has_closed(private, section)
    if owner == company:
        return None
    return Refusal(because("{company} does not own {private}", company=company, private=private), section)


def in_own_turn(p: Position, seat: str, private: str, section: str) -> Refusal | None:
    """Where it can be exchanged in an operating round at any time, but in a stock round only on its owner's turn."""
    refusal = not_yours(p, seat, private, section)
    if refusal or stock.round_of(p) is None:
        return refusal
    return Refusal(
        because("in a stock round {private} can be exchanged only in your own turn", private=private), section
    )


B = TypeVar("B", bound=PrivatePurchase)


class BuyPrivate(Plain[B]):
    """A company buys a private company from a player."""

    shown = Shown.ASIDE

    def values(self, p: Position, seat: str, got: B, slot: str) -> Values:
        """Any private; any price the rules and the treasury allow."""
        if slot == "private":
            return tuple(p.d.privates)
        company = operating.operator(p)
        span = p.title.operating.private_price(p, company, got.private)
        return Span(span.low, min(span.high, p.s.cash[company]))

    def cites(self, p: Position, slot: str) -> str:
        """What a price may be."""
        return p.title.sections["private"] if slot == "price" else ""

    def refuse(self, p: Position, seat: str, got: B) -> Refusal | None:
        """The phase, the owner, the treasury."""
        company = operating.operator(p)
        section = p.title.sections["private"]
        if "private" not in got:
            return None
        private = got.private
        refusal = p.title.operating.private_refusal(p, company, private)
        if refusal:
            return refusal
        if p.s.privates[private] == CLOSED:
            return has_closed(private, section)
        if p.s.privates[private] not in p.seats:
            return Refusal(because("{private} is not owned by a player", private=private), section)
        span = p.title.operating.private_price(p, company, private)
        treasury = because("the treasury holds {cash}", cash=p.s.cash[company])
        if p.s.cash[company] < span.low:
            cost = because("{private} costs at least {least}", private=private, least=span.low)
            return Refusal(cost, section, treasury)
        if "price" in got and got.price > p.s.cash[company]:
            return Refusal("the company cannot pay that", section, treasury)
        if "price" in got and not span.low <= got.price <= span.high:
            return Refusal(
                because("{private} cannot be sold for {amount}", amount=got.price, private=private),
                section,
                because("the price must be from {least} to {most}", least=span.low, most=money.money(p, span.high)),
            )
        return None

    def consent(self, p: Position, seat: str, args: B) -> list[str]:
        """The owner."""
        owner = p.s.privates[args.private]
        return [owner] if owner != seat else []

    def do(self, p: Position, seat: str, args: B) -> None:
        """From the treasury into the owner's hand."""
        company, private, price = operating.operator(p), args.private, args.price
        owner = p.s.privates[private]
        p.emit("bought_private", buyer=company, seller=owner, private=private, price=price)
        money.pay(p, company, owner, price)
        p.s.privates[private] = company
        p.title.operating.private_bought(p, company, private)


class BuyInTurn(Plain[B]):
    """A player buys a private company from another, or from the pool, in place of a certificate."""

    shown = Shown.ASIDE
    section = ""
    """Where the rulebook says so, if not where it says all of private companies."""

    def values(self, p: Position, seat: str, got: B, slot: str) -> Values:
        """Any private; its list price from the market, any price from a player."""
        if slot == "private":
            return tuple(p.d.privates)
        private = got.private
        if p.s.privates[private] == shares.POOL:
            return (p.d.privates[private].cost,)
        return Span(1, p.s.cash[seat])

    def cites(self, p: Position, slot: str) -> str:
        """What a price may be."""
        return (self.section or p.title.sections["private"]) if slot == "price" else ""

    def refuse(self, p: Position, seat: str, got: B) -> Refusal | None:
        """The turn, the owner, room, money."""
        refusal = stock.buying_refusal(p)
        if refusal or "private" not in got:
            return refusal
        private = got.private
        owner = p.s.privates[private]
        section = self.section or p.title.sections["private"]
        if owner == seat:
            return Refusal(because("you already own {private}", private=private), section)
        if owner == CLOSED:
            return has_closed(private, section)
        if owner != shares.POOL and owner not in p.seats:
            return Refusal(
                because("no other player owns {private}, and it is not in the pool", private=private), section
            )
        ban = p.title.sale.ban(p, owner, "") if owner != shares.POOL else None
        if ban:
            return ban
        least = p.d.privates[private].cost if owner == shares.POOL else 1
        what = because("{private} costs at least {money}", private=private, money=money.money(p, least))
        dear = money.short(p, seat, least, section, what)
        if not dear and "price" in got:
            dear = money.short(p, seat, got.price, section, because("that is more than you can pay"))
        return dear or holding.private_refusal(p, seat)

    def consent(self, p: Position, seat: str, args: B) -> list[str]:
        """The player who owns it."""
        owner = p.s.privates[args.private]
        return [owner] if owner in p.seats else []

    def do(self, p: Position, seat: str, args: B) -> None:
        """Pay and take it."""
        private, price = args.private, args.price
        owner = p.s.privates[private]
        stock.remember(stock.turn_of(p), "bought", on=private)
        stock.act_for_priority(p, seat)
        p.emit("bought_private", buyer=seat, seller=owner, private=private, price=price)
        money.pay(p, seat, owner if owner in p.seats else money.BANK, price)
        p.s.privates[private] = seat


def for_share(p: Position, player: str, private: str, company: str, source: str) -> None:
    """A private company is given for a single share of a company, from the offering or the pool, and closes."""
    p.emit("exchanged", player=player, private=private, company=company, source=source)
    close_private(p, private)
    shares.move(p, singles_at(p, source, company)[:1], player)
    shares.settle_presidency_after_buying(p, company, player)
    p.title.stock.after_purchase(p, company)


def singles_at(p: Position, source: str, company: str) -> list[str]:
    """Which share of a company is available there."""
    return shares.in_offering(p, company) if source == shares.IPO else shares.certs_at(p, source, company)
