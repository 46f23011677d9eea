"""A move put together choice by choice, by the same walk that the rules use to check it."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from bot.discord.say import say
from bot.table.errors import Refused
from bot.table.given import number
from bot.table.plain import plain
from engine import Act, Ambiguous, Game, Span
from engine.core.verbs import Text, Value
from engine.view import view
from engine.words import Words

Choices = tuple[Value, ...] | Span | Text


@dataclass(frozen=True)
class Walk:
    """So far: the choices made, and the slot that comes next with what may be chosen for it; no slot: a whole move."""

    verb: str
    got: dict[str, Value]
    slot: str = ""
    choices: Choices = ()

    @property
    def act(self) -> Act:
        """The move, once all is chosen."""
        return Act(self.verb, dict(self.got))

    @property
    def texts(self) -> list[str]:
        """The choices in order, as they are written into buttons."""
        return [str(value) for value in self.got.values()]


def walk(game: Game, seat: str, verb: str, given: Sequence[str]) -> Walk:
    """Choices given in the order of their slots."""
    left = list(given)
    made = walk_read(game, seat, verb, lambda _verb, _slot, _choices: left.pop(0) if left else None)
    if not made.slot and left:
        raise Refused(say("not_now"))
    return made


def walk_named(game: Game, seat: str, verb: str, given: Mapping[str, str]) -> Walk:
    """Choices given by the names of their slots; what has only one value need not be given."""
    return walk_read(game, seat, verb, lambda _, slot, _choices: given.get(slot))


def walk_to(game: Game, seat: str, verb: str, given: Mapping[str, str], wanted: str) -> Walk:
    """The same up to a slot, to see what may be chosen there."""
    return walk_read(game, seat, verb, lambda _, slot, _choices: given.get(slot), wanted)


def walk_read(
    game: Game, seat: str, verb: str, given: Callable[[str, str, Choices], str | None], until: str = ""
) -> Walk:
    """Choices as they are asked for: what is given for a slot of the verb, when these may be chosen."""
    got: dict[str, Value] = {}
    while (found := game.values(seat, verb, got)) is not None:
        slot, values = found
        choices: Choices = values if isinstance(values, (Span, Text)) else tuple(values)
        if slot == until:
            return Walk(verb, got, slot, choices)
        text = given(verb, slot, choices)
        if text is None:
            only = _only(choices)
            if only is None:
                return Walk(verb, got, slot, choices)
            got[slot] = only
            continue
        value = meant(game, seat, verb, slot, text, choices)
        if not isinstance(choices, Text) and value not in choices:
            _refuse(game, seat, Act(verb, {**got, slot: value}))
        got[slot] = value
    return Walk(verb, got)


def _refuse(game: Game, seat: str, act: Act) -> None:
    """Say why a choice that is not offered is none; the rules know."""
    with contextlib.suppress(Ambiguous):
        if why := game.why_not(seat, act):
            raise Refused(why)


def _only(choices: Choices) -> Value | None:
    if isinstance(choices, Span):
        return choices.low if choices.low == choices.high else None
    if isinstance(choices, Text):
        return None
    return choices[0] if len(choices) == 1 else None


def meant(game: Game, seat: str, verb: str, slot: str, text: str, choices: Choices) -> Value:
    """The value somebody typed or pressed, as the rules know it."""
    text = text.strip()
    if isinstance(choices, Text):
        return choices.read(text)
    if isinstance(choices, Span):
        amount = number(text.replace(",", "").lstrip("$£€").strip())
        if amount is None:
            raise Refused(say("not_a_number", text=plain(text[:20])))
        return amount
    for value in choices:
        if str(value).casefold() == text.casefold():
            return value
    speaker, asked = Words(view(game, seat)), text.casefold()
    alike = [value for value in choices if speaker.value(verb, slot, value).casefold() == asked]
    if len(alike) == 1:
        return alike[0]
    typed = number(text)
    return typed if typed is not None and any(isinstance(one, int) for one in choices) else text


def place_typed(game: Game, seat: str, made: Walk, text: str, numbered: Sequence[str] = ()) -> Value:
    """The place that somebody typed of those that can be chosen: by its hex, its name, both or its number on the map.

    If it is none of them, the refusal says which there are.
    """
    assert isinstance(made.choices, tuple)
    speaker, asked = Words(view(game, seat)), text.strip().casefold()
    names = {value: speaker.value(made.verb, made.slot, value) for value in made.choices}
    for called in (
        lambda value: (str(value), names[value]),
        lambda value: (str(value).partition("/")[0], names[value].partition(" (")[0]),
    ):
        alike = [value for value in made.choices if asked in map(str.casefold, called(value))]
        if len(alike) == 1:
            return alike[0]
    typed = number(asked)
    if typed is not None and 1 <= typed <= len(numbered):
        return next(value for value in made.choices if str(value) == numbered[typed - 1])
    raise Refused(say("no_such_place", text=plain(text.strip()[:40]), places=sorted(names.values())))


def why_nothing(game: Game, seat: str, verb: str) -> str:
    """Why a seat cannot do something now."""
    with contextlib.suppress(Ambiguous):
        return game.why_not(seat, Act(verb))
    return ""
