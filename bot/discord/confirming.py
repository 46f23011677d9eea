"""Grave actions need confirmation: the question names the effects, and holds for one person and moment."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from datetime import timedelta
from hashlib import blake2b

import discord

from bot.discord.components import NUMBER, WORD, ArgumentKind, Component
from bot.discord.reply import Attachment, Button, Reply
from bot.discord.request import OnPress, Request
from bot.discord.say import say
from bot.store.rows import GameRow
from bot.table.errors import Stale

MINUTES = 15
"""Minutes within which a question can be answered."""


@dataclass(frozen=True)
class Confirmation:
    """The warning before a grave action, and what must still be true when it is confirmed."""

    text: str
    label: str
    """The label of the button that does it."""
    moment: tuple[object, ...]
    title: str = ""
    pictures: tuple[Attachment, ...] = ()


@dataclass(frozen=True)
class GraveAction:
    """An action that needs confirmation. `warn` refuses those who may not do it at all."""

    name: str
    warn: Callable[[Request, list[str]], Awaitable[Confirmation]]
    do: Callable[[Request, list[str]], Awaitable[Reply]]
    takes: tuple[ArgumentKind, ...]
    more: bool = False

    async def ask(self, request: Request, *args: object) -> Reply:
        """The question."""
        texts = [str(arg) for arg in args]
        confirmation = await self.warn(request, texts)
        until = int((request.table.clock() + timedelta(minutes=MINUTES)).timestamp())
        yes = Button(
            confirmation.label,
            self.name,
            (until, self._mark(request, confirmation, texts), *texts),
            discord.ButtonStyle.danger,
        )
        no = Button(say("button_rather_not", group="sure"), "rather_not", ())
        return Reply(confirmation.text, confirmation.title, confirmation.pictures, rows=((yes, no),))

    async def press(self, request: Request, args: list[str], values: list[str]) -> Reply:
        """Confirmed: do it only if the same would still happen, for the same person."""
        until, mark, *texts = args
        if not 0 <= int(until) - int(request.table.clock().timestamp()) <= MINUTES * 60:
            raise Stale(say("too_late", group="sure"))
        if mark != self._mark(request, await self.warn(request, texts), texts):
            raise Stale(say("no_longer", group="sure"))
        return await self.do(request, texts)

    def _mark(self, request: Request, confirmation: Confirmation, texts: list[str]) -> str:
        what = repr((self.name, request.user, confirmation.text, confirmation.moment, texts))
        return blake2b(what.encode(), digest_size=8).hexdigest()

    @property
    def presses(self) -> dict[str, OnPress]:
        """The question's buttons, for a domain's table."""
        return {self.name: Component(self.press, (NUMBER, WORD, *self.takes), more=self.more)}


def moment_of(row: GameRow) -> tuple[object, ...]:
    """Identifies a moment of a game; changes as soon as anything happens in it."""
    return (row.id, row.status, row.last, row.epoch, row.organiser_id)


async def rather_not(request: Request, args: list[str], values: list[str]) -> Reply:
    """Cancelled: do nothing."""
    return Reply(say("not_done", group="sure"))
