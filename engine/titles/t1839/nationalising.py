"""Nationalisation: by choice when trains rust, and of companies whose director leaves the game (14.3.4, 17)."""

from __future__ import annotations

from collections.abc import Sequence

from engine.core.agenda import FrameRule
from engine.core.asking import Decline, ask, subject
from engine.core.errors import Refusal
from engine.core.position import Position
from engine.core.roles import who
from engine.core.sentences import because
from engine.core.state import Ask, Run, Used
from engine.core.verbs import Choices, Plain
from engine.family import trains
from engine.family.privates import close_private
from engine.family.running import HAS_RUN, RUSTED
from engine.finance import money, prices, shares
from engine.titles.t1839 import places
from engine.titles.t1839.companies import is_lokaal, order
from engine.titles.t1839.define import TRAINS
from engine.titles.t1839.own import own
from engine.titles.t1839.privates import close_brown_of

WINDOW, ASKED = "nationalisation", "nationalise"
DUE = "due"
UNRUN = "R"


def qualifies(p: Position, company: str) -> bool:
    """Does the company have a train with which it may nationalise in this phase (17)?"""
    kinds = TRAINS.nationalise.get(p.s.phase, ())
    return any(_counts(p, train, kinds) for train in trains.trains_of(p, company))


def _counts(p: Position, train: str, kinds: Sequence[str]) -> bool:
    card = p.s.trains[train]
    unrun = p.d.trains[card.kind].runs_once and HAS_RUN not in card.marks
    if UNRUN in kinds and unrun:
        return True
    return card.kind in kinds and (RUSTED not in card.marks or unrun)


def nationalise(p: Position, company: str) -> None:
    """Money to the bank, shares and price removed, stations to the government, the rest discarded (14.3.4.2)."""
    facts = p.company(company)
    p.emit("nationalised", company=company, player=shares.president(p, company))
    money.pay(p, company, money.BANK, p.s.cash[company])
    again = is_lokaal(p, company)
    p.s.lots = [lot for lot in p.s.lots if lot.company != company]
    shares.move(p, list(p.d.certs_of[company]), shares.IPO if again else shares.GONE)
    places.replace_by_government(p, company)
    prices.lift(p, company)
    for card in p.s.trains.values():
        if card.at in facts.charters:
            card.at = trains.GONE
    for private, owner in p.s.privates.items():
        if owner == company:
            close_private(p, private, "nationalised")
    own(p).homes.pop(company, None)
    facts.markers = list(p.d.companies[company].markers)
    facts.par, facts.turns, facts.last_run, facts.last_routes = 0, 0, -1, []
    facts.floated, facts.home_placed, facts.closed = False, False, not again
    close_brown_of(p, company, "nationalised")
    p.s.offers = [offer for offer in p.s.offers if company not in offer.args.values()]
    p.board_changed()


# --- the window after a turn in which trains rusted


def open_window(p: Position) -> None:
    """Every floated company in operating order, whether it has operated this round or not (A10)."""
    own(p).rusting = ""
    p.push(Run(rule=WINDOW, used=[Used(DUE, company) for company in order(p)]))


def _advance(p: Position, frame: Run) -> None:
    if not frame.used:
        p.pop()
        return
    company = frame.used.pop(0).on
    if p.company(company).floated:
        p.push(Ask(rule=ASKED, role=f"president:{company}", about=[company]))


def _could(p: Position, frame: Ask) -> bool:
    """It has such a train, or its director could give it the Diepenbrock's."""
    company = frame.about[0]
    holds = own(p).diepenbrock == who(p, frame.role)
    return qualifies(p, company) or (holds and bool(trains.charter_with_room(p, company)))


class Nationalise(Plain[Choices]):
    """Nationalise a company."""

    def refuse(self, p: Position, seat: str, got: Choices) -> Refusal | None:
        """It needs a train that has not been made worthless."""
        company = subject(p)
        if not qualifies(p, company):
            return Refusal(
                because("{company} has none of the trains with which it may nationalise now", company=company),
                "14.3.4.1",
            )
        return None

    def do(self, p: Position, seat: str, args: Choices) -> None:
        """Its director starts no company in the next stock round."""
        company = subject(p)
        if seat not in own(p).nationalisers:
            own(p).nationalisers.append(seat)
        p.pop()
        nationalise(p, company)


FRAMES = {
    WINDOW: FrameRule(Run, advance=_advance),
    ASKED: ask("nationalise", "keep", wanted=_could, alive=lambda p, frame: p.company(frame.about[0]).floated),
}
VERBS = {"nationalise": Nationalise(), "keep": Decline("kept")}
