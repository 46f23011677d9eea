"""1870's stock turn: limits, forced selling, historical order, redemption, reissue, private companies."""

from __future__ import annotations

from typing import TypeVar

from engine.core.agenda import used
from engine.core.errors import Refusal
from engine.core.position import Position
from engine.core.sentences import because
from engine.core.verbs import C, Plain, Values
from engine.family import privates, stock
from engine.family.choices import OneCompany, PrivatePurchase, Purchase
from engine.family.floating import sold_units
from engine.finance import money, prices, shares
from engine.titles.t1870.auction import FRISCO, no_private_company
from engine.titles.t1870.define import COMPANIES
from engine.titles.t1870.market import reissue_par, rescue_key
from engine.titles.t1870.options import option
from engine.titles.t1870.own import own

POOL_UNITS = 5
FREE_SECTIONS = ("yellow", "green", "brown")
MOST_UNITS = 6
MOST_REDEEMED = 4
STAY_OUT = 6


# --- limits


def counts(p: Position, company: str) -> bool:
    """Shares of companies in the yellow, green and brown sections do not count towards the limit (5.1.1)."""
    return prices.section(p, company) not in FREE_SECTIONS


def most_units(p: Position, company: str) -> int:
    """60%, and no limit in the green and brown sections (5.1.1, 5.4.1)."""
    return 10 if prices.section(p, company) in ("green", "brown") else MOST_UNITS


def must_sell(p: Position, player: str) -> Refusal | None:
    """Over the certificate limit; by the Mayfair ruling also over 60% bought in green or brown (D 5.9)."""
    refusal = stock.sell_down_first(p, player)
    if refusal or option(p, "over_60") == "keep":
        return refusal
    for company in p.d.companies:
        held = shares.units_at(p, player, company)
        if held <= MOST_UNITS:
            continue
        kept = own(p).rescued.get(rescue_key(player, company), 0)
        if held > most_units(p, company) + kept and shares.started(p, company):
            room = POOL_UNITS - shares.units_in_market(p, company)
            if room > 0:
                return Refusal(because("you must first sell {company} down to 60%", company=company), "D 5.9")
    return None


def block_refusal(p: Position, seller: str, company: str, units: int) -> Refusal | None:
    """A player who sells a company they hold over 60% of must go down to 60%, as far as the pool has room (5.9)."""
    held = shares.units_at(p, seller, company)
    most = most_units(p, company)
    room = POOL_UNITS - shares.units_in_market(p, company)
    need = min(held - most, room)
    if held > most and units < need:
        return Refusal(
            because("you must sell {company} down to 60%", company=company),
            "5.9",
            "sell at least 1 share" if need == 1 else because("sell at least {count} shares", count=need),
        )
    return None


def sale_ban(p: Position, seller: str, company: str) -> Refusal | None:
    """Nothing in the initial stock round or without a price (5.7); first what counts for the limit (5.4.1)."""
    refusal = not_for_sale(p, company)
    if refusal or not company or counts(p, company):
        return refusal
    return stock.sell_down_first(p, seller)


def not_for_sale(p: Position, company: str) -> Refusal | None:
    """Nothing is sold in the initial stock round, and nothing without a price (5.7)."""
    if _initial(p):
        return Refusal("nothing may be sold in the initial stock round", "5.7")
    if company and not prices.price(p, company):
        return stock.not_started(p, company, "5.3.3")
    return None


def _initial(p: Position) -> bool:
    frame = stock.round_of(p)
    return frame is not None and used(frame, "initial")


def offering_refusal(p: Position, player: str, company: str) -> Refusal | None:
    """Variant 16.5: the sixth share waits until every company before this one has sold six."""
    if option(p, "historical_order") == "no" or sold_units(p, company) < 5:
        return None
    order = COMPANIES.historical_order
    for earlier in order[: order.index(company)]:
        if not p.company(earlier).closed and sold_units(p, earlier) < 6:
            return Refusal(
                because(
                    "only five shares of {company} may be sold until six of {earlier} are sold",
                    company=company,
                    earlier=earlier,
                ),
                "16.5",
            )
    return None


# --- acting for a company


class CompanyAct(Plain[C]):
    """A turn is for the player or for a company (5.3)."""

    def turn_refusal(self, p: Position, seat: str, company: str) -> Refusal | None:
        """Why the player cannot act for a company (or for any) in this turn."""
        return stock.company_act_refusal(p, seat, company)


class Redeem(CompanyAct[Purchase]):
    """A company takes back one of its shares."""

    def values(self, p: Position, seat: str, got: Purchase, slot: str) -> Values:
        """Any company; the pool or any player."""
        if slot == "company":
            return tuple(p.d.companies)
        return (shares.POOL, *(player.id for player in p.s.players))

    def cites(self, p: Position, slot: str) -> str:
        """Shares come back from the pool or from players."""
        return "5.10" if slot == "from" else ""

    def refuse(self, p: Position, seat: str, got: Purchase) -> Refusal | None:
        """The turn, the treasury, once a round, at most four, six must stay out, the pool first."""
        if "company" not in got:
            return self.turn_refusal(p, seat, "")
        refusal = self.turn_refusal(p, seat, got.company) or self._company_refusal(p, got.company)
        if refusal or "from" not in got:
            return refusal
        return self._source_refusal(p, got.company, got.from_)

    def _company_refusal(self, p: Position, company: str) -> Refusal | None:
        mine = own(p)
        if not self.has_treasury(p, company):
            return Refusal(because("{company} has no treasury yet", company=company), "5.10")
        if _floated_now(p, company):
            return Refusal(because("{company} floated in this stock round", company=company), "5.10")
        if company in mine.redeemers:
            return Refusal(
                because("{company} has already redeemed a share in this stock round", company=company), "5.10"
            )
        if shares.units_at(p, company, company) >= MOST_REDEEMED:
            return Refusal(
                because(
                    "{company} already holds {most_redeemed} of its shares, the most it may",
                    company=company,
                    most_redeemed=MOST_REDEEMED,
                ),
                "5.10",
            )
        out = 10 - shares.units_at(p, company, company) - shares.units_at(p, shares.IPO, company)
        if out - 1 < STAY_OUT:
            return Refusal(
                because("six shares of {company} must stay with the players or in the pool", company=company),
                "5.10",
            )
        return money.short(p, company, prices.price(p, company), "5.10")

    def has_treasury(self, p: Position, company: str) -> bool:
        """Every company that has floated has one."""
        return p.company(company).floated

    def _source_refusal(self, p: Position, company: str, source: str) -> Refusal | None:
        in_market = bool(shares.certs_at(p, shares.POOL, company))
        if source == shares.POOL:
            return (
                None if in_market else Refusal(because("no share of {company} is in the pool", company=company), "5.10")
            )
        if in_market:
            return Refusal(
                because("a share of {company} is in the pool and must be taken first", company=company), "5.10"
            )
        if _initial(p):
            return Refusal("nothing may be sold in the initial stock round", "5.7")
        if not shares.take_from(p, source, company, 1):
            return Refusal(
                because("{name} has no share of {company} to give", name=p.seat(source).name, company=company), "5.10"
            )
        if source == shares.president(p, company):
            left = shares.units_at(p, source, company) - 1
            if shares.successor(p, company, left, source):
                return Refusal(because("that would change the president of {company}", company=company), "5.10")
        return None

    def consent(self, p: Position, seat: str, args: Purchase) -> list[str]:
        """The player who gives the share (5.10.4)."""
        return [args.from_] if args.from_ != shares.POOL and args.from_ != seat else []

    def do(self, p: Position, seat: str, args: Purchase) -> None:
        """Market price from the treasury; the turn is used."""
        company, source = args.company, args.from_
        cost = prices.price(p, company)
        payee = money.BANK if source == shares.POOL else source
        certificates = (
            shares.certs_at(p, source, company) if source == shares.POOL else shares.take_from(p, source, company, 1)
        )
        money.pay(p, company, payee, cost)
        shares.move(p, certificates[:1], company)
        own(p).redeemers.append(company)
        _acted(p, seat, company)
        p.emit("redeemed", company=company, source=source, price=cost)


class Reissue(CompanyAct[OneCompany]):
    """A company puts all its redeemed shares up for sale again."""

    def values(self, p: Position, seat: str, got: OneCompany, slot: str) -> Values:
        """Any company."""
        return tuple(p.d.companies)

    def refuse(self, p: Position, seat: str, got: OneCompany) -> Refusal | None:
        """The turn, redeemed shares, an original IPO that is sold out, once a round."""
        if "company" not in got:
            return self.turn_refusal(p, seat, "")
        company = got.company
        refusal = self.turn_refusal(p, seat, company)
        if refusal:
            return refusal
        if not shares.units_at(p, company, company):
            return Refusal(because("{company} has no redeemed shares", company=company), "5.11")
        # What a company has reissued and not sold is not part of its original IPO.
        if shares.units_at(p, shares.IPO, company) and company not in own(p).reissued:
            return Refusal(because("the IPO of {company} is not sold out", company=company), "5.11")
        if self.spent(p, company):
            return Refusal(because("{company} has already reissued in this stock round", company=company), "5.11")
        return None

    def spent(self, p: Position, company: str) -> bool:
        """Once a stock round."""
        return company in own(p).reissuers

    def do(self, p: Position, seat: str, args: OneCompany) -> None:
        """All of them, at the new par."""
        company = args.company
        mine = own(p)
        par = reissue_par(p, company)
        certificates = shares.certs_at(p, company, company)
        shares.move(p, certificates, shares.IPO)
        p.company(company).par = par
        if company not in mine.reissued:
            mine.reissued.append(company)
        mine.reissuers.append(company)
        _acted(p, seat, company)
        p.emit("reissued", company=company, shares=len(certificates), price=par)


def _floated_now(p: Position, company: str) -> bool:
    frame = stock.round_of(p)
    return frame is not None and used(frame, "floated", on=company)


def _acted(p: Position, seat: str, company: str) -> None:
    turn = stock.turn_of(p)
    stock.remember(turn, "for company", on=company)
    stock.act_for_priority(p, seat)
    turn.step = "over"


# --- private companies in a stock turn


B = TypeVar("B", bound=PrivatePurchase)


class BuyPrivateShareTurn(privates.BuyInTurn[B]):
    """Buy a private company from another player or the pool, instead of a share (5.3.2)."""

    section = "5.3.2"

    def refuse(self, p: Position, seat: str, got: B) -> Refusal | None:
        """All but the Frisco's certificate."""
        if "private" in got and got.private == FRISCO:
            return stock.buying_refusal(p) or no_private_company()
        return super().refuse(p, seat, got)
