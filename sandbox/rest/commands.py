"""Registration of commands, globally and by server."""

from __future__ import annotations

from typing import Any

from sandbox.rest.call import Call, route
from sandbox.world.errors import ApiError

GLOBAL = "/applications/{application_id}/commands"
LOCAL = "/applications/{application_id}/guilds/{guild_id}/commands"


def _place(call: Call) -> int | None:
    if call.id("application_id") != call.world.application_id:
        raise ApiError(50001)
    return call.guild().id if "guild_id" in call.given else None


def _one(call: Call) -> dict[str, Any]:
    found = call.sandbox.commands.at(_place(call)).get(call.id("command_id"))
    if found is None:
        raise ApiError(10063)
    return found


@route("GET", GLOBAL)
@route("GET", LOCAL)
def listed(call: Call) -> Any:
    """All of the place; what other languages say only if it is asked for."""
    found = list(call.sandbox.commands.at(_place(call)).values())
    return found if call.flag("with_localizations") else _in_english(found)


def _in_english(node: Any) -> Any:
    if isinstance(node, list):
        return [_in_english(one) for one in node]
    if isinstance(node, dict):
        return {name: _in_english(value) for name, value in node.items() if not name.endswith("_localizations")}
    return node


@route("PUT", GLOBAL)
@route("PUT", LOCAL)
def overwrite(call: Call) -> Any:
    """These and no others."""
    if not isinstance(call.body, list):
        raise ApiError(50109)
    return call.sandbox.commands.overwrite(_place(call), call.body)


@route("POST", GLOBAL)
@route("POST", LOCAL)
def create(call: Call) -> Any:
    """Create one."""
    return call.sandbox.commands.put(_place(call), call.fields)


@route("GET", GLOBAL + "/{command_id}")
@route("GET", LOCAL + "/{command_id}")
def read(call: Call) -> Any:
    """One of them."""
    return _one(call)


@route("PATCH", GLOBAL + "/{command_id}")
@route("PATCH", LOCAL + "/{command_id}")
def edit(call: Call) -> Any:
    """Change one."""
    old = _one(call)
    place = _place(call)
    others = [one for one in call.sandbox.commands.at(place).values() if one is not old]
    return call.sandbox.commands.overwrite(place, [*others, old | call.fields])[-1]


@route("DELETE", GLOBAL + "/{command_id}")
@route("DELETE", LOCAL + "/{command_id}")
def delete(call: Call) -> Any:
    """Take one away."""
    call.sandbox.commands.at(_place(call)).pop(int(_one(call)["id"]))
    call.sandbox.changed()
