"""Looking at a game, and showing it to everybody."""

from __future__ import annotations

from typing import Literal

from bot.discord.games.presses.lobby import OfGame
from bot.discord.kit.press import Press


class Share(OfGame, name="share"):
    """Post a picture that somebody saw, showing only public information; `about` says which one of its kind."""

    what: str
    about: str


HEX = "hex"
"""A description of one hex, which `about` names."""


class Describe(OfGame, name="describe"):
    """Show a part of the game in words: without a page beside what had the button, otherwise in its place."""

    what: str
    about: str
    page: int | None = None


class Since(OfGame, name="since"):
    """Show what is new to the asker, or to a seat they act for; older buttons do not name the seat."""

    seat: str | None = None


class History(OfGame, name="history"):
    """Show a game as it stood after a move; `step` keeps apart buttons that lead to the same move."""

    move: int
    step: str


class Course(OfGame, name="course"):
    """Show a chart, or the map as it grew."""

    what: Literal["worth", "prices", "revenue", "animation"]


class Review(OfGame, name="review"):
    """Show what decided a game: the story, the money, one of the turning points, what can be proven, what the robot
    would have done in a `seat`, or a better move to find; `point`: a turning point by its number, or the move before.
    """

    part: Literal["story", "money", "point", "proven", "robot", "find", "solution"]
    point: int | None = None
    seat: str | None = None


class OwnReviews(Press, name="review_own"):
    """Show what one misses most, over all reviews of one's games."""

    page: int = 0


class ShareReview(OfGame, name="review_share"):
    """Post the story, the money or what can be proven of a game that is over."""

    part: Literal["story", "money", "proven"]
