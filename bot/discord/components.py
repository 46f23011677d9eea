"""Checks the arguments of a custom_id by kind: anything that does not fit comes from an outdated button."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass

from bot.discord.reply import Reply
from bot.discord.request import OnPress, Request
from bot.discord.say import error_text, say
from bot.table.errors import NotYours, Refused, Stale, Trouble
from bot.table.parsing import number
from engine import EngineError
from engine.words.buttons import capital


@dataclass(frozen=True)
class ArgumentKind:
    """What one argument of a custom_id may be."""

    name: str
    fits: Callable[[str], bool]


NUMBER = ArgumentKind("number", lambda text: number(text) is not None)
WORD = ArgumentKind("word", lambda text: True)


def one_of(*words: str) -> ArgumentKind:
    """A kind with a few fixed words."""
    return ArgumentKind("|".join(words), lambda text: text in words)


ShowAgain = Callable[[Request, list[str], list[str], str], Awaitable[Reply]]
"""Shows the panel again after something sent from it was refused, with the reason."""


@dataclass(frozen=True)
class Component:
    """A button, list or form: its handler and the kinds of its arguments."""

    answer: OnPress
    takes: tuple[ArgumentKind, ...] = ()
    more: bool = False
    """Any number of arguments may follow."""
    chosen: bool = False
    """A value must have been chosen or typed."""
    again: ShowAgain | None = None
    """Shown when the value is refused, so that it can be tried again."""

    async def __call__(self, request: Request, args: list[str], values: list[str]) -> Reply | None:
        """Run the handler, if the arguments are valid."""
        enough = len(args) >= len(self.takes) if self.more else len(args) == len(self.takes)
        if not enough or not all(kind.fits(arg) for kind, arg in zip(self.takes, args, strict=False)):
            raise Stale(say("old_button"))
        if self.chosen and not values:
            raise Stale(say("old_button"))
        try:
            return await self.answer(request, args, values)
        except (Refused, EngineError) as e:
            if self.again is None or isinstance(e, (Stale, NotYours, Trouble)):
                raise
            return await self.again(request, args, values, capital(error_text(e)))
