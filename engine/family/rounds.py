"""The order of rounds: the opening, then stock rounds and sets of operating rounds in turn, until the title ends it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from engine.core.agenda import FrameRule
from engine.core.position import Position
from engine.core.state import Run, Used
from engine.family.ending import finish

GAME = "game"


def _goes_on(p: Position) -> str:
    return ""


def bank_or_stalemate(p: Position) -> str:
    """The game ends after the set in which the bank was broken, or when there is no company left."""
    if p.s.broken:
        return "bank"
    return "stalemate" if all(p.company(company).closed for company in p.d.companies) else ""


def _nothing(p: Position) -> None:
    """Nothing happens between a set and the next stock round."""


def bank_is_broken(p: Position) -> bool:
    """The set in which the bank was broken is played to its end."""
    return p.s.broken


@dataclass(frozen=True)
class Script:
    """A title's answers about the order of rounds."""

    opening: Callable[[Position, Run], bool]
    """Puts the next part of the opening on the agenda; False when all of it is done."""
    before_set: Callable[[Position], str] = _goes_on
    """Why the game ends before a set of operating rounds, or nothing."""
    after_set: Callable[[Position], str] = bank_or_stalemate
    """Why it ends after one, or nothing."""
    last_set: Callable[[Position], bool] = bank_is_broken
    """Is the set under way, or in a stock round the next, the last one as things stand?"""
    between: Callable[[Position], None] = _nothing
    """What happens after a set, when no company operates: trains leave, the phase may change."""
    initial: bool = True
    """Is the first stock round one in which other rules hold?"""


@dataclass(frozen=True)
class GameRule(FrameRule[Run]):
    """The frame rule of the whole game."""

    last_set: Callable[[Position], bool] = bank_is_broken


def is_last_set(p: Position) -> bool:
    """Does the game end with the set under way, or in a stock round with the next, as things stand?"""
    rule = p.title.frames.get(GAME)
    return rule.last_set(p) if isinstance(rule, GameRule) else p.s.broken


def game(script: Script) -> GameRule:
    """The frame rule of a game that goes by this script."""

    def advance(p: Position, frame: Run) -> None:
        match frame.step:
            case "" | "opening":
                frame.step = "opening"
                if not script.opening(p, frame):
                    stock_round(p, frame, initial=script.initial)
            case "stock":
                _unless_over(p, script.before_set(p), lambda: _set_begins(p, frame))
            case "operating" if p.s.clock.number < p.s.clock.of:
                operating_round(p)
            case "operating":
                frame.step = "between"
                script.between(p)
            case _:
                _unless_over(p, script.after_set(p), lambda: _next_turn(p, frame))

    return GameRule(Run, advance=advance, last_set=script.last_set)


def _unless_over(p: Position, why: str, go_on: Callable[[], None]) -> None:
    if why:
        finish(p, why)
    else:
        go_on()


def stock_round(p: Position, frame: Run, *, initial: bool = False) -> None:
    """A stock round begins with whoever has priority."""
    frame.step = "stock"
    notes = [Used("initial")] if initial else []
    p.push(Run(rule="stock_round", subject=p.s.priority, used=notes))


def _set_begins(p: Position, frame: Run) -> None:
    """How many operating rounds a set has is fixed as it begins."""
    frame.step = "operating"
    p.s.clock.of = p.d.phases[p.s.phase].operating_rounds
    p.s.clock.number = 0
    operating_round(p)


def operating_round(p: Position) -> None:
    """The next operating round of the set."""
    p.s.clock.number += 1
    p.s.clock.round = "operating"
    p.emit("round", round="operating", number=p.s.clock.number, called=f"{p.s.clock.turn}.{p.s.clock.number}")
    p.push(Run(rule="operating_round"))


def _next_turn(p: Position, frame: Run) -> None:
    p.s.clock.turn += 1
    p.s.clock.number = p.s.clock.of = 0
    stock_round(p, frame)
