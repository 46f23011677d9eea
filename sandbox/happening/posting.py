"""Messages: posting, editing, deleting, pinning, and who is pinged."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import timedelta
from typing import Any

from sandbox.happening import payloads
from sandbox.happening.gateway import DIRECT, GUILD_MESSAGES, GUILDS
from sandbox.happening.threads import Threads, check_awake, check_unlocked
from sandbox.refusing import limits
from sandbox.world.errors import ApiError
from sandbox.world.events import Events
from sandbox.world.permissions import Perm
from sandbox.world.rights import demand, in_channel
from sandbox.world.world import (
    COMPONENTS_V2,
    DM,
    EPHEMERAL,
    LOADING,
    SILENT,
    SUPPRESS_EMBEDS,
    Attachment,
    Channel,
    Message,
    User,
    World,
)

WRITABLE = SUPPRESS_EMBEDS | EPHEMERAL | SILENT | COMPONENTS_V2
NONCE_KEPT = timedelta(minutes=5)
WRITTEN_IN = {0, DM, 5, 10, 11, 12}


@dataclass
class File:
    """A file sent along."""

    name: str
    data: bytes
    content_type: str = "application/octet-stream"


@dataclass
class Draft:
    """A message's body with its files by their number."""

    body: dict[str, Any]
    files: dict[str, File] = field(default_factory=dict[str, File])

    def check(self, emojis: Collection[int], kept: Sequence[Attachment] = (), *, empty_is_fine: bool = False) -> None:
        """Against Discord's limits. `emojis`: those that it may show; `kept`: the files that the message has already
        and keeps.
        """
        sizes = {id: len(one.data) for id, one in self.files.items()}
        names = {*self._sent(), *(one.filename for one in kept)}
        limits.message(self.body, sizes, names, emojis=emojis, empty_is_fine=empty_is_fine)

    def _sent(self) -> list[str]:
        """The names of the files sent along, as the body has them."""
        told = {str(one.get("id")): one.get("filename") for one in self.body.get("attachments") or []}
        return [told.get(id) or one.name for id, one in self.files.items()]


UNSAID: dict[int, dict[str, Any]] = {
    14: {"spacing": 1, "divider": True},
    17: {"accent_color": None, "spoiler": False},
}
"""What Discord adds to a component that does not say it."""


class Posting:
    """What can be done with messages. Permissions of REST calls are asked for by `permitted`."""

    def __init__(self, world: World, events: Events, threads: Threads) -> None:
        self.world, self.events, self.threads = world, events, threads
        self.no_emojis = False
        """Whether messages with the application's own emojis are refused (50035), as it happens with fresh ones
        (discord-api-docs issue 7128).
        """
        self._nonces: dict[tuple[int, str], Message] = {}

    # --- who may

    def permitted(self, channel: Channel, author: User, draft: Draft) -> None:
        """Whether the author may write this here."""
        if channel.kind not in WRITTEN_IN:
            raise ApiError(50008)
        needed = Perm.SEND_MESSAGES_IN_THREADS if channel.thread else Perm.SEND_MESSAGES
        if draft.body.get("message_reference"):
            needed |= Perm.READ_MESSAGE_HISTORY
        if draft.files:
            needed |= Perm.ATTACH_FILES
        demand(channel, author, needed)
        check_unlocked(channel, author)
        others = ("content", "components", "attachments", "sticker_ids")
        if draft.body.get("embeds") and not (draft.files or any(draft.body.get(one) for one in others)):
            # Embeds alone are refused: 403 is "what it sent when you try to send an embed only with the permission
            # disabled" (discord-api-docs issue 2601).
            demand(channel, author, Perm.EMBED_LINKS)
        if channel.kind == DM and not all(self.world.users[id].open_to_messages for id in channel.recipients):
            raise ApiError(50007)
        if channel.kind == DM and author is self.world.bot and not self._met(channel):
            raise ApiError(50278)

    def _met(self, channel: Channel) -> bool:
        """Is the other one on a server of the bot's?"""
        known = [one for one in self.world.guilds.values() if self.world.bot.id in one.members]
        return all(any(id in one.members for one in known) for id in channel.recipients)

    # --- writing

    def create(
        self,
        channel: Channel,
        author: User,
        draft: Draft,
        *,
        kind: int = 0,
        only_for: int | None = None,
        interaction: dict[str, Any] | None = None,
        reference: Message | None = None,
        loading: bool = False,
        id: int | None = None,
    ) -> Message:
        """Post a checked message and ping its mentions. A repeated nonce returns the earlier message."""
        body = draft.body
        draft.check(self.emojis(), empty_is_fine=loading)
        nonce = body.get("nonce")
        # Of the author, in whatever channel (Discord's documentation, Create Message, `enforce_nonce`).
        key = (author.id, str(nonce))
        if nonce is not None and body.get("enforce_nonce"):
            known = self._nonces.get(key)
            if known and known.sent > self.world.clock.now() - NONCE_KEPT:
                return known
        if answered := body.get("message_reference"):
            reference = self._answered(channel, answered)
            kind = 19
        message = Message(
            id or self.world.new_id(),
            channel,
            author,
            body.get("content") or "",
            self.world.clock.now(),
            kind,
            ((body.get("flags") or 0) & WRITABLE) | (LOADING if loading else 0),
            nonce=nonce,
            only_for=only_for,
            interaction=interaction,
            reference=reference,
        )
        if self._embeds(message):
            message.embeds = [self._embed(one) for one in body.get("embeds") or []]
        message.components = self._numbered(body.get("components") or [])
        message.attachments = self._attached(channel, body, draft.files, [])
        self._mention(message, body.get("allowed_mentions"), ring=not loading and only_for is None)
        channel.messages[message.id] = message
        if nonce is not None:
            self._nonces[key] = message
        if only_for is None:
            self.threads.written_in(channel, author, message.mentions)
        self._tell("MESSAGE_CREATE", message)
        return message

    def edit(self, message: Message, draft: Draft) -> Message:
        """Edit the fields in the body; an edit pings nobody and reopens no thread."""
        check_awake(message.channel)
        body = dict(draft.body)
        v2 = message.flags & COMPONENTS_V2
        if v2 and "flags" in body and not (body["flags"] or 0) & COMPONENTS_V2:
            raise ApiError(50600)
        if body.get("embeds") and not self._embeds(message):
            body["embeds"] = []
        whole = self._after(message, body)
        listed = {str(one.get("id")) for one in whole["attachments"]}
        kept = [one for one in message.attachments if str(one.id) in listed]
        Draft(whole, draft.files).check(self.emojis(), kept)
        message.before.append(message.content)
        was_loading = message.loading
        message.content = body.get("content", message.content) or ""
        message.flags = (message.flags & ~LOADING) | ((body.get("flags") or 0) & (SUPPRESS_EMBEDS | COMPONENTS_V2))
        if "embeds" in body:
            message.embeds = [self._embed(one) for one in body["embeds"] or []]
        if "components" in body:
            message.components = self._numbered(body["components"] or [])
        if "attachments" in body or draft.files:
            kept = message.attachments
            if "attachments" not in body:
                body["attachments"] = [{"id": str(one.id)} for one in kept]
            message.attachments = self._attached(message.channel, body, draft.files, kept)
        self._mention(message, body.get("allowed_mentions"), ring=False)
        if not was_loading:
            message.edited = self.world.clock.now()
        self._tell("MESSAGE_UPDATE", message)
        return message

    def delete(self, message: Message) -> None:
        """Delete it."""
        message.deleted = True
        message.channel.messages.pop(message.id, None)
        where = {"id": str(message.id), "channel_id": str(message.channel.id)}
        self.events.tell("MESSAGE_DELETE", where, *self._audience(message.channel))

    def pin(self, message: Message, *, pinned: bool) -> None:
        """Pin it, or unpin it."""
        channel = message.channel
        check_awake(channel)
        if pinned and sum(one.pinned is not None for one in channel.public) >= limits.PINS:
            raise ApiError(30003)
        if pinned == (message.pinned is not None):
            return
        now = self.world.clock.now()
        message.pinned = channel.last_pin = now if pinned else None
        self._tell("MESSAGE_UPDATE", message)
        where = {"channel_id": str(channel.id), "last_pin_timestamp": payloads.when(channel.last_pin)}
        self.events.tell("CHANNEL_PINS_UPDATE", where, GUILDS, channel.guild)
        if pinned:
            said = Message(self.world.new_id(), channel, self.world.bot, "", now, kind=6, reference=message)
            channel.messages[said.id] = said
            self._tell("MESSAGE_CREATE", said)

    # --- inside

    def _answered(self, channel: Channel, asked: dict[str, Any]) -> Message | None:
        message = channel.messages.get(int(asked["message_id"]))
        if (message is None or message.only_for) and asked.get("fail_if_not_exists", True):
            faults = limits.Faults()
            faults.add("message_reference", "REPLIES_UNKNOWN_MESSAGE", "Unknown message")
            faults.end()
        return message

    def _after(self, message: Message, body: dict[str, Any]) -> dict[str, Any]:
        """The message as the edit leaves it, for the limits."""
        return {
            "content": body.get("content", message.content),
            "embeds": body.get("embeds", message.embeds),
            "components": body.get("components", message.components),
            "attachments": body.get("attachments", [{"id": str(one.id)} for one in message.attachments]) or [],
            "allowed_mentions": body.get("allowed_mentions"),
            "flags": message.flags | (body.get("flags") or 0),
        }

    def _embeds(self, message: Message) -> bool:
        """Whether its embeds are shown: otherwise Discord leaves them out without a word ("Ignores embed and calls it
        'empty' if you have no content or button", discord-api-docs issue 5648). Answers to interactions always have
        theirs (discord-api-docs issue 5316)."""
        return bool(message.interaction) or Perm.EMBED_LINKS in in_channel(message.channel, message.author)

    def _embed(self, given: dict[str, Any]) -> dict[str, Any]:
        return {key: value for key, value in given.items() if value is not None} | {"type": "rich"}

    def emojis(self) -> Collection[int]:
        """Those that a message may show now."""
        return () if self.no_emojis else self.world.emojis

    def _numbered(self, parts: list[dict[str, Any]]) -> list[dict[str, Any]]:
        """As Discord keeps them: parts without an id get one, counted from 1, and lists say how much may be chosen."""
        last = 0

        def number(part: dict[str, Any]) -> dict[str, Any]:
            nonlocal last
            last += 1
            numbered = {key: value for key, value in part.items() if value is not None}
            numbered = UNSAID.get(part["type"], {}) | numbered
            numbered["id"] = part.get("id") or last
            for one in (numbered, *numbered.get("options", ())):
                if (emoji := one.get("emoji")) and emoji.get("id"):
                    one["emoji"] = {"id": str(emoji["id"]), "name": emoji["name"], "animated": False}
            if part["type"] in limits.SELECTS:
                numbered = {"min_values": 1, "max_values": 1} | numbered
                # Only a form asks for it.
                numbered.pop("required", None)
            if "components" in part:
                numbered["components"] = [number(one) for one in part["components"]]
            if "accessory" in part:
                numbered["accessory"] = number(part["accessory"])
            return numbered

        return [number(one) for one in parts]

    def _attached(
        self, channel: Channel, body: dict[str, Any], files: Mapping[str, File], kept: list[Attachment]
    ) -> list[Attachment]:
        """Those of the old that the body names, then the new with what the body says of them."""
        listed: list[dict[str, Any]] = body.get("attachments") or [{"id": id} for id in files]
        by_id = {str(one.id): one for one in kept}
        attached: list[Attachment] = []
        for item in listed:
            id = str(item.get("id"))
            if id in by_id:
                attached.append(by_id[id])
            elif id in files:
                file = files[id]
                name = item.get("filename") or file.name
                new = self.world.file(channel, name, file.data, file.content_type, item.get("description"))
                attached.append(new)
        return attached

    def _mention(self, message: Message, allowed: dict[str, Any] | None, *, ring: bool) -> None:
        """The allowed mentions, and who is pinged."""
        texts = "\n".join([message.content, *(part["content"] for part in message.parts() if part["type"] == 10)])
        channel, guild = message.channel, message.channel.guild
        parse = {"users", "roles", "everyone"} if allowed is None else set(allowed.get("parse") or [])
        allowed = allowed or {}
        users = {int(one) for one in re.findall(r"<@!?(\d+)>", texts)} & set(self.world.users)
        if "users" not in parse:
            users &= {int(one) for one in allowed.get("users") or []}
        if (
            message.reference
            and message.kind == 19
            and allowed.get("replied_user", "replied_user" not in allowed and not allowed)
        ):
            users.add(message.reference.author.id)
        roles: set[int] = set()
        everyone = False
        if guild:
            may_all = Perm.MENTION_EVERYONE in in_channel(channel, message.author)
            roles = {int(one) for one in re.findall(r"<@&(\d+)>", texts)} & set(guild.roles)
            if "roles" not in parse:
                roles &= {int(one) for one in allowed.get("roles") or []}
            roles = {one for one in roles if may_all or guild.roles[one].mentionable}
            everyone = may_all and "everyone" in parse and bool(re.search(r"@(everyone|here)\b", texts))
        message.mentions, message.mention_roles, message.mention_everyone = sorted(users), sorted(roles), everyone
        if not ring or message.flags & SILENT:
            return
        heard = set(users)
        if guild:
            heard |= {id for id, one in guild.members.items() if everyone or roles & set(one.roles)}
        elif channel.kind == DM:
            heard |= set(channel.recipients)
        heard -= {message.author.id}
        message.pinged = frozenset(id for id in heard if Perm.VIEW_CHANNEL in in_channel(channel, self.world.users[id]))

    def _audience(self, channel: Channel) -> tuple[int, Any]:
        return (GUILD_MESSAGES if channel.guild else DIRECT), channel.guild

    def _tell(self, event: str, message: Message) -> None:
        data = payloads.message(message, self.world)
        guild = message.channel.guild
        if guild:
            data["guild_id"] = str(guild.id)
            if own := guild.members.get(message.author.id):
                data["member"] = {key: value for key, value in payloads.member(own).items() if key != "user"}
        self.events.tell(event, data, *self._audience(message.channel))
