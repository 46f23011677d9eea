"""Every request that the bot made, and what it was answered."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any


@dataclass
class Record:
    """One request."""

    method: str
    path: str
    template: str
    """The path with its parameters' names, as in Discord's description; empty for an unknown one."""
    query: dict[str, str]
    body: Any
    files: dict[str, tuple[str, int]] = field(default_factory=dict[str, tuple[str, int]])
    """Name and size of each file sent along, by its number."""
    status: int = 0
    answer: Any = None
    seconds: float = 0.0
    fault: str = ""
    """The fault that was injected."""
    left: int | None = None
    """How many more requests its route allowed then."""

    @property
    def operation(self) -> str:
        """Method and template: `POST /channels/{channel_id}/messages`."""
        return f"{self.method} {self.template}"


class Records(list[Record]):
    """All requests, oldest first; or the latest, where a sandbox runs for long."""

    most: int | None = None

    def append(self, record: Record, /) -> None:
        """One more; the oldest goes if there are too many."""
        super().append(record)
        if self.most is not None and len(self) > self.most:
            del self[0]

    def of(self, operation: str) -> list[Record]:
        """Those of an operation."""
        return [one for one in self if one.operation == operation]

    @property
    def unknown(self) -> list[Record]:
        """Requests to paths that the sandbox does not know: a test fails on them."""
        return [one for one in self if not one.template]

    @property
    def refused(self) -> list[Record]:
        """Requests that the sandbox refused by itself."""
        return [one for one in self if one.status >= 400 and not one.fault]
