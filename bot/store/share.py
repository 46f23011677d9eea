"""Which of Discord's shards a process has, where several processes work on one database."""

from __future__ import annotations

import re
from dataclasses import dataclass

MOST = 1000
WRITTEN = re.compile(r"(\d{1,3})(?:-(\d{1,3}))?/(\d{1,4})")


@dataclass(frozen=True)
class Share:
    """Shards `first` to `last` of `count`; a server belongs to the shard that its number says."""

    first: int
    last: int
    count: int

    @property
    def ids(self) -> range:
        """The numbers of its shards."""
        return range(self.first, self.last + 1)

    def has(self, server: int) -> bool:
        """Does Discord tell this process what happens on a server?"""
        return self.first <= (server >> 22) % self.count <= self.last

    def __str__(self) -> str:
        return f"{self.first}-{self.last}/{self.count}"


def share_of(text: str) -> Share | None:
    """What `0-3/8`, or `2/8` for a single one, says; None for what says nothing, ValueError for what cannot be."""
    if not text.strip():
        return None
    found = WRITTEN.fullmatch(text.strip())
    if found is None:
        raise ValueError(text)
    first, count = int(found[1]), int(found[3])
    last = int(found[2]) if found[2] else first
    if not first <= last < count <= MOST:
        raise ValueError(text)
    return Share(first, last, count)
