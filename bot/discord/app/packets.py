"""Packets from Discord's gateway that cannot be read are logged by kind and dropped; discord.py would end the bot with
the first one.
"""

from __future__ import annotations

import json
import logging
from collections.abc import Callable
from typing import Any

import aiohttp
import discord
import discord.shard
from discord.gateway import DiscordWebSocket, ReconnectWebSocket, WebSocketClosure

log = logging.getLogger("stationmaster.packets")
MEANT = (ReconnectWebSocket, WebSocketClosure, discord.ConnectionClosed, aiohttp.ClientError, OSError)
"""How a session ends or pauses; discord.py handles these."""


class SteadySocket(DiscordWebSocket):
    """One shard's connection."""

    _text: Any = None
    """The packet that is being read."""

    def log_receive(self, data: Any, /) -> None:
        """Called with each packet, once it is complete."""
        self._text = data

    async def received_message(self, msg: Any, /) -> None:
        """Read a packet, or drop it."""
        self._text = None
        try:
            await super().received_message(msg)
        except MEANT:
            raise
        except Exception as e:
            if self._text is None:
                # It could not even be unpacked, and nor can anything after it; a new connection goes on from here.
                log.warning("the gateway's stream cannot be unpacked; connecting again")
                raise ReconnectWebSocket(self.shard_id) from e
            kind = kind_of(self._text)
            log.error("a packet of Discord's could not be read and was dropped: %s (%s)", kind, type(e).__name__)
            if kind == "READY":
                # Without it the session never begins.
                raise ReconnectWebSocket(self.shard_id, resume=False) from e


def kind_of(text: Any) -> str:
    """The kind of a packet, without any of its contents."""
    try:
        packet = json.loads(text)
        kind = packet.get("t") or f"op {int(packet['op'])}"
    except (ValueError, TypeError, KeyError, AttributeError, RecursionError):
        return "no packet"
    return kind if isinstance(kind, str) and kind.replace("_", "").replace(" ", "").isalnum() else "unknown"


def drop_unreadable(parsers: dict[str, Callable[[Any], None]]) -> None:
    """From now on, shards use such connections; a server without a number is left out of those that Discord lists."""
    discord.shard.DiscordWebSocket = SteadySocket  # type: ignore[misc]
    read = parsers["READY"]

    def ready(data: Any) -> None:
        servers = [one for one in data["guilds"] if isinstance(one, dict) and str(one.get("id", "")).isdecimal()]
        if len(servers) < len(data["guilds"]):
            log.error("Discord lists servers without a number: %d", len(data["guilds"]) - len(servers))
        read({**data, "guilds": servers})

    parsers["READY"] = ready
