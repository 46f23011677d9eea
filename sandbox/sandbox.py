"""The sandbox: its parts on a port of 127.0.0.1, with REST, gateway and page, and people at their clients."""

from __future__ import annotations

import contextlib
from collections.abc import AsyncIterator
from typing import Any

from aiohttp import web

from sandbox.happening import payloads
from sandbox.happening.gateway import GUILDS
from sandbox.happening.parts import Parts
from sandbox.people import Person
from sandbox.serving import application
from sandbox.world.clock import Clock, HeldClock
from sandbox.world.permissions import NONE, Perm
from sandbox.world.world import Guild, Role


class Sandbox(Parts):
    """A Discord of its own. `async with Sandbox.running() as sandbox:` in tests."""

    _runner: web.AppRunner | None = None

    # --- running

    @classmethod
    @contextlib.asynccontextmanager
    async def running(cls, port: int = 0, clock: Clock | None = None, **settings: Any) -> AsyncIterator[Sandbox]:
        """Started, and stopped at the end. Time stands still in it unless it is given another clock."""
        sandbox = cls(clock=clock or HeldClock(), **settings)
        await sandbox.start(port)
        try:
            yield sandbox
        finally:
            await sandbox.stop()

    async def start(self, port: int = 0) -> None:
        """Listen on 127.0.0.1, on a free port unless one is given."""
        self._runner = web.AppRunner(application(self), access_log=None, shutdown_timeout=1.0)
        await self._runner.setup()
        site = web.TCPSite(self._runner, "127.0.0.1", port)
        await site.start()
        self.world.address = f"http://127.0.0.1:{self._runner.addresses[0][1]}"
        self.gateway.start()
        self.threads.start()

    async def stop(self) -> None:
        """Close every connection and the port."""
        await self.gateway.stop()
        if self._runner:
            await self._runner.cleanup()

    @property
    def token(self) -> str:
        """The bot's token."""
        return self.gateway.token

    @property
    def address(self) -> str:
        """Where all of it is."""
        return self.world.address

    @property
    def api_address(self) -> str:
        """The base of the REST routes."""
        return f"{self.address}/api/v10"

    @property
    def gateway_address(self) -> str:
        """Where the gateway is."""
        return self.gateway.address

    async def ready(self) -> None:
        """Wait until the bot is connected and has registered commands."""
        await self.until(lambda: self.gateway.connected and any(self.commands.by_place.values()), "the bot")

    def person(self, name: str, *guilds: Guild) -> Person:
        """Somebody at a client of their own, member of these servers."""
        user = self.world.user(name)
        for guild in guilds:
            self.join(guild, user)
        return Person(self, user)

    def role(self, guild: Guild, name: str, permissions: Perm = NONE, *members: Person) -> Role:
        """A role, made by hand at the bottom of the list, and given to people."""
        role = Role(self.world.new_id(), name, int(permissions), 0)
        guild.roles[role.id] = role
        self.tell("GUILD_ROLE_CREATE", {"role": payloads.role(role)}, GUILDS, guild)
        for person in members:
            guild.members[person.id].roles.append(role.id)
        return role
