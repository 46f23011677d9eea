"""What can be looked at, all under one command: /show."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from bot.discord.domains.shared.request import Request
from bot.discord.games.game_lookup import GAME
from bot.discord.kit.command import (
    Command,
    Option,
    by_options,
    choices,
)
from bot.discord.kit.reply import Reply
from bot.discord.kit.say import say
from bot.errors import Refused

Offered = Callable[[Request, str, str | None], Awaitable[Sequence[tuple[str, str]]]]
"""Completes what has been typed about a game."""


@dataclass(frozen=True)
class Looked:
    """What somebody wants to see of a game."""

    game: str | None = None
    about: str = ""
    page: int | None = None


@dataclass(frozen=True)
class Look:
    """One entry of the list."""

    show: Callable[[Request, Looked], Awaitable[Reply]]
    about: Offered | None = None
    """Completes `about:`; None: it is about the whole game."""
    paged: bool = False
    """Can a page be asked for?"""

    def check(self, what: str, asked: Looked) -> None:
        """Refuse options that it does not take."""
        for slot, value, taken in (
            ("about", bool(asked.about), self.about is not None),
            ("page", asked.page is not None, self.paged),
        ):
            if value and not taken:
                raise Refused(say("not_asked_for", slot=slot, command=f"show what:{what}"))


def show_command(looks: Mapping[str, Look]) -> Command:
    """The command with the looks of all domains."""

    async def show(request: Request, given: Mapping[str, Any]) -> Reply:
        what, asked = str(given["what"]), Looked(given.get("game"), given.get("about", ""), given.get("page"))
        looks[what].check(what, asked)
        return await looks[what].show(request, asked)

    async def offer_about(
        request: Request, typed: str, what: str = "", game: str | None = None
    ) -> Sequence[tuple[str, str]]:
        look = looks.get(what)
        if look is None:
            raise Refused(say("choose_first", slot="what"))
        if look.about is None:
            look.check(what, Looked(about="-"))
            return ()
        return await look.about(request, typed, game)

    what = Option("what", required=True, choices=choices("looks", looks))
    about = Option("about", complete=by_options(offer_about))
    return Command("show", show, (what, about, Option("page", int, low=1), GAME))
