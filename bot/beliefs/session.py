"""Tried with the gateway: a session on a shard without servers, so that it gets no events from people."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable
from typing import Any

import aiohttp

from bot.beliefs.api import CannotTry
from bot.beliefs.probe import probe
from bot.beliefs.stage import Differs, Stage, done, seen
from engine.core.sentences import because

DISPATCH, HEARTBEAT, IDENTIFY, RESUME, INVALID, HELLO, ACK = 0, 1, 2, 6, 9, 10, 11
SERVERS = 1 << 0
"""The one intent that the bot asks for."""
SHARDS = 64
FEW = 20
"""Session starts to leave for the bot itself."""
GOES_ON = 4000
"""A session closed with this code can be resumed, unlike one closed with 1000."""
PATIENCE = 20.0
"""Seconds for one packet of the gateway."""
PAGE = 200


@probe("session")
async def session(stage: Stage) -> None:
    """A session needs only the intent for servers, gets events of its own servers only, and can be resumed."""
    gateway = done(because("asking for the gateway"), await stage.api.ask("GET", "/gateway/bot"))
    if gateway["session_start_limit"]["remaining"] < FEW:
        raise CannotTry(because("too few sessions are left today"))
    shard = [await _quiet_shard(stage), SHARDS]
    try:
        ready = await _begun(stage, gateway["url"], shard)
        await _resumed(stage, ready)
    except (aiohttp.ClientError, OSError) as e:
        # Running out of time is an OSError as well.
        raise CannotTry(because("the gateway did not answer")) from e


async def _quiet_shard(stage: Stage) -> int:
    """A shard with none of the bot's servers; shard 0 gets direct messages."""
    servers = done(because("asking for the servers"), await stage.api.ask("GET", f"/users/@me/guilds?limit={PAGE}"))
    taken = {(int(one["id"]) >> 22) % SHARDS for one in servers} | {0}
    quiet = [number for number in range(SHARDS) if number not in taken]
    if not quiet or len(servers) == PAGE:
        raise CannotTry(because("the bot is on too many servers for a session that hears of none"))
    return quiet[0]


async def _begun(stage: Stage, url: str, shard: list[int]) -> dict[str, Any]:
    """Start a session and drop its connection; what is needed to resume it."""
    async with stage.api.http.ws_connect(_address(url)) as ws:
        await _next(ws, lambda it: it["op"] == HELLO)
        about = {"os": "any", "browser": "stationmaster", "device": "stationmaster"}
        identity = {"token": stage.api.token, "intents": SERVERS, "shard": shard, "properties": about}
        await ws.send_json({"op": IDENTIFY, "d": identity})
        ready = await _next(ws, lambda it: it["t"] == "READY")
        seen(not ready["d"]["guilds"], because("it heard of servers that belong to other shards"))
        await ws.send_json({"op": HEARTBEAT, "d": ready["s"]})
        await _next(ws, lambda it: it["op"] == ACK)
        await ws.close(code=GOES_ON)
    return ready


async def _resumed(stage: Stage, ready: dict[str, Any]) -> None:
    known = {"token": stage.api.token, "session_id": ready["d"]["session_id"], "seq": ready["s"]}
    async with stage.api.http.ws_connect(_address(ready["d"]["resume_gateway_url"])) as ws:
        await _next(ws, lambda it: it["op"] == HELLO)
        await ws.send_json({"op": RESUME, "d": known})
        await _next(ws, lambda it: it["t"] == "RESUMED")
        await ws.close(code=1000)


async def _next(ws: aiohttp.ClientWebSocketResponse, wanted: Callable[[dict[str, Any]], bool]) -> dict[str, Any]:
    """The next packet of a kind."""
    async with asyncio.timeout(PATIENCE):
        while True:
            message = await ws.receive()
            if message.type is not aiohttp.WSMsgType.TEXT:
                raise Differs(because("the connection was closed with {code}", code=ws.close_code))
            packet = json.loads(message.data)
            if packet["op"] == INVALID:
                raise Differs(because("the session was declared invalid"))
            if wanted(packet):
                return packet


def _address(url: str) -> str:
    return f"{url.rstrip('/')}/?v=10&encoding=json"
