"""The moment a panel belongs to: its buttons carry it, so that an outdated press is recognised."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import discord

from bot.discord.game_lookup import GameContext
from bot.discord.reply import Button, Part, by_name
from bot.discord.say import say
from bot.menu.choices import Choice
from bot.menu.moves import Moves
from bot.menu.picture import DrawingJob
from bot.menu.walk import Walk

GO, TRY = "go", "if"
"""The two modes: make moves, or preview them."""
PRIMARY, PLAIN, GREEN = discord.ButtonStyle.primary, discord.ButtonStyle.secondary, discord.ButtonStyle.success
RED = discord.ButtonStyle.danger


@dataclass(frozen=True)
class Panel:
    """A panel's text, pictures still to be drawn, and what comes below them."""

    text: str
    rows: tuple[Part, ...] = ()
    sketches: tuple[DrawingJob, ...] = ()
    offers: Walk | None = None
    """The choice of track it offers, if any."""


def address(here: GameContext) -> tuple[object, ...]:
    """The arguments by which every button of a panel carries its moment."""
    return (here.game, here.seen, here.now.decision, here.seat)


@dataclass(frozen=True)
class Moment:
    """A seat's position, and whether a press makes a move or previews it."""

    here: GameContext
    mode: str = GO

    @property
    def moves(self) -> Moves:
        """What the seat can do, as far as it may suppose."""
        return self.here.moves

    def prefix(self, verb: str, texts: Sequence[str]) -> tuple[object, ...]:
        """An incomplete move as a button's arguments."""
        return (*address(self.here), verb, *texts)

    def button(self, one: Choice, label: str = "", style: discord.ButtonStyle = PRIMARY) -> Button:
        """A button for a move or the beginning of one; red if it would end something."""
        grave = self.here.now.game.grave(self.here.seat, one.act)
        return Button(label or one.label, by_name(self.mode, self.prefix(one.verb, one.texts)), RED if grave else style)

    def front(self, mode: str, page: int, label: str, *, disabled: bool = False) -> Button:
        """A button back to all moves."""
        return Button(label, by_name("front", (*address(self.here), mode, page)), disabled=disabled)

    def back(self) -> Button:
        """A button back from a choice to all moves."""
        return self.front(self.mode, 0, say("button_back"))

    def turning(self, prefix: tuple[object, ...], page: int, last: int) -> tuple[Button, ...]:
        """Buttons to a choice's other pages, if there are any."""
        if not last:
            return ()
        does, later = f"page_{self.mode}", say("button_later", page=page + 1, pages=last + 1)
        return (
            Button(say("button_earlier"), by_name(does, (page - 1, *prefix)), disabled=page == 0),
            Button(later, by_name(does, (page + 1, *prefix)), disabled=page == last),
        )
