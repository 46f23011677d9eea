"""The course of 1870: the initial stock round, then stock rounds and sets of operating rounds (4.1, 5.7)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from engine.core.position import Position
from engine.core.state import Run
from engine.family import operating
from engine.family.auction import unsold
from engine.family.ending import finish
from engine.family.rounds import GAME, Script, game
from engine.family.setup import lay_table
from engine.finance import money, shares
from engine.titles.t1870.auction import FRISCO, KATY
from engine.titles.t1870.connection import next_run
from engine.titles.t1870.define import COMPANIES
from engine.titles.t1870.ending import reached_finish, stalemate
from engine.titles.t1870.market import pay_treasuries
from engine.titles.t1870.own import own

FRISCO_PAYS = 20
CUT = 5


def begin(p: Position, setup: Mapping[str, Any]) -> None:
    """Set up the game (3)."""
    lay_table(p)
    p.s.cash["reserve"] = COMPANIES.players.reserve
    p.s.certs[p.d.certs_of[FRISCO][0]] = f"with:{FRISCO}"
    p.s.certs[p.d.certs_of[KATY][1]] = f"with:{KATY}"
    p.push(Run(rule=GAME))


def opening(p: Position, frame: Run) -> bool:
    """Initial rounds until all private companies are sold (5.7)."""
    if not frame.subject:
        _initial_round(p, frame, p.s.players[0].id)
        return True
    left = unsold(p)
    if not left:
        return False
    # All passed: only the private companies pay, and the cheapest gets cheaper.
    pay_treasuries(p)
    p.s.clock.round = "operating"
    p.emit("round", round="privates", number=1)
    round_begins(p)
    if p.s.broken:
        finish(p, "bank")
        return True
    if left[0] == next(iter(p.d.privates)):
        own(p).price_cut += CUT
        p.emit("cheaper", private=left[0], amount=CUT)
    last = own(p).last_bidder
    _initial_round(p, frame, p.left_of(last) if last else frame.subject)
    return True


def _initial_round(p: Position, frame: Run, first: str) -> None:
    frame.subject = first
    own(p).last_bidder = ""
    p.s.clock.round = "initial"
    p.emit("round", round="initial", number=1)
    p.push(Run(rule="auction", subject=first))


def before_set(p: Position) -> str:
    """Why the game ends before a set of operating rounds, or an empty string."""
    if reached_finish(p):
        return "price of 400"
    return "stalemate" if stalemate(p) else ""


def after_set(p: Position) -> str:
    """Why it ends after one, or an empty string."""
    if p.s.broken:
        return "bank"
    return "stalemate" if stalemate(p) else ""


# --- within operating rounds


def round_begins(p: Position) -> None:
    """Private companies pay; in the historical variant the Frisco pays until it starts (16.5)."""
    operating.pay_privates(p)
    holder = shares.president(p, FRISCO)
    if p.s.options["historical_order"] == "yes" and holder and not p.company(FRISCO).floated:
        p.emit("private_pays", private=FRISCO, owner=holder, amount=FRISCO_PAYS)
        money.pay(p, money.BANK, holder, FRISCO_PAYS)


def between_turns(p: Position, frame: Run) -> bool:
    """The $400 finish, then connection runs, one after the other (11.2, 16.1)."""
    return finished_at_400(p) or next_run(p, frame)


def finished_at_400(p: Position) -> bool:
    """In variant 16.1 the game ends after the turn in which a price reaches $400."""
    if not reached_finish(p):
        return False
    finish(p, "price of 400")
    return True


FRAMES = {GAME: game(Script(opening, before_set, after_set))}
