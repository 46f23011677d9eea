"""Register the bot's commands with Discord: only when they have changed, retrying until it works."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Iterable, Iterator
from typing import Any

import discord
from discord.http import Route

from bot.discord.kit.retries import FAILURES, INVALID, pauses

log = logging.getLogger("stationmaster.discord")
DISCORDS_OWN = {"id", "application_id", "version", "guild_id", "name_localized", "description_localized"}
"""Fields that Discord adds to a command."""
DEFAULTED = {"contexts", "integration_types", "dm_permission", "default_member_permissions", "nsfw"}
"""Fields that Discord fills in if the bot leaves them out; everything else is returned as sent."""


async def register(tree: discord.app_commands.CommandTree[Any]) -> None:
    """Replace Discord's list of commands by the bot's, if they differ."""
    number = tree.client.application_id or 0
    assert tree.translator is not None
    own = [await command.get_translated_payload(tree, tree.translator) for command in tree.get_commands()]
    listed = Route("GET", "/applications/{application_id}/commands", application_id=number)
    # Discord leaves out the localisations unless asked for them.
    known = await tree.client.http.request(listed, params={"with_localizations": "true"})
    if not up_to_date(own, known):
        await tree.client.http.bulk_upsert_global_commands(number, payload=own)
        log.info("%d commands registered", len(own))


async def register_in_time(tree: discord.app_commands.CommandTree[Any]) -> None:
    """The same, retrying while Discord cannot be reached; meanwhile people use the commands it knows."""
    for pause in pauses():
        try:
            await register(tree)
        except FAILURES as e:
            if isinstance(e, discord.HTTPException) and e.code == INVALID:
                log.error("Discord does not accept the commands: %s", e.text)
                return
            log.warning("the commands cannot be registered yet (%s); next try in %.0f s", type(e).__name__, pause)
            await asyncio.sleep(pause)
            continue
        return


def up_to_date(own: Iterable[Any], known: Iterable[Any]) -> bool:
    """Are these the same commands, in the fields that the bot sets?"""
    ours, theirs = _by_name(own), _by_name(known)
    return ours.keys() == theirs.keys() and all(
        one == {name: value for name, value in theirs[key].items() if name in one or name not in DEFAULTED}
        for key, one in ours.items()
    )


def _by_name(commands: Iterable[Any]) -> dict[tuple[str, int], dict[str, Any]]:
    return {(str(one["name"]), int(one.get("type", 1))): _without_defaults(one) for one in commands}


def _without_defaults(node: Any) -> Any:
    if isinstance(node, dict):
        return dict(_fields(node))
    if isinstance(node, list):
        return [_without_defaults(one) for one in node]
    return node


def _fields(node: dict[str, Any]) -> Iterator[tuple[str, Any]]:
    for name, value in node.items():
        said = _without_defaults(value)
        # False, empty and missing mean the same, but a number may be 0.
        if name not in DISCORDS_OWN and (said or (said == 0 and said is not False)):
            yield name, said
