"""From another server, answers do not tell which games exist, and nothing reaches the players but one question."""

from __future__ import annotations

import pytest

from sandbox import Channel
from sandbox.people import Person
from tests.discord.conftest import Hall
from tests.discord.test_spectating import manager

ABSENT = 8
"""A number with as many digits as a game's, which no game has."""


async def answered(person: Person, stands: Channel, command: str, number: int, **options: object) -> str:
    """An answer without the number that was typed."""
    found = await person.slash(command, stands, game=str(number), **options)
    return found.text.replace(str(number), "N")


async def abroad(club: Hall) -> tuple[Channel, Person]:
    other = club.sandbox.guild("Rail Fans")
    return club.sandbox.channel(other, "stands"), manager(club, other, "Dan")


@pytest.mark.parametrize("begun", [True, False], ids=["running", "gathering"])
async def test_a_stranger_gets_the_same_answers_for_a_game_as_for_none(club: Hall, begun: bool):
    number = await club.game() if begun else 1
    if not begun:
        await club.ann.slash("/game new", club.room, title="1870", seats=3, place="here")
    stands, dan = await abroad(club)
    for _ in range(2):
        for command, options in (
            ("/spectate start", {}),
            ("/spectate start", {"pace": "turn"}),
            ("/show", {"what": "watched"}),
            ("/spectate start", {"on": False}),
            ("/spectate start", {"on": False, "channel": str(stands.id)}),
            ("/spectate start", {"on": False, "channel": str(club.room.id)}),
            ("/show", {"what": "history"}),
            ("/show", {"what": "map"}),
            ("/game join", {}),
            ("/game status", {}),
            ("/turn", {}),
        ):
            told = [await answered(dan, stands, command, one, **options) for one in (number, ABSENT)]
            assert told[0] == told[1], command
    listed = await dan.slash("/show", stands, what="watched")
    assert "No other game is shown here" in listed.text
    await club.posted()
    assert len([one for one in club.ann.sees(club.room) if "asks to show this game" in one.text]) == 1


async def test_a_private_copy_is_no_game_to_others(club: Hall):
    number = await club.game()
    await club.ann.slash("/explore", club.room)
    copy = number + 1
    assert (await club.table.present(copy)).row.is_copy
    stands, dan = await abroad(club)
    here = manager(club, club.guild, "Eve")
    for person, room in ((dan, stands), (here, club.sandbox.channel(club.guild, "stands"))):
        told = [await answered(person, room, "/spectate start", one) for one in (copy, ABSENT)]
        assert told[0] == told[1]


async def test_a_deleted_channel_lets_nobody_ask_again(club: Hall):
    number = await club.game()
    stands, dan = await abroad(club)
    await dan.slash("/spectate start", stands, game=str(number))
    request = await club.ann.sees_text("asks to show this game", club.room)
    club.sandbox.remove_channel(stands)
    again = club.sandbox.channel(
        next(one for one in club.sandbox.world.guilds.values() if one.name == "Rail Fans"), "x"
    )
    await dan.slash("/spectate start", again, game=str(number))
    await club.posted()
    asked = [one for one in club.ann.sees(club.room) if "asks to show this game" in one.text]
    assert [one.id for one in asked] == [request.id]


async def test_a_refused_server_cannot_ask_again(club: Hall):
    number = await club.game()
    stands, dan = await abroad(club)
    first = await answered(dan, stands, "/spectate start", number)
    request = await club.ann.sees_text("asks to show this game", club.room)
    await club.press(club.ann, request, "Do not allow")
    assert await answered(dan, stands, "/spectate start", number) == first
    await club.posted()
    assert len([one for one in club.ann.sees(club.room) if "asks to show this game" in one.text]) == 1
