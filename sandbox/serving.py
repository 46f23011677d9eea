"""The aiohttp application: reads, records and answers every request, perhaps with a fault."""

from __future__ import annotations

import asyncio
import json
import re
from typing import Any

from aiohttp import BodyPartReader, web

from sandbox.happening.parts import Parts
from sandbox.happening.posting import File
from sandbox.page import serving as page
from sandbox.refusing import faults, forms
from sandbox.refusing.buckets import major
from sandbox.refusing.guarding import guarded, opens
from sandbox.rest import ROUTES, Call
from sandbox.rest.call import CREATING, OPEN, Handler
from sandbox.world.errors import ApiError, Unauthorized
from sandbox.world.records import Record

API = "/api/v10"
LARGEST = 30 * 1024 * 1024


def application(sandbox: Parts) -> web.Application:
    """REST, gateway and files."""
    app = web.Application(client_max_size=LARGEST, middlewares=[guarded])
    for (method, template), handler in sorted(ROUTES.items(), key=lambda it: (it[0][1].count("{"), it[0])):
        app.router.add_route(method, API + template, _rest(sandbox, template, handler))
    app.router.add_route("*", API + "/{rest:.*}", _unknown(sandbox))
    page.add(app, sandbox)
    app.router.add_get("/gw/", sandbox.gateway.connect)
    app.router.add_get(r"/attachments/{channel_id}/{attachment_id:[0-9]{1,20}}/{name}", _file(sandbox))
    app.router.add_get(r"/emojis/{emoji_id:[0-9]{1,20}}.png", _emoji(sandbox))
    return app


def _rest(sandbox: Parts, template: str, handler: Handler) -> Any:
    async def serve(request: web.Request) -> web.StreamResponse:
        loop = asyncio.get_running_loop()
        began = loop.time()
        record = Record(request.method, request.path, template, dict(request.query), None)
        sandbox.records.append(record)
        try:
            response = await _answer(sandbox, request, record, handler)
        except faults.Cut:
            if request.transport:
                request.transport.abort()
            response = web.Response(status=500)
        record.seconds = loop.time() - began
        sandbox.changed()
        return response

    return serve


async def _answer(sandbox: Parts, request: web.Request, record: Record, handler: Handler) -> web.Response:
    path = dict(request.match_info)
    at = major(path)
    try:
        body, files = await _read(request)
        record.body, record.files = body, {id: (one.name, len(one.data)) for id, one in files.items()}
        fault = sandbox.faults.take(record)
        if spoiled := await faults.before(fault, sandbox.world.clock):
            record.status = spoiled.status
            return spoiled
        if (record.method, record.template) not in OPEN and request.headers.get(
            "Authorization"
        ) != f"Bot {sandbox.gateway.token}":
            raise Unauthorized
        if late := sandbox.buckets.spend(record, at):
            record.status, record.answer = late.status, json.loads(late.text or "null")
            return late
        forms.check(record.operation, body)
        answer = handler(Call(sandbox, path, record.query, body, files))
        done = 201 if (record.method, record.template) in CREATING else 200
        record.status, record.answer = (204 if answer is None else done), answer
    except ApiError as e:
        fault = None
        record.status, record.answer = e.status, e.body()
    if spoiled := faults.after(fault):
        return spoiled
    return faults.reply(record.answer, record.status, sandbox.buckets.headers(record, at))


async def _read(request: web.Request) -> tuple[Any, dict[str, File]]:
    """The JSON of a body, and the files that came with it."""
    if request.content_type != "multipart/form-data":
        text = await request.text()
        return (_json(text) if text else None), {}
    body: Any = {}
    files: dict[str, File] = {}
    async for part in await request.multipart():
        assert isinstance(part, BodyPartReader)
        if part.name == "payload_json":
            body = _json(await part.text())
        elif found := re.fullmatch(r"files\[(\d+)\]", part.name or ""):
            kind = part.headers.get("Content-Type", "application/octet-stream")
            files[found[1]] = File(part.filename or "file", bytes(await part.read()), kind)
    return body, files


def _json(text: str) -> Any:
    try:
        return json.loads(text)
    except ValueError:
        raise ApiError(50109) from None


def _unknown(sandbox: Parts) -> Any:
    async def serve(request: web.Request) -> web.Response:
        record = Record(request.method, request.path, "", dict(request.query), await request.text())
        record.status = 404
        sandbox.records.append(record)
        sandbox.changed()
        return faults.reply({"message": "404: Not Found", "code": 0}, 404)

    return serve


def _emoji(sandbox: Parts) -> Any:
    async def serve(request: web.Request) -> web.Response:
        found = sandbox.world.emojis.get(int(request.match_info["emoji_id"]))
        if found is None:
            return web.Response(status=404)
        return web.Response(body=found.image, content_type="image/png")

    return serve


def _file(sandbox: Parts) -> Any:
    async def serve(request: web.Request) -> web.Response:
        attachment = sandbox.world.attachments.get(int(request.match_info["attachment_id"]))
        named = attachment is not None and attachment.filename == request.match_info["name"]
        if attachment is None or not named or not opens(request.query.get("key", ""), attachment.id):
            return web.Response(status=404)
        return web.Response(body=attachment.data, content_type=attachment.content_type)

    return serve
