"""Taking moves back and making them again."""

from __future__ import annotations

from typing import Literal

from bot.discord.kit.press import Press


class Undo(Press, name="undo"):
    """Show what would be taken back."""

    game: int


class UndoNow(Press, name="undo_now"):
    """Take back a private copy's last move, which asks nothing first."""

    game: int
    epoch: int
    last: int


class UndoShown(Press, name="undo_do"):
    """Take back what was shown, or ask those whose moves they are."""

    game: int
    epoch: int
    last: int
    target: int
    as_whom: Literal["seat", "organiser"]


class UndoAllowed(Press, name="undo_yes"):
    """Agree that moves are taken back."""

    game: int
    question: int


class UndoRefused(Press, name="undo_no"):
    """Disagree."""

    game: int
    question: int


class Redo(Press, name="redo"):
    """Make the move again that was taken back last; copies of older versions have buttons without a moment."""

    game: int
    epoch: int | None = None
