"""Private companies: what they cost a company, and buying them in its turn."""

from __future__ import annotations

from typing import TypeVar

from engine.core.errors import Refusal
from engine.core.position import Position
from engine.core.sentences import because
from engine.core.verbs import Plain, Span, Values
from engine.family import operating
from engine.family.choices import PrivatePurchase
from engine.finance import money

CLOSED = "closed"


def price_span(p: Position, private: str, most: int) -> Span:
    """Half to double the printed cost, as far as the money goes."""
    cost = p.d.privates[private].cost
    return Span(-(-cost // 2), min(cost * 2, most))


def close_private(p: Position, private: str) -> None:
    """Out of the game."""
    p.s.privates[private] = CLOSED
    p.emit("private_closed", private=private)


B = TypeVar("B", bound=PrivatePurchase)


class BuyPrivate(Plain[B]):
    """A company buys a private company from a player."""

    def values(self, p: Position, seat: str, got: B, slot: str) -> Values:
        """Any private; any price the rules and the treasury allow."""
        if slot == "private":
            return tuple(p.d.privates)
        company = operating.operator(p)
        span = p.title.operating.private_price(p, company, got.private)
        return Span(span.low, min(span.high, p.s.cash[company]))

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
                because("{amount} is no price for {private}", amount=got.price, private=private),
                section,
                because("it is from {least} to {most}", least=span.low, most=money.money(p, span.high)),
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
