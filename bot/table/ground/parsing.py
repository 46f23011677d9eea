"""Read input from outside (numbers, names, choices), or refuse it with a sentence."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from bot.errors import Refused
from engine import Act
from engine.core.sentences import because


def game_number(value: Any) -> int:
    """The number of a game."""
    if not isinstance(value, int) or isinstance(value, bool) or not 0 < value < 2**31:
        raise Refused("There is no such game.")
    return value


def discord_number(value: Any, what: str) -> int:
    """The number of a person, channel or server."""
    if not isinstance(value, int) or isinstance(value, bool) or not abs(value) < 2**63:
        raise Refused(because("That is not a valid {what}.", what=what))
    return value


def whole_number(value: Any, what: str) -> int:
    """A whole number from 0."""
    if not isinstance(value, int) or isinstance(value, bool) or not 0 <= value < 2**31:
        raise Refused(because("{what} must be a whole number.", what=what))
    return value


def readable_name(value: Any) -> str:
    """A person's name."""
    if not isinstance(value, str):
        raise Refused("That name can't be used; please type another.")
    return value


def readable_options(value: Any) -> dict[str, str]:
    """A game's options, if they can be read at all."""
    if not isinstance(value, Mapping) or not all(isinstance(one, str) for pair in value.items() for one in pair):
        raise Refused("I can't read these options; choose them from the list while you type.")
    return dict(value)


def user_numbers(value: Any) -> list[int]:
    """Persons, in order."""
    if not isinstance(value, (list, tuple)):
        raise Refused("The seating order must name every player once.")
    return [discord_number(one, "person") for one in value]


def readable(verb: Any, args: Any) -> Act:
    """Check the form of a move, or refuse it as unreadable."""
    fits = isinstance(verb, str) and len(verb) <= 40 and isinstance(args, Mapping) and len(args) <= 20
    if not fits or not all(_plain(key) and len(key) <= 40 and _plain_value(value) for key, value in args.items()):
        raise Refused("That move cannot be read.")
    return Act(verb, dict(args))


def _plain(value: Any) -> bool:
    return isinstance(value, str) and len(value) <= 4000 and "\0" not in value and value.isprintable()


def _plain_value(value: Any) -> bool:
    return _plain(value) or (isinstance(value, int) and not isinstance(value, bool) and abs(value) < 2**53)
