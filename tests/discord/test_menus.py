"""What the bot offers in Discord's own menus: of a person, and of one of its messages."""

from __future__ import annotations

import pytest

from tests.discord.conftest import Hall, labels

pytestmark = pytest.mark.usefixtures("at_once")

INVITE, POSITION = "Invite to a game…", "Show this position"


async def test_somebody_is_invited_from_their_menu(club: Hall):
    for title in ("1889", "1830"):
        await club.ann.slash("/game new", club.room, title=title, seats=3, place="here")
    await club.settled()
    asked = await club.ann.menu(INVITE, club.bob, club.room)
    assert asked.ephemeral and f"Invite <@{club.bob.id}> to which" in asked.text
    offered = [one["label"] for one in asked.message.selects[0]["options"]]
    assert sorted(offered) == ["Game 1 · 1889", "Game 2 · 1830"]
    done = await club.choose(club.ann, asked.message, "Game 2 · 1830")
    assert f"<@{club.bob.id}>" in done.text
    await club.posted()
    invited = await club.bob.pinged()
    assert "1830" in invited.text and "Join" in labels(invited)
    again = await club.ann.menu(INVITE, club.bob, club.room)
    assert "already been invited" in (await club.choose(club.ann, again.message, "Game 2 · 1830")).text


async def test_who_organises_nothing_can_open_a_game_first(club: Hall):
    await club.ann.slash("/game new", club.room, title="1889", place="here")
    asked = await club.bob.menu(INVITE, club.cem, club.room)
    assert "You organise no game here" in asked.text and labels(asked.message) == ["Open a game…"]


async def test_no_bot_is_invited(club: Hall):
    robot = club.sandbox.person("robot", club.guild)
    robot.user = club.sandbox.world.bot
    assert "bot" in (await club.ann.menu(INVITE, robot, club.room)).text


async def test_a_message_shows_the_position_it_tells(club: Hall):
    number = await club.game()
    first = await club.called(club.ann)
    for person in (club.ann, club.bob):
        await person.slash("/pass", club.room)
    await club.settled()
    last = [one for one in club.room.public if one.author is club.sandbox.world.bot][-1]
    then = await club.cem.menu(POSITION, first, club.room)
    assert then.ephemeral and "Before the first move" in then.text
    now = await club.cem.menu(POSITION, last, club.room)
    assert "After move 2 of 2" in now.text and f"Game {number}" in now.text


async def test_the_pinned_message_shows_the_position_now(club: Hall):
    number = await club.game()
    await club.ann.slash("/pass", club.room)
    await club.settled()
    pinned = club.room.messages[int((await club.table.present(number)).row.place["status"])]
    assert "After move 1 of 1" in (await club.bob.menu(POSITION, pinned, club.room)).text


async def test_a_message_by_somebody_else_shows_nothing(club: Hall):
    await club.game()
    said = club.bob.says("Hello", club.room)
    assert "Only my own messages" in (await club.ann.menu(POSITION, said, club.room)).text


async def test_who_may_not_see_a_game_is_not_shown_it(club: Hall):
    await club.game()
    message = await club.called(club.ann)
    other = club.sandbox.guild("Elsewhere")
    room = club.sandbox.channel(other, "games")
    dan = club.sandbox.person("Dan", other)
    assert "no such game" in (await dan.menu(POSITION, message, room)).text
