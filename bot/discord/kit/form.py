"""Forms: what they ask, field by field, and whether what they showed still holds when they are sent."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from hashlib import blake2b
from typing import Any, ClassVar

import discord

from bot.discord.kit.custom_ids import SEVERAL, encode_id
from bot.discord.kit.press import Press
from bot.discord.kit.reply import cut
from bot.discord.kit.say import say
from bot.errors import Refused, Stale
from bot.safe_text import escaped, number

PARTS, LABEL, ABOUT, OPTIONS, FEW = 5, 45, 100, 25, 4
"""A form's most parts, the lengths of its texts, the most entries of a list, and of choices that all stand there:
Discord would take ten, but a phone shows about twelve lines."""
TYPED = 30
"""How much of what was typed a refusal repeats."""
SHORT = 200
"""A line of more characters is a paragraph."""
WORD, REFERENCE = re.compile(r"\w{4,}|\d+"), re.compile(r" \([^()]*\)(?=\.?$)")
SENTENCE_END = re.compile(r"(?<=[\w)][\w)][.!?]) ")
STAMP = re.compile(r"m(\d+)\.([0-9a-f]{8}):")


@dataclass(frozen=True)
class Line:
    """Something to type."""

    label: str
    about: str = ""
    now: str = ""
    most: int = SHORT
    needed: bool = True

    def item(self, name: str) -> discord.ui.Item[Any]:
        """As a component."""
        style = discord.TextStyle.short if self.most <= SHORT else discord.TextStyle.paragraph
        return discord.ui.TextInput[Any](
            custom_id=name, style=style, default=self.now or None, max_length=self.most, required=self.needed
        )

    def takes(self, value: str) -> bool:
        """Anything can be typed."""
        return True

    def filled(self, value: str) -> Line:
        """The field as it was filled in."""
        return replace(self, now=value[: self.most])


@dataclass(frozen=True)
class Entry:
    """A choice of a form: its label, its value, and perhaps a description."""

    label: str
    value: str
    about: str = ""


@dataclass(frozen=True)
class Choice:
    """One of several, or up to `most`: all of them are shown if they are few, otherwise they are a list."""

    label: str
    entries: Sequence[Entry]
    now: str = ""
    about: str = ""
    most: int = 1

    def item(self, name: str) -> discord.ui.Item[Any]:
        """As a component."""
        if self.most > 1 or not 2 <= len(self.entries) <= FEW:
            shown = self.entries[:OPTIONS]
            options = [discord.SelectOption(**it) for it in _entries(shown, set(self._values(self.now)))]
            return discord.ui.Select[Any](custom_id=name, options=options, max_values=min(self.most, len(shown)))
        return discord.ui.RadioGroup[Any](
            custom_id=name, options=[discord.RadioGroupOption(**it) for it in _entries(self.entries, {self.now})]
        )

    def takes(self, value: str) -> bool:
        """Is it still offered?"""
        return _offers(self.entries, self._values(value))

    def filled(self, value: str) -> Choice:
        """The field as it was filled in."""
        return replace(self, now=value)

    def _values(self, value: str) -> list[str]:
        return value.split(SEVERAL) if self.most > 1 else [value]


@dataclass(frozen=True)
class Ticks:
    """Any of several, each yes or no."""

    label: str
    entries: Sequence[Entry]
    now: tuple[str, ...] = ()
    about: str = ""

    def item(self, name: str) -> discord.ui.Item[Any]:
        """As a component."""
        options = [discord.CheckboxGroupOption(**it) for it in _entries(self.entries, set(self.now))]
        return discord.ui.CheckboxGroup[Any](
            custom_id=name, options=options, required=False, min_values=0, max_values=len(options)
        )

    def takes(self, value: str) -> bool:
        """Are they still offered?"""
        return _offers(self.entries, filter(None, value.split(SEVERAL)))

    def filled(self, value: str) -> Ticks:
        """The field as it was filled in."""
        return replace(self, now=tuple(filter(None, value.split(SEVERAL))))


@dataclass(frozen=True)
class People:
    """Up to so many people, or none, chosen with Discord's own list."""

    label: str
    now: tuple[int, ...] = ()
    about: str = ""
    most: int = 1

    def item(self, name: str) -> discord.ui.Item[Any]:
        """As a component."""
        shown = [discord.SelectDefaultValue(id=one, type=discord.SelectDefaultValueType.user) for one in self.now]
        return discord.ui.UserSelect[Any](
            custom_id=name, required=False, min_values=0, max_values=self.most, default_values=shown
        )

    def takes(self, value: str) -> bool:
        """Discord offers whoever is there."""
        return True

    def filled(self, value: str) -> People:
        """The field as it was filled in."""
        return replace(self, now=tuple(int(one) for one in value.split(SEVERAL) if one.isdecimal()))


@dataclass(frozen=True)
class Place:
    """A channel, or none, chosen with Discord's own list."""

    label: str
    kinds: Sequence[discord.ChannelType]
    about: str = ""
    now: str = ""

    def item(self, name: str) -> discord.ui.Item[Any]:
        """As a component."""
        kind = discord.SelectDefaultValueType.channel
        shown = [discord.SelectDefaultValue(id=int(self.now), type=kind)] if self.now else []
        return discord.ui.ChannelSelect[Any](
            custom_id=name, required=False, min_values=0, channel_types=[*self.kinds], default_values=shown
        )

    def takes(self, value: str) -> bool:
        """Discord offers what somebody sees."""
        return True

    def filled(self, value: str) -> Place:
        """The field as it was filled in."""
        return replace(self, now=value if value.isdecimal() else "")


@dataclass(frozen=True)
class Upload:
    """A file."""

    label: str
    about: str = ""
    now: ClassVar[str] = ""

    def item(self, name: str) -> discord.ui.Item[Any]:
        """As a component."""
        return discord.ui.FileUpload[Any](custom_id=name, min_values=1, max_values=1)

    def takes(self, value: str) -> bool:
        """Whatever it contains is looked at when it is read."""
        return True

    def filled(self, value: str) -> Upload:
        """Discord cannot show a file as chosen."""
        return self


Field = Line | Choice | Ticks | People | Place | Upload


def _entries(entries: Sequence[Entry], now: set[str]) -> list[dict[str, Any]]:
    return [
        {
            "label": cut(entry.label, ABOUT),
            "value": entry.value,
            "description": cut(entry.about, ABOUT) or None,
            "default": entry.value in now,
        }
        for entry in entries
    ]


def _offers(entries: Sequence[Entry], values: Any) -> bool:
    offered = {one.value for one in entries}
    return all(one in offered for one in values)


@dataclass(frozen=True)
class Sheet:
    """What a form asks."""

    title: str
    fields: tuple[Field, ...]

    def mark(self, reader: int) -> str:
        """A mark of the values that it shows, and of whom it shows them."""
        shown = repr((reader, [(type(one).__name__, one.now) for one in self.fields]))
        return blake2b(shown.encode(), digest_size=4).hexdigest()

    def filled(self, values: Sequence[str]) -> Sheet:
        """The form as it was filled in; as it is if it had other fields."""
        if len(values) != len(self.fields):
            return self
        return replace(self, fields=tuple(one.filled(value) for one, value in zip(self.fields, values, strict=True)))

    def check(self, mark: str, reader: int, values: Sequence[str]) -> None:
        """Refuse what was sent from a form that showed something else, or chosen from what is no longer offered."""
        fits = len(values) == len(self.fields)
        if mark != self.mark(reader) or not fits or not all(map(_takes, self.fields, values)):
            raise Stale(say("form_old"))


def _takes(field: Field, value: str) -> bool:
    return field.takes(value)


def whole_number(label: str, text: str, most: int) -> int:
    """A number from 1 that was typed into the field with this label."""
    value = number(text.strip())
    if value is None or not 1 <= value <= most:
        raise Refused(say("number_range", field=label, typed=escaped(cut(text.strip(), TYPED)), most=most))
    return value


def described(label: str, about: str) -> str:
    """What stands below a field's label: as many whole sentences as Discord takes, at first without a reference in
    brackets at the end; nothing if it would only repeat the label.
    """
    if set(WORD.findall(about.lower())) <= set(WORD.findall(label.lower())):
        return ""
    sentences = SENTENCE_END.split(about)
    shorter = (" ".join(sentences[:count]) for count in range(len(sentences), 0, -1))
    return next((one for one in (about, REFERENCE.sub("", about), *shorter) if len(one) <= ABOUT), cut(about, ABOUT))


@dataclass(frozen=True)
class Stamp:
    """What a form carries besides its press."""

    opened: int
    """The number of the interaction that opened it."""
    mark: str
    """Of the values that it showed, and of whom it showed them."""


def stamp_of(custom_id: str) -> Stamp | None:
    """The stamp of a form; None for anything else, and for forms without one."""
    found = STAMP.match(custom_id)
    return None if found is None else Stamp(int(found[1]), found[2])


class Form(discord.ui.Modal):
    """A form, dispatched by its custom_id like a button; what is filled in is its press's last arguments."""

    def __init__(self, sends: type[Press], args: tuple[str, ...], sheet: Sheet, stamp: Stamp | None = None) -> None:
        kind = "m" if stamp is None else f"m{stamp.opened}.{stamp.mark}"
        super().__init__(title=cut(sheet.title, LABEL), timeout=None, custom_id=encode_id(kind, sends.name, args))
        for place, field in enumerate(sheet.fields[:PARTS]):
            about = described(field.label, field.about) or None
            item = field.item(str(place))
            self.add_item(discord.ui.Label[Any](text=cut(field.label, LABEL), description=about, component=item))
        # The library need not keep it until it is sent, which may be after a restart, or never.
        self.stop()
