"""A company cannot pay for a train: its director sells shares, cashes private companies, or is bankrupt (8.8.3)."""

from __future__ import annotations

from engine.core.errors import Refusal
from engine.core.position import Position
from engine.core.sentences import because
from engine.core.verbs import Choices, Plain, Values
from engine.family import emergency, operating, trains
from engine.family.choices import Block, OnePrivate
from engine.family.ending import finish
from engine.family.privates import close_private
from engine.finance import lots, money, prices, shares

SECTION, NO_NEED = "8.8.3", "8.8.1"
"""Where the rules for an emergency stand, and where it says when there is one."""

EVERYBODY = "everybody"


def in_need(p: Position, company: str) -> str:
    """Must it buy a train that its treasury cannot pay? Only then does its director add to it (8.8.1)."""
    price = trains.cheapest(p)
    needs = price is not None and price > p.s.cash[company] and trains.must_buy(p, company)
    return trains.MUST if needs else ""


def director_stays(p: Position, buyer: str, company: str) -> Refusal | None:
    """Nobody takes over a company while money is raised for its train."""
    frame = operating.turn(p)
    if frame is None or (frame.subject, frame.step) != (company, "train"):
        return None
    director = shares.president(p, company)
    taken_over = shares.units_at(p, buyer, company) + 1 > shares.units_at(p, director, company)
    if buyer == director or not taken_over or not in_need(p, company):
        return None
    return Refusal(
        because("another share would make you the director of {company}, which must buy a train", company=company),
        SECTION,
        "wait until it has one",
    )


def not_needed(p: Position, seat: str) -> Refusal | None:
    """Why a director may not raise money: no duty to own a train, or enough money."""
    needy = operating.operator(p)
    if emergency.missing(p, seat, needy):
        return None
    if in_need(p, needy):
        return Refusal(
            because("{needy} and you have enough money for the train, so you may raise no more", needy=needy), SECTION
        )
    return Refusal("you may only raise money for a train that must be bought and that you cannot pay for", NO_NEED)


def own_privates(p: Position, seat: str) -> list[str]:
    """Private companies that a player could cash."""
    return [private for private, owner in p.s.privates.items() if owner == seat]


def bankrupt(p: Position, player: str, company: str) -> None:
    """The money raised is lost to the company, and the game is over (8.10.1)."""
    p.emit("bankrupt", player=player, company=company)
    money.pay(p, player, company, p.s.cash[player])
    p.seat(player).out = "bankrupt"
    finish(p, "bankruptcy")


class ForcedSale(emergency.EmergencySale):
    """Sell shares for a train; the price falls at once."""

    def moment_refusal(self, p: Position, seat: str, company: str) -> Refusal | None:
        """Only when money is needed."""
        return not_needed(p, seat)

    def do(self, p: Position, seat: str, args: Block) -> None:
        """To the pool."""
        lot = lots.sell(p, seat, args.company, args.shares)
        p.title.sale.settle_lot(p, lot)


class CashPrivate(Plain[OnePrivate]):
    """Discard a private company for its face value."""

    cashes = True

    def values(self, p: Position, seat: str, got: OnePrivate, slot: str) -> Values:
        """One's own."""
        return tuple(own_privates(p, seat))

    def refuse(self, p: Position, seat: str, got: OnePrivate) -> Refusal | None:
        """Only when money is needed, and only what the player owns."""
        refusal = not_needed(p, seat)
        if refusal is None and not own_privates(p, seat):
            return Refusal("you own no private company", SECTION)
        return refusal

    def do(self, p: Position, seat: str, args: OnePrivate) -> None:
        """It leaves the game."""
        cost = p.d.privates[args.private].cost
        p.emit("cashed", player=seat, private=args.private, amount=cost)
        money.pay(p, money.BANK, seat, cost)
        close_private(p, args.private)


def who_could_sell(p: Position, seat: str) -> list[str]:
    """Directors of other companies with a suitable train, if there is any money for it."""
    needy = operating.operator(p)
    if p.s.cash[seat] + p.s.cash[needy] < 1:
        return []
    directors = [shares.president(p, company) for company in p.d.companies if trains.real_trains(p, company)]
    return [player for player in dict.fromkeys(directors) if player not in ("", seat)]


class WithoutBuyer(Choices):
    asked: str


class Bankrupt(Plain[WithoutBuyer]):
    """Declare that the money for a train cannot be raised."""

    grave = True

    def slots(self, p: Position, seat: str, got: WithoutBuyer) -> tuple[str, ...]:
        """Confirm that everybody who could sell a train was asked."""
        return ("asked",) if who_could_sell(p, seat) else ()

    def values(self, p: Position, seat: str, got: WithoutBuyer, slot: str) -> Values:
        """All of them, or there would be no bankruptcy."""
        return (EVERYBODY,)

    def refuse(self, p: Position, seat: str, got: WithoutBuyer) -> Refusal | None:
        """Only when everything that may be sold is sold."""
        needy = operating.operator(p)
        if not trains.must_buy(p, needy):
            return Refusal(because("{needy} need not buy a train", needy=needy), NO_NEED)
        if not emergency.missing(p, seat, needy):
            return Refusal("you have the money for the train", SECTION if in_need(p, needy) else NO_NEED)
        sellable = [c for c in p.d.companies if prices.price(p, c) and emergency.most_sellable(p, seat, c)]
        if sellable or own_privates(p, seat):
            left = because("{left:list}", left=(*sellable, *own_privates(p, seat)))
            return Refusal("you must first sell everything you may sell", SECTION, left)
        if any(offer.by == seat and offer.verb == "buy_train" for offer in p.s.offers):
            return Refusal("your offer for a train is open: wait for the answer or withdraw the offer", SECTION)
        return None

    def do(self, p: Position, seat: str, args: WithoutBuyer) -> None:
        """The game is over."""
        if "asked" in args:
            p.emit("in_vain", player=seat, players=" ".join(who_could_sell(p, seat)))
        bankrupt(p, seat, operating.operator(p))
