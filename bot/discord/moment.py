"""The moment that a panel belongs to: its buttons name it, so that one pressed later is known for an old one."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import discord

from bot.discord.drawing import Sketch
from bot.discord.finding import Here
from bot.discord.hints import Hints
from bot.discord.openings import Opening, Openings
from bot.discord.reply import Button, Part
from bot.discord.say import say
from bot.discord.walking import Walk
from engine import Act

GO, TRY = "go", "if"
"""A move is made, or shown before it is made."""
PRIMARY, PLAIN, GREEN = discord.ButtonStyle.primary, discord.ButtonStyle.secondary, discord.ButtonStyle.success
RED = discord.ButtonStyle.danger


@dataclass(frozen=True)
class Panel:
    """Text, pictures still to be drawn, and what stands below them."""

    text: str
    rows: tuple[Part, ...] = ()
    sketches: tuple[Sketch, ...] = ()
    offers: Walk | None = None
    """The choice of track that it offers, if it does."""


def address(here: Here) -> tuple[object, ...]:
    """What every button of a panel says of the moment it belongs to."""
    return (here.game, here.seen, here.now.decision, here.seat)


@dataclass(frozen=True)
class Moment:
    """What somebody looks at, and whether a press makes a move or tries it."""

    here: Here
    mode: str = GO
    hints: Hints | None = None
    """What has been worked out since the panel was shown."""

    @property
    def openings(self) -> Openings:
        """What the seat can press, in the words of whoever looks."""
        return Openings(self.here.now.game, self.here.seat, self.here.words)

    def prefix(self, verb: str, texts: Sequence[str]) -> tuple[object, ...]:
        """A move as far as it is chosen, as it stands in a button."""
        return (*address(self.here), verb, *texts)

    def button(self, one: Opening, label: str = "", style: discord.ButtonStyle = PRIMARY) -> Button:
        """A move, or the beginning of one; red where it would end something."""
        grave = self.here.now.game.grave(self.here.seat, Act(one.verb, dict(one.got)))
        return Button(label or one.label, self.mode, self.prefix(one.verb, one.texts), RED if grave else style)

    def front(self, mode: str, page: int, label: str, *, disabled: bool = False) -> Button:
        """To all that can be done."""
        return Button(label, "front", (*address(self.here), mode, page), disabled=disabled)

    def back(self) -> Button:
        """To all that can be done, from a choice."""
        return self.front(self.mode, 0, say("button_back"))

    def turning(self, prefix: tuple[object, ...], page: int, last: int) -> tuple[Button, ...]:
        """Buttons to other pages of a choice, if there are any."""
        if not last:
            return ()
        does, later = f"page_{self.mode}", say("button_later", page=page + 1, pages=last + 1)
        return (
            Button(say("button_earlier"), does, (page - 1, *prefix), disabled=page == 0),
            Button(later, does, (page + 1, *prefix), disabled=page == last),
        )
