"""Banks of time: what they stand still for, and when they end; an independent model goes minute by minute."""

import random
from datetime import UTC, datetime, timedelta
from itertools import pairwise
from zoneinfo import ZoneInfo

import pytest

from bot.errors import Refused
from bot.store.rows import PersonRow
from bot.table.ground.banks import MOST_LEAVE, Bank, Clock
from bot.table.ground.settings import CLOCKS, GAME_SETTINGS, changed, clock_of
from tests.table.club import ANN, NOON

HOUR, DAY, MINUTE = timedelta(hours=1), timedelta(days=1), timedelta(minutes=1)
ZONES = ("UTC", "Europe/Berlin", "America/Chicago", "Asia/Kolkata", "Pacific/Auckland")


class Model:
    """The same in the plainest way: each minute counts or does not."""

    def __init__(self, person: PersonRow, left: int, leave: int) -> None:
        self.person, self.left, self.leave = person, left, leave
        self.slept = 0

    def minute(self, at: datetime, *, awake: bool) -> None:
        local = at.astimezone(ZoneInfo(self.person.zone))
        now, begin, end = local.hour * 60 + local.minute, self.person.quiet_from or 0, self.person.quiet_to or 0
        quiet = begin <= now < end if begin <= end else now >= begin or now < end
        self.slept = self.slept + 1 if quiet else 0
        if not awake:
            return
        if self.person.away_until is not None and at < self.person.away_until and self.leave > 0:
            self.leave -= 1
        elif not quiet or self.slept > 600:
            self.left -= 1


def random_person(stream: random.Random, begin: datetime) -> PersonRow:
    quiet_from, quiet_to = stream.randrange(0, 1440, 5), stream.randrange(0, 1440, 5)
    away = begin + stream.choice((-1, 1)) * stream.randrange(1, 4000) * MINUTE
    return PersonRow(
        user_id=ANN,
        zone=stream.choice(ZONES),
        quiet_from=quiet_from,
        quiet_to=quiet_to,
        away_until=stream.choice((None, away)),
    )


def test_an_independent_model_agrees_at_a_hundred_thousand_moments():
    stream, moments = random.Random(53), 0
    while moments < 100_000:
        # Days around both changes of clocks in Europe, America and New Zealand are among them.
        begin = datetime(2026, 1, 1, tzinfo=UTC) + timedelta(minutes=stream.randrange(0, 525_600))
        person = random_person(stream, begin)
        left, leave = stream.randrange(60, 6000), stream.randrange(0, 3000)
        bank, model = Bank(left * MINUTE, leave * MINUTE), Model(person, left, leave)
        for before in range(1440, 0, -1):
            model.minute(begin - before * MINUTE, awake=False)
        cuts = sorted(stream.randrange(0, 2880) for _ in range(stream.choice((0, 2, 8))))
        for number, (one, other) in enumerate(pairwise([0, *cuts, 2880])):
            awake = number % 2 == 0
            if awake and one < other:
                bank = bank.after([(begin + one * MINUTE, begin + other * MINUTE)], person)
            for minute in range(one, other):
                model.minute(begin + minute * MINUTE, awake=awake)
                moments += 1
            assert (bank.left, bank.leave) == (model.left * MINUTE, model.leave * MINUTE), (person, begin)


def test_the_end_of_a_bank_is_when_counting_finds_it_empty():
    stream = random.Random(7)
    for _ in range(500):
        begin = datetime(2026, 1, 1, tzinfo=UTC) + timedelta(minutes=stream.randrange(0, 525_600))
        person, left = random_person(stream, begin), stream.randrange(1, 30_000) * MINUTE
        bank = Bank(left, stream.randrange(0, 3000) * MINUTE)
        keeps = stream.choice((timedelta(0), left / 2))
        end = bank.empty_at(begin, person, keeps)
        assert bank.after([(begin, end)], person).left == keeps
        assert bank.after([(begin, end - MINUTE)], person).left > keeps or end - MINUTE <= begin


def test_ten_hours_of_a_day_at_most_are_quiet():
    sleeper = PersonRow(user_id=ANN, quiet_from=0, quiet_to=23 * 60)
    midnight = NOON - 12 * HOUR
    assert Bank(5 * DAY).after([(midnight, midnight + DAY)], sleeper).left == 5 * DAY - 14 * HOUR
    ordinary = PersonRow(user_id=ANN, quiet_from=22 * 60, quiet_to=7 * 60)
    assert Bank(5 * DAY).after([(midnight, midnight + DAY)], ordinary).left == 5 * DAY - 15 * HOUR


def test_an_absence_counts_after_three_weeks():
    away = PersonRow(user_id=ANN, away_until=NOON + 30 * DAY)
    after = Bank(20 * DAY).after([(NOON, NOON + 25 * DAY)], away)
    assert MOST_LEAVE == 21 * DAY and (after.left, after.leave) == (16 * DAY, timedelta(0))
    assert Bank(20 * DAY).empty_at(NOON, away) == NOON + 41 * DAY


def test_an_absence_that_a_wrong_clock_has_set_does_not_count():
    away = PersonRow(user_id=ANN, away_until=NOON + timedelta(days=4000))
    assert Bank(2 * DAY).after([(NOON, NOON + DAY)], away).left == DAY


@pytest.mark.parametrize(
    ("bank", "added", "cap", "why"),
    [
        (0, 12, 144, "from 60 to"),
        (24, 12, 0, "from 60 to"),
        (96, 12, 95, "cannot hold less time than it begins with"),
        (96, -1, 100, "from 0 to"),
        (2000, 1, 2000, "from 60 to"),
    ],
)
def test_values_that_contradict_each_other_are_refused(bank: int, added: int, cap: int, why: str):
    hours = {"clock_bank": bank * 60, "clock_added": added * 60, "clock_cap": cap * 60}
    with pytest.raises(Refused, match=why):
        changed(GAME_SETTINGS, {}, {"clock": "own", **hours})
    with pytest.raises(Refused, match="begins with at least 1 hour"):
        changed(GAME_SETTINGS, {"clock_bank": 0}, {"clock": "own"})
    fits = changed(GAME_SETTINGS, {}, {"clock": "own", "clock_bank": 600, "clock_added": 0, "clock_cap": 600})
    assert clock_of(fits) == Clock(10 * HOUR, timedelta(0), 10 * HOUR)


def test_a_table_has_no_clock_unless_it_wants_one():
    assert clock_of({}) is None
    for name, clock in CLOCKS.items():
        if clock is not None:
            assert clock_of({"clock": name}) == clock
            clock.check()
