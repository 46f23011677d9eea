"""What a table is told without asking: its end, that there are enough players, who is invited and who must go."""

from __future__ import annotations

import pytest

from sandbox.world.permissions import Perm
from tests.discord.conftest import Hall
from tests.discord.test_grave import question, starting

pytestmark = pytest.mark.soak


async def opened(club: Hall, **more: object) -> int:
    """A game of 1870 for four that Ann opens and joins."""
    new = {"title": "1870", "seats": 4, "place": "here", "options": "runs=free", **more}
    answer = await club.ann.slash("/game new", club.room, **new)
    await club.posted()
    return int(answer.text.split()[1])


async def test_the_end_of_a_game_pings_everybody_once_with_result_and_buttons(club: Hall):
    game = await club.game()
    asked = await club.bob.slash("/special", club.room, move="stop-here")
    await club.press(club.bob, asked.message, question(asked))
    for person in (club.ann, club.cem):
        panel = await person.slash("/turn", club.room)
        agreed = await club.press(person, panel.message, starting(panel.message, "Accept: end the game here"))
        await club.press(person, agreed.message, "Yes: accept")
    await club.posted()
    (told,) = [one for one in club.room.public if "🏁" in one.content]
    assert all(f"<@{one.id}>" in told.content for one in (club.ann, club.bob, club.cem))
    assert "**1** · " in told.content and "$" in told.content and f"Game {game} · 1870" in told.content
    assert [one["label"] for one in told.buttons] == ["Review", "Replay", "Chart"]
    chart = await club.press(club.bob, told, "Chart")
    assert chart.message.attachments and "net worth" in chart.text


async def test_the_organiser_is_told_once_that_enough_players_have_joined(club: Hall):
    game = await opened(club, least=3)
    await club.bob.slash("/game join", club.room)
    refused = await club.ann.slash("/game start", club.room)
    assert "This game needs at least 3 players, and 2 have joined" in refused.text
    await club.posted()
    assert not [one for one in club.room.public if "enough players" in one.content]
    await club.cem.slash("/game join", club.room)
    await club.posted()
    (told,) = [one for one in club.room.public if "enough players" in one.content]
    assert f"<@{club.ann.id}>" in told.content
    await club.press(club.ann, told, "Start")
    assert (await club.table.present(game)).row.started_at is not None


async def test_without_a_minimum_the_organiser_is_told_once_that_the_title_can_be_played(club: Hall):
    game = await opened(club)
    for _ in range(2):
        await club.bob.slash("/game join", club.room)
        await club.posted()
        await club.bob.slash("/game leave", club.room)
    await club.bob.slash("/game join", club.room)
    await club.posted()
    (told,) = [one for one in club.room.public if "enough players" in one.content]
    assert f"<@{club.ann.id}>" in told.content
    refused = await club.press(club.bob, told, "Start")
    assert "Only the organiser" in refused.text
    assert (await club.bot.extras.game(game))[0].started_at is None
    # Whoever wants more players than before is told again once they are there.
    await club.ann.slash("/game settings", club.room, least=3)
    await club.cem.slash("/game join", club.room)
    await club.posted()
    assert len([one for one in club.room.public if "enough players" in one.content]) == 2


async def test_a_game_cannot_wait_for_more_players_than_it_has_seats(club: Hall):
    refused = await club.ann.slash("/game new", club.room, title="1870", seats=3, least=4, place="here")
    assert "has 3 seats, so it cannot wait for 4 players" in refused.text
    assert await club.bot.extras.games_on(club.guild.id) == []
    await opened(club, least=3)
    assert "cannot wait for 7" in (await club.ann.slash("/game settings", club.room, least=7)).text
    assert "cannot wait for 3" in (await club.ann.slash("/game settings", club.room, most=2)).text
    refused = await club.ann.slash("/game start", club.room)
    assert "at least 3 players" in refused.text


async def test_an_invitation_is_sent_once_and_only_to_people_who_can_join(club: Hall):
    await opened(club)
    for _ in range(2):
        answer = await club.ann.slash("/game invite", club.room, player=club.bob)
        await club.posted()
    assert "already been invited" in answer.text
    assert len([one for one in club.room.public if "invites you" in one.content]) == 1
    stranger = club.sandbox.person("Zoe", club.guild)
    club.sandbox.rule(club.room, stranger.user, deny=Perm.VIEW_CHANNEL)
    refused = await club.ann.slash("/game invite", club.room, player=stranger)
    assert f"<@{stranger.id}> can't see" in refused.text and "invite them again" in refused.text
    await club.posted()
    assert len([one for one in club.room.public if "invites you" in one.content]) == 1


async def test_only_invited_players_can_join_an_invitation_only_game(club: Hall):
    game = await opened(club, invited_only=True)
    refused = await club.bob.slash("/game join", club.room)
    assert "Only invited players can join" in refused.text
    nobodys = await club.bob.slash("/game invite", club.room, player=club.bob)
    assert "Only the organiser can do this" in nobodys.text
    await club.ann.slash("/game invite", club.room, player=club.bob)
    await club.posted()
    (told,) = [one for one in club.room.public if "invites you" in one.content]
    assert f"<@{club.bob.id}>" in told.content
    await club.press(club.bob, told, "Join")
    assert "Only invited players" in (await club.cem.slash("/game join", club.room)).text
    _, seats = await club.bot.extras.game(game)
    assert [seat.name for seat in seats] == ["Ann", "Bob"]


async def test_a_removed_player_can_only_come_back_by_invitation(club: Hall):
    game = await opened(club)
    await club.bob.slash("/game join", club.room)
    assert "Only the organiser" in (await club.bob.slash("/game kick", club.room, player="Ann")).text
    assert "no longer has a seat" in (await club.ann.slash("/game kick", club.room, player="Bob")).text
    _, seats = await club.bot.extras.game(game)
    assert [seat.name for seat in seats] == ["Ann"]
    assert "removed you" in (await club.bob.slash("/game join", club.room)).text
    await club.ann.slash("/game invite", club.room, player=club.bob)
    assert "You have joined game" in (await club.bob.slash("/game join", club.room)).text


async def test_a_games_name_is_in_its_title_its_list_and_its_pings(club: Hall):
    game = await opened(club, name="Friday *night*")
    named = f"Game {game} “Friday night”"
    assert any(named in embed["title"] for one in club.room.public for embed in one.embeds)
    assert named in (await club.ann.slash("/game list", club.room)).text.replace("**", "")
    await club.bob.slash("/game join", club.room)
    await club.ann.slash("/game start", club.room)
    await club.posted()
    assert any(one.content.startswith(f"-# {named} · 1870") for one in club.room.public)
    await club.ann.slash("/game settings", club.room, name="Saturday")
    assert "“Saturday”" in (await club.ann.slash("/show", club.room, what="map")).text


async def test_the_number_of_players_can_be_changed_until_the_game_begins(club: Hall):
    game = await opened(club)
    for person in (club.bob, club.cem):
        await person.slash("/game join", club.room)
    assert "3 players have already joined" in (await club.ann.slash("/game settings", club.room, most=2)).text
    assert "Only the organiser" in (await club.bob.slash("/game settings", club.room, most=5)).text
    await club.ann.slash("/game settings", club.room, most=5)
    row, _ = await club.bot.extras.game(game)
    assert row.places == 5


@pytest.mark.soak
async def test_pings_can_also_come_by_direct_message(club: Hall):
    await club.bob.slash("/preferences", club.room, calls="both")
    game = await club.game()
    await club.play_until(game, "pass", at_table=True, when=lambda found, seat: seat == "p2")
    await club.posted()
    direct = [
        one for one in club.sandbox.world.direct(club.bob.user).messages.values() if "your turn in" in one.content
    ]
    assert direct and f"<#{club.room.id}>" in direct[-1].content and f"Game {game}" in direct[-1].content
    newest = list(club.sandbox.world.direct(club.bob.user).messages.values())[-1]
    assert [one["label"] for one in newest.buttons] == ["Your turn", "Learn to play"]
    assert not any(one.buttons for one in direct if one is not newest)
    assert not any(
        "your turn in" in one.content for one in club.sandbox.world.direct(club.ann.user).messages.values()
    ), "nobody else asked for it"
