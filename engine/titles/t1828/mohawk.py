"""The Mohawk & Hudson: exchanged for a share, as a stock action or at any time of an operating round (13.2.2.6)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from engine.core.agenda import used
from engine.core.errors import Refusal
from engine.core.position import Position
from engine.core.powers import Power
from engine.core.sentences import because
from engine.core.state import Raise, Run, Used
from engine.core.verbs import Plain, Values
from engine.family import emergency, operating, starting, stock
from engine.family.choices import ParChoices
from engine.family.privates import close_private, for_share, in_own_turn, not_yours, singles_at
from engine.finance import money, shares
from engine.titles.t1828.cobourg import COBOURG

MOHAWK = "M&H"
FIRST, LAST = "before the first company", "after the last company"
TOO_LATE = "too late"
IPO_DIRECTOR = "director"
"""Half of a director's certificate; the other half is paid for."""


def may(p: Position, seat: str) -> bool:
    """The player who owns it."""
    return p.s.privates[MOHAWK] == seat


def why_not(p: Position, seat: str) -> Refusal | None:
    """Not its owner, or in a stock round not on turn."""
    return in_own_turn(p, seat, MOHAWK, "13.2.2.6")


POWER = Power("exchange", may, window="operating_round", why_not=why_not, moments=(FIRST, LAST))


class ShareWanted(ParChoices):
    from_: str


class Exchange(Plain[ShareWanted]):
    """Exchange the Mohawk & Hudson for a share of any company."""

    def slots(self, p: Position, seat: str, got: ShareWanted) -> tuple[str, ...]:
        """Which company, from where, and the par if it is to be started."""
        return ("company", "from", "price") if "from" in got and got.from_ == IPO_DIRECTOR else ("company", "from")

    def values(self, p: Position, seat: str, got: ShareWanted, slot: str) -> Values:
        """Offering, pool, or half of a director's certificate."""
        match slot:
            case "company":
                return tuple(p.d.companies)
            case "from":
                return (shares.IPO, shares.POOL, IPO_DIRECTOR)
            case _:
                return tuple(box.price for box in starting.pars_for(p, got.company))

    def refuse(self, p: Position, seat: str, got: ShareWanted) -> Refusal | None:
        """Owner, moment, what is available, and the money for the other half of a director's certificate."""
        refusal = not_yours(p, seat, MOHAWK, "13.2.2.6")
        if refusal:
            return refusal
        if _in_stock_turn(p):
            refusal = stock.buying_refusal(p)
            if refusal:
                return refusal
        if "company" not in got:
            return None
        company = got.company
        if p.company(company).closed:
            return stock.not_started(p, company, "13.2.2.6")
        if "from" not in got:
            return None
        if got.from_ == IPO_DIRECTOR:
            return self._director_refusal(p, seat, company, got)
        if not self.gives(p, company, got.from_):
            return Refusal(because("{company} has not been started", company=company), "13.2.2.6")
        if not singles_at(p, got.from_, company):
            return Refusal(because("no share of {company} is available there", company=company), "13.2.2.6")
        return None

    def gives(self, p: Position, company: str, source: str) -> bool:
        """Only companies that have been started have shares to give (7.4)."""
        return shares.started(p, company)

    def is_purchase(self, p: Position, source: str) -> bool:
        """In a stock turn it is the turn's purchase, whatever it brings."""
        return _in_stock_turn(p)

    def _director_refusal(self, p: Position, seat: str, company: str, got: ShareWanted) -> Refusal | None:
        chief = p.d.certs_of[company][0]
        if shares.started(p, company) or p.s.certs[chief] != shares.IPO:
            return Refusal(
                because("the director's certificate of {company} is not available", company=company), "13.2.2.6"
            )
        if isinstance(p.top, Raise):
            return Refusal("all your money must go towards the train now", "8.3.5.2")
        refusal = starting.start_refusal(p, seat, got)
        if refusal or "price" not in got:
            return refusal
        what = because("the other half costs {cost}", cost=money.money(p, got.price))
        return money.short(p, seat, got.price, "13.2.2.6", what)

    def do(self, p: Position, seat: str, args: ShareWanted) -> None:
        """Take the share and close the private company; neither the 60% limit nor an earlier sale matters."""
        company, source = args.company, args.from_
        if self.is_purchase(p, source):
            stock.remember(stock.turn_of(p), "bought", on=company, by=MOHAWK)
            stock.act_for_priority(p, seat)
        floated = p.company(company).floated
        if source == IPO_DIRECTOR:
            p.emit("exchanged", player=seat, private=MOHAWK, company=company, source=source)
            close_private(p, MOHAWK)
            money.pay(p, seat, money.BANK, args.price)
            starting.start_company(p, seat, company, args.price)
            shares.move(p, [p.d.certs_of[company][0]], seat)
            p.title.stock.after_purchase(p, company)
        else:
            for_share(p, seat, MOHAWK, company, source)
        if p.company(company).floated and not floated:
            _operates_later(p, company)


def _in_stock_turn(p: Position) -> bool:
    return isinstance(p.top, Run) and p.top.rule == stock.TURN


def _operates_later(p: Position, company: str) -> None:
    """A company floated in an operating round joins it only if no company has operated yet."""
    frame = operating.round_frame(p)
    if frame is not None and any(note.what == "operated" and note.on != COBOURG for note in frame.used):
        frame.used.append(Used(TOO_LATE, company))


def joins_in(p: Position, company: str) -> bool:
    """May the company operate in the current round?"""
    frame = operating.round_frame(p)
    return frame is None or not used(frame, TOO_LATE, on=company)


def verbs_in_need(p: Position, frame: Raise, seat: str) -> Sequence[str]:
    """Any time in an operating round, even while money is raised for a train."""
    more = ("exchange",) if may(p, seat) else ()
    return (*emergency.raise_verbs(p, frame, seat), *more)


FRAMES = {
    emergency.RULE: replace(
        emergency.FRAMES[emergency.RULE], verbs=(*emergency.RAISE_VERBS, "exchange"), offers=verbs_in_need
    )
}
