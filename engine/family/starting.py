"""Starting a company: its par price and its price marker, and the question for a par that goes with a purchase."""

from __future__ import annotations

from collections.abc import Collection

from engine.core.asking import ask, subject
from engine.core.errors import Refusal
from engine.core.position import Position
from engine.core.sentences import because
from engine.core.state import Ask
from engine.core.verbs import Plain, Shown, Values
from engine.family.choices import OnePrice, ParChoices
from engine.finance import money, prices
from engine.finance.market import Box

RULE = "first_par"


def pars_for(p: Position, company: str) -> tuple[Box, ...]:
    """Boxes where a company may start: those of its own market."""
    return p.d.market.pars_of(p.d.companies[company].market)


def start_refusal(p: Position, player: str, got: ParChoices) -> Refusal | None:
    """Why a player may not start a company, or not at the par they chose."""
    refusal = p.title.stock.may_start(p, player, got.company)
    if refusal or "price" not in got:
        return refusal
    return par_refusal(p, got.price, pars_now(p, got.company))


def par_refusal(p: Position, price: int, pars: Collection[int]) -> Refusal | None:
    """A par that is printed may have to wait for its phase."""
    if price in pars:
        return None
    why = because("{price} is not available yet", price=price)
    return Refusal(why, p.title.sections["start"], pars_of_phase(p, pars))


def pars_of_phase(p: Position, pars: Collection[int]) -> str:
    """What could be chosen now."""
    listed = [money.money(p, par) for par in sorted(pars)]
    if not listed:
        return because("no par is available in {phase}", phase=p.s.phase)
    return because("in {phase} a par is {pars:or}", phase=p.s.phase, pars=tuple(listed))


def pars_now(p: Position, company: str) -> list[int]:
    """Where the company may start in this phase."""
    return [box.price for box in p.title.stock.pars(p, company)]


def start_company(p: Position, player: str, company: str, par: int) -> None:
    """Set par price and price marker of a new company."""
    box = next(box for box in pars_for(p, company) if box.price == par)
    p.company(company).par = par
    prices.place(p, company, box)
    p.emit("started", player=player, company=company, price=par)


# --- a player who gets a president's certificate sets the par


def ask_for_par(p: Position, player: str, company: str) -> None:
    """The question comes before anything else."""
    p.push(Ask(rule=RULE, role=player, about=[company]))


FRAMES = {RULE: ask("set_par", wanted=lambda p, frame: not p.company(frame.about[0]).par)}


class SetPar(Plain[OnePrice]):
    """Set the par price of a company after getting its president's certificate."""

    shown = Shown.LIST

    def values(self, p: Position, seat: str, got: OnePrice, slot: str) -> Values:
        """Every par of its market."""
        return tuple(box.price for box in pars_for(p, subject(p)))

    def cites(self, p: Position, slot: str) -> str:
        """The pars that are printed."""
        return p.title.sections["start"]

    def refuse(self, p: Position, seat: str, got: OnePrice) -> Refusal | None:
        """One of this phase."""
        return par_refusal(p, got.price, pars_now(p, subject(p))) if "price" in got else None

    def do(self, p: Position, seat: str, args: OnePrice) -> None:
        """The company is started, and floats if enough of it is sold."""
        company = subject(p)
        start_company(p, seat, company, args.price)
        p.title.stock.after_purchase(p, company)


VERBS = {"set_par": SetPar()}
