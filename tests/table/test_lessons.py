"""Lessons at the table: begun, taken up, passed, forgotten; and nobody else notices."""

from __future__ import annotations

import random
from pathlib import Path

import pytest
from sqlmodel import select

from bot.errors import Refused
from bot.store.rows import GameRow, LessonRow, OutboxRow, PositionRow, SeatRow, TurnRow
from bot.table.lessons.lessons import LASTS
from bot.table.play.extras import Extras
from bot.table.upkeep.verify import verify
from engine.lessons import lesson_of, lessons_of, taught
from engine.play import random_act
from tests.table.club import ANN, BOB, CHANNEL, GUILD, Clock, Club, club

TITLE = taught()[0]
FIRST = lessons_of(TITLE)[2].name
"""The lesson that takes the fewest moves."""


async def begun(table: Club, user: int = ANN, lesson: str = FIRST) -> int:
    """Somebody's lesson."""
    return await table.table.lessons.take_up(GUILD, user, "Ann", TITLE, lesson)


async def move(table: Club, game: int, verb: str, /, **args: str | int) -> list[str]:
    """A move of the learner; returns who has moved."""
    now = await table.table.present(game)
    lesson = lesson_of(TITLE, now.row.lesson)
    assert lesson is not None
    outcome = await table.table.act(game, now.row.organiser_id, lesson.seat, verb, args, now.decision, now.epoch)
    return [one["seat"] for one in outcome.told]


async def run(table: Club, game: int) -> None:
    """Run the one train."""
    now = await table.table.present(game)
    act = next(one for one in now.game.legal("p1") if one.verb == "run")
    await move(table, game, "run", **act.args)


async def passed(table: Club, user: int = ANN) -> list[str]:
    """What somebody has passed."""
    return [one.lesson.name for one in await table.table.lessons.of(user) if one.passed]


async def test_a_lesson_is_taken_up_where_it_was_left_and_what_is_passed_stays(table: Club):
    game = await begun(table)
    await run(table, game)
    assert await begun(table) == game and await begun(table, BOB) != game
    assert await passed(table) == []
    await move(table, game, "dividend", kind="withhold")
    assert await passed(table) == [], "a way that loses passes nothing"
    now = await table.table.present(game)
    await table.table.takeback.undo(game, ANN, now.epoch)
    await move(table, game, "dividend", kind="full")
    assert await passed(table) == [FIRST] and await passed(table, BOB) == []
    await table.table.exploring.go(game, ANN, "")
    assert (await table.table.present(game)).row.position == 0
    assert await passed(table) == [FIRST], "trying again takes nothing away"
    states = await table.table.lessons.of(ANN)
    assert [one.game for one in states if one.game is not None] == [game]


async def test_the_others_move_at_once_and_an_undo_takes_their_moves_with_it(table: Club):
    game = await begun(table, lesson="share")
    assert await move(table, game, "par", company="IR", price=70) == ["p1", "p2", "p3", "p4"]
    now = await table.table.present(game)
    assert [one.seat for one in now.game.decisions()] == ["p1"]
    assert [one.name for one in now.seats] == ["Ann", "Aki", "Ren", "Mio"]
    await table.table.takeback.undo(game, ANN, now.epoch)
    now = await table.table.present(game)
    assert now.row.position == 0 and now.game.decisions()[0].seat == "p1"


async def test_a_lesson_stands_nowhere_and_nothing_is_posted_about_it(table: Club):
    game = await begun(table)
    await run(table, game)
    await move(table, game, "dividend", kind="full")
    extras = Extras(table.table.services)
    assert await table.outbox(game) == []
    assert await table.table.games_of(ANN) == [] and await table.table.exploring.mine(ANN) == []
    assert await extras.games_on(GUILD) == [] and await extras.games_in(CHANNEL) == []
    assert await table.table.past.ended(GUILD) == []
    table.clock.pass_by(hours=20)
    await table.table.reminders.tick()
    await table.table.exploring.tick()
    assert await table.outbox() == []
    with pytest.raises(Refused, match="only its owner"):
        await table.table.seating.handing_over.hand_over(game, ANN, BOB)
    with pytest.raises(Refused, match="Only Ann can decide"):
        now = await table.table.present(game)
        await table.table.act(game, BOB, "p1", "skip", {}, now.decision, now.epoch)


async def test_lessons_take_no_room_from_copies(table: Club):
    for lesson in lessons_of(TITLE):
        await begun(table, lesson=lesson.name)
    game = await table.game()
    for _ in range(3):
        shown = await table.table.present(game)
        opening = await table.table.exploring.prepared(shown, "p1", {})
        await table.table.exploring.open(shown, opening, 0, ANN, CHANNEL + 1)
    assert len(await table.table.exploring.mine(ANN)) == 3


async def test_its_game_goes_after_a_day_and_what_was_passed_does_not(table: Club):
    game = await begun(table)
    await run(table, game)
    await move(table, game, "dividend", kind="full")
    table.clock.pass_by(seconds=LASTS.total_seconds() - 60)
    await table.table.lessons.tick()
    assert await begun(table) == game
    table.clock.pass_by(minutes=2)
    await table.table.lessons.tick()
    assert [one.game for one in await table.table.lessons.of(ANN)] == [None] * len(lessons_of(TITLE))
    assert await passed(table) == [FIRST] and await left(table) == []
    assert await begun(table) != game


async def left(table: Club) -> list[object]:
    """All that is stored of any game."""
    found: list[object] = []
    async with table.db.read() as session:
        for kind in (GameRow, SeatRow, PositionRow, TurnRow, OutboxRow):
            found += await session.exec(select(kind))
    return found


async def test_a_forgotten_person_leaves_no_lesson(table: Club):
    game = await begun(table)
    await run(table, game)
    await move(table, game, "dividend", kind="full")
    await begun(table, BOB)
    await table.table.forgetting.forget(ANN)
    assert await passed(table) == []
    async with table.db.read() as session:
        assert [one.organiser_id for one in await session.exec(select(GameRow))] == [BOB]
        assert list(await session.exec(select(LessonRow))) == []


async def test_progress_outlives_a_restart(tmp_path: Path):
    async with club(tmp_path / "club.db") as table:
        game = await begun(table)
        await run(table, game)
        await move(table, game, "dividend", kind="full")
        second = await begun(table, lesson="share")
        await move(table, second, "par", company="IR", price=70)
    async with club(tmp_path / "club.db", Clock()) as table:
        assert await passed(table) == [FIRST] and await begun(table, lesson="share") == second
        assert (await table.table.present(second)).row.last == 4
        reports = [report async for report in verify(table.db)]
        assert len(reports) == 2 and not any(report.faults or report.changed for report in reports)


@pytest.mark.parametrize("walks", [4, pytest.param(60, marks=pytest.mark.soak)])
async def test_random_walks_leave_nothing_behind(table: Club, walks: int):
    for number in range(walks):
        stream = random.Random(number)
        lesson = lessons_of(TITLE)[number % 6]
        game = await begun(table, lesson=lesson.name)
        for _ in range(stream.randrange(2, 9)):
            now = await table.table.present(game)
            if now.game.state.end is not None or lesson.passed(now.game):
                break
            act = random_act(now.game, lesson.seat, stream)
            assert act is not None
            await move(table, game, act.verb, **act.args)
            if stream.random() < 0.2:
                now = await table.table.present(game)
                await table.table.takeback.undo(game, ANN, now.epoch)
        # The next walk begins anew.
        table.clock.pass_by(days=2)
        await table.table.lessons.tick()
    assert await left(table) == []
    async with table.db.read() as session:
        assert {one.user_id for one in await session.exec(select(LessonRow))} <= {ANN}
