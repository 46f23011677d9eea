"""All domains together."""

from __future__ import annotations

from bot.discord.command import TYPED, Command
from bot.discord.domains import (
    ahead,
    cards,
    explore,
    explore_lines,
    files,
    helping,
    history,
    leading,
    leagues,
    listing,
    lobby,
    looking,
    moves,
    news,
    notes,
    organising,
    person,
    rules,
    settings,
    sharing,
    special,
    spectating,
    spectators,
    standings,
    takeback,
    titles,
)
from bot.discord.looks import Look, show_command
from bot.discord.request import OnPress

_DOMAINS = (
    lobby,
    listing,
    organising,
    leagues,
    leading,
    files,
    settings,
    moves,
    special,
    takeback,
    explore,
    explore_lines,
    looking,
    sharing,
    cards,
    titles,
    ahead,
    history,
    news,
    standings,
    spectating,
    spectators,
    rules,
    helping,
    notes,
    person,
)
_LOOKS: dict[str, Look] = {what: look for one in _DOMAINS for what, look in getattr(one, "LOOKS", {}).items()}
COMMANDS: tuple[Command, ...] = (
    *(found for one in _DOMAINS for found in getattr(one, "COMMANDS", ())),
    *TYPED,
    show_command(_LOOKS),
)
# A domain without buttons has no such table.
PRESSES: dict[str, OnPress] = {does: found for one in _DOMAINS for does, found in getattr(one, "PRESSES", {}).items()}
