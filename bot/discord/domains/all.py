"""All domains together."""

from __future__ import annotations

from bot.discord.asked import OnPress
from bot.discord.command import Command
from bot.discord.domains import lobby, rules

_DOMAINS = (lobby, rules)
COMMANDS: tuple[Command, ...] = tuple(command for domain in _DOMAINS for command in domain.COMMANDS)
PRESSES: dict[str, OnPress] = {name: press for domain in _DOMAINS for name, press in domain.PRESSES.items()}
