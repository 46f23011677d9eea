"""Buttons of moves are on the newest message of a game only, those of a question until it is answered."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest
from sqlmodel import col, select, update

import bot.discord.channel.pinned
from bot.discord.channel.tidying import MOST
from bot.discord.kit.say import say
from bot.store import outbox
from bot.store.rows import MOVES, PostRow
from sandbox import Channel, Message
from tests.discord.conftest import Hall, labels, starting
from tests.discord.test_losses import told


@pytest.fixture(autouse=True)
def at_once(monkeypatch: pytest.MonkeyPatch):
    """Pinned messages, and with them older ones, are changed without a rest before."""
    monkeypatch.setattr(bot.discord.channel.pinned, "REST", 0.0)


def with_moves(room: Channel) -> list[Message]:
    """The messages of a channel that offer somebody's turn, without the pinned one."""
    turn = say("button_turn")
    return [one for one in room.public if turn in labels(one) and say("button_map") not in labels(one)]


async def posts(club: Hall) -> list[PostRow]:
    """What is stored about messages."""
    async with club.table.db.read() as session:
        return list(await session.exec(select(PostRow).order_by(PostRow.message_id)))  # type: ignore[arg-type]


async def test_only_the_newest_message_offers_moves(club: Hall):
    await club.game()
    first = await club.called(club.ann)
    learn = say("button", group="learn")
    assert learn in labels(first), "nobody here has played before"
    await club.ann.slash("/pass", club.room)
    second = await club.bob.pinged()
    await club.settled()
    assert with_moves(club.room) == [second]
    assert [one for one in club.room.public if learn in labels(one) and not one.pinned] == [second]
    assert first.text and len(first.attachments) == 3, "nothing else of it is taken away"
    assert [one.buttons for one in await posts(club) if one.message_id in (first.id, second.id)] == ["", MOVES]
    await club.bob.slash("/pass", club.room)
    third = await club.cem.pinged()
    await club.settled()
    assert with_moves(club.room) == [third]


async def test_a_question_keeps_its_buttons_until_it_is_answered(club: Hall):
    await club.game()
    await club.ann.slash("/pass", club.room)
    await club.bob.slash("/pass", club.room)
    await club.cem.pinged()
    asked = await club.ann.slash("/undo", club.room)
    await club.press(club.ann, asked.message, starting(asked.message, "Ask"))
    await club.settled()
    agree = say("button_agree")
    (question,) = [one for one in club.room.public if agree in labels(one)]
    assert len(with_moves(club.room)) == 1, "the position is the same, and so are the moves"
    await club.press(club.bob, question, say("button_disagree"))
    await club.settled()
    assert agree not in labels(question) and question.text


async def test_a_finished_game_offers_no_moves_but_to_look_back(club: Hall):
    number = await club.game(club.ann, club.bob)
    await club.called(club.ann)
    await club.settled()
    assert len(with_moves(club.room)) == 1
    await club.sure(club.ann, await club.ann.slash("/game end", club.room, game=str(number)))
    await club.settled()
    assert with_moves(club.room) == []


async def test_buttons_of_a_deleted_message_are_forgotten(club: Hall):
    await club.game()
    first = await club.called(club.ann)
    await club.settled()
    club.sandbox.posting.delete(first)
    await club.ann.slash("/pass", club.room)
    second = await club.bob.pinged()
    await club.settled()
    assert [one.message_id for one in await posts(club) if one.buttons] == [second.id]


async def test_an_archived_thread_is_not_reopened_for_old_buttons(club: Hall):
    """One that is locked, which is not reopened for its game either."""
    opened = await club.ann.slash("/game new", club.room, title="1870", seats=2)
    thread = next(one for one in club.guild.threads.values() if f"<#{one.id}>" in opened.text)
    await club.bob.slash("/game join", thread)
    await club.on_turn(await club.table.present(1)).pinged()
    await club.settled()
    (old,) = with_moves(thread)
    async with club.table.db.write() as session:
        post = await session.get(PostRow, (1, old.id))
        assert post is not None
        post.stale = True
    assert thread.thread is not None
    thread.thread.locked = True
    club.archive(thread)
    await club.bot.tidying.tidy((await club.table.seated(1)).row)
    assert thread.thread.archived and with_moves(thread) == [old]
    thread.thread.archived = thread.thread.locked = False
    await club.bot.tidying.tidy((await club.table.seated(1)).row)
    assert with_moves(thread) == []


async def test_a_game_that_has_moved_leaves_no_buttons_of_moves(club: Hall):
    number = await club.game()
    first = await club.called(club.ann)
    other = club.sandbox.channel(club.guild, "other")
    await club.ann.slash("/game here", other, game=str(number))
    await club.settled()
    assert with_moves(club.room) == [] and say("button_turn") not in labels(first)
    assert len(with_moves(other)) == 1


@pytest.mark.usefixtures("hurried")
async def test_buttons_that_could_not_be_taken_away_go_at_the_next_start(hall: Hall):
    async with hall.open():
        await hall.game()
        first = await hall.called(hall.ann)
        await hall.settled()
        async with hall.table.db.write() as session:
            post = await session.get(PostRow, (1, first.id))
            assert post is not None
            post.stale = True
    async with hall.open():
        await hall.sandbox.until(lambda: with_moves(hall.room) == [], "the old buttons to go")
        assert first.text and len(first.attachments) == 3


async def test_only_somebodys_newest_direct_message_about_a_game_has_a_button(club: Hall):
    for person in (club.ann, club.bob):
        await person.slash("/preferences", club.room, calls="both")
    await club.game(club.ann, club.bob)
    for person in (club.ann, club.bob, club.ann):
        await person.slash("/pass", club.room)
        await club.posted()
    turn = say("button_turn")
    direct = [one for one in told(club, club.ann) if "turn in the private" in one.text]
    assert len(direct) == 2 and [turn in labels(one) for one in direct] == [False, True]


async def test_a_daily_message_has_a_button_for_each_game_and_pings_come_back_if_it_cannot_be_sent(club: Hall):
    first, second = await club.game(club.bob, club.ann), await club.game(club.bob, club.ann)
    await club.bob.slash("/preferences", club.room, calls="daily")
    days = iter(range(1, 9))

    async def a_day_later() -> None:
        later = datetime.now(UTC) + timedelta(days=next(days))
        club.table.services.clock = lambda: later
        await club.table.reminders.tick()
        await club.posted()

    await a_day_later()
    daily = [one for one in told(club, club.bob) if "2 games wait for you" in one.text]
    assert [labels(one) for one in daily] == [[f"Your turn in game {number}" for number in (first, second)]]
    await a_day_later()
    daily = [one for one in told(club, club.bob) if "2 games wait for you" in one.text]
    assert [len(labels(one)) for one in daily] == [0, 2]
    club.bob.user.open_to_messages = False
    await a_day_later()
    lost = await club.bob.sees_text("your daily message cannot reach you", club.room)
    assert lost.pinged == {club.bob.id}
    assert (await club.table.preferences.person(club.bob.id)).wishes["calls"] == "channel"


async def test_a_settled_question_of_a_league_has_no_buttons(club: Hall):
    room = club.sandbox.channel(club.guild, "league")
    await club.ann.slash("/league new", room, name="Autumn", titles="1870", seats=2, rounds=2)
    (league,) = await club.table.leagues.on(club.guild.id)
    await club.ann.slash("/league organiser", room, to=club.bob, league=str(league.id))
    await club.posted()
    asked = next(one for one in reversed(room.public) if club.bob.id in one.pinged)
    yes, _ = labels(asked)
    await club.press(club.bob, asked, yes)
    await club.sandbox.until(lambda: not labels(asked), "the settled question to lose its buttons")
    assert asked.text


async def test_messages_of_an_older_version_lose_their_buttons_bit_by_bit(club: Hall):
    await club.game()
    await club.called(club.ann)
    for person in (club.ann, club.bob, club.cem) * 3:
        await person.slash("/pass", club.room)
        await club.settled()
    old = [one for one in club.room.public if one.text.startswith("-# Game 1") and one.pinged][:-1]
    assert len(old) > MOST
    async with club.table.db.write() as session:
        for post in await session.exec(select(PostRow).where(PostRow.message_id < old[-1].id + 1)):  # type: ignore[operator]
            post.buttons, post.first, post.stale = MOVES, 0, True
    left = len([one for one in await posts(club) if one.stale])
    while left:
        await club.bot.tidying.tidy((await club.table.seated(1)).row)
        before, left = left, len([one for one in await posts(club) if one.stale])
        assert 0 < before - left <= MOST
    assert all(one.text and not labels(one) for one in old)


async def test_a_finished_game_tidies_all_its_older_messages_and_direct_ones_by_itself(club: Hall):
    await club.ann.slash("/preferences", club.room, calls="both")
    number = await club.game(club.ann, club.bob)
    for person in (club.ann, club.bob) * 3:
        await person.slash("/pass", club.room)
        await club.settled()
    turn = say("button_turn")
    [newest] = [one for one in told(club, club.ann) if turn in labels(one)]
    async with club.table.db.write() as session:
        older = list(await session.exec(select(PostRow).where(PostRow.buttons == "")))
        assert len(older) > MOST
        for post in older:
            post.stale = True
    await club.sure(club.ann, await club.ann.slash("/game end", club.room, game=str(number)))
    await club.settled()
    while club.bot.pinned._jobs:
        await club.settled()
    assert not [one for one in await posts(club) if one.stale] and with_moves(club.room) == []
    assert newest.text and labels(newest) == []


async def test_a_question_to_a_stand_in_that_is_withdrawn_has_no_buttons(club: Hall):
    await club.bob.slash("/preferences", club.room, stand_in=club.ann)
    await club.posted()
    [direct] = [one for one in told(club, club.ann) if "asks you to stand in" in one.text]
    assert labels(direct) == [say("button_agree"), say("button_decline")]
    await club.bob.slash("/preferences", club.room, stand_in=club.bob)
    assert labels(direct) == [] and direct.text
    await club.game()
    await club.bob.slash("/preferences", club.room, stand_in=club.cem)
    await club.posted()
    [open_] = [one for one in club.room.public if "asks you to stand in" in one.text]
    assert labels(open_) == [say("button_agree"), say("button_decline")]
    await club.bob.slash("/preferences", club.room, stand_in=club.bob)
    assert labels(open_) == [] and open_.text


async def test_the_direct_question_of_a_stand_in_has_buttons_until_it_is_settled(club: Hall):
    await club.bob.slash("/preferences", club.room, stand_in=club.ann)
    await club.posted()
    [first] = [one for one in told(club, club.ann) if "asks you to stand in" in one.text]
    assert labels(first) == [say("button_agree"), say("button_decline")]
    await club.bob.slash("/preferences", club.room, stand_in=club.cem)
    await club.posted()
    [second] = [one for one in told(club, club.cem) if "asks you to stand in" in one.text]
    await club.sandbox.until(lambda: labels(first) == [], "the question that Bob does not ask any more")
    assert labels(second) == [say("button_agree"), say("button_decline")] and first.text
    await club.press(club.cem, second, say("button_agree"))
    await club.sandbox.until(lambda: labels(second) == [], "the answered question")
    assert second.text


async def test_the_message_above_a_new_one_no_longer_says_whose_turn_it_was(club: Hall):
    game = await club.game()
    base, target = (await posts(club))[-1].message_id, "channel:77"
    above, newest = base + 1, base + 3

    def post(message: int, where: str = target) -> PostRow:
        return PostRow(game_id=game, message_id=message, target=where, first=0)

    async with club.table.db.write("channel:77") as session:
        for one in (post(above), post(base + 2, "channel:78"), post(newest)):
            await outbox.posted(session, one, latest=True, goes_on=True)
        for row in await session.exec(select(PostRow).where(PostRow.target == "channel:77")):
            await session.refresh(row)
            assert row.stale == (row.message_id == above)
        # What is added to the newest changes nothing above it once more.
        await session.exec(update(PostRow).values(stale=False))
        await outbox.posted(session, post(newest), latest=True, goes_on=True)
        stale = await session.exec(select(PostRow).where(PostRow.target == "channel:77", col(PostRow.stale)))
        assert not list(stale)
