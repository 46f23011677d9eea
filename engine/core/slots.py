"""What may be said for a slot of a verb."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import partial
from operator import itemgetter
from typing import ClassVar, NamedTuple, TypeAlias

Value: TypeAlias = str | int
Got: TypeAlias = dict[str, Value]
"""Slots that are filled already."""


class Choices(dict[str, Value]):
    """What is chosen for the slots of a verb. Its subclass names them with their types, so that a law reads `got.hex`
    where it has made sure that `"hex" in got`; a default is what an open or missing choice counts as. A slot that is a
    word of Python has a line after it: `from_` reads `from`."""

    slots: ClassVar[tuple[str, ...]] = ()
    """Those without a default, in the order in which they stand."""

    def __init_subclass__(cls) -> None:
        for name in cls.__annotations__:
            slot, default = name.rstrip("_"), cls.__dict__.get(name)
            if default is None:
                cls.slots += (slot,)
            setattr(cls, name, property(itemgetter(slot) if default is None else partial(_or_else, slot, default)))


def _or_else(slot: str, default: Value, choices: Got) -> Value:
    return choices.get(slot, default)


@dataclass(frozen=True)
class Span:
    """A slot that takes any whole number from `low` to `high` in steps."""

    low: int
    high: int
    step: int = 1

    def __contains__(self, value: object) -> bool:
        return isinstance(value, int) and self.low <= value <= self.high and (value - self.low) % self.step == 0


class Further(NamedTuple):
    """A text with one thing more at its end, and what it is worth so far, if that can be said."""

    text: str
    added: str = ""
    worth: int | None = None


@dataclass(frozen=True)
class Text:
    """A slot that takes anything its verb can read; `known` finds values that are right, which may take a while."""

    possible: bool
    known: Callable[[], tuple[str, ...]]
    proven: Callable[[], bool] = lambda: True
    """Is it certain that there is nothing better than what is known?"""
    read: Callable[[str], str] = str
    """What somebody typed in short, as the verb wants it; what is no short form stays as it is."""
    further: Callable[[str], list[Further]] = lambda text: []
    """With what a short form that somebody is typing can go on."""


Values: TypeAlias = Iterable[Value] | Span | Text
