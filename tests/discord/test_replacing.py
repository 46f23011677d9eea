"""A seat changes hands, as people see it: pings with buttons, a question with a deadline, and who is told."""

from __future__ import annotations

import pytest

from sandbox import Message
from sandbox.people import Answer, Person
from tests.discord.conftest import Hall, as_it_was, labels
from tests.discord.test_losses import told
from tests.discord.test_troubles import direct

pytestmark = pytest.mark.soak


async def taken(club: Hall, new: Person) -> Answer:
    """Ann gives Bob's seat to somebody."""
    asked = await club.ann.slash("/game replace", club.room, player="p2", by=new)
    return await club.sure(club.ann, asked)


async def asked_first(club: Hall) -> tuple[int, Person, Message]:
    """Bob has just moved, so he is asked whether he will give his seat to Dora."""
    dora = club.sandbox.person("Dora", club.guild)
    number = await club.game()
    await club.ann.slash("/pass", club.room)
    await club.bob.slash("/pass", club.room)
    done = await taken(club, dora)
    assert "Bob has moved recently, so I have asked them first" in done.text and "<t:" in done.text
    return number, dora, await club.bob.sees_text("press **Keep my seat**", club.room)


async def owner(club: Hall, number: int) -> int:
    return next(one.user_id for one in (await club.table.present(number)).seats if one.seat == "p2")


async def test_a_new_player_on_turn_is_pinged_with_a_button(club: Hall):
    dora = club.sandbox.person("Dora", club.guild)
    await club.game()
    await club.ann.slash("/pass", club.room)
    await club.bob.pinged()
    await taken(club, dora)
    call = await dora.pinged()
    assert "Dora takes Bob's seat" in call.text and f"It is {dora.mention}'s turn" in call.text
    assert call.text.count(dora.mention) == 1
    assert labels(call) == ["Your turn", "Buy GRSC for $20", "Pass", "What's new", "Learn to play"]
    panel = await dora.press(call, "Your turn")
    assert "Pass" in labels(panel.message)
    await direct(club, club.bob.id, "Dora now has your seat")


async def test_a_replaced_player_without_direct_messages_is_told_in_the_channel(club: Hall):
    dora = club.sandbox.person("Dora", club.guild)
    await club.game()
    club.bob.user.open_to_messages = False
    await taken(club, dora)
    said = await club.bob.sees_text("Dora now has your seat", club.room)
    # Dora may be called in the same message.
    assert club.bob.id in said.pinged <= {club.bob.id, dora.id} and club.bob.mention in said.text


async def test_an_active_player_is_asked_and_can_keep_the_seat(club: Hall):
    number, dora, ask = await asked_first(club)
    ask = as_it_was(ask)
    assert ask.pinged == {club.bob.id} and labels(ask) == ["Keep my seat", "Give it up"]
    assert "There is nothing for you to answer" in (await club.press(club.cem, ask, "Keep my seat")).text
    assert "There is nothing for you to answer" in (await club.press(club.ann, ask, "Give it up")).text
    assert "You keep your seat" in (await club.press(club.bob, ask, "Keep my seat")).text
    said = await club.ann.sees_text("Bob keeps the seat", club.room)
    assert said.pinged == {club.ann.id}
    assert await owner(club, number) == club.bob.id and not dora.pings
    assert "already been settled" in (await club.press(club.bob, ask, "Give it up")).text


async def test_giving_up_a_seat_needs_confirmation(club: Hall):
    number, dora, ask = await asked_first(club)
    question = await club.press(club.bob, ask, "Give it up")
    assert "You leave the game" in question.text and await owner(club, number) == club.bob.id
    done = await club.sure(club.bob, question)
    assert "You have given up your seat" in done.text
    assert await owner(club, number) == dora.id
    assert "Dora takes Bob's seat" in (await dora.pinged()).text
    assert told(club, club.bob) == [], "whoever gives a seat up need not be told"
