"""What a server, a game and a person can set: the one place that knows the defaults and what each may be."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Any

from bot.store.rows import GameRow, PersonRow
from bot.table.clocks import DAY, Pace, pace_of, zone_named
from bot.table.errors import Refused
from bot.table.given import discord_number
from engine.core.sentences import because

PACES = {"quick": 4 * 60, "usual": 12 * 60, "leisurely": 24 * 60, "silent": 0}
"""Minutes between reminders, by what people choose."""
PICTURES = ("every", "turn", "request")
"""When pictures are posted: with every move, when somebody else comes on turn, or only when asked for."""
CALLS = ("channel", "both")
"""Where somebody is called: where the game is played, or in a direct message as well."""
LONGEST_AWAY = timedelta(days=366)


@dataclass(frozen=True)
class Setting:
    """One thing that can be set: what holds until it is, and what it may be."""

    default: Any
    choices: tuple[Any, ...] = ()
    low: int | None = None
    high: int | None = None


GAME_SETTINGS = {
    "interval": Setting(Pace.interval),
    "urgent": Setting(Pace.urgent, low=1, high=100),
    "stop": Setting(Pace.stop, low=1, high=100),
    "organiser_acts": Setting(True),
    "copies": Setting(True),
    "hints": Setting(False),
}
"""What holds for a game: minutes between reminders, which of them is urgent and which the last; who may act; whether
panels say what runs would earn."""
THEMES = ("light", "dark", "safe")
TABLE_SETTINGS = {
    **GAME_SETTINGS,
    "name": Setting(""),
    "least": Setting(0, low=0, high=7),
    "invited_only": Setting(False),
    "theme": Setting(THEMES[0], THEMES),
}
"""What holds for a single game besides: what it is called, with how many it may begin (0: as its title says), whether
only those may join who are invited, the colours of pictures that are posted."""
LONGEST_NAME, MOST_GUESTS = 40, 50
SERVER_SETTINGS = {
    **GAME_SETTINGS,
    "most_games": Setting(20, low=1, high=1000),
    "managers_create": Setting(False),
    "members_channels": Setting(False),
    "spectator_role": Setting(0),
    "board_channel": Setting(0),
    "board_message": Setting(0),
    "board_by": Setting(0),
    "board_lost": Setting(0),
}
"""What a server can set; a game takes over what concerns it when it is made."""
WISHES = {
    "theme": Setting(THEMES[0], THEMES),
    "confirm": Setting(False, (True, False)),
    "pictures": Setting(PICTURES[0], PICTURES),
    "calls": Setting(CALLS[0], CALLS),
    "owners": Setting(False, (True, False)),
    "rating": Setting("private", ("private", "public")),
}
"""How people want to be shown things: colours, moves shown before they are made, pictures with their own moves,
calls by direct message, station markers with a rim in the colour of who leads their company; who sees their rating."""


def in_force(known: Mapping[str, Setting], chosen: Mapping[str, Any]) -> dict[str, Any]:
    """What has been chosen, with defaults for the rest."""
    return {name: chosen.get(name, setting.default) for name, setting in known.items()}


def wish(person: PersonRow, name: str) -> Any:
    """What a person wishes, or else the default."""
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
    """What a game has been called; empty: it has only its number."""
    return str(row.settings.get("name", ""))


def table_setting(row: GameRow, name: str) -> Any:
    """What holds for a game."""
    return in_force(TABLE_SETTINGS, row.settings)[name]


def pictures_of(row: GameRow) -> str:
    """When pictures of a game are posted."""
    return str(row.place.get("pictures", PICTURES[0]))


def changed(known: Mapping[str, Setting], before: dict[str, Any], changes: Mapping[str, Any]) -> dict[str, Any]:
    """The settings of a server or game with changes, or the sentence that says what is wrong with them."""
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


def check_pictures(value: Any) -> None:
    """When pictures can be posted."""
    if value not in PICTURES:
        raise Refused(because("The pace must be one of {paces:list}.", paces=tuple(PICTURES)))


def check_personal(user: int, name: str, value: Any, now: datetime) -> None:
    """What people can set for themselves."""

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
