"""Emergency money: the company pays, then its director, until the debt is paid or somebody is bankrupt (8.4)."""

from __future__ import annotations

from engine.core.agenda import FrameRule
from engine.core.errors import Refusal
from engine.core.position import Position
from engine.core.state import Raise, Run
from engine.family import stock, train_purchase, trains
from engine.family.choices import Block
from engine.family.emergency import LOTS, needy_refusal
from engine.family.sale import ShareBlock
from engine.finance import lots, money, shares
from engine.titles.t1839 import places

RULE = "debt"
HOME_FEE, FIRST_TRAIN, TRAIN, RED = "home fee", "first train", "train", "red private company"
RED_PAYS = 100
FREE_KINDS = ("4", "7")
"""A company that operates for the first time need not buy a gray or purple train (8.3)."""


def require(p: Position, payer: str, company: str, what: str) -> None:
    """A debt; `company` is empty if the player owes it."""
    if payer:
        p.push(Raise(rule=RULE, payer=payer, amount=owed(p, company, what), about=[what, company]))


def owed(p: Position, company: str, what: str) -> int:
    """How much, now."""
    match what:
        case "home fee":
            return places.home_fee(p, company)
        case "red private company":
            return RED_PAYS
        case _:
            return p.d.trains[trains.on_sale(p)[0]].price


def _about(frame: Raise) -> tuple[str, str]:
    what, company = frame.about
    return what, company


def missing(p: Position, frame: Raise) -> int:
    """What is still missing after the company's treasury and the player's own money."""
    what, company = _about(frame)
    return max(0, owed(p, company, what) - _treasury(p, company) - p.s.cash[frame.payer])


def _treasury(p: Position, company: str) -> int:
    return p.s.cash[company] if company else 0


def _sells_its_own(p: Position, frame: Raise) -> int:
    """How many shares from its treasury the company must sell first, no more than needed (8.4.1)."""
    what, company = _about(frame)
    if not company:
        return 0
    short = owed(p, company, what) - p.s.cash[company]
    price = p.title.sale.price(p, company)
    have = shares.units_at(p, company, company)
    return min(have, -(-short // price)) if short > 0 and price else 0


def _can_sell(p: Position, frame: Raise) -> bool:
    law = DebtSale()
    return any(
        law.refuse(p, frame.payer, Block(company=company, shares=units)) is None
        for company in p.d.companies
        for units in range(1, shares.units_at(p, frame.payer, company) + 1)
    )


def _deciders(p: Position, frame: Raise) -> list[str]:
    """The player, while money is missing and they may still sell something."""
    if p.s.lots or _void(p, frame) or _sells_its_own(p, frame) or not missing(p, frame) or not _can_sell(p, frame):
        return []
    return [frame.payer]


def _void(p: Position, frame: Raise) -> bool:
    """The train that had to be bought may have become optional."""
    return _about(frame)[0] == FIRST_TRAIN and trains.on_sale(p)[0] in FREE_KINDS


def _advance(p: Position, frame: Raise) -> None:
    """The company's shares first, then the player's money; if that is not enough, the player is bankrupt."""
    what, company = _about(frame)
    if p.s.lots:
        p.title.sale.settle_lot(p, p.s.lots[0])
        return
    if _void(p, frame):
        p.pop()
        return
    units = _sells_its_own(p, frame)
    if units:
        lots.sell(p, company, company, units)
        return
    if missing(p, frame):
        p.title.operating.bankrupt(p, frame.payer, company)
        return
    p.pop()
    _settle(p, frame.payer, company, what)


def _settle(p: Position, payer: str, company: str, what: str) -> None:
    amount = owed(p, company, what)
    if what in (FIRST_TRAIN, TRAIN):
        train_purchase.buy(p, company, trains.BANK, trains.on_sale(p)[0], amount, payer)
        return
    if not company:
        p.emit("red_paid", player=payer, amount=amount)
        money.pay(p, payer, money.BANK, amount)
        return
    lacking = amount - p.s.cash[company]
    if lacking > 0:
        p.emit("contributes", player=payer, company=company, amount=lacking)
        money.pay(p, payer, company, lacking)
    p.emit("home_fee", company=company, amount=amount)
    money.pay(p, company, money.BANK, amount)


def _alive(p: Position, frame: Raise) -> bool:
    """A player who has left, or no longer directs the company, owes nothing for it."""
    what, company = _about(frame)
    if frame.payer not in p.living:
        return False
    if what == RED:
        return p.s.privates["RH"] == frame.payer
    return p.company(company).floated and shares.president(p, company) == frame.payer


def unpaid_train(p: Position, player: str) -> bool:
    """Is the player failing to pay for a train from the supply?"""
    frame = p.top
    return isinstance(frame, Raise) and frame.payer == player and _about(frame)[0] in (FIRST_TRAIN, TRAIN)


FRAMES = {RULE: FrameRule(Raise, advance=_advance, deciders=_deciders, verbs=("sell",), alive=_alive)}


class DebtSale(ShareBlock):
    """Sell shares to raise money for a debt."""

    section = "forced sale"

    def moment_refusal(self, p: Position, seat: str, company: str) -> Refusal | None:
        """Only for a debt."""
        if not isinstance(p.top, Raise) or not missing(p, p.top):
            return Refusal("shares are sold here only to raise money that is owed", "8.4.1")
        return p.title.sale.ban(p, seat, company)

    def block_refusal(self, p: Position, seat: str, company: str, units: int) -> Refusal | None:
        """No more than needed, and never so that the company that needs the money changes its director."""
        if p.title.sale.price(p, company) * (units - 1) >= missing(p, p.on_top(Raise)):
            return Refusal("you may sell only as much as is needed", "8.4.1")
        return needy_refusal(p, seat, _about(p.on_top(Raise))[1], company, units)

    def do(self, p: Position, seat: str, args: Block) -> None:
        """The director of the company sold may redeem before anything else happens."""
        stock.note_sold(p, seat, args.company)
        lots.sell(p, seat, args.company, args.shares)
        p.push(Run(rule=LOTS, subject=seat))
