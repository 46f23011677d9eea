"""What happened, as data with an audience; sentences are made from it elsewhere."""

from __future__ import annotations

from msgspec import Struct


class Event(Struct, frozen=True):
    """One thing that happened. Only seats in `audience` may see `secret`; everybody may see `data`."""

    kind: str
    data: dict[str, str | int]
    secret: dict[str, str | int] = {}
    audience: tuple[str, ...] = ()
