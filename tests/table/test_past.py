"""Looking back at a long game costs little, and the same again costs nothing."""

from __future__ import annotations

import pytest

from bot.table import past
from engine import decode_game
from tests.table.club import ANN, Club


@pytest.mark.parametrize("most", [2, 5, 1000])
async def test_at_most_the_wanted_number_of_past_positions_is_returned(table: Club, most: int):
    game = await table.game()
    now = await table.play(game, 20)
    raws, names = await table.table.past.sample_positions(game, most)
    assert len(raws) == min(most, 21)
    assert decode_game(raws[-1]).named(names).encode() == now.game.encode()
    before = (await table.table.present(game, at=0)).game
    assert decode_game(raws[0]).encode() == before.encode()


async def test_a_games_moves_are_cached_until_it_goes_on(table: Club, monkeypatch: pytest.MonkeyPatch):
    read, moves_to = list[int](), past.moves_to

    async def counted(session, game_id, position):
        read.append(position)
        return await moves_to(session, game_id, position)

    monkeypatch.setattr(past, "moves_to", counted)
    game = await table.game()
    await table.play(game, 5)
    for _ in range(3):
        assert [move.number for move in await table.table.past.line(game)] == [1, 2, 3, 4, 5]
    now = await table.table.present(game)
    await table.table.takeback.undo(game, ANN, now.epoch, 0, as_organiser=True)
    assert await table.table.past.line(game) == []
    assert read == [5, 0]
