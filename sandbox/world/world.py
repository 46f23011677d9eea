"""The data of a Discord: users, servers, channels, threads, messages. Changed elsewhere."""

from __future__ import annotations

import struct
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from sandbox.world.clock import Clock
from sandbox.world.permissions import EVERYONE

PNG = b"\x89PNG\r\n\x1a\n"
EPOCH_MS = 1_420_070_400_000
TEXT, DM, VOICE, CATEGORY, NEWS, FORUM = 0, 1, 2, 4, 5, 15
NEWS_THREAD, PUBLIC_THREAD, PRIVATE_THREAD = 10, 11, 12
EPHEMERAL, LOADING, SUPPRESS_EMBEDS, SILENT, COMPONENTS_V2, HAS_THREAD = 64, 128, 4, 4096, 32768, 32


@dataclass(eq=False)
class User:
    """Somebody, or the bot."""

    id: int
    name: str
    bot: bool = False
    open_to_messages: bool = True
    """Whether the bot may write to them directly."""
    has_app: bool = False
    """Whether they have added the application to their account, and can use it on every server."""
    locale: str = "en-US"


@dataclass(eq=False)
class Role:
    """A role of a server."""

    id: int
    name: str
    permissions: int
    position: int
    color: int = 0
    hoist: bool = False
    mentionable: bool = False
    bot_id: int | None = None


@dataclass(eq=False)
class Member:
    """A user on a server."""

    user: User
    joined: datetime
    roles: list[int] = field(default_factory=list[int])
    nick: str | None = None


@dataclass
class Overwrite:
    """What a channel allows or denies to a role (kind 0) or a member (kind 1)."""

    id: int
    kind: int
    allow: int
    deny: int


@dataclass(eq=False)
class Thread:
    """What a thread has besides a channel's fields."""

    owner_id: int
    private: bool
    archived_at: datetime
    archived: bool = False
    locked: bool = False
    auto_archive: int = 4320
    invitable: bool = True
    members: dict[int, datetime] = field(default_factory=dict[int, datetime])
    tags: list[int] = field(default_factory=list[int])
    sent: int = 0


@dataclass(eq=False)
class Channel:
    """A place to write: of a server, a thread, or direct messages."""

    id: int
    kind: int
    name: str
    guild: Guild | None = None
    parent: Channel | None = None
    topic: str | None = None
    position: int = 0
    slowmode: int = 0
    nsfw: bool = False
    overwrites: dict[int, Overwrite] = field(default_factory=dict[int, Overwrite])
    tags: list[dict[str, Any]] = field(default_factory=list[dict[str, Any]])
    needs_tag: bool = False
    """A forum whose posts must have a tag."""
    recipients: list[int] = field(default_factory=list[int])
    thread: Thread | None = None
    messages: dict[int, Message] = field(default_factory=dict)
    last_pin: datetime | None = None

    @property
    def mention(self) -> str:
        """As it stands in a text."""
        return f"<#{self.id}>"

    @property
    def public(self) -> list[Message]:
        """What everybody here sees, oldest first."""
        return [message for message in self.messages.values() if message.only_for is None]


@dataclass(eq=False)
class Guild:
    """A server."""

    id: int
    name: str
    owner_id: int
    roles: dict[int, Role] = field(default_factory=dict[int, Role])
    members: dict[int, Member] = field(default_factory=dict[int, Member])
    channels: dict[int, Channel] = field(default_factory=dict[int, Channel])
    threads: dict[int, Channel] = field(default_factory=dict[int, Channel])
    locale: str = "en-US"
    joined: datetime = field(default_factory=lambda: datetime.now(UTC))

    @property
    def everyone(self) -> Role:
        """The role that everybody has."""
        return self.roles[self.id]


@dataclass(eq=False)
class Attachment:
    """A message's file; its bytes are in memory, or in the world's folder if it has one."""

    id: int
    channel_id: int
    filename: str
    content_type: str
    length: int
    description: str | None = None
    size: tuple[int, int] | None = None
    """Width and height of a picture."""
    bytes_: bytes | None = None
    path: Path | None = None

    @property
    def data(self) -> bytes:
        """Its bytes."""
        return self.path.read_bytes() if self.path else self.bytes_ or b""


@dataclass(eq=False)
class Message:
    """A message as it stands now; `before` are the texts it had."""

    id: int
    channel: Channel
    author: User
    content: str
    sent: datetime
    kind: int = 0
    flags: int = 0
    embeds: list[dict[str, Any]] = field(default_factory=list[dict[str, Any]])
    components: list[dict[str, Any]] = field(default_factory=list[dict[str, Any]])
    attachments: list[Attachment] = field(default_factory=list[Attachment])
    edited: datetime | None = None
    pinned: datetime | None = None
    nonce: str | int | None = None
    reference: Message | None = None
    mentions: list[int] = field(default_factory=list[int])
    mention_roles: list[int] = field(default_factory=list[int])
    mention_everyone: bool = False
    pinged: frozenset[int] = frozenset()
    """Who was pinged when it was sent."""
    only_for: int | None = None
    """The only person who sees it, if it is ephemeral."""
    interaction: dict[str, Any] | None = None
    reactions: dict[str, list[int]] = field(default_factory=dict[str, list[int]])
    thread: Channel | None = None
    deleted: bool = False
    before: list[str] = field(default_factory=list[str])

    @property
    def loading(self) -> bool:
        """Whether the bot is still thinking."""
        return bool(self.flags & LOADING)

    @property
    def ephemeral(self) -> bool:
        """Whether one person alone sees it."""
        return bool(self.flags & EPHEMERAL)

    def parts(self) -> list[dict[str, Any]]:
        """All components, from outside in."""
        parts: list[dict[str, Any]] = []
        waiting = list(self.components)
        while waiting:
            one = waiting.pop(0)
            parts.append(one)
            inner = list(one.get("components", []))
            waiting = inner + ([one["accessory"]] if "accessory" in one else []) + waiting
        return parts

    @property
    def buttons(self) -> list[dict[str, Any]]:
        """Its buttons, in order."""
        return [part for part in self.parts() if part["type"] == 2]

    @property
    def selects(self) -> list[dict[str, Any]]:
        """Its selects, in order."""
        return [part for part in self.parts() if part["type"] in (3, 5, 6, 7, 8)]

    @property
    def text(self) -> str:
        """Everything that can be read in it: content, embeds, text displays."""
        lines = [self.content] if self.content else []
        for embed in self.embeds:
            lines += [embed[key] for key in ("title", "description") if embed.get(key)]
            lines += [f"{one['name']}: {one['value']}" for one in embed.get("fields", [])]
            if footer := embed.get("footer"):
                lines.append(footer["text"])
        lines += [part["content"] for part in self.parts() if part["type"] == 10]
        return "\n".join(lines)


@dataclass
class Emoji:
    """One of the application's own emojis."""

    id: int
    name: str
    image: bytes


class World:
    """All of it, and where ids come from."""

    address = ""
    """Where it is served, and with it the files of its messages."""
    locale = "en-US"
    """What new people and servers speak."""

    def __init__(self, application_name: str, clock: Clock | None = None) -> None:
        self.clock = clock or Clock()
        self._last = 0
        self.users: dict[int, User] = {}
        self.guilds: dict[int, Guild] = {}
        self.channels: dict[int, Channel] = {}
        self.attachments: dict[int, Attachment] = {}
        self.emojis: dict[int, Emoji] = {}
        self.scheduled: dict[int, dict[str, Any]] = {}
        """The events in the servers' calendars, as they are shown."""
        self.folder: Path | None = None
        """The folder for files' bytes; None keeps them in memory."""
        self.bot = self.user(application_name, bot=True)
        self.application_id = self.bot.id

    def new_id(self) -> int:
        """A snowflake: later ones are greater."""
        ms = int(self.clock.now().timestamp() * 1000) - EPOCH_MS
        self._last = max(ms << 22, self._last + 1)
        return self._last

    def user(self, name: str, *, bot: bool = False) -> User:
        """Somebody new."""
        found = User(self.new_id(), name, bot, locale=self.locale)
        self.users[found.id] = found
        return found

    def guild(self, name: str, owner: User) -> Guild:
        """A server with its @everyone role."""
        guild = Guild(self.new_id(), name, owner.id, locale=self.locale, joined=self.clock.now())
        guild.roles[guild.id] = Role(guild.id, "@everyone", int(EVERYONE), 0)
        self.guilds[guild.id] = guild
        self.enter(guild, owner)
        return guild

    def enter(self, guild: Guild, user: User) -> Member:
        """A user becomes a member."""
        found = Member(user, self.clock.now())
        guild.members[user.id] = found
        return found

    def channel(self, guild: Guild, name: str, kind: int = TEXT, parent: Channel | None = None) -> Channel:
        """A channel of a server."""
        found = Channel(self.new_id(), kind, name, guild, parent, position=len(guild.channels))
        guild.channels[found.id] = self.channels[found.id] = found
        return found

    def file(self, channel: Channel, name: str, data: bytes, kind: str, about: str | None = None) -> Attachment:
        """A file that is sent; of a picture (PNG) the size is known."""
        picture = data.startswith(PNG)
        size = struct.unpack(">II", data[16:24]) if picture else None
        attachment = Attachment(
            self.new_id(), channel.id, name, "image/png" if picture else kind, len(data), about, size
        )
        if self.folder:
            attachment.path = self.folder / str(attachment.id)
            attachment.path.write_bytes(data)
        else:
            attachment.bytes_ = data
        self.attachments[attachment.id] = attachment
        return attachment

    def direct(self, user: User) -> Channel:
        """The direct messages between a user and the bot."""
        for channel in self.channels.values():
            if channel.kind == DM and user.id in channel.recipients:
                return channel
        found = Channel(self.new_id(), DM, "", recipients=[user.id, self.bot.id])
        self.channels[found.id] = found
        return found
