"""The bot's permissions in a channel, computed from its roles and the channel's overwrites."""

from __future__ import annotations

from typing import Any

from bot.discord.app.invitation import ADDITIONS, ADMINISTRATOR, PERMISSIONS

ALL = (1 << 64) - 1


def rights_in(channel: dict[str, Any], guild: dict[str, Any], member: dict[str, Any], me: str) -> int:
    """Roles, then the overwrites for everyone, for roles and for the bot (Discord's documentation, Permissions)."""
    own = {str(guild["id"]), *(str(role) for role in member["roles"])}
    found = 0
    for role in guild["roles"]:
        if str(role["id"]) in own:
            found |= int(role["permissions"])
    if found & ADMINISTRATOR or str(guild["owner_id"]) == me:
        return ALL
    ruled = {str(one["id"]): one for one in channel.get("permission_overwrites", ())}
    for rules in (
        [ruled[str(guild["id"])]] if str(guild["id"]) in ruled else [],
        [one for id, one in ruled.items() if id in own and id != str(guild["id"])],
        [ruled[me]] if me in ruled else [],
    ):
        for one in rules:
            found &= ~int(one["deny"])
        for one in rules:
            found |= int(one["allow"])
    return found


def lacking(rights: int, *names: str) -> list[str]:
    """The missing ones among these permissions, by Discord's names."""
    bits = PERMISSIONS | ADDITIONS
    return [name for name in names if not rights & bits[name]]
