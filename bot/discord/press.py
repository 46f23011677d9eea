"""Buttons and lists that outlive a restart: all they know stands in their custom_id."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any, cast

import discord

from bot.discord.reply import CUSTOM_ID, LABEL, OPTIONS, Button, Select, cut

if TYPE_CHECKING:
    from bot.discord.client import Stationmaster

SEPARATOR = ":"


def written(kind: str, does: str, args: tuple[object, ...]) -> str:
    """A custom_id; `kind` is b for buttons, s for lists, m for modals."""
    found = SEPARATOR.join([kind, does, *(str(arg) for arg in args)])
    if len(found) > CUSTOM_ID:
        raise ValueError(f"the custom_id of {does} is too long")
    return found


def readout(custom_id: str) -> tuple[str, list[str]]:
    """What it does, and what it is told."""
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
