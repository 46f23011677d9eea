"""Access control: only this machine under its own name, no other site in its browsers, and only with the right keys."""

from __future__ import annotations

import secrets
from collections.abc import Awaitable, Callable
from hashlib import blake2b
from urllib.parse import urlsplit

from aiohttp import web

from sandbox.world.errors import ClientRefuses
from sandbox.world.say import language_of

HERE = ("127.0.0.1", "localhost", "::1")
_KEY = secrets.token_bytes(32)
"""This process's key; file addresses are rebuilt for every message."""


@web.middleware
async def guarded(
    request: web.Request, handler: Callable[[web.Request], Awaitable[web.StreamResponse]]
) -> web.StreamResponse:
    """Guard every route: the Host and the Origin that a browser sends must both be this one."""
    if not _named_here(request) or not _asked_from_here(request):
        language = language_of(request.headers.get("Accept-Language", ""))
        return web.Response(status=403, text=ClientRefuses("not_here").sentence(language))
    return await handler(request)


def _named_here(request: web.Request) -> bool:
    """Is the Host ours? With a foreign name that resolves to 127.0.0.1, another site could read everything."""
    try:
        return urlsplit(f"//{request.host}").hostname in HERE
    except ValueError:
        return False


def _asked_from_here(request: web.Request) -> bool:
    """Is there no Origin (a program), or ours? Another port of this machine is another site."""
    if "Origin" not in request.headers:
        return True
    own = request.transport.get_extra_info("sockname") if request.transport else None
    try:
        origin = urlsplit(request.headers["Origin"])
        return origin.hostname in HERE and bool(own) and origin.port == own[1]
    except ValueError:
        return False


def key_of(file: int) -> str:
    """The key in a file's address, so that its id alone is not enough."""
    return blake2b(str(file).encode(), key=_KEY, digest_size=16).hexdigest()


def opens(key: str, file: int) -> bool:
    """Is it this file's key?"""
    return secrets.compare_digest(key.encode(), key_of(file).encode())
