"""What the tests' bot does in their own process instead of a worker's, and what is looked at after each of them."""

from __future__ import annotations

import asyncio
import pickle
from collections.abc import Awaitable, Callable, Hashable
from typing import Any

import pytest
from PIL import Image

import render
import render.picture
from bot.discord.app.registering import register
from bot.discord.domains.shared.importing import Imports
from bot.discord.games.drawing import (
    Drawers,
    DrawingJob,
    PictureFile,
    _draw,
)
from bot.discord.kit.background import BackgroundJobs
from bot.discord.kit.command import Tree
from bot.discord.kit.press import Press, press_of
from bot.table.files.incoming import IncomingGame, read_game, require_game
from bot.table.upkeep.sender import Sender
from engine.core.kept import Kept
from engine.words import current_language, language
from sandbox import Sandbox
from sandbox.world.world import COMPONENTS_V2

_PICTURES: Kept[Hashable, list[PictureFile]] = Kept(200)


class DrawnHere(Drawers):
    """Lays the same pictures out in this process, each once, so that no test waits for a worker to start. They are not
    painted: nobody here looks at them, and what is painted is tested in `tests/render`.
    """

    async def _drawn(self, sketches: list[DrawingJob]) -> list[PictureFile]:
        if any(sketch.late for sketch in sketches):
            return await asyncio.to_thread(_draw, sketches)
        how = tuple(getattr(render, f"draw_{sketch.what}") for sketch in sketches)
        key = (how, render.picture.compose, current_language(), pickle.dumps(sketches))
        return _PICTURES.get(key) or _PICTURES.keep(key, await asyncio.to_thread(_draw, sketches))


class LaterHere(BackgroundJobs):
    """Works on the same in this process."""

    async def do(self, job: Callable[..., Any], *given: object) -> Any:
        return await asyncio.to_thread(job, *given)


class ReadHere(Imports):
    """Reads the same files in this process, for the same reason."""

    async def read(self, raw: bytes) -> IncomingGame:
        return require_game(await asyncio.to_thread(read_game, raw))


def unpainted(size: object, ground: object, pieces: object) -> Image.Image:
    """A picture of a single pixel, whatever is on it."""
    return Image.new("RGB", (1, 1))


SHIPPED = language.languages()


class Registered:
    """What a bot has registered with Discord. Those that are started after it find it there and do not compare it with
    their own, which would be a third of their start: `test_weather.py` has bots that do, and so has a test that teaches
    the bot a language.
    """

    def __init__(self) -> None:
        self._commands: list[dict[str, Any]] = []
        self._learned = False

    async def register(self, tree: Tree) -> None:
        """Register the commands, unless they are there already."""
        self._learned = language.languages() != SHIPPED
        if self._learned or not self._commands:
            await register(tree)

    def put(self, sandbox: Sandbox) -> None:
        """Register it."""
        own = {"application_id": str(sandbox.world.application_id)}
        sandbox.commands.at(None).update({int(one["id"]): one | own for one in self._commands})

    def keep(self, sandbox: Sandbox) -> None:
        """Note it for the next one."""
        if not self._learned:
            self._commands = list(sandbox.commands.at(None).values())


async def in_a_thread(job: Callable[..., bytes], *given: object, patience: float) -> bytes:
    """What takes long is done in the tests' own process."""
    return await asyncio.to_thread(job, *given)


def after_posts(monkeypatch: pytest.MonkeyPatch) -> asyncio.Event:
    """A sign that is set whenever a post is through or has failed."""
    sign, bring = asyncio.Event(), Sender._bring

    async def brought(sender: Sender, target: str, post: Awaitable[int | None]) -> None:
        try:
            await bring(sender, target, post)
        finally:
            sign.set()

    monkeypatch.setattr(Sender, "_bring", brought)
    return sign


def unreadable_presses(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Of all presses that are built from now on, those that would not be read as they are."""
    write, found = Press.texts, list[str]()

    def texts(press: Press) -> tuple[str, ...]:
        written = write(press)
        if press_of(press.name, written) != press:
            found.append(repr(press))
        return written

    monkeypatch.setattr(Press, "texts", texts)
    return found


def careless(sandbox: Sandbox) -> list[str]:
    """Messages that leave to Discord whom they call, or that call more than single people; sessions that ask for more
    than the servers."""
    found = [f"intents {one['intents']}" for one in sandbox.gateway.identifies if one["intents"] != 1]
    for record in sandbox.records:
        body = record.body if isinstance(record.body, dict) else {}
        for part in (body, body.get("data") or {}, body.get("message") or {}):
            laid_out = isinstance(part, dict) and (part.get("flags") or 0) & COMPONENTS_V2
            if isinstance(part, dict) and (laid_out or part.get("content") or part.get("embeds")):
                allowed = part.get("allowed_mentions")
                if allowed is None or allowed.get("parse") or allowed.get("roles"):
                    found.append(f"{record.operation}: {allowed}")
    return found
