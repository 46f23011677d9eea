"""A hall in which everybody speaks another language, and the English words that are found in it."""

from __future__ import annotations

import contextlib
import random
from collections import Counter
from collections.abc import AsyncIterator, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any
from zoneinfo import available_timezones

import pytest
from PIL import Image
from sqlmodel import col, select

from bot.discord.games.drawing import (
    Drawers,
    DrawingJob,
    PictureFile,
    _draw,
)
from bot.discord.kit.custom_ids import decode_id
from bot.rulebook import sections
from bot.store.rows import GameRow
from engine import new
from engine.play import WEIGHTS, next_to_act, random_act
from engine.titles import overlay_of, title_named, titles
from engine.upcast import options_now
from engine.view import view
from engine.words import using_language
from render.draw import Piece, Text
from sandbox import Message
from sandbox.people import Person
from tests.discord.conftest import Hall
from tests.discord.spelling import spelled
from tests.test_pseudo import PLAIN, english, names_in

SHOWN = frozenset({"content", "title", "description", "label", "placeholder", "name", "text", "footer"})
"""Where Discord shows what stands there."""
EAGER = {**WEIGHTS, "concede": 0.0, "skip": 0.25, "buy_train": 4.0, "take": 1.5}
PANEL = ("move", "front", "page")
"""What is pressed about: the buttons and lists with which a move is put together."""


def said(node: Any) -> Iterator[str]:
    """Every text of a request that somebody reads."""
    if isinstance(node, list):
        for one in node:
            yield from said(one)
    elif isinstance(node, dict):
        for key, value in node.items():
            if isinstance(value, str) and key in SHOWN:
                yield value
            elif key not in ("files", "emoji", "allowed_mentions"):
                yield from said(value)


def typed(title: str) -> Iterator[str]:
    """What is the same in every language: options and their values, titles, sections of a rulebook, time zones."""
    overlay = overlay_of(title)
    for option in (*title_named(title).options, *(overlay.other_options if overlay else ())):
        yield from (option.name, *option.values)
    yield from (title_named(name).name for name in titles())
    yield from sections(title)
    yield from available_timezones()


class Lettered(Drawers):
    """Lays the first pictures of each kind out, keeps what would be written in them, and paints nothing."""

    def __init__(self, patch: pytest.MonkeyPatch, most: int) -> None:
        super().__init__()
        self.words = list[str]()
        self._most, self._kinds = most, Counter[str]()

        def compose(size: Any, ground: Any, pieces: Sequence[Piece]) -> Image.Image:
            self.words += [item.text for piece in pieces for item in piece.items if isinstance(item, Text)]
            return Image.new("RGB", (1, 1))

        patch.setattr("render.picture.compose", compose)

    async def _drawn(self, sketches: list[DrawingJob]) -> list[PictureFile]:
        return [self._one(sketch) for sketch in sketches]

    def _one(self, sketch: DrawingJob) -> PictureFile:
        self._kinds[sketch.what] += 1
        return (
            _draw([sketch])[0] if self._kinds[sketch.what] <= self._most else PictureFile(f"{sketch.what}.png", b"", "")
        )


@contextlib.asynccontextmanager
async def open_abroad(hall: Hall, patch: pytest.MonkeyPatch, language: str, most: int) -> AsyncIterator[Hall]:
    """Run the bot where the server and all people speak a language; `most`: the pictures of each kind that are laid
    out.
    """
    world = hall.sandbox.world
    world.locale = language
    for one in (*world.guilds.values(), *world.users.values()):
        one.locale = language
    async with hall.open():
        hall.bot.drawers = Lettered(patch, most)
        with using_language(language):
            yield hall


@dataclass
class Foreign:
    """A hall in which server and people speak another language, and a game there."""

    hall: Hall
    title: str
    number: int
    stream: random.Random = field(default_factory=lambda: random.Random(5))

    async def names(self, *written: str) -> set[str]:
        """Words that are the same in every language, and those that people have written."""
        world, names = self.hall.sandbox.world, set[str]()
        async with self.hall.table.db.read() as session:
            games = list(await session.exec(select(GameRow).where(col(GameRow.started_at).is_not(None))))
        for row in games:
            names |= names_in(view(new(row.title, row.players, options_now(row.title, row.options), row.seed)))
        called = [one.name for one in (*world.users.values(), *world.guilds.values())]
        for text in (*written, *called, *typed(self.title)):
            names.update(PLAIN.findall(text))
        return names

    def shown(self) -> list[str]:
        """All that has been sent to Discord, and drawn."""
        # Commands are registered in English, with what other languages say of them beside it.
        sent = [one.body for one in self.hall.sandbox.records if "/commands" not in one.template]
        drawers = self.hall.bot.drawers
        assert isinstance(drawers, Lettered)
        return [*said(sent), *drawers.words]

    async def found(self, *written: str) -> dict[str, str]:
        """English words in what has been shown, but for what people have written."""
        return english(self.shown(), await self.names(*written))

    async def play(self, moves: int) -> None:
        """Make this many moves: the first of each kind is typed, composed on panels, and offered by autocomplete."""
        made, hall = set[str](), self.hall
        for _ in range(moves):
            now = await hall.table.present(self.number)
            decision = next_to_act(now.game, self.stream)
            act = random_act(now.game, decision.seat, self.stream, EAGER) if decision else None
            if decision is None or act is None:
                break
            user = next(one.user_id for one in now.seats if one.seat == decision.seat)
            person = next(one for one in (hall.ann, hall.bob, hall.cem) if one.id == user)
            if act.verb not in made:
                made.add(act.verb)
                one = spelled(now.game.title, act.verb, act.args)
                for option, text, before in one.choices():
                    await person.autocomplete(one.command, hall.room, option, text if one.move else "", **before)
                await self.press_about(person, (await person.slash("/turn", hall.room)).message)
                await person.slash(one.command, hall.room, **one.options, preview=True)
                await person.slash(one.command, hall.room, **one.named)
                now = await hall.table.present(self.number)
                if now.game.why_not(decision.seat, act):
                    continue
            await hall.table.act(self.number, user, decision.seat, act.verb, dict(act.args), now.decision, now.epoch)
        await hall.posted()

    async def press_about(self, person: Person, message: Message, times: int = 3) -> None:
        """Press what is there for putting a move together, at random."""
        for _ in range(times):
            parts = [
                one
                for one in (*message.buttons, *message.selects)
                if decode_id(str(one.get("custom_id")))[0] in PANEL and not one.get("disabled")
            ]
            if not parts:
                return
            part = self.stream.choice(parts)
            if part in message.buttons:
                await person.press(message, part["custom_id"])
            else:
                chosen = self.stream.choice(part["options"])["value"]
                await person.select(message, chosen, part["custom_id"])
            await self.hall.quiet()
