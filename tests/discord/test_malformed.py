"""Packets that Discord should never send are logged by kind and dropped, and the bot goes on."""

from __future__ import annotations

import json
import logging
import random
from typing import Any

import pytest

from bot.discord.app.packets import kind_of
from sandbox.happening import payloads
from sandbox.happening.gateway import Session
from sandbox.world.packets import DISPATCH
from tests.discord.conftest import Hall

ODD: tuple[Any, ...] = (None, {}, [], "x", -1, 1.5, True, [None], {"id": None}, "9" * 40)
"""Whatever a field must not be."""
WHOLE: tuple[Any, ...] = ({}, [], None, "x", 7)


def plausible(hall: Hall) -> dict[str, Any]:
    """Fields of all kinds of events, about a server and people that no game knows."""
    guild = hall.sandbox.guild("Elsewhere")
    person = hall.sandbox.person("Zoe", guild)
    channel = hall.sandbox.channel(guild, "hall")
    whole = payloads.guild(guild, hall.sandbox.world, everyone=True)
    user = whole["members"][0]["user"]
    number = str(channel.id)
    return whole | {
        "guild_id": str(guild.id), "channel_id": number, "user_id": str(person.id), "message_id": number, "user": user,
        "member": whole["members"][0], "emoji": {"id": None, "name": "x"}, "type": 3, "token": "t", "version": 1,
        "application_id": number, "data": {"custom_id": "x", "component_type": 2}, "role": {"id": number, "name": "r"},
        "role_id": number, "ids": [number], "count": 1, "chunk_index": 0, "chunk_count": 1, "answer_id": 1,
        "session_id": "s", "code": "c", "timestamp": 1, "status": "online", "parent_id": number, "entity_type": 1,
        "thread_metadata": {"archived": False, "auto_archive_duration": 60, "archive_timestamp": None},
    }  # fmt: skip


def broken(given: dict[str, Any], stream: random.Random, most: int) -> list[Any]:
    """Nothing, other things, and the same with a field missing or wrong, also deeper."""
    found = list[Any](WHOLE)
    names = stream.sample(sorted(given), min(most, len(given)))
    for name in names:
        found.append({key: value for key, value in given.items() if key != name})
        found.append(given | {name: stream.choice(ODD)})
        inner = given[name]
        if isinstance(inner, list) and inner and isinstance(inner[0], dict):
            found.append(given | {name: [{key: stream.choice(ODD) for key in inner[0]}]})
        if isinstance(inner, dict) and inner:
            found.append(given | {name: inner | {stream.choice(sorted(inner)): stream.choice(ODD)}})
    return found


async def send(session: Session, event: str, data: Any) -> None:
    """As it is: what the sandbox sends itself is held against Discord's description."""
    session.sequence += 1
    text = json.dumps({"op": DISPATCH, "t": event, "s": session.sequence, "d": data})
    session.sent.append((session.sequence, text))
    assert session.socket is not None
    await session.socket.send_str(text)


async def fuzzed(hall: Hall, most: int, log: pytest.LogCaptureFixture) -> int:
    """Send them all; the bot still answers on the same session. How many were dropped."""
    stream, gateway = random.Random(12), hall.sandbox.gateway
    ann, room = hall.sandbox.person("Ann", hall.guild), hall.sandbox.channel(hall.guild, "room")
    session = gateway.connected[0]
    given, before = plausible(hall), len(gateway.identifies)
    events = sorted(set(hall.bot._connection.parsers) - {"READY", "RESUMED", "GUILD_DELETE"})
    assert len(events) > 50
    with log.at_level(logging.ERROR, "stationmaster.packets"):
        for event in events:
            for data in broken(given, stream, most):
                await send(session, event, data)
        for data in WHOLE:
            await send(session, "GUILD_DELETE", data)
        assert (await ann.slash("/help", room)).text
    assert len(gateway.identifies) == before
    return sum("was dropped" in record.getMessage() for record in log.records)


async def test_a_packet_that_cannot_be_read_is_dropped(club: Hall, caplog: pytest.LogCaptureFixture):
    assert await fuzzed(club, 2, caplog) > 100
    told = {record.getMessage() for record in caplog.records if "was dropped" in record.getMessage()}
    assert any("INTERACTION_CREATE (KeyError)" in one for one in told)
    assert any("GUILD_CREATE" in one for one in told)


@pytest.mark.soak
async def test_many_packets_that_cannot_be_read_are_dropped(club: Hall, caplog: pytest.LogCaptureFixture):
    assert await fuzzed(club, 100, caplog) > 1000


async def test_what_is_no_event_is_dropped(club: Hall):
    gateway = club.sandbox.gateway
    socket = gateway.connected[0].socket
    assert socket is not None
    for packet in ([], 5, "x", {}, {"op": "x"}, {"op": 10, "d": {}}, {"op": 99}, {"op": 0, "t": 5, "d": {}}):
        await socket.send_str(json.dumps(packet))
    for text in ("", "{", "\x00"):
        await socket.send_str(text)
    before = len(gateway.identifies)
    ann, room = club.sandbox.person("Ann", club.guild), club.sandbox.channel(club.guild, "room")
    assert (await ann.slash("/help", room)).text
    assert len(gateway.identifies) == before


async def test_a_list_of_servers_with_one_that_has_no_number_still_begins_the_session(
    hall: Hall, monkeypatch: pytest.MonkeyPatch
):
    right = Session.dispatch

    async def dispatch(session: Session, name: str, data: Any) -> None:
        if name == "READY":
            await send(session, name, data | {"guilds": [{}, None, {"id": "x"}, *data["guilds"]]})
        else:
            await right(session, name, data)

    monkeypatch.setattr(Session, "dispatch", dispatch)
    async with hall.open():
        assert [one.id for one in hall.bot.guilds] == [hall.guild.id]


def test_the_log_says_the_kind_and_nothing_else():
    assert kind_of('{"t": "GUILD_CREATE", "op": 0, "d": {"name": "secret"}}') == "GUILD_CREATE"
    assert kind_of('{"op": 9}') == "op 9"
    assert kind_of("[]") == kind_of("{") == kind_of(None) == "no packet"
    assert kind_of('{"t": "a: secret!"}') == "unknown"
