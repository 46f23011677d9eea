"""All domains together."""

# pyright: reportUnusedImport=false

from __future__ import annotations

from bot.discord.command import TYPED, Command
from bot.discord.domains import (  # noqa: F401  Each adds its commands when it is imported.
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

LOOKS: dict[str, Look] = {**looking.LOOKS, **cards.LOOKS, **history.LOOKS}
COMMANDS: tuple[Command, ...] = (*moves.COMMANDS, *TYPED, show_command(LOOKS))
