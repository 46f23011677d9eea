"""1870 of 18xx.games: when the site ends a game differently."""

from __future__ import annotations

from dataclasses import replace

from engine.core.position import Position
from engine.core.state import Run
from engine.family import operating, stock
from engine.family.idle import might_act
from engine.family.rounds import GAME, Script, game
from engine.overlay import on
from engine.titles.t1870 import ending, script

LAST_TURN = 100


def _before_set(p: Position) -> str:
    """There only the $400 finish ends it."""
    why = script.before_set(p)
    return "" if why == "stalemate" and on(p, "stalemate") else why


def _after_set(p: Position) -> str:
    """A game in which nobody can do anything runs on by itself up to its hundredth turn."""
    if not on(p, "stalemate"):
        return script.after_set(p)
    if p.s.broken:
        return "bank"
    if not _nothing_left(p):
        return ""
    p.s.clock.turn, p.s.clock.round, p.s.clock.number = LAST_TURN, "stock", 0
    return "stalemate"


def _nothing_left(p: Position) -> bool:
    """No company runs, no private company pays, and no player could do anything in a stock round."""
    if p.s.clock.turn >= LAST_TURN - 1:
        return True
    if any(ending.still_pays(p, private, owner) for private, owner in p.s.privates.items()):
        return False
    if any(company.floated and not company.closed for company in p.s.companies.values()):
        return False
    return not any(_could_act(p, player) for player in p.living)


def _could_act(p: Position, player: str) -> bool:
    tried = p.fork()
    tried.push(Run(rule=stock.TURN, subject=player))
    return might_act(tried, player, [verb for verb in p.title.stock.turn_verbs if verb != "pass"])


def _at_400(p: Position) -> bool:
    return on(p, "finish_in_turn") and ending.reached_finish(p)


def _turn_deciders(p: Position, frame: Run) -> list[str]:
    """Nobody acts once a price has reached $400 in variant 16.1."""
    return [] if _at_400(p) else operating.turn_deciders(p, frame)


def _advance_turn(p: Position, frame: Run) -> None:
    """The game ends at once."""
    if _at_400(p):
        script.finished_at_400(p)
    else:
        operating.advance_turn(p, frame)


FRAMES = {
    GAME: game(Script(script.opening, _before_set, _after_set)),
    operating.TURN: replace(operating.FRAMES[operating.TURN], advance=_advance_turn, deciders=_turn_deciders),
}
