"""The gateway's events, put together from Discord's published description.

It describes the objects in them, and Discord's documentation which event has which (Gateway Events; Interaction
Structure).
"""

from __future__ import annotations

from typing import Any


def _is(name: str) -> dict[str, Any]:
    """An object of the description."""
    return {"$ref": f"#/components/schemas/{name}"}


def _all_of(thing: dict[str, Any]) -> dict[str, Any]:
    return {"type": "array", "items": thing}


def _with(fields: dict[str, Any], may: dict[str, Any] | None = None) -> dict[str, Any]:
    """An object with these fields, and perhaps those."""
    return {"type": "object", "required": list(fields), "properties": fields | (may or {})}


def _more(thing: dict[str, Any], fields: dict[str, Any], may: dict[str, Any] | None = None) -> dict[str, Any]:
    """An object with further fields."""
    return {"allOf": [thing, _with(fields, may)]}


def _any(*things: dict[str, Any]) -> dict[str, Any]:
    return {"anyOf": list(things)}


ID = _is("SnowflakeType")
TEXT, WHOLE, YES, TIME = ({"type": kind} for kind in ("string", "integer", "boolean", "string"))
RIGHTS = {"type": "string", "pattern": "^[0-9]+$"}
MEMBER = _is("GuildMemberResponse")
MESSAGE = _is("MessageResponse")
CHANNEL, THREAD, DIRECT = _is("GuildChannelResponse"), _is("ThreadResponse"), _is("PrivateChannelResponse")
PARTLY_MEMBER = {
    name: {} for name in ("nick", "avatar", "banner", "roles", "joined_at", "premium_since", "pending", "flags")
} | {name: {} for name in ("communication_disabled_until", "deaf", "mute", "permissions")}
"""Of somebody whose user stands beside."""
SERVER = {
    "joined_at": TIME,
    "large": YES,
    "unavailable": YES,
    "member_count": WHOLE,
    "voice_states": _all_of({}),
    "members": _all_of(MEMBER),
    "channels": _all_of(CHANNEL),
    "threads": _all_of(THREAD),
    "presences": _all_of({}),
    "stage_instances": _all_of({}),
    "guild_scheduled_events": _all_of({}),
    "soundboard_sounds": _all_of({}),
    "guild_id": ID,
}
IN_MESSAGE = {"guild_id": ID, "member": _with({}, PARTLY_MEMBER)}

OPTION = _with({"name": TEXT, "type": WHOLE}, {"value": {}, "focused": YES, "options": _all_of(_is_option := {})})
_is_option["$ref"] = "#/events/OPTION"
RESOLVED = {"type": "object", "properties": {}} | {
    "properties": {
        "users": {"type": "object", "additionalProperties": _is("UserResponse")},
        "members": {"type": "object", "additionalProperties": _with({}, PARTLY_MEMBER)},
        "roles": {"type": "object", "additionalProperties": _is("GuildRoleResponse")},
        "channels": {"type": "object"},
        "attachments": {"type": "object", "additionalProperties": _is("MessageAttachmentResponse")},
        "messages": {"type": "object", "additionalProperties": MESSAGE},
    }
}
COMMANDED = _with(
    {"id": ID, "name": TEXT, "type": WHOLE},
    {"options": _all_of(OPTION), "resolved": RESOLVED, "guild_id": ID, "target_id": ID},
)
PRESSED = _with({"component_type": WHOLE, "custom_id": TEXT}, {"id": WHOLE, "values": _all_of(TEXT), "resolved": {}})
FIELD = _with({"type": WHOLE, "id": WHOLE, "custom_id": TEXT}, {"value": {}, "values": _all_of(TEXT)})
SENT = _with(
    {
        "custom_id": TEXT,
        "components": _all_of(_with({"type": WHOLE, "id": WHOLE}, {"components": _all_of(FIELD), "component": FIELD})),
    },
    {"resolved": RESOLVED},
)
WHERE = _any(_more(CHANNEL, {"permissions": RIGHTS}), _more(THREAD, {"permissions": RIGHTS}), DIRECT)
ASKED = {
    "id": ID,
    "application_id": ID,
    "channel": WHERE,
    "channel_id": ID,
    "token": TEXT,
    "version": WHOLE,
    "locale": TEXT,
    "app_permissions": RIGHTS,
    "entitlements": _all_of({}),
    "authorizing_integration_owners": {"type": "object", "additionalProperties": TEXT},
    "context": WHOLE,
    "attachment_size_limit": WHOLE,
}
ON_SERVER = {
    "guild_id": ID,
    "guild": _with({"id": ID, "locale": TEXT, "features": _all_of(TEXT)}),
    "guild_locale": TEXT,
    "member": _more(MEMBER, {"permissions": RIGHTS}),
}


def _interaction(kinds: list[int], data: dict[str, Any], *, message: bool | None) -> dict[str, Any]:
    """An interaction of these kinds, from a server or from direct messages."""
    fields = ASKED | {"type": {"enum": kinds}, "data": data} | ({"message": MESSAGE} if message else {})
    may = {"entitlement_sku_ids": _all_of({})} | ({"message": MESSAGE} if message is None else {})
    return _any(_with(fields | ON_SERVER, may), _with(fields | {"user": _is("UserResponse")}, may))


WHAT = ("CREATE", "UPDATE")
EVENTS: dict[str, dict[str, Any]] = {
    "OPTION": OPTION,
    "READY": _with(
        {
            "v": {"const": 10},
            "user": _is("UserPIIResponse"),
            "guilds": _all_of(_with({"id": ID, "unavailable": {"const": True}})),
            "session_id": TEXT,
            "resume_gateway_url": TEXT,
            "application": _with({"id": ID, "flags": WHOLE}),
        },
        {"shard": _all_of(WHOLE)},
    ),
    "RESUMED": {"type": "object"},
    "INTERACTION_CREATE": _any(
        _interaction([2, 4], COMMANDED, message=False),
        _interaction([3], PRESSED, message=True),
        _interaction([5], SENT, message=None),
    ),
    "GUILD_CREATE": _more(_is("GuildResponse"), {}, SERVER),
    "GUILD_DELETE": _with({"id": ID}, {"unavailable": YES, "guild_id": ID}),
    "GUILD_UPDATE": _more(_is("GuildResponse"), {}, {"guild_id": ID}),
    **{
        f"GUILD_ROLE_{what}": _with({"guild_id": ID, "role": _is("GuildRoleResponse")}) for what in ("CREATE", "UPDATE")
    },
    "GUILD_MEMBER_ADD": _more(MEMBER, {"guild_id": ID}),
    "GUILD_MEMBER_UPDATE": _more(MEMBER, {"guild_id": ID}),
    "GUILD_MEMBER_REMOVE": _with({"guild_id": ID, "user": _is("UserResponse")}),
    "GUILD_MEMBERS_CHUNK": _with(
        {"guild_id": ID, "members": _all_of(MEMBER), "chunk_index": WHOLE, "chunk_count": WHOLE},
        {"not_found": _all_of(ID), "nonce": TEXT},
    ),
    **{f"CHANNEL_{what}": CHANNEL for what in ("CREATE", "UPDATE", "DELETE")},
    "CHANNEL_PINS_UPDATE": _with({"channel_id": ID}, {"guild_id": ID, "last_pin_timestamp": {}}),
    "THREAD_CREATE": _more(THREAD, {}, {"newly_created": YES}),
    "THREAD_UPDATE": THREAD,
    "THREAD_DELETE": _with({"id": ID, "guild_id": ID, "parent_id": ID, "type": WHOLE}),
    "THREAD_MEMBERS_UPDATE": _with(
        {"id": ID, "guild_id": ID, "member_count": WHOLE},
        {"added_members": _all_of(_is("ThreadMemberResponse")), "removed_member_ids": _all_of(ID)},
    ),
    "MESSAGE_CREATE": _more(MESSAGE, {}, IN_MESSAGE),
    "MESSAGE_UPDATE": _more(MESSAGE, {}, IN_MESSAGE),
    "MESSAGE_DELETE": _with({"id": ID, "channel_id": ID}, {"guild_id": ID}),
    "MESSAGE_REACTION_ADD": _with(
        {"user_id": ID, "channel_id": ID, "message_id": ID, "emoji": {"type": "object"}, "burst": YES, "type": WHOLE},
        {"guild_id": ID, "member": MEMBER, "message_author_id": ID},
    ),
    "TYPING_START": _with({"channel_id": ID, "user_id": ID, "timestamp": WHOLE}, {"guild_id": ID, "member": MEMBER}),
}
