"""The course of 1843: the auction, stock and operating rounds, the foreigners, the four endings (5, 6, 8.10)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from engine.core import powers
from engine.core.position import Position
from engine.core.state import Run
from engine.family import operating, trains
from engine.family.auction import unsold
from engine.family.ending import finish
from engine.family.rounds import GAME, Script, game
from engine.family.setup import lay_table
from engine.finance import money
from engine.titles.t1843.auction import BOULOGNE, ETA, LYON, PLM
from engine.titles.t1843.define import PORTS
from engine.titles.t1843.market import at_last_price
from engine.titles.t1843.own import own
from engine.titles.t1843.trains import GRAY, YELLOW

CUT = 5
PORT_PAYS = 20
PORT = "port"
FIRST, LAST = "before the first company", "after the last company"


def begin(p: Position, setup: Mapping[str, Any]) -> None:
    """Set up the game (4)."""
    lay_table(p)
    p.s.certs[p.d.certs_of[ETA][1]] = f"with:{BOULOGNE}"
    p.s.certs[p.d.certs_of[PLM][0]] = f"with:{LYON}"
    p.s.board.signs = {port: [PORT] for port in PORTS}
    p.push(Run(rule=GAME))


# --- the auction


def _opening(p: Position, frame: Run) -> bool:
    """When everybody passes without a purchase or bid, a short operating round follows (6.2)."""
    left = unsold(p)
    if not left:
        return False
    if frame.subject:
        _brief_round(p, left[0])
        if p.s.end is not None:
            return True
    # The player after the last one to bid or buy was the first to pass, and is the next in turn.
    frame.subject = first = p.s.priority
    p.s.clock.round = "initial"
    p.emit("round", round="initial", number=1)
    p.push(Run(rule="auction", subject=first))
    return True


def _brief_round(p: Position, cheapest: str) -> None:
    """Private companies pay, a yellow train leaves, the cheapest private company gets cheaper."""
    p.emit("round", round="privates", number=1)
    operating.pay_privates(p)
    trains.export(p, "unsold")
    if not any(_in_supply(p, train, YELLOW) for train in p.s.trains):
        finish(p, "yellow trains")
        return
    own(p).cuts[cheapest] = own(p).cuts.get(cheapest, 0) + CUT
    p.emit("cheaper", private=cheapest, amount=CUT)


# --- sets of operating rounds


def _before_set(p: Position) -> str:
    return "price of 500" if at_last_price(p) else ""


def _between(p: Position) -> None:
    """After the second set with a gray train the game is over; otherwise the foreigners buy (5, 8.10.1)."""
    if any(card.kind == GRAY and card.at in p.d.companies for card in p.s.trains.values()):
        own(p).gray_sets += 1
    if own(p).gray_sets == 2:
        finish(p, "gray trains")
        return
    trains.export_after_set(p)


def _is_last_set(p: Position) -> bool:
    """A set with a gray train has ended, so the next one with one is the second."""
    return own(p).gray_sets > 0


def _in_supply(p: Position, train: str, kind: str) -> bool:
    card = p.s.trains[train]
    return card.at == trains.SUPPLY and card.kind == kind and trains.SECOND_HAND not in card.marks


def round_begins(p: Position) -> None:
    """Private companies pay, then ports (8.1)."""
    operating.pay_privates(p)
    for port, company in own(p).ports.items():
        money.pay(p, money.BANK, company, PORT_PAYS)
        p.emit("port_pays", company=company, hex=port, amount=PORT_PAYS)


def between_turns(p: Position, frame: Run) -> bool:
    """Pauses for players who asked: before the first company and after the last."""
    if not operating.next_company(p, frame):
        return powers.pause(p, LAST)
    return not any(note.what == "operated" for note in frame.used) and powers.pause(p, FIRST)


def round_ended(p: Position) -> None:
    """A price of 500fr ends the game at the end of the round (8.10.1)."""
    own(p).late.clear()
    if at_last_price(p):
        finish(p, "price of 500")


def order(p: Position) -> list[str]:
    """By price; a company that floated after others had operated this round waits for the next (7.4)."""
    return [company for company in operating.by_price(p) if company not in own(p).late]


FRAMES = {GAME: game(Script(_opening, _before_set, last_set=_is_last_set, between=_between))}
