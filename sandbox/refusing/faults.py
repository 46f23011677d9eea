"""Injected faults: rate limits, slow answers, server errors, connections cut before or after the work."""

from __future__ import annotations

import json
import re
from dataclasses import dataclass
from typing import Any

from aiohttp import web

from sandbox.world.clock import Clock
from sandbox.world.records import Record


class Cut(Exception):
    """The connection ends without an answer."""


@dataclass
class Fault:
    """A fault for the next requests of an operation."""

    operation: str
    """A pattern that the operation must match as a whole."""
    kind: str
    value: float
    times: int
    everywhere: bool = False
    code: int = 0

    def fits(self, record: Record) -> bool:
        """Does the fault apply to this operation?"""
        return self.times > 0 and re.fullmatch(self.operation, record.operation) is not None


class Faults:
    """The pending faults; each applies to a number of requests."""

    def __init__(self) -> None:
        self.waiting: list[Fault] = []
        self.met: list[str] = []

    def rate_limit(
        self, operation: str = ".*", *, after: float = 0.05, times: int = 1, everywhere: bool = False
    ) -> None:
        """Answer 429 with a number of seconds to wait; `everywhere`: the limit over all routes."""
        self.waiting.append(Fault(operation, "429", after, times, everywhere))

    def broken(self, operation: str = ".*", *, status: int = 502, times: int = 1) -> None:
        """A server error before the work is done."""
        self.waiting.append(Fault(operation, "5xx", status, times))

    def broken_after(self, operation: str = ".*", *, status: int = 502, times: int = 1) -> None:
        """A server error after the work is done."""
        self.waiting.append(Fault(operation, "5xx after", status, times))

    def refused(self, operation: str = ".*", *, status: int, code: int = 0, times: int = 1) -> None:
        """Refused with this code; without one as Discord's front refuses, in HTML (discord-api-docs, "Opcodes and
        Status Codes": 40333 comes from the front as well)."""
        self.waiting.append(Fault(operation, "refused", status, times, code=code))

    def slow(self, operation: str = ".*", *, seconds: float, times: int = 1) -> None:
        """The answer takes its time."""
        self.waiting.append(Fault(operation, "slow", seconds, times))

    def cut(self, operation: str = ".*", *, times: int = 1) -> None:
        """The connection is cut before anything is done."""
        self.waiting.append(Fault(operation, "cut", 0, times))

    def cut_after(self, operation: str = ".*", *, times: int = 1) -> None:
        """The connection is cut after the work is done, so the bot cannot know."""
        self.waiting.append(Fault(operation, "cut after", 0, times))

    def clear(self) -> None:
        """Remove all faults."""
        self.waiting.clear()

    def take(self, record: Record) -> Fault | None:
        """The fault for this request, if any."""
        for fault in self.waiting:
            if fault.fits(record):
                fault.times -= 1
                record.fault = fault.kind
                self.met.append(f"{fault.kind} {record.operation}")
                return fault
        return None


async def before(fault: Fault | None, clock: Clock) -> web.Response | None:
    """What happens instead of the work, if anything."""
    if fault is None:
        return None
    if fault.kind == "429":
        return too_many(fault.value, everywhere=fault.everywhere)
    if fault.kind == "5xx":
        return web.Response(status=int(fault.value), text="upstream connect error")
    if fault.kind == "refused" and not fault.code:
        return web.Response(status=int(fault.value), text="<html>Error 1015</html>", content_type="text/html")
    if fault.kind == "refused":
        return reply({"message": "Refused on purpose", "code": fault.code}, int(fault.value))
    if fault.kind == "cut":
        raise Cut
    if fault.kind == "slow":
        await clock.take(fault.value)
    return None


def after(fault: Fault | None) -> web.Response | None:
    """What happens instead of the answer, if anything."""
    if fault and fault.kind == "cut after":
        raise Cut
    if fault and fault.kind == "5xx after":
        return web.Response(status=int(fault.value), text="upstream connect error")
    return None


def too_many(seconds: float, *, everywhere: bool = False) -> web.Response:
    """The answer to too many requests."""
    body: dict[str, Any] = {
        "message": "You are being rate limited.",
        "retry_after": seconds,
        "global": everywhere,
        "code": 0,
    }
    headers = {
        "Via": "1.1 sandbox",
        "Retry-After": str(max(1, round(seconds))),
        "X-RateLimit-Scope": "global" if everywhere else "user",
    }
    if everywhere:
        headers["X-RateLimit-Global"] = "true"
    else:
        headers |= {"X-RateLimit-Limit": "5", "X-RateLimit-Remaining": "0", "X-RateLimit-Reset-After": f"{seconds:.3f}"}
    return reply(body, 429, headers)


def reply(body: Any, status: int = 200, headers: dict[str, str] | None = None) -> web.Response:
    """JSON as Discord sends it: without a charset in its type."""
    if body is None:
        return web.Response(status=204, headers=headers)
    data = json.dumps(body).encode()
    return web.Response(body=data, status=status, content_type="application/json", headers=headers)
