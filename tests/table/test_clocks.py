"""Reminders: when, to whom, how often; across restarts, nights and absences."""

from datetime import UTC, datetime, timedelta

import pytest

from bot.errors import Refused
from bot.store.rows import PersonRow, SeatRow
from bot.table.ground.clocks import Pace, after_quiet, next_due
from tests.table.club import ANN, BOB, CEM, CHANNEL, EVE, NOON, Club, club

SEAT = SeatRow(game_id=1, place=1, user_id=ANN, name="Ann", seat="p1")


def at(day: int, hour: int, minute: int = 0, month: int = 3) -> datetime:
    return datetime(2026, month, day, hour, minute, tzinfo=UTC)


@pytest.mark.parametrize(
    ("moment", "wakes"),
    [
        (at(2, 12), at(2, 12)),
        (at(2, 20, 59), at(2, 20, 59)),  # 21:59 in Berlin
        (at(2, 21), at(3, 6)),  # 22:00, so until 7:00
        (at(3, 3), at(3, 6)),
        (at(3, 6), at(3, 6)),
        (at(28, 22), at(29, 5)),  # the night in which summer time begins is an hour shorter
        (at(24, 21, month=10), at(25, 6, month=10)),  # and the one in which it ends an hour longer
    ],
)
def test_quiet_hours_end_at_the_persons_own_local_time(moment: datetime, wakes: datetime):
    person = PersonRow(user_id=ANN, zone="Europe/Berlin", quiet_from=22 * 60, quiet_to=7 * 60)
    assert after_quiet(moment, person) == wakes


def test_quiet_hours_within_a_day():
    person = PersonRow(user_id=ANN, quiet_from=9 * 60, quiet_to=17 * 60)
    assert after_quiet(at(2, 10), person) == at(2, 17)
    assert after_quiet(at(2, 8), person) == at(2, 8)
    assert after_quiet(at(2, 17), person) == at(2, 17)


def test_a_persons_own_interval_overrides_the_games():
    pace = Pace(interval=60)
    assert next_due(NOON, SEAT, {}, pace) == NOON + timedelta(hours=1)
    own = {ANN: PersonRow(user_id=ANN, interval=180)}
    assert next_due(NOON, SEAT, own, pace) == NOON + timedelta(hours=3)
    assert next_due(NOON, SEAT, {ANN: PersonRow(user_id=ANN, interval=0)}, pace) is None
    assert next_due(NOON, SEAT, {}, Pace(interval=0)) is None


def test_somebody_away_is_not_reminded_but_a_stand_in_is():
    back = NOON + timedelta(days=3)
    away = {ANN: PersonRow(user_id=ANN, away_until=back)}
    assert next_due(NOON, SEAT, away, Pace(interval=60)) == back
    stood_in = {ANN: PersonRow(user_id=ANN, away_until=back, stand_in=EVE)}
    assert next_due(NOON, SEAT, stood_in, Pace(interval=60)) == NOON + timedelta(hours=1)
    over = {ANN: PersonRow(user_id=ANN, away_until=NOON - timedelta(days=1), stand_in=EVE)}
    assert next_due(NOON, SEAT, over, Pace(interval=60)) == NOON + timedelta(hours=1)


async def test_reminders_come_when_due_escalate_and_stop_and_say_so(table: Club):
    game = await table.game()
    await table.table.preferences.set_game(game, ANN, interval=60, urgent=3, stop=5)
    await table.act(game, ANN, "take")
    assert await table.table.reminders.tick() == 0
    for count in range(1, 8):
        table.clock.pass_by(hours=1)
        assert await table.table.reminders.tick() == (1 if count <= 5 else 0)
        assert await table.table.reminders.tick() == 0
    rows = await table.outbox(game, "reminder")
    assert [row.payload["count"] for row in rows] == [1, 2, 3, 4, 5]
    assert [ANN in row.payload["ping"] for row in rows] == [False, False, True, True, True]
    assert all(BOB in row.payload["ping"] for row in rows)
    assert rows[0].payload["text"] == ["It is your turn. It is Bob's turn in the private auction."]
    assert "last reminder" in rows[4].payload["text"][0]
    # Whoever acts starts the clock of the next one anew.
    await table.act(game, BOB, "take")
    table.clock.pass_by(hours=1)
    assert await table.table.reminders.tick() == 1
    assert (await table.outbox(game, "reminder"))[-1].payload["ping"] == [CEM]


async def test_a_restart_neither_loses_nor_repeats_a_reminder(tmp_path):
    path = tmp_path / "table.db"
    async with club(path) as first:
        game = await first.game()
        await first.act(game, ANN, "take")
        clock = first.clock
        clock.pass_by(hours=13)
        assert await first.table.reminders.tick() == 1
    clock.pass_by(hours=30)
    async with club(path, clock) as second:
        assert await second.table.reminders.next_moment() <= clock.now
        assert await second.table.reminders.tick() == 1  # one, though several intervals have passed
        assert await second.table.reminders.tick() == 0
        assert len(await second.outbox(game, "reminder")) == 2


async def test_muting_lasts_until_the_players_next_turn(table: Club):
    game = await table.game()
    await table.act(game, ANN, "take")
    with pytest.raises(Refused, match="Only Bob can decide"):
        await table.table.reminders.mute(game, CEM, "p2")
    with pytest.raises(Refused, match="not your turn"):
        await table.table.reminders.mute(game, CEM, "p3")
    await table.table.reminders.mute(game, BOB, "p2")
    table.clock.pass_by(days=3)
    assert await table.table.reminders.tick() == 0
    for person in (BOB, CEM, ANN):
        await table.act(game, person, "pass_auction" if person != ANN else "take")
    table.clock.pass_by(days=3)
    assert await table.table.reminders.tick() == 1


async def test_a_stand_in_is_pinged_and_may_act_while_the_player_is_away(table: Club):
    game = await table.game()
    await table.table.preferences.set_person(BOB, away_until=table.clock.now + timedelta(days=2), stand_in=EVE)
    assert (await table.act(game, ANN, "take")).pinged == [EVE]
    now = await table.table.present(game)
    await table.table.act(game, EVE, "p2", "take", {}, now.decision, now.epoch)
    action = (await table.table.actions(game))[-1]
    assert (action.seat, action.clicker) == ("p2", EVE)
    await table.act(game, CEM, "pass_auction")
    await table.act(game, ANN, "pass_auction")
    table.clock.pass_by(days=3)
    now = await table.table.present(game)
    with pytest.raises(Refused, match="Only Bob can decide"):
        await table.table.act(game, EVE, "p2", "take", {}, now.decision, now.epoch)


async def test_changed_preferences_move_due_reminders(table: Club):
    game = await table.game()
    await table.act(game, ANN, "take")
    await table.table.preferences.set_person(BOB, interval=30)
    table.clock.pass_by(minutes=31)
    assert await table.table.reminders.tick() == 1
    await table.table.preferences.set_person(BOB, interval=0)
    table.clock.pass_by(days=2)
    assert await table.table.reminders.tick() == 0


async def test_no_reminders_for_games_that_are_over(table: Club):
    game = await table.game()
    await table.act(game, ANN, "take")
    await table.table.seating.stop(game, ANN)
    table.clock.pass_by(days=9)
    assert await table.table.reminders.tick() == 0


def test_the_daily_message_comes_when_quiet_hours_end_or_in_the_morning():
    daily = {"wishes": {"calls": "daily"}, "zone": "Europe/Berlin"}
    assert next_due(at(2, 12), SEAT, {ANN: PersonRow(user_id=ANN, **daily)}, Pace(interval=60)) == at(3, 7)
    assert next_due(at(2, 6), SEAT, {ANN: PersonRow(user_id=ANN, **daily)}, Pace(interval=0)) == at(2, 7)
    late = PersonRow(user_id=ANN, quiet_from=22 * 60, quiet_to=10 * 60, **daily)
    assert next_due(at(2, 12), SEAT, {ANN: late}, Pace()) == at(3, 9)
    away = PersonRow(user_id=ANN, away_until=at(5, 12), **daily)
    assert next_due(at(2, 12), SEAT, {ANN: away}, Pace()) == at(6, 7)
    assert next_due(at(2, 12), SEAT, {ANN: away}, Pace(paused=True)) is None


async def test_one_message_a_day_names_all_games_that_wait_and_nobody_is_pinged_for_a_turn(table: Club):
    await table.table.preferences.set_person(BOB, calls="daily")
    first, second = await table.game(), await table.game()
    for game in (first, second):
        [begun] = await table.outbox(game, "start")
        assert begun.payload["ping"] == [ANN, BOB], "everybody hears that a game begins"
        await table.act(game, ANN, "take")
        [moved] = await table.outbox(game, "move")
        assert moved.payload["ping"] == [] and moved.payload["asks"] == ["It is Bob's turn in the private auction."]
    table.clock.pass_by(hours=19)
    assert await table.table.reminders.tick() == 0 and not await table.outbox(kind="daily")
    table.clock.pass_by(hours=1)
    assert await table.table.reminders.tick() == 1
    [told] = await table.outbox(kind="daily")
    assert told.target == f"person:{BOB}" and told.payload["text"][0] == "**2 games wait for you.**"
    assert [one["game"] for one in told.payload["turns"]] == [first, second]
    assert await table.table.reminders.tick() == 0
    await table.act(first, BOB, "take")
    table.clock.pass_by(hours=24)
    assert await table.table.reminders.tick() >= 1
    *_, again = await table.outbox(kind="daily")
    assert [one["game"] for one in again.payload["turns"]] == [second]
    assert not [row for row in await table.outbox(kind="reminder") if BOB in row.payload["ping"]]


async def test_the_organiser_hears_of_somebody_who_keeps_a_game_waiting_and_gets_one_message_a_day(table: Club):
    game = await table.game()
    await table.table.preferences.set_game(game, ANN, urgent=2, stop=3)
    await table.table.preferences.set_person(BOB, calls="daily")
    await table.act(game, ANN, "take")
    for _ in range(5):
        table.clock.pass_by(hours=24)
        await table.table.reminders.tick()
    assert len(await table.outbox(kind="daily")) == 3
    told = await table.outbox(game, "call")
    assert [row.payload["ping"] for row in told] == [[ANN], [ANN]] and "Bob" in told[0].payload["text"][0]


async def test_pings_come_back_with_the_preference_and_a_private_copy_waits_for_nobody(table: Club):
    game = await table.game()
    await table.table.preferences.set_person(BOB, calls="daily")
    await table.act(game, ANN, "take")
    exploring, shown = table.table.exploring, await table.table.present(game)
    opening = await exploring.prepared(shown, "p2", {})
    await exploring.open(shown, opening, shown.row.position, BOB, CHANNEL + 1)
    table.clock.pass_by(hours=24)
    assert await table.table.reminders.tick() == 1
    [told] = await table.outbox(kind="daily")
    assert [one["game"] for one in told.payload["turns"]] == [game], "a private copy waits for nobody else"
    await table.table.preferences.set_person(BOB, calls="channel")
    table.clock.pass_by(hours=12)
    assert await table.table.reminders.tick() == 1
    assert [row.payload["ping"] for row in await table.outbox(kind="reminder")] == [[BOB]]
    assert len(await table.outbox(kind="daily")) == 1
