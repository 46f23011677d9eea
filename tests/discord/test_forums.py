"""A game in a forum: its tags say how it stands."""

from __future__ import annotations

import pytest

from sandbox import Channel
from sandbox.happening import payloads
from sandbox.happening.gateway import GUILDS
from sandbox.world.permissions import Perm
from sandbox.world.world import FORUM
from tests.discord.conftest import Hall

pytestmark = pytest.mark.usefixtures("at_once")


def forum_of(club: Hall, *names: str, moderated: str = "", makes: bool = False) -> Channel:
    """A forum with these tags, in which the bot may make others or not."""
    forum = club.sandbox.channel(club.guild, "games-forum", FORUM)
    forum.tags = [
        {
            "id": str(club.sandbox.world.new_id()),
            "name": name,
            "moderated": name == moderated,
            "emoji_id": None,
            "emoji_name": None,
        }
        for name in names
    ]
    if makes:
        club.sandbox.rule(forum, club.sandbox.world.bot, allow=Perm.MANAGE_CHANNELS)
    else:
        club.sandbox.rule(forum, club.sandbox.world.bot, deny=Perm.MANAGE_CHANNELS | Perm.MANAGE_THREADS)
    return forum


def tags(post: Channel) -> list[str]:
    """The names of a post's tags."""
    assert post.parent is not None and post.thread is not None
    names = {int(one["id"]): one["name"] for one in post.parent.tags}
    return sorted(names[one] for one in post.thread.tags)


def posts(club: Hall, forum: Channel) -> list[Channel]:
    """The forum's posts."""
    return [one for one in club.guild.threads.values() if one.parent is forum]


async def ended(club: Hall, post: Channel) -> None:
    """Its organiser stops the game."""
    await club.sure(club.ann, await club.ann.slash("/game end", post))
    await club.settled()


async def test_tags_say_how_a_game_stands_and_which_title_it_is(club: Hall):
    forum = forum_of(club, "news", makes=True)
    await club.ann.slash("/game new", club.room, title="1889", seats=2, where=forum)
    await club.settled()
    (post,) = posts(club, forum)
    assert tags(post) == ["1889", "gathering"]
    assert post.thread is not None
    post.thread.tags.append(int(forum.tags[0]["id"]))
    club.sandbox.tell("THREAD_UPDATE", payloads.channel(post, club.sandbox.world), GUILDS, club.guild)
    await club.bob.slash("/game join", post)
    await club.settled()
    assert tags(post) == ["1889", "news", "running"]
    await ended(club, post)
    assert tags(post) == ["1889", "news", "over"]
    assert [one["name"] for one in forum.tags] == ["news", "gathering", "1889", "running", "over"]


async def test_two_games_at_once_make_each_tag_once(club: Hall):
    forum = forum_of(club, makes=True)
    for person in (club.ann, club.bob):
        await person.slash("/game new", club.room, title="1889", seats=2, where=forum)
    await club.settled()
    assert [tags(post) for post in posts(club, forum)] == [["1889", "gathering"]] * 2
    assert sorted(one["name"] for one in forum.tags) == ["1889", "gathering"]


async def test_where_the_bot_may_make_no_tags_it_uses_those_that_fit(club: Hall):
    forum = forum_of(club, "Looking for players", "In progress", "Finished", moderated="Finished")
    await club.ann.slash("/game new", club.room, title="1889", seats=2, where=forum)
    await club.settled()
    (post,) = posts(club, forum)
    assert tags(post) == ["Looking for players"]
    await club.bob.slash("/game join", post)
    await club.settled()
    assert tags(post) == ["In progress"]
    await ended(club, post)
    assert tags(post) == [], "only moderators use that tag"
    assert len(forum.tags) == 3


async def test_a_forum_that_takes_no_tags_does_not_matter_to_the_game(club: Hall):
    forum = forum_of(club, makes=True)
    forum.tags = forum_of(club, *(f"tag {number}" for number in range(20))).tags
    await club.ann.slash("/game new", club.room, title="1889", seats=2, where=forum)
    await club.settled()
    (post,) = posts(club, forum)
    assert tags(post) == [] and len(forum.tags) == 20
    assert "1 of 2 seats taken" in (await club.ann.slash("/game status", post)).text
