"""The most common moves for a ping, chosen only from what everybody knows."""

from __future__ import annotations

from bot.menu.move.choices import Choice, Choosing
from bot.menu.move.moves import Moves, public_moves_of
from bot.menu.move.walk import Walk
from engine import Game
from engine.core.verbs import Shown, Text

MOST = 4
"""The most moves."""
COMPANY = "company"
"""The slot of whose shares are bought."""
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
    rest = [one for one in shown if one.shown is not Shown.DONE]
    first = public_moves_of(game, seat)[0]
    # What can be done at any time, and sales, come after what the turn is for.
    rest.sort(key=lambda one: (not _buys_own(first, one), first.is_aside(one.verb)))
    return [*rest[: MOST - len(done)], *done]


def _buys_own(moves: Moves, one: Choice) -> bool:
    """Does it buy a share of a company that the seat leads?"""
    own = any(one.got.get(COMPANY) == company for company in _own(moves))
    return own and bool(one.spent) and not moves.game.title.verbs[one.verb].sells


def _own(moves: Moves) -> list[str]:
    return [company.symbol for company in moves.view.companies if company.president == moves.seat]


def _whole(moves: Moves) -> list[Choice]:
    choosing = Choosing(moves)
    whole: list[Choice] = []
    for verb in moves.verbs:
        if moves.shown(verb) is Shown.RARE:
            continue
        walk = choosing.walk(verb)
        if isinstance(walk.choices, Text):
            known = walk.choices.known()
            whole += [choosing.named_with(verb, {**walk.got, walk.slot: known[0]})] if known else []
        elif not walk.slot or (isinstance(walk.choices, tuple) and len(walk.choices) <= FEW):
            whole += [one for one in choosing.at_least(verb) if one.whole]
        elif isinstance(walk.choices, tuple):
            whole += _usual(choosing, verb, walk) or _of_own(choosing, verb, walk)
    return whole


def _of_own(choosing: Choosing, verb: str, walk: Walk) -> list[Choice]:
    """Purchases of shares of companies that the seat leads, however many others there are."""
    assert isinstance(walk.choices, tuple)
    moves = choosing.moves
    if walk.slot != COMPANY:
        return []
    values = [value for value in _own(moves) if value in walk.choices]
    whole = [one for value in values for one in choosing.of(verb, {**walk.got, walk.slot: value}) if one.whole]
    return [one for one in whole if _buys_own(moves, one)]


def _usual(choosing: Choosing, verb: str, walk: Walk) -> list[Choice]:
    """What the verb itself calls usual among many, if it is possible now."""
    assert isinstance(walk.choices, tuple)
    usual = choosing.moves.game.usual(choosing.moves.seat, verb)
    if usual.get(walk.slot) not in walk.choices:
        return []
    return [one for one in choosing.of(verb, {**walk.got, **usual}) if one.whole][:FEW]
