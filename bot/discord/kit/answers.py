"""Which function answers which press, and which presses open a form."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Coroutine
from dataclasses import dataclass
from typing import Any, TypeVar

from bot.discord.kit.press import Press
from bot.discord.kit.reply import Reply
from bot.discord.kit.request import Request
from bot.discord.kit.say import error_text
from bot.errors import (
    NotYours,
    Refused,
    Stale,
    Trouble,
)
from engine import EngineError
from engine.words.buttons import capital

P = TypeVar("P", bound=Press)
R = TypeVar("R", bound="Reply | None")
Work = Callable[[Any, P], Awaitable[Reply | None]]
"""Answers a press of the bot's kind of request."""
Function = Callable[[Any, P], Coroutine[Any, Any, R]]
Again = Callable[[Any, P, str], Awaitable[Reply]]
"""Shows a panel again after something sent from it was refused, with the reason."""


@dataclass(frozen=True)
class Answer:
    """The function that answers a press."""

    work: Work[Any]
    again: Again[Any] | None = None

    async def __call__(self, request: Request, press: Press) -> Reply | None:
        """Answer; a refusal may show the panel again, so that something else can be tried."""
        try:
            return await self.work(request, press)
        except (Refused, EngineError) as e:
            if self.again is None or isinstance(e, (Stale, NotYours, Trouble)):
                raise
            return await self.again(request, press, capital(error_text(e)))


@dataclass(frozen=True)
class OneLine:
    """A form with one line: the press that it becomes when it is sent, and its texts."""

    sends: type[Press]
    title: str
    label: str
    most: int = 200


ANSWERS: dict[type[Press], Answer] = {}
FORMS: dict[type[Press], OneLine] = {}


def answers(press: type[P], again: Again[P] | None = None) -> Callable[[Function[P, R]], Function[P, R]]:
    """The decorated function answers this press."""

    def answered(work: Function[P, R]) -> Function[P, R]:
        _check_new(press)
        ANSWERS[press] = Answer(work, again)
        return work

    return answered


def opens(press: type[Press], sends: type[Press], title: str, label: str, most: int = 200) -> None:
    """This press opens a form; what is typed becomes the last field of the press that the form sends."""
    _check_new(press)
    if not sends.continues(press):
        raise ValueError(f"{sends.name} lacks fields of {press.name}, or a last one for what is typed")
    FORMS[press] = OneLine(sends, title, label, most)


def _check_new(press: type[Press]) -> None:
    if press in ANSWERS or press in FORMS:
        raise ValueError(f"{press.name} is answered twice")
