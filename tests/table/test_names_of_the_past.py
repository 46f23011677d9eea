"""The past calls a seat by one name, whoever had it then and whatever happens to be cached."""

from __future__ import annotations

import pytest

from bot.discord.domains.shared.past_positions import views
from engine import Game
from tests.table.club import ANN, BOB, DAN, Club

OF_NOW = {"p1": "Ann", "p2": "Dan", "p3": "Cem"}


def names(game: Game) -> dict[str, str]:
    return {seat.id: seat.name for seat in game.state.players}


async def replaced(table: Club, *, moves: int) -> int:
    """A game in which Dan has taken Bob's seat after so many moves."""
    game = await table.game()
    await table.play(game, moves)
    table.clock.pass_by(days=9)
    assert await table.table.seating.replace(game, ANN, "p2", DAN, "Dan") is None
    return game


@pytest.mark.parametrize("cold", [False, True], ids=["cached", "read"])
@pytest.mark.parametrize("moves", [0, 1, 6])
async def test_every_past_position_names_a_replaced_seat_alike(table: Club, moves: int, cold: bool):
    game = await replaced(table, moves=moves)
    await table.play(game, 4, seed=2)
    if cold:
        table.table.services.cool()
    last = (await table.table.present(game)).row.last
    done = [0, *(one.number for one in await table.table.actions(game))]
    found = {at: names((await table.table.present(game, at=at)).game) for at in done}
    assert found == dict.fromkeys(done, OF_NOW) and len(done) == last + 1
    line = [0, *(move.number for move in await table.table.past.line(game))]
    logged = await table.table.past.positions(game, line)
    assert {at: names(one) for at, one in logged.items()} == dict.fromkeys(line, OF_NOW)
    raws, seats = await table.table.past.sample_positions(game, 100)
    [drawn] = views(raws, seats, "", track_only=False)
    assert [{seat.id: seat.name for seat in one.seats} for one in drawn] == [OF_NOW] * len(line)


async def test_looking_back_in_between_changes_nothing(table: Club):
    """What somebody read before is cached with the names of that time."""
    game = await table.game()
    await table.play(game, 3)
    before = await table.table.past.positions(game, [0, 1, 2, 3])
    assert {one for seats in map(names, before.values()) for one in seats.values()} == {"Ann", "Bob", "Cem"}
    table.clock.pass_by(days=9)
    await table.table.seating.replace(game, ANN, "p2", DAN, "Dan")
    assert {at: names(one) for at, one in (await table.table.past.positions(game, [0, 3])).items()} == {
        0: OF_NOW,
        3: OF_NOW,
    }
    # A move made then keeps its owner: only the name of the seat follows the seat.
    assert BOB in {one.clicker for one in await table.table.actions(game)}
