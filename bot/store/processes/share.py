"""Which of Discord's shards a process has, if several share one database."""

from __future__ import annotations

import re
from dataclasses import dataclass

MOST = 1000
WRITTEN = re.compile(r"(\d{1,3})(?:-(\d{1,3}))?/(\d{1,4})")


@dataclass(frozen=True)
class Share:
    """Shards `first` to `last` of `count`; a server's id determines its shard."""

    first: int
    last: int
    count: int

    @property
    def ids(self) -> range:
        """The shards' numbers."""
        return range(self.first, self.last + 1)

    def has(self, server: int) -> bool:
        """Does this process get a server's events?"""
        return self.first <= (server >> 22) % self.count <= self.last

    def __str__(self) -> str:
        return f"{self.first}-{self.last}/{self.count}"


def share_of(text: str) -> Share | None:
    """Parse `0-3/8`, or `2/8` for a single shard; None for an empty text, ValueError for an invalid one."""
    if not text.strip():
        return None
    match = WRITTEN.fullmatch(text.strip())
    if match is None:
        raise ValueError(text)
    first, count = int(match[1]), int(match[3])
    last = int(match[2]) if match[2] else first
    if not first <= last < count <= MOST:
        raise ValueError(text)
    return Share(first, last, count)
