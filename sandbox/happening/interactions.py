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
        interaction = Interaction(
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
        interaction.began = asyncio.get_running_loop().time()
        self.all.append(interaction)
        self._by_token[interaction.token] = interaction
        if len(self.all) > REMEMBERED:
            del self._by_token[self.all.pop(0).token]
        self.events.tell("INTERACTION_CREATE", self._payload(interaction), 0, channel.guild)
        self.world.clock.later(FIRST_ANSWER, lambda: self._give_up(interaction))
        return interaction

    def _give_up(self, one: Interaction) -> None:
        if one.answer is None:
            one.failure = words(ENGLISH)["failed"][FAILED[one.kind]]
            self.events.changed()

    def _payload(self, interaction: Interaction) -> dict[str, Any]:
        guild, world = interaction.channel.guild, self.world
        where = payloads.channel(interaction.channel, world)
        payload: dict[str, Any] = {
            "id": str(interaction.id),
            "application_id": str(world.application_id),
            "type": interaction.kind,
            "data": interaction.data,
            "channel_id": str(interaction.channel.id),
            "token": interaction.token,
            "version": 1,
            "locale": interaction.user.locale,
            "app_permissions": str(int(in_channel(interaction.channel, world.bot))),
            "entitlements": [],
            "entitlement_sku_ids": [],
            "attachment_size_limit": limits.FILE_SIZE,
        }
        if guild:
            rights = str(int(in_channel(interaction.channel, interaction.user)))
            payload |= {
                "channel": where | {"permissions": rights},
                "guild_id": str(guild.id),
                "guild": {"id": str(guild.id), "locale": guild.locale, "features": []},
                "guild_locale": guild.locale,
                "member": payloads.member(guild.members[interaction.user.id]) | {"permissions": rights},
                "authorizing_integration_owners": {"0": str(guild.id)},
                "context": 0,
            }
        else:
            owners = {"0": "0"}
            payload |= {"channel": where, "user": payloads.user(interaction.user), "context": 1}
            payload["authorizing_integration_owners"] = owners
        if interaction.source:
            payload["message"] = payloads.message(interaction.source, world)
        return payload

    # --- the bot answers

    def answer(self, id: int, token: str, body: dict[str, Any], draft: Draft) -> Interaction:
        """Give the first answer: refused if late (10062), repeated (40060), or of the wrong kind."""
        interaction = self._by_token.get(token)
        if interaction is None or interaction.id != id or interaction.failure:
            raise ApiError(10062)
        if interaction.answer is not None:
            raise ApiError(40060)
        kind = body.get("type")
        faults = limits.Faults()
        faults.one_of(
            "type", kind, FITTING[interaction.kind] - ({LATER, UPDATE} if interaction.source is None else set())
        )
        if interaction.kind == MODAL and interaction.source is None:
            faults.found.pop("type", None)
            faults.one_of("type", kind, {MESSAGE, THINKING})
        faults.end()
        data: dict[str, Any] = body.get("data") or {}
        if kind in (MESSAGE, THINKING):
            interaction.original = self._message(interaction, draft, loading=kind == THINKING)
        elif kind == UPDATE:
            assert interaction.source
            interaction.original = self.posting.edit(interaction.source, draft)
        elif kind == LATER:
            interaction.original = interaction.source
        elif kind == CHOICES:
            interaction.choices = check_choices(data, self._focused(interaction.data.get("options", [])))
        elif kind == FORM:
            modals.check(data)
            interaction.modal = data
        interaction.answer = kind
        interaction.seconds = asyncio.get_running_loop().time() - interaction.began
        self.events.changed()
        return interaction

    def callback_payload(self, interaction: Interaction) -> dict[str, Any]:
        """What the bot gets when it asks for the response."""
        payload: dict[str, Any] = {"interaction": {"id": str(interaction.id), "type": interaction.kind}}
        if interaction.original:
            payload["interaction"] |= {
                "response_message_id": str(interaction.original.id),
                "response_message_loading": interaction.original.loading,
                "response_message_ephemeral": interaction.original.ephemeral,
            }
        if interaction.original and interaction.answer in (MESSAGE, UPDATE):
            message = payloads.message(interaction.original, self.world)
            payload["resource"] = {"type": interaction.answer, "message": message}
        return payload

    def follow(self, token: str, draft: Draft) -> Message:
        """Give a follow-up, which replaces the "thinking" message if there is one."""
        interaction = self.by_valid_token(token)
        if interaction.original and interaction.original.loading:
            return self.posting.edit(interaction.original, draft)
        message = self._message(interaction, draft, reference=interaction.original)
        interaction.followups.append(message)
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
        interaction = self._by_token.get(token)
        if interaction is None:
            raise ApiError(10015)
        if self.world.clock.now() - interaction.opened > ALIVE:
            raise ApiError(50027)
        if interaction.answer is None:
            raise ApiError(10015)
        return interaction

    def _message(
        self, interaction: Interaction, draft: Draft, *, loading: bool = False, reference: Message | None = None
    ) -> Message:
        private = bool((draft.body.get("flags") or 0) & EPHEMERAL)
        if interaction.original and interaction.original is not interaction.source and interaction.original.loading:
            private = interaction.original.ephemeral
        reference = reference or (interaction.source if interaction.kind == COMPONENT else None)
        kind = 20 if interaction.kind == COMMAND and reference is None else 19 if reference else 0
        return self.posting.create(
            interaction.channel,
            self.world.bot,
            draft,
            kind=kind,
            only_for=interaction.user.id if private else None,
            interaction=self._metadata(interaction),
            reference=reference,
            loading=loading,
        )

    def _metadata(self, interaction: Interaction) -> dict[str, Any]:
        guild = interaction.channel.guild
        metadata: dict[str, Any] = {
            "id": str(interaction.id),
            "type": interaction.kind,
            "user": payloads.user(interaction.user),
            "authorizing_integration_owners": {"0": str(guild.id) if guild else "0"},
        }
        if interaction.kind == COMMAND:
            metadata |= {"name": interaction.name, "command_type": interaction.data.get("type", 1)}
        elif interaction.kind == COMPONENT:
            assert interaction.source
            metadata["interacted_message_id"] = str(interaction.source.id)
        else:
            by = {"type": COMMAND, "name": interaction.name, "command_type": 1}
            if interaction.source:
                by = {"type": COMPONENT, "interacted_message_id": str(interaction.source.id)}
            shared = {key: metadata[key] for key in ("id", "user", "authorizing_integration_owners")}
            metadata["triggering_interaction_metadata"] = shared | by
        return metadata

    def _focused(self, options: list[dict[str, Any]]) -> int:
        for option in options:
            if option.get("focused"):
                return option["type"]
            if inner := self._focused(option.get("options", [])):
                return inner
        return 0
