"""Undo and redo: who may, what it undoes, and what old buttons are worth afterwards."""

import pytest

from bot.errors import NotYours, Refused, Stale
from tests.table.club import ANN, BOB, CEM, EVE, Club


async def epoch(table: Club, game: int) -> int:
    return (await table.table.present(game)).epoch


async def test_the_last_player_takes_back_their_own_last_move(table: Club):
    game = await table.game()
    start = await table.table.present(game)
    await table.act(game, ANN, "take")
    reach = await table.table.takeback.reach(game, ANN)
    assert (reach.moves, reach.needs) == (["Ann buys Great River Shipping Company for $20."], [])
    done = await table.table.takeback.undo(game, ANN, 0)
    assert done is not None and done.moves == reach.moves
    now = await table.table.present(game)
    assert now.game.encode() == start.game.encode()
    assert now.epoch == 1
    row = (await table.outbox(game, "undo"))[0]
    assert row.payload["text"] == ["Ann takes back: Ann buys Great River Shipping Company for $20."]
    assert row.payload["ping"] == [ANN]
    # The button of before the undo names the right decision and the wrong epoch.
    with pytest.raises(Stale, match="taken back"):
        await table.table.act(game, ANN, "p1", "take", {}, start.decision, start.epoch)
    assert (await table.act(game, ANN, "pass_auction")).number == 3


async def test_once_somebody_else_has_acted_they_must_agree(table: Club):
    game = await table.game()
    await table.act(game, ANN, "take")
    await table.act(game, BOB, "pass_auction")
    with pytest.raises(NotYours, match="not a player"):
        await table.table.takeback.undo(game, EVE, 0, target=0)
    assert await table.table.takeback.undo(game, ANN, 0, target=0) is None
    assert (await table.outbox(game, "undo_ask"))[0].payload["ping"] == [BOB]
    with pytest.raises(Refused, match="already been requested"):
        await table.table.takeback.undo(game, ANN, 0, target=0)
    with pytest.raises(NotYours, match="nothing for you to answer"):
        await table.table.takeback.answer(game, CEM, 0, True)
    assert (await table.table.present(game)).row.position == 2
    assert await table.table.takeback.answer(game, BOB, 0, True)
    assert (await table.table.present(game)).row.position == 0


async def test_consent_refused_or_overtaken_changes_nothing(table: Club):
    game = await table.game()
    await table.act(game, ANN, "take")
    await table.act(game, BOB, "pass_auction")
    await table.table.takeback.undo(game, ANN, 0, target=0)
    assert not await table.table.takeback.answer(game, BOB, 0, False)
    with pytest.raises(Stale):
        await table.table.takeback.answer(game, BOB, 0, True)
    table.clock.pass_by(minutes=1)
    await table.table.takeback.undo(game, ANN, 0, target=0)
    await table.act(game, CEM, "pass_auction")
    with pytest.raises(Stale, match="moved on"):
        await table.table.takeback.answer(game, BOB, 0, True)
    assert (await table.table.present(game)).row.position == 3


async def test_all_who_are_affected_must_agree(table: Club):
    game = await table.game()
    for person in (ANN, BOB, CEM):
        await table.act(game, person, "take")
    await table.table.takeback.undo(game, ANN, 0, target=0)
    assert not await table.table.takeback.answer(game, BOB, 0, True)
    assert await table.table.takeback.answer(game, CEM, 0, True)


async def test_the_organiser_needs_nobodys_consent(table: Club):
    game = await table.game()
    for person in (ANN, BOB, CEM):
        await table.act(game, person, "take")
    with pytest.raises(NotYours, match="Only the organiser"):
        await table.table.takeback.undo(game, BOB, 0, target=1, as_organiser=True)
    done = await table.table.takeback.undo(game, ANN, 0, target=1, as_organiser=True)
    assert done is not None and len(done.moves) == 2
    assert (await table.table.actions(game))[-1].clicker == ANN


async def test_redo_restores_moves_one_by_one_until_something_else_is_done(table: Club):
    game = await table.game()
    positions = [(await table.table.present(game)).game.encode()]
    for person in (ANN, BOB, CEM):
        await table.act(game, person, "take")
        positions.append((await table.table.present(game)).game.encode())
    await table.table.takeback.undo(game, ANN, 0, target=0, as_organiser=True)
    for step in (1, 2):
        told = await table.table.takeback.redo(game, ANN, await epoch(table, game))
        assert len(told) == 1
        assert (await table.table.present(game)).game.encode() == positions[step]
    with pytest.raises(NotYours):
        await table.table.takeback.redo(game, EVE, await epoch(table, game))
    with pytest.raises(Stale):
        await table.table.takeback.redo(game, CEM, 0)
    await table.act(game, CEM, "pass_auction")
    with pytest.raises(Refused, match="nothing to redo"):
        await table.table.takeback.redo(game, ANN, await epoch(table, game))
    # What is undone now leads over the new branch, not the old one.
    reach = await table.table.takeback.reach(game, CEM)
    assert reach.moves == ["Cem passes."]


async def test_repeated_undo_goes_further_back_and_redo_returns_all_the_way(table: Club):
    game = await table.game(ANN, BOB)
    await table.play(game, 12)
    last = (await table.table.present(game)).game.encode()
    for _ in range(12):
        await table.table.takeback.undo(game, ANN, await epoch(table, game), as_organiser=True)
    assert (await table.table.present(game)).row.position == 0
    with pytest.raises(Refused, match="nothing to take back"):
        await table.table.takeback.undo(game, ANN, 12)
    for _ in range(12):
        await table.table.takeback.redo(game, ANN, await epoch(table, game))
    assert (await table.table.present(game)).game.encode() == last
    with pytest.raises(Refused, match="nothing to redo"):
        await table.table.takeback.redo(game, ANN, 24)


async def test_a_game_that_has_ended_can_be_taken_back(table: Club):
    game = await table.game(ANN, BOB)
    await table.act(game, ANN, "stop")
    now = await table.table.present(game)
    offer = now.game.state.offers[0].id
    await table.table.act(game, BOB, "p2", "accept", {"offer": offer}, offer, now.epoch)
    await table.table.takeback.undo(game, BOB, 0)
    row = (await table.table.present(game)).row
    assert (row.status, row.ended_at) == ("running", None)
    await table.act(game, ANN, "take")


@pytest.mark.parametrize("target", [-1, 2, 3, 99, "x", None])
async def test_a_goal_that_makes_no_sense_is_refused(table: Club, target):
    game = await table.game()
    if target is not None:
        await table.act(game, ANN, "take")
        await table.act(game, BOB, "take")
    before = await table.stored(game)
    with pytest.raises(Refused):
        await table.table.takeback.undo(game, ANN, 0, target=target, as_organiser=True)
    assert await table.stored(game) == before
