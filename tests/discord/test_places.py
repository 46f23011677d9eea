"""Where games are played: threads, posts of a forum, channels of their own; and servers on several shards."""

from __future__ import annotations

import pytest

from bot.discord.app.invitation import PERMISSIONS
from sandbox.refusing.limits import PINS
from sandbox.world.errors import ClientRefuses
from sandbox.world.permissions import EVERYONE, Perm
from sandbox.world.world import (
    CATEGORY,
    FORUM,
    NEWS,
    NEWS_THREAD,
)
from tests.discord.conftest import Hall, labels

pytestmark = pytest.mark.soak


async def test_a_game_is_a_post_in_a_forum_with_its_status_and_its_moves(club: Hall):
    forum = club.sandbox.channel(club.guild, "games-forum", FORUM)
    opened = await club.ann.slash("/game new", club.room, title="1870", seats=2, where=forum)
    post = next(one for one in club.guild.threads.values() if one.parent is forum)
    assert f"<#{post.id}>" in opened.text and post.name == "1870 game 1"
    status = next(one for one in club.ann.sees(post) if one.pinned)
    assert "1 of 2 seats" in status.text
    await club.press(club.bob, status, "Join")
    called = (await club.sandbox.until(lambda: club.ann.pings or club.bob.pings))[0]
    assert called.channel is post and "Your turn" in labels(called)
    mover = club.on_turn(await club.table.present(1))
    made = await mover.slash("/pass", post)
    assert "You pass" in made.text
    await mover.sees_text("passes", post)


async def test_the_first_link_asks_for_all_that_playing_in_a_thread_needs(club: Hall):
    role = next(one for one in club.guild.roles.values() if one.bot_id == club.sandbox.world.bot.id)
    role.permissions = sum(PERMISSIONS.values())
    club.sandbox.role(club.guild, "People", EVERYONE, club.ann, club.bob)
    club.guild.everyone.permissions = 0
    await club.ann.slash("/game new", club.room, title="1870", seats=2)
    (thread,) = (one for one in club.guild.threads.values() if one.parent is club.room)
    status = next(one for one in club.ann.sees(thread) if one.pinned)
    await club.press(club.bob, status, "Join")
    called = (await club.sandbox.until(lambda: club.ann.pings or club.bob.pings))[0]
    assert called.channel is thread and called.attachments
    mover = club.on_turn(await club.table.present(1))
    assert "You pass" in (await mover.slash("/pass", thread)).text
    await mover.sees_text("passes", thread)


async def test_where_a_game_was_opened_a_word_with_join_is_left(club: Hall):
    await club.ann.slash("/game new", club.room, title="1870", seats=3)
    word = await club.bob.sees_text("has opened game 1", club.room)
    await club.press(club.bob, word, "Join")
    assert [seat.user_id for seat in (await club.bot.extras.game(1))[1]] == [club.ann.id, club.bob.id]
    assert not club.bob.pings
    await club.posted()
    before = len(club.room.public)
    await club.ann.slash("/game new", club.room, title="1870", seats=3, invited_only=True)
    await club.posted()
    assert len(club.room.public) == before, "nobody could join it"


async def test_a_place_is_called_by_the_games_own_name(club: Hall):
    await club.ann.slash("/game new", club.room, title="1870", seats=2, name="Thursday trains")
    assert [one.name for one in club.guild.threads.values()] == ["Thursday trains"]


async def test_a_forum_that_wants_a_tag_gets_one(club: Hall):
    forum = club.sandbox.channel(club.guild, "games-forum", FORUM)
    tag = {"id": str(club.sandbox.world.new_id()), "name": "18xx", "moderated": False}
    forum.tags, forum.needs_tag = [tag | {"emoji_id": None, "emoji_name": None}], True
    club.sandbox.rule(forum, club.guild.everyone)
    await club.ann.slash("/game new", club.room, title="1870", seats=2, where=forum)
    post = next(one for one in club.guild.threads.values() if one.parent is forum)
    assert post.thread is not None and tag["id"] in [str(one) for one in post.thread.tags]


async def test_a_game_gets_a_channel_of_its_own_beside_the_one_in_which_it_was_opened(club: Hall):
    category = club.sandbox.channel(club.guild, "18xx", CATEGORY)
    room = club.sandbox.channel(club.guild, "lobby", parent=category)
    club.sandbox.role(club.guild, "Builders", Perm.MANAGE_CHANNELS, club.ann)
    opened = await club.ann.slash("/game new", room, title="1870", seats=2, place="channel")
    own = next(one for one in club.guild.channels.values() if one.name == "1870-game-1")
    assert own.parent is category and f"<#{own.id}>" in opened.text
    await club.bob.slash("/game join", own)
    called = (await club.sandbox.until(lambda: club.ann.pings or club.bob.pings))[0]
    assert called.channel is own


@pytest.mark.parametrize(
    ("place", "lacks"), [("channel", Perm.MANAGE_CHANNELS), ("thread", Perm.CREATE_PUBLIC_THREADS)]
)
async def test_a_game_stays_where_it_is_if_no_place_can_be_created(club: Hall, place: str, lacks: Perm):
    role = next(one for one in club.guild.roles.values() if one.bot_id == club.sandbox.world.bot.id)
    role.permissions &= ~int(lacks)
    club.guild.everyone.permissions &= ~int(lacks)
    club.sandbox.role(club.guild, "Builders", lacks, club.ann)
    opened = await club.ann.slash("/game new", club.room, title="1870", seats=2, place=place)
    assert "couldn't create a thread or channel" in opened.text and f"<#{club.room.id}>" in opened.text
    assert "1 of 2 seats" in (await club.ann.sees_text("1 of 2 seats", club.room)).text


@pytest.mark.usefixtures("hurried")
async def test_a_game_stays_where_it_is_if_there_are_too_many_threads(club: Hall):
    club.sandbox.faults.broken("POST /channels/.*/threads", times=9)
    opened = await club.ann.slash("/game new", club.room, title="1870", seats=2)
    assert "couldn't create a thread or channel" in opened.text


async def test_an_announcement_channel_has_announcement_threads(club: Hall):
    news = club.sandbox.channel(club.guild, "news", NEWS)
    opened = await club.ann.slash("/game new", club.room, title="1870", seats=2, where=news)
    thread = next(one for one in club.guild.threads.values() if one.parent is news)
    assert f"<#{thread.id}>" in opened.text and thread.kind == NEWS_THREAD
    assert any("1 of 2 seats" in one.text and one.pinned for one in club.ann.sees(thread))


async def test_a_game_can_be_played_in_an_existing_post(club: Hall):
    forum = club.sandbox.channel(club.guild, "games-forum", FORUM)
    await club.ann.slash("/game new", club.room, title="1870", seats=2, where=forum)
    post = next(one for one in club.guild.threads.values() if one.parent is forum)
    for asked in ({"where": post}, {"where": post, "place": "here"}):
        assert f"<#{post.id}>" in (await club.bob.slash("/game new", club.room, title="1870", seats=2, **asked)).text
    assert "has moved to this channel" in (await club.bob.slash("/game here", post, game="3")).text
    assert len(club.guild.threads) == 1


async def test_an_archived_post_can_be_a_games_place(club: Hall):
    forum = club.sandbox.channel(club.guild, "games-forum", FORUM)
    await club.ann.slash("/game new", club.room, title="1870", seats=2, where=forum)
    post = next(one for one in club.guild.threads.values() if one.parent is forum)
    club.archive(post)
    opened = await club.bob.slash("/game new", club.room, title="1870", seats=2, where=post)
    assert f"<#{post.id}>" in opened.text
    assert post.thread is not None and not post.thread.archived


async def test_too_many_pins_do_not_mean_that_the_channel_is_closed(club: Hall):
    for number in range(PINS):
        club.sandbox.posting.pin(club.ann.says(str(number), club.room), pinned=True)
    club.sandbox.rule(club.room, club.ann.user, allow=Perm.PIN_MESSAGES)
    opened = await club.ann.slash("/game new", club.room, title="1870", seats=2, place="here")
    assert "is open" in opened.text and "I can't write" not in opened.text
    status = await club.ann.sees_text("1 of 2 seats", club.room)
    assert not status.pinned


async def test_commands_exist_only_on_servers_with_the_bot(club: Hall):
    elsewhere = club.sandbox.guild("Elsewhere", with_bot=False)
    room = club.sandbox.channel(elsewhere, "games")
    club.sandbox.join(elsewhere, club.ann.user)
    club.ann.user.has_app = True
    with pytest.raises(ClientRefuses, match="There is no command"):
        await club.ann.slash("/game new", room, title="1870")
    for one in club.sandbox.commands.visible(club.guild):
        assert (one["contexts"], one["integration_types"]) == ([0, 1], [0]), one["name"]
    direct = club.sandbox.world.direct(club.ann.user)
    assert "not in any game" in (text := (await club.ann.slash("/game list", direct)).text) or "/game new" in text


async def test_the_organiser_is_told_if_the_bot_may_not_write_there(club: Hall):
    club.sandbox.rule(club.room, club.sandbox.world.bot, deny=Perm.SEND_MESSAGES)
    opened = await club.ann.slash("/game new", club.room, title="1870", seats=2, place="here")
    assert "I can't write in" in opened.text and "/game here game:1" in opened.text


@pytest.mark.usefixtures("hurried")
async def test_servers_on_two_shards_are_served_alike(hall: Hall):
    hall.sandbox.shards = 2
    other = hall.sandbox.guild("Second Club")
    while (other.id >> 22) % 2 == (hall.guild.id >> 22) % 2:
        hall.sandbox.world.clock.skip(milliseconds=1)  # type: ignore[attr-defined]
        other = hall.sandbox.guild("Second Club")
    room = hall.sandbox.channel(other, "games")
    for person in (hall.ann, hall.bob, hall.cem):
        hall.sandbox.join(other, person.user)
    async with hall.open() as bot:
        assert bot.shard_count == 2
        assert sorted(session.shard for session in hall.sandbox.gateway.connected) == [(0, 2), (1, 2)]
        first = await hall.game(hall.ann, hall.bob)
        second = await hall.game(hall.bob, hall.ann, where=room)
        here, there = await hall.called(hall.ann), await hall.bob.pinged()
        assert (here.channel, there.channel) == (hall.room, room)
        await hall.press(hall.ann, here, "Your turn")
        assert "You pass" in (await hall.ann.slash("/pass", hall.room)).text
        assert "You pass" in (await hall.bob.slash("/pass", room)).text
        stands = hall.sandbox.channel(other, "stands")
        host = hall.sandbox.person("x", other)
        host.user = hall.sandbox.host
        await host.slash("/spectate start", stands, game=str(first))
        request = await hall.ann.sees_text("asks to show this game", hall.room)
        await hall.press(hall.ann, request, "Allow")
        await hall.bob.slash("/pass", hall.room, game=str(first))
        await host.sees_text("Bob passes", stands)
        assert (await hall.table.present(second)).row.guild_id == other.id
        await hall.sandbox.gateway.drop()
        await hall.sandbox.until(lambda: len(hall.sandbox.gateway.connected) == 2, "both shards")
        moved = await hall.ann.slash("/pass", room)
        assert "You pass" in moved.text
