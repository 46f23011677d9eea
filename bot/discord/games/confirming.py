"""Grave actions need confirmation: the question names the effects, and holds for one person until anything happens."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass, replace
from datetime import timedelta
from hashlib import blake2b
from typing import Any, TypeVar

import discord

from bot.discord.games.request import Request
from bot.discord.kit.answers import Function, R, answers
from bot.discord.kit.press import Press
from bot.discord.kit.reply import Attachment, Button, Reply
from bot.discord.kit.say import say
from bot.errors import Stale
from bot.store.rows import GameRow

MINUTES = 15
"""Minutes within which a question can be answered."""


@dataclass(frozen=True)
class Confirmation:
    """The warning before a grave action, and what must still be true when it is confirmed."""

    text: str
    label: str
    """The label of the button that does it."""
    version: tuple[object, ...]
    title: str = ""
    pictures: tuple[Attachment, ...] = ()


class Sure(Press):
    """The button that confirms: it holds for one person, and until anything happens, which `ask` fills in."""

    until: int = 0
    mark: str = ""


class RatherNot(Press, name="rather_not"):
    """The button that cancels."""


S = TypeVar("S", bound=Sure)
Warn = Callable[[Any, S], Awaitable[Confirmation]]
WARNINGS: dict[type[Sure], Warn[Any]] = {}


def confirms(press: type[S], warn: Warn[S]) -> Callable[[Function[S, R]], Function[S, R]]:
    """The decorated function does what `warn` warns of, if the same would still happen for the same person."""
    WARNINGS[press] = warn

    def confirmed(do: Function[S, R]) -> Function[S, R]:
        @answers(press)
        async def work(request: Request, sure: S) -> Reply | None:
            if not 0 <= sure.until - int(request.table.clock().timestamp()) <= MINUTES * 60:
                raise Stale(say("too_late", group="sure"))
            if sure.mark != _mark(request, await warn(request, sure), sure):
                raise Stale(say("no_longer", group="sure"))
            return await do(request, sure)

        return do

    return confirmed


async def ask(request: Request, sure: Sure) -> Reply:
    """The question; refuses those who may not do it at all."""
    confirmation = await WARNINGS[type(sure)](request, sure)
    until = int((request.table.clock() + timedelta(minutes=MINUTES)).timestamp())
    marked = replace(sure, until=until, mark=_mark(request, confirmation, sure))
    yes = Button(confirmation.label, marked, discord.ButtonStyle.danger)
    no = Button(say("button_rather_not", group="sure"), RatherNot())
    return Reply(confirmation.text, confirmation.title, confirmation.pictures, rows=((yes, no),))


def _mark(request: Request, confirmation: Confirmation, sure: Sure) -> str:
    asked = list(replace(sure, until=0, mark="").texts()[2:])
    what = repr((sure.name, request.user, confirmation.text, confirmation.version, asked))
    return blake2b(what.encode(), digest_size=8).hexdigest()


@answers(RatherNot)
async def rather_not(request: Request, press: RatherNot) -> Reply:
    """Cancelled: do nothing."""
    return Reply(say("not_done", group="sure"))


def version_of(row: GameRow) -> tuple[object, ...]:
    """Identifies what a game is like now; changes as soon as anything happens in it."""
    return (row.id, row.status, row.last, row.epoch, row.organiser_id)
