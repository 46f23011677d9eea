"""The course of 1839: the auction, stock rounds and sets of operating rounds, and how it ends (5, 10)."""

from __future__ import annotations

from engine.core.position import Position
from engine.core.state import Run
from engine.family.ending import finish
from engine.family.rounds import GAME, Script, game
from engine.titles.t1839 import market, nationalising, privates
from engine.titles.t1839.own import own

PRICE = "price of 300"
LAST = "purple"
"""The phase that ends the game."""


def _opening(p: Position, frame: Run) -> bool:
    """The private auction."""
    if frame.subject:
        return False
    frame.subject = p.living[0]
    p.s.clock.round = "initial"
    p.emit("round", round="initial", number=1)
    p.push(Run(rule="auction", subject=frame.subject))
    return True


def _before_set(p: Position) -> str:
    """A new set: players who nationalised may start companies again, and the phase says whether it is the last."""
    own(p).nationalisers = []
    own(p).set_phase = p.s.phase
    return ""


def _after_set(p: Position) -> str:
    """The first set that began in purple phase is the last (10.1)."""
    return f"{LAST} phase" if own(p).set_phase == LAST else ""


def _is_last_set(p: Position) -> bool:
    return (own(p).set_phase if p.s.clock.of else p.s.phase) == LAST


def stock_round_ended(p: Position) -> None:
    """Prices move; one that reaches f300 ends the game at once."""
    market.round_ended(p)
    if own(p).reached_300:
        finish(p, PRICE)


def between_turns(p: Position, frame: Run) -> bool:
    """After a turn: nationalisation if trains rusted, then locals for private companies that closed (8.3)."""
    if own(p).rusting:
        nationalising.open_window(p)
        return True
    privates.after_turn(p)
    return privates.next_local(p)


def operating_round_ended(p: Position) -> None:
    """A dividend that took a price to f300 ends the game now."""
    if own(p).reached_300:
        finish(p, PRICE)


FRAMES = {GAME: game(Script(_opening, _before_set, _after_set, _is_last_set))}
