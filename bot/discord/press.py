"""Buttons and lists that outlive a restart: all they know stands in their custom_id."""

from __future__ import annotations

import re
from collections import OrderedDict
from dataclasses import dataclass, field
from hashlib import blake2b
from typing import TYPE_CHECKING, Any, cast
from urllib.parse import quote, unquote

import discord

from bot.discord.reply import CUSTOM_ID, LABEL, OPTIONS, Button, Select, cut
from bot.discord.say import say
from bot.table.errors import Stale

if TYPE_CHECKING:
    from bot.discord.client import Stationmaster

SEPARATOR = ":"
LONG = 32
"""What is longer is parked here, and the button carries its mark."""
MOST_PARKED = 5000


@dataclass
class Parked:
    """Long choices (routes, say) for which a custom_id has no room. After a restart their buttons are out of date."""

    _texts: OrderedDict[str, str] = field(default_factory=OrderedDict)

    def mark(self, text: str) -> str:
        """The text itself, or a mark for it."""
        if len(text) <= LONG and not text.startswith("~"):
            return quote(text, safe=" ,;=&+/()!'")
        found = "~" + blake2b(text.encode(), digest_size=9).hexdigest()
        self._texts[found] = text
        self._texts.move_to_end(found)
        while len(self._texts) > MOST_PARKED:
            self._texts.popitem(last=False)
        return found

    def text(self, mark: str) -> str:
        """What was marked."""
        if not mark.startswith("~"):
            return unquote(mark)
        if mark not in self._texts:
            raise Stale(say("old_button"))
        return self._texts[mark]


PARKED = Parked()


def written(kind: str, does: str, args: tuple[object, ...]) -> str:
    """A custom_id; `kind` is b for buttons, s for lists, m for forms."""
    found = SEPARATOR.join([kind, does, *(PARKED.mark(str(arg)) for arg in args)])
    if len(found) > CUSTOM_ID:
        raise ValueError(f"the custom_id of {does} is too long")
    return found


def readout(custom_id: str) -> tuple[str, list[str]]:
    """What it does, and what it is told, as it stands there."""
    _, does, *args = custom_id.split(SEPARATOR)
    return does, args


class Press(discord.ui.DynamicItem[discord.ui.Button[Any]], template=r"b:(?P<rest>.+)"):
    """A button."""

    @classmethod
    def made(cls, button: Button, row: int) -> Press:
        """The button of a reply."""
        item = discord.ui.Button[Any](
            label=cut(button.label, LABEL),
            style=button.style,
            custom_id=written("b", button.does, button.args),
            disabled=button.disabled,
        )
        return cls(item, row=row)

    @classmethod
    async def from_custom_id(
        cls, interaction: discord.Interaction[Any], item: discord.ui.Item[Any], match: re.Match[str]
    ) -> Press:
        """The button as it was pressed."""
        return cls(cast("discord.ui.Button[Any]", item))

    async def callback(self, interaction: discord.Interaction[Any]) -> Any:
        """Somebody has pressed it."""
        client = cast("Stationmaster", interaction.client)
        await client.pressed(interaction, *readout(str(self.item.custom_id)), [])


class Pick(discord.ui.DynamicItem[discord.ui.Select[Any]], template=r"s:(?P<rest>.+)"):
    """A list."""

    @classmethod
    def made(cls, given: Select, row: int) -> Pick:
        """The list of a reply."""
        options = [
            discord.SelectOption(
                value=value, label=cut(label, 100), description=cut(rest[0], 100) if rest and rest[0] else None
            )
            for value, label, *rest in given.options[:OPTIONS]
        ]
        custom_id = written("s", given.does, given.args)
        item = discord.ui.Select[Any](placeholder=cut(given.placeholder, 150), custom_id=custom_id, options=options)
        return cls(item, row=row)

    @classmethod
    async def from_custom_id(
        cls, interaction: discord.Interaction[Any], item: discord.ui.Item[Any], match: re.Match[str]
    ) -> Pick:
        """The list as it was used."""
        return cls(cast("discord.ui.Select[Any]", item))

    async def callback(self, interaction: discord.Interaction[Any]) -> Any:
        """Somebody has chosen."""
        client = cast("Stationmaster", interaction.client)
        await client.pressed(interaction, *readout(str(self.item.custom_id)), list(self.item.values))


class Form(discord.ui.Modal):
    """One line to be written. What is sent is dispatched by its custom_id, like a button."""

    def __init__(self, does: str, args: tuple[object, ...], title: str, label: str, *, most: int = 200) -> None:
        super().__init__(title=cut(title, 45), timeout=None, custom_id=written("m", does, args))
        style = discord.TextStyle.short if most <= 200 else discord.TextStyle.paragraph
        self.add_item(discord.ui.TextInput[Any](label=cut(label, 45), max_length=most, style=style))


def form_values(data: Any) -> list[str]:
    """What was written into a form, line by line."""
    found: list[str] = []
    for part in data.get("components", []):
        for one in part.get("components", [part.get("component", {})]):
            if "value" in one:
                found.append(str(one["value"]))
    return found
