"""What can be looked at, all under one command: /show."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from bot.discord.command import Command, Complete, Option, choices
from bot.discord.game_lookup import GAME
from bot.discord.reply import Reply
from bot.discord.request import Handler, Request
from bot.discord.say import say
from bot.table.errors import Refused


@dataclass(frozen=True)
class Look:
    """One entry of the list."""

    show: Handler
    about: Complete | None = None
    """Completes `about:`; None: it is about the whole game."""
    paged: bool = False
    """Can a page be asked for?"""

    def check(self, what: str, given: Mapping[str, Any]) -> None:
        """Refuse options that it does not take."""
        takes = {"about": self.about is not None, "page": self.paged}
        for slot, taken in takes.items():
            if slot in given and not taken:
                raise Refused(say("not_asked_for", slot=slot, command=f"show what:{what}"))


def show_command(looks: Mapping[str, Look]) -> Command:
    """The command with the looks of all domains."""

    async def show(request: Request, given: dict[str, Any]) -> Reply | None:
        look = looks[given["what"]]
        look.check(given["what"], given)
        return await look.show(request, given)

    async def offer_about(request: Request, typed: str, given: dict[str, Any]) -> Sequence[tuple[str, str]]:
        look = looks.get(given.get("what", ""))
        if look is None:
            raise Refused(say("choose_first", slot="what"))
        look.check(given["what"], given)
        return await look.about(request, typed, given) if look.about is not None else ()

    what = Option("what", required=True, choices=choices("looks", looks))
    return Command("show", show, (what, Option("about", complete=offer_about), Option("page", int, low=1), GAME))
