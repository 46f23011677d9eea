"""Sales: shares first go into a lot; the title decides when the lot is settled."""

from __future__ import annotations

from engine.core.errors import Refusal
from engine.core.position import Position
from engine.core.sentences import because
from engine.core.state import Lot
from engine.finance import money, shares


def refusal(p: Position, seller: str, company: str, units: int) -> Refusal | None:
    """Why so many units cannot be sold, by the pool's room and the presidency."""
    room = p.title.holding.pool_units - shares.units_in_market(p, company)
    if units > room:
        return Refusal(
            because(
                "the pool may hold at most {pool_units}% of {company}",
                pool_units=p.title.holding.pool_units * 10,
                company=company,
            ),
            p.title.sections["pool"],
            because("it has room for {room} more", room=room) if room > 0 else "it has no room for more",
        )
    return shares.sale_refusal(p, seller, company, units)


def sell(p: Position, seller: str, company: str, units: int) -> Lot:
    """Pay the seller and set the shares aside until the lot is settled."""
    price = p.title.sale.price(p, company)
    # Told first: a change of president follows from it.
    p.emit("sold", player=seller, company=company, shares=units, price=price, amount=price * units)
    lot = set_aside(p, seller, company, units, price)
    money.pay(p, money.BANK, seller, price * units)
    lot.left = p.s.cash[money.BANK]
    return lot


def set_aside(p: Position, seller: str, company: str, units: int, each: int) -> Lot:
    """Make a lot of shares; a president who sells too many first hands over the presidency."""
    rescuer = p.title.sale.rescuer(p, seller, company)
    left_with = shares.units_at(p, seller, company) - units
    if shares.president(p, company) == seller:
        heir = shares.successor(p, company, left_with, seller)
        if heir:
            shares.change_president(p, company, heir)
    certs = shares.take_from(p, seller, company, units)
    lot = Lot(id=p.next_id(), seller=seller, company=company, certs=certs, units=units, price=each, rescuer=rescuer)
    shares.move(p, certs, f"lot:{lot.id}")
    p.s.lots.append(lot)
    return lot


def to_market(p: Position, lot: Lot) -> None:
    """Nobody took the lot: it goes to the pool and the price falls."""
    p.s.lots.remove(lot)
    shares.move(p, lot.certs, shares.POOL)
    p.title.sale.fall(p, lot)


def to_rescuer(p: Position, lot: Lot, player: str) -> None:
    """The protector takes the whole lot at the price of the sale; the market price does not move."""
    p.s.lots.remove(lot)
    money.pay(p, player, money.BANK, lot.price * lot.units)
    for later in p.s.lots:
        later.left += lot.price * lot.units
    shares.move(p, lot.certs, player)
    p.emit("protected", player=player, company=lot.company, shares=lot.units, price=lot.price)
    shares.settle_presidency_after_buying(p, lot.company, player)
