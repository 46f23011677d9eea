"""When a round ends: at an hour of the league's own clocks, whatever they do in between."""

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
    """That hour so many days later, as the clocks there show it; one that is skipped is the next that there is.

    Drawn late in the evening for an early hour, a round gets the day that it would lose.
    """
    day = start.astimezone(zone).date() + timedelta(days=days)
    found = datetime.combine(day, hour, tzinfo=zone).astimezone(UTC)
    if found - start >= timedelta(days=days) - HALF_A_DAY:
        return found
    return datetime.combine(day + timedelta(days=1), hour, tzinfo=zone).astimezone(UTC)
