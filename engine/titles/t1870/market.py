"""Prices, treasuries, reissued shares, closing: the money side of 1870's companies."""

from __future__ import annotations

from engine.core.position import Position
from engine.core.state import Lot, Run
from engine.family import operating
from engine.family.closing import close_company
from engine.family.floating import float_company, floats
from engine.family.price_moves import fall_by, sold_out_rise
from engine.finance import money, prices, shares
from engine.titles.t1870.define import COMPANIES, MARKET
from engine.titles.t1870.options import option
from engine.titles.t1870.own import own

FINISH = 400


# --- the bank


def before_paying(p: Position, amount: int) -> None:
    """A bank that cannot pay in full is broken (13.2)."""
    if not p.s.broken and amount > p.s.cash[money.BANK] and not _advances(p):
        break_bank(p)


def after_paying(p: Position) -> None:
    """So is one with nothing left (glossary)."""
    if not p.s.broken and p.s.cash[money.BANK] <= 0 and not _advances(p):
        break_bank(p)


def _advances(p: Position) -> bool:
    """Only sellers are paid while sales are open, and a president may still protect: no share reaches the pool."""
    return bool(p.s.lots)


def _bear(p: Position, lot: Lot) -> None:
    """The pool has taken the shares, and the bank should have been able to pay for them (13.2)."""
    if not p.s.broken and lot.left <= 0:
        break_bank(p)


def break_bank(p: Position) -> None:
    """The reserve is used, and the game ends with this set of operating rounds."""
    p.s.broken = True
    p.s.cash[money.BANK] += p.s.cash.pop("reserve")
    p.emit("bank_broken")


def all_money(p: Position) -> int:
    """The notes in the box (2.6)."""
    return COMPANIES.players.bank + COMPANIES.players.reserve


# --- the stock market


def stack_place(p: Position, company: str, stack: list[str]) -> int:
    """Turned markers lie below the others; a newcomer goes to the bottom of its pile (5.8.4)."""
    if turned_over(p, company):
        return len(stack)
    return max((place for place, other in enumerate(stack, 1) if not turned_over(p, other)), default=0)


def turned_over(p: Position, company: str) -> bool:
    """In an operating round: companies that have operated (4.1 e), and those that do not operate at all (5.5.2)."""
    if operating.round_frame(p) is None:
        return False
    return operating.has_operated(p, company) or not p.company(company).floated


def restacks(p: Position) -> bool:
    """After a half dividend the marker goes below its pile (5.8.4)."""
    return True


def fall(p: Position, lot: Lot) -> None:
    """The bank has paid for what was sold, and its price falls."""
    _bear(p, lot)
    price_falls(p, lot)


def price_falls(p: Position, lot: Lot) -> None:
    """The price falls a box a share, all at once (5.8.1). When a president's certificate is sold, it counts as two: its
    new owner has given two single ones for it (5.6), and those are in the lot. Its seller is president no more.
    """
    forget_rescue(p, lot.seller, lot.company)
    fall_by(p, lot.company, boxes=lot.units)


def rescue_key(player: str, company: str) -> str:
    """The key under which shares kept over 60% after protection are stored."""
    return f"{player} {company}"


def forget_rescue(p: Position, seller: str, company: str) -> None:
    """A seller has gone down to 60% and keeps nothing over it (5.9.6)."""
    own(p).rescued.pop(rescue_key(seller, company), None)


def close(p: Position, company: str) -> None:
    """Remove it for good: markers, shares, trains, money, private companies (5.1.1)."""
    close_company(p, company)
    if reissue_account(company) in p.s.cash:
        money.pay(p, reissue_account(company), money.BANK, p.s.cash[reissue_account(company)])
        del p.s.cash[reissue_account(company)]
    for private, owner in p.s.privates.items():
        if owner == company:
            p.s.privates[private] = shares.POOL


# --- shares for sale


def reissue_account(company: str) -> str:
    """Where the money for reissued shares waits until the end of the stock round."""
    return f"reissue:{company}"


def offer_payee(p: Position, company: str) -> str:
    """To the bank for original shares, to the company for reissued ones (5.3.1)."""
    return reissue_account(company) if company in own(p).reissued else money.BANK


def reissue_par(p: Position, company: str) -> int:
    """The par nearest to three quarters of the price, halves rounded up, and never below the old par (5.11)."""
    pars = list(MARKET.par.reissue)
    if option(p, "reissue_up_to") == "400":
        pars += MARKET.par.reissue_more
    goal = prices.price(p, company) * 3
    nearest = min(pars, key=lambda par: (abs(par * 4 - goal), -par))
    return max(nearest, p.company(company).par)


def pay_treasuries(p: Position) -> None:
    """At the end of a stock round new companies get their money (5.5.4)."""
    for company in prices.price_order(p):
        if not p.company(company).floated and floats(p, company):
            float_company(p, company)


def after_purchase(p: Position, company: str) -> None:
    """Nothing yet: the money comes at the end of the round (5.5.4)."""


def round_begins(p: Position, frame: Run) -> None:
    """A new stock round."""
    p.s.clock.round = "stock"
    p.emit("round", round="stock", number=p.s.clock.turn)


def round_ended(p: Position) -> None:
    """Sold-out companies rise, new ones get their money, and so do those with reissued shares (5.2.3, 5.5.4, 5.11)."""
    mine = own(p)
    mine.reissuers, mine.redeemers = [], []  # In the next stock round every company may do both again.
    sold_out_rise(p)
    pay_treasuries(p)
    for company in p.d.companies:
        account = reissue_account(company)
        if account in p.s.cash:
            p.emit("reissue_paid", company=company, amount=p.s.cash[account])
            money.pay(p, account, company, p.s.cash[account])
            del p.s.cash[account]
