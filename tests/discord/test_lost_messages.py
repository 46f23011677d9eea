"""Messages that are added to: a text cut off by a kill is posted once, one that somebody deletes is posted again."""

from __future__ import annotations

import asyncio
from datetime import timedelta
from typing import Any

import discord
import pytest
from sqlmodel import col, func, select

from bot.discord.channel.posting import Poster
from bot.store import StoreTrouble, outbox
from bot.store.rows import FAILED, SENT, WAITING, OutboxRow
from bot.table.play import telling
from bot.table.play.extras import Extras
from bot.table.table import Table
from sandbox import Channel, Message
from sandbox.world.permissions import Perm
from tests.discord.conftest import Hall
from tests.discord.test_losses import told
from tests.waiting import until_stored

pytestmark = pytest.mark.soak


@pytest.fixture(autouse=True)
def pins(hall: Hall):
    """Ann, who brings the games here, may pin what the bot pins for her."""
    hall.sandbox.rule(hall.room, hall.ann.user, allow=Perm.PIN_MESSAGES)


async def say(
    club: Hall, number: int, line: str, where: Channel | None = None, *, later: bool = False, **more: Any
) -> None:
    """A line about a move of Ann's."""
    now, target = club.table.clock(), telling.channel((where or club.room).id)
    row = telling.row(target, "move", line, now, number, 0, moves=[{"seat": "p1", "text": [line]}], **more)
    row.due_at += timedelta(minutes=20 * later)
    async with club.table.db.write() as session:
        session.add(row)


async def quiet(club: Hall) -> None:
    """Until nothing waits to be posted."""

    async def found() -> bool:
        due = col(OutboxRow.due_at) <= club.table.clock()
        async with club.table.db.read() as session:
            waits = await session.exec(select(func.count()).where(OutboxRow.state == WAITING, due))
            return not waits.one()

    await until_stored(found, "the last announcement")


async def said(club: Hall, number: int, *lines: str, where: Channel | None = None, **more: Any) -> None:
    """Lines about Ann's moves, one after the other, posted."""
    for line in lines:
        await say(club, number, line, where, **more)
        await quiet(club)


def texts(club: Hall, where: Channel | None = None) -> list[str]:
    """What the bot has said of Ann's moves, message by message, each below the name of its game and what led to it."""
    place = where or club.room
    found = [one.text for one in place.public if "line" in one.text and one.author is club.sandbox.world.bot]
    assert all(text.startswith("-# Game ") for text in found)
    return ["\n".join(line for line in text.splitlines() if "line" in line) for text in found]


def message(club: Hall, text: str, where: Channel | None = None) -> Message:
    return next(one for one in (where or club.room).public if text in one.text)


# --- killed


async def kept(club: Hall, number: int, line: str) -> OutboxRow:
    """A line that the bot that is running leaves alone: a test posts it."""
    await say(club, number, line, later=True)
    return await read(club, line)


async def read(club: Hall, line: str) -> OutboxRow:
    """As it is stored now."""
    async with club.table.db.read() as session:
        rows = await session.exec(select(OutboxRow).where(OutboxRow.kind == "move"))
        return next(row for row in rows if line in str(row.payload))


async def noted(club: Hall, poster: Poster, row: OutboxRow) -> None:
    """Post it, and note that it has been."""
    number = await poster.post(row)
    async with club.table.db.write() as session:
        await outbox.sent(session, row, number, club.table.clock())


async def test_a_line_added_before_a_kill_is_not_posted_again(club: Hall):
    number = await club.game()
    await club.settled()
    killed, started = Poster(club.bot), Poster(club.bot)
    await noted(club, killed, await kept(club, number, "line 1"))
    row = await kept(club, number, "line 2")
    await killed.post(row)
    await noted(club, started, await read(club, "line 2"))
    assert texts(club) == ["line 1\nline 2"]
    await noted(club, started, await kept(club, number, "line 3"))
    assert texts(club) == ["line 1\nline 2\nline 3"]


async def test_a_line_not_yet_added_at_a_kill_is_posted(club: Hall, monkeypatch: pytest.MonkeyPatch):
    number = await club.game()
    await club.settled()
    killed, started = Poster(club.bot), Poster(club.bot)
    await noted(club, killed, await kept(club, number, "line 1"))
    row = await kept(club, number, "line 2")

    async def cut_off(*given: Any, **more: Any) -> None:
        raise ConnectionError

    with monkeypatch.context() as patched:
        patched.setattr(discord.PartialMessage, "edit", cut_off)
        with pytest.raises(ConnectionError):
            await killed.post(row)
    await noted(club, started, await read(club, "line 2"))
    assert texts(club) == ["line 1\nline 2"]


async def test_lines_that_do_not_fit_start_a_new_message(club: Hall):
    number = await club.game()
    await club.settled()
    lines = [f"line {n} " + "x" * 400 for n in range(10)]
    await said(club, number, *lines)
    assert [line for one in texts(club) for line in one.split("\n")] == lines
    assert 2 < len(texts(club)) < 5


# --- deleted


async def test_a_line_for_a_deleted_message_is_posted_in_a_new_one(club: Hall):
    number = await club.game()
    await said(club, number, "line 1")
    club.sandbox.posting.delete(message(club, "line 1"))
    await said(club, number, "line 2", "line 3")
    assert texts(club) == ["line 2\nline 3"]
    assert told(club, club.ann) == [] and "lost" not in (await club.bot.extras.game(number))[0].place
    assert await states(club, "line 2") == [SENT]


async def states(club: Hall, line: str) -> list[str]:
    async with club.table.db.read() as session:
        return [row.state for row in await session.exec(select(OutboxRow)) if line in str(row.payload)]


async def test_spectators_keep_their_channel_when_a_message_is_deleted_there(club: Hall):
    number = await club.game()
    stands = club.sandbox.channel(club.guild, "stands")
    await club.ann.slash("/spectate start", stands, game=str(number))
    await said(club, number, "line 1", where=stands, mirror="every")
    club.sandbox.posting.delete(message(club, "line 1", stands))
    await said(club, number, "line 2", where=stands, mirror="every")
    assert texts(club, stands) == ["line 2"]
    assert [one.channel_id for one in await club.bot.extras.mirrors(number)] == [stands.id]
    assert told(club, club.ann) == []


async def test_a_deleted_channel_is_noticed_when_posting(club: Hall):
    number = await club.game()
    await said(club, number, "line 1")
    club.sandbox.remove_channel(club.room)
    await said(club, number, "line 2")
    assert await states(club, "line 2") == [FAILED]


async def test_a_pinned_message_that_somebody_deleted_is_posted_and_pinned_again(club: Hall):
    number = await club.game()
    await club.sandbox.until(lambda: any(one.pinned for one in club.room.public), "the pinned message")
    pinned = next(one for one in club.room.public if one.pinned)
    club.sandbox.posting.delete(pinned)
    assert await club.bot.pinned.show(number)
    [again] = [one for one in club.room.public if one.pinned]
    assert again.id != pinned.id and "It is Ann's turn" in again.text
    # Only one, however many want it at once.
    club.sandbox.posting.delete(again)
    assert all(await asyncio.gather(*[club.bot.pinned.show(number) for _ in range(4)]))
    assert len([one for one in club.room.public if one.pinned]) == 1


@pytest.mark.usefixtures("hurried")
async def test_a_lobby_whose_message_was_deleted_gets_it_again(club: Hall):
    await club.ann.slash("/game new", club.room, title="1870", seats=3, place="here")
    await club.sandbox.until(lambda: any(one.pinned for one in club.room.public), "the pinned message")
    club.sandbox.posting.delete(next(one for one in club.room.public if one.pinned))
    await club.bob.slash("/game join", club.room)
    await club.sandbox.until(
        lambda: [one for one in club.room.public if one.pinned and "2 of 3 seats" in one.text], "the pinned message"
    )


async def test_a_game_is_shown_even_if_there_are_too_many_pins(club: Hall, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr("sandbox.refusing.limits.PINS", 0)
    opened = await club.ann.slash("/game new", club.room, title="1870", seats=3, place="here")
    assert "cannot" not in opened.text
    assert not (await club.ann.sees_text("1 of 3 seats", club.room)).pinned


async def test_a_result_is_shown_even_if_the_panel_was_dismissed(club: Hall, monkeypatch: pytest.MonkeyPatch):
    number = await club.game()
    ping = await club.called(club.ann)
    panel = (await club.ann.press(ping, "Your turn")).message
    act = Table.act

    async def slow(table: Table, *given: Any, **more: Any) -> Any:
        club.sandbox.posting.delete(panel)
        return await act(table, *given, **more)

    monkeypatch.setattr(Table, "act", slow)
    pressed = await club.press(club.ann, panel, "Pass")
    assert (await club.table.present(number)).row.last == 1
    await club.sandbox.until(lambda: pressed.followups, "an answer")
    assert "You pass" in pressed.followups[0].text and pressed.followups[0].ephemeral


# --- after a start


async def test_the_pinned_message_is_corrected_at_the_start(hall: Hall, monkeypatch: pytest.MonkeyPatch):
    async with hall.open():
        number = await hall.game()
        await quiet(hall)
        assert await hall.bot.pinned.show(number)
        # Killed before the message could be changed.
        monkeypatch.setattr(type(hall.bot.pinned), "_update", nothing)
        now = await hall.table.present(number)
        await hall.table.act(number, hall.ann.id, "p1", "pass_auction", {}, now.decision, now.epoch)
        await quiet(hall)
    monkeypatch.undo()
    [pinned] = [one for one in hall.room.public if one.pinned]
    assert "It is Ann's turn" in pinned.text
    async with hall.open():
        await hall.sandbox.until(lambda: "It is Bob's turn" in pinned.text, "the pinned message")


async def nothing(*given: Any) -> None:
    """The bot has been killed before it could do this."""


@pytest.mark.parametrize("cut", ["before it was noted", "before it was pinned"])
async def test_a_pinned_message_cut_off_by_a_kill_is_posted_once_and_pinned(
    club: Hall, monkeypatch: pytest.MonkeyPatch, cut: str
):
    class Killed(Exception):
        pass

    async def killed(*given: Any, **more: Any) -> None:
        raise Killed

    number = await club.game()
    await quiet(club)
    await club.sandbox.until(lambda: any(one.pinned for one in club.room.public), "the pinned message")
    club.sandbox.posting.delete(next(one for one in club.room.public if one.pinned))
    where = (Extras, "put") if cut == "before it was noted" else (discord.PartialMessage, "pin")
    with monkeypatch.context() as patched:
        patched.setattr(*where, killed)
        with pytest.raises(Killed):
            await club.bot.pinned.show(number)
    now = await club.table.present(number)
    await club.table.act(number, club.ann.id, "p1", "pass_auction", {}, now.decision, now.epoch)
    assert await club.bot.pinned.show(number)
    [status] = [one for one in club.room.public if "'s turn in" in one.text and one.embeds]
    assert status.pinned and "It is Bob's turn" in status.text


async def test_a_pinned_message_that_could_not_be_changed_for_a_while_is_changed_later(
    club: Hall, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr("bot.discord.channel.pinned.REST", 0.05)
    await club.game()
    await quiet(club)
    [pinned] = [one for one in club.room.public if one.pinned]
    # More often than discord.py tries by itself.
    club.sandbox.faults.cut(r"PATCH /channels/.*", times=2)
    await club.ann.slash("/pass", club.room)
    await club.sandbox.until(lambda: "It is Bob's turn" in pinned.text, "the pinned message")


async def test_a_failed_update_at_the_start_is_tried_again(club: Hall, monkeypatch: pytest.MonkeyPatch):
    """After one failure it was out of date until the next move."""
    monkeypatch.setattr("bot.discord.channel.pinned.REST", 0.05)
    number = await club.game()
    await quiet(club)
    [pinned] = [one for one in club.room.public if one.pinned]
    await club.sandbox.until(lambda: "It is Ann's turn" in pinned.text, "the pinned message")
    with monkeypatch.context() as killed:
        killed.setattr(type(club.bot.pinned), "_update", nothing)
        now = await club.table.present(number)
        await club.table.act(number, club.ann.id, "p1", "pass_auction", {}, now.decision, now.epoch)
        await quiet(club)
        while club.bot.pinned._jobs:
            await asyncio.wait(club.bot.pinned._jobs)
    assert "It is Ann's turn" in pinned.text
    seated, failed = Table.seated, list[int]()

    async def cut_off(table: Table, wanted: int) -> Any:
        if not failed:
            failed.append(wanted)
            raise StoreTrouble("The database cannot be reached.")
        return await seated(table, wanted)

    monkeypatch.setattr(Table, "seated", cut_off)
    await club.bot.pinned.update_all()
    await club.sandbox.until(lambda: "It is Bob's turn" in pinned.text, "the pinned message")
    assert failed == [number]
