"""The bot's own account and application, users, direct messages, and where the gateway is."""

from __future__ import annotations

from typing import Any

from sandbox.happening import payloads
from sandbox.rest.call import Call, route
from sandbox.world.errors import ApiError
from sandbox.world.rights import on_server


@route("GET", "/users/@me")
def myself(call: Call) -> Any:
    """The bot's account."""
    return payloads.me(call.world)


@route("GET", "/users/@me/guilds")
def my_guilds(call: Call) -> Any:
    """The servers that the bot is on."""
    guilds = [one for one in call.world.guilds.values() if call.bot.id in one.members]
    return [
        {
            "id": str(guild.id),
            "name": guild.name,
            "icon": None,
            "banner": None,
            "owner": False,
            "permissions": str(int(on_server(guild, call.bot))),
            "features": [],
        }
        for guild in guilds
    ]


@route("DELETE", "/users/@me/guilds/{guild_id}")
def leave(call: Call) -> Any:
    """The bot goes."""
    call.sandbox.remove(call.guild(), call.bot)


@route("GET", "/users/{user_id}")
def read(call: Call) -> Any:
    """Somebody."""
    return payloads.user(call.user())


@route("POST", "/users/@me/channels")
def direct(call: Call) -> Any:
    """The direct messages with somebody."""
    user = call.world.users.get(int(call.fields.get("recipient_id", 0)))
    if user is None or user.bot:
        raise ApiError(50007 if user else 10013)
    return payloads.channel(call.world.direct(user), call.world)


@route("GET", "/oauth2/applications/@me")
@route("GET", "/applications/@me")
def application(call: Call) -> Any:
    """The bot's application."""
    return payloads.application(call.world)


@route("GET", "/gateway", with_token=True)
def gateway(call: Call) -> Any:
    """Where the gateway is."""
    return {"url": call.sandbox.gateway.address}


@route("GET", "/gateway/bot")
def gateway_for_bots(call: Call) -> Any:
    """Where it is, how many shards are advised, how many sessions may begin today."""
    begun = len(call.sandbox.gateway.identifies)
    start = {"total": 1000, "remaining": max(0, 1000 - begun), "reset_after": 86_400_000, "max_concurrency": 1}
    return {"url": call.sandbox.gateway.address, "shards": call.sandbox.shards, "session_start_limit": start}
