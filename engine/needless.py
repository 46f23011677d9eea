"""Stops at which nobody has anything to decide: all that can be done there can be done just as well afterwards."""

from __future__ import annotations

from engine.core.agenda import rule_of
from engine.core.errors import EngineError
from engine.core.parts import Shown
from engine.core.position import Position
from engine.core.verbs import Act, complete_moves, completes
from engine.game import Game, menu
from engine.view import suppositions

Move = tuple[str, Act]


def needless(game: Game) -> Move | None:
    """Who goes on, and how, if the game stops without a choice; None if there is one.

    It is decided by what everybody may know, so that a stop tells nothing of what is secret.
    """
    found = [_move_on(one) for one in suppositions(game)]
    return found[0] if all(one == found[0] for one in found) else None


def _move_on(game: Game) -> Move | None:
    waiting = game.decisions()
    if len(waiting) != 1:
        return None
    seat = waiting[0].seat
    ways = [verb for verb in waiting[0].verbs if game.shown(seat, verb) is Shown.DONE]
    if len(ways) != 1:
        return None
    move = Act(ways[0])
    try:
        after, _ = game.apply(seat, move)
    except EngineError:
        return None  # It has a duty, or more to choose.
    if after.state.end is not None:
        return None
    now, then = game.asked, after.asked
    others = [one for one in now.living if one != seat]
    again = _is_open_again(game, now, then, seat, move.verb) and all(_are_same(now, then, one) for one in others)
    return (seat, move) if again else None


def _is_open_again(game: Game, now: Position, then: Position, seat: str, going_on: str) -> bool:
    """Can the seat do all that it can do now after going on, too, in the same turn or wherever it is open to it?"""
    for verb in menu(now, seat):
        if verb == going_on or not completes(now, now.title.verbs[verb], seat, {}):
            continue
        lasts = now.top.id == then.top.id or game.shown(seat, verb) is Shown.RARE or _lasts(now, then, seat, verb)
        if not lasts or not _is_same(now, then, seat, verb):
            return False
    return True


def _lasts(now: Position, then: Position, seat: str, verb: str) -> bool:
    """Is it a power of the seat whose window stays open, whoever's turn it is?"""
    if verb in rule_of(now, now.top).open_verbs(now, now.top, seat):
        return False
    left = {frame.id for frame in then.s.agenda}
    owners = {frame.rule for frame in now.s.agenda if frame.id in left}
    return any(power.verb == verb and (not power.window or power.window in owners) for power in now.title.powers)


def _are_same(now: Position, then: Position, seat: str) -> bool:
    return all(_is_same(now, then, seat, verb) for verb in menu(now, seat))


def _is_same(now: Position, then: Position, seat: str, verb: str) -> bool:
    """Are the same moves of a verb possible?"""
    law = now.title.verbs[verb]
    if verb not in menu(then, seat):
        return not completes(now, law, seat, {})
    return list(complete_moves(now, verb, law, seat)) == list(complete_moves(then, verb, law, seat))
