"""Shares: selling before and after one purchase or redemption, buying at the price, floating (7)."""

from __future__ import annotations

from engine.core.agenda import used
from engine.core.errors import Refusal
from engine.core.position import Position
from engine.core.sentences import because, pattern
from engine.core.state import Run
from engine.core.verbs import Values
from engine.family import opening, selling, stock
from engine.family.choices import Block, ParChoices, Purchase
from engine.family.emergency import LOTS
from engine.family.floating import floats
from engine.finance import money, prices, shares
from engine.titles.t1839 import debts, market, places
from engine.titles.t1839.companies import is_local, is_lokaal
from engine.titles.t1839.own import own

TREASURY, DIRECTOR = "treasury", "director"
MOST = 6
FLOAT_TIMES = 10


class Sell(selling.SellOnBothSides):
    """Sell shares of one company; others decide about redeeming before the next sale."""

    def do(self, p: Position, seat: str, args: Block) -> None:
        """The seller is paid at once; then the director may redeem."""
        super().do(p, seat, args)
        p.push(Run(rule=LOTS, subject=seat))


def one_of_two(p: Position) -> Refusal | None:
    """One purchase or redemption a turn (7.1)."""
    if used(stock.turn_of(p), "bought"):
        return Refusal("you have already bought or redeemed shares this turn", "7.1")
    return None


class Buy(stock.Buy):
    """Buy a certificate from the IPO, the pool or the company's treasury."""

    def slots(self, p: Position, seat: str, got: Purchase) -> tuple[str, ...]:
        """Which company, from where."""
        return ("company", "from")

    def values(self, p: Position, seat: str, got: Purchase, slot: str) -> Values:
        """Any company; wherever it has shares, or a director's certificate that came back."""
        return tuple(p.d.companies) if slot == "company" else (shares.IPO, shares.POOL, TREASURY, DIRECTOR)

    def refuse(self, p: Position, seat: str, got: Purchase) -> Refusal | None:
        """The company has started, was not sold this round, stays below 60%, is available and can be paid for."""
        refusal = one_of_two(p)
        if refusal or "company" not in got:
            return refusal
        company = got.company
        if p.company(company).closed:
            return stock.not_started(p, company, "7.5")
        if not shares.started(p, company):
            return Refusal(because("{company} has not been started; start it with `/par`", company=company), "7.3")
        frame = stock.round_of(p)
        if frame is not None and used(frame, "sold", on=company, by=seat):
            return Refusal(because("you sold {company} in this stock round", company=company), "7.3")
        held = shares.units_at(p, seat, company)
        if held >= MOST:
            return Refusal(
                because(
                    "you hold {held}% of {company}, and at 60% nobody may buy more", held=held * 10, company=company
                ),
                "7.3",
            )
        if "from" not in got:
            return None
        refusal = self._source_refusal(p, seat, company, got.from_)
        cost = self.price(p, company, got.from_) * (2 if got.from_ == DIRECTOR else 1)
        return refusal or money.short(p, seat, cost, "7.3")

    def _source_refusal(self, p: Position, seat: str, company: str, source: str) -> Refusal | None:
        if source == DIRECTOR:
            if p.s.certs[p.d.certs_of[company][0]] != shares.IPO:
                return Refusal(
                    because("the director's certificate of {company} is not for sale", company=company), "7.3"
                )
            return may_direct_a_new_one(p, seat)
        if source == TREASURY and shares.certs_at(p, shares.IPO, company):
            return Refusal(because("shares of {company} are still in the IPO", company=company), "7.3")
        if not self._there(p, company, source):
            where = {
                shares.IPO: pattern("no share of {company} is in the IPO"),
                shares.POOL: pattern("no share of {company} is in the pool"),
            }
            return Refusal(
                because(where.get(source, pattern("no share of {company} is in its treasury")), company=company), "7.3"
            )
        return None

    def _there(self, p: Position, company: str, source: str) -> list[str]:
        if source == shares.IPO:
            return shares.in_offering(p, company)
        return shares.certs_at(p, company if source == TREASURY else source, company)

    def price(self, p: Position, company: str, source: str) -> int:
        """The current price, wherever the share is (7.3)."""
        return prices.price(p, company)

    def do(self, p: Position, seat: str, args: Purchase) -> None:
        """Pay the bank, or the company for its own shares."""
        company, source = args.company, args.from_
        each, units = self.price(p, company, source), 2 if source == DIRECTOR else 1
        stock.remember(stock.turn_of(p), "bought", on=company, by=source)
        stock.act_for_priority(p, seat)
        seller = company if source == TREASURY else shares.IPO if source == DIRECTOR else source
        amount = each * units
        p.emit("bought", player=seat, company=company, source=seller, shares=units, price=each, amount=amount)
        money.pay(p, seat, company if source == TREASURY else money.BANK, amount)
        certs = p.d.certs_of[company][:1] if source == DIRECTOR else self._there(p, company, source)[:1]
        shares.move(p, list(certs), seat)
        shares.settle_presidency_after_buying(p, company, seat)
        p.title.stock.after_purchase(p, company)


def may_direct_a_new_one(p: Position, player: str) -> Refusal | None:
    """A player who nationalised in the last set of operating rounds starts no company (7.3, 7.5)."""
    if player in own(p).nationalisers:
        return Refusal("you nationalised a company in the last set of operating rounds", "7.3")
    return None


class LocalPar(ParChoices):
    home: str
    second_home: str


class Par(opening.Par[LocalPar]):
    """Start a company; a local's two homes are reserved at the same time."""

    def slots(self, p: Position, seat: str, got: LocalPar) -> tuple[str, ...]:
        """Which company, at what price, and for a local its homes."""
        local = is_lokaal(p, got.company) if "company" in got else False
        return ("company", "price", "home", "second_home") if local else ("company", "price")

    def values(self, p: Position, seat: str, got: LocalPar, slot: str) -> Values:
        """Any company; its prices; hexes with cities."""
        match slot:
            case "company":
                return tuple(p.d.companies)
            case "price":
                return market.all_pars(p, got.company)
            case _:
                return tuple(places.city_hexes(p))

    def cites(self, p: Position, slot: str) -> str:
        """The pars that are printed; homes are in cities."""
        return "" if slot == "company" else "7.5"

    def refuse(self, p: Position, seat: str, got: LocalPar) -> Refusal | None:
        """Not started, not gone, money for two shares, a price that is free, homes with room."""
        refusal = one_of_two(p) or may_direct_a_new_one(p, seat)
        if refusal or "company" not in got:
            return refusal
        refusal = self._company_refusal(p, seat, got.company)
        if refusal or "price" not in got:
            return refusal
        what = because("the director's certificate costs {cost}", cost=money.money(p, 2 * got.price))
        refusal = market.par_refusal(p, got.company, got.price) or money.short(p, seat, 2 * got.price, "7.5", what)
        return refusal or homes_refusal(p, got.company, got)

    def _company_refusal(self, p: Position, seat: str, company: str) -> Refusal | None:
        if p.company(company).closed:
            return Refusal(because("{company} was nationalised and is out of the game", company=company), "7.5")
        if shares.started(p, company) or p.s.certs[p.d.certs_of[company][0]] != shares.IPO:
            return Refusal(because("{company} has already been started", company=company), "7.5")
        frame = stock.round_of(p)
        if frame is not None and used(frame, "sold", on=company, by=seat):
            return Refusal(because("you sold {company} in this stock round", company=company), "7.3")
        return None

    def do(self, p: Position, seat: str, args: LocalPar) -> None:
        """Pay twice the price, take the certificate and reserve the homes."""
        company, price = args.company, args.price
        stock.remember(stock.turn_of(p), "bought", on=company)
        stock.act_for_priority(p, seat)
        money.pay(p, seat, money.BANK, 2 * price)
        market.start(p, seat, company, price)
        shares.move(p, [p.d.certs_of[company][0]], seat)
        reserve(p, company, args)
        shares.settle_presidency_after_buying(p, company, seat)
        p.title.stock.after_purchase(p, company)


def homes_refusal(p: Position, company: str, got: LocalPar) -> Refusal | None:
    """Both homes have a place, and at most one is an OO hex or a big city (7.5)."""
    first = got.home if "home" in got else ""
    why = places.may_be_home(p, company, first) if first else ""
    if not why and "second_home" in got:
        why = places.may_be_home(p, company, got.second_home, first)
    return Refusal(why, "7.5") if why else None


def reserve(p: Position, company: str, args: LocalPar) -> None:
    """Keep places for the homes of a local."""
    if "home" in args:
        own(p).homes[company] = [args.home, args.second_home]
        p.emit("reserved", company=company, hexes=" ".join(own(p).homes[company]))
        p.board_changed()


# --- floating


def after_purchase(p: Position, company: str) -> None:
    """A company may get a director, and floats when no more than 40% is left in the IPO (7.5)."""
    if not shares.president(p, company) and p.company(company).par:
        find_director(p, company)
    if not p.company(company).floated and floats(p, company):
        float_company(p, company)


def find_director(p: Position, company: str, *, floating: bool = False) -> None:
    """A player with 20% and more than the pool takes the certificate that went back to the IPO (14.3.3)."""
    chief = p.d.certs_of[company][0]
    best, most = "", 1 if floating else max(1, shares.units_at(p, shares.POOL, company))
    for player in p.living:
        if shares.units_at(p, player, company) > most:
            best, most = player, shares.units_at(p, player, company)
    if best and p.s.certs[chief] == shares.IPO:
        singles = [cert for cert in shares.certs_at(p, best, company) if cert != chief]
        shares.move(p, singles[:2], shares.IPO)
        shares.move(p, [chief], best)
        p.emit("president", company=company, player=best, old="")


def float_company(p: Position, company: str) -> None:
    """Ten times the price from the bank; a local pays for its homes (7.5)."""
    facts = p.company(company)
    facts.floated = True
    if not shares.president(p, company):
        find_director(p, company, floating=True)
    amount = FLOAT_TIMES * prices.price(p, company)
    p.emit("floated", company=company, amount=amount)
    money.pay(p, money.BANK, company, amount)
    if not is_local(p, company):
        return
    if shares.president(p, company):
        debts.require(p, shares.president(p, company), company, debts.HOME_FEE)
    else:
        money.pay(p, company, money.BANK, min(amount, places.home_fee(p, company)))
