"""Private copies of a game, and the lines tried on them."""

from __future__ import annotations

from bot.discord.games.presses.lobby import OfGame


class Explore(OfGame, name="explore", was={"explore_now": ()}):
    """Make a copy of a game as it stands, or as it stood after a move; with a `seat`, robots have all the others."""

    move: int | None = None
    seat: str | None = None


class CopyAgain(OfGame, name="explore_again"):
    """Copy the game anew."""


class EndCopy(OfGame, name="explore_end"):
    """Delete a copy, after confirming."""


class KeepLine(OfGame, name="explore_keep"):
    """Name where a copy stands."""


class ToBeginning(OfGame, name="explore_back"):
    """Back to where a copy began."""


class ShowLines(OfGame, name="explore_lines"):
    """Show a copy's named lines."""


class OfLine(OfGame):
    """What is done with a line, by its name."""

    line: str


class GoToLine(OfLine, name="explore_go"):
    """Go to where a line stands."""


class CompareLine(OfLine, name="explore_compare"):
    """Show a line beside where the copy stands."""
