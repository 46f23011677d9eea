"""What a person is shown: text, pictures, buttons, forms. All built here, to keep Discord's limits in one place."""

from __future__ import annotations

import io
import re
from collections.abc import Awaitable, Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from itertools import groupby
from typing import Any

import discord
from discord.ui.view import BaseView

from bot.discord.kit.custom_ids import TAIL, encode_id, filled_mark
from bot.discord.kit.press import Press

CONTENT = 2000
TITLE, DESCRIPTION = 256, 4096
ROWS, PER_ROW = 5, 5
LAYOUT_TEXT, LAYOUT_PARTS = 4000, 40
"""The most characters and components in a laid-out message, labels, lists and everything else counted."""
TEXT_ROOM = 1500
"""Characters that labels and lists leave for text, if there is as much."""
SHORTER = (60, 40, 25, 10)
"""Lengths to which labels are cut if they leave less."""
LABEL, OPTIONS, OPTION_TEXT, PLACEHOLDER = 80, 25, 100, 150
ALT = 1024
EMOJI = re.compile(r"<:\w+:\d+> ?")
"""An emoji in a text."""


@dataclass(frozen=True)
class Attachment:
    """A file with a description for people who cannot see it."""

    name: str
    data: bytes
    alt: str = ""

    def file(self) -> discord.File:
        """A new file object for every attempt, because sending uses it up."""
        return discord.File(io.BytesIO(self.data), filename=self.name, description=cut(self.alt, ALT) or None)

    @property
    def pictured(self) -> bool:
        """Can it be shown as a picture?"""
        return self.name.endswith((".png", ".gif"))


@dataclass(frozen=True)
class Button:
    """A button: its label, and what it does."""

    label: str
    press: Press
    style: discord.ButtonStyle = discord.ButtonStyle.secondary
    disabled: bool = False
    emoji: str = ""
    """One of the bot's own, before the label."""
    filled: tuple[str, ...] = ()
    """How the form that it opens is filled in, if that is not what holds now: as it was sent before."""


@dataclass(frozen=True)
class Pick:
    """An entry of a select: its label, what it does, and perhaps a description."""

    label: str
    press: Press
    about: str = ""
    emoji: str = ""


@dataclass(frozen=True)
class Select:
    """A select, whose entries are presses of one kind."""

    placeholder: str
    picks: tuple[Pick, ...]


@dataclass(frozen=True)
class Entry:
    """A line with its own button beside it."""

    text: str
    button: Button


Part = str | Attachment | Entry | Select | tuple[Button, ...]
"""A part of an answer: text, a picture, a line with its button, a select, a row of buttons."""


@dataclass(frozen=True)
class Reply:
    """An answer from top to bottom: title, text, pictures, rows. In public, rows are only buttons and selects."""

    text: str = ""
    title: str = ""
    pictures: tuple[Attachment, ...] = ()
    rows: tuple[Part, ...] = ()
    mentions: tuple[int, ...] = ()
    beside: bool = False
    """Shown as a new message, instead of replacing the panel whose button was pressed."""
    later: Callable[[], Awaitable[Reply | None]] | None = None
    """Computes its replacement in the background, unless something else is asked for first."""
    shared: Reply | None = None
    """What everybody is shown as well."""

    def plainer(self) -> Reply | None:
        """The same without what only adorns it, in case Discord refuses that; None if nothing does."""
        rows = tuple(map(_without_emoji, self.rows))
        plain = replace(self, text=EMOJI.sub("", self.text), rows=rows)
        return None if plain == self else plain

    def emoji(self) -> set[str]:
        """The emoji in it, wherever they stand."""
        return {one.strip() for one in EMOJI.findall(repr((self.text, self.rows)))}

    def plain(self) -> Reply:
        """The same without an embed, where embeds are not allowed."""
        return replace(self, title="", text=f"**{self.title}**\n{self.text}") if self.title else self

    def shows(self, message: discord.Message) -> bool:
        """Is its text visible in this message?"""
        if not self.title:
            return message.content == cut(self.text, CONTENT)
        return bool(message.embeds) and message.embeds[0].description == cut(self.text, DESCRIPTION)

    def private(self) -> dict[str, Any]:
        """Arguments for discord.py for a private answer, laid out part by part."""
        pictures = [part for part in self.parts() if isinstance(part, Attachment)]
        return {
            "content": None,
            "embeds": [],
            "attachments": [picture.file() for picture in pictures],
            "view": laid_out(self.parts()),
            "allowed_mentions": pinging(self.mentions),
        }

    def parts(self) -> tuple[Part, ...]:
        """All parts in order."""
        title = f"### {cut(self.title, TITLE)}" if self.title else ""
        text = "\n".join(filter(None, [title, self.text]))
        return (*((text,) if text else ()), *self.pictures, *self.rows)

    def contents(self) -> dict[str, Any]:
        """Arguments for discord.py to edit a public message; whatever is missing is removed."""
        embeds = [discord.Embed(title=cut(self.title, TITLE), description=cut(self.text, DESCRIPTION))]
        return {
            "content": None if self.title else cut(self.text, CONTENT) or None,
            "embeds": embeds if self.title else [],
            "attachments": [picture.file() for picture in self.pictures],
            "view": self.view(),
            "allowed_mentions": pinging(self.mentions),
        }

    def message(self) -> dict[str, Any]:
        """Arguments for discord.py for a new public message."""
        return as_new(self.contents())

    def view(self) -> discord.ui.View | None:
        """The buttons and lists."""
        if not self.rows:
            return None
        rows = Rows()
        for number, row in enumerate(self.rows[:ROWS]):
            if isinstance(row, Select):
                rows.add_item(_select(row, number))
            elif isinstance(row, tuple):
                for one in row[:PER_ROW]:
                    rows.add_item(_button(one, number))
        return rows


class Unkept(BaseView):
    """Dispatched by custom_id alone, so that the library need not keep it."""

    def __init__(self) -> None:
        super().__init__(timeout=None)

    def is_dispatchable(self) -> bool:
        """Tell the library not to keep it."""
        return False


class Rows(Unkept, discord.ui.View):
    """Buttons and selects."""


class Layout(Unkept, discord.ui.LayoutView):
    """A laid-out message."""


def laid_out(parts: Sequence[Part]) -> Layout:
    """Parts as components. Whatever does not fit is left out or cut; consecutive pictures form one gallery."""
    layout, parts = Layout(), _leaving_room(_fitting(parts))
    room = LAYOUT_TEXT - sum(map(_labelled, parts))
    texts = sum(isinstance(part, str | Entry) for part in parts)

    def share(text: str) -> str:
        """As much of a text as fits while leaving room for at least a sign of every later text."""
        nonlocal room, texts
        texts -= 1
        text = cut(text, room - texts)
        room -= len(text)
        return text

    for pictured, run in groupby(parts, lambda part: isinstance(part, Attachment) and part.pictured):
        if pictured:
            layout.add_item(_gallery([part for part in run if isinstance(part, Attachment)]))
            continue
        for part in run:
            match part:
                case str():
                    layout.add_item(discord.ui.TextDisplay[Any](share(part)))
                case Entry():
                    layout.add_item(discord.ui.Section[Any](share(part.text), accessory=_button(part.button)))
                case Select():
                    layout.add_item(discord.ui.ActionRow[Any](_select(part)))
                case Attachment():
                    layout.add_item(discord.ui.File[Any](f"attachment://{part.name}"))
                case _:
                    layout.add_item(discord.ui.ActionRow[Any](*map(_button, part[:PER_ROW])))
    return layout


def _fitting(parts: Sequence[Part]) -> list[Part]:
    """As many parts as one message can have: the last lines of a list are left out first."""
    kept = list(parts)
    while size(kept) > LAYOUT_PARTS:
        lines = [at for at, part in enumerate(kept) if isinstance(part, Entry)]
        kept.pop(lines[-1] if lines else -1)
    return kept


def _leaving_room(parts: list[Part]) -> list[Part]:
    """Labels and lists that leave room for text: descriptions of options go first, then labels are cut."""
    wanted = min(TEXT_ROOM, sum(len(_text(part)) for part in parts))
    found = parts
    for most in (LABEL, *SHORTER):
        if sum(map(_labelled, found)) + wanted <= LAYOUT_TEXT:
            break
        found = [_shortened(part, most) for part in parts]
    while sum(map(_labelled, found)) + len(found) > LAYOUT_TEXT:
        found.pop(max(range(len(found)), key=lambda at: (_labelled(found[at]), at)))
    return found


def _text(part: Part) -> str:
    return part if isinstance(part, str) else part.text if isinstance(part, Entry) else ""


def _labelled(part: Part) -> int:
    """The characters of a part's labels and options."""
    match part:
        case Entry():
            return len(cut(part.button.label, LABEL))
        case Select():
            shown = [text for one in part.picks[:OPTIONS] for text in (one.label, one.about)]
            return len(cut(part.placeholder, PLACEHOLDER)) + sum(len(cut(text, OPTION_TEXT)) for text in shown)
        case tuple():
            return sum(len(cut(one.label, LABEL)) for one in part[:PER_ROW])
        case _:
            return 0


def _shortened(part: Part, most: int) -> Part:
    """A part with labels of so many characters, and without descriptions of options."""
    match part:
        case Entry():
            return replace(part, button=replace(part.button, label=cut(part.button.label, most)))
        case Select():
            picks = tuple(replace(one, label=cut(one.label, most), about="") for one in part.picks)
            return replace(part, placeholder=cut(part.placeholder, most), picks=picks)
        case tuple():
            return tuple(replace(one, label=cut(one.label, most)) for one in part)
        case _:
            return part


def _without_emoji(part: Part) -> Part:
    match part:
        case str():
            return EMOJI.sub("", part)
        case Entry():
            return Entry(EMOJI.sub("", part.text), replace(part.button, emoji=""))
        case Select():
            return replace(part, picks=tuple(replace(one, emoji="") for one in part.picks))
        case tuple():
            return tuple(replace(one, emoji="") for one in part)
        case _:
            return part


def _gallery(pictures: Sequence[Attachment]) -> discord.ui.MediaGallery[Any]:
    return discord.ui.MediaGallery(
        *(
            discord.MediaGalleryItem(f"attachment://{one.name}", description=cut(one.alt, ALT) or None)
            for one in pictures
        )
    )


def size(parts: Sequence[Part]) -> int:
    """The number of components, including nested ones."""
    return sum(_size(part) for part in parts)


def _size(part: Part) -> int:
    match part:
        case Entry():
            return 3
        case Select():
            return 2
        case str() | Attachment():
            return 1
        case _:
            return 1 + len(part)


def _button(button: Button, row: int | None = None) -> discord.ui.Button[Any]:
    return discord.ui.Button[Any](
        label=cut(button.label, LABEL),
        style=button.style,
        custom_id=encode_id(f"b{filled_mark(button.filled)}", button.press.name, button.press.texts()),
        disabled=button.disabled,
        emoji=button.emoji or None,
        row=row,
    )


def _select(select: Select, row: int | None = None) -> discord.ui.Select[Any]:
    names, texts = {one.press.name for one in select.picks}, [one.press.texts() for one in select.picks]
    if len(names) != 1:
        raise ValueError("the entries of a select differ in more than their arguments")
    shortest = min(len(one) for one in texts) - 1
    alike = next((n for n in range(shortest) if len({one[n] for one in texts}) > 1), shortest)
    options = [
        discord.SelectOption(
            value=TAIL.join(args[alike:]),
            label=cut(pick.label, OPTION_TEXT),
            description=cut(pick.about, OPTION_TEXT) or None,
            emoji=pick.emoji or None,
        )
        for pick, args in zip(select.picks[:OPTIONS], texts, strict=False)
    ]
    custom_id = encode_id("s", names.pop(), texts[0][:alike])
    return discord.ui.Select[Any](
        placeholder=cut(select.placeholder, PLACEHOLDER), custom_id=custom_id, options=options, row=row
    )


def as_new(contents: dict[str, Any]) -> dict[str, Any]:
    """Turn the arguments of an edit into those of a new message."""
    found = {key: value for key, value in contents.items() if key != "attachments" and value is not None}
    return found | {"files": contents["attachments"]}


def pinging(people: Iterable[int]) -> discord.AllowedMentions:
    """Allow pinging exactly these people, whatever the text says."""
    called = [discord.Object(person) for person in dict.fromkeys(people)]
    return discord.AllowedMentions(everyone=False, roles=False, replied_user=False, users=called or False)


def cut(text: str, most: int) -> str:
    """Cut a text to a length."""
    return text if len(text) <= most else text[: most - 1].rstrip() + "…"


def in_rows(buttons: Sequence[Button], most: int = ROWS, each: int = PER_ROW) -> tuple[tuple[Button, ...], ...]:
    """Buttons in rows of five, or of as many as are wanted."""
    kept = buttons[: most * each]
    return tuple(tuple(kept[at : at + each]) for at in range(0, len(kept), each))
