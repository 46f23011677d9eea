"""A server's calendar of events."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from sandbox.refusing import limits
from sandbox.rest.call import Call, route
from sandbox.world.errors import ApiError
from sandbox.world.permissions import NONE, Perm

ALL = "/guilds/{guild_id}/scheduled-events"
ONE = ALL + "/{guild_scheduled_event_id}"
EXTERNAL, GUILD_ONLY, SCHEDULED = 3, 2, 1
NAME, DESCRIPTION, LOCATION, MOST = 100, 1_000, 100, 100


@route("GET", ALL)
def listed(call: Call) -> Any:
    """All of them."""
    guild = str(call.guild().id)
    return [one for one in call.world.scheduled.values() if one["guild_id"] == guild]


@route("GET", ONE)
def read(call: Call) -> Any:
    """One of them."""
    return _one(call, NONE)


@route("POST", ALL)
def create(call: Call) -> Any:
    """One more; those elsewhere need a place, and a time at which they end."""
    guild, body = call.guild(Perm.CREATE_EVENTS), call.fields
    if sum(one["guild_id"] == str(guild.id) for one in call.world.scheduled.values()) >= MOST:
        raise ApiError(30038)
    id = call.world.new_id()
    event = {
        "id": str(id),
        "guild_id": str(guild.id),
        "channel_id": None,
        "creator_id": str(call.bot.id),
        "image": None,
        "status": SCHEDULED,
        "entity_type": body.get("entity_type"),
        "entity_id": None,
        "recurrence_rule": None,
        "privacy_level": body.get("privacy_level"),
        "guild_scheduled_event_exceptions": [],
        "description": None,
        "scheduled_end_time": None,
    }
    new = _changed(call, event)
    if _time(new["scheduled_start_time"]) <= call.world.clock.now():
        raise ApiError(50035, "Cannot schedule event in the past.")
    call.world.scheduled[id] = new
    return new


@route("PATCH", ONE)
def change(call: Call) -> Any:
    """Change the bot's own."""
    event = _one(call, Perm.CREATE_EVENTS)
    event.update(_changed(call, event))
    return event


@route("DELETE", ONE)
def delete(call: Call) -> Any:
    """Remove the bot's own."""
    del call.world.scheduled[int(_one(call, Perm.CREATE_EVENTS)["id"])]


def _one(call: Call, needed: Perm) -> dict[str, Any]:
    call.guild(needed)
    event = call.world.scheduled.get(call.id("guild_scheduled_event_id"))
    if event is None:
        raise ApiError(10070)
    return event


def _changed(call: Call, event: dict[str, Any]) -> dict[str, Any]:
    """The event with what the body says, checked."""
    known = ("name", "description", "scheduled_start_time", "scheduled_end_time", "entity_metadata")
    new = event | {name: call.fields[name] for name in known if name in call.fields}
    faults = limits.Faults()
    faults.one_of("entity_type", new["entity_type"], (EXTERNAL,))
    faults.one_of("privacy_level", new["privacy_level"], (GUILD_ONLY,))
    faults.length("name", new.get("name") or "", NAME, 1)
    faults.length("description", new["description"] or "", DESCRIPTION)
    faults.length("entity_metadata.location", (new.get("entity_metadata") or {}).get("location") or "", LOCATION, 1)
    for name in ("scheduled_start_time", "scheduled_end_time"):
        if not new.get(name):
            faults.add(name, "BASE_TYPE_REQUIRED", "This field is required")
    faults.end()
    if _time(new["scheduled_end_time"]) <= _time(new["scheduled_start_time"]):
        raise ApiError(50035, "End time must be after start time.")
    return new


def _time(text: str) -> datetime:
    try:
        return datetime.fromisoformat(text)
    except ValueError:
        raise ApiError(50035, "This is not a time.") from None
