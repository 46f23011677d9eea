"""Looking at a game, and showing it to everybody."""

from __future__ import annotations

from typing import Literal

from bot.discord.kit.press import Press


class Share(Press, name="share"):
    """Post a picture that somebody saw, showing only public information; `about` says which one of its kind."""

    game: int
    what: str
    about: str


class Since(Press, name="since"):
    """Show what is new to the asker, or to a seat they act for; older buttons do not name the seat."""

    game: int
    seat: str | None = None


class History(Press, name="history"):
    """Show a game as it stood after a move; `step` keeps apart buttons that lead to the same move."""

    game: int
    move: int
    step: str


class Course(Press, name="course"):
    """Show a chart, or the map as it grew."""

    game: int
    what: Literal["worth", "prices", "revenue", "animation"]
