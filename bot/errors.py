"""The table's refusals: each is one sentence for a person."""

from __future__ import annotations


class Refused(Exception):
    """The request is refused and nothing has changed."""


class Stale(Refused):
    """The button or command is outdated."""


class Overtaken(Stale):
    """Something else was stored for the game while this was computed."""


class NotYours(Refused):
    """The person has no right to this."""


class NeedsConfirmation(Refused):
    """It would end the game, or somebody's part in it, and needs confirmation."""


class Trouble(Refused):
    """Something is wrong with the host, the database or the program; the organiser is told too."""
