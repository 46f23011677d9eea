"""Records everything the bot shows to anybody, and who sees it: messages, edits, panels, lists, forms, files."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

import msgspec
import pytest
from PIL import Image

from bot.discord.games.drawing import (
    Drawers,
    DrawingJob,
    PictureFile,
    _draw,
)
from bot.discord.kit.custom_ids import decode_id
from engine.view import View
from render.draw import Piece, Text
from sandbox import Channel, Message, Sandbox
from sandbox.happening.interactions import Interaction
from sandbox.happening.posting import Draft

PUBLIC = 0
"""Whom a message reaches that is for a whole channel."""
QUIET = "on its own"
"""The door of what the bot says without being asked in that moment."""


@dataclass(frozen=True, repr=False)
class Canary:
    """A secret, the pattern that betrays it, and those who may know it."""

    name: str
    pattern: str
    knows: frozenset[int]

    def sings(self, text: str) -> bool:
        """Is it in a text?"""
        return re.search(self.pattern, text) is not None


def amount(name: str, number: int, *knows: int) -> Canary:
    """A secret number, which is not a part of a longer one, nor of a mark of letters and digits."""
    return Canary(name, rf"(?<![0-9A-Za-z]){number}(?![0-9A-Za-z])", frozenset(knows))


@dataclass(frozen=True, repr=False)
class Heard:
    """Something that somebody was shown."""

    door: str
    to: int
    """A person, or PUBLIC."""
    where: Channel
    text: str
    body: Any


@dataclass(repr=False)
class Ear:
    """Listens where everything that people are shown passes through."""

    sandbox: Sandbox
    door: str = QUIET
    heard: list[Heard] = field(default_factory=list)

    def __post_init__(self) -> None:
        posting, interactions = self.sandbox.posting, self.sandbox.interactions
        create, edit, answer = posting.create, posting.edit, interactions.answer

        def created(channel: Channel, author: Any, draft: Draft, **more: Any) -> Message:
            self._take(channel, more.get("only_for"), draft)
            return create(channel, author, draft, **more)

        def edited(message: Message, draft: Draft) -> Message:
            self._take(message.channel, message.only_for, draft)
            return edit(message, draft)

        def answered(id: int, token: str, body: dict[str, Any], draft: Draft) -> Interaction:
            one = answer(id, token, body, draft)
            if one.choices or one.modal:
                shown = one.choices or one.modal
                self._note(one.user.id, one.channel, json.dumps(shown, ensure_ascii=False), shown)
            return one

        posting.create, posting.edit, interactions.answer = created, edited, answered  # type: ignore[method-assign]

    def _take(self, channel: Channel, only_for: int | None, draft: Draft) -> None:
        if not draft.body and not draft.files:
            return
        told = [json.dumps(draft.body, ensure_ascii=False)]
        told += [f"{one.name}\n{one.data.decode(errors='replace')}" for one in draft.files.values()]
        to = only_for or (next(iter(channel.recipients)) if channel.guild is None else PUBLIC)
        self._note(to, channel, "\n".join(told), draft.body)

    def _note(self, to: int, where: Channel, text: str, body: Any) -> None:
        door = self.door if to != PUBLIC and where.guild is not None else QUIET
        self.heard.append(Heard(door, to, where, text, body))

    # --- what it has heard

    def leaks(self, canaries: Sequence[Canary]) -> list[str]:
        """What reached somebody who may not know it, a line each."""
        return [
            f"{one.door}: {canary.name} reaches {one.to or f'everybody in #{one.where.name}'}: {one.text[:600]}"
            for one in self.heard
            for canary in canaries
            if one.to not in canary.knows and canary.sings(one.text)
        ]

    def shows(self, canary: Canary) -> set[str]:
        """The doors through which those who may know a secret were shown it."""
        return {one.door for one in self.heard if one.to in canary.knows and canary.sings(one.text)}

    def ids(self) -> dict[str, str]:
        """The custom_id of the last button, list or form of every kind that anybody was shown."""
        return {decode_id(found)[0]: found for one in self.heard for found in _ids(one.body)}


def _ids(body: Any) -> Iterator[str]:
    if isinstance(body, dict):
        if isinstance(body.get("custom_id"), str) and ":" in body["custom_id"]:
            yield body["custom_id"]
        for one in body.values():
            yield from _ids(one)
    elif isinstance(body, list):
        for one in body:
            yield from _ids(one)


class Spelt(Drawers):
    """Draws no pictures, but tells what goes into each: the views that it is made from and, of the first of each kind
    for each seat, its words and its alt text."""

    def __init__(self, patch: pytest.MonkeyPatch) -> None:
        super().__init__()
        self.drawn = set[str]()
        self._words = list[str]()
        self._kinds = set[tuple[str, str]]()

        def compose(size: Any, ground: Any, pieces: Sequence[Piece]) -> Image.Image:
            self._words += [item.text for piece in pieces for item in piece.items if isinstance(item, Text)]
            return Image.new("RGB", (1, 1))

        patch.setattr("render.picture.compose", compose)

    async def _drawn(self, sketches: list[DrawingJob]) -> list[PictureFile]:
        return [self._one(sketch) for sketch in sketches]

    def _one(self, sketch: DrawingJob) -> PictureFile:
        if sketch.late is not None:
            sketch = replace(sketch, args=sketch.late(), late=None)
        views = list(_views([*sketch.args, *sketch.options.values()]))
        known = [msgspec.json.encode(view).decode() for view in views]
        kind = sketch.what, views[0].seat if views else ""
        self._words.clear()
        drawn = PictureFile(f"{sketch.what}.png", b"", "") if kind in self._kinds else self._laid_out(sketch)
        self._kinds.add(kind)
        self.drawn.add(sketch.what)
        return replace(drawn, data="\n".join([*self._words, *known]).encode())

    def _laid_out(self, sketch: DrawingJob) -> PictureFile:
        return _draw([sketch])[0]


class Views(Spelt):
    """Tells the views alone: equal views make equal pictures."""

    def _laid_out(self, sketch: DrawingJob) -> PictureFile:
        return PictureFile(f"{sketch.what}.png", b"", "")


def _views(parts: Sequence[Any]) -> Iterator[View]:
    for one in parts:
        if isinstance(one, View):
            yield one
        elif isinstance(one, list | tuple):
            yield from _views(one)
