"""A command for the other half of a game's life says which half it is in, and what to do instead."""

from __future__ import annotations

import pytest

from bot.sandbox.people import Answer
from tests.discord.conftest import Hall


async def asked(club: Hall, command: str, **more: object) -> Answer:
    options = {"/game kick": {"player": club.bob.name}, "/game invite": {"player": club.bob}}
    return await club.ann.slash(command, club.room, **options.get(command, {}), **more)


@pytest.mark.parametrize(
    ("command", "instead"),
    [
        ("/game kick", "/game replace"),
        ("/game leave", "/game replace"),
        ("/game invite", "/game replace"),
        ("/game join", "/game replace"),
        ("/game start", "/turn"),
        ("/game robot", "player:"),
    ],
)
async def test_a_command_for_gathering_players_says_that_the_game_has_begun(club: Hall, command: str, instead: str):
    number = await club.game()
    for more in ({}, {"game": str(number)}):
        said = (await asked(club, command, **more)).text
        assert f"Game {number} has" in said and "begun" in said and instead in said
        assert "There is no" not in said
    assert (await club.table.present(number)).row.last == 0
    await club.sure(club.ann, await club.ann.slash("/game end", club.room))
    assert f"Game {number} is over" in (await asked(club, command)).text


@pytest.mark.parametrize("command", ["/turn", "history", "log", "/undo", "/pass", "map"])
async def test_a_command_for_a_game_under_way_says_that_it_has_not_begun(club: Hall, command: str):
    await club.ann.slash("/game new", club.room, title="1870", seats=3, place="here")
    name, given = (command, {}) if command.startswith("/") else ("/show", {"what": command})
    said = (await club.ann.slash(name, club.room, **given)).text
    assert "There is no game" not in said
    assert "has not begun" in said or "gathering players" in said
    nowhere = club.sandbox.channel(club.guild, "elsewhere")
    assert "There is no game in this channel" in (await club.bob.slash(name, nowhere, **given)).text
