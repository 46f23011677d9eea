"""What organisers and managers do: another organiser, a damaged game mended, robots, and nobody else's server."""

from __future__ import annotations

import pytest
from sqlmodel import select

from bot.store.rows import PositionRow
from sandbox.people import Person
from sandbox.world.permissions import Perm
from tests.discord.conftest import Hall, as_it_was, labels
from tests.discord.test_troubles import direct

pytestmark = pytest.mark.soak


def manager(club: Hall) -> Person:
    """Somebody who manages the server."""
    found = club.sandbox.person("x", club.guild)
    found.user = club.sandbox.host
    return found


async def test_the_organiser_hands_the_game_over(club: Hall):
    number = await club.game()
    await club.posted()
    assert "Only the organiser" in (await club.bob.slash("/game organiser", club.room, to=club.bob)).text
    done = await club.ann.slash("/game organiser", club.room, to=club.bob)
    assert club.bob.mention in done.text
    asked = await club.bob.pinged()
    assert asked.pinged == {club.bob.id} and labels(asked) == ["Organise it", "Decline"]
    assert "nothing for you" in (await club.press(club.cem, asked, "Organise it")).text
    assert (await club.table.present(number)).row.organiser_id == club.ann.id, "Bob has not agreed"
    await club.press(club.bob, asked, "Organise it")
    told = await club.bob.sees_text("is now the organiser", club.room)
    assert told.pinged == {club.bob.id}
    assert "Only the organiser" in (await club.ann.slash("/game settings", club.room, reminders=1)).text
    assert "every hour" in (await club.bob.slash("/game settings", club.room, reminders=1)).text
    assert (await club.table.present(number)).row.organiser_id == club.bob.id


async def test_somebody_who_does_not_want_to_organise_declines(club: Hall):
    number = await club.game()
    await club.ann.slash("/game organiser", club.room, to=club.bob)
    first = as_it_was(await club.bob.pinged())
    await club.ann.slash("/game organiser", club.room, to=club.cem)
    second = as_it_was(await club.cem.pinged())
    assert "already been settled" in (await club.press(club.bob, first, "Organise it")).text
    await club.press(club.cem, second, "Decline")
    told = await club.ann.sees_text("does not want to organise", club.room)
    assert told.pinged == {club.ann.id}
    assert "already been settled" in (await club.press(club.cem, second, "Organise it")).text
    assert (await club.table.present(number)).row.organiser_id == club.ann.id
    assert "already organises" in (await club.ann.slash("/game organiser", club.room, to=club.ann)).text


async def test_a_bot_cannot_be_the_organiser(club: Hall):
    await club.game()
    robot = club.sandbox.person("x", club.guild)
    robot.user = club.sandbox.world.bot
    assert "Other bots cannot" in (await club.ann.slash("/game organiser", club.room, to=robot)).text


async def test_a_damaged_game_is_reported_and_goes_back_to_its_last_good_position(club: Hall):
    number = await club.game()
    await club.ann.slash("/pass", club.room)
    await club.bob.slash("/pass", club.room)
    assert "is not damaged" in (await club.ann.slash("/game repair", club.room)).text
    await club.settled()
    async with club.table.db.write() as session:
        for row in await session.exec(select(PositionRow).where(PositionRow.game_id == number)):
            if row.number == 2:
                row.data = b"nonsense"
    club.table.services.cool()
    broken = await club.cem.slash("/pass", club.room)
    assert "I have told the organiser" in broken.text and "fault" not in broken.text
    await direct(club, club.ann.id, "Other games are not affected")
    assert "Only the organiser" in (await club.bob.slash("/game repair", club.room)).text
    mended = await club.ann.slash("/game repair", club.room)
    assert f"Game {number} continues after move 1" in mended.text
    said = await club.ann.sees_text("The stored game was damaged", club.room)
    assert said.pinged == {club.bob.id}
    assert "You pass" in (await club.bob.slash("/pass", club.room)).text


@pytest.mark.soak
async def test_robots_take_empty_and_players_seats_and_give_them_back(club: Hall):
    await club.ann.slash("/game new", club.room, title="1870", options="runs=free", seats=3, place="here")
    assert "Only the organiser" in (await club.bob.slash("/game robot", club.room)).text
    assert "A robot has joined" in (await club.ann.slash("/game robot", club.room, kind="random")).text
    await club.bob.slash("/game join", club.room)
    await club.ann.sees_text("The game begins", club.room)
    now = await club.table.present(1)
    robot = next(one for one in now.seats if one.robot)
    assert robot.robot == "random"
    seat = next(one.seat for one in now.seats if one.user_id == club.bob.id)
    refused = await club.bob.slash("/game robot", club.room, player=robot.seat)
    assert "Only the organiser" in refused.text
    await club.sure(club.ann, await club.ann.slash("/game robot", club.room, player=seat, kind="steady"))
    first = await club.called(club.ann)
    made = await club.ann.slash("/pass", club.room)
    assert "You pass" in made.text
    again = await club.ann.pinged(first)
    assert again.pinged == {club.ann.id}, "the robots have moved and nobody called them"
    await club.sure(club.ann, await club.ann.slash("/game replace", club.room, player=seat, by=club.cem))
    assert next(one for one in (await club.table.present(1)).seats if one.seat == seat).user_id == club.cem.id


async def test_a_servers_managers_can_organise_its_games(club: Hall):
    await club.game()
    host = manager(club)
    assert "every 2 hours" in (await club.ann.slash("/game settings", club.room, reminders=2)).text
    assert "every 3 hours" in (await host.slash("/game settings", club.room, reminders=3)).text
    asked = await host.slash("/game end", club.room)
    await club.press(host, asked.message, "End the game")
    await club.ann.sees_text("has stopped this game", club.room)


async def test_managers_of_another_server_have_no_rights_over_a_game(club: Hall):
    """Where a game is only watched, or on a server of one's own, its manager is nobody to it."""
    number = await club.game()
    other = club.sandbox.guild("Rail Fans")
    stands = club.sandbox.channel(other, "stands")
    for person in (club.bob, club.cem):
        club.sandbox.join(other, person.user)
    other.owner_id = club.bob.id
    host = club.sandbox.person("x", other)
    host.user = club.sandbox.host
    given = {"game": str(number)}
    await club.bob.slash("/spectate start", stands, **given)
    await club.press(club.ann, await club.ann.sees_text("asks to show this game", club.room), "Allow")
    for person in (club.bob, host):
        for refused in (
            await person.slash("/game end", stands, **given),
            await person.slash("/game settings", stands, reminders=1, **given),
            await person.slash("/game settings", stands, pictures="request", **given),
            await person.slash("/game organiser", stands, to=person, **given),
            await person.slash("/game here", stands, **given),
            await person.slash("/game robot", stands, player="p1", **given),
            await person.slash("/game replace", stands, player="p1", by=person, **given),
        ):
            assert "Only the organiser" in refused.text or "no such game" in refused.text, refused.text
    now = await club.table.present(number)
    assert now.row.status == "running" and now.row.organiser_id == club.ann.id and not now.seats[0].robot


@pytest.mark.usefixtures("hurried")
async def test_a_moved_game_says_so_in_its_old_channel_and_is_unpinned(club: Hall):
    club.sandbox.rule(club.room, club.ann.user, allow=Perm.PIN_MESSAGES)
    number = await club.game()
    pinned = await club.sandbox.until(lambda: next((one for one in club.room.public if one.pinned), None), "the pin")
    other = club.sandbox.channel(club.guild, "other")
    await club.ann.slash("/game here", other, game=str(number))
    assert pinned.text == f"Game {number} has moved to <#{other.id}>." and not pinned.pinned
    assert await club.ann.sees_text("It is Ann's turn", other)
    again = next(one for one in other.public if "It is Ann's turn" in one.text)
    await club.ann.slash("/game here", other, game=str(number))
    assert "is now played" not in again.text
