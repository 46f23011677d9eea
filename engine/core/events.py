"""What happened, as data with an audience; sentences are made from it elsewhere."""

from __future__ import annotations

from msgspec import Struct

IDLE = frozenset(("skipped",))
"""Kinds of events that only say that somebody goes on: what comes next says so, too."""


UNPLACED = ("token", "city")
"""Steps of `missed` in which a company places no marker: its sheet says the same."""


class Event(Struct, frozen=True):
    """One thing that happened. Only seats in `audience` may see `secret`; everybody may see `data`."""

    kind: str
    data: dict[str, str | int]
    secret: dict[str, str | int] = {}
    audience: tuple[str, ...] = ()
