"""Choices as the entries of one list, where a line and a button for each would be too much."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import groupby

from bot.menu.move.choices import Choice
from bot.menu.move.moves import Moves
from bot.menu.say import say
from engine.words.buttons import capital

ALIKE = 3
"""So many choices of which there is no more to know than is printed are one list."""


@dataclass(frozen=True)
class Listed:
    """Choices of a verb as the entries of one list."""

    label: str
    """What it is a list of."""
    choices: tuple[Choice, ...]


def alike(choices: Sequence[Choice]) -> list[Choice]:
    """Those choices that differ from others of their verb only by what is printed: a list says enough of them."""
    printed = [one for one in choices if one.about is not None and one.about.printed and not one.about.mine]
    return [one for one in printed if sum(other.verb == one.verb for other in printed) >= ALIKE]


def lists(moves: Moves, choices: Sequence[Choice]) -> list[Listed]:
    """A list for each verb."""
    return [_listed(moves, verb, list(group)) for verb, group in groupby(choices, lambda one: one.verb)]


def _listed(moves: Moves, verb: str, choices: Sequence[Choice]) -> Listed:
    label = say("list", group="lines", verb=capital(moves.words.verb(verb)), number=len(choices))
    return Listed(label, tuple(choices))
