"""Looking for people, as they see it: a line on the board, a button, a question, and the game."""

from __future__ import annotations

import pytest

import bot.discord.channel.board
from bot.store.rows import RUNNING
from tests.discord.conftest import Hall, labels

pytestmark = pytest.mark.soak


async def board(club: Hall) -> None:
    """The server's board, in the room."""
    host = club.sandbox.person("host", club.guild)
    host.user = club.sandbox.host
    await host.slash("/game board", club.room)


async def shown(club: Hall) -> None:
    """Bring it up to date."""
    await club.bot.board.show(club.guild.id)


async def test_a_wish_is_on_the_board_and_joining_it_opens_a_game(club: Hall, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(bot.discord.channel.board, "REST", 0.0)
    await board(club)
    told = await club.ann.slash("/game seek", club.room, titles="1889, 1830", players=2, languages="English")
    assert "on the server's list of games" in told.text
    await shown(club)
    line = await club.bob.sees_text("would like to play", club.room)
    assert "Ann would like to play" in line.text and "2 players · english · UTC" in line.text
    assert labels(line) == ["Join Ann: 1889"]
    joined = await club.press(club.bob, line, "Join Ann: 1889")
    assert "Enough people fit" in joined.text
    await club.posted()
    asked = await club.bob.sees_text("enough of you would like to play", club.room)
    assert asked.pinged == {club.ann.id, club.bob.id}
    for person in (club.ann, club.bob):
        await club.press(person, asked, "Join")
    (game,) = [one.row for one in await club.bot.extras.listed(club.guild.id)]
    assert (game.title, game.status) == ("1889", RUNNING)
    await shown(club)
    assert "would like to play" not in "".join(one.text for one in club.room.public if one.pinned)


async def test_a_wish_is_ended_and_mistakes_are_explained(club: Hall):
    assert "no list of games" in (await club.ann.slash("/game seek", club.room, titles="1870")).text
    assert "There is no title 1899" in (await club.ann.slash("/game seek", club.room, titles="1870 1899")).text
    assert "A wish names 1 to 6 titles" in (await club.ann.slash("/game seek", club.room)).text
    assert "no longer looking" in (await club.ann.slash("/game seek", club.room, on=False)).text
    assert "not looking" in (await club.ann.slash("/game seek", club.room, on=False)).text
    offered = await club.ann.autocomplete("/game seek", club.room, "titles", "1870, 18")
    assert "1870, 1889" in [one["value"] for one in offered]
