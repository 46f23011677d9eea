"""A seat changes hands: the new player is pinged, the old one is told, and an active player is asked first."""

from __future__ import annotations

import asyncio
from datetime import timedelta

import pytest
from sqlmodel import select

from bot.discord.kit.say import error_text
from bot.errors import NotYours, Refused, Stale
from bot.store.rows import SeatAskRow, TurnRow
from bot.table.play.extras import Extras
from bot.table.seats.replacing import ANSWER, limit
from bot.table.seats.robots import KINDS
from tests.table.club import ANN, BOB, CEM, DAN, EVE, NAMES, Club

USUAL = {"interval": 720, "urgent": 4, "stop": 14}


async def sits(table: Club, game: int, seat: str) -> int:
    return next(one.user_id for one in (await table.table.present(game)).seats if one.seat == seat)


async def replace(table: Club, game: int, seat: str, person: int = DAN, by: int = ANN):
    return await table.table.seating.replace(game, by, seat, person, NAMES[person])


async def played(table: Club) -> int:
    """A game in which Bob has just moved."""
    game = await table.game(ANN, BOB, CEM)
    await table.act(game, ANN, "pass_auction")
    await table.act(game, BOB, "pass_auction")
    return game


async def second(table: Club, game: int) -> int:
    """By which the buttons know the question."""
    return (await table.outbox(game, "seat_ask"))[-1].payload["asked"]


async def test_a_new_player_on_turn_is_pinged_with_the_decision(table: Club):
    game = await table.game(ANN, BOB, CEM)
    await table.act(game, ANN, "pass_auction")
    assert await replace(table, game, "p2") is None
    [note] = await table.outbox(game, "replace")
    assert note.payload["ping"] == [DAN] and "Dan" in note.payload["waits"][0]
    assert note.payload["calls"] == [f"It is <@{DAN}>'s turn in the private auction."], "the ping names nobody twice"
    async with table.db.read() as session:
        [turn] = await session.exec(select(TurnRow).where(TurnRow.game_id == game))
    assert (turn.seat, turn.since, turn.count) == ("p2", table.clock(), 0)


async def test_a_new_player_not_on_turn_is_told_without_a_decision(table: Club):
    game = await table.game(ANN, BOB, CEM)
    await replace(table, game, "p3")
    [note] = await table.outbox(game, "replace")
    assert note.payload["ping"] == [DAN] and "waits" not in note.payload


async def test_a_replaced_player_is_told(table: Club):
    game = await table.game(ANN, BOB, CEM)
    await replace(table, game, "p2")
    [told] = [row for row in await table.outbox(game) if row.target == f"person:{BOB}"]
    assert "Dan now has your seat" in told.payload["text"][0]


async def test_a_player_who_gives_their_seat_away_is_not_asked(table: Club):
    game = await played(table)
    assert await replace(table, game, "p2", by=BOB) is None
    assert await sits(table, game, "p2") == DAN
    assert not [row for row in await table.outbox(game) if row.target == f"person:{BOB}"]


async def test_an_active_player_is_asked_and_keeps_the_seat_meanwhile(table: Club):
    game = await played(table)
    due = await replace(table, game, "p2")
    assert due == table.clock() + ANSWER and await sits(table, game, "p2") == BOB
    [ask] = await table.outbox(game, "seat_ask")
    assert ask.payload["ping"] == [BOB]
    assert f"<t:{int(due.timestamp())}:f>" in ask.payload["text"][0] and f"<@{DAN}>" in ask.payload["text"][0]
    assert not await table.outbox(game, "replace")
    with pytest.raises(Refused, match="already been asked") as refused:
        await replace(table, game, "p2", EVE)
    assert f"can answer until <t:{int(due.timestamp())}:f>." in error_text(refused.value)


async def test_a_player_inactive_beyond_the_limit_is_not_asked(table: Club):
    game = await played(table)
    table.clock.pass_by(seconds=limit(USUAL).total_seconds() - 1)
    assert await replace(table, game, "p2") is not None
    other = await played(table)
    table.clock.pass_by(seconds=limit(USUAL).total_seconds() + 1)
    assert await replace(table, other, "p2") is None
    assert await sits(table, other, "p2") == DAN


def test_the_limit_is_when_reminders_become_urgent():
    assert limit(USUAL) == timedelta(hours=48)
    assert limit({"interval": 240, "urgent": 3, "stop": 9}) == timedelta(hours=12)
    assert limit({"interval": 0, "urgent": 4, "stop": 14}) == timedelta(hours=48)


async def test_a_player_can_keep_the_seat(table: Club):
    game = await played(table)
    await replace(table, game, "p2")
    for person in (ANN, CEM, DAN):
        with pytest.raises(NotYours):
            await table.table.seating.replacing.answer(game, person, "p2", await second(table, game), keep=True)
    await table.table.seating.replacing.answer(game, BOB, "p2", await second(table, game), keep=True)
    table.clock.pass_by(days=2)
    await table.table.reminders.tick()
    assert await sits(table, game, "p2") == BOB
    [kept] = await table.outbox(game, "seat_kept")
    assert kept.payload["ping"] == [ANN]
    with pytest.raises(Stale):
        await table.table.seating.replacing.answer(game, BOB, "p2", await second(table, game), keep=False)


async def test_a_player_who_gives_the_seat_up_loses_it_at_once(table: Club):
    game = await played(table)
    await replace(table, game, "p2")
    await table.table.seating.replacing.answer(game, BOB, "p2", await second(table, game), keep=False)
    assert await sits(table, game, "p2") == DAN
    assert len(await table.outbox(game, "replace")) == 1


async def test_a_player_who_does_not_answer_in_time_loses_the_seat(table: Club):
    game = await played(table)
    await replace(table, game, "p2")
    table.clock.pass_by(hours=23)
    await table.table.reminders.tick()
    assert await sits(table, game, "p2") == BOB
    table.clock.pass_by(hours=1)
    assert await table.table.reminders.next_moment() <= table.clock()
    await table.table.reminders.tick()
    assert await sits(table, game, "p2") == DAN
    [told] = [row for row in await table.outbox(game, "trouble") if row.target == f"person:{BOB}"]
    assert "now has your seat" in told.payload["text"][0]
    await table.table.reminders.tick()
    assert len(await table.outbox(game, "replace")) == 1


async def test_a_player_who_moves_keeps_the_seat(table: Club):
    game = await played(table)
    await replace(table, game, "p2")
    table.clock.pass_by(hours=1)
    await table.act(game, CEM, "pass_auction")
    now = await table.table.present(game)
    while now.game.decisions()[0].seat != "p2":
        now = await table.play(game, 1)
    await table.play(game, 1)
    table.clock.pass_by(days=1)
    await table.table.reminders.tick()
    assert await sits(table, game, "p2") == BOB
    assert len(await table.outbox(game, "seat_kept")) == 1


async def test_somebody_who_got_another_seat_meanwhile_gets_no_second_one(table: Club):
    game = await played(table)
    await replace(table, game, "p2")
    await replace(table, game, "p3")
    table.clock.pass_by(days=2)
    await table.table.reminders.tick()
    assert (await sits(table, game, "p2"), await sits(table, game, "p3")) == (BOB, DAN)
    async with table.db.read() as session:
        assert list(await session.exec(select(SeatAskRow))) == []


async def test_a_seat_is_given_to_a_robot_in_the_same_way(table: Club):
    game = await played(table)
    assert await table.table.robots.put(game, ANN, "p2", KINDS[0]) is not None
    table.clock.pass_by(days=2)
    await table.table.reminders.tick()
    assert await sits(table, game, "p2") < 0
    # A robot is not asked.
    assert await replace(table, game, "p2", by=ANN) is None


async def test_two_seats_that_wait_for_robots_both_get_one(table: Club):
    game = await played(table)
    assert await table.table.robots.put(game, ANN, "p2", KINDS[0]) is not None
    assert await table.table.robots.put(game, ANN, "p3", KINDS[0]) is None
    table.clock.pass_by(days=2)
    await table.table.reminders.tick()
    robots = [await sits(table, game, "p2"), await sits(table, game, "p3")]
    assert all(one < 0 for one in robots) and len(set(robots)) == 2
    assert len(await table.outbox(game, "replace")) == 2


async def test_a_seat_can_go_to_a_second_robot(table: Club):
    game = await played(table)
    await table.table.robots.put(game, ANN, "p2", KINDS[0])
    await table.table.robots.put(game, ANN, "p3", KINDS[0])
    await table.table.seating.replacing.answer(game, BOB, "p2", await second(table, game), keep=False)
    assert await sits(table, game, "p2") < 0 > await sits(table, game, "p3")


async def test_pressing_for_a_robot_several_times_at_once_seats_one(table: Club):
    game = await table.game(ANN, BOB, CEM)
    presses = [table.table.robots.put(game, ANN, "p3", KINDS[0]) for _ in range(5)]
    found = await asyncio.gather(*presses, return_exceptions=True)
    assert sorted(str(one) for one in found if one is not None) == ["That robot already plays this seat."] * 4
    assert len(await table.outbox(game, "replace")) == 1


async def test_a_seat_that_can_no_longer_be_given_away_is_kept(table: Club):
    game = await played(table)
    await replace(table, game, "p2")
    await replace(table, game, "p3")
    table.clock.pass_by(days=2)
    await table.table.reminders.tick()
    [kept] = await table.outbox(game, "seat_kept")
    assert "Bob" in kept.payload["text"][0] and kept.payload["ping"] == [ANN]


async def test_a_lost_question_is_posted_again_on_request(table: Club):
    game = await played(table)
    due = await replace(table, game, "p2")
    first = await second(table, game)
    table.clock.pass_by(minutes=11)
    with pytest.raises(Refused, match="already been asked"):
        await replace(table, game, "p2", EVE)
    assert await replace(table, game, "p2") == due
    with pytest.raises(Refused, match="already been asked"):
        await replace(table, game, "p2")
    asks = await table.outbox(game, "seat_ask")
    assert len(asks) == 2 and asks[1].payload["ping"] == [BOB] and await second(table, game) == first
    await table.table.seating.replacing.answer(game, BOB, "p2", first, keep=True)
    assert await sits(table, game, "p2") == BOB


async def test_undo_asks_again_those_who_have_not_answered(table: Club):
    game = await played(table)
    await table.act(game, CEM, "pass_auction")
    undo = table.table.takeback.undo
    assert await undo(game, ANN, 0, 0) is None
    assert await table.table.takeback.answer(game, CEM, 0, True) is False
    with pytest.raises(Refused, match="already been requested"):
        await undo(game, ANN, 0, 0)
    table.clock.pass_by(minutes=11)
    assert await undo(game, ANN, 0, 0) is None
    asks = await table.outbox(game, "undo_ask")
    assert [one.payload["ping"] for one in asks] == [[BOB, CEM], [BOB]]
    assert await table.table.takeback.answer(game, BOB, 0, True) is True


async def test_consent_to_a_mirror_is_asked_for_once_a_week_and_not_after_a_refusal(table: Club):
    game, extras = await table.game(ANN, BOB, CEM), Extras(table.table.services)
    for days in (0, 1, 8, 1):
        table.clock.pass_by(days=days)
        assert await extras.mirror(game, 7, 700, DAN, "every") is False
    assert len(await table.outbox(game, "mirror_ask")) == 2
    await extras.refuse_mirror(game, 700, ANN)
    table.clock.pass_by(days=8)
    assert await extras.mirror(game, 7, 700, DAN, "every") is False
    assert len(await table.outbox(game, "mirror_ask")) == 2


async def test_a_player_with_an_active_stand_in_counts_as_active(table: Club):
    game = await table.game(ANN, BOB, CEM)
    away = table.clock() + timedelta(days=9)
    await table.table.preferences.set_person(BOB, stand_in=EVE, away_until=away)
    await table.act(game, ANN, "pass_auction")
    now = await table.table.present(game)
    await table.table.act(game, EVE, "p2", "pass_auction", {}, now.decision, now.epoch)
    assert await replace(table, game, "p2") is not None
    # What the organiser does for an absent player says nothing about the player.
    await table.act(game, CEM, "pass_auction")
    other = await table.game(ANN, BOB, CEM)
    await table.act(other, ANN, "pass_auction")
    now = await table.table.present(other)
    await table.table.act(other, ANN, "p2", "pass_auction", {}, now.decision, now.epoch)
    assert await replace(table, other, "p2") is None
