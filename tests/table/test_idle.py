"""A game that has stood still for a month: its people are told once, until somebody moves."""

from tests.table.club import ANN, BOB, CEM, Club


async def test_after_a_month_all_are_told_once_and_again_only_after_a_move(table: Club):
    game = await table.game()
    table.clock.pass_by(days=29)
    await table.table.idle.tick()
    assert await table.outbox(game, "idle") == []
    table.clock.pass_by(days=2)
    await table.table.idle.tick()
    await table.table.idle.tick()
    (told,) = await table.outbox(game, "idle")
    assert told.payload["ping"] == [ANN, BOB, CEM]
    assert "it waits for Ann" in told.payload["text"][0] and "/game end result:" in told.payload["text"][0]
    table.clock.pass_by(days=100)
    await table.table.idle.tick()
    assert len(await table.outbox(game, "idle")) == 1
    await table.act(game, ANN, "take")
    await table.table.idle.tick()
    assert len(await table.outbox(game, "idle")) == 1
    table.clock.pass_by(days=31)
    await table.table.idle.tick()
    assert "it waits for Bob" in (await table.outbox(game, "idle"))[-1].payload["text"][0]


async def test_finished_games_and_games_that_wait_for_players_are_left_alone(table: Club):
    game = await table.game()
    await table.table.seating.stop(game, ANN)
    gathering = await table.table.seating.create(1, 100, ANN, "1870", {}, places=3, seed=1)
    table.clock.pass_by(days=60)
    await table.table.idle.tick()
    assert await table.outbox(game, "idle") == [] and await table.outbox(gathering, "idle") == []


async def test_a_clock_that_was_wrong_by_years_tells_nobody(table: Club):
    game = await table.game()
    table.clock.pass_by(days=3000)
    await table.table.idle.tick()
    assert await table.outbox(game, "idle") == []
