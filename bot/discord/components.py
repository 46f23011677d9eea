"""Checks the arguments of a custom_id by kind: anything that does not fit comes from an outdated button."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from bot.discord.reply import Reply
from bot.discord.request import OnPress, Request
from bot.discord.say import say
from bot.table.errors import Stale
from bot.table.parsing import number


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


@dataclass(frozen=True)
class Component:
    """A button, list or form: its handler and the kinds of its arguments."""

    answer: OnPress
    takes: tuple[ArgumentKind, ...] = ()
    chosen: bool = False
    """A value must have been chosen or typed."""

    async def __call__(self, request: Request, args: list[str], values: list[str]) -> Reply | None:
        """Run the handler, if the arguments are valid."""
        fitting = all(kind.fits(arg) for kind, arg in zip(self.takes, args, strict=False))
        if len(args) != len(self.takes) or not fitting or (self.chosen and not values):
            raise Stale(say("old_button"))
        return await self.answer(request, args, values)
