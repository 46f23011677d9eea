"""/learn: lessons on one's own panels, passed by pressing what is on the screen."""

from __future__ import annotations

import random

import pytest
from sqlmodel import select

from bot.discord.domains.learning.learning import ROBOTS
from bot.discord.kit.custom_ids import decode_id
from bot.store.rows import RUNNING, GameRow, LessonRow, OutboxRow
from engine.lessons import lessons_of, taught
from sandbox import Message
from sandbox.people import Answer, Person
from tests.discord.conftest import Hall, labels

TITLE = taught()[0]
LESSONS = lessons_of(TITLE)
NAMES = [one.name for one in LESSONS]
WAYS: dict[str, list[str]] = {
    "share": ["Start IR, ¥130 to ¥200…", "¥70", *["Buy IR"] * 3],
    "track": ["57 ", "Buy a 2 train"],
    "run": ["Run for", "Pay"],
    "withhold": ["Run for", "Withhold", "Buy a 4 train from the bank"],
    "rust": ["Run for", "Pay", "Buy a 3 train from the bank", "Done with trains"],
    "money": ["Lay no track", "Sell shares", "Sell 1 IR"],
}
"""What is pressed on the way meant, by a part of each label."""
LEADS_AWAY = ("learn", "lesson", "first_game", "look", "explore_back")
"""Buttons that show something else, or begin anew."""


async def lesson(club: Hall, person: Person, name: str) -> Answer:
    """A lesson, opened from the list."""
    shown = await person.slash("/learn", club.room)
    assert shown.ephemeral
    return await club.press(person, shown.message, str(shown.message.buttons[NAMES.index(name)]["custom_id"]))


async def step(club: Hall, person: Person, panel: Answer, part: str) -> Answer:
    """Press the first button, or choose the first entry, with this in its label."""
    button = next((one for one in labels(panel.message) if part in one), None)
    if button is not None:
        return await club.press(person, panel.message, button)
    return await club.choose(person, panel.message, part)


async def passed(club: Hall, person: Person, name: str) -> Answer:
    """A lesson played on the way meant."""
    panel = await lesson(club, person, name)
    for part in WAYS[name]:
        assert "Lesson passed" not in panel.text
        panel = await step(club, person, panel, part)
    assert "Lesson passed" in panel.text, panel.text
    return panel


@pytest.mark.parametrize("name", [pytest.param(one, marks=[] if one == "run" else pytest.mark.soak) for one in NAMES])
async def test_a_lesson_is_passed_with_a_few_presses(club: Hall, name: str):
    # The press that opens it counts.
    assert len(WAYS[name]) + 1 <= 10
    told = (await lesson(club, club.ann, name)).text
    assert told.count("☐") == len(LESSONS[NAMES.index(name)].goals) and "☑" not in told
    end = await passed(club, club.ann, name)
    last = name == NAMES[-1]
    assert labels(end.message)[0] == (f"Your first game: {TITLE} against two robots" if last else "Next lesson")
    listed = await club.ann.slash("/learn", club.room)
    assert listed.text.count("✓ passed") == 1
    assert labels(listed.message)[NAMES.index(name)] == f"Lesson {NAMES.index(name) + 1} again"
    again = await lesson(club, club.ann, name)
    assert "Lesson passed" not in again.text and "☐" in again.text, "once more means from the beginning"


async def test_a_way_that_loses_is_answered_and_undone(club: Hall):
    panel = await step(club, club.ann, await lesson(club, club.ann, "run"), "Run for")
    lost = await step(club, club.ann, panel, "Withhold")
    assert "⚠️" in lost.text and "Undo, and pay out" in lost.text and "Begin again" in labels(lost.message)
    back = await club.press(club.ann, lost.message, "Undo")
    assert "⚠️" not in back.text and "☑ Run the train" in back.text
    begun = await club.press(club.ann, back.message, "Begin again")
    assert "☑" not in begun.text and "Run for ¥50" in labels(begun.message)


async def test_a_lesson_is_left_and_taken_up_after_a_restart(club: Hall):
    panel = await step(club, club.ann, await lesson(club, club.ann, "run"), "Run for")
    assert "☑" in panel.text
    before = len(club.room.public)
    listed = await club.press(club.ann, panel.message, "All lessons")
    assert "· begun" in listed.text and "Go on with lesson 3" in labels(listed.message)
    assert "☑ Run the train" in (await lesson(club, club.ann, "run")).text
    assert "☑" not in (await lesson(club, club.bob, "run")).text, "everybody has their own"
    await club.posted()
    assert len(club.room.public) == before and club.ann.pings == []
    async with club.table.db.read() as session:
        assert list(await session.exec(select(OutboxRow))) == []


async def test_the_ways_to_the_lessons(club: Hall):
    assert "Learn to play" in labels((await club.ann.slash("/help", club.room)).message)
    assert "Learn to play" in labels((await club.ann.slash("/help", club.room, topic="playing")).message)
    await club.game(club.ann, club.bob, title=TITLE, options="")
    await club.posted()
    first = next(one for one in club.room.public if "`/learn`" in one.text)
    assert labels(first)[-1] == "Learn to play"
    opened = await club.press(club.bob, first, "Learn to play")
    assert opened.ephemeral and "Learn to play" in opened.text


async def test_only_the_first_ping_of_a_newcomer_has_the_button(club: Hall):
    async with club.table.db.write() as session:
        session.add(LessonRow(user_id=club.ann.id, title=TITLE, name=NAMES[0], passed_at=club.table.clock()))
    await club.game(club.ann, club.bob, title=TITLE, options="")
    await club.posted()
    assert "Learn to play" not in labels(ping_of(club, club.ann)), "Ann has passed a lesson"
    await club.ann.slash("/pass", club.room)
    await club.posted()
    first = ping_of(club, club.bob)
    assert "Learn to play" in labels(first)
    assert "Coach:" in (await club.press(club.bob, first, "Your turn")).text
    await club.bob.slash("/pass", club.room)
    await club.ann.slash("/pass", club.room)
    await club.posted()
    assert ping_of(club, club.bob) is not first and "Learn to play" not in labels(ping_of(club, club.bob))


async def test_a_newcomer_who_takes_a_seat_is_led_to_the_lessons(club: Hall):
    async with club.table.db.write() as session:
        session.add(LessonRow(user_id=club.cem.id, title=TITLE, name=NAMES[0], passed_at=club.table.clock()))
    await club.ann.slash("/game new", club.room, title=TITLE, seats=4, place="here")
    joined = await club.bob.slash("/game join", club.room)
    assert joined.ephemeral and labels(joined.message) == ["Learn to play"] and "never played" in joined.text
    assert labels((await club.cem.slash("/game join", club.room)).message) == []


def ping_of(club: Hall, person: Person) -> Message:
    """The newest message that pings somebody."""
    return next(one for one in reversed(club.room.public) if person.id in one.pinged)


async def test_the_first_game_is_against_two_robots(club: Hall):
    listed = await club.ann.slash("/learn", club.room)
    begun = await club.press(club.ann, listed.message, f"Your first game: {TITLE} against two robots")
    assert "has begun in <#" in begun.followups[-1].text
    (row,) = [row for row, _, _ in await club.table.games_of(club.ann.id)]
    now = await club.table.present(row.id or 0)
    assert (row.status, row.title, row.options["beginner_game"]) == (RUNNING, TITLE, "yes")
    assert [one.robot for one in now.seats if one.robot] == ["easy"] * ROBOTS and row.channel_id != club.room.id


@pytest.mark.parametrize("walks", [pytest.param(12, marks=pytest.mark.soak), 1])
async def test_random_presses_never_come_to_a_dead_end(club: Hall, walks: int):
    for number in range(walks):
        stream, name = random.Random(number), NAMES[number % len(NAMES)]
        panel = await lesson(club, club.ann, name)
        for _ in range(stream.randrange(4, 12)):
            able = [one for one in panel.message.buttons if not one.get("disabled")]
            ids = [str(one["custom_id"]) for one in able if decode_id(str(one["custom_id"]))[0] not in LEADS_AWAY]
            if not ids:
                break
            answer = await club.press(club.ann, panel.message, stream.choice(ids))
            if answer.interaction.modal is not None:
                continue
            assert "went wrong" not in answer.text and answer.ephemeral, answer.text
            # A refusal stands beside the panel.
            panel = answer if answer.message.buttons else panel
        assert labels(panel.message), panel.text
    async with club.table.db.read() as session:
        assert {one.organiser_id for one in await session.exec(select(GameRow))} == {club.ann.id}
        assert {one.user_id for one in await session.exec(select(LessonRow))} <= {club.ann.id}
        assert list(await session.exec(select(OutboxRow))) == []
