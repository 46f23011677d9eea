"""The sandbox's parts, and what people set up in it by hand."""

from __future__ import annotations

import secrets

from sandbox.happening import payloads
from sandbox.happening.commands import Commands
from sandbox.happening.gateway import GUILD_MEMBERS, GUILDS, Gateway
from sandbox.happening.interactions import Interactions
from sandbox.happening.posting import Posting
from sandbox.happening.threads import Threads
from sandbox.refusing.buckets import Buckets
from sandbox.refusing.faults import Faults
from sandbox.world.clock import Clock
from sandbox.world.errors import ApiError
from sandbox.world.events import Events
from sandbox.world.permissions import NONE, PLAYING_BOT, Perm
from sandbox.world.records import Records
from sandbox.world.world import (
    TEXT,
    Channel,
    Guild,
    Overwrite,
    Role,
    User,
    World,
)


class Parts(Events):
    """All parts. Routes, people and the page get the whole."""

    def __init__(
        self,
        application_name: str = "Stationmaster",
        token: str = "",
        world: World | None = None,
        clock: Clock | None = None,
    ) -> None:
        super().__init__()
        self.shards = 1
        self.records = Records()
        self.faults = Faults()
        self.world = world or World(application_name, clock)
        self.buckets = Buckets(self.world.clock)
        self.host = next((one for one in self.world.users.values() if not one.bot), None) or self.world.user("Host")
        self.gateway = Gateway(self.world, self, token or ".".join(secrets.token_urlsafe(size) for size in (18, 5, 28)))
        self.commands = Commands(self.world, self)
        self.threads = Threads(self.world, self)
        self.posting = Posting(self.world, self, self.threads)
        self.interactions = Interactions(self.world, self, self.posting)

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
        """Somebody, or the bot, leaves a server or is removed."""
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
        """Delete a channel with its threads, or a thread."""
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
        if channel.thread:
            # Of a thread only this is told (Discord's documentation, Thread Delete).
            shown = {name: shown[name] for name in ("id", "guild_id", "parent_id", "type")}
        self.tell("THREAD_DELETE" if channel.thread else "CHANNEL_DELETE", shown, GUILDS, guild)

    def join(self, guild: Guild, user: User) -> None:
        """Somebody becomes a member."""
        member = self.world.enter(guild, user)
        self.tell("GUILD_MEMBER_ADD", payloads.member(member) | {"guild_id": str(guild.id)}, GUILD_MEMBERS, guild)

    def channel(self, guild: Guild, name: str, kind: int = TEXT, parent: Channel | None = None) -> Channel:
        """A channel, made by hand by somebody of the server."""
        found = self.world.channel(guild, name, kind, parent)
        self.tell("CHANNEL_CREATE", payloads.channel(found, self.world), GUILDS, guild)
        return found

    def rule(self, channel: Channel, whose: Role | User, allow: Perm = NONE, deny: Perm = NONE) -> None:
        """What a role or a member may do in a channel otherwise than on the server, made by hand."""
        kind = 0 if isinstance(whose, Role) else 1
        channel.overwrites[whose.id] = Overwrite(whose.id, kind, int(allow), int(deny))
        self.tell("CHANNEL_UPDATE", payloads.channel(channel, self.world), GUILDS, channel.guild)
