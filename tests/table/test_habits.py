"""How somebody plays: the time used in a game, and across games a coarse word for those who want that."""

from datetime import timedelta

from sqlmodel import select

from bot.store.league_rows import TimeUsedRow
from bot.table.clock.habits import DAY, ENOUGH_ANSWERS, HOURS, LONGER, Habit
from tests.table.club import ANN, BOB, CEM, DAN, Club
from tests.table.test_late import live

HOUR = timedelta(hours=1)


async def used(table: Club, game: int) -> dict[str, tuple[float, int]]:
    """Everybody's hours and moves."""
    seats = (await table.table.present(game)).seats
    return {one.name: (one.time / HOUR, one.answers) for one in await table.table.habits.used(game, seats)}


async def past_game(table: Club, hours: float, answers: int = ENOUGH_ANSWERS, lasted: float = 400) -> None:
    """A stopped game in which Ann and Bob took so many hours for each of their moves."""
    game = await table.game(ANN, BOB)
    table.clock.pass_by(hours=lasted)
    await table.table.seating.stop(game, ANN)
    async with table.db.write() as session:
        for seat, user in (("p1", ANN), ("p2", BOB)):
            time = {"seconds": hours * answers * 3600, "leave": 0.0, "counted": table.clock()}
            session.add(TimeUsedRow(game_id=game, seat=seat, user_id=user, answers=answers, **time))


async def test_time_is_counted_without_a_clock_for_whoever_must_decide(table: Club):
    game = await table.game()
    await table.table.clocks.tick()
    await live(table, 120)
    await table.act(game, ANN, "take")
    await live(table, 60)
    assert (await used(table, game))["Ann"] == (2, 1)
    await table.table.preferences.set_game(game, ANN, paused=True)
    await live(table, 300)
    await table.table.preferences.set_game(game, ANN, paused=False)
    await table.act(game, BOB, "take")
    assert await used(table, game) == {"Ann": (2, 1), "Bob": (1, 1)}


async def test_absences_quiet_hours_and_the_bots_own_do_not_count(table: Club):
    game = await table.game()
    await table.table.clocks.tick()
    await live(table, 60)
    await table.table.preferences.set_person(ANN, away_until=table.clock() + 3 * HOUR)
    await live(table, 60)
    # Back before the time; what was agreed until then does not count.
    await table.table.preferences.set_person(ANN, away_until=None)
    table.clock.pass_by(days=2)
    await table.table.clocks.tick()
    await live(table, 60)
    now = table.clock().hour * 60 + table.clock().minute
    await table.table.preferences.set_person(ANN, quiet_from=now, quiet_to=(now + 120) % 1440)
    await live(table, 120)
    await table.act(game, ANN, "take")
    assert (await used(table, game))["Ann"] == (2, 1)


async def test_undo_takes_no_time_back_and_a_new_owner_begins_with_none(table: Club):
    game = await table.game()
    await table.table.clocks.tick()
    await live(table, 60)
    await table.act(game, ANN, "take")
    await table.table.takeback.undo(game, ANN, (await table.table.present(game)).epoch)
    await live(table, 60)
    table.clock.pass_by(days=3)
    await table.table.clocks.tick()
    await table.table.seating.replace(game, ANN, "p1", DAN, "Dan")
    assert "Ann" not in await used(table, game) and (await used(table, game)).get("Dan") in (None, (0, 0))
    await live(table, 60)
    await table.act(game, DAN, "take")
    assert (await used(table, game))["Dan"] == (1, 1)
    async with table.db.read() as session:
        rows = {one.user_id: one for one in await session.exec(select(TimeUsedRow))}
    assert (rows[ANN].seconds, rows[ANN].answers) == (2 * 3600, 1)


async def test_three_words_for_those_who_want_it_with_the_games_behind_them(table: Club):
    habits = table.table.habits
    assert await habits.own(ANN) == Habit("", 0, 0)
    for number, (hours, word) in enumerate([(1, ""), (2, ""), (30, HOURS), (30, DAY), (30, LONGER)], 1):
        await past_game(table, hours)
        assert await habits.own(ANN) == Habit(word, number, 0)
    await past_game(table, 1, answers=ENOUGH_ANSWERS - 1)
    assert (await habits.own(ANN)).games == 5
    # Nobody else sees it unless they want that.
    assert await habits.public([ANN, BOB]) == {}
    await table.table.preferences.set_person(ANN, answering="public")
    assert await habits.public([ANN, BOB, CEM]) == {ANN: Habit(LONGER, 5, 0)}
    await habits.forget(ANN)
    assert await habits.public([ANN]) == {} and await habits.own(ANN) == Habit("", 0, 0)
    assert (await habits.own(BOB)).games == 5


async def test_live_evenings_are_kept_apart(table: Club):
    for _ in range(3):
        await past_game(table, 0.05, lasted=4)
    assert await table.table.habits.own(ANN) == Habit("", 0, 3)


async def test_who_is_forgotten_leaves_no_time_behind(table: Club):
    game = await table.game()
    await table.table.clocks.tick()
    await live(table, 60)
    await table.act(game, ANN, "take")
    await table.table.forgetting.forget(ANN)
    async with table.db.read() as session:
        assert ANN not in [one.user_id for one in await session.exec(select(TimeUsedRow))]
