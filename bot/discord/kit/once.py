"""Each interaction is handled once, although Discord may deliver it twice, or accept an answer without saying so."""

from __future__ import annotations

import contextlib
import time
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

import aiohttp
import discord

from bot.discord.kit.retries import FAILURES, repeated

ACKNOWLEDGED = 40060
NEARBY = 10
"""Among so many messages before a follow-up the same one is looked for."""
ANSWERABLE = 15 * 60.0
"""Seconds after which Discord accepts no answer to an interaction."""


@dataclass
class Taken:
    """The interactions that this process has taken on, for as long as they can be answered."""

    clock: Callable[[], float] = time.monotonic
    _since: OrderedDict[int, float] = field(default_factory=OrderedDict[int, float])

    def first(self, interaction: int) -> bool:
        """Take one on; returns whether this is the first time."""
        now = self.clock()
        while self._since and next(iter(self._since.values())) < now - ANSWERABLE:
            self._since.popitem(last=False)
        if interaction in self._since:
            return False
        self._since[interaction] = now
        return True


def on_own_panel(interaction: discord.Interaction[Any]) -> bool:
    """Was it pressed on a message that only the presser can see?"""
    return interaction.message is not None and interaction.message.flags.ephemeral


async def acknowledged(interaction: discord.Interaction[Any]) -> bool:
    """Acknowledge, and return whether Discord said yes. False: it had been acknowledged before, by an attempt whose
    answer was lost or a server error, by another process, or before a restart.
    """
    try:
        try:
            await _acknowledge(interaction)
        except (aiohttp.ClientError, OSError):
            await repeated(lambda: _acknowledge(interaction))
    except FAILURES as e:
        if isinstance(e, discord.HTTPException) and e.code == ACKNOWLEDGED:
            return False
        if isinstance(e, discord.HTTPException) and e.status < 500:
            raise
        # No attempt was answered; but only an interaction that was acknowledged has an answer.
        await interaction.original_response()
        return False
    return True


async def _acknowledge(interaction: discord.Interaction[Any]) -> None:
    """Acknowledge privately; the asker's own panel is kept and updated."""
    if on_own_panel(interaction):
        await interaction.response.defer()
    else:
        await interaction.response.defer(ephemeral=True, thinking=True)


async def follow_up_once(interaction: discord.Interaction[Any], contents: dict[str, Any]) -> None:
    """Post a follow-up for everybody. It cannot carry a nonce, and is repeated after a server error, although the
    first attempt may have been accepted: then only the oldest is kept.
    """
    sent = await interaction.followup.send(ephemeral=False, wait=True, **contents)
    channel = interaction.client.get_partial_messageable(interaction.channel_id or 0)
    with contextlib.suppress(*FAILURES):
        earlier = [one async for one in channel.history(limit=NEARBY, before=sent) if _follows(one, interaction)]
        for one in [sent, *earlier][:-1]:
            await interaction.followup.delete_message(one.id)


def _follows(message: discord.Message, interaction: discord.Interaction[Any]) -> bool:
    """Did the interaction post it?"""
    found = message.interaction_metadata
    return found is not None and found.id == interaction.id


async def has_answer(interaction: discord.Interaction[Any]) -> bool:
    """Has somebody answered it? A panel does not tell; its buttons do nothing twice (docs/decisions/foundations.md)."""
    if on_own_panel(interaction):
        return False
    try:
        return not (await interaction.original_response()).flags.loading
    except FAILURES:
        # Perhaps it was dismissed; whatever was changed is noted.
        return False
