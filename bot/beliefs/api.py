"""Requests straight to Discord's REST routes, to see Discord's own answer and not a library's."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

import aiohttp

from engine.core.sentences import because

TRIES = 5
LONGEST = 60.0
"""The longest wait, in seconds, that a rate limit may ask for; beyond that the check gives up."""


class CannotTry(Exception):
    """A belief could not be tried; the text says why."""


@dataclass(frozen=True)
class Answer:
    """What Discord said."""

    status: int
    body: Any
    headers: Mapping[str, str] = field(default_factory=dict[str, str])

    @property
    def good(self) -> bool:
        """Did the request succeed?"""
        return 200 <= self.status < 300

    @property
    def code(self) -> int:
        """Discord's own code for a refusal."""
        return int(self.body.get("code") or 0) if isinstance(self.body, dict) else 0

    @property
    def description(self) -> str:
        """The answer in words."""
        if self.good:
            return because("status {status}", status=self.status)
        return because("status {status}, code {code}", status=self.status, code=self.code)


@dataclass(frozen=True)
class Attached:
    """A file to send, with its description for people who cannot see it."""

    name: str
    data: bytes
    alt: str = ""


@dataclass
class Api:
    """One request after another, never faster than Discord allows."""

    http: aiohttp.ClientSession
    base: str
    token: str
    _rest: float = 0.0

    async def ask(self, method: str, path: str, body: Any = None, files: tuple[Attached, ...] = ()) -> Answer:
        """Send a request; returns the answer, or raises CannotTry if there is none that is about the request."""
        for _ in range(TRIES):
            await asyncio.sleep(self._rest)
            answer = await self._once(method, path, body, files)
            if answer.status != 429:
                break
            self._rest = float(answer.body.get("retry_after", 1.0)) if isinstance(answer.body, dict) else 1.0
            if self._rest > LONGEST:
                break
        else:
            raise CannotTry(because("Discord keeps asking the bot to wait"))
        if answer.status == 429:
            raise CannotTry(because("Discord asks the bot to wait {seconds:.0f} seconds", seconds=self._rest))
        if answer.status >= 500:
            raise CannotTry(because("something is wrong at Discord (status {status})", status=answer.status))
        return answer

    async def _once(self, method: str, path: str, body: Any, files: tuple[Attached, ...]) -> Answer:
        given: dict[str, Any] = {"json": body} if body is not None and not files else {}
        if files:
            given = {"data": _form(body, files)}
        try:
            async with self.http.request(method, self.base + path, **given) as got:
                text = await got.text()
                spent = got.headers.get("X-RateLimit-Remaining") == "0"
                self._rest = min(float(got.headers.get("X-RateLimit-Reset-After", 1.0)), LONGEST) if spent else 0.0
                return Answer(got.status, _read(text), dict(got.headers))
        except (aiohttp.ClientError, TimeoutError, OSError) as e:
            raise CannotTry(because("the connection broke")) from e


def _form(body: Any, files: tuple[Attached, ...]) -> aiohttp.FormData:
    named = [
        {"id": number, "filename": one.name, **({"description": one.alt} if one.alt else {})}
        for number, one in enumerate(files)
    ]
    form = aiohttp.FormData()
    form.add_field("payload_json", json.dumps({**body, "attachments": named}), content_type="application/json")
    for number, one in enumerate(files):
        form.add_field(f"files[{number}]", one.data, filename=one.name, content_type="image/png")
    return form


def _read(text: str) -> Any:
    try:
        return json.loads(text) if text else None
    except ValueError:
        return None
