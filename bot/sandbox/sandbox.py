"""The sandbox: the world, its REST and gateway on a port of 127.0.0.1, and who waits for what in it."""

from __future__ import annotations

import asyncio
import contextlib
import json
import secrets
from collections.abc import AsyncIterator, Callable, Iterator
from typing import Any, TypeVar

from aiohttp import web

from bot.sandbox import payloads
from bot.sandbox.buckets import Buckets
from bot.sandbox.clock import Clock, HeldClock
from bot.sandbox.commands import Commands
from bot.sandbox.errors import ApiError
from bot.sandbox.faults import Faults
from bot.sandbox.gateway import GUILD_MEMBERS, GUILDS, Gateway
from bot.sandbox.interactions import Interactions
from bot.sandbox.people import Person
from bot.sandbox.permissions import NONE, PLAYING_BOT, Perm
from bot.sandbox.posting import Posting
from bot.sandbox.records import Records
from bot.sandbox.serving import application
from bot.sandbox.threads import Threads
from bot.sandbox.world import TEXT, Channel, Guild, Overwrite, Role, User, World

T = TypeVar("T")
HANG_GUARD = 300.0
"""Seconds after which something that never comes is given up: no deadline, and far more than any machine needs."""


class Sandbox:
    """A Discord of its own. `async with Sandbox.running() as sandbox:` in tests."""

    def __init__(
        self,
        application_name: str = "Stationmaster",
        token: str = "",
        world: World | None = None,
        clock: Clock | None = None,
    ) -> None:
        self.token = token or ".".join(secrets.token_urlsafe(size) for size in (18, 5, 28))
        self.shards = 1
        self.records = Records()
        self.faults = Faults()
        self.world = world or World(application_name, clock)
        self.buckets = Buckets(self.world.clock)
        self.host = next((one for one in self.world.users.values() if not one.bot), None) or self.world.user("Host")
        self.gateway = Gateway(self)
        self.commands = Commands(self)
        self.threads = Threads(self)
        self.posting = Posting(self)
        self.interactions = Interactions(self)
        self.address = ""
        self._waiting: set[asyncio.Event] = set()
        self._runner: web.AppRunner | None = None

    # --- running

    @classmethod
    @contextlib.asynccontextmanager
    async def running(cls, port: int = 0, clock: Clock | None = None, **settings: Any) -> AsyncIterator[Sandbox]:
        """Started, and stopped at the end. Time stands still in it unless it is given another clock."""
        found = cls(clock=clock or HeldClock(), **settings)
        await found.start(port)
        try:
            yield found
        finally:
            await found.stop()

    async def start(self, port: int = 0) -> None:
        """Listen on 127.0.0.1, on a free port unless one is given."""
        self._runner = web.AppRunner(application(self), access_log=None, shutdown_timeout=1.0)
        await self._runner.setup()
        site = web.TCPSite(self._runner, "127.0.0.1", port)
        await site.start()
        self.address = f"http://127.0.0.1:{self._runner.addresses[0][1]}"
        self.gateway.start()
        self.threads.start()

    async def stop(self) -> None:
        """Close every connection and the port."""
        await self.gateway.stop()
        if self._runner:
            await self._runner.cleanup()

    @property
    def api_address(self) -> str:
        """The base of the REST routes."""
        return f"{self.address}/api/v10"

    @property
    def gateway_address(self) -> str:
        """Where the gateway is."""
        return self.address.replace("http", "ws", 1) + "/gw/"

    # --- what happens

    def tell(self, event: str, data: Any, intent: int, guild: Guild | None) -> None:
        """An event for the bot's sessions, as it is at this moment; everybody who waits looks again."""
        if guild and isinstance(data, dict):
            data.setdefault("guild_id", str(guild.id))
        self.gateway.put(event, json.loads(json.dumps(data)), intent, guild.id if guild else None)
        self.changed()

    def changed(self) -> None:
        """Everybody who waits looks again."""
        for one in self._waiting:
            one.set()

    @contextlib.contextmanager
    def watched(self) -> Iterator[asyncio.Event]:
        """An event that is set at every change, for those who look again and again."""
        event = asyncio.Event()
        self._waiting.add(event)
        try:
            yield event
        finally:
            self._waiting.discard(event)

    async def until(self, found: Callable[[], T | bool | None], what: str = "") -> T:
        """Wait, without sleeping, until something is found; it is looked for at every change."""
        with self.watched() as changes:
            try:
                async with asyncio.timeout(HANG_GUARD):
                    while True:
                        if result := found():
                            return result  # pyright: ignore[reportReturnType]
                        await changes.wait()
                        changes.clear()
            except TimeoutError:
                raise TimeoutError(f"waited {HANG_GUARD} s in vain for {what or found}") from None

    async def ready(self) -> None:
        """Wait until the bot is connected and has registered commands."""
        await self.until(lambda: self.gateway.connected and any(self.commands.by_place.values()), "the bot")

    # --- setting up

    def guild(self, name: str = "Railway Club", permissions: Perm = PLAYING_BOT, *, with_bot: bool = True) -> Guild:
        """A server, with the bot invited to it."""
        found = self.world.guild(name, self.host)
        if with_bot:
            self.invite(found, permissions)
        return found

    def invite(self, guild: Guild, permissions: Perm = PLAYING_BOT) -> None:
        """The bot comes to a server, with a role of its own."""
        world = self.world
        own = Role(world.new_id(), world.bot.name, int(permissions), len(guild.roles), bot_id=world.bot.id)
        guild.roles[own.id] = own
        world.enter(guild, world.bot).roles.append(own.id)
        # As Discord has it: only a server that was there before the session says that it is available.
        new = {
            name: value for name, value in payloads.guild(guild, world, everyone=False).items() if name != "unavailable"
        }
        self.tell("GUILD_CREATE", new, GUILDS, guild)

    def remove(self, guild: Guild, user: User) -> None:
        """Somebody leaves a server, or is thrown out; the bot too."""
        if guild.members.pop(user.id, None) is None:
            raise ApiError(10007)
        if user is not self.world.bot:
            data = {"user": payloads.user(user), "guild_id": str(guild.id)}
            self.tell("GUILD_MEMBER_REMOVE", data, GUILD_MEMBERS, guild)
            return
        for role in [one for one in guild.roles.values() if one.bot_id == user.id]:
            del guild.roles[role.id]
        self.tell("GUILD_DELETE", {"id": str(guild.id)}, GUILDS, guild)

    def remove_channel(self, channel: Channel) -> None:
        """A channel, with its threads, or a thread is gone."""
        guild = channel.guild
        if guild is None:
            raise ApiError(50024)
        # Its threads go with it, and nobody is told of them: "THREAD_DELETE is not sent when you delete parent
        # channels" (discord.js pull request 10883). A client forgets those that it knows, and never knew archived ones.
        for one in [it for it in guild.threads.values() if it.parent is channel]:
            self.world.channels.pop(one.id, None)
            guild.threads.pop(one.id, None)
        self.world.channels.pop(channel.id, None)
        guild.channels.pop(channel.id, None)
        guild.threads.pop(channel.id, None)
        shown = payloads.channel(channel, self.world)
        self.tell("THREAD_DELETE" if channel.thread else "CHANNEL_DELETE", shown, GUILDS, guild)

    def person(self, name: str, *guilds: Guild) -> Person:
        """Somebody at a client of his own, member of these servers."""
        user = self.world.user(name)
        for guild in guilds:
            self.join(guild, user)
        return Person(self, user)

    def somebody(self, name: str) -> Person:
        """The person of this name, who comes to all servers if he is new here."""
        known = [one for one in self.world.users.values() if one.name == name and not one.bot]
        return Person(self, known[0]) if known else self.person(name, *self.world.guilds.values())

    def join(self, guild: Guild, user: User) -> None:
        """Somebody becomes a member."""
        member = self.world.enter(guild, user)
        self.tell("GUILD_MEMBER_ADD", payloads.member(member) | {"guild_id": str(guild.id)}, GUILD_MEMBERS, guild)

    def channel(self, guild: Guild, name: str, kind: int = TEXT, parent: Channel | None = None) -> Channel:
        """A channel, made by hand by somebody of the server."""
        found = self.world.channel(guild, name, kind, parent)
        self.tell("CHANNEL_CREATE", payloads.channel(found, self.world), GUILDS, guild)
        return found

    def role(self, guild: Guild, name: str, permissions: Perm = NONE, *members: Person) -> Role:
        """A role, made by hand at the bottom of the list, and given to people."""
        found = Role(self.world.new_id(), name, int(permissions), 0)
        guild.roles[found.id] = found
        self.tell("GUILD_ROLE_CREATE", {"role": payloads.role(found)}, GUILDS, guild)
        for person in members:
            guild.members[person.id].roles.append(found.id)
        return found

    def rule(self, channel: Channel, whose: Role | User, allow: Perm = NONE, deny: Perm = NONE) -> None:
        """What a role or a member may do in a channel otherwise than on the server, made by hand."""
        kind = 0 if isinstance(whose, Role) else 1
        channel.overwrites[whose.id] = Overwrite(whose.id, kind, int(allow), int(deny))
        self.tell("CHANNEL_UPDATE", payloads.channel(channel, self.world), GUILDS, channel.guild)
