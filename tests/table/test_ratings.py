"""Which games are rated, and that ratings follow from what is stored."""

from datetime import timedelta

import pytest

from bot.store.rows import GameRow, SeatRow
from bot.table.leagues.rated_games import RatedGames
from bot.table.table import Table
from tests.table.club import ANN, BOB, CEM, DAN, Club
from tests.table.leagues import Season


async def ended(club: Club, *people: int) -> int:
    """A game that these end by agreement."""
    number = await club.game(*people)
    await Season(club, 0).agree(number)
    return number


async def rated(table: Table) -> list[int | None]:
    """The numbers of the rated games."""
    return [one.row.id for one in (await table.ratings.games(1)).games]


async def test_games_of_people_played_to_their_end_are_rated(table: Club):
    first, second = await ended(table, ANN, BOB), await ended(table, BOB, CEM)
    await table.game(ANN, CEM)
    stopped = await table.game(ANN, DAN)
    await table.table.seating.stop(stopped, ANN)
    assert await rated(table.table) == [first, second]
    found = await table.table.ratings.of((await table.table.ratings.games(1)).games)
    assert {user: one.games for user, one in found.items()} == {ANN: 1, BOB: 2, CEM: 1}
    assert (await table.table.ratings.games(2)).games == []


async def test_robots_replaced_seats_and_files_make_a_game_unrated(table: Club):
    replaced = await table.game(ANN, BOB)
    await table.table.seating.replace(replaced, BOB, "p2", CEM, "Cem")
    await Season(table, 0).agree(replaced)
    robot, vacant, unproven = [await ended(table, ANN, BOB) for _ in range(3)]
    fair = await ended(table, ANN, BOB)
    async with table.db.write() as session:
        for number, user, kind in ((robot, -1, "steady"), (vacant, -2, "")):
            seat = await session.get(SeatRow, (number, 1))
            assert seat is not None
            seat.user_id, seat.robot = user, kind
        row = await session.get(GameRow, unproven)
        assert row is not None
        row.proven = False
    assert await rated(table.table) == [fair]


async def test_a_game_from_a_file_is_not_rated(table: Club):
    played = await ended(table, ANN, BOB)
    file = await table.table.transfer.export(played)
    assert await rated(table.table) == [played]
    copy = await table.table.transfer.bring(file, 1, 200, ANN, {"Ann": ANN, "Bob": BOB})
    assert copy != played and await rated(table.table) == [played]


async def test_ratings_are_the_same_after_a_restart(table: Club):
    for people in ((ANN, BOB), (BOB, CEM), (ANN, CEM, DAN)):
        await ended(table, *people)
        table.clock.pass_by(hours=1)
    games = (await table.table.ratings.games(1)).games
    before = await table.table.ratings.of(games)
    other = Table(table.db, clock=table.clock)
    assert await other.ratings.of((await other.ratings.games(1)).games) == before
    assert await other.ratings.of(list(reversed(games))) == before
    later = table.clock() + timedelta(days=1)
    async with table.db.write() as session:
        (await session.get(GameRow, games[0].row.id)).ended_at = later
    assert await other.ratings.of((await other.ratings.games(1)).games) != before


async def test_a_game_with_an_undone_end_counts_once_with_its_last_result(table: Club):
    first, other = await ended(table, ANN, BOB), await ended(table, ANN, BOB)
    assert await rated(table.table) == [first, other]
    now = await table.table.present(first)
    await table.table.takeback.undo(first, ANN, now.epoch, 0, as_organiser=True)
    assert await rated(table.table) == [other]
    table.clock.pass_by(hours=1)
    # Another way to another end.
    now = await table.table.present(first)
    await table.table.act(first, ANN, "p1", "pass_auction", {}, now.decision, now.epoch)
    await Season(table, 0).agree(first)
    found = (await table.table.ratings.games(1)).games
    assert [one.row.id for one in found] == [first, other]
    again = next(one for one in found if one.row.id == first)
    assert again.row.position > now.row.position and again.row.ended_at == table.clock()
    assert again.end == (await table.table.present(first)).game.state.end


@pytest.mark.parametrize("says", ["private", "public", None])
async def test_ratings_are_private_by_default(table: Club, says: str | None):
    await ended(table, ANN, BOB)
    if says is not None:
        await table.table.preferences.set_person(ANN, rating=says)
    found: RatedGames = await table.table.ratings.games(1)
    assert found.public == ({ANN} if says == "public" else frozenset())
