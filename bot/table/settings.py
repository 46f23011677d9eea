"""The settings of servers, games and people: the only place that knows their defaults and valid values."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

from bot.store.rows import GameRow, PersonRow
from bot.table.clocks import DAY, LONGEST_AWAY, Pace, pace_of, zone_named
from bot.table.errors import Refused
from bot.table.parsing import discord_number
from engine.core.sentences import because

PACES = {"quick": 4 * 60, "usual": 12 * 60, "leisurely": 24 * 60, "silent": 0}
"""Minutes between reminders for each pace."""
PICTURES = ("every", "turn", "request")
"""When pictures are posted: with every move, when the turn passes, or only on request."""
CALLS = ("channel", "both")
"""Where somebody is pinged: in the game's channel, or by direct message as well."""


@dataclass(frozen=True)
class Setting:
    """A setting: its default and its valid values."""

    default: Any
    choices: tuple[Any, ...] = ()
    low: int | None = None
    high: int | None = None
    widens: tuple[Any, ...] = ()
    """The values with which people may see or do more than with others: a change to one is posted in the game's
    channel."""


GAME_SETTINGS = {
    "interval": Setting(Pace.interval),
    "urgent": Setting(Pace.urgent, low=1, high=100),
    "stop": Setting(Pace.stop, low=1, high=100),
    "organiser_acts": Setting(True, widens=(True,)),
    "copies": Setting(True, widens=(True,)),
    "hints": Setting(False, widens=(True,)),
}
"""A game's settings: minutes between reminders, which reminder is urgent and which the last; who may act; hints."""
THEMES = ("light", "dark", "safe")
TABLE_SETTINGS = {
    **GAME_SETTINGS,
    "name": Setting(""),
    "least": Setting(0, low=0, high=7),
    "invited_only": Setting(False, widens=(False,)),
    "theme": Setting(THEMES[0], THEMES),
}
"""More settings of a game: its name, its minimum number of players (0: the title's), whether it is by invitation only,
the theme of its pictures.
"""
LONGEST_NAME, MOST_GUESTS = 40, 50
SERVER_SETTINGS = {
    **GAME_SETTINGS,
    "most_games": Setting(20, low=1, high=1000),
    "most_leagues": Setting(3, low=1, high=10),
    "managers_create": Setting(False),
    "members_channels": Setting(False),
    "spectator_role": Setting(0),
    "board_channel": Setting(0),
    "board_message": Setting(0),
    "board_by": Setting(0),
    "board_lost": Setting(0),
}
"""A server's settings; a new game copies those that concern it."""
WISHES = {
    "theme": Setting(THEMES[0], THEMES),
    "confirm": Setting(False, (True, False)),
    "pictures": Setting(PICTURES[0], PICTURES),
    "calls": Setting(CALLS[0], CALLS),
    "owners": Setting(False, (True, False)),
    "rating": Setting("private", ("private", "public")),
}
"""A person's settings: theme, previews of all moves, pictures with their own moves, pings by direct message, station
markers with a rim in the president's colour, who sees their rating.
"""


def in_force(known: Mapping[str, Setting], chosen: Mapping[str, Any]) -> dict[str, Any]:
    """The chosen values, with defaults for the rest."""
    return {name: chosen.get(name, setting.default) for name, setting in known.items()}


def personal_setting(person: PersonRow, name: str) -> Any:
    """A person's setting, or the default."""
    return in_force(WISHES, person.wishes)[name]


def organiser_acts(row: GameRow) -> bool:
    """May the organiser of a game act for others?"""
    return bool(in_force(GAME_SETTINGS, row.settings)["organiser_acts"])


def may_be_copied(row: GameRow) -> bool:
    """May people think ahead on private copies of a game?"""
    return not row.is_copy and bool(in_force(GAME_SETTINGS, row.settings)["copies"])


def hints_allowed(row: GameRow) -> bool:
    """May panels say what a company's best runs would earn?"""
    return bool(in_force(GAME_SETTINGS, row.settings)["hints"])


def name_of_game(row: GameRow) -> str:
    """A game's name; empty if it has only its number."""
    return str(row.settings.get("name", ""))


def table_setting(row: GameRow, name: str) -> Any:
    """A game's setting."""
    return in_force(TABLE_SETTINGS, row.settings)[name]


def pictures_of(row: GameRow) -> str:
    """When a game's pictures are posted."""
    return str(row.place.get("pictures", PICTURES[0]))


def changed(known: Mapping[str, Setting], before: dict[str, Any], changes: Mapping[str, Any]) -> dict[str, Any]:
    """The settings of a server or game with changes, or refused with the reason."""
    for name, value in changes.items():
        if name not in known:
            raise Refused(
                because("There is no setting {name}; the settings are {server:list}.", name=name, server=tuple(known))
            )
        setting = known[name]
        if type(value) is not type(setting.default):
            if isinstance(setting.default, bool):
                raise Refused(because("{name} must be yes or no.", name=name))
            raise Refused(because("{name} must be a whole number.", name=name))
        if setting.choices and value not in setting.choices:
            raise Refused(
                because("{name} must be one of {choices:list}.", name=name, choices=tuple(map(str, setting.choices)))
            )
        if setting.low is not None and setting.high is not None and not setting.low <= value <= setting.high:
            raise Refused(
                because("{name} must be from {low} to {high}.", name=name, low=setting.low, high=setting.high)
            )
    found = {**before, **changes}
    pace_of(found)
    return found


def widened(known: Mapping[str, Setting], before: Mapping[str, Any], after: Mapping[str, Any]) -> list[str]:
    """The settings that now let people see or do more."""
    was, now = in_force(known, before), in_force(known, after)
    return [name for name, one in known.items() if was[name] != now[name] and now[name] in one.widens]


def check_pictures(value: Any) -> None:
    """Check when pictures are posted."""
    if value not in PICTURES:
        raise Refused(because("The pace must be one of {paces:list}.", paces=tuple(PICTURES)))


def check_personal(user: int, name: str, value: Any, now: datetime) -> None:
    """Check a person's settings."""

    def whole(most: int) -> bool:
        return isinstance(value, int) and not isinstance(value, bool) and 0 <= value <= most

    match name:
        case "zone" if isinstance(value, str):
            zone_named(value)
        case "interval" if value is None or whole(30 * DAY):
            pass
        case "quiet_from" | "quiet_to" if value is None or whole(DAY - 1):
            pass
        case "away_until" if value is None or (isinstance(value, datetime) and value.tzinfo is not None):
            if value is not None and value.replace(tzinfo=UTC) > now + LONGEST_AWAY:
                raise Refused("You can be away for a year at most; for longer, give your seat to somebody else.")
        case "stand_in" if value is None or (discord_number(value, "person") != user):
            pass
        case _ if name in WISHES and value in WISHES[name].choices:
            pass
        case _:
            raise Refused(because("{name} cannot have that value.", name=name))
