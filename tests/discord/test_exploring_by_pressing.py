"""Lines of play on private copies, made and gone through by the buttons, lists and forms of the panels alone."""

from __future__ import annotations

import random

import pytest

from engine.play import next_to_act, random_act
from sandbox import Channel
from sandbox.people import Answer
from tests.discord.conftest import Hall, labels
from tests.sandbox.thumbs import Thumbs

TITLES = ("1870", "1828", "1830", "1839", "1843")


async def named_line(club: Hall, place: Channel, name: str) -> Answer:
    """The button on the panel of a copy, and what is written into its form."""
    panel = await club.ann.slash("/turn", place)
    form = await club.ann.press(panel.message, "Name this line…")
    return await club.submit(club.ann, form, name)


@pytest.mark.parametrize(
    ("title", "moves"),
    [("1870", 3), *(pytest.param(title, 20, marks=pytest.mark.soak) for title in TITLES)],
)
async def test_a_line_is_explored_by_pressing_alone(club: Hall, title: str, moves: int):
    """From a running game: buttons, lists and forms only, also to take back, name, go, compare and throw away."""
    ann, number, stream = club.ann, await club.game(title=title, options=""), random.Random(7)
    game = (await club.table.present(number)).game
    for _ in range(40):
        decision = next_to_act(game, stream)
        act = random_act(game, decision.seat, stream) if decision else None
        game = game.apply(decision.seat, act)[0] if decision and act else game
    await club.lay_out(number, game)
    before = await club.table.present(number)
    await club.settled()
    rooms = {channel: len(one.public) for channel, one in club.sandbox.world.channels.items()}

    panel = await ann.slash("/turn", club.room)
    opened = await club.press(ann, panel.message, "What if…" if "What if…" in labels(panel.message) else "Explore…")
    if "Explore…" in labels(opened.message):
        opened = await club.press(ann, opened.message, "Explore…")
    assert "Your copy of game" in opened.text, opened.text
    await club.posted()
    [row] = await club.table.exploring.mine(ann.id)
    copy, place = row.id or 0, club.sandbox.world.channels[row.channel_id]

    async def stands() -> int:
        # What was pressed last may still be going on.
        await club.quiet()
        return (await club.table.present(copy)).row.position

    thumbs = Thumbs(club.sandbox, place, [ann], stream)
    while await stands() < moves:
        await thumbs.play(1)
    goal, end = await stands(), (await club.table.present(copy)).game.encode()
    assert end != before.game.encode()
    named = await named_line(club, place, "first")
    assert "Saved as **first**" in named.text

    panel = await ann.slash("/turn", place)
    for _ in range(2):
        await club.press(ann, panel.message, "Undo")
    back = await stands()
    assert back < goal
    await club.press(ann, panel.message, "Redo")
    assert back < await stands() <= goal
    await club.press(ann, panel.message, "Undo")
    assert await stands() == back
    while await stands() in (back, goal):
        await thumbs.play(1)
    other = await stands()
    lines = await named_line(club, place, "something else")
    assert "**first** · move" in lines.text and "**something else** · move" in lines.text
    both = await club.choose(ann, lines.message, "first", "Compare where you are with…")
    assert "**first** and **something else** compared:" in both.text and "Ann: net worth" in both.text
    assert len(both.message.attachments) == 2 and await stands() == other
    lines = await club.press(ann, both.message, "Your lines…")
    there = await club.choose(ann, lines.message, "first", "Go to…")
    assert "You are back at **first**" in there.text
    assert await stands() == goal and (await club.table.present(copy)).game.encode() == end
    lines = await club.press(ann, (await ann.slash("/turn", place)).message, "Your lines…")
    same = await club.choose(ann, lines.message, "first", "Compare where you are with…")
    assert "You are at **first** now" in same.text
    begun = await club.press(ann, lines.message, "Back to the beginning")
    assert "beginning" in begun.text and await stands() == 0
    asked = await club.press(ann, begun.message, "Delete the copy…")
    assert "named lines (2)" in asked.text
    assert "has been deleted" in (await club.sure(ann, asked)).text
    assert await club.table.exploring.mine(ann.id) == []

    await club.posted()
    assert (await club.table.present(number)).row == before.row
    assert (await club.table.present(number)).game.encode() == before.game.encode()
    assert {channel: len(club.sandbox.world.channels[channel].public) for channel in rooms} == rooms
    assert [one.row.id for one in await club.table.past.ended(club.guild.id)] == []
