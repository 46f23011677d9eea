"""Deadlines by the league's own clocks."""

from datetime import UTC, datetime, time
from zoneinfo import ZoneInfo

import pytest

from bot.league.deadline import deadline, hour_of


@pytest.mark.parametrize(
    ("zone", "start", "days", "hour", "due"),
    [
        # In Berlin clocks change on 29 March and 25 October 2026: it is eight in the evening all the same.
        ("Europe/Berlin", "2026-03-20 12:00", 14, time(20), "2026-04-03 18:00"),
        ("Europe/Berlin", "2026-10-20 12:00", 14, time(20), "2026-11-03 19:00"),
        ("America/New_York", "2026-03-01 12:00", 14, time(20), "2026-03-16 00:00"),
        # An hour that is skipped is the next there is, and of one that comes twice it is the first.
        ("Europe/Berlin", "2026-03-28 12:00", 1, time(2, 30), "2026-03-29 01:30"),
        ("Europe/Berlin", "2026-10-24 12:00", 1, time(2, 30), "2026-10-25 00:30"),
        # The day is the league's own: late in the evening it is tomorrow already further east.
        ("Australia/Sydney", "2026-06-01 20:00", 1, time(9), "2026-06-02 23:00"),
        ("UTC", "2026-06-01 20:00", 1, time(9), "2026-06-02 09:00"),
    ],
)
def test_a_round_ends_at_the_hour_that_the_clocks_there_show(zone: str, start: str, days: int, hour: time, due: str):
    began = datetime.fromisoformat(start).replace(tzinfo=UTC)
    found = deadline(began, days, hour, ZoneInfo(zone))
    assert found == datetime.fromisoformat(due).replace(tzinfo=UTC)


def test_times_of_day_can_be_typed_in_common_forms():
    assert hour_of("20:00") == hour_of(" 20.00 ") == time(20) and hour_of("9:05") == time(9, 5)
    assert [hour_of(wrong) for wrong in ("24:00", "8", "20:60", "", "noon")] == [None] * 5
