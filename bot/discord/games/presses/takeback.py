"""Taking moves back and making them again."""

from __future__ import annotations

from typing import Literal

from bot.discord.games.presses.lobby import OfGame


class Undo(OfGame, name="undo"):
    """Show what would be taken back."""


class UndoNow(OfGame, name="undo_now"):
    """Take back a private copy's last move, which asks nothing first."""

    epoch: int
    last: int


class UndoShown(OfGame, name="undo_do"):
    """Take back what was shown, or ask those whose moves they are."""

    epoch: int
    last: int
    target: int
    as_whom: Literal["seat", "organiser"]


class UndoAllowed(OfGame, name="undo_yes"):
    """Agree that moves are taken back."""

    question: int


class UndoRefused(OfGame, name="undo_no"):
    """Disagree."""

    question: int


class Redo(OfGame, name="redo"):
    """Make the move again that was taken back last; copies of older versions have buttons without a moment."""

    epoch: int | None = None
