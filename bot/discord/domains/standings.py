"""Who has won what on a server: /standings."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

from bot.discord.asked import Asked, OnPress
from bot.discord.command import Command, Option, matching
from bot.discord.pages import paged
from bot.discord.pressed import NUMBER, Pressed, one_of
from bot.discord.reply import Reply
from bot.discord.say import say
from bot.table.errors import Refused
from bot.table.past import Ended
from engine.titles import title_named, titles


@dataclass
class Record:
    """What one person has done in some games."""

    user: int
    places: Counter[int] = field(default_factory=Counter)
    wins: int = 0

    @property
    def games(self) -> int:
        """Games finished."""
        return sum(self.places.values())

    @property
    def average(self) -> float:
        """The place taken on average."""
        return sum(place * count for place, count in self.places.items()) / self.games


def records(games: Iterable[Ended]) -> list[Record]:
    """The records of all who have finished a game, the most successful first. Other seats take places but keep none."""
    found: dict[int, Record] = {}
    for game in games:
        places = placed(game)
        for seat in game.seats:
            if not seat.has_person:
                continue
            record = found.setdefault(seat.user_id, Record(seat.user_id))
            record.places[places[seat.seat]] += 1
            record.wins += seat.seat in game.end.winners
    return sorted(found.values(), key=lambda one: (-one.wins, one.average, -one.games, one.user))


def placed(game: Ended) -> dict[str, int]:
    """The place of every seat: as many as are worth more come before it; winners are first, whatever they are worth."""
    worth, winners = game.end.worth, game.end.winners
    return {
        seat: 1 if seat in winners else 1 + sum(other in winners or worth[other] > worth[seat] for other in worth)
        for seat in worth
    }


async def standings(asked: Asked, given: dict[str, Any]) -> Reply:
    """All games of the server, then title by title."""
    if not asked.guild:
        raise Refused(say("servers_only"))
    return await _shown(asked, given.get("title", ""), 0)


async def turned(asked: Asked, args: list[str], values: list[str]) -> Reply:
    """Another page of them."""
    return await _shown(asked, args[0], int(args[1]))


async def _shown(asked: Asked, title: str, page: int) -> Reply:
    games = [game for game in await asked.table.past.ended(asked.guild) if title in ("", game.row.title)]
    if not games:
        raise Refused(say("none", group="standings"))
    lines = [] if title else [say("overall", group="standings", games=len(games)), *_lines(games)]
    for name in sorted({game.row.title for game in games}):
        own = [game for game in games if game.row.title == name]
        lines += [say("of_title", group="standings", title=title_named(name).name, games=len(own)), *_lines(own)]
    return paged(say("title", group="standings"), lines, page, "standings", (title,))


def _lines(games: list[Ended]) -> list[str]:
    return [
        say(
            "line",
            group="standings",
            rank=rank,
            user=one.user,
            games=one.games,
            wins=one.wins,
            places=[
                say("place", group="standings", place=place, count=one.places[place]) for place in sorted(one.places)
            ],
            average=f"{one.average:.1f}",
        )
        for rank, one in enumerate(records(games), 1)
    ]


async def offer_titles(asked: Asked, typed: str, given: dict[str, Any]) -> list[tuple[str, str]]:
    """Titles by name."""
    return matching([(title_named(name).name, name) for name in titles()], typed)


COMMANDS = (Command("standings", standings, (Option("title", complete=offer_titles),)),)
PRESSES: dict[str, OnPress] = {"standings": Pressed(turned, (one_of("", *titles()), NUMBER))}
