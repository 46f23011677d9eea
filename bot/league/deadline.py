"""When a round ends: at a time of day in the league's time zone, even if the clocks change."""

from __future__ import annotations

import re
from datetime import UTC, datetime, time, timedelta
from zoneinfo import ZoneInfo

HALF_A_DAY = timedelta(hours=12)


def hour_of(text: str) -> time | None:
    """`20:00`; nothing if it cannot be read."""
    found = re.fullmatch(r"([01]?\d|2[0-3])[:.]([0-5]\d)", text.strip())
    return time(int(found[1]), int(found[2])) if found else None


def deadline(start: datetime, days: int, hour: time, zone: ZoneInfo) -> datetime:
    """That local time, some days later; a time skipped by a clock change becomes an hour later. A round drawn late in
    the evening with an early deadline gets one more day.
    """
    day = start.astimezone(zone).date() + timedelta(days=days)
    found = datetime.combine(day, hour, tzinfo=zone).astimezone(UTC)
    if found - start >= timedelta(days=days) - HALF_A_DAY:
        return found
    return datetime.combine(day + timedelta(days=1), hour, tzinfo=zone).astimezone(UTC)
