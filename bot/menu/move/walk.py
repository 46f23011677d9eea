"""A move built choice by choice, with the same walk that the rules use to check it."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from bot.errors import Refused
from bot.menu.move.moves import Choices, Moves
from bot.menu.say import say
from bot.safe_text import escaped, number
from engine import Act, Ambiguous, Span
from engine.core.verbs import Text, Value


@dataclass(frozen=True)
class Chosen:
    """What has been chosen of a move."""

    verb: str
    got: Mapping[str, Value]

    @property
    def act(self) -> Act:
        """The move, if it is complete."""
        return Act(self.verb, dict(self.got))

    @property
    def texts(self) -> list[str]:
        """The choices in order, as a button's arguments."""
        return [str(value) for value in self.got.values()]


@dataclass(frozen=True)
class Walk(Chosen):
    """The choices so far, and the next slot with its values; no slot: the move is complete."""

    got: dict[str, Value]
    slot: str = ""
    choices: Choices = ()


def walk(moves: Moves, verb: str, given: Sequence[str]) -> Walk:
    """Walk with choices in the order of their slots."""
    left = list(given)
    made = walk_read(moves, verb, lambda _verb, _slot, _choices: left.pop(0) if left else None)
    if not made.slot and left:
        raise Refused(say("not_now"))
    return made


def walk_named(moves: Moves, verb: str, given: Mapping[str, str]) -> Walk:
    """Walk with choices by the names of their slots; those with only one value may be missing."""
    return walk_read(moves, verb, lambda _, slot, _choices: given.get(slot))


def walk_to(moves: Moves, verb: str, given: Mapping[str, str], wanted: str) -> Walk:
    """The same up to a slot, to see its values."""
    return walk_read(moves, verb, lambda _, slot, _choices: given.get(slot), wanted)


def walk_read(moves: Moves, verb: str, read: Callable[[str, str, Choices], str | None], until: str = "") -> Walk:
    """Walk with a function that reads each choice from the slot and its values."""
    got: dict[str, Value] = {}
    while (found := moves.slot(verb, got)) is not None:
        slot, choices = found
        if slot == until:
            return Walk(verb, got, slot, choices)
        text = read(verb, slot, choices)
        if text is None:
            only = _only(choices)
            if only is None:
                return Walk(verb, got, slot, choices)
            got[slot] = only
            continue
        value = read_value(moves, verb, slot, text, choices)
        if not isinstance(choices, Text) and value not in choices:
            _refuse(moves, Act(verb, {**got, slot: value}))
        got[slot] = value
    return Walk(verb, got)


def _refuse(moves: Moves, act: Act) -> None:
    """Refuse a choice that is not offered, with the rules' reason."""
    with contextlib.suppress(Ambiguous):
        if why := moves.game.why_not(moves.seat, act):
            raise Refused(why)


def _only(choices: Choices) -> Value | None:
    if isinstance(choices, Span):
        return choices.low if choices.low == choices.high else None
    if isinstance(choices, Text):
        return None
    return choices[0] if len(choices) == 1 else None


def read_value(moves: Moves, verb: str, slot: str, text: str, choices: Choices) -> Value:
    """The rules' value for what somebody typed or pressed."""
    text = text.strip()
    if isinstance(choices, Text):
        return choices.read(text)
    if isinstance(choices, Span):
        amount = number(text.replace(",", "").lstrip("$£€").strip())
        if amount is None:
            raise Refused(say("not_a_number", text=escaped(text[:20])))
        return amount
    for value in choices:
        if str(value).casefold() == text.casefold():
            return value
    speaker, asked = moves.words, text.casefold()
    alike = [value for value in choices if speaker.value(verb, slot, value).casefold() == asked]
    if len(alike) == 1:
        return alike[0]
    typed = number(text)
    return typed if typed is not None and any(isinstance(one, int) for one in choices) else text


def place_typed(moves: Moves, walk: Walk, text: str, numbered: Sequence[str] = ()) -> Value:
    """The place somebody typed, by its hex, its name, both, or its number on the map. The refusal lists the possible
    places.
    """
    assert isinstance(walk.choices, tuple)
    speaker, asked = moves.words, text.strip().casefold()
    names = {value: speaker.value(walk.verb, walk.slot, value) for value in walk.choices}
    whole = {value: (str(value), name) for value, name in names.items()}
    short = {value: (str(value).partition("/")[0], name.partition(" (")[0]) for value, name in names.items()}
    for called in (whole, short):
        alike = [value for value in walk.choices if asked in map(str.casefold, called[value])]
        if len(alike) == 1:
            return alike[0]
    typed = number(asked)
    if typed is not None and 1 <= typed <= len(numbered):
        return next(value for value in walk.choices if str(value) == numbered[typed - 1])
    raise Refused(say("no_such_place", text=escaped(text.strip()[:40]), places=sorted(names.values())))


def why_nothing(moves: Moves, verb: str, *, cited: bool = True) -> str:
    """Why a seat cannot do something now."""
    with contextlib.suppress(Ambiguous):
        return moves.game.why_not(moves.seat, Act(verb), cited=cited)
    return ""


def check_open(moves: Moves, verb: str) -> None:
    """Refuse a verb that the seat cannot use now, with the reason."""
    if verb not in moves.verbs:
        raise Refused(why_nothing(moves, verb) or say("not_now"))
