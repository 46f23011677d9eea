"""A league's pinned message, and its questions to a member."""

from __future__ import annotations

from bot.discord.kit.press import Press
from bot.discord.kit.reply import Button
from bot.discord.kit.say import say


class OpenLeague(Press, name="open_league"):
    """Ask in a form what a new league is to be like."""


def league_button() -> Button:
    """The way to a league of one's own."""
    return Button(say("button", group="new_league"), OpenLeague())


class JoinLeague(Press, name="league_join"):
    """Join it."""

    league: int


class LeaveLeague(Press, name="league_leave"):
    """Leave it."""

    league: int


class LeagueStandings(Press, name="league_standings"):
    """Show its standings."""

    league: int


class AcceptInLeague(Press, name="league_yes"):
    """Take over a place, or the league; `what` says which, `since` when it was asked."""

    league: int
    what: str
    since: int


class DeclineInLeague(Press, name="league_no"):
    """Do not."""

    league: int
    what: str
    since: int
