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
COMMANDS: tuple[Command, ...] = (*moves.COMMANDS, *TYPED, show_command(_LOOKS))
