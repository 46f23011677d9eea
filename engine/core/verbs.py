"""What a player can do: one law for each verb, walked slot by slot by those who ask and by those who check."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import islice
from typing import Any, Generic, TypeAlias, TypeVar, cast, get_args

from msgspec import Struct

from engine.core import naming
from engine.core.errors import Ambiguous, Illegal, Refusal, Unreadable
from engine.core.parts import Answers, Shown, VerbLaw
from engine.core.position import Position
from engine.core.sentences import because
from engine.core.slots import Choices, Got, Span, Text, Value, Values

LISTED = 8
"""The number of choices named when somebody picks an impossible one."""


class Act(Struct, frozen=True):
    """One move: a verb and its choices."""

    verb: str
    args: dict[str, Value] = {}


Verb: TypeAlias = VerbLaw[Position]


C = TypeVar("C", bound=Choices)


class Plain(Generic[C]):
    """A verb without values, consent or law of its own, to build others on."""

    grave: bool = False
    """Does it end the game, or somebody's part in it? Then the player must confirm it."""
    declines: bool = False
    """Does it leave things as they are: a pass, a refusal, no more in this step?"""
    cashes: bool = False
    """Does it turn a private company into money that must be raised?"""
    sells: bool = False
    """Does it bring the player money? Then it costs nothing, even if what the money is for is bought at once."""
    gets_train: bool = False
    """Does it get the acting company a train?"""
    passes: bool = False
    """Does it let the player's turn go by, so that it can be done ahead of time, again and again?"""
    answers: Answers = Answers.NOTHING
    shown: Shown = Shown.BUTTON
    """How it is shown, unless that depends on the moment (`shown_now`)."""
    choices: type[Any] = Choices

    def __init_subclass__(cls) -> None:
        """The choices are what stands in the brackets: `class Lay(Plain[LayChoices])`."""
        for base in cls.__dict__.get("__orig_bases__", ()):
            for named in get_args(base):
                cls.choices = getattr(named, "__bound__", named)

    def slots(self, p: Position, seat: str, got: C) -> tuple[str, ...]:
        """In the order in which a person chooses: those of its choices, unless it depends on what is chosen already."""
        return self.choices.slots

    def values(self, p: Position, seat: str, got: C, slot: str) -> Values:
        """Everything that could be said for a slot, legal or not; a `Span` must be exact."""
        return ()

    def likely(self, p: Position, seat: str, got: C, slot: str) -> Values:
        """The same in the same order, without what `refuse` would surely refuse, where that saves much work."""
        return self.values(p, seat, got, slot)

    def cites(self, p: Position, slot: str) -> str:
        """The section that limits what a slot's values hold; empty if no rule does."""
        return ""

    def none(self, p: Position, seat: str, got: C, slot: str) -> Refusal | None:
        """Why no value of a slot will do, if the reason against the first one would mislead."""
        return None

    def refuse(self, p: Position, seat: str, got: C) -> Refusal | None:
        """Why these choices, complete or not, break the rules."""
        return None

    def do(self, p: Position, seat: str, args: C) -> None:
        """Carry it out."""

    def consent(self, p: Position, seat: str, args: C) -> list[str]:
        """Seats other than the mover that must agree."""
        return []

    def shown_now(self, p: Position, seat: str) -> Shown:
        """How it is shown to a seat now."""
        return self.shown

    def usual(self, p: Position, seat: str) -> Got:
        """Choices with which it is usually begun, where there may be many others; empty if none is more usual."""
        return {}


def next_slot(p: Position, verb: Verb, seat: str, got: Got) -> str | None:
    """The next choice to make, or None when all are made."""
    return _open_slot(p, verb, seat, verb.choices(got))


def _open_slot(p: Position, verb: Verb, seat: str, got: Choices) -> str | None:
    for slot in verb.slots(p, seat, got):
        if slot not in got:
            return slot
    return None


def offered(p: Position, verb: Verb, seat: str, got: Got, slot: str) -> Values:
    """The values of a slot with which the move can still be completed, found lazily."""
    values = verb.likely(p, seat, verb.choices(got), slot)
    if isinstance(values, Span):
        return values if values.low <= values.high and completes(p, verb, seat, {**got, slot: values.low}) else ()
    if isinstance(values, Text):
        return values
    return (value for value in values if completes(p, verb, seat, {**got, slot: value}))


def completes(p: Position, verb: Verb, seat: str, got: Got) -> bool:
    """Is there a legal move that begins with these choices?"""
    looked = p.looked  # As `once` does, without a call of its own for each of thousands.
    if looked is None:
        return _completes(p, verb, seat, got)
    key = (completes, verb, seat, *got.items())
    found = looked.get(key)
    if found is None:
        found = looked[key] = _completes(p, verb, seat, got)
    return bool(found)


def _completes(p: Position, verb: Verb, seat: str, got: Got) -> bool:
    so_far = verb.choices(got)
    if verb.refuse(p, seat, so_far) is not None:
        return False
    slot = _open_slot(p, verb, seat, so_far)
    if slot is None:
        return True
    values = verb.likely(p, seat, so_far, slot)
    if isinstance(values, Span):
        return values.low <= values.high and completes(p, verb, seat, {**got, slot: values.low})
    if isinstance(values, Text):
        return values.possible
    return any(completes(p, verb, seat, {**got, slot: value}) for value in values)


def complete_moves(p: Position, name: str, verb: Verb, seat: str, got: Got | None = None) -> Iterator[Act]:
    """Every legal move of one verb; of a `Span` its two ends, of a `Text` what is known."""
    so_far = verb.choices(got or {})
    if verb.refuse(p, seat, so_far) is not None:
        return
    slot = _open_slot(p, verb, seat, so_far)
    if slot is None:
        yield Act(name, dict(so_far))
        return
    values = verb.likely(p, seat, so_far, slot)
    choices: Iterable[Value]
    if isinstance(values, Span):
        choices = sorted({values.low, values.high}) if values.low <= values.high else ()
    elif isinstance(values, Text):
        choices = values.known()
    else:
        choices = values
    for value in choices:
        yield from complete_moves(p, name, verb, seat, {**so_far, slot: value})


def checked(p: Position, name: str, verb: Verb, seat: str, args: Got) -> Choices:
    """The same walk for a move somebody asks for: its choices in order, or the reason why not."""
    got = verb.choices()
    refusal = verb.refuse(p, seat, got)
    if refusal is not None:
        raise Illegal(refusal)
    while True:
        slot = _open_slot(p, verb, seat, got)
        if slot is None:
            break
        if slot not in args:
            got[slot] = _only_value(p, verb, seat, got, slot)
            continue
        value = args[slot]
        # Anything else might equal a value and be none: True is 1 for Python, and would be stored as it came.
        if type(value) not in (str, int):
            raise Unreadable(because("{shown} is not a valid choice.", shown=_shown(value)))
        values = verb.values(p, seat, got, slot)
        tried = verb.choices({**got, slot: value})
        if isinstance(values, Span):
            _check_span(p, verb, seat, tried, slot, value, values)
        elif isinstance(values, Text):
            if not isinstance(value, str):
                raise Unreadable(because("{shown} is not a valid choice.", shown=_shown(value)))
        elif value not in values:
            raise Unreadable(_unlisted(p, verb, seat, got, slot, value))
        refusal = verb.refuse(p, seat, tried)
        if refusal is not None:
            raise Illegal(refusal)
        got = tried
    unknown = [key for key in args if key not in got]
    if unknown:
        raise Unreadable(
            because(
                "Leave out “{unknown}”: this move takes only {slots:and}."
                if got
                else "Leave out “{unknown}”: this move takes nothing more.",
                unknown=naming.slot(p, unknown[0]),
                slots=tuple(naming.slot(p, one) for one in got),
            )
        )
    return got


def _check_span(p: Position, verb: Verb, seat: str, tried: Choices, slot: str, value: Value, span: Span) -> None:
    if not isinstance(value, int) or isinstance(value, bool):
        raise Unreadable(because("{shown} is not a whole number.", shown=_shown(value)))
    if value in span:
        return
    refusal = verb.refuse(p, seat, tried)
    raise Illegal(refusal or _beyond(p, slot, value, span, verb.cites(p, slot)))


def _beyond(p: Position, slot: str, value: int, span: Span, section: str) -> Refusal:
    """Why a number is not possible, and which are."""
    shown, low, high, step = (naming.choice(p, slot, one) for one in (value, span.low, span.high, span.step))
    if span.low > span.high:
        return Refusal(because("{shown} is not possible", shown=shown), section, because("no amount is"))
    if value < span.low:
        return Refusal(because("{shown} is too low", shown=shown), section, because("choose {low} or more", low=low))
    if value > span.high:
        return Refusal(
            because("{shown} is too high", shown=shown), section, because("choose {high} or less", high=high)
        )
    fact = because("choose {low} to {high} in steps of {step}", low=low, high=high, step=step)
    return Refusal(because("{shown} is not possible", shown=shown), section, fact)


def _unlisted(p: Position, verb: Verb, seat: str, got: Choices, slot: str, value: Value) -> str:
    """Why a value is no choice: what could be chosen instead, and the rule that says so."""
    shown, possible = _called(p, slot, value), _possible(p, verb, seat, got, slot)
    if section := verb.cites(p, slot):
        return because(
            "You cannot choose {shown}: {possible} ({section}).", shown=shown, possible=possible, section=section
        )
    return because("You cannot choose {shown}: {possible}.", shown=shown, possible=possible)


def _possible(p: Position, verb: Verb, seat: str, got: Choices, slot: str) -> str:
    """What could be chosen instead, or why nothing can."""
    values = offered(p, verb, seat, got, slot)
    assert not isinstance(values, (Span, Text))
    choices = [naming.choice(p, slot, value) for value in islice(values, LISTED + 1)]
    if not choices:
        refusal = naming.named_refusal(p, _why_nothing(p, verb, seat, got, slot))
        why, section = refusal.why, refusal.section
        if refusal.fact:
            why = because("{why}: {fact}", why=why, fact=refusal.fact)
        if section and not verb.cites(p, slot):
            why = because("{why} ({section})", why=why, section=section)
        first = next(iter(cast("Iterable[Value]", verb.values(p, seat, got, slot))), None)
        if first is None:
            return why
        return because("{first} is not possible either, because {why}", first=naming.choice(p, slot, first), why=why)
    if len(choices) > LISTED:
        return because("the choices include {values:list}", values=tuple(choices[:LISTED]))
    return because(
        "the only choice is {values:list}" if len(choices) == 1 else "the choices are {values:list}",
        values=tuple(choices),
    )


def _only_value(p: Position, verb: Verb, seat: str, got: Choices, slot: str) -> Value:
    values = offered(p, verb, seat, got, slot)
    if isinstance(values, Span):
        if values.low == values.high:
            return values.low
        low, high = (naming.choice(p, slot, value) for value in (values.low, values.high))
        raise Ambiguous(slot, naming.slot(p, slot), [because("{low} to {high}", low=low, high=high)])
    if isinstance(values, Text):
        known = values.known()
        if len(known) == 1:
            return known[0]
        raise Ambiguous(
            slot, naming.slot(p, slot), list(known), [naming.choice(p, slot, value) for value in known[:LISTED]]
        )
    choices = list(values)
    if len(choices) == 1:
        return choices[0]
    if not choices:
        raise Illegal(_why_nothing(p, verb, seat, got, slot))
    raise Ambiguous(
        slot,
        naming.slot(p, slot),
        [str(value) for value in choices],
        [naming.choice(p, slot, value) for value in choices[:LISTED]],
    )


def _why_nothing(p: Position, verb: Verb, seat: str, got: Choices, slot: str) -> Refusal:
    """Why no value will do: the law's answer for all of them, or for the first, or for what is chosen after that."""
    if (common := verb.none(p, seat, got, slot)) is not None:
        return common
    values = verb.values(p, seat, got, slot)
    if not isinstance(values, (Span, Text)):
        for value in values:
            tried = verb.choices({**got, slot: value})
            refusal, following = verb.refuse(p, seat, tried), _open_slot(p, verb, seat, tried)
            if refusal is None and following is not None:
                refusal = _why_nothing(p, verb, seat, tried, following)
            if refusal is not None:
                return refusal
    return Refusal("there is nothing to choose here now")


def _shown(value: Value) -> str:
    return f"“{value[:60]}”" if isinstance(value, str) else repr(value)[:60]


def _called(p: Position, slot: str, value: Value) -> str:
    """What somebody named that is not listed: by its name if it has one, else as they typed it."""
    called = naming.choice(p, slot, value)
    return called if called != str(value) else _shown(value)
