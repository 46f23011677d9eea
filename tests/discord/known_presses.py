"""Every button, list and form that the bot answers, by its name, and what it takes."""

from __future__ import annotations

from typing import Literal, get_args, get_origin

from bot.discord.kit.answers import ANSWERS, FORMS
from bot.discord.kit.press import OLD_NAMES, PRESSES, slots_of

NUMBERED = "a number"


def answered(*, old: bool = True) -> set[str]:
    """Names of presses with an answer; `old`: those of older versions too."""
    today = {press.name for press in ANSWERS}
    return today | {name for name, (now, _) in OLD_NAMES.items() if old and now in today}


def opening(*, old: bool = True) -> set[str]:
    """Names of presses that open a form."""
    today = {press.name for press in FORMS}
    return today | {name for name, (now, _) in OLD_NAMES.items() if old and now in today}


def taken(name: str) -> list[tuple[str, ...]]:
    """The words each argument may be: (NUMBERED,), a few fixed words, or any (())."""
    name, first = OLD_NAMES.get(name, (name, ()))
    return [_words(slot.kind) for slot in slots_of(PRESSES[name])][len(first) :]


def _words(kind: object) -> tuple[str, ...]:
    if kind in (int, bool):
        return (NUMBERED,)
    return tuple(get_args(kind)) if get_origin(kind) is Literal else ()
