"""What is posted again within minutes is a new message, even if Discord still remembers the nonce of an earlier one."""

from __future__ import annotations

from sandbox import Channel, Message
from sandbox.people import Person
from sandbox.world.permissions import Perm
from tests.discord.conftest import Hall


def titled(room: Channel, text: str) -> Message:
    """The message there with this in its title."""
    found = [one for one in room.public if one.embeds and text in one.embeds[0].get("title", "")]
    assert len(found) == 1, [one.text for one in room.public]
    return found[0]


def manager(club: Hall) -> Person:
    club.sandbox.role(club.guild, "Managers", Perm.MANAGE_GUILD, club.ann)
    return club.ann


async def test_a_list_of_games_that_was_removed_comes_back(club: Hall):
    ann, first = manager(club), set[int]()
    for deleted in (False, True, False):
        await ann.slash("/game board", club.room)
        shown = titled(club.room, "Open games")
        assert shown.id not in first and "no open game" in shown.text
        first.add(shown.id)
        await ann.slash("/game board", club.room, on=False)
        if deleted:
            club.sandbox.posting.delete(shown)
        else:
            assert "removed" in shown.text


async def test_a_list_moved_to_and_fro_is_where_it_was_asked_for(club: Hall):
    ann, other = manager(club), club.sandbox.channel(club.guild, "other")
    for room in (club.room, other, club.room, other):
        await ann.slash("/game board", room)
        assert (await club.table.preferences.server(club.guild.id))["board_message"] == titled(room, "Open games").id


async def test_a_game_moved_to_and_fro_shows_its_position_where_it_is(at_once: None, club: Hall):
    number = await club.game()
    other = club.sandbox.channel(club.guild, "other")
    await club.settled()
    for room in (other, club.room, other, club.room, club.room):
        for one in [one for one in room.public if one.embeds]:
            club.sandbox.posting.delete(one)
        await club.ann.slash("/game here", room, game=str(number))
        await club.settled()
        shown = titled(room, f"Game {number}")
        assert (await club.bot.extras.game(number))[0].place["status"] == shown.id


async def test_a_league_moved_to_and_fro_shows_its_standings_where_it_is(club: Hall):
    other = club.sandbox.channel(club.guild, "other")
    await club.ann.slash("/league new", club.room, name="Spring", titles="1870", seats=2, rounds=1)
    for room in (other, club.room, other, club.room, club.room):
        for one in [one for one in room.public if one.embeds]:
            club.sandbox.posting.delete(one)
        await club.ann.slash("/league channel", room, league="1")
        await club.settled()
        assert (await club.table.leagues.book(1)).row.place["status"] == titled(room, "Spring").id
