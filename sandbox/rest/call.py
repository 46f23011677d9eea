"""One request, with what it names already looked up; and the table of routes."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from sandbox.happening.parts import Parts
from sandbox.happening.posting import Draft, File
from sandbox.world.errors import ApiError
from sandbox.world.permissions import NONE, Perm
from sandbox.world.rights import demand, demand_on_server, in_channel
from sandbox.world.world import (
    Channel,
    Guild,
    Message,
    User,
    World,
)


@dataclass
class Call:
    """A request of the bot."""

    sandbox: Parts
    given: dict[str, str]
    """The parameters of the path."""
    query: dict[str, str]
    body: Any
    files: dict[str, File] = field(default_factory=dict[str, File])

    @property
    def world(self) -> World:
        """All that there is."""
        return self.sandbox.world

    @property
    def bot(self) -> User:
        """Who asks."""
        return self.sandbox.world.bot

    @property
    def draft(self) -> Draft:
        """The body as a message."""
        return Draft(self.fields, self.files)

    @property
    def fields(self) -> dict[str, Any]:
        """The body as an object."""
        if self.body is None:
            return {}
        if not isinstance(self.body, dict):
            raise ApiError(50109)
        return self.body

    def id(self, name: str) -> int:
        """A parameter that is an id."""
        try:
            return int(self.given[name])
        except ValueError:
            raise ApiError(50035, f'Value "{self.given[name]}" is not snowflake.') from None

    def channel(self, needed: Perm = NONE) -> Channel:
        """The channel of the path, if the bot sees it and may do what is needed."""
        channel = self.world.channels.get(self.id("channel_id"))
        if channel is None:
            raise ApiError(10003)
        demand(channel, self.bot, needed)
        return channel

    def message(self, needed: Perm = NONE) -> Message:
        """The message of the path."""
        found = self.channel(needed).messages.get(self.id("message_id"))
        if found is None or found.only_for is not None:
            raise ApiError(10008)
        return found

    def guild(self, needed: Perm = NONE) -> Guild:
        """The server of the path, if the bot is on it and may do what is needed."""
        guild = self.world.guilds.get(self.id("guild_id"))
        if guild is None:
            raise ApiError(10004)
        demand_on_server(guild, self.bot, needed)
        return guild

    def user(self, name: str = "user_id") -> User:
        """The user of the path; `@me` is the bot."""
        if self.given.get(name) == "@me":
            return self.bot
        found = self.world.users.get(self.id(name))
        if found is None:
            raise ApiError(10013)
        return found

    def flag(self, name: str) -> bool:
        """A yes or no of the query."""
        return self.query.get(name, "").lower() in ("1", "true")

    def may(self, channel: Channel, needed: Perm) -> bool:
        """Whether the bot may do something there."""
        return needed in in_channel(channel, self.bot)


Handler = Callable[[Call], Any]
ROUTES: dict[tuple[str, str], Handler] = {}
OPEN: set[tuple[str, str]] = set()
"""Routes with a token in their path, which need no other."""
CREATING: set[tuple[str, str]] = set()
"""Routes that answer 201 because they create something."""


def route(
    method: str, template: str, *, with_token: bool = False, creates: bool = False
) -> Callable[[Handler], Handler]:
    """Enter a function in the table."""

    def enter(handler: Handler) -> Handler:
        ROUTES[method, template] = handler
        if with_token:
            OPEN.add((method, template))
        if creates:
            CREATING.add((method, template))
        return handler

    return enter
