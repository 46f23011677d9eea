"""Grave acts are asked for twice: what will happen to whom is named, and the yes is good for that moment and person."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from datetime import timedelta
from hashlib import blake2b

import discord

from bot.discord.asked import Asked, OnPress
from bot.discord.pressed import NUMBER, WORD, Kind, Pressed
from bot.discord.reply import Button, Reply, Shown
from bot.discord.say import say
from bot.store.rows import GameRow
from bot.table.errors import Stale

MINUTES = 15
"""So long a question may be answered; a panel that has been lying about is no question any more."""


@dataclass(frozen=True)
class Warned:
    """What somebody is told before a grave act, and what must still be so when they say yes."""

    text: str
    label: str
    """What stands on the button that does it."""
    moment: tuple[object, ...]
    title: str = ""
    pictures: tuple[Shown, ...] = ()


@dataclass(frozen=True)
class Question:
    """One act that is asked for twice. `warn` refuses those who may not do it at all."""

    name: str
    warn: Callable[[Asked, list[str]], Awaitable[Warned]]
    do: Callable[[Asked, list[str]], Awaitable[Reply]]
    takes: tuple[Kind, ...]
    more: bool = False

    async def ask(self, asked: Asked, *args: object) -> Reply:
        """The question."""
        texts = [str(arg) for arg in args]
        warned = await self.warn(asked, texts)
        until = int((asked.table.clock() + timedelta(minutes=MINUTES)).timestamp())
        yes = Button(
            warned.label, self.name, (until, self._mark(asked, warned, texts), *texts), discord.ButtonStyle.danger
        )
        no = Button(say("button_rather_not", group="sure"), "rather_not", ())
        return Reply(warned.text, warned.title, warned.pictures, rows=((yes, no),))

    async def press(self, asked: Asked, args: list[str], values: list[str]) -> Reply:
        """The yes: done only if the same would still happen, for the same person."""
        until, mark, *texts = args
        if asked.table.clock().timestamp() > int(until):
            raise Stale(say("too_late", group="sure"))
        if mark != self._mark(asked, await self.warn(asked, texts), texts):
            raise Stale(say("no_longer", group="sure"))
        return await self.do(asked, texts)

    def _mark(self, asked: Asked, warned: Warned, texts: list[str]) -> str:
        what = repr((self.name, asked.user, warned.text, warned.moment, texts))
        return blake2b(what.encode(), digest_size=8).hexdigest()

    @property
    def presses(self) -> dict[str, OnPress]:
        """The button of the question, for a domain's table."""
        return {self.name: Pressed(self.press, (NUMBER, WORD, *self.takes), more=self.more)}


def moment_of(row: GameRow) -> tuple[object, ...]:
    """A moment of a game: another one as soon as anything has happened in it."""
    return (row.id, row.status, row.last, row.epoch, row.organiser_id)


async def rather_not(asked: Asked, args: list[str], values: list[str]) -> Reply:
    """Nothing is done."""
    return Reply(say("not_done", group="sure"))
