"""How parts of a review are stored: as JSON that carries the version of its form, the tag of its struct."""

from __future__ import annotations

from typing import TypeVar

import msgspec
from msgspec import Struct

T = TypeVar("T", bound=Struct)


def encode(part: Struct) -> bytes:
    """As it is stored."""
    return msgspec.json.encode(part)


def decode(raw: bytes, form: type[T]) -> T | None:
    """What is stored; None if it has another form, so that it is worked out anew."""
    try:
        return msgspec.json.decode(raw, type=form)
    except msgspec.MsgspecError:
        return None
