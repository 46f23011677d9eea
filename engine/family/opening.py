"""Starting a company in a stock turn, at a par price the player chooses."""

from __future__ import annotations

from typing import TypeVar

from engine.core.errors import Refusal
from engine.core.position import Position
from engine.core.sentences import because
from engine.core.verbs import Plain, Values
from engine.family import starting, stock
from engine.family.choices import ParChoices
from engine.finance import holding, money, shares

S = TypeVar("S", bound=ParChoices)


class Par(Plain[S]):
    """Start a company: buy the president's certificate and set the par price."""

    def values(self, p: Position, seat: str, got: S, slot: str) -> Values:
        """Any company; every par of its market."""
        if slot == "company":
            return tuple(p.d.companies)
        return tuple(box.price for box in starting.pars_for(p, got.company))

    def refuse(self, p: Position, seat: str, got: S) -> Refusal | None:
        """The certificate must be on offer, affordable, and within the limits."""
        refusal = stock.buying_refusal(p)
        if refusal or "company" not in got:
            return refusal
        company = got.company
        chief = p.d.certs_of[company][0]
        if p.company(company).closed or shares.started(p, company) or p.s.certs[chief] != shares.IPO:
            section = p.title.sections["start"]
            if p.s.certs[chief] != shares.IPO and not shares.started(p, company):
                return Refusal(because("{company} is not for sale yet", company=company), section)
            if p.company(company).closed:
                return Refusal(because("{company} has closed for good", company=company), section)
            return Refusal(because("{company} has already been started", company=company), section)
        refusal = p.title.stock.may_start(p, seat, company)
        if refusal or "price" not in got:
            return refusal
        refusal = starting.par_refusal(p, got.price, starting.pars_now(p, company))
        if refusal:
            return refusal
        cost = got.price * p.d.certs[chief].units
        if p.s.cash[seat] < cost:
            return Refusal(
                because(
                    "the {president_word}'s certificate costs {money}",
                    president_word=p.title.president_word,
                    money=money.money(p, cost),
                ),
                p.title.sections["start"],
                because("you have {cash}", cash=p.s.cash[seat]),
            )
        return holding.room_refusal(p, seat, company, 1, p.d.certs[chief].units)

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
