"""Numbers and moves from outside within their limits, or refused with a sentence."""

from __future__ import annotations

from collections.abc import Mapping

from bot.errors import Refused
from engine import Act
from engine.core.sentences import because


def game_number(value: int) -> int:
    """The number of a game."""
    if not 0 < value < 2**31:
        raise Refused("There is no such game.")
    return value


def discord_number(value: int, what: str) -> int:
    """The number of a person, channel or server."""
    if not abs(value) < 2**63:
        raise Refused(because("That is not a valid {what}.", what=what))
    return value


def whole_number(value: int, what: str) -> int:
    """A whole number from 0."""
    if not 0 <= value < 2**31:
        raise Refused(because("{what} must be a whole number.", what=what))
    return value


def readable(verb: str, args: Mapping[str, str | int]) -> Act:
    """A move, or refused as unreadable."""
    names = verb, *args
    if len(names) > 21 or any(len(name) > 40 for name in names) or not all(map(_is_plain, (*args, *args.values()))):
        raise Refused("That move cannot be read.")
    return Act(verb, dict(args))


def _is_plain(value: str | int) -> bool:
    if isinstance(value, int):
        return abs(value) < 2**53
    return len(value) <= 4000 and value.isprintable()
