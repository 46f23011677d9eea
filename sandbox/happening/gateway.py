"""The gateway: the bot's sessions, the events sent to them, and how they end, resume and restart."""

from __future__ import annotations

import asyncio
import json
import secrets
from collections import deque
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Any

from aiohttp import WSMsgType, web

from sandbox.happening import payloads
from sandbox.world.events import Events
from sandbox.world.packets import (
    ACK,
    DISPATCH,
    HEARTBEAT,
    HELLO,
    IDENTIFY,
    INVALID,
    MEMBERS,
    PRESENCE,
    RECONNECT,
    RESUME,
    VOICE,
    readable,
)
from sandbox.world.world import World

GUILDS, GUILD_MEMBERS, GUILD_MESSAGES, REACTIONS, DIRECT, CONTENT = 1 << 0, 1 << 1, 1 << 9, 1 << 10, 1 << 12, 1 << 15
PRIVILEGED = (1 << 1) | (1 << 8) | (1 << 15)
LONGEST_SENT = 4096
SENDS_A_MINUTE = 120
REMEMBERED = 1000
"""Events kept for a session that resumes."""


@dataclass(eq=False)
class Session:
    """A session of the bot, connected or not."""

    id: str
    intents: int
    shard: tuple[int, int]
    socket: web.WebSocketResponse | None = None
    sequence: int = 0
    sent: deque[tuple[int, str]] = field(default_factory=lambda: deque(maxlen=REMEMBERED))
    resumable: bool = True

    def of_guild(self, guild_id: int | None) -> bool:
        """Does this shard get a server's events (0: direct messages)?"""
        number, shards = self.shard
        return ((guild_id >> 22) % shards if guild_id else 0) == number

    async def dispatch(self, name: str, data: Any) -> None:
        """Number an event, keep it for a resume, and send it if connected."""
        self.sequence += 1
        text = json.dumps({"op": DISPATCH, "t": name, "s": self.sequence, "d": data})
        self.sent.append((self.sequence, text))
        if self.socket and not self.socket.closed:
            try:
                await self.socket.send_str(text)
            except ConnectionError:
                self.socket = None


class Gateway:
    """All sessions. Events are sent in order to those with a matching shard and intents."""

    def __init__(self, world: World, events: Events, token: str) -> None:
        self.world, self.events, self.token = world, events, token
        self.sessions: dict[str, Session] = {}
        self.identifies: list[dict[str, Any]] = []
        self.resumes = 0
        self.heartbeat_ms = 41_250
        self.refused_resumes = 0
        """How many resumes are answered with an invalid session from now on."""
        self.privileged_allowed = 0
        self.down = False
        """While true, connections are refused with 503, as in an outage of Discord."""
        self._pump: asyncio.Task[None] | None = None

    def start(self) -> None:
        """Start sending."""
        self._pump = asyncio.create_task(self._run())

    async def stop(self) -> None:
        """Close every connection."""
        if self._pump:
            self._pump.cancel()
        for session in self.sessions.values():
            if session.socket:
                await session.socket.close(code=1001)

    @property
    def address(self) -> str:
        """Where it is."""
        return self.world.address.replace("http", "ws", 1) + "/gw/"

    async def _run(self) -> None:
        while True:
            name, data, intent, guild_id = await self.events.unsent.get()
            for session in list(self.sessions.values()):
                if session.of_guild(guild_id) and (not intent or session.intents & intent):
                    await session.dispatch(name, self._trimmed(name, data, session))
                    self.events.changed()

    def _trimmed(self, name: str, data: Any, session: Session) -> Any:
        """Without the message-content intent, only the bot's own, direct and mentioning messages have their text."""
        if name not in ("MESSAGE_CREATE", "MESSAGE_UPDATE") or session.intents & CONTENT or "guild_id" not in data:
            return data
        bot = str(self.world.bot.id)
        if data["author"]["id"] == bot or any(one["id"] == bot for one in data["mentions"]):
            return data
        return data | {"content": "", "embeds": [], "attachments": [], "components": []}

    @property
    def connected(self) -> list[Session]:
        """Sessions with a living connection."""
        return [one for one in self.sessions.values() if one.socket and not one.socket.closed]

    # --- one connection

    async def connect(self, request: web.Request) -> web.StreamResponse:
        """HELLO, then whatever the client sends."""
        if self.down:
            return web.Response(status=503)
        socket = web.WebSocketResponse(max_msg_size=0)
        await socket.prepare(request)
        await self._send(socket, HELLO, {"heartbeat_interval": self.heartbeat_ms})
        session: Session | None = None
        clock = self.world.clock
        sends: deque[datetime] = deque()
        while True:
            try:
                async with clock.timeout(self.heartbeat_ms / 1000 * 1.5):
                    message = await socket.receive()
            except TimeoutError:
                await socket.close(code=4009, message=b"Session timed out.")
                break
            if message.type is not WSMsgType.TEXT:
                break
            now = clock.now()
            sends.append(now)
            while sends[0] < now - timedelta(minutes=1):
                sends.popleft()
            code = self._wrong(message.data, len(sends))
            if code is None:
                session, code = await self._take(socket, session, json.loads(message.data))
            if code is not None:
                await socket.close(code=code)
                break
        if session and session.socket is socket:
            session.socket = None
        self.events.changed()
        return socket

    def _wrong(self, text: str, sends: int) -> int | None:
        if sends > SENDS_A_MINUTE:
            return 4008
        if len(text.encode()) > LONGEST_SENT:
            return 4002
        return None if readable(text) else 4002

    async def _take(
        self, socket: web.WebSocketResponse, session: Session | None, sent: dict[str, Any]
    ) -> tuple[Session | None, int | None]:
        """Answer one packet; returns the session, and the code to close with, if any."""
        op, data = sent["op"], sent.get("d")
        if op == HEARTBEAT:
            await self._send(socket, ACK, None)
            return session, None
        if op == IDENTIFY:
            return (session, 4005) if session else await self._identify(socket, data or {})
        if op == RESUME:
            return (session, 4005) if session else await self._resume(socket, data or {})
        if session is None:
            return None, 4003
        if op == MEMBERS:
            await self._members(session, data or {})
        return session, None if op in (PRESENCE, VOICE, MEMBERS) else 4001

    async def _identify(self, socket: web.WebSocketResponse, data: dict[str, Any]) -> tuple[Session | None, int | None]:
        self.identifies.append(data)
        if data.get("token") != self.token:
            return None, 4004
        number, shards = data.get("shard", [0, 1])
        if not 0 <= number < shards:
            return None, 4010
        intents = data.get("intents")
        if intents is None:
            return None, 4013
        if intents & PRIVILEGED & ~self.privileged_allowed:
            return None, 4014
        session = Session(secrets.token_hex(16), intents, (number, shards), socket)
        world = self.world
        guilds = [one for one in world.guilds.values() if session.of_guild(one.id) and world.bot.id in one.members]
        ready = {
            "v": 10,
            "user": payloads.me(world),
            "guilds": [{"id": str(one.id), "unavailable": True} for one in guilds],
            "session_id": session.id,
            "resume_gateway_url": self.address,
            "shard": [number, shards],
            "application": {"id": str(world.application_id), "flags": 0},
        }
        await session.dispatch("READY", ready)
        if intents & GUILDS:
            for one in guilds:
                everyone = bool(intents & GUILD_MEMBERS)
                await session.dispatch("GUILD_CREATE", payloads.guild(one, world, everyone=everyone))
        self.sessions[session.id] = session
        self.events.changed()
        return session, None

    async def _resume(self, socket: web.WebSocketResponse, data: dict[str, Any]) -> tuple[Session | None, int | None]:
        session = self.sessions.get(data.get("session_id", ""))
        if data.get("token") != self.token:
            return None, 4004
        seen = data.get("seq") or 0
        kept = session.sent[0][0] if session and session.sent else 1
        if self.refused_resumes > 0 or session is None or not session.resumable or seen < kept - 1:
            self.refused_resumes = max(0, self.refused_resumes - 1)
            self.sessions.pop(data.get("session_id", ""), None)
            await self._send(socket, INVALID, False)
            return None, None
        if seen > session.sequence:
            return None, 4007
        self.resumes += 1
        missed = [text for number, text in session.sent if number > seen]
        for text in missed:
            await socket.send_str(text)
        session.socket = socket
        await session.dispatch("RESUMED", {})
        self.events.changed()
        return session, None

    async def _members(self, session: Session, data: dict[str, Any]) -> None:
        guild = self.world.guilds.get(int(data["guild_id"]))
        if guild is None:
            return
        ids = data.get("user_ids", [])
        wanted = {int(one) for one in (ids if isinstance(ids, list) else [ids])}
        query = (data.get("query") or "").lower()
        members = [
            one
            for one in guild.members.values()
            if (one.user.id in wanted if wanted else one.user.name.lower().startswith(query))
        ][: data.get("limit") or None]
        chunk = {
            "guild_id": str(guild.id),
            "members": [payloads.member(one) for one in members],
            "chunk_index": 0,
            "chunk_count": 1,
            "not_found": [str(one) for one in wanted - {it.user.id for it in members}],
        }
        await session.dispatch("GUILD_MEMBERS_CHUNK", chunk | ({"nonce": data["nonce"]} if "nonce" in data else {}))

    @staticmethod
    async def _send(socket: web.WebSocketResponse, op: int, data: Any) -> None:
        await socket.send_str(json.dumps({"op": op, "d": data, "s": None, "t": None}))

    # --- faults

    async def drop(self) -> None:
        """Cut every connection; sessions can be resumed."""
        for session in self.connected:
            socket, session.socket = session.socket, None
            assert socket
            transport = socket._req.transport if socket._req else None
            if transport:
                transport.abort()

    async def ask_reconnect(self) -> None:
        """Ask the bot to reconnect."""
        for session in self.connected:
            assert session.socket
            await self._send(session.socket, RECONNECT, None)

    async def invalidate(self, *, resumable: bool = False) -> None:
        """Declare the sessions invalid; unless resumable, their events are lost."""
        for session in self.connected:
            assert session.socket
            session.resumable = resumable
            if not resumable:
                self.sessions.pop(session.id, None)
            await self._send(session.socket, INVALID, resumable)
