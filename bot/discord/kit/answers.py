"""Which function answers which press, and which presses open which form."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Coroutine, Sequence
from dataclasses import dataclass
from typing import Any, TypeVar

import discord

from bot.discord.kit.custom_ids import encode_id
from bot.discord.kit.press import Press, slots_of
from bot.discord.kit.reply import Reply, cut
from bot.discord.kit.request import Request
from bot.discord.kit.say import error_text, say
from bot.errors import (
    NotYours,
    Refused,
    Stale,
    Trouble,
)
from engine import EngineError
from engine.words.buttons import capital

P = TypeVar("P", bound=Press)
R = TypeVar("R", bound="Reply | None")
Work = Callable[[Any, P], Awaitable[Reply | None]]
"""Answers a press of the bot's kind of request."""
Function = Callable[[Any, P], Coroutine[Any, Any, R]]
Again = Callable[[Any, P, str], Awaitable[Reply]]
"""Shows a panel again after something sent from it was refused, with the reason."""


@dataclass(frozen=True)
class Answer:
    """The function that answers a press."""

    work: Work[Any]
    again: Again[Any] | None = None

    async def __call__(self, request: Request, press: Press) -> Reply | None:
        """Answer; a refusal may show the panel again, so that something else can be tried."""
        try:
            return await self.work(request, press)
        except (Refused, EngineError) as e:
            if self.again is None or isinstance(e, (Stale, NotYours, Trouble)):
                raise
            return await self.again(request, press, capital(error_text(e)))


FORM_PARTS, FORM_LABEL, FORM_ABOUT, FORM_OPTIONS, FEW = 5, 45, 100, 25, 4
"""A form's most parts, the lengths of its texts, the most entries of a list, and of choices that all stand there:
Discord would take ten, but a phone shows about twelve lines."""
SHORT = 200
"""A line of more characters is a paragraph."""


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


@dataclass(frozen=True)
class Entry:
    """A choice of a form: its label, its value, and perhaps a description."""

    label: str
    value: str
    about: str = ""


@dataclass(frozen=True)
class Choice:
    """One of several: all of them are shown if they are few, otherwise they are a list."""

    label: str
    entries: Sequence[Entry]
    now: str = ""
    about: str = ""

    def item(self, name: str) -> discord.ui.Item[Any]:
        """As a component."""
        if not 2 <= len(self.entries) <= FEW:
            options = [discord.SelectOption(**it) for it in _entries(self.entries[:FORM_OPTIONS], {self.now})]
            return discord.ui.Select[Any](custom_id=name, options=options)
        shown = [discord.RadioGroupOption(**it) for it in _entries(self.entries, {self.now})]
        return discord.ui.RadioGroup[Any](custom_id=name, options=shown)


@dataclass(frozen=True)
class Tick:
    """Yes or no."""

    label: str
    now: bool = False
    about: str = ""

    def item(self, name: str) -> discord.ui.Item[Any]:
        """As a component."""
        return discord.ui.Checkbox[Any](custom_id=name, default=self.now)


Field = Line | Choice | Tick


def _entries(entries: Sequence[Entry], now: set[str]) -> list[dict[str, Any]]:
    return [
        {
            "label": cut(entry.label, FORM_ABOUT),
            "value": entry.value,
            "description": cut(entry.about, FORM_ABOUT) or None,
            "default": entry.value in now,
        }
        for entry in entries
    ]


@dataclass(frozen=True)
class Sheet:
    """What a form asks."""

    title: str
    fields: tuple[Field, ...]


class Form(discord.ui.Modal):
    """A form, dispatched by its custom_id like a button; what is filled in is its press's last arguments."""

    def __init__(self, name: str, args: tuple[str, ...], sheet: Sheet) -> None:
        super().__init__(title=cut(sheet.title, FORM_LABEL), timeout=None, custom_id=encode_id("m", name, args))
        for number, field in enumerate(sheet.fields[:FORM_PARTS]):
            about = cut(field.about, FORM_ABOUT) or None
            item = field.item(str(number))
            self.add_item(discord.ui.Label[Any](text=cut(field.label, FORM_LABEL), description=about, component=item))
        # The library need not keep it until it is sent, which may be after a restart, or never.
        self.stop()


Asking = Callable[[Any, P], Awaitable[Sheet]]
"""Builds a form from the press that opens it, within the three seconds that Discord allows."""


@dataclass(frozen=True)
class Opening:
    """A form: the press that it becomes when it is sent, and what it asks."""

    sends: type[Press]
    sheet: Asking[Any]


ANSWERS: dict[type[Press], Answer] = {}
FORMS: dict[type[Press], Opening] = {}


def answers(press: type[P], again: Again[P] | None = None) -> Callable[[Function[P, R]], Function[P, R]]:
    """The decorated function answers this press."""

    def answered(work: Function[P, R]) -> Function[P, R]:
        _check_new(press)
        ANSWERS[press] = Answer(work, again)
        return work

    return answered


def asks(press: type[P], sends: type[Press]) -> Callable[[Asking[P]], Asking[P]]:
    """The decorated function builds the form that this press opens; what is filled in becomes the last fields of the
    press that the form sends, in their order.
    """
    _check_new(press)
    before = slots_of(press)
    if slots_of(sends)[: len(before)] != before:
        raise ValueError(f"{sends.name} lacks fields of {press.name}")

    def asked(sheet: Asking[P]) -> Asking[P]:
        FORMS[press] = Opening(sends, sheet)
        return sheet

    return asked


def opens(press: type[Press], sends: type[Press], title: str, label: str, most: int = 200) -> None:
    """This press opens a form with one line; what is typed becomes the last field of the press that the form sends."""
    _check_new(press)
    if not sends.continues(press):
        raise ValueError(f"{sends.name} lacks fields of {press.name}, or a last one for what is typed")

    async def sheet(request: Request, press: Press) -> Sheet:
        return Sheet(say(title), (Line(say(label), most=most),))

    FORMS[press] = Opening(sends, sheet)


def _check_new(press: type[Press]) -> None:
    if press in ANSWERS or press in FORMS:
        raise ValueError(f"{press.name} is answered twice")
