"""A sandbox with a server, a channel, three people, and a small bot."""

from __future__ import annotations

from collections.abc import AsyncIterator
from dataclasses import dataclass

import pytest_asyncio

from sandbox import Channel, Guild, Sandbox
from sandbox.people import Person
from tests.sandbox.bots import TinyBot, at_work


@dataclass
class Club:
    sandbox: Sandbox
    guild: Guild
    room: Channel
    ann: Person
    bob: Person
    cem: Person


@pytest_asyncio.fixture
async def club() -> AsyncIterator[Club]:
    async with Sandbox.running() as sandbox:
        guild = sandbox.guild()
        room = sandbox.channel(guild, "games")
        yield Club(sandbox, guild, room, *(sandbox.person(name, guild) for name in ("Ann", "Bob", "Cem")))
        assert [one.path for one in sandbox.records.unknown] == []


@pytest_asyncio.fixture
async def tiny(club: Club) -> AsyncIterator[TinyBot]:
    async with at_work(club.sandbox) as bot:
        await club.sandbox.ready()
        yield bot
