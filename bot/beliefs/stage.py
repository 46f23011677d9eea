"""Where beliefs are tried: a channel, everything created in it, and how to delete all of that."""

from __future__ import annotations

import itertools
import secrets
import time
from dataclasses import dataclass, field
from typing import Any

from bot.beliefs.api import Answer, Api, Attached, CannotTry
from bot.beliefs.rights import lacking
from engine.core.sentences import because

TEXT, NEWS, FORUM, MEDIA = 0, 5, 15, 16
THREADS = (10, 11, 12)
PINNED_NOTICE = 6
"""The type of Discord's own notice about a pin; the notice about a new thread has the thread's name as its text."""
COMMAND = "stationmaster-check"
TEXT_DISPLAY = 10
SILENT = 1 << 12
"""The flag of a message that notifies nobody."""
COMPONENTS_V2 = 1 << 15
"""The flag of a message of layout components."""
HISTORY = 100
NO_ACCESS, EMPTY, NO_RIGHT = 50001, 50006, 50013
EPOCH = 1_420_070_400_000
"""The millisecond from which Discord counts ids."""


class Differs(Exception):
    """Discord behaves differently than expected; the text says what was seen."""


@dataclass
class Stage:
    """A channel on a server. Nothing written in it pings anybody."""

    api: Api
    me: str
    application: str
    channel: dict[str, Any]
    rights: int
    mark: str = field(default_factory=lambda: f"Stationmaster check {secrets.token_hex(4)}")
    """The prefix of everything created here, so that it can be found even if the connection broke meanwhile."""
    room: str = ""
    """Where messages are written: the channel, or a post in it."""
    threads: list[str] = field(default_factory=list[str])
    messages: list[tuple[str, str]] = field(default_factory=list[tuple[str, str]])
    """Channel and number of each."""
    commands: list[str] = field(default_factory=list[str])
    emojis: list[str] = field(default_factory=list[str])
    _count: itertools.count[int] = field(default_factory=itertools.count)

    @property
    def guild(self) -> str:
        """The server."""
        return str(self.channel["guild_id"])

    @property
    def kind(self) -> int:
        """What kind of channel it is."""
        return int(self.channel["type"])

    @property
    def registry(self) -> str:
        """The route of the server's own commands."""
        return f"/applications/{self.application}/guilds/{self.guild}/commands"

    @property
    def emojis_at(self) -> str:
        """The route of the application's own emojis."""
        return f"/applications/{self.application}/emojis"

    def needs(self, *rights: str) -> None:
        """Skip the belief unless the bot has these permissions."""
        if missing := lacking(self.rights, *rights):
            raise CannotTry(because("the bot lacks {missing:and} in this channel", missing=missing))

    def lacks(self, right: str) -> None:
        """Skip the belief unless the bot lacks this permission."""
        if not lacking(self.rights, right):
            raise CannotTry(because("the bot has {right} in this channel", right=right))

    def unknown(self) -> str:
        """A well-formed id that does not exist."""
        return str((int(time.time() * 1000) - EPOCH) << 22 | secrets.randbits(22))

    def text(self, length: int = 0) -> str:
        """A unique text of this length, which marks what is created here."""
        return f"{self.mark} {next(self._count)} ".ljust(length, ".")

    def laid_out(self, *parts: dict[str, Any]) -> dict[str, Any]:
        """The body of a message of layout components; its first text marks it."""
        marked = {"type": TEXT_DISPLAY, "content": self.text(60)}
        return {"content": None, "flags": SILENT | COMPONENTS_V2, "components": [marked, *parts]}

    def nonce(self, length: int) -> str:
        """A nonce that has never been used."""
        return secrets.token_hex(length)[:length]

    # --- messages

    async def write(self, body: dict[str, Any], files: tuple[Attached, ...] = (), room: str = "") -> Answer:
        """Try to post a message; if it was posted, remember to delete it."""
        where = room or self.room
        given = {"content": self.text(), "allowed_mentions": {"parse": []}, "flags": SILENT, **body}
        answer = await self.api.ask("POST", f"/channels/{where}/messages", given, files)
        if answer.good:
            self.messages.append((where, str(answer.body["id"])))
        return answer

    async def post(self, body: dict[str, Any], files: tuple[Attached, ...] = (), room: str = "") -> Answer:
        """The same, but only if the bot has the permission."""
        if files:
            self.needs("Attach Files")
        answer = await self.write(body, files, room)
        if answer.code in (NO_ACCESS, NO_RIGHT):
            raise CannotTry(because("the bot may not write this here ({answer})", answer=answer.description))
        return answer

    async def sent(self, what: str, body: dict[str, Any], files: tuple[Attached, ...] = (), room: str = "") -> Any:
        """Post a message that Discord must accept."""
        return done(what, await self.post(body, files, room))

    async def too_much(self, what: str, body: dict[str, Any], files: tuple[Attached, ...] = ()) -> None:
        """Post a message that Discord must refuse because of its form."""
        refused(what, await self.post(body, files), 400, 50035)

    def address(self, message: Any, room: str = "") -> str:
        """The route of a message."""
        return f"/channels/{room or self.room}/messages/{message['id']}"

    async def edited(
        self, what: str, message: Any, body: dict[str, Any], files: tuple[Attached, ...] = (), room: str = ""
    ) -> Any:
        """Edit a message; Discord must accept it."""
        given = {"allowed_mentions": {"parse": []}, **body}
        return done(what, await self.api.ask("PATCH", self.address(message, room), given, files))

    # --- threads

    async def thread(self, what: str, body: dict[str, Any]) -> Any:
        """Create a thread or post, which Discord must accept; only where the bot can delete it again."""
        answer = await self.begin(body)
        if answer.code in (NO_ACCESS, NO_RIGHT):
            raise CannotTry(because("the bot may not make threads here ({answer})", answer=answer.description))
        return done(what, answer)

    async def begin(self, body: dict[str, Any]) -> Answer:
        """Try to create a thread; if it was created, remember to delete it."""
        self.needs("Manage Threads")
        given = {"name": self.text().strip(), **body}
        answer = await self.api.ask("POST", f"/channels/{self.channel['id']}/threads", given)
        if answer.good:
            self.threads.append(str(answer.body["id"]))
        return answer

    # --- emojis

    def emoji_name(self) -> str:
        """A unique name, which marks an emoji made here."""
        return f"{self._emoji_mark}{next(self._count)}"

    @property
    def _emoji_mark(self) -> str:
        return f"check_{self.mark.rpartition(' ')[2]}_"

    async def emoji(self, name: str, image: str) -> Answer:
        """Try to make an emoji; if it was made, remember to delete it."""
        answer = await self.api.ask("POST", self.emojis_at, {"name": name, "image": image})
        if answer.good:
            self.emojis.append(str(answer.body["id"]))
        return answer

    # --- taking all away again

    async def tidy(self) -> list[str]:
        """Delete everything created; returns what could not be deleted, in words."""
        left = [_thread(one) for one in self.threads if not await self._gone(f"/channels/{one}")]
        inside = set(self.threads)
        rooms = {self.room, str(self.channel["id"])} - inside - {""}
        for room, message in self.messages:
            if room not in inside and not await self._gone(f"/channels/{room}/messages/{message}"):
                left.append(_message(message))
        left += [_command(one) for one in self.commands if not await self._gone(f"{self.registry}/{one}")]
        left += [_emoji(one) for one in self.emojis if not await self._gone(f"{self.emojis_at}/{one}")]
        for path, what in await self._forgotten(rooms):
            if not await self._gone(path):
                left.append(what)
        return left

    async def _gone(self, path: str) -> bool:
        try:
            answer = await self.api.ask("DELETE", path)
        except CannotTry:
            try:
                answer = await self.api.ask("DELETE", path)
            except CannotTry:
                return False
        return answer.good or answer.status == 404

    async def _forgotten(self, rooms: set[str]) -> list[tuple[str, str]]:
        """What exists although no answer confirmed it, and Discord's notices about it: path and description."""
        left_over: list[tuple[str, str]] = []
        for room in sorted(rooms):
            if self.kind in (FORUM, MEDIA) and room == str(self.channel["id"]):
                continue
            for one in await self._listed(f"/channels/{room}/messages?limit={HISTORY}"):
                if str(one["author"]["id"]) == self.me and self._belongs(one):
                    left_over.append((f"/channels/{room}/messages/{one['id']}", _message(one["id"])))
        for one in await self._listed(self.registry):
            if one["name"] == COMMAND:
                left_over.append((f"{self.registry}/{one['id']}", _command(one["id"])))
        made = await self._listed(self.emojis_at)
        for one in made.get("items", []) if isinstance(made, dict) else []:
            if one["name"].startswith(self._emoji_mark):
                left_over.append((f"{self.emojis_at}/{one['id']}", _emoji(one["id"])))
        listed = await self._listed(f"/guilds/{self.guild}/threads/active")
        for one in listed.get("threads", []) if isinstance(listed, dict) else []:
            if one["name"].startswith(self.mark):
                left_over.append((f"/channels/{one['id']}", _thread(one["id"])))
        return left_over

    async def _listed(self, path: str) -> Any:
        try:
            answer = await self.api.ask("GET", path)
        except CannotTry:
            return []
        return answer.body if answer.good else []

    def _belongs(self, message: Any) -> bool:
        about = message.get("message_reference") or {}
        if message["type"] == PINNED_NOTICE:
            return (str(about.get("channel_id")), str(about.get("message_id"))) in self.messages
        first = next(iter(message.get("components") or []), {})
        return str(first.get("content") or message["content"]).startswith(self.mark)


def _thread(id: Any) -> str:
    return because("thread {id}", id=str(id))


def _message(id: Any) -> str:
    return because("message {id}", id=str(id))


def _command(id: Any) -> str:
    return because("command {id}", id=str(id))


def _emoji(id: Any) -> str:
    return because("emoji {id}", id=str(id))


def done(what: str, answer: Answer) -> Any:
    """Discord's answer, which must be a success."""
    if not answer.good:
        raise Differs(because("{what} was refused with {answer}", what=what, answer=answer.description))
    return answer.body


def refused(what: str, answer: Answer, status: int, code: int) -> None:
    """Discord must have refused the request with this status and code."""
    if answer.good:
        raise Differs(because("{what} was accepted", what=what))
    if (answer.status, answer.code) != (status, code):
        raise Differs(
            because(
                "{what} was refused with {answer}, not with status {status}, code {code}",
                what=what,
                answer=answer.description,
                status=status,
                code=code,
            )
        )


def seen(right: bool, otherwise: str) -> None:
    """Assert something that was seen."""
    if not right:
        raise Differs(otherwise)
