"""When to remind somebody: arithmetic of intervals, time zones, quiet hours and absences."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Any
from zoneinfo import ZoneInfo

from bot.errors import Refused
from bot.store.due import has_come
from bot.store.rows import GameRow, PersonRow, SeatRow, TurnRow
from engine import Decision

DAY = 24 * 60
SLACK = timedelta(days=1)
"""So far ahead, no reminder is taken to be astray."""
LONGEST_AWAY = timedelta(days=366)
DAILY = "daily"
"""The choice of one message a day instead of pings."""
MORNING = 8 * 60
"""The minute of the day at which that message comes to somebody without quiet hours."""


@dataclass(frozen=True)
class Pace:
    """A game's pace: minutes between reminders, and after how many they become urgent and stop."""

    interval: int = 12 * 60
    urgent: int = 4
    stop: int = 14
    paused: bool = False

    def __post_init__(self) -> None:
        if not 0 <= self.interval <= 30 * DAY:
            raise Refused("Reminders can be at most 30 days apart; 0 turns them off.")
        if not 1 <= self.urgent <= self.stop <= 100:
            raise Refused(
                "Both numbers must be from 1 to 100, and the organiser must be pinged no later than reminders stop."
            )


def pace_of(settings: dict[str, Any]) -> Pace:
    """The pace set for a game or server."""
    numbers = {key: int(settings[key]) for key in ("interval", "urgent", "stop") if key in settings}
    return Pace(**numbers, paused=bool(settings.get("paused")))


def zone_named(name: str) -> ZoneInfo:
    """A time zone by its name; raises Refused if there is none."""
    try:
        return ZoneInfo(name)
    except (KeyError, ValueError, OSError) as e:
        raise Refused("That is not a time zone; write it like Europe/Berlin.") from e


def is_away(person: PersonRow | None, now: datetime) -> bool:
    """Has the person said that they are away?"""
    return person is not None and person.away_until is not None and not has_come(person.away_until, now, LONGEST_AWAY)


def stand_in_of(person: PersonRow | None, now: datetime) -> int | None:
    """Who stands in for somebody now: nobody unless they are away."""
    return person.stand_in if person is not None and is_away(person, now) else None


def person_to_ping(seat: SeatRow, people: dict[int, PersonRow], now: datetime, asker: int = 0) -> int:
    """Who to ping for a decision in a seat: its player, or the stand-in while they are away, unless it is the stand-in
    who asks.
    """
    stand_in = stand_in_of(people.get(seat.user_id), now)
    return stand_in if stand_in not in (None, asker) else seat.user_id


def is_daily(person: PersonRow | None) -> bool:
    """Does somebody want one message a day, instead of a ping for each turn?"""
    return person is not None and person.wishes.get("calls") == DAILY


def next_daily(now: datetime, person: PersonRow) -> datetime:
    """When somebody's next daily message is due: when their quiet hours end, or in the morning, where they are."""
    local = now.astimezone(local_zone(person))
    hour, minute = divmod(MORNING if person.quiet_to is None else person.quiet_to, 60)
    for day in (local.date() + timedelta(days=days) for days in range(3)):
        moment = datetime(day.year, day.month, day.day, hour, minute, tzinfo=local.tzinfo).astimezone(UTC)
        if moment > now:
            return moment
    raise AssertionError("no morning comes")


def next_due(now: datetime, seat: SeatRow, people: dict[int, PersonRow], pace: Pace) -> datetime | None:
    """When to remind the seat's player next; None without reminders, in a pause, or if the seat is empty."""
    if not seat.has_person or pace.paused:
        return None
    called = person_to_ping(seat, people, now)
    person = people.get(called)
    away = called == seat.user_id and person is not None and is_away(person, now)
    back = person.away_until if person is not None and person.away_until is not None and away else now
    if person is not None and is_daily(person):
        return next_daily(max(now, back), person)
    interval = pace.interval if person is None or person.interval is None else person.interval
    if interval <= 0:
        return None
    return after_quiet(max(now + timedelta(minutes=interval), back), person)


def new_turn(
    row: GameRow, decision: Decision, seat: SeatRow, people: Mapping[int, PersonRow], now: datetime
) -> TurnRow:
    """A seat that must act from now on."""
    assert row.id is not None
    due = None if row.is_copy else next_due(now, seat, dict(people), pace_of(row.settings))
    return TurnRow(
        game_id=row.id, seat=decision.seat, decision=decision.number, rule=decision.rule, since=now, due_at=due
    )


def is_astray(due: datetime | None, now: datetime, seat: SeatRow, people: dict[int, PersonRow], pace: Pace) -> bool:
    """Is a reminder further ahead than one can be that is set now? Then the clock was wrong when it was set."""
    latest = next_due(now, seat, people, pace)
    return due is not None and due > now + SLACK and latest is not None and due > latest


def local_zone(person: PersonRow) -> ZoneInfo:
    """The person's time zone."""
    return zone_or_utc(person.zone)


def zone_or_utc(name: str) -> ZoneInfo:
    """A stored time zone; UTC if the system no longer has it, since no move may fail because of that."""
    try:
        return zone_named(name)
    except Refused:
        return ZoneInfo("UTC")


def after_quiet(moment: datetime, person: PersonRow | None) -> datetime:
    """The moment, or the end of the quiet hours it falls in."""
    if person is None or person.quiet_from is None or person.quiet_to is None or person.quiet_from == person.quiet_to:
        return moment
    local = moment.astimezone(local_zone(person))
    minute = local.hour * 60 + local.minute
    start, end = person.quiet_from, person.quiet_to
    quiet = start <= minute < end if start < end else minute >= start or minute < end
    if not quiet:
        return moment
    day = local.date() + timedelta(days=1 if start > end and minute >= start else 0)
    # Built from local time, so that a night with a clock change ends at the hour the person set.
    wake = datetime(day.year, day.month, day.day, end // 60, end % 60, tzinfo=local.tzinfo)
    return max(wake.astimezone(UTC), moment)
