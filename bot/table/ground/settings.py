"""The settings of servers, games and people: the only place that knows their defaults and valid values."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Any

from bot.errors import Refused
from bot.store.rows import GameRow, PersonRow, SeatRow
from bot.table.ground.banks import Clock
from bot.table.ground.clocks import (
    DAILY,
    DAY,
    LONGEST_AWAY,
    Pace,
    pace_of,
    zone_named,
)
from bot.table.ground.parsing import discord_number
from engine.core.sentences import because

PACES = {"quick": 4 * 60, "usual": 12 * 60, "leisurely": 24 * 60, "silent": 0}
"""Minutes between reminders for each pace."""
PICTURES = ("every", "turn", "request")
"""When pictures are posted: with every move, when the turn passes, or only on request."""
PACE = ("interval", "urgent", "stop")
CLOCKS = {
    "off": None,
    "evening": Clock(timedelta(hours=1), timedelta(minutes=3), timedelta(hours=1)),
    "postal": Clock(timedelta(days=4), timedelta(hours=12), timedelta(days=6)),
    "holiday": Clock(timedelta(days=14), timedelta(days=1), timedelta(days=21)),
    "own": None,
}
"""The clocks by their names; `own` has the table's own values."""
LATE = ("neutral", "robot", "offer")
"""What happens when a bank is empty: the move that changes least, a robot's until its owner is back, or the organiser
is asked to give the seat to somebody else.
"""
CALLS = ("channel", "both", DAILY)
"""How somebody is called: pinged in the game's channel, by direct message as well, or by one message a day."""
COACH = ("first", "always", "never")
"""When the coach explains what happens for the first time: until somebody has finished a game, always, or never."""


HOUR = 60
SERVER, GAME, PERSON = "server", "game", "person"
"""Whose a setting is, and who may change it: a server's its managers, a game's its organiser and they, a person's
that person. A new game takes over what is the server's and the game's.
"""


@dataclass(frozen=True)
class Setting:
    """Everything about a setting but its words, from which options, menus, checks and lines follow."""

    name: str
    default: Any
    of: tuple[str, ...]
    group: str = ""
    """The heading under which a game's or server's settings list it."""
    choices: tuple[Any, ...] = ()
    """All values, if they are few."""
    offered: tuple[Any, ...] = ()
    """The values in its menu, if others can be typed."""
    low: int | None = None
    high: int | None = None
    unit: str = ""
    """The sentence that says a number of it."""
    step: int = 1
    """How much of it is one of what is typed: minutes are typed in hours."""
    typed: str = ""
    """Its option, if that is not called like it."""
    widens: tuple[Any, ...] = ()
    """The values with which people may see or do more than with others: a change to one is posted in the game's
    channel."""
    by_command: bool = False
    """Is it set by a command of its own, instead of an option and a menu?"""

    @property
    def option(self) -> str:
        """The name of its option."""
        return self.typed or self.name

    @property
    def values(self) -> tuple[Any, ...]:
        """The values of its menu, the default first; none for a text."""
        if isinstance(self.default, bool):
            return self.default, not self.default
        offered = self.choices or self.offered
        return tuple(dict.fromkeys((self.default, *offered))) if offered else ()

    def check(self, value: Any) -> None:
        """Refuse a value that it cannot have."""
        name, choices = self.name, self.choices
        if type(value) is not type(self.default):
            if isinstance(self.default, bool):
                raise Refused(because("{name} must be yes or no.", name=name))
            raise Refused(because("{name} must be a whole number.", name=name))
        if choices and value not in choices:
            raise Refused(because("{name} must be one of {choices:list}.", name=name, choices=tuple(choices)))
        if self.low is not None and self.high is not None and not self.low <= value <= self.high:
            raise Refused(because("{name} must be from {low} to {high}.", name=name, low=self.low, high=self.high))


BOTH = (SERVER, GAME)
HOURS_OFFERED = tuple(HOUR * hours for hours in (0, 2, 4, 6, 12, 24, 48, 72))
SETTINGS = (
    Setting(
        "interval",
        Pace.interval,
        BOTH,
        "pace",
        offered=HOURS_OFFERED,
        low=0,
        high=30 * DAY,
        unit="every_hours",
        step=HOUR,
        typed="reminders",
    ),
    Setting(
        "urgent", Pace.urgent, BOTH, "pace", offered=(1, 2, 3, 4, 6, 8, 10, 14), low=1, high=100, unit="after_reminders"
    ),
    Setting(
        "stop", Pace.stop, BOTH, "pace", offered=(2, 4, 7, 10, 14, 20, 28, 50), low=1, high=100, unit="after_reminders"
    ),
    Setting("clock", "off", BOTH, "clock", choices=tuple(CLOCKS), widens=("evening", "postal", "holiday", "own")),
    Setting("clock_bank", 4 * DAY, BOTH, "clock", low=HOUR, high=60 * DAY, unit="hours", step=HOUR, typed="bank"),
    Setting("clock_added", 12 * HOUR, BOTH, "clock", low=0, high=7 * DAY, unit="hours", step=HOUR, typed="added"),
    Setting("clock_cap", 6 * DAY, BOTH, "clock", low=HOUR, high=60 * DAY, unit="hours", step=HOUR, typed="most_saved"),
    Setting("late", LATE[0], BOTH, "clock", choices=LATE, widens=LATE[1:]),
    Setting("paused", False, (GAME,), "pace"),
    Setting("name", "", (GAME,), "table"),
    Setting("least", 0, (GAME,), "table", offered=(0, 2, 3, 4, 5, 6, 7), low=0, high=7, unit="least"),
    Setting("invited_only", False, (GAME,), "table", widens=(False,)),
    Setting("organiser_acts", True, BOTH, "table", widens=(True,)),
    Setting("copies", True, BOTH, "table", widens=(True,)),
    Setting("hints", False, BOTH, "table", widens=(True,)),
    Setting("pictures", PICTURES[0], (GAME, PERSON), "table", choices=PICTURES),
    Setting("theme", "light", (GAME, PERSON), "table", choices=("light", "dark", "safe")),
    Setting("most_games", 20, (SERVER,), "opening", offered=(1, 2, 3, 5, 10, 20, 50, 100, 1000), low=1, high=1000),
    Setting("most_leagues", 3, (SERVER,), "opening", offered=(1, 2, 3, 5, 10), low=1, high=10),
    Setting("managers_create", False, (SERVER,), "opening"),
    Setting("members_channels", False, (SERVER,), "opening"),
    Setting("spectator_role", 0, (SERVER,), by_command=True),
    Setting("board_channel", 0, (SERVER,), by_command=True),
    Setting("board_message", 0, (SERVER,), by_command=True),
    Setting("board_by", 0, (SERVER,), by_command=True),
    Setting("board_lost", 0, (SERVER,), by_command=True),
    Setting("confirm", False, (PERSON,)),
    Setting("calls", CALLS[0], (PERSON,), choices=CALLS),
    Setting("owners", False, (PERSON,)),
    Setting("coach", COACH[0], (PERSON,), choices=COACH),
    Setting("rating", "private", (PERSON,), choices=("private", "public")),
    Setting("review", "public", (PERSON,), choices=("public", "private")),
    Setting("answering", "private", (PERSON,), choices=("private", "public")),
)


def clock_of(settings: Mapping[str, Any]) -> Clock | None:
    """The clock that a game's settings ask for; None if it has none."""
    chosen = in_force(GAME_SETTINGS, settings)
    if chosen["clock"] != "own":
        return CLOCKS[chosen["clock"]]
    return Clock(*(timedelta(minutes=chosen[name]) for name in ("clock_bank", "clock_added", "clock_cap")))


def _of(*owners: str) -> dict[str, Setting]:
    return {one.name: one for one in SETTINGS if set(owners) <= set(one.of)}


GAME_SETTINGS = _of(SERVER, GAME)
"""Those that a new game takes over from its server."""
TABLE_SETTINGS = _of(GAME)
SERVER_SETTINGS = _of(SERVER)
WISHES = _of(PERSON)
LONGEST_NAME, MOST_GUESTS = 40, 50


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


def may_ask_robot(row: GameRow, seats: Iterable[SeatRow]) -> bool:
    """May people ask what the robot would do? Against robots alone and on private copies always, else with hints."""
    alone = sum(not one.robot for one in seats) <= 1
    return row.is_copy or alone or bool(in_force(GAME_SETTINGS, row.settings)["hints"])


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
    for name in changes:
        if name not in known:
            raise Refused(
                because("There is no setting {name}; the settings are {server:list}.", name=name, server=tuple(known))
            )
    settings = {**before, **changes}
    if all(type(changes.get(name, known[name].default)) is int for name in PACE):
        # Its sentences say more.
        pace_of(settings)
    for name, value in changes.items():
        known[name].check(value)
    if (clock := clock_of(settings)) is not None:
        clock.check()
    return settings


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
        case "stand_in" if value is None or (isinstance(value, int) and discord_number(value, "person") != user):
            pass
        case _ if name in WISHES:
            WISHES[name].check(value)
        case _:
            raise Refused(because("{name} cannot have that value.", name=name))
