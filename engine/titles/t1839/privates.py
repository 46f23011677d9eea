"""Private companies: what they pay, when they close, and the locals that yellow and brown ones bring (14.2)."""

from __future__ import annotations

from engine.core.asking import ask, asked, subject
from engine.core.errors import Refusal
from engine.core.position import Position
from engine.core.sentences import because
from engine.core.state import Ask
from engine.core.verbs import Plain, Span, Values, completes
from engine.family import operating
from engine.family.privates import PHASE, TRAIN, close_private
from engine.finance import money, shares
from engine.titles.t1839 import debts, market
from engine.titles.t1839.begin import WAITING
from engine.titles.t1839.companies import is_lokaal
from engine.titles.t1839.define import BROWN, GREEN, MARKET, YELLOW
from engine.titles.t1839.own import own
from engine.titles.t1839.places import city_hexes
from engine.titles.t1839.stock import LocalPar, homes_refusal, reserve

STEAM, RED, MOBILIER, DIEPENBROCK = "KFvSeaW", "RH", "CM", "DeRtU"
STEAM_STEP = 20
MOBILIER_PAYS = 800
CONSOLATION = 80
RULE = "new_local"
GIVEN = 3
"""Certificates of the new local: the director's and two singles."""


# --- income


def pay_privates(p: Position) -> None:
    """Every operating round begins with their income; then the red one's owner pays (8.1)."""
    operating.pay_privates(p)
    owner = p.s.privates[STEAM]
    if owner in p.seats:
        mine = own(p)
        p.emit("private_pays", private=STEAM, owner=owner, amount=mine.steam)
        money.pay(p, money.BANK, owner, mine.steam)
        mine.steam += STEAM_STEP
    if p.s.privates[RED] in p.seats:
        debts.require(p, p.s.privates[RED], "", debts.RED)


# --- green ones are for sale to companies


def price(p: Position, company: str, private: str) -> Span:
    """From 1 to the face value (14.2.1)."""
    return Span(1, p.d.privates[private].cost)


def sale_refusal(p: Position, company: str, private: str) -> Refusal | None:
    """Green ones only, from the light green phase on."""
    if private not in GREEN:
        return Refusal(because("{private} cannot be bought by a company", private=private), "14.2.1")
    if not p.d.phases[p.s.phase].private_sales:
        return Refusal("companies can buy private companies only from the light green phase on", "14.2.1")
    return None


# --- closing


def close(p: Position, private: str, why: str) -> None:
    """Close it; the owner of a yellow or brown one gets a local for it."""
    owner = p.s.privates[private]
    if owner in p.living and private in (*YELLOW, *BROWN):
        own(p).closing[private] = owner
    close_private(p, private, why)


def is_open(p: Position, private: str) -> bool:
    """Does a player or a company own it?"""
    owner = p.s.privates[private]
    return owner in p.seats or p.d.is_company(owner)


def phase_begins(p: Position, phase: str) -> None:
    """Effects of each phase (17)."""
    if phase in RUSTING:
        own(p).rusting = phase
    if phase == "dark brown":
        _convert_blue(p)
    for private in p.d.phases[phase].closes:
        if is_open(p, private):
            close(p, private, PHASE)
    if phase == "dark red":
        market.convert(p)
    if phase == "light red":
        p.board_changed()


RUSTING = (
    *("dark green", "blue", "light brown", "medium brown", "dark brown"),
    *("light red", "dark red", "gray", "purple"),
)


def _convert_blue(p: Position) -> None:
    """The Diepenbrock becomes its train, the Crédit Mobilier f800 and the red one (17.8)."""
    owner = p.s.privates[DIEPENBROCK]
    if owner in p.seats:
        close_private(p, DIEPENBROCK, PHASE)
        own(p).diepenbrock = owner
    owner = p.s.privates[MOBILIER]
    if owner in p.seats:
        close_private(p, MOBILIER, PHASE)
        money.pay(p, money.BANK, owner, MOBILIER_PAYS)
        p.emit("mobilier", player=owner, amount=MOBILIER_PAYS)
        if p.s.privates[RED] == WAITING:
            p.s.privates[RED] = owner


def close_brown_of(p: Position, company: str, why: str) -> list[str]:
    """Close the brown private company of a major; returns which, if it was open."""
    found = [private for private, major in own(p).pairs.items() if major == company and is_open(p, private)]
    for private in found:
        close(p, private, why)
    return found


def after_turn(p: Position) -> None:
    """Brown ones close when their company has bought a train and finished its turn (14.2.3.3)."""
    for company in own(p).pairs.values():
        if p.company(company).turns:
            close_brown_of(p, company, TRAIN)


# --- the locals that replace them


def next_local(p: Position) -> bool:
    """Ask the owner of the most expensive one that has closed; is there one to ask?"""
    waiting = sorted(own(p).closing, key=lambda private: -p.d.privates[private].cost)
    if not waiting:
        return False
    private = waiting[0]
    player = own(p).closing.pop(private)
    if player in p.living:
        p.push(Ask(rule=RULE, role=player, about=[private]))
    return True


def _consoled(p: Position, frame: Ask) -> None:
    """If no local is left, or there is no room for its homes, f80 instead."""
    p.pop()
    p.emit("consoled", player=frame.role, private=frame.about[0], amount=CONSOLATION)
    money.pay(p, money.BANK, frame.role, CONSOLATION)


def _can_take(p: Position, frame: Ask) -> bool:
    return completes(p, TakeLocal(), frame.role, {})


FRAMES = {RULE: ask("take_local", wanted=_can_take, alive=asked, unanswered=_consoled)}


class TakeLocal(Plain[LocalPar]):
    """Start a local for a private company that has closed."""

    def slots(self, p: Position, seat: str, got: LocalPar) -> tuple[str, ...]:
        """Which, with its two homes."""
        return ("company", "home", "second_home")

    def values(self, p: Position, seat: str, got: LocalPar, slot: str) -> Values:
        """The locals; hexes with cities."""
        if slot == "company":
            return tuple(company for company in p.d.companies if is_lokaal(p, company))
        return tuple(city_hexes(p))

    def cites(self, p: Position, slot: str) -> str:
        """Where homes may be."""
        return "" if slot == "company" else "7.5"

    def refuse(self, p: Position, seat: str, got: LocalPar) -> Refusal | None:
        """One that has not been started, with room for its homes."""
        if "company" not in got:
            return None
        if shares.started(p, got.company):
            return Refusal(because("{company} has already been started", company=got.company), "14.2.3")
        return homes_refusal(p, got.company, got)

    def do(self, p: Position, seat: str, args: LocalPar) -> None:
        """The director's certificate and two singles for free, at f25."""
        company = args.company
        private = subject(p)
        p.pop()
        market.start(p, seat, company, MARKET.given_par)
        chief, *singles = p.d.certs_of[company][:GIVEN]
        shares.move(p, [chief, *singles], seat)
        p.emit("given_shares", player=seat, private=private, company=company, shares=len(singles))
        reserve(p, company, args)
