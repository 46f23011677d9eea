"""What a person typed, read as a move: seats by name, values by label, numbers where a number is asked for."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from engine.core.errors import Unreadable
from engine.core.sentences import because
from engine.core.verbs import Act, Span, Text, next_slot
from engine.game import Game, menu
from engine.view.look import view
from engine.words.speak import Value, Words


def seat_named(game: Game, text: str) -> str:
    """A seat by its id or its player's name."""
    for seat in game.state.players:
        if text == seat.id or text.casefold() == seat.name.casefold():
            return seat.id
    names = tuple(f"{seat.id} {seat.name}" for seat in game.state.players)
    raise Unreadable(
        because("There is no player {text!r} at this table; there are {names:list}.", text=text, names=names)
    )


def typed_choices(texts: Iterable[str]) -> dict[str, str]:
    """`slot=value` pairs."""
    choices: dict[str, str] = {}
    for text in texts:
        slot, sign, value = text.partition("=")
        if not sign or not slot or not value:
            raise Unreadable(because("{text!r} is not a choice such as company=SP.", text=text))
        if slot in choices:
            raise Unreadable(because("The choice {slot!r} appears twice.", slot=slot))
        choices[slot] = value
    return choices


def typed_act(game: Game, seat: str, verb: str, texts: Mapping[str, str]) -> Act:
    """The move with every value as the rules know it; whether it is legal is for the rules to say."""
    p = game.asked
    law = p.title.verbs.get(verb)
    args: dict[str, Value] = dict(texts)
    if law is None or verb not in menu(p, seat):
        return Act(verb, args)
    speaker = Words(view(game, seat))
    got = law.choices()
    while (slot := next_slot(p, law, seat, got)) is not None and slot in texts:
        values = law.values(p, seat, got, slot)
        if isinstance(values, Text):
            got[slot] = values.read(texts[slot])
        elif isinstance(values, Span):
            got[slot] = int(texts[slot]) if texts[slot].lstrip("-").isdecimal() else texts[slot]
        else:
            meant = _read_value(speaker, verb, slot, texts[slot], values)
            if meant is None:
                break
            got[slot] = meant
    return Act(verb, {**args, **got})


def _read_value(speaker: Words, verb: str, slot: str, text: str, values: Iterable[Value]) -> Value | None:
    known = list(values)
    for value in known:
        if str(value) == text:
            return value
    asked = text.casefold()
    alike = [value for value in known if speaker.value(verb, slot, value).casefold() == asked]
    return alike[0] if len(alike) == 1 else None
