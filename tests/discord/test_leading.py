"""What the organiser of a league can do, and what can get lost around it."""

from typing import Any

import pytest

from bot.discord.channel.leagues.sheet import PIN, fitting, pinned
from bot.errors import Refused
from bot.store.rows import GameRow
from bot.table.leagues.leagues import Leagues
from sandbox import Channel, Message
from tests.discord.conftest import Hall, as_it_was, labels
from tests.discord.test_languages import direct
from tests.discord.test_leagues import NEW, opened, shown

pytestmark = pytest.mark.soak


def asked_in(hall: Hall, room: Channel) -> Message:
    """The newest question in a channel."""
    return next(one for one in reversed(room.public) if "Accept" in labels(one))


async def test_a_place_is_offered_and_taken_with_a_button(club: Hall):
    ann, bob, cem = club.ann, club.bob, club.cem
    number = await opened(club, ann, bob)
    await ann.slash("/league start", club.room)
    answer = await ann.slash("/league replace", club.room, member="Bob", by=cem)
    assert "to take Bob's place" in answer.text and "Bob" in shown(club)
    await club.posted()
    question = as_it_was(asked_in(club, club.room))
    assert question.text.count(cem.mention) == 1 and cem.id in question.pinged
    assert "There is nothing for you to answer" in (await club.press(bob, question, "Accept")).text
    taken = await club.press(cem, question, "Accept")
    assert "You have accepted" in taken.text and "`/game replace` there gives it to somebody else" in taken.text
    assert "**Cem**" in shown(club) and "**Bob**" not in shown(club)
    assert "already been settled" in (await club.press(cem, question, "Decline")).text
    assert (await club.table.leagues.book(int(number))).member(2).user_id == cem.id


async def test_members_are_chosen_from_the_league_also_when_they_have_left_the_server(club: Hall):
    ann, bob = club.ann, club.bob
    await opened(club, ann, bob, club.cem)
    del club.guild.members[bob.id]
    offered = await ann.autocomplete("/league leave", club.room, "member", "bo")
    assert [one["name"] for one in offered] == ["Bob"]
    assert "will get no more games" in (await ann.slash("/league leave", club.room, member=offered[0]["value"])).text
    wrong = await ann.slash("/league leave", club.room, member="Zoe")
    assert "Nobody by that name is in this league. Its members are Ann, Cem" in wrong.text
    assert "will get no more games" in (await ann.slash("/league leave", club.room, member=club.cem.mention)).text
    assert "1 so far" in shown(club)


async def test_a_correction_pressed_by_two_organisers_counts_once(club: Hall):
    await opened(club, club.ann, club.bob)
    await club.ann.slash("/league start", club.room)
    boss = club.sandbox.person("boss", club.guild)
    boss.user = club.sandbox.host
    given: dict[str, Any] = {"member": "Bob", "points": -2, "reason": "late: twice"}
    first, second = [await one.slash("/league correct", club.room, **given) for one in (club.ann, boss)]
    assert "They have 0 now and would have -2" in first.text
    assert "Bob -2" in (await club.sure(club.ann, first)).text
    assert "something has happened since" in (await club.sure(boss, second)).text
    assert (await club.table.leagues.book(1)).corrections == 1 and "points: -2" in shown(club)


# --- who leads


async def test_a_league_passes_to_somebody_who_agrees_or_to_a_manager_if_the_organiser_left(club: Hall):
    ann, bob = club.ann, club.bob
    number = int(await opened(club, ann, bob))
    boss = club.sandbox.person("boss", club.guild)
    boss.user = club.sandbox.host
    assert "to organise the league" in (await ann.slash("/league organiser", club.room, to=bob)).text
    await club.posted()
    assert "You have accepted" in (await club.press(bob, asked_in(club, club.room), "Accept")).text
    assert "Only" in (await ann.slash("/league start", club.room)).text
    refused = await boss.slash("/league organiser", club.room, to=boss)
    assert "still on this server" in refused.text
    assert (await club.table.leagues.book(number)).row.organiser_id == bob.id
    del club.guild.members[bob.id]
    assert "now organises the league Spring" in (await boss.slash("/league organiser", club.room, to=boss)).text
    assert (await club.table.leagues.book(number)).row.organiser_id == boss.id


# --- places that are lost


async def test_a_deleted_channel_is_reported_once_and_the_league_moves_to_another(club: Hall):
    ann = club.ann
    room = club.sandbox.channel(club.guild, "league")
    await ann.slash("/league new", room, **NEW)
    await club.bob.slash("/league join", room, league="1")
    await ann.slash("/league join", room, league="1")
    club.sandbox.remove_channel(room)
    await club.posted()
    book = await club.table.leagues.book(1)
    for _ in range(2):
        await club.bot.losses.channel_gone(room.id)
    await club.posted()
    told = [one for one in direct(club, ann) if "/league channel" in one.text]
    assert len(told) == 1 and "League Spring" in told[0].text and "Game" not in told[0].text
    assert "continues" not in (await club.bob.slash("/league channel", club.room, league="1")).text
    moved = await ann.slash("/league channel", club.room, league="1")
    assert "continues in this channel" in moved.text
    assert "Gathering players: 2 so far" in shown(club) and book.row.channel_id != club.room.id
    assert "Round 1 is drawn" in (await ann.slash("/league start", club.room)).text


async def test_a_game_that_cannot_begin_leaves_no_thread_behind_and_is_opened_later(
    club: Hall, monkeypatch: pytest.MonkeyPatch
):
    dan = club.sandbox.person("Dan", club.guild)
    await opened(club, club.ann, club.bob, club.cem, dan)
    whole, tried = Leagues.open_table, list[int]()

    async def failing(self: Leagues, table: Any, channel: int, **place: Any) -> int:
        tried.append(channel)
        if table.number == 1:
            raise Refused("No.")
        return await whole(self, table, channel, **place)

    monkeypatch.setattr(Leagues, "open_table", failing)
    begun = await club.ann.slash("/league start", club.room)
    assert "The game at table 1 could not be opened. `/league round` tries again." in begun.text
    assert tried[0] not in club.sandbox.world.channels and tried[1] in club.sandbox.world.channels
    monkeypatch.undo()
    await club.ann.slash("/league round", club.room)
    book = await club.table.leagues.book(1)
    assert all(one.game_id for one in book.tables_of(1))


async def test_a_league_that_is_ended_while_its_games_are_opened_leaves_no_thread_behind(
    club: Hall, monkeypatch: pytest.MonkeyPatch
):
    await opened(club, club.ann, club.bob)
    whole, tried = Leagues.open_table, list[int]()

    async def ended_first(self: Leagues, table: Any, channel: int, **place: Any) -> int:
        tried.append(channel)
        await self.end(table.league_id, club.ann.id)
        return await whole(self, table, channel, **place)

    monkeypatch.setattr(Leagues, "open_table", ended_first)
    await club.ann.slash("/league start", club.room)
    assert len(tried) == 1 and tried[0] not in club.sandbox.world.channels
    book = await club.table.leagues.book(1)
    assert await club.table.leagues.games(book) == {}


# --- what has no room


def test_what_does_not_fit_is_counted_and_says_where_to_look():
    lines = [f"line {n:03}" for n in range(100)]
    assert fitting(lines, 2000, "/league round") == lines
    short = fitting(lines, 500, "/league round")
    assert sum(len(one) + 1 for one in short) <= 500
    assert short[-1] == f"-# … and {100 - len(short) + 1} more: `/league round`" and short[0] == "line 000"


async def test_the_pinned_message_of_the_largest_league_cuts_no_link_and_says_what_it_leaves_out(club: Hall):
    ann = club.ann
    number = int(await opened(club, ann, rounds=2, points="6 3"))
    for user in range(1001, 1048):
        await club.table.leagues.join(number, user, f"A player with a long name {user}")
    await club.table.leagues.draw(number, ann.id, first=True)
    book = await club.table.leagues.book(number)
    games = {
        n: GameRow(
            id=n, guild_id=1, channel_id=10**18 + n, organiser_id=1, title="1870", seed=0, places=2, created_at=0
        )
        for n in range(1, 25)
    }
    for n, one in enumerate(book.tables_of(1), 1):
        one.game_id = n
    text = pinned(book, games).text
    assert len(text) <= PIN and "more: `/league standings`" in text and "more: `/league round`" in text
    assert all(line.count("<#") == line.count(">") for line in text.splitlines() if "<#" in line)
    everything = pinned(book, games, 10**6).text
    assert "more:" not in everything and everything.count("<#") == 24


async def test_corrections_that_do_not_fit_are_counted(club: Hall):
    number = int(await opened(club, club.ann, club.bob))
    await club.ann.slash("/league start", club.room)
    for n in range(40):
        await club.table.leagues.correct(number, club.ann.id, club.bob.id, 1, f"reason {n} " + "x" * 150)
    looked = await club.bob.slash("/league standings", club.room)
    assert "reason 39" in looked.text and "reason 0 " not in looked.text
    assert "more: `/league standings files:True`" in looked.text
    files = (await club.bob.slash("/league standings", club.room, files=True)).message.attachments
    log = next(one.data for one in files if one.filename == "log.csv").decode()
    assert all(f"reason {n} " in log for n in range(40))
