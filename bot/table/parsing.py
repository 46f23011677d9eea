"""Read input from outside (numbers, names, choices), or refuse it with a sentence."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from bot.table.errors import Refused
from engine.core.sentences import because

_NUMBER = re.compile("-?[0-9]{1,19}")


def number(text: str) -> int | None:
    """A whole number in plain digits that can be stored; None if it is not one."""
    found = int(text) if _NUMBER.fullmatch(text) else None
    return found if found is not None and abs(found) < 2**63 else None


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
