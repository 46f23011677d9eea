"""Redemption: a company takes back its own shares, just sold or from the pool (7.4)."""

from __future__ import annotations

from engine.core.asking import ask, asked, lot_in_question
from engine.core.errors import Refusal
from engine.core.position import Position
from engine.core.sentences import because
from engine.core.state import Ask, Lot
from engine.core.verbs import Choices, Plain, Values
from engine.family import stock
from engine.family.choices import Block
from engine.finance import lots, money, prices, shares
from engine.titles.t1839.stock import one_of_two

RULE = "redeem_sold"


def settle_lot(p: Position, lot: Lot) -> None:
    """The director after the sale may have the company redeem all of it, if it can pay."""
    if shares.president(p, lot.company) and lot.seller != lot.company and _can_pay(p, lot):
        p.push(Ask(rule=RULE, role=f"president:{lot.company}", about=[str(lot.id)]))
    else:
        lots.to_market(p, lot)


def _can_pay(p: Position, lot: Lot) -> bool:
    return p.company(lot.company).floated and p.s.cash[lot.company] >= prices.price(p, lot.company) * lot.units


def _alive(p: Position, frame: Ask) -> bool:
    """It ends with the lot, or when there is no director or no money; the lot is then settled again."""
    lot = lot_in_question(p, frame)
    return lot is not None and asked(p, frame) and _can_pay(p, lot)


FRAMES = {RULE: ask("redeem", "let_fall", alive=_alive)}


def take_back(p: Position, company: str, certs: list[str], units: int) -> None:
    """At the current price, from the treasury to the bank."""
    amount = prices.price(p, company) * units
    money.pay(p, company, money.BANK, amount)
    shares.move(p, certs, company)
    p.emit("redeemed", company=company, shares=units, amount=amount)


class RedeemSold(Plain[Choices]):
    """Redeem the shares that have just been sold."""

    def do(self, p: Position, seat: str, args: Choices) -> None:
        """All of them; the price does not move."""
        lot = lot_in_question(p, p.on_top(Ask))
        assert lot is not None
        p.s.lots.remove(lot)
        p.pop()
        take_back(p, lot.company, lot.certs, lot.units)


class LetFall(Plain[Choices]):
    """Let them go to the pool."""

    declines = True

    def do(self, p: Position, seat: str, args: Choices) -> None:
        """The price falls."""
        lot = lot_in_question(p, p.on_top(Ask))
        assert lot is not None
        p.pop()
        lots.to_market(p, lot)


class Redeem(Plain[Block]):
    """Redeem shares from the pool, as the action of a stock turn."""

    def values(self, p: Position, seat: str, got: Block, slot: str) -> Values:
        """Any company; as many shares as it has there."""
        if slot == "company":
            return tuple(p.d.companies)
        return range(1, shares.units_at(p, shares.POOL, got.company) + 1)

    def refuse(self, p: Position, seat: str, got: Block) -> Refusal | None:
        """Instead of a purchase, by its director, from its treasury."""
        refusal = one_of_two(p)
        if refusal or "company" not in got:
            return refusal
        company = got.company
        if not shares.president(p, company):
            return stock.nobody_presides(p, company)
        if shares.president(p, company) != seat:
            return Refusal(because("only the director of {company} may do this", company=company), "7.4")
        if not p.company(company).floated:
            return Refusal(because("{company} has not floated and has no treasury", company=company), "7.4")
        if not shares.units_at(p, shares.POOL, company):
            return Refusal(because("no share of {company} is in the pool", company=company), "7.4")
        return money.short(p, company, prices.price(p, company) * (got.shares if "shares" in got else 1), "7.4")

    def do(self, p: Position, seat: str, args: Block) -> None:
        """It counts as the turn's purchase."""
        company, units = args.company, args.shares
        stock.remember(stock.turn_of(p), "bought", on=company)
        stock.act_for_priority(p, seat)
        take_back(p, company, shares.certs_at(p, shares.POOL, company)[:units], units)
