"""Standings and ratings of a server: /standings."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from typing import Any

from bot.discord.domains.shared.pages import paged
from bot.discord.domains.shared.request import Request
from bot.discord.domains.shared.typed_options import TitleAlone
from bot.discord.kit.answers import answers
from bot.discord.kit.command import command
from bot.discord.kit.press import Press
from bot.discord.kit.reply import Reply
from bot.discord.kit.say import say
from bot.errors import Refused
from bot.league.rating import Rating
from bot.table.past.past import FinishedGame
from engine.titles import title_named


@dataclass
class Record:
    """One person's results in some games."""

    user: int
    places: Counter[int] = field(default_factory=Counter)
    wins: int = 0
    by_clock: int = 0
    """Games in which a clock has moved for them."""

    @property
    def games(self) -> int:
        """Games finished."""
        return sum(self.places.values())

    @property
    def average(self) -> float:
        """The average place."""
        return sum(place * count for place, count in self.places.items()) / self.games


def records(games: Iterable[FinishedGame]) -> list[Record]:
    """The records of everybody who has finished a game, most successful first. Robots take places but have none."""
    by_user: dict[int, Record] = {}
    for game in games:
        places = game.places
        for seat in game.seats:
            if not seat.has_person:
                continue
            record = by_user.setdefault(seat.user_id, Record(seat.user_id))
            record.places[places[seat.seat]] += 1
            record.wins += seat.seat in game.end.winners
            record.by_clock += bool(game.by_clock.get(seat.seat))
    return sorted(by_user.values(), key=lambda one: (-one.wins, one.average, -one.games, one.user))


class StandingsPage(Press, name="standings"):
    """Show a page of the standings; without a title, for all of them."""

    title: str
    page: int


class RatingsPage(Press, name="ratings"):
    """Show a page of the ratings."""

    title: str
    page: int


@command("standings")
async def standings(request: Request, title: TitleAlone = "", ratings: bool = False) -> Reply:
    """Show standings for all games of the server, then for each title."""
    request.check_server()
    if ratings:
        return await rated(request, RatingsPage(title=title, page=0))
    return await standings_page(request, StandingsPage(title=title, page=0))


@answers(StandingsPage)
async def standings_page(request: Request, press: StandingsPage) -> Reply:
    """A page of them."""
    title = press.title
    over = await request.table.past.ended(request.guild)
    games = [game for game in over if title in ("", game.row.title) and any(seat.has_person for seat in game.seats)]
    if not games:
        raise Refused(say("none", group="standings"))
    lines = [] if title else [say("overall", group="standings", games=len(games)), *_lines(games)]
    for name in sorted({game.row.title for game in games}):
        own = [game for game in games if game.row.title == name]
        lines += [say("of_title", group="standings", title=title_named(name).name, games=len(own)), *_lines(own)]
    return paged(say("title", group="standings"), lines, press.page, lambda to: replace(press, page=to))


def _lines(games: list[FinishedGame]) -> list[str]:
    return [
        say(
            "line",
            group="standings",
            rank=rank,
            user=record.user,
            games=record.games,
            wins=record.wins,
            places=[
                say("place", group="standings", place=place, count=record.places[place])
                for place in sorted(record.places)
            ],
            average=f"{record.average:.1f}",
        )
        + _by_clock(record.by_clock)
        for rank, record in enumerate(records(games), 1)
    ]


def _by_clock(games: int) -> str:
    """The mark of games in which a clock has moved for somebody."""
    return say("by_clock", group="standings", games=games) if games else ""


@answers(RatingsPage)
async def rated(request: Request, press: RatingsPage) -> Reply:
    """A page of the ratings of those who show theirs, and the asker's own."""
    title = press.title
    rated_games = await request.table.ratings.games(request.guild)
    names = sorted({game.row.title for game in rated_games.games})
    if not [name for name in names if title in ("", name)]:
        raise Refused(say("none", group="standings"))
    lines: list[str] = []
    for name in [title] if title else ["", *names]:
        own = [game for game in rated_games.games if name in ("", game.row.title)]
        called = title_named(name).name if name else say("all_titles", group="standings")
        lines.append(say("rated", group="standings", title=called, games=len(own)))
        lines += await _rated(request, own, rated_games.public)
    lines.append(say("rating_about", group="standings"))
    return paged(say("ratings", group="standings"), lines, press.page, lambda to: replace(press, page=to))


async def _rated(request: Request, games: list[FinishedGame], public: frozenset[int]) -> list[str]:
    every = await request.table.ratings.of(games)
    # Ranks count only those shown, since the number of others would reveal something.
    late = Counter(
        seat.user_id for game in games for seat in game.seats if seat.has_person and game.by_clock.get(seat.seat)
    )
    shown = sorted((user for user in every if user in public), key=lambda user: (-every[user].safe, user))
    lines = [
        say("rating_line", group="standings", rank=rank, user=user, **_rating_fields(every[user]))
        + _by_clock(late[user])
        for rank, user in enumerate(shown, 1)
    ] or [say("rating_nobody", group="standings")]
    mine = every.get(request.user)
    if mine is None:
        return [*lines, say("rating_none", group="standings")]
    visible = say("rating_public" if request.user in public else "rating_hidden", group="standings")
    own = say("rating_own", group="standings", visible=visible, **_rating_fields(mine))
    return [*lines, own + _by_clock(late[request.user])]


def _rating_fields(rating: Rating) -> dict[str, Any]:
    return {"strength": f"{rating.strength:.1f}", "span": f"{rating.span:.1f}", "games": rating.games}
