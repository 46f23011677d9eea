"""What a person is shown: text, pictures, buttons, forms. Made here, so that Discord's limits are kept in one place."""

from __future__ import annotations

import io
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Any

import discord

from bot.discord.press import written

CONTENT = 2000
TITLE, DESCRIPTION = 256, 4096
ROWS, PER_ROW = 5, 5
LABEL, OPTIONS, OPTION_TEXT, PLACEHOLDER = 80, 25, 100, 150
ALT = 1024


@dataclass(frozen=True)
class Shown:
    """A file with words for those who cannot see it."""

    name: str
    data: bytes
    alt: str = ""

    def file(self) -> discord.File:
        """A fresh one for every try: sending uses it up."""
        return discord.File(io.BytesIO(self.data), filename=self.name, description=cut(self.alt, ALT) or None)


@dataclass(frozen=True)
class Button:
    """A button by what it does: a name of a handler and what it is told."""

    label: str
    does: str
    args: tuple[object, ...] = ()
    style: discord.ButtonStyle = discord.ButtonStyle.secondary
    disabled: bool = False


@dataclass(frozen=True)
class Select:
    """A list to choose from: pairs of value and label, or triples with a description."""

    placeholder: str
    does: str
    args: tuple[object, ...]
    options: tuple[tuple[str, ...], ...]


@dataclass(frozen=True)
class Reply:
    """An answer."""

    text: str = ""
    title: str = ""
    """With a title the text becomes an embed, which holds more."""
    pictures: tuple[Shown, ...] = ()
    rows: tuple[Select | tuple[Button, ...], ...] = ()
    mentions: tuple[int, ...] = ()
    beside: bool = False
    """Shown beside the panel whose button was pressed, instead of in its place."""

    def plain(self) -> Reply:
        """The same without an embed, where none may be shown."""
        return replace(self, title="", text=f"**{self.title}**\n{self.text}") if self.title else self

    def shows(self, message: discord.Message) -> bool:
        """Whether its words have arrived."""
        if not self.title:
            return message.content == cut(self.text, CONTENT)
        return bool(message.embeds) and message.embeds[0].description == cut(self.text, DESCRIPTION)

    def contents(self) -> dict[str, Any]:
        """As discord.py wants it for an edit; what is not there is taken away."""
        embeds = [discord.Embed(title=cut(self.title, TITLE), description=cut(self.text, DESCRIPTION))]
        return {
            "content": None if self.title else cut(self.text, CONTENT) or None,
            "embeds": embeds if self.title else [],
            "attachments": [picture.file() for picture in self.pictures],
            "view": self.view(),
            "allowed_mentions": pinging(self.mentions),
        }

    def message(self) -> dict[str, Any]:
        """As discord.py wants it for a new message."""
        found = self.contents()
        found["files"] = found.pop("attachments")
        if found["view"] is None:
            del found["view"]
        return found

    def view(self) -> discord.ui.View | None:
        """The buttons and lists."""
        if not self.rows:
            return None
        found = Rows()
        for number, row in enumerate(self.rows[:ROWS]):
            for one in (row,) if isinstance(row, Select) else row[:PER_ROW]:
                found.add_item(made(one, number))
        return found


class Rows(discord.ui.View):
    """Buttons and lists. What becomes of them is told by their custom_id alone, so the library keeps none of them."""

    def __init__(self) -> None:
        super().__init__(timeout=None)

    def is_dispatchable(self) -> bool:
        """Not to be kept."""
        return False


def made(found: Button | Select, row: int) -> discord.ui.Item[Any]:
    """A button or list of a reply."""
    if isinstance(found, Button):
        return discord.ui.Button[Any](
            label=cut(found.label, LABEL),
            style=found.style,
            custom_id=written("b", found.does, found.args),
            disabled=found.disabled,
            row=row,
        )
    options = [
        discord.SelectOption(
            value=value,
            label=cut(label, OPTION_TEXT),
            description=cut(rest[0], OPTION_TEXT) if rest and rest[0] else None,
        )
        for value, label, *rest in found.options[:OPTIONS]
    ]
    custom_id = written("s", found.does, found.args)
    return discord.ui.Select[Any](
        placeholder=cut(found.placeholder, PLACEHOLDER), custom_id=custom_id, options=options, row=row
    )


class Form(discord.ui.Modal):
    """One line to be written. What is sent is dispatched by its custom_id, like a button."""

    def __init__(self, does: str, args: tuple[object, ...], title: str, label: str, *, most: int = 200) -> None:
        super().__init__(title=cut(title, 45), timeout=None, custom_id=written("m", does, args))
        style = discord.TextStyle.short if most <= 200 else discord.TextStyle.paragraph
        self.add_item(discord.ui.TextInput[Any](label=cut(label, 45), max_length=most, style=style))
        # The library need not keep it until it is sent, which may be after a restart or never.
        self.stop()


def pinging(people: Iterable[int]) -> discord.AllowedMentions:
    """Exactly these people are called, and nobody else whatever the text says."""
    called = [discord.Object(person) for person in dict.fromkeys(people)]
    return discord.AllowedMentions(everyone=False, roles=False, replied_user=False, users=called or False)


def cut(text: str, most: int) -> str:
    """A text that fits."""
    return text if len(text) <= most else text[: most - 1].rstrip() + "…"


def in_rows(buttons: Sequence[Button], most: int = ROWS) -> tuple[tuple[Button, ...], ...]:
    """Buttons put into rows of five."""
    kept = buttons[: most * PER_ROW]
    return tuple(tuple(kept[at : at + PER_ROW]) for at in range(0, len(kept), PER_ROW))
