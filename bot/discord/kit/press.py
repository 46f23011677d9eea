"""A press is a value with names: what a button, an entry of a list or a form does when somebody uses it.

Its fields are its arguments, so that a wrong or missing one is a type error where it is built and where it is
answered. They go into the custom_id in the order in which they are declared:

    class UndoNow(Press, name="undo_now"):
        game: int
        epoch: int

    Button(say("button_undo_now"), UndoNow(game=7, epoch=2))
"""

from __future__ import annotations

import dataclasses
import types
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import pairwise
from typing import Any, ClassVar, Literal, Self, Union, dataclass_transform, get_args, get_origin, get_type_hints

from bot.safe_text import number

PRESSES: dict[str, type[Press]] = {}
"""Every press by the name in its custom_id, and the names under which older versions wrote it."""
OLD_NAMES: dict[str, tuple[str, tuple[str, ...]]] = {}
"""Names that older versions wrote: today's, and the arguments that the old name stood for, which come first."""


class Malformed(Exception):
    """These arguments do not fit the press."""


@dataclass_transform(kw_only_default=True, frozen_default=True)
class Press:
    """Base of all presses. A press without a name is a common part of others."""

    name: ClassVar[str] = ""

    def __init_subclass__(cls, name: str = "", was: Mapping[str, tuple[str, ...]] | None = None) -> None:
        """`was`: names of older versions, each with the arguments it stood for."""
        cls.name = name
        dataclass(frozen=True, kw_only=True)(cls)
        if not name:
            return
        if name in PRESSES or name in OLD_NAMES:
            raise ValueError(f"two presses are called {name}")
        PRESSES[name] = cls
        for old, first in (was or {}).items():
            OLD_NAMES[old] = name, first

    def texts(self) -> tuple[str, ...]:
        """Its arguments as they stand in a custom_id."""
        slots, found = slots_of(type(self)), list[str]()
        last = max((at for at, slot in enumerate(slots) if slot.optional and slot.write(self)), default=0)
        for at, slot in enumerate(slots):
            # One that is left out before another that is not is an empty text.
            found += slot.write(self) or (("",) if slot.optional and at < last else ())
        return tuple(found)

    @classmethod
    def read(cls, texts: Sequence[str]) -> Self:
        """The press with these arguments, or Malformed."""
        given = _dealt(slots_of(cls), texts)
        values: dict[str, Any] = {}
        for slot, part in given:
            record = values if slot.record is None else values.setdefault(slot.record[0], {})
            record[slot.field] = slot.read(part)
        for slot in slots_of(cls):
            if slot.record is not None and isinstance(values[slot.record[0]], dict):
                values[slot.record[0]] = slot.record[1](**values[slot.record[0]])
        return cls(**values)

    @classmethod
    def continues(cls, other: type[Press]) -> bool:
        """Has it the other's arguments, and a text after them?"""
        mine, before = slots_of(cls), slots_of(other)
        return (mine == before and mine[-1].many) or (mine[:-1] == before and mine[-1].kind is str)


@dataclass(frozen=True)
class Slot:
    """A field of a press, or of a record that is one of its fields."""

    field: str
    kind: Any
    record: tuple[str, Callable[..., Any]] | None = None
    optional: bool = False
    many: bool = False

    def write(self, press: Press) -> tuple[str, ...]:
        """Its value as texts; none if it is left out."""
        owner = press if self.record is None else getattr(press, self.record[0])
        value = getattr(owner, self.field)
        if self.many:
            return tuple(map(str, value))
        return () if value is None else (str(int(value)) if self.kind is bool else str(value),)

    def read(self, texts: Sequence[str]) -> Any:
        """Its value from texts."""
        if self.many:
            return tuple(texts)
        (text,) = texts
        if self.optional and not text:
            return None
        if self.kind is int:
            return _number(text)
        if self.kind is bool:
            return bool(_number(text))
        if get_origin(self.kind) is Literal and text not in get_args(self.kind):
            raise Malformed
        return text


def _number(text: str) -> int:
    found = number(text)
    if found is None:
        raise Malformed
    return found


@cache
def slots_of(owner: type[Any], record: tuple[str, Callable[..., Any]] | None = None) -> tuple[Slot, ...]:
    """The fields of a press in order, those of a record in the place of its field."""
    hints, slots = get_type_hints(owner), list[Slot]()
    for field in dataclasses.fields(owner):
        kind = hints[field.name]
        if dataclasses.is_dataclass(kind) and isinstance(kind, type):
            slots += slots_of(kind, (field.name, kind))
            continue
        optional = get_origin(kind) in (Union, types.UnionType)
        if optional:
            (kind,) = (part for part in get_args(kind) if part is not types.NoneType)
        many = get_origin(kind) is tuple
        if not many and kind not in (int, str, bool) and get_origin(kind) is not Literal:
            raise TypeError(f"{owner.__name__}.{field.name} cannot stand in a custom_id")
        slots.append(Slot(field.name, kind, record, optional, many))
    several = [at for at, slot in enumerate(slots) if slot.many]
    left_out = [at for at, slot in enumerate(slots) if slot.optional]
    gaps = any(after - before > 1 for before, after in pairwise(left_out))
    if len(several) > 1 or (several and left_out) or gaps:
        raise TypeError(f"the arguments of {owner.__name__} cannot be told apart")
    return tuple(slots)


def _dealt(slots: Sequence[Slot], texts: Sequence[str]) -> list[tuple[Slot, Sequence[str]]]:
    """Which texts belong to which field; those left out have none."""
    least = sum(not slot.many and not slot.optional for slot in slots)
    spare = len(texts) - least
    if spare < 0:
        raise Malformed
    dealt, at = list[tuple[Slot, Sequence[str]]](), 0
    for slot in slots:
        count = spare if slot.many else min(spare, 1) if slot.optional else 1
        if slot.optional:
            spare -= count
        if count or slot.many:
            dealt.append((slot, texts[at : at + count]))
        at += count
    if at != len(texts):
        raise Malformed
    return dealt


def press_of(name: str, texts: Sequence[str]) -> Press | None:
    """The press of a custom_id; None if it is unknown or its arguments do not fit."""
    name, first = OLD_NAMES.get(name, (name, ()))
    known = PRESSES.get(name)
    try:
        return None if known is None else known.read([*first, *texts])
    except Malformed:
        return None
