"""A player who has left the server cannot see a question in its channel, so nobody asks them for their seat."""

from __future__ import annotations

import pytest

from tests.discord.conftest import Hall


async def moved(club: Hall) -> int:
    """A game in which Bob has just moved."""
    number = await club.game()
    await club.ann.slash("/pass", club.room)
    await club.bob.slash("/pass", club.room)
    return number


async def owner(club: Hall, number: int) -> int:
    return next(one.user_id for one in (await club.table.present(number)).seats if one.seat == "p2")


async def test_a_player_who_has_left_is_replaced_at_once_though_they_moved_just_now(club: Hall):
    number, dora = await moved(club), club.sandbox.person("Dora", club.guild)
    asked = await club.ann.slash("/game replace", club.room, player="p2", by=dora)
    assert "asked them first" in (await club.sure(club.ann, asked)).text
    assert await owner(club, number) == club.bob.id, "whoever is there is asked"
    club.sandbox.remove(club.guild, club.bob.user)
    asked = await club.ann.slash("/game replace", club.room, player="p2", by=dora)
    done = await club.sure(club.ann, asked)
    assert "asked" not in done.text and await owner(club, number) == dora.id
    assert "Dora takes Bob's seat" in (await dora.pinged()).text


async def test_a_robot_takes_the_seat_of_somebody_who_has_left(club: Hall):
    number = await moved(club)
    club.sandbox.remove(club.guild, club.bob.user)
    await club.sure(club.ann, await club.ann.slash("/game robot", club.room, player="p2"))
    assert await owner(club, number) < 0


@pytest.mark.parametrize("code", [10004, 10013, 50001])
async def test_any_other_answer_of_discord_leaves_the_player_asked(club: Hall, code: int):
    number, dora = await moved(club), club.sandbox.person("Dora", club.guild)
    asked = await club.ann.slash("/game replace", club.room, player="p2", by=dora)
    club.sandbox.faults.refused("GET .*members.*", status=404, code=code)
    assert "asked them first" in (await club.sure(club.ann, asked)).text
    assert await owner(club, number) == club.bob.id and club.sandbox.faults.met
