"""One move through the door: who may, is it current, what is stored, who is told."""

import asyncio
from typing import get_type_hints

import pytest

import tests.toy.title  # noqa: F401  (registers the toy)
from bot.errors import NotYours, Refused, Stale
from bot.store.rows import MOVE
from bot.table.table import Table
from tests.table.club import ANN, BOB, CEM, DAN, EVE, Club


async def test_a_move_is_stored_with_who_pressed_for_whom_and_when(table: Club):
    game = await table.game()
    outcome = await table.act(game, ANN, "take")
    action = (await table.table.actions(game))[-1]
    assert (action.number, action.seat, action.clicker, action.verb) == (1, "p1", ANN, "take")
    assert action.at == table.clock.now
    assert (action.parent, action.position, action.cause) == (0, 1, None)
    assert outcome.told[0]["text"][0].startswith("You buy")
    table.table.services.cool()
    now = await table.table.present(game)
    assert now.game.encode() == outcome.game.encode()
    # The panel that follows is made of this, without reading the game again.
    assert (outcome.now.row, outcome.now.seats, outcome.now.people) == (now.row, now.seats, now.people)
    assert (outcome.now.epoch, outcome.now.decision) == (now.epoch, now.decision)


async def test_the_next_player_is_pinged_once_per_turn(table: Club):
    game = await table.game()
    start = (await table.outbox(game, "start"))[0]
    assert start.payload["ping"] == [ANN]
    assert start.payload["waits"] == ["It is Ann's turn in the private auction."]
    assert start.payload["calls"] == [f"It is <@{ANN}>'s turn in the private auction."], "the ping names nobody twice"
    assert (await table.act(game, ANN, "take")).pinged == [BOB]
    assert (await table.outbox(game, MOVE))[0].payload["ping"] == [BOB]
    # Whoever is on turn already is not called again.
    pinged = [row.payload["ping"] for row in await table.outbox(game, MOVE)]
    await table.play(game, 120, seed=5)
    now = await table.table.present(game)
    actions = {action.number: action.seat for action in await table.table.actions(game, most=1000)}
    rows = (await table.outbox(game, MOVE))[len(pinged) :]
    seats = {seat.seat: seat.user_id for seat in now.seats}
    assert any(not row.payload["ping"] for row in rows)
    assert all(seats[actions[row.number]] not in row.payload["ping"] for row in rows if row.payload["ping"])


async def test_a_stale_decision_and_a_stale_epoch_are_refused_politely(table: Club):
    game = await table.game()
    now = await table.table.present(game)
    await table.act(game, ANN, "take")
    before = await table.stored(game)
    with pytest.raises(Stale, match="has moved on"):
        await table.table.act(game, BOB, "p2", "take", {}, now.decision, now.epoch)
    fresh = await table.table.present(game)
    for epoch in (1, -1):
        with pytest.raises(Stale, match="taken back"):
            await table.table.act(game, BOB, "p2", "take", {}, fresh.decision, epoch)
    for decision in (None, "x", True, 0, -5, 10**9):
        with pytest.raises(Stale, match="has moved on"):
            await table.table.act(game, BOB, "p2", "take", {}, decision, fresh.epoch)
    assert await table.stored(game) == before
    await table.table.act(game, BOB, "p2", "take", {}, fresh.decision, fresh.epoch)


async def test_only_the_seats_person_and_the_organiser_may_act(table: Club):
    game = await table.game(ANN, BOB, CEM)
    await table.act(game, ANN, "take")
    now = await table.table.present(game)
    before = await table.stored(game)
    for clicker in (CEM, EVE, 0):
        with pytest.raises(NotYours, match="Only Bob can decide this"):
            await table.table.act(game, clicker, "p2", "take", {}, now.decision, now.epoch)
    assert await table.stored(game) == before
    await table.table.act(game, ANN, "p2", "take", {}, now.decision, now.epoch)
    action = (await table.table.actions(game))[-1]
    assert (action.seat, action.clicker) == ("p2", ANN)
    await table.table.preferences.set_game(game, ANN, organiser_acts=False)
    now = await table.table.present(game)
    with pytest.raises(NotYours, match="Cem"):
        await table.table.act(game, ANN, "p3", "take", {}, now.decision, now.epoch)


async def test_a_move_against_the_rules_says_why_and_changes_nothing(table: Club):
    game = await table.game()
    before = await table.stored(game)
    with pytest.raises(Refused, match=r"so you buy it at its price with `/take` instead of bidding \(5.7\)"):
        await table.act(game, ANN, "bid", private="GRSC", amount=25)
    with pytest.raises(Refused, match="the game is waiting for Ann"):
        await table.act(game, BOB, "take")
    with pytest.raises(Refused, match="no move called"):
        await table.act(game, ANN, "fly")
    assert await table.stored(game) == before


async def test_two_honest_answers_to_a_simultaneous_question_are_both_taken(table: Club):
    game = await table.game(title="toy")  # which begins with a question to all three at once
    now = await table.table.present(game)
    click = [
        table.table.act(game, person, seat, "answer", {"answer": answer}, now.decision, now.epoch)
        for person, seat, answer in ((CEM, "p3", "40"), (ANN, "p1", "20"))
    ]
    await asyncio.gather(*click)
    assert sorted(action.seat for action in await table.table.actions(game)) == ["p1", "p3"]
    with pytest.raises(Refused):  # but one answer each
        await table.table.act(game, ANN, "p1", "answer", {"answer": "60"}, now.decision, now.epoch)
    await table.table.act(game, BOB, "p2", "answer", {"answer": "0"}, now.decision, now.epoch)
    assert (await table.table.present(game)).game.state.privates["MAIL"] == "p3"
    with pytest.raises(Stale):
        await table.table.act(game, BOB, "p2", "answer", {"answer": "0"}, now.decision, now.epoch)


async def test_secrets_are_told_only_to_their_audience(table: Club):
    game = await table.game(title="toy")
    await table.act(game, BOB, "answer", answer="60")
    public, secret = (await table.outbox(game))[-2:]
    assert public.target == "channel:100"
    assert "60" not in str(public.payload["moves"])
    assert secret.target == f"person:{BOB}"
    assert secret.payload["text"] == ["You answer: 60."]


async def test_of_fifty_simultaneous_presses_one_wins_and_the_others_are_told(table: Club):
    game = await table.game()
    now = await table.table.present(game)
    clicks = [table.table.act(game, ANN, "p1", "take", {}, now.decision, now.epoch) for _ in range(25)]
    clicks += [table.table.act(game, 1000 + n, "p1", "take", {}, now.decision, now.epoch) for n in range(25)]
    answers = await asyncio.gather(*clicks, return_exceptions=True)
    won = [answer for answer in answers if not isinstance(answer, BaseException)]
    assert len(won) == 1
    assert sum(isinstance(answer, Stale) for answer in answers) == 24
    assert sum(isinstance(answer, NotYours) for answer in answers) == 25
    assert len(await table.table.actions(game)) == 1
    assert len(await table.outbox(game, MOVE)) == 1


async def test_two_processes_cannot_both_write_the_same_move(table: Club):
    """The second table has a lock of its own: only the numbers in the database can stop it."""
    from bot.table.table import Table

    other = Table(table.db, table.clock)
    game = await table.game()
    for _ in range(4):
        now = await table.table.present(game)
        seat = now.game.decisions()[0].seat
        person = next(one.user_id for one in now.seats if one.seat == seat)
        asked = (game, person, seat, "take", {}, now.decision, now.epoch)
        last = now.row.last
        answers = await asyncio.gather(table.table.act(*asked), other.act(*asked), return_exceptions=True)
        assert sum(isinstance(answer, Stale) for answer in answers) == 1, answers
        assert (await table.table.present(game)).row.last == last + 1
    other.services.close()


async def test_a_person_can_play_many_games(table: Club):
    games = [await table.game(ANN, BOB), await table.game(BOB, CEM), await table.game(CEM, ANN)]
    mine = await table.table.games_of(ANN)
    assert [row.id for row, _, _ in mine] == [games[0], games[2]]
    assert [waits for _, _, waits in mine] == [True, False]
    assert await table.table.games_of(DAN) == []


async def test_every_earlier_position_can_be_looked_at(table: Club):
    game = await table.game()
    seen = [(await table.table.present(game)).game.encode()]
    for number in range(40):
        await table.play(game, 1, seed=number)
        seen.append((await table.table.present(game)).game.encode())
    table.table.services.cool()
    for number, raw in enumerate(seen):
        assert (await table.table.present(game, at=number)).game.encode() == raw
    for number in (-1, 41, 10**12):
        with pytest.raises(Refused, match="There is no move"):
            await table.table.present(game, at=number)


async def test_a_finished_game_takes_no_more_moves(table: Club):
    game = await table.game(ANN, BOB)
    await table.act(game, ANN, "stop")
    now = await table.table.present(game)
    offer = now.game.state.offers[0].id
    outcome = await table.table.act(game, BOB, "p2", "accept", {"offer": offer}, offer, now.epoch)
    assert outcome.game.state.end is not None
    assert (await table.table.present(game)).row.status == "finished"
    with pytest.raises(Refused, match="over"):
        await table.act(game, ANN, "take")
    with pytest.raises(Refused, match="no such game"):
        await table.act(99, ANN, "take")


def test_the_type_checker_checks_every_argument_of_a_move():
    assert [name for name, kind in get_type_hints(Table.act).items() if "Any" in str(kind)] == []
