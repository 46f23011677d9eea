"""Clocks at a table: who loses time when, and what happens when somebody has none left."""

import asyncio
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from sqlmodel import select

from bot.errors import Refused
from bot.robots.playing import Robots
from bot.store.processes.share import share_of
from bot.store.rows import BankRow, GameRow, SeatRow
from bot.table.ground.counting import PATIENCE
from bot.table.seats.settling import proposal_of
from engine import Act, Game
from tests.store.postgres import empty_database
from tests.table.club import ANN, BOB, CEM, DAN, EVE, Club, club

MINUTE = timedelta(minutes=1)


async def live(table: Club, minutes: int, every: int = 4) -> None:
    """Let time pass with the bot running."""
    while minutes > 0:
        table.clock.pass_by(minutes=min(minutes, every))
        minutes -= every
        await table.table.clocks.tick()


async def timed(table: Club, *people: int, clock: str = "evening", **settings: Any) -> int:
    """A game with a clock."""
    game = await table.game(*people)
    await table.table.clocks.tick()
    await table.table.preferences.set_game(game, ANN, clock=clock, **settings)
    return game


async def left(table: Club, game: int) -> dict[str, float]:
    """Everybody's minutes."""
    return {one.name: one.left / MINUTE for one in await table.table.clocks.time_left(game)}


async def test_only_who_must_decide_loses_time_and_a_move_adds_some(table: Club):
    game = await timed(table)
    await live(table, 20)
    assert await left(table, game) == {"Ann": 40, "Bob": 60, "Cem": 60}
    await table.act(game, ANN, "take")
    assert await left(table, game) == {"Ann": 43, "Bob": 60, "Cem": 60}
    await live(table, 2)
    await table.act(game, BOB, "take")
    # Never more than the most that a bank holds.
    assert await left(table, game) == {"Ann": 43, "Bob": 60, "Cem": 60}


async def test_undo_takes_back_what_the_move_added_and_not_the_time_used(table: Club):
    game = await timed(table)
    await live(table, 20)
    await table.act(game, ANN, "take")
    await live(table, 10)
    epoch = (await table.table.present(game)).epoch
    await table.table.takeback.undo(game, ANN, epoch)
    assert await left(table, game) == {"Ann": 40, "Bob": 50, "Cem": 60}
    await table.table.takeback.redo(game, ANN, epoch + 1)
    assert await left(table, game) == {"Ann": 43, "Bob": 50, "Cem": 60}


async def test_nothing_is_lost_while_the_bot_is_down(tmp_path: Path):
    path = tmp_path / "games.db"
    async with club(path) as table:
        game = await timed(table)
        await live(table, 10)
        clock = table.clock
    clock.pass_by(days=3)
    async with club(path, clock) as table:
        # Even before the first heartbeat, and a move counts no more than the clock does.
        assert (await left(table, game))["Ann"] == 50
        await table.act(game, ANN, "take")
        await table.table.clocks.tick()
        await live(table, 4)
        assert await left(table, game) == {"Ann": 53, "Bob": 56, "Cem": 60}


async def test_a_clock_that_was_wrong_takes_nothing(table: Club):
    game = await timed(table)
    await live(table, 10)
    table.clock.pass_by(days=400)
    await live(table, 8)
    table.clock.pass_by(days=-400)
    await live(table, 8)
    assert 60 - 26 <= (await left(table, game))["Ann"] <= 60 - 14
    await live(table, 60)
    assert [one.seat for one in await table.table.actions(game)] == ["p1"]


async def test_pauses_absences_and_quiet_hours_stop_it(table: Club):
    game = await timed(table)
    await live(table, 10)
    await table.table.preferences.set_game(game, ANN, paused=True)
    await live(table, 30)
    assert await table.table.reminders.tick() == 0
    await table.table.preferences.set_game(game, ANN, paused=False)
    await live(table, 10)
    await table.table.preferences.set_person(ANN, away_until=table.clock() + 30 * MINUTE)
    await live(table, 30)
    await table.table.preferences.set_person(ANN, away_until=None)
    await live(table, 10)
    now = table.clock().hour * 60 + table.clock().minute
    await table.table.preferences.set_person(ANN, quiet_from=now, quiet_to=now + 40)
    await live(table, 40)
    await live(table, 10)
    assert await left(table, game) == {"Ann": 20, "Bob": 60, "Cem": 60}
    assert all(one.ends is None for one in await table.table.clocks.time_left(game) if one.name != "Ann")


async def test_an_offer_of_somebody_else_costs_no_time(table: Club):
    game = await timed(table)
    now = await table.table.present(game)
    other = {"to": "p2", "price": 10}
    offered = [verb for verb in now.game.verbs("p1") if verb.startswith("offer")]
    for verb in offered:
        await table.act(game, ANN, verb, **other)
    await live(table, 8)
    assert (await left(table, game))["Bob"] == 60


async def test_the_owner_is_warned_a_day_and_four_hours_before(table: Club):
    hours = {"clock_bank": 30 * 60, "clock_added": 0, "clock_cap": 30 * 60}
    game = await timed(table, clock="own", **hours)
    for at, told in ((5 * 60 + 56, 0), (8, 1), (19 * 60 + 48, 1), (16, 2)):
        await live(table, at)
        rows = await table.outbox(game, "clock")
        assert len(rows) == told, at
    assert all(row.payload["ping"] == [ANN] for row in await table.outbox(game, "clock"))
    assert "your time in this game ends <t:" in rows[-1].payload["text"][0]


async def test_an_empty_bank_makes_the_neutral_move_once_marked_and_undoably(table: Club):
    game = await timed(table)
    await live(table, 64)
    (move,) = [one for one in await table.table.actions(game) if one.kind == "move"]
    assert (move.seat, move.by_clock, move.clicker) == ("p1", True, 0)
    assert "(time was up)" in str((await table.outbox(game, "move"))[-1].payload["moves"])
    assert [one.seat for one in (await table.table.present(game)).game.decisions()] == ["p2"]
    assert (await left(table, game))["Ann"] == 0
    await table.table.clocks.tick()
    assert len(await table.table.actions(game)) == 1
    # It is Ann's own move: she takes it back, and plays herself before the next tick.
    await table.table.takeback.undo(game, ANN, (await table.table.present(game)).epoch)
    await table.act(game, ANN, "take")
    assert (await left(table, game))["Ann"] == 3


async def test_a_clocks_move_that_is_taken_back_is_not_made_again_at_once(table: Club):
    game = await timed(table)
    await live(table, 64)
    await table.table.takeback.undo(game, ANN, (await table.table.present(game)).epoch)
    await live(table, 4)
    assert (await table.table.present(game)).game.decisions()[0].seat == "p1"
    await live(table, 4)
    assert (await table.table.present(game)).game.decisions()[0].seat == "p2"


async def test_a_clock_that_does_not_stand_still_for_the_bot_finds_an_empty_bank_too(table: Club):
    game = await timed(table)
    await live(table, 56)
    time = table.clock

    def goes_on() -> datetime:
        time.pass_by(milliseconds=1)
        return time.now

    table.table.services.clock = goes_on
    time.pass_by(minutes=4)
    await table.table.clocks.tick()
    assert [one.seat for one in await table.table.actions(game)] == ["p1"]


async def test_two_at_the_same_second_make_one_move(tmp_path: Path):
    path = tmp_path / "games.db"
    async with club(path) as table:
        game = await timed(table)
        await live(table, 56)
        table.clock.pass_by(minutes=4)
        await asyncio.gather(table.table.clocks.tick(), table.table.clocks.tick(), return_exceptions=True)
        moves = [one for one in await table.table.actions(game) if one.kind == "move"]
        assert [one.seat for one in moves] == ["p1"]


@pytest.mark.parametrize("minutes", [240, pytest.param(600, marks=pytest.mark.soak)])
async def test_everybody_away_at_once_moves_on_only_by_clock_and_ends_or_waits(table: Club, minutes: int):
    game = await timed(table)
    await live(table, minutes)
    now = await table.table.present(game)
    moves = [one for one in await table.table.actions(game, most=1000) if one.kind == "move"]
    assert len(moves) > 3 and all(one.by_clock for one in moves)
    now.game.audit()


async def test_what_would_end_a_part_waits_for_its_owner(table: Club, monkeypatch: pytest.MonkeyPatch):
    def nothing(game: Game, seat: str) -> Act | None:
        return None

    monkeypatch.setattr("bot.table.clock.late.neutral_act", nothing)
    game = await timed(table)
    await live(table, 80)
    (told,) = await table.outbox(game, "clock")
    assert "the game waits for Ann" in told.payload["text"][0] and told.payload["ping"] == [ANN]
    await live(table, 80)
    assert len(await table.outbox(game, "clock")) == 1
    await table.act(game, ANN, "take")
    assert (await left(table, game))["Bob"] == 60


class Thinker:
    """Chooses what a robot would."""

    async def think(self, game: Game, seat: str, kind: str, seed: str) -> Act | None:
        return next(iter(game.legal(seat)))


async def test_a_robot_plays_until_the_owner_is_back(table: Club):
    game = await timed(table, late="robot")
    await live(table, 64)
    assert "A robot plays for Ann until" in (await table.outbox(game, "clock"))[-1].payload["text"][0]
    robots = Robots(table.table, Thinker(), pause=0)
    await robots.drain()
    (move,) = [one for one in await table.table.actions(game) if one.kind == "move"]
    assert (move.seat, move.by_clock) == ("p1", True)
    await table.act(game, BOB, "take")
    await table.act(game, CEM, "take")
    now = await table.table.present(game)
    assert now.game.decisions()[0].seat == "p1"
    await table.act(game, ANN, "take")
    async with table.db.read() as session:
        seat = (await session.exec(select(SeatRow).where(SeatRow.game_id == game, SeatRow.seat == "p1"))).one()
        assert (seat.meanwhile, seat.user_id) == ("", ANN)
    assert (await left(table, game))["Ann"] == 3


@pytest.mark.parametrize("robot", [False, True], ids=["for somebody late", "of its own"])
async def test_in_a_pause_no_robot_moves(table: Club, robot: bool):
    if robot:
        game = await table.game()
        await table.table.robots.put(game, ANN, "p1", gone=True)
    else:
        game = await timed(table, late="robot")
        await live(table, 64)
    await table.table.preferences.set_game(game, ANN, paused=True)
    await Robots(table.table, Thinker(), pause=0).drain()
    now = await table.table.present(game)
    await table.table.clocks.act_late(game, "p1", next(iter(now.game.legal("p1"))), now.row.last)
    assert [one for one in await table.table.actions(game) if one.kind == "move"] == []
    await table.table.preferences.set_game(game, ANN, paused=False)
    await Robots(table.table, Thinker(), pause=0).drain()
    assert [one.seat for one in await table.table.actions(game) if one.kind == "move"] == ["p1"]


async def test_without_a_clock_no_robot_plays_for_anybody(table: Club):
    game = await timed(table, late="robot")
    await live(table, 64)
    await table.table.preferences.set_game(game, ANN, clock="off")
    await Robots(table.table, Thinker(), pause=0).drain()
    assert await table.table.actions(game) == []


async def test_a_seat_can_be_offered_and_whoever_takes_it_has_a_full_bank(table: Club):
    game = await timed(table, late="offer")
    await live(table, 64)
    assert "the seat is open to others" in (await table.outbox(game, "clock"))[-1].payload["text"][0]
    await table.table.seating.replace(game, ANN, "p1", EVE, "Eve")
    assert await left(table, game) == {"Eve": 60, "Bob": 60, "Cem": 60}


async def test_an_offered_seat_goes_to_whoever_wants_it_first(table: Club):
    game = await timed(table, late="offer")
    take = table.table.seating.replacing.take_offered
    with pytest.raises(Refused, match="not offered"):
        await take(game, EVE, "p1", "Eve")
    await live(table, 64)
    for nobody, why in (("p2", "not offered"), ("p9", "not offered")):
        with pytest.raises(Refused, match=why):
            await take(game, EVE, nobody, "Eve")
    with pytest.raises(Refused, match="already have a seat"):
        await take(game, BOB, "p1", "Bob")
    both = await asyncio.gather(take(game, EVE, "p1", "Eve"), take(game, DAN, "p1", "Dan"), return_exceptions=True)
    assert [one for one in both if one is not None] and None in both
    now = await table.table.present(game)
    name = now.owner("p1").name
    assert name in ("Eve", "Dan") and await left(table, game) == {name: 60, "Bob": 60, "Cem": 60}
    assert "takes Ann's seat" in (await table.outbox(game, "replace"))[-1].payload["text"][0]


async def test_an_owner_who_moves_keeps_an_offered_seat(table: Club):
    game = await timed(table, late="offer")
    await live(table, 64)
    await table.act(game, ANN, "take")
    with pytest.raises(Refused, match="not offered"):
        await table.table.seating.replacing.take_offered(game, EVE, "p1", "Eve")


async def test_nobody_whom_the_organiser_has_kept_out_takes_an_offered_seat(table: Club):
    game = await timed(table, late="offer", invited_only=True)
    await live(table, 64)
    with pytest.raises(Refused, match="Only the organiser can give you this seat"):
        await table.table.seating.replacing.take_offered(game, EVE, "p1", "Eve")


async def test_moves_by_a_clock_mark_the_result_unless_they_are_taken_back(table: Club):
    game = await timed(table)
    await live(table, 64)
    await table.table.takeback.undo(game, ANN, (await table.table.present(game)).epoch)
    await table.act(game, ANN, "take")
    await table.act(game, BOB, "take")
    await live(table, 60)
    for person in (ANN, BOB, CEM):
        number = (await table.table.present(game)).row
        await (
            table.table.seating.settling.propose(game, person, "stands")
            if person == ANN
            else table.table.seating.settling.answer(game, person, _proposal(number), yes=True)
        )
    (ended,) = await table.table.past.ended(1)
    assert ended.by_clock == {"p3": 1}


def _proposal(row: GameRow) -> int:
    found = proposal_of(row)
    assert found is not None
    return found.number


async def test_games_without_a_clock_have_no_banks_and_turning_it_off_forgets_them(table: Club):
    plain = await table.game(ANN, BOB, DAN)
    game = await timed(table)
    await live(table, 30)
    await table.table.preferences.set_game(game, ANN, clock="off")
    await live(table, 90)
    for one in (plain, game):
        assert await table.table.clocks.time_left(one) == []
        assert [action for action in await table.table.actions(one) if action.by_clock] == []
    async with table.db.read() as session:
        assert list(await session.exec(select(BankRow))) == []
    await table.table.preferences.set_game(game, ANN, clock="postal")
    assert set((await left(table, game)).values()) == {4 * 24 * 60}
    assert PATIENCE > MINUTE


async def test_only_the_organiser_sets_the_clock_and_a_refusal_changes_nothing(table: Club):
    game = await timed(table)
    before = await table.stored(game)
    with pytest.raises(Refused):
        await table.table.preferences.set_game(game, BOB, clock="off")
    with pytest.raises(Refused, match="cannot hold less"):
        await table.table.preferences.set_game(game, ANN, clock="own", clock_bank=600, clock_cap=60)
    assert await table.stored(game) == before
    assert await left(table, game) == {"Ann": 60, "Bob": 60, "Cem": 60}


@pytest.mark.soak
async def test_two_processes_on_one_postgresql_at_the_same_second_make_one_move(postgres: str):
    address = await empty_database(postgres)
    async with club(address, share=share_of("0/2")) as one, club(address, one.clock, share=share_of("1/2")) as other:
        game = await timed(one)
        await live(one, 56)
        one.clock.pass_by(minutes=4)
        ticks = [two.table.clocks.tick() for two in (one, other, one, other)]
        await asyncio.gather(*ticks, return_exceptions=True)
        moves = [made for made in await one.table.actions(game) if made.kind == "move"]
        assert [made.seat for made in moves] == ["p1"] and len(await one.outbox(game, "move")) == 1
        for two in (one, other):
            (await two.table.present(game)).game.audit()
