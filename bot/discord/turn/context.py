"""What a panel was made for: its buttons carry it, so that an outdated press is recognised."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TypeVar

import discord

from bot.discord.games.emblems import emoji_for
from bot.discord.games.game_lookup import GameContext
from bot.discord.games.presses.moves import (
    GO,
    Choose,
    Front,
    Mode,
    PanelAt,
    Step,
    TurnPage,
)
from bot.discord.kit.reply import Button, Part
from bot.discord.kit.say import say
from bot.menu.move.choices import Choice
from bot.menu.move.moves import Moves
from bot.menu.move.walk import Walk
from bot.menu.picture import DrawingJob

S = TypeVar("S", bound=Step)
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


@dataclass(frozen=True)
class PanelContext:
    """A seat's position, and whether a press makes a move or previews it."""

    at: GameContext
    mode: Mode = GO

    @property
    def asked(self) -> PanelAt:
        """What every button of the panel carries."""
        return PanelAt(self.at.game, self.at.seen, self.at.now.decision, self.at.seat)

    @property
    def moves(self) -> Moves:
        """What the seat can do, as far as it may suppose."""
        return self.at.moves

    def choose(self, verb: str, *texts: str) -> Choose:
        """A move, or the beginning of one."""
        return Choose(mode=self.mode, at=self.asked, verb=verb, chosen=texts)

    def so_far(self, press: type[S], walk: Walk, *more: str) -> S:
        """A press that goes on from the choices so far."""
        return press(mode=self.mode, at=self.asked, verb=walk.verb, chosen=(*walk.texts, *more))

    def button(self, choice: Choice, style: discord.ButtonStyle = PRIMARY, emoji: str = "") -> Button:
        """A button for a move or the beginning of one; red if it would end something."""
        grave = self.at.now.game.grave(self.at.seat, choice.act)
        return Button(choice.label, self.choose(choice.verb, *choice.texts), RED if grave else style, emoji=emoji)

    def buttons(self, choices: Sequence[Choice], style: discord.ButtonStyle = PRIMARY) -> list[Button]:
        """Buttons for moves that stand together."""
        emoji = emoji_for(self.at.words, choices)
        return [self.button(one, style, drawn) for one, drawn in zip(choices, emoji, strict=True)]

    def front(self, mode: Mode, label: str) -> Button:
        """A button back to all moves."""
        return Button(label, Front(at=self.asked, mode=mode))

    def back(self) -> Button:
        """A button back from a choice to all moves."""
        return self.front(self.mode, say("button_back"))

    def turning(self, walk: Walk, page: int, last: int) -> tuple[Button, ...]:
        """Buttons to a choice's other pages, if there are any."""
        if not last:
            return ()
        before = TurnPage(mode=self.mode, page=page - 1, at=self.asked, verb=walk.verb, chosen=tuple(walk.texts))
        after, label = replace(before, page=page + 1), say("button_later", page=page + 1, pages=last + 1)
        return (
            Button(say("button_earlier"), before, disabled=page == 0),
            Button(label, after, disabled=page == last),
        )
