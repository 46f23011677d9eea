"""A league of nine, three rounds, one drop-out: its games played by robots."""

import random
from fractions import Fraction

import pytest

from bot.robots.choosing import choose
from bot.store.rows import FINISHED
from bot.table.leagues.terms import FINISHED_GAME
from engine.play import next_to_act
from tests.long_runs import LONG_RUN
from tests.table.club import Club
from tests.table.leagues import Season


async def played(season: Season, game: int, moves: int) -> None:
    """Robots choose moves for the people in these seats, who then agree to end any game that is not over."""
    club, stream = season.club, random.Random(game)
    for number in range(moves):
        now = await club.table.present(game)
        decision = next_to_act(now.game, stream)
        if decision is None:
            break
        move = choose(now.game, decision.seat, "steady", f"{game}/{number}", seconds=None, tries=3)
        assert move is not None
        person = next(seat.user_id for seat in now.seats if seat.seat == decision.seat)
        await club.table.act(game, person, decision.seat, move.verb, move.args, now.decision, now.epoch)
    else:
        await season.agree(game)
    assert (await club.table.present(game)).row.status == FINISHED, game


@pytest.mark.parametrize(
    "moves",
    [
        pytest.param(60, marks=pytest.mark.soak, id="opening moves, then an end by agreement"),
        pytest.param(4000, marks=LONG_RUN, id="whole games"),
    ],
)
async def test_a_league_is_played_by_robots_to_its_final_standings(table: Club, moves: int):
    season = await Season.opened(table, 9, options={"runs": "free"})
    for number in (1, 2, 3):
        if number == 2:
            await season.leagues.leave(season.number, 5, 5)
        for one in await season.drawn(first=number == 1):
            assert one.game_id is not None
            await played(season, one.game_id, moves)
        book = await season.ticked()
        assert book.current is None and all(one.ending == FINISHED_GAME for one in book.tables_of(number))
    assert book.row.status == FINISHED
    final = {one.member: one for one in book.standings()}
    assert final[5].played == 1 and all(one.played == 3 for member, one in final.items() if member != 5)
    assert sum(one.points for one in final.values()) == sum(
        Fraction(sum((6, 3, 1)[: len(one.members)])) for one in book.tables
    )
    assert max(book.history().met.values()) <= 2
    assert [one.rank for one in book.standings()] == sorted(one.rank for one in book.standings())
    games = await table.table.ratings.games(1)
    assert len(games.games) == 9
    ratings = await table.table.ratings.of(games.games)
    assert {one: ratings[one].games for one in ratings} == {one: 1 if one == 5 else 3 for one in range(1, 10)}
