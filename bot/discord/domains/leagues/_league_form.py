"""The form that opens a league; whatever else can be agreed on is typed with /league new."""

from __future__ import annotations

from bot.discord.games.presses.leagues import OpenLeague
from bot.discord.kit.form import Choice, Entry, Line, Sheet, whole_number
from bot.discord.kit.say import say
from bot.table.leagues.terms import MOST_DAYS, MOST_ROUNDS, MOST_TITLES
from engine.titles import easiest_first
from engine.words.options import title_line

SEATS = range(2, 8)
USUAL_SEATS, USUAL_ROUNDS, USUAL_DAYS = 4, 3, 60


class NewLeague(OpenLeague, name="new_league"):
    """Open it."""

    called: str
    titles: str
    seats: int
    rounds: int
    days: str


def league_sheet() -> Sheet:
    """What a league needs."""
    named = [Entry(title_line(one), one.id) for one in easiest_first()]
    seats, rounds = ([Entry(str(one), str(one)) for one in many] for many in (SEATS, range(1, MOST_ROUNDS + 1)))
    return Sheet(
        say("title", group="new_league"),
        (
            Line(say("name", group="new_league"), most=40),
            Choice(say("titles", group="new_league"), named, "", say("titles_about", group="new_league"), MOST_TITLES),
            Choice(say("seats", group="new_league"), seats, str(USUAL_SEATS)),
            Choice(say("rounds", group="new_league"), rounds, str(USUAL_ROUNDS)),
            Line(say("days", group="new_league"), say("days_about", group="new_league"), str(USUAL_DAYS), most=3),
        ),
    )


def days_of(press: NewLeague) -> int:
    """For how long a round is."""
    return whole_number(say("days", group="new_league"), press.days, MOST_DAYS)
