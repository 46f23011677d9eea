"""Discord's addresses, or those in the settings."""

from __future__ import annotations

import discord.gateway
import discord.http
import yarl

from bot.host.settings import Settings


def go_by(settings: Settings) -> None:
    """Make the client use the addresses in the settings, if there are any."""
    if settings.discord_api:
        discord.http.Route.BASE = settings.discord_api.rstrip("/")
    if settings.discord_gateway:
        discord.gateway.DiscordWebSocket.DEFAULT_GATEWAY = yarl.URL(settings.discord_gateway)
