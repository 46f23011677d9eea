"""A clock that was wrong once, years ahead or years back, delays nothing for longer than it would have waited, and ends
nothing before its time.
"""

from __future__ import annotations

from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from sqlmodel import select, update

from bot.discord.channel.edits import Edits
from bot.errors import Refused
from bot.host.settings import Settings
from bot.store.columns import Moment
from bot.store.league_rows import LeagueRoundRow
from bot.store.outbox import said_lately
from bot.store.rows import (
    SENT,
    ActionRow,
    OfferRow,
    OrderRow,
    OutboxRow,
    PersonRow,
    SeatAskRow,
    SeatRow,
    SQLModel,
)
from bot.table.ground.clocks import (
    Pace,
    is_astray,
    is_away,
    next_due,
)
from bot.table.housekeeping import Housekeeping
from bot.table.play import telling
from bot.table.play.orders.kinds import order_of
from bot.table.upkeep.sender import Sender
from tests.table.club import ANN, BOB, CEM, DAN, EVE, NOON, Club
from tests.table.leagues import Season
from tests.table.test_outbox import Wall

FAR = timedelta(days=20)
"""How wrong the clock was: less than the longest pause between reminders that a game can have."""
DOCS = Path(__file__).resolve().parents[2] / "docs" / "decisions" / "clock.md"


async def stored(table: Club, row: type[Any], **values: Any) -> None:
    async with table.db.write() as session:
        await session.exec(update(row).values(**values))


async def first(table: Club, row: type[Any]) -> Any:
    async with table.db.read() as session:
        return (await session.exec(select(row))).first()


def test_each_stored_time_has_a_decision():
    text = DOCS.read_text(encoding="utf-8")
    for table in SQLModel.metadata.sorted_tables:
        for column in table.columns:
            if isinstance(column.type, Moment):
                assert f"`{table.name}.{column.name}`" in text, f"{table.name}.{column.name}"


async def test_a_retry_that_a_wrong_clock_stored_for_later_is_made_now(either: Club):
    game = await either.game()
    wall = Wall()
    wall.broken = dict.fromkeys(["channel:100"], ConnectionError())
    sender = Sender(either.db, wall, either.clock)
    either.clock.pass_by(days=FAR.days)
    await sender.drain()
    assert not wall.posts
    either.clock.pass_by(days=-FAR.days)
    wall.broken = {}
    await sender.drain()
    assert wall.posts and all(row.state == SENT for row in await either.outbox(game))


async def test_a_retry_within_its_pause_still_waits(table: Club):
    await table.game()
    wall = Wall()
    await stored(table, OutboxRow, due_at=NOON + timedelta(minutes=29))
    await Sender(table.db, wall, table.clock).drain()
    assert not wall.posts


async def test_the_host_is_told(table: Club, tmp_path: Path):
    await table.game()
    notes = dict[str, str]()
    keeper = Housekeeping(table.table, Settings(backup_hours=0, backup_dir=tmp_path), notes.__setitem__)
    await keeper.tick()
    assert notes["clock"] == ""
    table.clock.pass_by(days=-FAR.days)
    await keeper.tick()
    assert "clock of this machine is wrong, or was" in notes["clock"]
    table.clock.pass_by(days=FAR.days)
    await stored(table, OutboxRow, due_at=NOON + FAR)
    await keeper.tick()
    assert notes["clock"]


async def test_reminders_go_on_and_come_at_their_time_again(either: Club):
    game = await either.game()
    either.clock.pass_by(days=FAR.days)
    await either.table.reminders.tick()
    told = len(await either.outbox(game, "reminder"))
    assert told
    either.clock.pass_by(days=-FAR.days)
    await either.table.reminders.tick()
    assert len(await either.outbox(game, "reminder")) == told + 1
    # The next one is set by the right clock.
    await either.table.reminders.tick()
    either.clock.pass_by(hours=11)
    await either.table.reminders.tick()
    assert len(await either.outbox(game, "reminder")) == told + 1
    either.clock.pass_by(hours=2)
    await either.table.reminders.tick()
    assert len(await either.outbox(game, "reminder")) == told + 2


def test_a_reminder_that_is_set_for_a_reason_is_not_astray():
    seat, pace = SeatRow(game_id=1, place=1, user_id=ANN, name="Ann", seat="p1"), Pace()
    away = {ANN: PersonRow(user_id=ANN, away_until=NOON + timedelta(days=100))}
    due = next_due(NOON, seat, away, pace)
    assert due == NOON + timedelta(days=100)
    assert not is_astray(due, NOON, seat, away, pace)
    assert is_astray(due, NOON, seat, {}, pace)
    assert not is_astray(None, NOON, seat, {}, pace)
    slow = {ANN: PersonRow(user_id=ANN, interval=30 * 24 * 60)}
    assert not is_astray(NOON + FAR, NOON, seat, slow, pace)


def test_nobody_is_away_for_longer_than_they_can_say():
    assert is_away(PersonRow(user_id=ANN, away_until=NOON + timedelta(days=366)), NOON)
    assert not is_away(PersonRow(user_id=ANN, away_until=NOON + timedelta(days=367)), NOON)
    assert not is_away(PersonRow(user_id=ANN, away_until=NOON - timedelta(days=36500)), NOON)


async def asked(table: Club) -> int:
    """A game in which Bob is asked whether his seat may be given to Eve."""
    game = await table.game(title="1830")
    await table.play(game, 6)
    seats = {seat.user_id: seat.seat for seat in (await table.table.present(game)).seats}
    until = await table.table.seating.replacing.replace(game, ANN, seats[BOB], EVE, "Eve")
    assert until is not None
    return game


async def holders(table: Club, game: int) -> set[int]:
    return {seat.user_id for seat in (await table.table.present(game)).seats}


@pytest.mark.parametrize("wrong", [timedelta(days=4000), timedelta(days=-4000)])
async def test_a_seat_is_not_given_away_by_a_wrong_clock(table: Club, wrong: timedelta):
    game = await asked(table)
    await stored(table, SeatAskRow, asked_at=NOON + wrong, due_at=NOON + wrong + timedelta(hours=24))
    await table.table.reminders.tick()
    assert await holders(table, game) == {ANN, BOB, CEM}
    assert await first(table, SeatAskRow) is None


async def test_a_seat_is_given_away_at_its_time(table: Club):
    game = await asked(table)
    await table.table.reminders.tick()
    assert BOB in await holders(table, game)
    table.clock.pass_by(hours=24)
    await table.table.reminders.tick()
    assert await holders(table, game) == {ANN, EVE, CEM}


async def test_moves_from_the_future_do_not_answer_for_their_player(table: Club):
    game = await asked(table)
    await stored(table, ActionRow, at=NOON + timedelta(days=4000))
    table.clock.pass_by(hours=24)
    await table.table.reminders.tick()
    assert await holders(table, game) == {ANN, EVE, CEM}


async def test_stand_ins_can_be_asked_after_questions_from_the_future(table: Club):
    standing_in = table.table.standing_in
    for person in (BOB, CEM, EVE):
        assert await standing_in.ask(ANN, person)
    with pytest.raises(Refused, match="several people today"):
        await standing_in.ask(ANN, DAN)
    await stored(table, OutboxRow, created_at=NOON + timedelta(days=4000))
    assert await standing_in.ask(ANN, DAN)
    assert len(await table.outbox(kind="stand_in_ask")) == 4


async def test_orders_end_and_take_no_longer_time(table: Club):
    game = await table.game(title="1830")
    seat = (await table.table.present(game)).game.decisions()[0].seat
    other = next(one for one in (await table.table.present(game)).seats if one.seat != seat)
    with pytest.raises(Refused, match="1,440 hours"):
        await table.table.orders.give(
            game, other.user_id, other.seat, order_of("pass", {}), until=NOON + timedelta(days=61), grave=True
        )
    assert await first(table, OrderRow) is None
    await table.table.orders.give(
        game, other.user_id, other.seat, order_of("pass", {}), until=NOON + timedelta(days=59), grave=True
    )
    await table.table.reminders.tick()
    assert (await first(table, OrderRow)).active
    await stored(table, OrderRow, until=NOON + timedelta(days=400))
    await table.table.reminders.tick()
    assert not (await first(table, OrderRow)).active


async def test_an_offer_lapses(table: Club):
    game = await table.game()
    async with table.db.write() as session:
        session.add(OfferRow(game_id=game, offer=7, seat="p1", due_at=NOON + timedelta(days=59)))
    await table.table.reminders.tick()
    assert await first(table, OfferRow) is not None
    await stored(table, OfferRow, due_at=NOON + timedelta(days=4000))
    await table.table.reminders.tick()
    assert await first(table, OfferRow) is None


async def test_an_old_message_is_not_left_alone_because_another_was_to_be_edited_in_years():
    pauses = list[float]()

    async def rest(seconds: float) -> None:
        pauses.append(seconds)

    now = NOON
    edits = Edits(None, None, lambda: now, rest)  # type: ignore[arg-type]
    now = NOON + timedelta(days=4000)
    await edits.turn(1, 1)
    now = NOON
    await edits.turn(1, 1)
    await edits.turn(1, 1)
    assert pauses == [2.5]


async def test_a_question_can_be_put_again_after_one_from_the_future(table: Club):
    async with table.db.write() as session:
        session.add(telling.row("channel:1", "undo_ask", "x", NOON + timedelta(days=4000), 1, 1))
        session.add(telling.row("channel:1", "seat_ask", "x", NOON - timedelta(minutes=1), 1, 1))
    async with table.db.read() as session:
        assert not await said_lately(session, NOON, telling.ANEW, 1, "undo_ask")
        assert await said_lately(session, NOON, telling.ANEW, 1, "seat_ask")


@pytest.mark.parametrize("wrong", [timedelta(days=4000), timedelta(days=-4000)])
async def test_a_round_drawn_by_a_wrong_clock_ends_nobodys_game_and_ends_in_time(table: Club, wrong: timedelta):
    season = await Season.opened(table)
    await season.drawn(first=True)
    right = (await season.book()).current
    assert right is not None
    await table.table.leagues.rounds.tick()
    assert (await first(table, LeagueRoundRow)).due_at == right.due_at
    await stored(table, LeagueRoundRow, drawn_at=NOON + wrong, due_at=NOON + wrong + timedelta(days=7))
    await table.table.leagues.rounds.tick()
    found = await first(table, LeagueRoundRow)
    assert (found.due_at, found.closed_at) == (right.due_at, None)
    table.clock.pass_by(days=9)
    await table.table.leagues.rounds.tick()
    assert (await first(table, LeagueRoundRow)).closed_at is not None
