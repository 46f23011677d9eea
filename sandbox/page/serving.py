"""The page's own routes: its files, and a socket for each column."""

from __future__ import annotations

import asyncio
import contextlib
import json
from importlib.resources import files
from typing import Any

from aiohttp import WSMsgType, web

from sandbox.happening.parts import Parts
from sandbox.page import showing
from sandbox.page.acting import Acting
from sandbox.people import Person, somebody
from sandbox.world.say import ENGLISH, language_of, page
from sandbox.world.world import Channel

KINDS = {".html": "text/html", ".css": "text/css", ".js": "text/javascript", ".svg": "image/svg+xml"}
LARGEST = 14 * 1024 * 1024
"""A file of ten MiB, as the page sends it."""
HEADERS = {"Cache-Control": "no-cache", "Content-Security-Policy": "frame-ancestors 'none'"}
"""Headers that forbid other sites to embed the page in a frame."""
FIRST = 60
"""How many messages are shown at first, and how many more each time."""


def add(app: web.Application, sandbox: Parts) -> None:
    """Enter the page's routes."""

    async def index(request: web.Request) -> web.Response:
        found = files("sandbox.page").joinpath("static", "index.html").read_text(encoding="utf-8")
        language = language_of(request.headers.get("Accept-Language", ""))
        return web.Response(text=page(found, language), content_type="text/html", headers=HEADERS)

    async def static(request: web.Request) -> web.Response:
        return _static(request.match_info["name"])

    async def live(request: web.Request) -> web.StreamResponse:
        socket = web.WebSocketResponse(heartbeat=30.0, max_msg_size=LARGEST)
        await socket.prepare(request)
        await Column(sandbox, socket, language_of(request.headers.get("Accept-Language", ""))).run()
        return socket

    app.router.add_get("/", index)
    app.router.add_get("/page/live", live)
    app.router.add_get("/page/{name}", static)


def _static(name: str) -> web.Response:
    kind = KINDS.get(name[name.rfind(".") :])
    found = files("sandbox.page").joinpath("static", name)
    if kind is None or "/" in name or not found.is_file():
        raise web.HTTPNotFound
    return web.Response(body=found.read_bytes(), content_type=kind, charset="utf-8", headers=HEADERS)


def _read(text: str) -> dict[str, Any]:
    """What a column asks for; what cannot be read asks for nothing."""
    with contextlib.suppress(ValueError):
        found = json.loads(text)
        if isinstance(found, dict):
            return found
    return {}


class Column:
    """One column: a person, the channel they look at, and what has been sent of it."""

    def __init__(self, sandbox: Parts, socket: web.WebSocketResponse, language: str) -> None:
        self.sandbox, self.socket, self.language = sandbox, socket, language
        self.person: Person | None = None
        self.where: Channel | None = None
        self.most = FIRST
        self._place = ""
        self._sent: dict[str, str] = {}
        self._doing: set[asyncio.Task[None]] = set()

    async def run(self) -> None:
        """Until the column is closed."""
        with self.sandbox.watched() as changes:
            showing = asyncio.create_task(self._show(changes))
            try:
                async for message in self.socket:
                    if message.type is WSMsgType.TEXT:
                        self._take(_read(message.data))
                        changes.set()
            finally:
                for task in (showing, *self._doing):
                    task.cancel()
                await asyncio.gather(showing, *self._doing, return_exceptions=True)

    def _take(self, asked: dict[str, Any]) -> None:
        match asked.get("do"):
            case "be":
                name = str(asked.get("name") or "")[:32].strip() or "Ann"
                self.person = somebody(self.sandbox, name)
                if self.language != ENGLISH:
                    # As Discord's client, it tells the bot which language is spoken.
                    self.person.user.locale = self.language
                self._go(asked.get("channel"))
            case "go" if self.person:
                self._go(asked.get("channel"))
            case "more":
                self.most += FIRST
            case _:
                task = asyncio.create_task(self._act(asked))
                self._doing.add(task)
                task.add_done_callback(self._doing.discard)

    def _go(self, channel: Any) -> None:
        """Go to a channel by id or name, or to the first one if that is not visible."""
        assert self.person
        seen = showing.channels(self.sandbox, self.person)
        named = [one for one in seen if str(channel) in (str(one.id), one.name)]
        self.where = next(iter(named or seen), None)
        self.most, self._place, self._sent = FIRST, "", {}

    async def _act(self, asked: dict[str, Any]) -> None:
        if self.person and self.where:
            done = await Acting(self.sandbox, self.person, self.language).do(asked, self.where)
            await self._send({"t": "done", "call": asked.get("call")} | done)

    async def _show(self, changes: asyncio.Event) -> None:
        while True:
            await changes.wait()
            changes.clear()
            if self.person is None or self.where is None:
                continue
            if self.where not in showing.channels(self.sandbox, self.person):
                self._go(None)
            place = json.dumps(showing.place(self.sandbox, self.person, self.where, self.language))
            if place != self._place:
                self._place = place
                await self._send({"t": "place", "fresh": not self._sent} | json.loads(place))
            now = showing.messages(self.sandbox, self.person, self.where, self.most, self.language)
            texts = {id: json.dumps(one) for id, one in now.items()}
            gone = [id for id in self._sent if id not in texts]
            new = [now[id] for id, text in texts.items() if self._sent.get(id) != text]
            self._sent = texts
            if gone or new:
                await self._send({"t": "messages", "gone": gone, "put": new})

    async def _send(self, data: dict[str, Any]) -> None:
        with contextlib.suppress(ConnectionError):
            await self.socket.send_str(json.dumps(data))
