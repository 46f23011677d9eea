"""A league's terms, read and checked; every refusal says what would be valid."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from datetime import datetime, time
from typing import Any

from bot.errors import Refused
from bot.league.deadline import deadline, hour_of
from bot.league.draw import sizes_for
from bot.league.points import points_by_place
from bot.table.ground.clocks import zone_named
from engine import EngineError
from engine.core.sentences import because, sentence_of
from engine.titles import title_for, title_named

FIXED, BY_STANDINGS, RANDOM = "fixed", "standings", "random"
DRAWS = (RANDOM, FIXED, BY_STANDINGS)
MOST_MEMBERS, MOST_ROUNDS, MOST_DAYS, MOST_TITLES = 48, 20, 365, 5
FINISHED_GAME, STOPPED_GAME, OVERDUE, DISCARDED = "finished", "stopped", "overdue", "discarded"
"""How a table can end. All but the first share the points evenly."""


@dataclass(frozen=True)
class Terms:
    """A league's terms."""

    titles: list[str]
    """One per round, in this order, then from the beginning again."""
    seats: int
    rounds: int
    points: list[int]
    draw: str
    days: int
    hour: str
    zone: str
    options: dict[str, str]
    interval: int | None = None
    """Minutes between reminders in its games; None: the server's setting."""

    @classmethod
    def of(cls, stored: Mapping[str, Any]) -> Terms:
        """Decode stored terms."""
        return cls(**stored)

    def stored(self) -> dict[str, Any]:
        """Encode the terms to be stored."""
        return asdict(self)

    def title(self, number: int) -> str:
        """A round's title."""
        return self.titles[(number - 1) % len(self.titles)]

    def sizes(self, number: int, members: int) -> tuple[int, ...]:
        """The sizes of a round's tables; raises Refused if the members cannot be seated."""
        title = self.title(number)
        low, high = title_named(title).players
        sizes = sizes_for(members, self.seats, low, high)
        if not sizes:
            raise Refused(
                because(
                    "Round {number} needs {low} to {high} players for {title}, and has {members}. Let more people join "
                    "first, or give places to newcomers with `/league replace`.",
                    members=members,
                    number=number,
                    title=title,
                    low=low,
                    high=high,
                )
            )
        return sizes

    def due(self, start: datetime) -> datetime:
        """The deadline of a round drawn now."""
        return deadline(start, self.days, time.fromisoformat(self.hour), zone_named(self.zone))


def titles_of(text: str, known: Sequence[str]) -> list[str]:
    """Read titles like `1830` or `1830, 1870`."""
    titles = [part for part in text.replace(",", " ").split() if part]
    unknown = [one for one in titles if one not in known]
    if unknown or not 1 <= len(titles) <= MOST_TITLES:
        raise Refused(
            because(
                "Name 1 to {most} of these games, separated by commas: {known:list}.",
                most=MOST_TITLES,
                known=tuple(known),
            )
        )
    return list(dict.fromkeys(titles))


def checked(
    titles: list[str],
    seats: int,
    rounds: int,
    points: str,
    draw: str,
    days: int,
    hour: str,
    zone: str,
    options: dict[str, str],
    interval: int | None = None,
) -> Terms:
    """Check a new league's terms, or refuse them with the reason."""
    for name in titles:
        low, high = title_named(name).players
        if not low <= seats <= high:
            raise Refused(because("{title} is for {low} to {high} players.", title=name, low=low, high=high))
        try:
            title_for(name, options).chosen(options)
        except EngineError as e:
            raise Refused(sentence_of(e)) from e
    worth, at = points_by_place(points), hour_of(hour)
    if worth is None:
        raise Refused("Write the points for first, second, third place and so on from high to low, like 6 3 1.")
    if at is None:
        raise Refused("Write the time at which rounds end like this: 20:00.")
    if draw not in DRAWS or not 1 <= rounds <= MOST_ROUNDS or not 1 <= days <= MOST_DAYS:
        raise Refused(
            because("A league has 1 to {rounds} rounds of 1 to {days} days each.", rounds=MOST_ROUNDS, days=MOST_DAYS)
        )
    zone_named(zone)
    return Terms(titles, seats, rounds, worth, draw, days, at.strftime("%H:%M"), zone, options, interval)
