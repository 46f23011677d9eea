"""A command for the other half of a game's life says which half it is in, and what to do instead."""

from __future__ import annotations

from sandbox.people import Answer
from tests.discord.conftest import Hall


async def asked(club: Hall, command: str, **more: object) -> Answer:
    options = {"/game kick": {"player": club.bob.name}, "/game invite": {"player": club.bob}}
    return await club.ann.slash(command, club.room, **options.get(command, {}), **more)


INSTEAD = {
    "/game kick": "/game replace",
    "/game leave": "/game replace",
    "/game invite": "/game replace",
    "/game join": "/game replace",
    "/game start": "/turn",
    "/game robot": "player:",
}


async def test_commands_for_gathering_players_say_that_the_game_has_begun(club: Hall):
    number = await club.game()
    for command, instead in INSTEAD.items():
        for more in ({}, {"game": str(number)}):
            said = (await asked(club, command, **more)).text
            assert f"Game {number} has" in said and "begun" in said and instead in said, command
            assert "There is no" not in said, command
        assert (await club.table.present(number)).row.last == 0, command
    await club.sure(club.ann, await club.ann.slash("/game end", club.room))
    for command in INSTEAD:
        assert f"Game {number} is over" in (await asked(club, command)).text, command


async def test_commands_for_a_game_under_way_say_that_it_has_not_begun(club: Hall):
    await club.ann.slash("/game new", club.room, title="1870", seats=3, place="here")
    nowhere = club.sandbox.channel(club.guild, "elsewhere")
    for command in ("/turn", "history", "log", "/undo", "/pass", "map"):
        name, given = (command, {}) if command.startswith("/") else ("/show", {"what": command})
        said = (await club.ann.slash(name, club.room, **given)).text
        assert "There is no game" not in said, command
        assert "has not begun" in said or "gathering players" in said, command
        assert "There is no game in this channel" in (await club.bob.slash(name, nowhere, **given)).text, command
