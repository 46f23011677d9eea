"""What decided a game: /show what:review, and the first button of a finished game's last post."""

from __future__ import annotations

import asyncio
import contextlib
import csv
import io
import random
from collections.abc import AsyncIterator

import pytest
from sqlmodel import col, delete

from bot.discord.domains.reviews.proven import round_of, sentence
from bot.discord.domains.reviews.reviewing import changes
from bot.discord.games.game_lookup import GameContext
from bot.robots.playing import Robots
from bot.store.rows import WAITING, OutboxRow, ReviewRow
from bot.table.past.past import last_turn
from engine import new
from engine.play import next_to_act, random_act
from engine.record import Move
from engine.review.facts import Fact
from engine.review.findings import Finding
from engine.review.money import OTHERS_SALES
from engine.review.proven import Proven
from engine.review.review import Review
from engine.review.stored import decode, encode
from engine.view import view
from engine.words import Words, language_for, using_language
from render.changes import changed_hexes
from tests.discord.conftest import Hall, labels
from tests.discord.test_history import played
from tests.discord.test_settling import answered, proposed
from tests.table.test_robots import InProcess
from tests.waiting import Endless

MOVES, PROVEN = 150, "What can be proven"


@contextlib.asynccontextmanager
async def untold(club: Hall, game: int) -> AsyncIterator[None]:
    """Moves of which nobody is told: they are there to be looked back at, and posting takes much longer than moving."""
    await club.posted()
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(club.table.db, "on_commit", lambda: None)
        yield
        async with club.table.db.write() as session:
            waiting = col(OutboxRow.game_id) == game, col(OutboxRow.state) == WAITING
            await session.exec(delete(OutboxRow).where(*waiting))


async def stopped(club: Hall, moves: int = MOVES) -> int:
    """A game that was played for a while and then stopped by agreement."""
    game = await club.game(title="1889")
    async with untold(club, game):
        await played(club, game, moves)
    await proposed(club, game, result="stands")
    await answered(club, club.bob, "Agree")
    await answered(club, club.cem, "Agree")
    assert (await club.table.present(game)).row.status == "stopped"
    return game


async def kept(club: Hall, game: int, seat: str = "", part: str = "story") -> ReviewRow | None:
    async with club.table.db.read() as session:
        return await session.get(ReviewRow, (game, seat, part))


async def test_the_review_of_a_game_that_is_over_is_worked_out_once_and_opens_at_once(club: Hall):
    game = await stopped(club)
    (told,) = [one for one in club.room.public if "🏁" in one.content]
    asked = await club.press(club.bob, told, "Review")
    assert "What decided" in asked.text or "Working out" in asked.text
    await club.worked_out()
    assert await kept(club, game) is not None
    now = await club.cem.slash("/show", club.room, what="review", game=str(game))
    assert now.ephemeral and "What decided game" in now.text and "Working out" not in now.text
    assert [one.filename for one in now.message.attachments] == ["story.png"]
    assert all(one.description for one in now.message.attachments)
    review = await kept(club, game)
    assert review is not None
    points = found.points if (found := decode(review.data, Review)) else []
    assert now.text.endswith("The game is over: everybody agreed to stop here.") and "**The end · " in now.text
    buttons = [one for one in labels(now.message) if one[:1].isdigit()]
    assert len(buttons) == len(points)
    for number, button in enumerate(buttons, 1):
        assert f"**{number} · " in now.text
        shown = await club.press(club.cem, (await club.cem.slash("/show", club.room, what="review")).message, button)
        assert shown.message.attachments and f"**{number} · " in shown.text
        # What is new on the map is new in that turn, whenever the reader's own last one was.
        assert not any("since your last turn" in (one.description or "") for one in shown.message.attachments)
        assert {"What decided it", "Step through the moves", "Play on from just before…"} <= set(labels(shown.message))


async def test_a_game_that_its_organiser_stopped_is_not_said_to_have_ended_by_agreement(club: Hall):
    """Its review said that everybody had agreed to stop."""
    game = await club.game(title="1889")
    async with untold(club, game):
        await played(club, game, 30)
    await club.table.seating.stop(game, club.ann.id)
    await club.ann.slash("/show", club.room, what="review", game=str(game))
    await club.worked_out()
    now = await club.ann.slash("/show", club.room, what="review", game=str(game))
    assert "**The end · " in now.text and now.text.endswith("The organiser has stopped this game.")


def test_a_turning_point_shows_what_is_told_of_it():
    """Who has which trains, or the map on which something was laid; prices where they tell something."""
    start, stream = new("1889", ["Ann", "Bob"], seed=1), random.Random(1)
    games = [start]
    while (decision := next_to_act(games[-1], stream)) is not None and len(games) < 200:
        act = random_act(games[-1], decision.seat, stream)
        assert act is not None
        games.append(games[-1].apply(decision.seat, act)[0])
    before, after = view(start), view(games[-1])

    def shown(*kinds: str) -> list[str]:
        return [one.what for one in changes(before, after, [Fact(kind) for kind in kinds])]

    assert before.hexes != after.hexes and before.market != after.market
    assert shown("rusted", "worth") == ["sheet"]
    assert shown("lacks", OTHERS_SALES) == ["sheet", "market"]
    assert shown("passed") == shown(OTHERS_SALES) == ["map", "market"]
    assert [one.what for one in changes(after, after, [Fact("passed")])] == ["sheet"]
    # Only the part that has changed, so that it can be read on a phone.
    drawn, market = changes(before, after, [Fact("passed")])
    assert drawn.options["around"] == changed_hexes(before, after) != [] and market.options["close"]


async def test_the_money_is_a_picture_and_a_file_that_add_up_to_what_everybody_has(club: Hall):
    game = await stopped(club, 90)
    await club.ann.slash("/show", club.room, what="review")
    await club.worked_out()
    story = await club.ann.slash("/show", club.room, what="review")
    money = await club.press(club.ann, story.message, "Where the money came from")
    picture, file = money.message.attachments
    assert picture.filename.endswith(".png") and picture.description
    rows = list(csv.reader(io.StringIO(file.data.decode("utf-8-sig"))))
    end = (await club.table.present(game)).game
    worth = end.title.score(end.position(), "agreed").worth
    assert rows[0][1:] == ["Ann", "Bob", "Cem"]
    assert [sum(int(row[column]) for row in rows[1:]) for column in (1, 2, 3)] == list(worth.values())
    assert rows[1][0] == "Start"
    back = await club.press(club.ann, money.message, "What decided it")
    assert "What decided game" in back.text


async def test_a_running_game_is_reviewed_for_its_players_up_to_their_last_turn(club: Hall):
    game = await club.game(title="1889")
    async with untold(club, game):
        await played(club, game, 60)
    watching = club.sandbox.person("Dan", club.guild)
    refused = await watching.slash("/show", club.room, what="review")
    assert "You can see its review when it is over" in refused.text
    await club.ann.slash("/show", club.room, what="review")
    await club.worked_out()
    now = await club.ann.slash("/show", club.room, what="review")
    assert "so far, up to your last turn" in now.text and "The end" not in now.text
    seat = next(one.seat for one in (await club.table.present(game)).seats if one.user_id == club.ann.id)
    row = await kept(club, game, seat)
    assert row is not None and row.until == last_turn(await club.table.past.line(game), seat) < 60
    assert await kept(club, game) is None


async def test_a_game_without_a_turn_of_ones_own_has_nothing_to_review(club: Hall):
    await club.game(title="1889")
    assert "There is nothing to review yet" in (await club.bob.slash("/show", club.room, what="review")).text


async def test_asking_for_something_else_ends_the_work_on_a_review(club: Hall, monkeypatch):
    await stopped(club, 30)
    endless = Endless()
    monkeypatch.setattr("bot.table.past.reviewing.run_alone", endless)
    await club.ann.slash("/show", club.room, what="review")
    await asyncio.wait_for(endless.begun.wait(), 20)
    await club.ann.slash("/show", club.room, what="market")
    await asyncio.wait_for(endless.ended.wait(), 20)


async def test_a_game_that_has_just_ended_is_reviewed_before_anybody_asks(club: Hall):
    game = await club.game(title="1889")
    async with untold(club, game):
        await played(club, game, 40)
    async with club.table.db.write() as session:
        row = await club.table.services.row(session, game)
        row.status, row.ended_at = "finished", club.table.services.clock()
    await club.table.reviewing.ahead()
    row, now = await kept(club, game), await club.table.present(game)
    assert row is not None and row.until == now.row.position >= 40


async def test_what_can_be_proven_is_shown_with_buttons_and_not_of_those_who_do_not_want_it(club: Hall):
    game = await stopped(club, 60)
    await club.ann.slash("/show", club.room, what="review")
    await club.worked_out()
    story = await club.ann.slash("/show", club.room, what="review")
    waiting = await club.press(club.ann, story.message, PROVEN)
    assert "compared with the best" in waiting.text or "Comparing every run" in waiting.text
    await club.worked_out()
    story = await club.ann.slash("/show", club.room, what="review")
    shown = await club.press(club.ann, story.message, PROVEN)
    assert "compared with the best" in shown.text
    # What others would have missed is put in.
    row = await kept(club, game, part="proven")
    assert row is not None
    clock = (await club.table.present(game)).game.state.clock
    last = {one.seat: one.number for one in await club.table.actions(game) if one.seat and one.number <= row.until}
    missed = [
        Finding("short_run", last[seat], last[seat] - 1, seat, "SR", 10 * n, clock, True)
        for n, seat in enumerate(("p1", "p2"), 1)
    ]
    missed.append(Finding("avoidable", last["p2"], last["p2"] - 1, "p2", "SR", 5, clock, True, 30, clock, total=25))
    async with club.table.db.write() as session:
        await session.merge(
            ReviewRow(
                **{
                    **row.model_dump(),
                    "data": encode(Proven(until=row.until, runs=9, left=2, small=3, findings=missed)),
                }
            )
        )
    owners = {one.seat: one.user_id for one in (await club.table.present(game)).seats}
    first = next(one for one in (club.ann, club.bob, club.cem) if one.id == owners["p1"])
    await first.slash("/preferences", club.room, review="private")
    for person in (club.ann, club.bob, club.cem):
        story = await person.slash("/show", club.room, what="review")
        found = await club.press(person, story.message, PROVEN)
        assert "3 things missed were too small to name" in found.text
        assert "9 runs were compared" in found.text and "There was no time for 2 more" in found.text
        assert ("earned ¥10 less than the best" in found.text) == (person is first)
        assert "earned ¥20 less than the best" in found.text
        assert "paid players ¥30. Kept, it would have spared" in found.text
        assert " the ¥25 put into SR in " in found.text and ": ¥5 more than the dividend and" in found.text
        # The same move has one button.
        assert labels(found.message).count("Play it differently…") == 1 + (person is first)
        assert ("left out" in found.text) == (person is not first)
    story = await first.slash("/show", club.room, what="review")
    own = await club.press(first, story.message, PROVEN)
    await club.press(first, own.message, "Show it to everybody")
    await club.quiet()
    posted = club.room.public[-1].content
    assert "earned ¥20 less than the best" in posted and "left out" in posted
    assert "earned ¥10 less than the best" not in posted
    copy = await club.press(club.cem, found.message, "Play it differently…")
    assert "Your copy of game" in copy.text and "robots play on for the others" in copy.text
    (mine,) = await club.table.exploring.mine(club.cem.id)
    assert mine.id is not None
    seats = (await club.table.present(mine.id)).seats
    assert {one.seat: one.robot for one in seats} == {"p1": "steady", "p2": "", "p3": "steady"}
    await Robots(club.table, InProcess(), pause=0).drain()
    assert [one.seat for one in (await club.table.present(mine.id)).game.decisions()] == ["p2"]


async def test_each_finding_is_worded_with_its_amounts(club: Hall):
    game = await stopped(club, 60)
    await club.ann.slash("/show", club.room, what="review")
    await club.worked_out()
    now = await club.table.present(game)
    clock, company = now.game.state.clock, "SR"
    lay = Move("p1", "lay", {"hex": "I2", "tile": "5", "rotation": 1})
    place = Move("p1", "token", {"city": "I2/c0"})
    findings = [
        Finding("track", 50, 49, "p1", company, 30, clock, True, 100, better=lay, total=150, cost=20, times=3),
        Finding("track", 52, 51, "p2", "TR", 10, clock, True, 60, better=Move("p2", lay.verb, lay.args), total=70),
        Finding("track", 53, 52, "p3", "UR", 10, clock, True, 50, better=Move("p3", lay.verb, lay.args), total=60),
        Finding("marker", 48, 47, "p1", company, 20, clock, False, 100, better=place, total=120),
        Finding("late_train", 46, 45, "p1", company, 40, clock, False, 80, clock, about="2"),
        Finding("idle", 44, 43, "p1", company, 10, clock, True, 60),
    ]
    data = encode(Proven(until=now.row.position, runs=9, left=0, small=0, findings=findings))
    async with club.table.db.write() as session:
        await session.merge(ReviewRow(game_id=game, seat="", part="proven", until=now.row.position, data=data))
    story = await club.ann.slash("/show", club.room, what="review")
    shown = await club.press(club.ann, story.message, PROVEN)
    now_in = round_of(Words(view(now.game)), clock)
    for wanted in (
        "SR (Ann) could run for ¥100 at best. With tile 5 in Marugame (I2) (SW and NW), it could have run for "
        "¥150 in that turn. It would have cost ¥20 more. The same would have earned more in 2 later turns, too. "
        f"In other turns, it would also have earned more: ¥10 for TR in {now_in} and ¥10 for UR in {now_in}.",
        "With a station marker in Marugame (I2), it could have run for at least ¥120 in that turn.",
        "SR (Ann) had the ¥80 for the 2 train that it bought in",
        "Bought at once, it would have earned ¥40 more in",
        "SR (Ann) kept ¥60 that it would otherwise have paid out, and never spent it. Paid out, it would have made "
        "Ann ¥10 richer at once, dividends and share price together.",
    ):
        assert wanted in shown.text


async def test_a_kind_of_train_is_called_what_the_reader_calls_it(club: Hall):
    """In German, a `2` is a `2er`, and a text that says so already reads twice."""
    now = await club.table.present(await club.game(title="1889"))
    late = Finding("late_train", 46, 45, "p1", "SR", 40, now.game.state.clock, True, 80, about="2")
    with using_language(language_for("de")):
        assert "für den 2er-Zug, der in" in sentence(GameContext(now, ""), late)
    assert "for the 2 train that" in sentence(GameContext(now, ""), late)
