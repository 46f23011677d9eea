"""Where Discord is: its own addresses, or those that the settings name instead."""

from __future__ import annotations

import discord.gateway
import discord.http
import yarl

from bot.settings import Settings


def go_by(settings: Settings) -> None:
    """Let the client use the addresses of the settings, if there are any."""
    if settings.discord_api:
        discord.http.Route.BASE = settings.discord_api.rstrip("/")
    if settings.discord_gateway:
        discord.gateway.DiscordWebSocket.DEFAULT_GATEWAY = yarl.URL(settings.discord_gateway)
