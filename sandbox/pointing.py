"""Points an unmodified discord.py at a sandbox instead of at Discord."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator

import yarl
from discord.gateway import DiscordWebSocket
from discord.http import Route


def point(address: str) -> None:
    """All clients of this process talk to the sandbox at `http://127.0.0.1:PORT` from now on."""
    Route.BASE = f"{address}/api/v10"
    DiscordWebSocket.DEFAULT_GATEWAY = yarl.URL(address.replace("http", "ws", 1) + "/gw/")


@contextlib.contextmanager
def pointed(address: str) -> Iterator[None]:
    """The same for a while."""
    base, gateway = Route.BASE, DiscordWebSocket.DEFAULT_GATEWAY
    point(address)
    try:
        yield
    finally:
        Route.BASE, DiscordWebSocket.DEFAULT_GATEWAY = base, gateway
