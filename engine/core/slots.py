"""What may be said for a slot of a verb."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import TypeAlias

Value: TypeAlias = str | int
Got: TypeAlias = dict[str, Value]
"""Slots that are filled already."""


@dataclass(frozen=True)
class Span:
    """A slot that takes any whole number from `low` to `high` in steps."""

    low: int
    high: int
    step: int = 1

    def __contains__(self, value: object) -> bool:
        return isinstance(value, int) and self.low <= value <= self.high and (value - self.low) % self.step == 0


@dataclass(frozen=True)
class Text:
    """A slot that takes anything its verb can read; `known` finds values that are right, which may take a while."""

    possible: bool
    known: Callable[[], tuple[str, ...]]
    proven: Callable[[], bool] = lambda: True
    """Is it certain that there is nothing better than what is known?"""


Values: TypeAlias = Iterable[Value] | Span | Text
