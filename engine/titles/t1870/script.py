"""What follows what in 1870: the initial stock round, then stock rounds and sets of operating rounds (4.1, 5.7)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from engine.agenda import FrameRule
from engine.family import operating
from engine.family.auction import unsold
from engine.family.setup import SALE
from engine.finance import money, shares
from engine.position import Position
from engine.state import AnyFrame, Company, Run, Train, Used
from engine.titles.t1870.auction import FRISCO, KATY
from engine.titles.t1870.connection import next_run
from engine.titles.t1870.define import COMPANIES
from engine.titles.t1870.ending import finish, reached_finish, stalemate
from engine.titles.t1870.market import pay_treasuries
from engine.titles.t1870.own import own

FRISCO_PAYS = 20
CUT = 5


def begin(p: Position, setup: Mapping[str, Any]) -> None:
    """Lay the table (3)."""
    s = p.s
    capital = p.d.capital[len(s.players)]
    s.cash = {money.BANK: p.d.bank - capital * len(s.players), "reserve": COMPANIES.players.reserve}
    s.cash.update({seat.id: capital for seat in s.players})
    s.cash.update(dict.fromkeys(p.d.companies, 0))
    s.certs = dict.fromkeys(p.d.certs, shares.IPO)
    s.certs[p.d.certs_of[FRISCO][0]] = f"with:{FRISCO}"
    s.certs[p.d.certs_of[KATY][1]] = f"with:{KATY}"
    s.privates = dict.fromkeys(p.d.privates, SALE)
    s.companies = {
        symbol: Company(charters=[symbol], markers=list(sheet.markers)) for symbol, sheet in p.d.companies.items()
    }
    for kind in p.d.trains:
        count = p.d.train_counts[kind]
        for number in range(1 if count < 0 else count):
            s.trains[f"{kind}-{number}"] = Train(kind=kind, at="supply")
    s.phase = "1"
    s.priority = s.players[0].id
    s.clock.round = "initial"
    p.push(Run(rule="game"))


def advance(p: Position, frame: AnyFrame) -> None:
    """From round to round."""
    assert isinstance(frame, Run)
    match frame.step:
        case "":
            _initial_round(p, frame, p.s.players[0].id)
        case "initial":
            _after_initial_round(p, frame)
        case "stock":
            _set_begins(p, frame)
        case _:
            _after_operating_round(p, frame)


def _initial_round(p: Position, frame: Run, first: str) -> None:
    frame.step = "initial"
    frame.subject = first
    own(p).last_bidder = ""
    p.s.clock.round = "initial"
    p.emit("round", round="initial", number=1)
    p.push(Run(rule="auction", subject=first))


def _after_initial_round(p: Position, frame: Run) -> None:
    left = unsold(p)
    if not left:
        _stock_round(p, frame, p.s.priority, initial=True)
        return
    # All passed: only the private companies operate, and the cheapest gets cheaper (5.7).
    pay_treasuries(p)
    p.s.clock.round = "operating"
    p.emit("round", round="privates", number=1)
    round_begins(p)
    if left[0] == next(iter(p.d.privates)):
        own(p).price_cut += CUT
        p.emit("cheaper", private=left[0], amount=CUT)
    last = own(p).last_bidder
    _initial_round(p, frame, p.left_of(last) if last else frame.subject)


def _stock_round(p: Position, frame: Run, first: str, *, initial: bool) -> None:
    frame.step = "stock"
    notes = [Used("initial")] if initial else []
    p.push(Run(rule="stock_round", subject=first, used=notes))


def _set_begins(p: Position, frame: Run) -> None:
    """How many operating rounds a set has is fixed as it begins (4.2)."""
    if reached_finish(p):
        finish(p, "price of 400")
        return
    if stalemate(p):
        finish(p, "stalemate")
        return
    frame.step = "operating"
    p.s.clock.of = p.d.phases[p.s.phase].operating_rounds
    p.s.clock.number = 0
    _operating_round(p)


def _operating_round(p: Position) -> None:
    p.s.clock.number += 1
    p.s.clock.round = "operating"
    p.emit("round", round="operating", number=p.s.clock.number)
    p.push(Run(rule="operating_round"))


def _after_operating_round(p: Position, frame: Run) -> None:
    if p.s.clock.number < p.s.clock.of:
        _operating_round(p)
        return
    if p.s.broken:
        finish(p, "bank")
        return
    if stalemate(p):
        finish(p, "stalemate")
        return
    p.s.clock.turn += 1
    p.s.clock.number = p.s.clock.of = 0
    _stock_round(p, frame, p.s.priority, initial=False)


# --- within operating rounds


def round_begins(p: Position) -> None:
    """Private companies pay; in the historical variant the Frisco does as long as it has not started (16.5)."""
    operating.pay_privates(p)
    holder = shares.president(p, FRISCO)
    if p.s.options["historical_order"] == "yes" and holder and not p.company(FRISCO).floated:
        money.pay(p, money.BANK, holder, FRISCO_PAYS)
        p.emit("private_pays", private=FRISCO, owner=holder, amount=FRISCO_PAYS)


def between_turns(p: Position, frame: Run) -> bool:
    """The $400 finish, then connection runs, one after the other (11.2, 16.1)."""
    if reached_finish(p):
        finish(p, "price of 400")
        return True
    return p.s.options["connection_check"] == "at_once" and next_run(p, frame)


def round_ended(p: Position) -> None:
    """All markers are turned back by the frame's end."""


FRAMES = {"game": FrameRule(advance=advance)}
