"""The most common moves for a ping, chosen only from what everybody knows."""

from __future__ import annotations

from bot.menu.move.choices import Choice, Choosing
from bot.menu.move.moves import Moves, public_moves_of
from bot.menu.move.walk import Walk
from engine import Game
from engine.core.verbs import Shown, Text

MOST = 4
"""The most moves."""
FEW = 3
"""The most answers to a question that are offered; with more, none are."""


def usual_moves(game: Game, seat: str) -> list[Choice]:
    """Complete moves, if there are only a few: those that are there, and read alike, whatever is secret. May have to
    find the best runs.
    """
    shown, *others = map(_whole, public_moves_of(game, seat))
    for other in others:
        alike = [(one.verb, one.got, one.label) for one in other]
        shown = [one for one in shown if (one.verb, one.got, one.label) in alike]
    # There is always room for passing, however many other moves there are.
    done = [one for one in shown if one.shown is Shown.DONE]
    return [*[one for one in shown if one.shown is not Shown.DONE][: MOST - len(done)], *done]


def _whole(moves: Moves) -> list[Choice]:
    found = Choosing(moves)
    whole: list[Choice] = []
    for verb in moves.verbs:
        if moves.shown(verb) is Shown.RARE:
            continue
        made = found.walk(verb)
        if isinstance(made.choices, Text):
            known = made.choices.known()
            whole += [found.named_with(verb, {**made.got, made.slot: known[0]})] if known else []
        elif not made.slot or (isinstance(made.choices, tuple) and len(made.choices) <= FEW):
            whole += [one for one in found.at_least(verb) if one.whole]
        elif isinstance(made.choices, tuple):
            whole += _usual(found, verb, made)
    return whole


def _usual(found: Choosing, verb: str, made: Walk) -> list[Choice]:
    """What the verb itself calls usual among many, if it is possible now."""
    assert isinstance(made.choices, tuple)
    usual = found.moves.game.usual(found.moves.seat, verb)
    if usual.get(made.slot) not in made.choices:
        return []
    return [one for one in found.of(verb, {**made.got, **usual}) if one.whole][:FEW]
