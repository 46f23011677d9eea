"""Who may knock: this machine under its own name, no other site open in a browser here, and only with what was told."""

from __future__ import annotations

import secrets
from collections.abc import Awaitable, Callable
from hashlib import blake2b
from urllib.parse import urlsplit

from aiohttp import web

from bot.sandbox.errors import ClientRefuses
from bot.sandbox.page.words import language_of

HERE = ("127.0.0.1", "localhost", "::1")
_KEY = secrets.token_bytes(32)
"""Of this process; addresses of files are made anew whenever they are told."""


@web.middleware
async def guarded(
    request: web.Request, handler: Callable[[web.Request], Awaitable[web.StreamResponse]]
) -> web.StreamResponse:
    """Every route: a browser names the site that it believes to be at, and the one that asks. Both must be this one."""
    if not _named_here(request) or not _asked_from_here(request):
        language = language_of(request.headers.get("Accept-Language", ""))
        return web.Response(status=403, text=ClientRefuses("not_here").told(language))
    return await handler(request)


def _named_here(request: web.Request) -> bool:
    """A foreign name that leads to 127.0.0.1 is how another site would read along."""
    try:
        return urlsplit(f"//{request.host}").hostname in HERE
    except ValueError:
        return False


def _asked_from_here(request: web.Request) -> bool:
    """No site at all (a program), or this one; another port of this machine is another site."""
    if "Origin" not in request.headers:
        return True
    own = request.transport.get_extra_info("sockname") if request.transport else None
    try:
        origin = urlsplit(request.headers["Origin"])
        return origin.hostname in HERE and bool(own) and origin.port == own[1]
    except ValueError:
        return False


def key_of(file: int) -> str:
    """What stands in the address of a file, so that its number alone opens nothing."""
    return blake2b(str(file).encode(), key=_KEY, digest_size=16).hexdigest()


def opens(key: str, file: int) -> bool:
    """Is it the key of this file?"""
    return secrets.compare_digest(key.encode(), key_of(file).encode())
