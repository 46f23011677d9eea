"""The board of a server: posted by managers, pinned, kept current, and gone when it is taken down."""

from __future__ import annotations

import asyncio

import pytest

import bot.discord.channel.board
from sandbox.people import Person
from sandbox.world.permissions import Perm
from sandbox.world.world import Message
from tests.discord.conftest import Hall
from tests.discord.test_losses import told
from tests.discord.test_troubles import direct


async def shown(club: Hall, part: str) -> str:
    """The board, once this is on it."""

    def found() -> str:
        texts = [embed["description"] for one in club.room.public for embed in one.embeds if one.pinned]
        return next((text for text in texts if part in text), "")

    await club.sandbox.until(lambda: bool(found()), f"{part} on the board")
    return found()


@pytest.mark.soak
async def test_a_board_is_posted_by_managers_and_kept_current(club: Hall, monkeypatch):  # type: ignore[no-untyped-def]
    monkeypatch.setattr(bot.discord.channel.board, "REST", 0.01)
    host = club.sandbox.person("host", club.guild)
    host.user = club.sandbox.host
    assert "Manage Server" in (await club.ann.slash("/game board", club.room)).text
    assert "up to date" in (await host.slash("/game board", club.room)).text
    await shown(club, "no open game")
    other = club.sandbox.channel(club.guild, "other")
    answer = await club.ann.slash("/game new", other, title="1830", seats=3, place="here", name="Friday night")
    number = int(answer.text.split()[1])
    assert "gathering players: 1 of 3 seats" in await shown(club, "“Friday night”")
    for person in (club.bob, club.cem):
        await person.slash("/game join", other)
    text = await shown(club, "waiting for")
    assert f"Game {number}" in text and "1830" in text and all(name in text for name in ("Ann", "Bob", "Cem"))
    assert "has been removed" in (await host.slash("/game board", club.room, on=False)).text
    assert any("list of open games has been removed" in one.content for one in club.room.public)


async def test_two_boards_at_once_are_one(club: Hall):
    """A second person can move the first one's board, even while it is being updated."""
    host = club.sandbox.person("host", club.guild)
    host.user = club.sandbox.host
    other = club.sandbox.channel(club.guild, "other")
    await asyncio.gather(host.slash("/game board", club.room), host.slash("/game board", other))
    kept = await club.table.preferences.server(club.guild.id)
    boards = [one for room in (club.room, other) for one in room.public if "Open games" in str(one.embeds)]
    assert [one.id for one in boards] == [kept["board_message"]]
    await asyncio.gather(club.bot.board.show(club.guild.id), host.slash("/game board", other, on=False))
    assert (await club.table.preferences.server(club.guild.id))["board_message"] == 0


async def manager_with_board(club: Hall) -> tuple[Person, Message]:
    host = club.sandbox.person("host", club.guild)
    host.user = club.sandbox.host
    other = club.sandbox.channel(club.guild, "other")
    await host.slash("/game board", other)
    return host, next(one for one in other.public if "Open games" in str(one.embeds))


async def test_a_deleted_board_is_posted_again(club: Hall):
    _, message = await manager_with_board(club)
    place = message.channel
    club.sandbox.posting.delete(message)
    for _ in range(2):
        await club.bot.board.show(club.guild.id)
        found = [one for one in place.public if "Open games" in str(one.embeds)]
        assert len(found) == 1 and found[0].pinned and found[0].id != message.id
        assert (await club.table.preferences.server(club.guild.id))["board_message"] == found[0].id


async def test_the_boards_poster_is_told_once_that_its_channel_is_closed(club: Hall):
    host, message = await manager_with_board(club)
    place, board = message.channel, club.bot.board
    for times in (1, 2):
        club.sandbox.rule(place, club.sandbox.world.bot, deny=Perm.VIEW_CHANNEL)
        for _ in range(2):
            await board.show(club.guild.id)
        await direct(club, host.id, f"I can no longer write in <#{place.id}>, so the list of open games")
        await club.sandbox.until(lambda n=times: len([one for one in told(club, host) if "list" in one.text]) == n)
        club.sandbox.rule(place, club.sandbox.world.bot)
        await board.show(club.guild.id)
    assert (await club.table.preferences.server(club.guild.id))["board_message"] == message.id


async def test_the_boards_poster_is_told_once_that_its_channel_is_deleted(club: Hall):
    host, message = await manager_with_board(club)
    club.sandbox.remove_channel(message.channel)
    for _ in range(2):
        await club.bot.board.show(club.guild.id)
    await direct(club, host.id, "use `/game board` in another channel to post the list there")
    kept = await club.table.preferences.server(club.guild.id)
    assert (kept["board_channel"], kept["board_message"]) == (0, 0) and len(told(club, host)) == 1
    await host.slash("/game board", club.room)
    await shown(club, "no open game")
