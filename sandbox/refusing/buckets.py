"""Rate limits per route, channel and server, and their headers."""

from __future__ import annotations

import hashlib
from collections import deque
from typing import Any

from aiohttp import web

from sandbox.refusing.faults import too_many
from sandbox.world.clock import Clock
from sandbox.world.errors import ApiError
from sandbox.world.records import Record

GENEROUS = (1_000_000, 1.0)
"""More than a whole test needs while its clock stands still."""
OLD_EDITS = (3, 6.0)
"""Changes of messages older than an hour, in so many seconds of a channel: Discord gives no figure, people who ran into
it do (discord-api-docs issue 4413; starboard-4 issue 118; discord-userdoccers pull request 551)."""
CHANNEL = "/channels/{channel_id}"
ONE = CHANNEL + "/messages/{message_id}"
HOOK = "/webhooks/{webhook_id}/{webhook_token}"
REAL = {
    f"POST {CHANNEL}/messages": (5, 5.0),
    f"PATCH {ONE}": (5, 5.0),
    f"DELETE {ONE}": (5, 1.0),
    f"GET {CHANNEL}/messages": (5, 5.0),
    f"PUT {CHANNEL}/messages/pins/{{message_id}}": (5, 4.0),
    f"DELETE {CHANNEL}/messages/pins/{{message_id}}": (5, 4.0),
    f"PUT {ONE}/reactions/{{emoji_name}}/@me": (1, 0.25),
    f"POST {CHANNEL}/typing": (5, 5.0),
    f"POST {CHANNEL}/threads": (50, 300.0),
    f"PATCH {CHANNEL}": (5, 15.0),
    f"PUT {CHANNEL}/thread-members/{{user_id}}": (5, 5.0),
    f"POST {HOOK}": (5, 2.0),
    f"PATCH {HOOK}/messages/@original": (5, 2.0),
    f"DELETE {HOOK}/messages/@original": (5, 2.0),
    "POST /users/@me/channels": (10, 10.0),
    "POST /guilds/{guild_id}/channels": (50, 60.0),
    "GET /guilds/{guild_id}/members/{user_id}": (5, 1.0),
}
"""How many requests in how many seconds. Discord does not publish them and may change them; they are what bots find in
the headers of its answers."""
IN_ALL = 50
"""Requests per second over all routes (Discord's documentation, Rate Limits)."""
OUTSIDE_GLOBAL = ("/interactions/", "/webhooks/")


class Buckets:
    """Generous unless told otherwise: `real()`, or `limits["POST /channels/{channel_id}/messages"] = (5, 5.0)`."""

    def __init__(self, clock: Clock) -> None:
        self.clock = clock
        self.limits: dict[str, tuple[int, float]] = {}
        self.in_all: int | None = None
        """Requests per second over all routes."""
        self.second = 1.0
        self._times: dict[tuple[str, str], deque[float]] = {}
        self._all: deque[float] = deque()
        self._old: dict[int, deque[float]] = {}

    def real(self, pace: float = 1.0) -> None:
        """From now on as on Discord; `pace`: how many times faster the limits reset, for tests in real time."""
        self.limits |= {operation: (most, window / pace) for operation, (most, window) in REAL.items()}
        self.in_all, self.second = IN_ALL, 1.0 / pace

    def spend(self, record: Record, major: str) -> web.Response | None:
        """Count a request; returns the answer if it is one too many."""
        now = self.clock.now().timestamp()
        if self.in_all is not None and not record.template.startswith(OUTSIDE_GLOBAL):
            self._drop(self._all, now - self.second)
            if len(self._all) >= self.in_all:
                return too_many(self._all[0] + self.second - now, everywhere=True)
            self._all.append(now)
        times, most, window = self._bucket(record, major)
        self._drop(times, now - window)
        if len(times) >= most:
            return too_many(times[0] + window - now)
        times.append(now)
        record.left = most - len(times)
        return None

    def spend_on_old(self, channel: int) -> None:
        """Count an edit of a message older than an hour; one too many is refused (30046)."""
        most, window = OLD_EDITS
        now, times = self.clock.now().timestamp(), self._old.setdefault(channel, deque())
        self._drop(times, now - window)
        if len(times) >= most:
            more: dict[str, Any] = {"retry_after": times[0] + window - now, "global": False}
            raise ApiError(30046, **more)
        times.append(now)

    def headers(self, record: Record, major: str) -> dict[str, str]:
        """The rate-limit headers of an answer."""
        times, most, window = self._bucket(record, major)
        now = self.clock.now().timestamp()
        left = max(0.0, times[0] + window - now) if times else window
        return {
            "Via": "1.1 sandbox",
            "X-RateLimit-Limit": str(most),
            "X-RateLimit-Remaining": str(max(0, most - len(times))),
            "X-RateLimit-Reset": f"{now + left:.3f}",
            "X-RateLimit-Reset-After": f"{left:.3f}",
            "X-RateLimit-Bucket": hashlib.sha256(record.operation.encode()).hexdigest()[:32],
        }

    def _bucket(self, record: Record, major: str) -> tuple[deque[float], int, float]:
        most, window = self.limits.get(record.operation, GENEROUS)
        return self._times.setdefault((record.operation, major), deque()), most, window

    @staticmethod
    def _drop(times: deque[float], before: float) -> None:
        while times and times[0] <= before:
            times.popleft()


def major(given: dict[str, Any]) -> str:
    """The parameters by which a route's limit is counted separately."""
    names = ("channel_id", "guild_id", "webhook_id", "webhook_token", "interaction_token")
    return "/".join(given[name] for name in names if name in given)
