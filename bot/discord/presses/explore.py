"""Private copies of a game, and the lines tried on them."""

from __future__ import annotations

from bot.discord.kit.press import Press


class Explore(Press, name="explore", was={"explore_now": ()}):
    """Make a copy of a game as it stands, or as it stood after a move."""

    game: int
    move: int | None = None


class CopyAgain(Press, name="explore_again"):
    """Copy the game anew."""

    game: int


class EndCopy(Press, name="explore_end"):
    """Delete a copy, after confirming."""

    game: int


class KeepLine(Press, name="explore_keep"):
    """Name where a copy stands."""

    game: int


class ToBeginning(Press, name="explore_back"):
    """Back to where a copy began."""

    game: int


class ShowLines(Press, name="explore_lines"):
    """Show a copy's named lines."""

    game: int


class OfLine(Press):
    """What is done with a line, by its name."""

    game: int
    line: str


class GoToLine(OfLine, name="explore_go"):
    """Go to where a line stands."""


class CompareLine(OfLine, name="explore_compare"):
    """Show a line beside where the copy stands."""
