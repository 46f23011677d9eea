"""The gateway's packets: their opcodes, and the format of a client's."""

from __future__ import annotations

from typing import Annotated, Any

import msgspec

DISPATCH, HEARTBEAT, IDENTIFY, PRESENCE, VOICE, RESUME, RECONNECT, MEMBERS, INVALID, HELLO, ACK = (
    0, 1, 2, 3, 4, 6, 7, 8, 9, 10, 11,
)  # fmt: skip
Number = int | Annotated[str, msgspec.Meta(pattern=r"^\d{1,20}$")]
"""Ids come as strings, and are accepted as numbers."""


class Packet(msgspec.Struct):
    """What each of them has."""

    op: int
    d: Any = None


class Identify(msgspec.Struct):
    """A new session."""

    token: str = ""
    intents: int | None = None
    shard: tuple[int, int] = (0, 1)


class Resume(msgspec.Struct):
    """One that goes on."""

    token: str = ""
    session_id: str = ""
    seq: int | None = None


class Members(msgspec.Struct):
    """Whoever is in a server."""

    guild_id: Number
    query: str | None = None
    limit: int | None = None
    user_ids: Number | list[Number] = []
    nonce: str = ""


FORMS = {IDENTIFY: Identify, RESUME: Resume, MEMBERS: Members}


def readable(text: str) -> bool:
    """Is the packet valid? An invalid one closes the connection."""
    try:
        sent = msgspec.json.decode(text, type=Packet)
        msgspec.convert({} if sent.d is None else sent.d, FORMS.get(sent.op, Any))
    except msgspec.MsgspecError:
        return False
    return True
