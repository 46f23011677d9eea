"""What the door answers when it does not do as asked: always one sentence for a person."""

from __future__ import annotations


class Refused(Exception):
    """The request is refused and nothing has changed."""


class Stale(Refused):
    """The button or command belongs to a moment that has passed."""


class Overtaken(Stale):
    """Something else was stored of the game while this was worked out."""


class NotYours(Refused):
    """The person has no right to this."""


class Grave(Refused):
    """It would end the game, or somebody's part in it: whoever asks for it has to be asked once more."""


class Trouble(Refused):
    """Something is wrong with the host, the database or the program; the organiser is told as well."""
