"""Starting a company in a stock turn, at a par price the player chooses."""

from __future__ import annotations

from typing import TypeVar

from engine.core.errors import Refusal
from engine.core.position import Position
from engine.core.sentences import because
from engine.core.verbs import Plain, Shown, Values
from engine.family import starting, stock
from engine.family.choices import ParChoices
from engine.finance import holding, money, shares

S = TypeVar("S", bound=ParChoices)


class Par(Plain[S]):
    """Start a company: buy the president's certificate and set the par price."""

    shown = Shown.LIST

    def values(self, p: Position, seat: str, got: S, slot: str) -> Values:
        """Any company; every par of its market."""
        if slot == "company":
            return tuple(p.d.companies)
        return tuple(box.price for box in starting.pars_for(p, got.company))

    def cites(self, p: Position, slot: str) -> str:
        """The pars that are printed."""
        return p.title.sections["start"] if slot == "price" else ""

    def refuse(self, p: Position, seat: str, got: S) -> Refusal | None:
        """The certificate must be on offer, affordable, and within the limits."""
        refusal = stock.buying_refusal(p)
        if refusal or "company" not in got:
            return refusal
        company = got.company
        chief = p.d.certs_of[company][0]
        section = p.title.sections["start"]
        if shares.started(p, company):
            return Refusal(because("{company} has already been started", company=company), section)
        if p.company(company).closed:
            return stock.start_barred(p, seat, company, section) or stock.not_started(p, company, section)
        if p.s.certs[chief] != shares.IPO:
            with_it = p.s.certs[chief].partition(":")[2]
            return Refusal(
                because("{company} is not for sale by itself", company=company),
                section,
                because("its certificate comes with {private}", private=with_it) if with_it else "",
            )
        refusal = starting.start_refusal(p, seat, got)
        if refusal or "price" not in got:
            return refusal
        cost = got.price * p.d.certs[chief].units
        what = because(
            "the {president_word}'s certificate costs {money}",
            president_word=p.title.president_word,
            money=money.money(p, cost),
        )
        dear = money.short(p, seat, cost, section, what)
        return dear or holding.room_refusal(p, seat, company, 1, p.d.certs[chief].units)

    def do(self, p: Position, seat: str, args: S) -> None:
        """Pay, take the certificate, set the marker."""
        company, par = args.company, args.price
        chief = p.d.certs_of[company][0]
        stock.remember(stock.turn_of(p), "bought", on=company)
        stock.act_for_priority(p, seat)
        money.pay(p, seat, money.BANK, par * p.d.certs[chief].units)
        starting.start_company(p, seat, company, par)
        shares.move(p, [chief], seat)
        shares.settle_presidency_after_buying(p, company, seat)
        p.title.stock.after_purchase(p, company)
