"""The doors as the bot itself has them: commands, autocompletes, buttons, forms, announcements, pictures, routes."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import render
from bot.discord.domains.all import COMMANDS
from bot.discord.domains.turns import moves
from bot.discord.kit.command import ENTRIES, Command, Option
from bot.table.play.telling import KINDS
from engine.titles import title_named, titles
from engine.words import ordinary_commands
from tests.discord import known_presses

MOVES = {command.name for command in moves.commands_of_titles()}
"""Commands that are an ordinary move each."""


@dataclass(frozen=True)
class Typing:
    """What is offered while an option is typed into."""

    command: Command
    option: Option

    @property
    def door(self) -> str:
        """As it is called in reports."""
        return f"/{self.command.name} {self.option.name}?"


def slots(*titles: str) -> dict[str, set[str]]:
    """The ordinary moves of some titles as commands, with what is chosen in them."""
    return {name: set(words.slots) for name, words in ordinary_commands(map(title_named, titles)).items()}


def typed(*titles: str) -> list[Command]:
    """All commands but the moves that only other titles have."""
    kept = slots(*titles)
    return [one for one in COMMANDS if one.name not in MOVES or one.name in kept]


def typing(*titles: str) -> list[Typing]:
    """All autocompletes of these commands; one that many commands share (`game`, `for`) is one door."""
    found: dict[Any, Typing] = {}
    kept = slots(*titles)
    others = set[str]().union(*slots(*every()).values()) if titles else set[str]()
    for command in typed(*titles):
        for option in command.options:
            foreign = command.name in MOVES and option.name in others - kept[command.name]
            if option.complete is not None and not foreign:
                found.setdefault(option.complete, Typing(command, option))
    return list(found.values())


def every() -> list[str]:
    """All titles that the bot offers."""
    return list(titles())


def announced() -> set[str]:
    """Kinds of rows of the outbox."""
    return set(KINDS)


def pressed() -> set[str]:
    """Kinds of custom id: buttons, lists and what is done with forms."""
    return known_presses.answered(old=False)


def written() -> set[str]:
    """Kinds of custom id that open a form."""
    return known_presses.opening(old=False)


def menus() -> set[str]:
    """Entries in the menus of people and of messages."""
    return {one.name for one in ENTRIES}


def pictures() -> set[str]:
    """Kinds of picture of a game; an emblem for an emoji is drawn from a title as it is set up."""
    return {name.removeprefix("draw_") for name in render.__all__ if name.startswith("draw_")} - {"emblem"}
