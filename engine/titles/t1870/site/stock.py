"""1870 of 18xx.games: what the site plays differently in the auction, in stock rounds, and about money."""

from __future__ import annotations

from dataclasses import replace

from engine.core.agenda import used
from engine.core.errors import Refusal
from engine.core.position import Position
from engine.core.state import Lot, Run, Used
from engine.core.verbs import completes
from engine.family import stock as family
from engine.family.as_on_site import PurchaseWithShare, ShareAgain
from engine.family.choices import Purchase
from engine.family.floating import float_company, floats
from engine.family.idle import might_act
from engine.finance import market, money, prices, shares
from engine.finance.market import Box
from engine.overlay import on
from engine.titles.t1870 import auction, stock
from engine.titles.t1870 import market as treasuries
from engine.titles.t1870.auction import KATY
from engine.titles.t1870.own import own

PRIVATE = "private"
"""Note for a private company bought in a stock turn; for a share the note says where it came from."""

# --- the auction


def acted(p: Position, private: str, player: str) -> None:
    """Bids are kept in order."""
    auction.RULES.acted(p, private, player)
    if private:
        order = own(p).bidders.setdefault(private, [])
        order[:] = [*(other for other in order if other != player), player]


def contest_order(p: Position, private: str, after: str) -> list[str]:
    """In the order of the bids."""
    if not on(p, "contest_order"):
        return auction.RULES.order(p, private, after)
    row = own(p).bidders[private]
    at = row.index(after)
    return row[at + 1 :] + row[:at]


# --- the bank


def before_paying(p: Position, amount: int) -> None:
    """It breaks as soon as it cannot pay in full, even if somebody protects the sale later."""
    if not on(p, "bank_breaks"):
        treasuries.before_paying(p, amount)
    elif not p.s.broken and amount > p.s.cash[money.BANK]:
        treasuries.break_bank(p)


def after_paying(p: Position) -> None:
    """With nothing left it is not yet broken."""
    if not on(p, "bank_breaks"):
        treasuries.after_paying(p)


def fall(p: Position, lot: Lot) -> None:
    """What the bank could not pay was seen when it paid."""
    if not on(p, "bank_breaks"):
        treasuries.fall(p, lot)
        return
    treasuries.price_falls(p, lot)


# --- prices and treasuries


def stack_place(p: Position, company: str, stack: list[str]) -> int:
    """One list in order of arrival."""
    return len(stack) if on(p, "market_piles") else treasuries.stack_place(p, company, stack)


def restacks(p: Position) -> bool:
    """A marker that stays in its box keeps its place."""
    return not on(p, "market_piles") and treasuries.restacks(p)


def close(p: Position, company: str) -> None:
    """Its private companies close with it."""
    owned = [private for private, owner in p.s.privates.items() if owner == company]
    treasuries.close(p, company)
    if on(p, "closed_privates"):
        p.s.privates |= dict.fromkeys(owned, "closed")


def after_purchase(p: Position, company: str) -> None:
    """The money comes with the sixth share."""
    if on(p, "treasury_paid") and not p.company(company).floated and floats(p, company):
        float_company(p, company)


def offer_payee(p: Position, company: str) -> str:
    """The company gets the money for reissued shares at once."""
    payee = treasuries.offer_payee(p, company)
    return company if on(p, "reissue_money") and payee != money.BANK else payee


# --- limits, sales and protection


def counts(p: Position, company: str) -> bool:
    """Unsettled sales have already lowered the price."""
    box = prices.box_of(p, company)
    while_selling = p.top_rule == family.TURN or not on(p, "count_on_ledge")
    if box is None or not while_selling or not on(p, "counted_while_selling"):
        return stock.counts(p, company)
    for lot in p.s.lots:
        if lot.company == company:
            box = _fallen(p, box, lot.units) if on(p, "count_on_ledge") else market.down(p.d.market, box, lot.units)
    return box.section not in (*stock.FREE_SECTIONS, "closing")


def _fallen(p: Position, box: Box, units: int) -> Box:
    """So many boxes down, as far as there are any; no ledge holds the price."""
    for _ in range(units):
        box = p.d.market.beside(box, 1, 0) or box
    return box


def must_sell(p: Position, player: str) -> Refusal | None:
    """A player with nothing to sell may go on buying what does not count."""
    refusal = stock.must_sell(p, player)
    if refusal and on(p, "over_limit_purchases") and not completes(p, p.title.verbs["sell"], player, {}):
        return None
    return refusal


def sale_ban(p: Position, seller: str, company: str) -> Refusal | None:
    """A player over the certificate limit may sell anything."""
    return stock.not_for_sale(p, company) if on(p, "over_limit_sales") else stock.sale_ban(p, seller, company)


def rescuer(p: Position, seller: str, company: str) -> str:
    """In need the seller may protect the company, in a stock round nobody who has sold of it.

    By `can_protect_if_sold` a stock round's sellers may, but nobody what they are selling themselves, even in need.
    """
    chief, frame = shares.president(p, company), family.round_of(p)
    barred = p.s.options["protection_after_selling"] == "barred"
    if chief == seller:
        protectable = on(p, "own_forced_sale") and (barred or not on(p, "blocks_in_need"))
        return chief if frame is None and protectable else ""
    return "" if barred and frame is not None and used(frame, "sold", on=company, by=chief) else chief


# --- a turn

OWN_VERBS = ("sell", "buy", "par", "buy_private")
"""The most frequently possible choice comes first."""


def turn_deciders(p: Position, frame: Run) -> list[str]:
    """Only what a player can do for themselves counts."""
    if frame.step == "over" or not on(p, "own_turns"):
        return family.turn_deciders(p, frame)
    return [frame.subject] if might_act(p, frame.subject, OWN_VERBS) else []


FRAMES = {family.TURN: replace(family.FRAMES[family.TURN], deciders=turn_deciders)}


class Buy(family.Buy):
    """Brown shares may follow a private company, or shares of that company from the market."""

    def goes_on(self, p: Position, got: Purchase) -> bool:
        """After another purchase of the turn, from the pool."""
        if super().goes_on(p, got):
            return True
        bought = [note for note in family.turn_of(p).used if note.what == "bought"]
        if not bought or not on(p, "brown_purchases"):
            return False
        if on(p, "after_purchases") and any(note.by == shares.IPO for note in bought):
            return False
        companies = {note.on for note in bought if note.on in p.d.companies and note.by != PRIVATE}
        if "company" not in got:
            return all(p.title.holding.many_from_pool(p, company) for company in companies)
        company = got.company
        from_market = "from" not in got or got.from_ == shares.POOL
        return from_market and companies <= {company} and p.title.holding.many_from_pool(p, company)


class Sell(family.Sell):
    """On both sides of a purchase, if the turn has seen three kinds of action."""

    def turn_refusal(self, p: Position) -> Refusal | None:
        """Right after a purchase the site counts kinds: shares, a private company, a new company, and sales."""
        if not on(p, "after_purchases"):
            return super().turn_refusal(p)
        turn = family.turn_of(p)
        if used(turn, "for company"):
            return super().turn_refusal(p)
        kinds = [_kind(p, note) for note in turn.used]
        if len(set(kinds)) != 2 or kinds[-1] == "sale":
            return None
        return Refusal("you may not sell again after selling and buying", p.title.sections["order"])


def _kind(p: Position, note: Used) -> str:
    if note.what == "sold":
        return "sale"
    return note.by and ("private" if note.by == PRIVATE else "share")


class Redeem(stock.Redeem):
    """A purchase of the turn, for a company that has operated."""

    def turn_refusal(self, p: Position, seat: str, company: str) -> Refusal | None:
        """It replaces the player's own purchase."""
        if not on(p, "company_acts"):
            return super().turn_refusal(p, seat, company)
        return family.buying_refusal(p) or (family.not_president(p, seat, company) if company else None)

    def has_treasury(self, p: Position, company: str) -> bool:
        """Only companies that have operated."""
        return super().has_treasury(p, company) and (p.company(company).turns > 0 or not on(p, "redeem_from"))


class Reissue(stock.Reissue):
    """A sale of the turn, as often as there are redeemed shares."""

    def turn_refusal(self, p: Position, seat: str, company: str) -> Refusal | None:
        """It replaces the player's own sale."""
        if not on(p, "company_acts"):
            return super().turn_refusal(p, seat, company)
        return family.selling_refusal(p) or (family.not_president(p, seat, company) if company else None)

    def spent(self, p: Position, company: str) -> bool:
        """A company that has redeemed again may reissue again."""
        return super().spent(p, company) and not on(p, "reissue_again")


class BuyPrivateShareTurn(ShareAgain, stock.BuyPrivateShareTurn[PurchaseWithShare]):
    """The Katy comes with a share each time it is sold, from its company, the IPO or the pool, or with none."""

    private = company = KATY
    places = ("none", KATY, shares.IPO, shares.POOL)

    def again(self, p: Position) -> bool:
        """A reading of its own."""
        return on(p, "katy_share")

    def refuse(self, p: Position, seat: str, got: PurchaseWithShare) -> Refusal | None:
        """Not in phase one."""
        refusal = super().refuse(p, seat, got)
        if refusal is None and p.s.phase == "1" and on(p, "own_turns"):
            return Refusal("players cannot buy private companies in phase one", "5.3.2")
        return refusal

    def do(self, p: Position, seat: str, args: PurchaseWithShare) -> None:
        """One of them has a company's name."""
        super().do(p, seat, args)
        family.turn_of(p).used[-1].by = PRIVATE
