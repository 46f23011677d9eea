"""Buttons and lists that outlive a restart: all they know stands in their custom_id."""

from __future__ import annotations

import logging
import re
from collections import OrderedDict
from dataclasses import dataclass, field
from hashlib import blake2b
from typing import TYPE_CHECKING, Any, cast
from urllib.parse import quote, unquote

import discord

from bot.discord.reply import CUSTOM_ID, LABEL, OPTIONS, Button, Select, cut
from bot.discord.say import say
from bot.table.errors import Refused, Stale
from bot.table.shelf import Shelf

if TYPE_CHECKING:
    from bot.discord.client import Stationmaster

log = logging.getLogger("stationmaster.discord")
SEPARATOR = ":"
LONG = 32
"""What is longer is parked here, and the button carries its mark."""
MOST_PARKED = 5000


@dataclass
class Parked:
    """Long choices (routes, say) for which a custom_id has no room: kept ready here, and for good on the shelf."""

    _texts: OrderedDict[str, str] = field(default_factory=OrderedDict)
    _new: dict[str, str] = field(default_factory=dict)

    def mark(self, text: str) -> str:
        """The text itself, or a mark for it."""
        if len(text) <= LONG and not text.startswith("~"):
            return quote(text, safe=" ,;=&+/()!'")
        found = "~" + blake2b(text.encode(), digest_size=9).hexdigest()
        if found not in self._texts:
            self._new[found] = text
        self._remember(found, text)
        return found

    def _remember(self, mark: str, text: str) -> None:
        self._texts[mark] = text
        self._texts.move_to_end(mark)
        while len(self._texts) > MOST_PARKED:
            self._texts.popitem(last=False)

    async def keep(self, shelf: Shelf) -> None:
        """Before buttons are shown: what they mean outlives a restart."""
        new, self._new = self._new, {}
        if not new:
            return
        try:
            await shelf.park(new)
        except Refused as e:
            # They still mean something until the next restart.
            log.warning("long choices of buttons could not be kept: %s", e)

    async def text(self, mark: str, shelf: Shelf) -> str:
        """What was marked."""
        if not mark.startswith("~"):
            return unquote(mark)
        found = self._texts.get(mark) or await shelf.parked(mark)
        if found is None:
            raise Stale(say("old_button"))
        self._remember(mark, found)
        return found

    def forget(self) -> None:
        """As after a restart."""
        self._texts.clear()
        self._new.clear()


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
