"""The application's own emojis, which it can use anywhere."""

from __future__ import annotations

import base64
import binascii
import contextlib
import re
from typing import Any

from sandbox.happening import payloads
from sandbox.refusing import limits
from sandbox.rest.call import Call, route
from sandbox.world.errors import ApiError
from sandbox.world.world import Emoji

OWN = "/applications/{application_id}/emojis"
NAME = re.compile(r"[A-Za-z0-9_]+")
IMAGE = re.compile(r"data:image/(png|jpeg|gif|webp|avif);base64,(.*)", re.DOTALL)


def _all(call: Call) -> dict[int, Emoji]:
    if call.id("application_id") != call.world.application_id:
        raise ApiError(50001)
    return call.world.emojis


def _one(call: Call) -> Emoji:
    found = _all(call).get(call.id("emoji_id"))
    if found is None:
        raise ApiError(10014)
    return found


def _shown(call: Call, one: Emoji) -> dict[str, Any]:
    return payloads.emoji(one) | {"user": payloads.user(call.bot)}


@route("GET", OWN)
def listed(call: Call) -> Any:
    """All of them."""
    return {"items": [_shown(call, one) for one in _all(call).values()]}


@route("POST", OWN, creates=True)
def create(call: Call) -> Any:
    """Another one."""
    kept, body = _all(call), call.fields
    name, image = _name(kept, body.get("name")), _image(body.get("image"))
    if len(kept) >= limits.EMOJIS:
        raise ApiError(30008)
    made = Emoji(call.world.new_id(), name, image)
    kept[made.id] = made
    call.sandbox.changed()
    return _shown(call, made)


@route("GET", OWN + "/{emoji_id}")
def read(call: Call) -> Any:
    """One of them."""
    return _shown(call, _one(call))


@route("PATCH", OWN + "/{emoji_id}")
def edit(call: Call) -> Any:
    """Its name can change."""
    emoji = _one(call)
    if call.fields.get("name") is not None and call.fields["name"] != emoji.name:
        emoji.name = _name(call.world.emojis, call.fields["name"])
    call.sandbox.changed()
    return _shown(call, emoji)


@route("DELETE", OWN + "/{emoji_id}")
def delete(call: Call) -> Any:
    """Take one away."""
    del call.world.emojis[_one(call).id]
    call.sandbox.changed()


def _name(kept: dict[int, Emoji], name: Any) -> str:
    faults = limits.Faults()
    faults.length("name", name, limits.EMOJI_NAME, 2)
    if isinstance(name, str) and not NAME.fullmatch(name):
        faults.add("name", "STRING_TYPE_REGEX", "String value did not match validation regex.")
    if any(one.name == name for one in kept.values()):
        faults.add("name", "APPLICATION_EMOJI_NAME_ALREADY_TAKEN", "An emoji with this name already exists.")
    faults.end()
    return str(name)


def _image(image: Any) -> bytes:
    faults = limits.Faults()
    written = IMAGE.fullmatch(image) if isinstance(image, str) else None
    data = b""
    with contextlib.suppress(binascii.Error):
        data = base64.b64decode(written[2], validate=True) if written else b""
    if not data:
        faults.add("image", "IMAGE_INVALID", "Invalid image data")
    if len(data) > limits.EMOJI_SIZE:
        faults.add("image", "BINARY_TYPE_MAX_SIZE", "File cannot be larger than 256.0 kb.")
    faults.end()
    return data
