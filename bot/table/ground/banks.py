"""A seat's bank of time: arithmetic of days, quiet hours and absences. Nothing is stored here."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime, time, timedelta

from bot.errors import Refused
from bot.store.rows import PersonRow
from bot.table.ground.clocks import LONGEST_AWAY, local_zone

NOTHING = timedelta(0)
LEAST = timedelta(hours=1)
LEAST_GRACE = timedelta(minutes=5)
MOST_QUIET = timedelta(hours=10)
"""So much of a day a bank stands still for quiet hours; of longer ones it is their first hours."""
MOST_LEAVE = timedelta(days=21)
"""So long it stands still in one game while its owner is away."""
LOOKS_AHEAD = 800
"""Days ahead in which the end of a bank is looked for: a bank of sixty days with ten quiet hours a day lasts 103."""
Stretch = tuple[datetime, datetime]


@dataclass(frozen=True)
class Clock:
    """A table's clock: what a bank begins with, what each move adds, and the most it holds."""

    bank: timedelta
    added: timedelta
    cap: timedelta

    @property
    def grace(self) -> timedelta:
        """How long a move waits that was made for somebody and taken back, before it is made again."""
        return max(self.added, LEAST_GRACE)

    def check(self) -> None:
        """Refuse values that contradict each other."""
        if self.bank < LEAST:
            raise Refused("A clock of your own begins with at least 1 hour.")
        if self.cap < self.bank:
            raise Refused("A clock cannot hold less time than it begins with; raise the most time one can have.")


@dataclass(frozen=True)
class Bank:
    """What is left of it, and of the time in which its owner may be away."""

    left: timedelta
    leave: timedelta = MOST_LEAVE

    def after(self, stretches: Sequence[Stretch], person: PersonRow | None) -> Bank:
        """The bank after its owner had something to decide in these stretches of time."""
        found = self
        for begin, end in stretches:
            back = _back(begin, end, person, found.leave)
            busy = end - back - sum((_shared(one, (back, end)) for one in _quiet(back, end, person)), NOTHING)
            found = replace(found, left=found.left - busy, leave=found.leave - (back - begin))
        return found

    def empty_at(self, now: datetime, person: PersonRow | None, keeps: timedelta = NOTHING) -> datetime:
        """When nothing more than `keeps` will be left of it, if its owner decides nothing."""
        spare = self.left - keeps
        if spare <= NOTHING:
            return now
        at, latest = now, now + timedelta(days=LOOKS_AHEAD)
        at = _back(now, latest, person, self.leave)
        for begin, end in _quiet(at, latest, person):
            if begin - at >= spare:
                break
            spare -= max(begin - at, NOTHING)
            at = max(end, at)
        return at + spare


def _back(begin: datetime, end: datetime, person: PersonRow | None, leave: timedelta) -> datetime:
    """When a stretch of time begins to count: at once, unless its owner is away."""
    until = person.away_until if person is not None else None
    if until is None or until > begin + LONGEST_AWAY:
        return begin
    return max(begin, min(until, end, begin + max(leave, NOTHING)))


def _quiet(begin: datetime, end: datetime, person: PersonRow | None) -> Iterator[Stretch]:
    """The owner's quiet hours that begin or end in a stretch of time, in order."""
    if person is None or person.quiet_from is None or person.quiet_to is None or person.quiet_from == person.quiet_to:
        return
    zone = local_zone(person)
    falls, rises = (time(*divmod(minute, 60)) for minute in (person.quiet_from, person.quiet_to))
    day = begin.astimezone(zone).date() - timedelta(days=1)
    while True:
        # Both in local time, so that a night with a clock change ends at the hour the person set.
        sleeps = datetime.combine(day, falls, tzinfo=zone).astimezone(UTC)
        morrow = day + timedelta(days=1)
        wakes = datetime.combine(day if falls < rises else morrow, rises, tzinfo=zone).astimezone(UTC)
        if sleeps >= end:
            return
        if (wakes := min(wakes, sleeps + MOST_QUIET)) > begin:
            yield sleeps, wakes
        day = morrow


def _shared(one: Stretch, other: Stretch) -> timedelta:
    return max(min(one[1], other[1]) - max(one[0], other[0]), NOTHING)


def overlap(stretches: Sequence[Stretch], begin: datetime, end: datetime) -> list[Stretch]:
    """What of these stretches lies between two moments."""
    cut = [(max(one, begin), min(other, end)) for one, other in stretches]
    return [(one, other) for one, other in cut if one < other]
