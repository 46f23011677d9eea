"""Somebody's time runs out, as people see it: everybody's time, the offered seat, and who takes it."""

from __future__ import annotations

import pytest
from sqlmodel import col, update

from bot.store.rows import BankRow
from tests.discord.conftest import Hall, labels

pytestmark = pytest.mark.soak


async def late(club: Hall, **settings: object) -> int:
    """A game in which Ann's time is up."""
    number = await club.game()
    await club.ann.slash("/game settings", club.room, clock="evening", **settings)
    async with club.table.db.write() as session:
        mine = update(BankRow).where(col(BankRow.game_id) == number, col(BankRow.seat) == "p1")
        await session.exec(mine.values(left=0.0, told=2, due_at=club.table.clock()))
    await club.table.clocks.tick()
    await club.settled()
    return number


async def test_everybody_sees_everybodys_time(club: Hall):
    await club.game()
    await club.ann.slash("/game settings", club.room, clock="evening")
    await club.settled()
    (status,) = [one for one in club.room.public if "Sheet" in labels(one) and "Map" in labels(one)]
    for text in (
        status.text,
        (await club.bob.slash("/game status", club.room)).text,
        (await club.bob.slash("/show", club.room, what="sheet")).text,
    ):
        assert "Ann: 0 d 1 h 0 min left, running until <t:" in text and "Cem: 0 d 1 h 0 min left" in text, text
    assert "min left" not in (await club.bob.slash("/show", club.room, what="map")).text


async def test_an_offered_seat_is_taken_with_a_button_after_a_question(club: Hall):
    dora, number = club.sandbox.person("Dora", club.guild), await late(club, late="offer")
    offered = await club.ann.sees_text("the seat is open to others", club.room)
    assert labels(offered) == ["Take the seat"]
    refused = await club.press(club.bob, offered, "Take the seat")
    assert "You already have a seat" in refused.text
    asked = await club.press(dora, offered, "Take the seat")
    assert "Take Ann's seat in game" in asked.text
    await club.sure(dora, asked)
    assert (await club.table.present(number)).owner("p1").user_id == dora.id
    await dora.pinged()
    await club.settled()
    assert labels(await club.ann.sees_text("the seat is open to others", club.room)) == []


async def test_a_neutral_move_is_marked_for_everybody(club: Hall):
    await late(club)
    await club.ann.sees_text("(time was up)", club.room)
    assert "(time was up)" in (await club.bob.slash("/show", club.room, what="log")).text
