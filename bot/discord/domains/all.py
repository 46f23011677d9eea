"""All domains together."""

from __future__ import annotations

from bot.discord.asked import FormOf, OnPress
from bot.discord.command import Command
from bot.discord.domains import (
    ahead,
    helping,
    history,
    lobby,
    looking,
    moves,
    notes,
    organising,
    person,
    rules,
    spectating,
    spectators,
    standings,
    takeback,
)

_DOMAINS = (
    lobby,
    organising,
    moves,
    takeback,
    looking,
    ahead,
    history,
    standings,
    spectating,
    spectators,
    rules,
    helping,
    notes,
    person,
)
COMMANDS: tuple[Command, ...] = tuple(command for domain in _DOMAINS for command in domain.COMMANDS)
PRESSES: dict[str, OnPress] = {name: press for domain in _DOMAINS for name, press in domain.PRESSES.items()}
FORMS: dict[str, FormOf] = {name: form for domain in _DOMAINS for name, form in domain.FORMS.items()}
"""Buttons that open a form instead of being answered at once."""
