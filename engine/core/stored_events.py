"""Events as they are stored: what happened in one move, in few bytes, read back in any form this code knows."""

from __future__ import annotations

import zlib
from collections.abc import Callable, Mapping, Sequence
from typing import Any

import msgspec
from msgspec import Struct

from engine.core.errors import Damaged
from engine.core.events import Event
from engine.core.sentences import Stored, because, decode_sentence, encode_sentence

NOW = 2
"""The form in which events are written; it is the first byte of what is stored."""


def _reasons(plain: list[Any]) -> list[Any]:
    """Form 2 keeps reasons as patterns with their fields; those of form 1 are English texts, and stay so."""
    return plain


UPCAST: dict[int, Callable[[list[Any]], list[Any]]] = {1: _reasons}
"""Form -> the step that brings its plain list to the next form: say, when a kind of event gets another name."""

COMMON = {
    1: b"""["accepted",{"offer":,"player":"["started",{"company":","player":","price":["auction_sold",{"player":"p1","p\
rice":,"private":"["bid",{"amount":,"player":"p1","private":"["offered",{"offer":,"player":"p2","to":"p3"},{"subject":"\
from= kind= price=","verb":"},["["no_run",{"company":"["dividend",{"choice":"full","company":","dividend":,"each":,"inc\
ome":,"kept":["skipped",{"company":","step":"track"}],["skipped",{"company":","step":"token"}],["skipped",{"company":",\
"step":"train"}],["round",{"number":1,"round":"operating"}],["round",{"number":2,"round":"stock"}],["ran",{"amount":,"b\
onus":0,"company":","kind":","paid":,"stops":"/c0 /t0","train":"-0"}],["bought_train",{"company":","kind":","price":,"s\
ource":"bank","train":"["token",{"company":","cost":,"stop":"["laid",{"company":","cost":0,"hex":","rotation":,"tile":"\
["sold",{"amount":,"company":","player":"p2","price":,"shares":1}],["price",{"company":","new":,"old":,"why":"no divide\
nd"}],["price",{"company":","new":,"old":,"why":"sale"}],["bought",{"amount":,"company":","player":"p3","price":,"share\
s":1,"source":"ipo"}],["private_pays",{"amount":,"owner":"p1","private":"["operates",{"company":","player":"p2"}],[["pa\
ssed",{"by":"choice","player":"p1"}]]"""
}
"""Form -> what its events have in common: the dictionary they are squeezed with. Never changed, only followed by
another form: what is stored can be read with no other."""
COMMON[2] = COMMON[1]

_json = msgspec.json.Encoder(order="deterministic")


class _Stored(Struct, array_like=True):
    """An event as it is written: without what it does not have."""

    kind: str
    data: dict[str, Stored | int]
    secret: dict[str, Stored | int] = {}
    audience: tuple[str, ...] = ()


def encode(events: Sequence[Event]) -> bytes:
    """The events of one move; equal events give equal bytes."""
    plain = [
        [one.kind, _encoded(one.data), *([_encoded(one.secret), one.audience] if one.secret else [])] for one in events
    ]
    squeeze = zlib.compressobj(9, wbits=-15, zdict=COMMON[NOW])
    return bytes([NOW]) + squeeze.compress(_json.encode(plain)) + squeeze.flush()


def _encoded(data: Mapping[str, str | int]) -> dict[str, Stored | int]:
    return {name: encode_sentence(value) if isinstance(value, str) else value for name, value in data.items()}


def _decoded(data: Mapping[str, Stored | int]) -> dict[str, str | int]:
    return {name: decode_sentence(value) if isinstance(value, dict) else value for name, value in data.items()}


def decode(raw: bytes) -> list[Event]:
    """Events from their bytes, brought to the present form step by step."""
    form = raw[0] if raw else 0
    if form > NOW:
        raise Damaged(
            because(
                "The events are stored in format {form}; this program knows formats up to {now}.", form=form, now=NOW
            )
        )
    if form not in COMMON:
        raise Damaged("The stored events have no format number.")
    expand = zlib.decompressobj(wbits=-15, zdict=COMMON[form])
    try:
        text = expand.decompress(raw[1:])
        if not expand.eof:
            raise Damaged("The stored events are cut off.")
        plain = msgspec.json.decode(text, type=list[Any])
        while form < NOW:
            plain, form = UPCAST[form](plain), form + 1
        found = msgspec.convert(plain, list[_Stored])
        return [Event(one.kind, _decoded(one.data), _decoded(one.secret), one.audience) for one in found]
    except Damaged:
        raise
    except (zlib.error, msgspec.MsgspecError, LookupError, ValueError, AttributeError) as e:
        raise Damaged(because("The stored events cannot be read: {e}.", e=e)) from e
