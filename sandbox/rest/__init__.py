"""Discord's REST routes, one function each, found by the table that they enter themselves in."""

from sandbox.rest import (
    callbacks,
    channels,
    commands,
    emojis,
    events,
    guilds,
    messages,
    people,
    threads,
)
from sandbox.rest.call import ROUTES, Call

__all__ = [
    "ROUTES",
    "Call",
    "callbacks",
    "channels",
    "commands",
    "emojis",
    "events",
    "guilds",
    "messages",
    "people",
    "threads",
]
