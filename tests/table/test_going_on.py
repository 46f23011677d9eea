"""The game goes on by itself where nobody has anything to decide: as part of the move before, and without a word."""

from __future__ import annotations

from engine.view import view
from tests.positions.table import Table
from tests.table.club import ANN, BOB, CEM, Club, put


async def laying(table: Club) -> tuple[int, dict[str, str | int]]:
    """Ann's B&O can lay one tile; then it could only buy a private company of Bob's. And one tile."""
    rules = Table(title="1830").with_phase("3").with_company("B&O", "Ann", Ann=6, treasury=500).with_train("B&O", "3")
    rules.with_private("SV", "Bob").operating_turn("B&O", "track")
    game = await table.game(ANN, BOB, CEM, title="1830")
    await put(table, game, rules.game)
    return game, rules.legal("Ann", "lay")[0]


async def test_after_the_tile_the_game_goes_on_in_the_name_of_the_seats_owner(table: Club):
    game, tile = await laying(table)
    made = await table.act(game, ANN, "lay", **tile)
    actions = list(await table.table.actions(game))
    assert [(one.verb, one.seat, one.clicker, one.cause, one.order_id) for one in actions[:2]] == [
        ("lay", "p1", ANN, None, None),
        ("skip", "p1", ANN, 1, None),
    ]
    now = await table.table.present(game)
    assert view(now.game).agenda[-1].step != "track" and "buy_private" in now.game.verbs("p1")
    assert not any("done" in line for one in made.told for line in one["text"])
    [row] = await table.outbox(game, "move")
    assert not any("done" in line for one in row.payload["moves"] for line in one["text"])


async def test_what_was_gone_on_is_undone_and_redone_as_one_with_the_move_before(table: Club):
    game, tile = await laying(table)
    start = (await table.table.present(game)).game.encode()
    await table.act(game, ANN, "lay", **tile)
    after = (await table.table.present(game)).game.encode()
    await table.table.takeback.undo(game, ANN, 0)
    assert (await table.table.present(game)).game.encode() == start
    await table.table.takeback.redo(game, ANN, 1)
    assert (await table.table.present(game)).game.encode() == after
