"""Interactions: opened by people, answered by the bot within three seconds, followed up for fifteen minutes."""

from __future__ import annotations

import asyncio
import secrets
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Any

from sandbox.happening import payloads
from sandbox.happening.commands import check_choices
from sandbox.happening.posting import Draft, Posting
from sandbox.refusing import limits, modals
from sandbox.world.errors import ApiError
from sandbox.world.events import Events
from sandbox.world.rights import in_channel
from sandbox.world.say import ENGLISH, words
from sandbox.world.world import (
    EPHEMERAL,
    Channel,
    Message,
    User,
    World,
)

COMMAND, COMPONENT, AUTOCOMPLETE, MODAL = 2, 3, 4, 5
MESSAGE, THINKING, LATER, UPDATE, CHOICES, FORM = 4, 5, 6, 7, 8, 9
FITTING = {
    COMMAND: {MESSAGE, THINKING, FORM},
    COMPONENT: {MESSAGE, THINKING, LATER, UPDATE, FORM},
    AUTOCOMPLETE: {CHOICES},
    MODAL: {MESSAGE, THINKING, LATER, UPDATE},
}
"""Which answers an interaction may get."""

REMEMBERED = 20_000
"""How many interactions are remembered, far more than there are in fifteen minutes."""
FIRST_ANSWER = 3.0
"""Seconds within which the first answer must come."""
ALIVE = timedelta(minutes=15)
FAILED = {
    COMMAND: "command",
    COMPONENT: "button",
    AUTOCOMPLETE: "autocomplete",
    MODAL: "form",
}
"""The keys in `[failed]` of what a person reads when no answer came in time."""


@dataclass(eq=False)
class Interaction:
    """Something a person did, and the bot's answer."""

    id: int
    token: str
    kind: int
    user: User
    channel: Channel
    data: dict[str, Any]
    opened: datetime
    source: Message | None = None
    """The message whose button or select it was."""
    name: str = ""
    answer: int | None = None
    """The type of the first answer."""
    seconds: float | None = None
    """How long the first answer took in real time."""
    original: Message | None = None
    modal: dict[str, Any] | None = None
    choices: list[dict[str, Any]] | None = None
    followups: list[Message] = field(default_factory=list[Message])
    failure: str | None = None
    began: float = 0.0

    @property
    def answered(self) -> bool:
        """Whether the bot answered, or the time for it is over."""
        return self.answer is not None or self.failure is not None

    @property
    def settled(self) -> bool:
        """Is the answer complete, with nothing "thinking"?"""
        return self.failure is not None or (
            self.answer is not None and not (self.original and self.original.loading and not self.original.deleted)
        )


class Interactions:
    """All of them, by their token."""

    def __init__(self, world: World, events: Events, posting: Posting) -> None:
        self.world, self.events, self.posting = world, events, posting
        self.all: list[Interaction] = []
        self._by_token: dict[str, Interaction] = {}

    # --- a person does something

    def open(
        self,
        kind: int,
        user: User,
        channel: Channel,
        data: dict[str, Any],
        *,
        name: str = "",
        source: Message | None = None,
    ) -> Interaction:
        """Send it to the bot, and start the clock."""
        found = Interaction(
            self.world.new_id(),
            secrets.token_urlsafe(48),
            kind,
            user,
            channel,
            data,
            self.world.clock.now(),
            source,
            name,
        )
        found.began = asyncio.get_running_loop().time()
        self.all.append(found)
        self._by_token[found.token] = found
        if len(self.all) > REMEMBERED:
            del self._by_token[self.all.pop(0).token]
        self.events.tell("INTERACTION_CREATE", self._payload(found), 0, channel.guild)
        self.world.clock.later(FIRST_ANSWER, lambda: self._give_up(found))
        return found

    def _give_up(self, one: Interaction) -> None:
        if one.answer is None:
            one.failure = words(ENGLISH)["failed"][FAILED[one.kind]]
            self.events.changed()

    def _payload(self, one: Interaction) -> dict[str, Any]:
        guild, world = one.channel.guild, self.world
        where = payloads.channel(one.channel, world)
        found: dict[str, Any] = {
            "id": str(one.id),
            "application_id": str(world.application_id),
            "type": one.kind,
            "data": one.data,
            "channel_id": str(one.channel.id),
            "token": one.token,
            "version": 1,
            "locale": one.user.locale,
            "app_permissions": str(int(in_channel(one.channel, world.bot))),
            "entitlements": [],
            "entitlement_sku_ids": [],
            "attachment_size_limit": limits.FILE_SIZE,
        }
        if guild:
            rights = str(int(in_channel(one.channel, one.user)))
            found |= {
                "channel": where | {"permissions": rights},
                "guild_id": str(guild.id),
                "guild": {"id": str(guild.id), "locale": guild.locale, "features": []},
                "guild_locale": guild.locale,
                "member": payloads.member(guild.members[one.user.id]) | {"permissions": rights},
                "authorizing_integration_owners": {"0": str(guild.id)},
                "context": 0,
            }
        else:
            owners = {"0": "0"}
            found |= {"channel": where, "user": payloads.user(one.user), "context": 1}
            found["authorizing_integration_owners"] = owners
        if one.source:
            found["message"] = payloads.message(one.source, world)
        return found

    # --- the bot answers

    def answer(self, id: int, token: str, body: dict[str, Any], draft: Draft) -> Interaction:
        """Give the first answer: refused if late (10062), repeated (40060), or of the wrong kind."""
        one = self._by_token.get(token)
        if one is None or one.id != id or one.failure:
            raise ApiError(10062)
        if one.answer is not None:
            raise ApiError(40060)
        kind = body.get("type")
        faults = limits.Faults()
        faults.one_of("type", kind, FITTING[one.kind] - ({LATER, UPDATE} if one.source is None else set()))
        if one.kind == MODAL and one.source is None:
            faults.found.pop("type", None)
            faults.one_of("type", kind, {MESSAGE, THINKING})
        faults.end()
        data: dict[str, Any] = body.get("data") or {}
        if kind in (MESSAGE, THINKING):
            one.original = self._message(one, draft, loading=kind == THINKING)
        elif kind == UPDATE:
            assert one.source
            one.original = self.posting.edit(one.source, draft)
        elif kind == LATER:
            one.original = one.source
        elif kind == CHOICES:
            one.choices = check_choices(data, self._focused(one.data.get("options", [])))
        elif kind == FORM:
            modals.check(data)
            one.modal = data
        one.answer = kind
        one.seconds = asyncio.get_running_loop().time() - one.began
        self.events.changed()
        return one

    def callback_payload(self, one: Interaction) -> dict[str, Any]:
        """What the bot gets when it asks for the response."""
        found: dict[str, Any] = {"interaction": {"id": str(one.id), "type": one.kind}}
        if one.original:
            found["interaction"] |= {
                "response_message_id": str(one.original.id),
                "response_message_loading": one.original.loading,
                "response_message_ephemeral": one.original.ephemeral,
            }
        if one.original and one.answer in (MESSAGE, UPDATE):
            message = payloads.message(one.original, self.world)
            found["resource"] = {"type": one.answer, "message": message}
        return found

    def follow(self, token: str, draft: Draft) -> Message:
        """Give a follow-up, which replaces the "thinking" message if there is one."""
        one = self.by_valid_token(token)
        if one.original and one.original.loading:
            return self.posting.edit(one.original, draft)
        message = self._message(one, draft, reference=one.original)
        one.followups.append(message)
        return message

    def message(self, token: str, id: int | None) -> Message:
        """The original answer (none), or a message of this interaction by its id."""
        one = self.by_valid_token(token)
        found = [m for m in [one.original, *one.followups] if m and not m.deleted and id in (None, m.id)]
        if not found or (id is None and found[0] is not one.original):
            raise ApiError(10008)
        return found[0]

    def by_valid_token(self, token: str) -> Interaction:
        """The interaction of a valid token that has been answered."""
        one = self._by_token.get(token)
        if one is None:
            raise ApiError(10015)
        if self.world.clock.now() - one.opened > ALIVE:
            raise ApiError(50027)
        if one.answer is None:
            raise ApiError(10015)
        return one

    def _message(
        self, one: Interaction, draft: Draft, *, loading: bool = False, reference: Message | None = None
    ) -> Message:
        private = bool((draft.body.get("flags") or 0) & EPHEMERAL)
        if one.original and one.original is not one.source and one.original.loading:
            private = one.original.ephemeral
        reference = reference or (one.source if one.kind == COMPONENT else None)
        kind = 20 if one.kind == COMMAND and reference is None else 19 if reference else 0
        return self.posting.create(
            one.channel,
            self.world.bot,
            draft,
            kind=kind,
            only_for=one.user.id if private else None,
            interaction=self._metadata(one),
            reference=reference,
            loading=loading,
        )

    def _metadata(self, one: Interaction) -> dict[str, Any]:
        guild = one.channel.guild
        found: dict[str, Any] = {
            "id": str(one.id),
            "type": one.kind,
            "user": payloads.user(one.user),
            "authorizing_integration_owners": {"0": str(guild.id) if guild else "0"},
        }
        if one.kind == COMMAND:
            found |= {"name": one.name, "command_type": 1}
        elif one.kind == COMPONENT:
            assert one.source
            found["interacted_message_id"] = str(one.source.id)
        else:
            found["triggering_interaction_metadata"] = (
                one.source.interaction
                if one.source and one.source.interaction
                else {key: found[key] for key in ("id", "user", "authorizing_integration_owners")}
                | {"type": COMMAND, "name": one.name, "command_type": 1}
            )
        return found

    def _focused(self, options: list[dict[str, Any]]) -> int:
        for option in options:
            if option.get("focused"):
                return option["type"]
            if inner := self._focused(option.get("options", [])):
                return inner
        return 0
