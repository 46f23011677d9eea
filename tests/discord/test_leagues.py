"""Leagues as people on a server see them."""

import asyncio
import csv
import io
from datetime import timedelta

import pytest
from sqlmodel import select

from bot.store.rows import GameRow
from sandbox import Message
from sandbox.people import Person
from tests.discord.conftest import Hall, labels
from tests.table.club import Club
from tests.table.leagues import Season

pytestmark = pytest.mark.soak

NEW = {"name": "Spring", "titles": "1870", "seats": 2, "rounds": 2, "points": "3 1", "zone": "Europe/Berlin"}


async def opened(hall: Hall, *people: Person, by: Person | None = None, **chosen: object) -> str:
    """A league of Ann's, which these have joined; its number."""
    answer = await (by or hall.ann).slash("/league new", hall.room, **NEW | chosen)
    assert "is open" in answer.text, answer.text
    number = str((await hall.table.leagues.on(hall.guild.id))[0].id)
    for person in people:
        joined = await person.slash("/league join", hall.room, league=number)
        assert "You have joined the league Spring" in joined.text, joined.text
    return number


def pin(hall: Hall) -> Message:
    """The message of the league."""
    return next(one for one in hall.room.public if one.embeds and "League:" in str(one.embeds[0].get("title")))


def shown(hall: Hall) -> str:
    """What stands in it."""
    return str(pin(hall).embeds[0]["description"])


async def ended(hall: Hall, number: str) -> None:
    """All games of the round are ended by agreement, and what follows by itself has happened."""
    season = Season(Club(hall.table, hall.table.services.clock), int(number))  # type: ignore[arg-type]
    book = await season.book()
    for table in book.tables_of(book.row.round):
        assert table.game_id is not None
        await season.agree(table.game_id)
    await hall.table.leagues.rounds.tick()
    await hall.posted()


async def test_a_league_from_its_opening_to_its_winner(club: Hall):
    ann, bob, cem = club.ann, club.bob, club.cem
    dan = club.sandbox.person("Dan", club.guild)
    number = await opened(club, ann, bob, seats=4)
    assert not pin(club).pinned and "Gathering players: 2 so far" in shown(club) and "until" not in shown(club)
    for person in (cem, dan):
        await club.press(person, pin(club), "Join")
    assert "4. Dan" in shown(club) and labels(pin(club)) == ["Join", "Leave"]
    begun = await ann.slash("/league start", club.room)
    assert "Round 1 is drawn" in begun.text and begun.text.count("game") == 1
    await club.posted()
    async with club.table.db.read() as session:
        games = list(await session.exec(select(GameRow)))
    threads = {row.channel_id for row in games}
    assert len(games) == 1 and club.room.id not in threads
    assert all(f"<#{one}>" in shown(club) for one in threads) and labels(pin(club)) == ["Standings"]
    called = [one.text for one in club.room.public if "Round 1 is drawn" in one.text]
    assert len(called) == 1 and all(person.mention in called[0] for person in (ann, bob, cem, dan))
    await ended(club, number)
    closed = [one for one in club.room.public if "Round 1 is over" in one.text]
    assert len(closed) == 1 and ann.mention in closed[0].text and bob.mention not in closed[0].text
    assert [one.filename for one in closed[0].attachments] == ["standings.png"]
    assert "points: 1 · games: 1 · won: 1" in shown(club)
    asked = await ann.slash("/league correct", club.room, member="Bob", points=2, reason="a bonus")
    assert "They have 1 now and would have 3" in asked.text and "points: 1 · games: 1" in shown(club)
    await club.sure(ann, asked)
    assert "**1** · **Bob** · points: 3" in shown(club)
    assert shown(club).count("**2** · ") == 3, "ranks are shared, and no list numbers them anew"
    refused = await bob.slash("/league round", club.room, draw=True)
    assert refused.text == f"Only {ann.mention}, who organises this league, can do this."
    assert "Round 2 is drawn" in (await ann.slash("/league round", club.room, draw=True)).text
    await ended(club, number)
    assert "The winner: Bob" in club.room.public[-1].text and "Over after 2 rounds" in shown(club)
    looked = await cem.slash("/league standings", club.room)
    assert f"Bob +2, by {ann.mention}: a bonus" in looked.text
    assert [one.filename for one in looked.message.attachments] == ["standings.png"]
    files = {
        one.filename: one.data
        for one in (await cem.slash("/league standings", club.room, files=True)).message.attachments
    }
    rows = list(csv.DictReader(io.StringIO(files["standings.csv"].decode("utf-8-sig"))))
    assert [rows[0][name] for name in ("rank", "player", "points", "played", "wins")] == ["1", "Bob", "4", "2", "2"]
    assert len(list(csv.DictReader(io.StringIO(files["games.csv"].decode("utf-8-sig"))))) == 8
    assert "a bonus" in files["log.csv"].decode("utf-8-sig")


async def test_two_organisers_who_press_at_once_open_each_game_once(club: Hall):
    boss = club.sandbox.person("boss", club.guild)
    boss.user = club.sandbox.host
    await opened(club, club.ann, club.bob, club.cem, club.sandbox.person("Dan", club.guild), by=boss)
    assert pin(club).pinned, "whoever may pin has it pinned"
    answers = await asyncio.gather(boss.slash("/league start", club.room), boss.slash("/league start", club.room))
    texts = sorted(one.text for one in answers)
    assert sum("Round 1 is drawn" in one for one in texts) == 1 and sum("has begun" in one for one in texts) == 1
    async with club.table.db.read() as session:
        games = list(await session.exec(select(GameRow)))
    assert len(games) == 2 and len({row.channel_id for row in games}) == 2
    await club.posted()
    assert sum("Round 1 is drawn" in one.text for one in club.room.public) == 1


async def test_members_who_left_the_server_are_named_before_a_draw(club: Hall):
    dan = club.sandbox.person("Dan", club.guild)
    await opened(club, club.ann, club.bob, dan)
    del club.guild.members[dan.id]
    refused = await club.ann.slash("/league start", club.room)
    assert refused.text.startswith("Dan has left this server. `/league leave member:` takes them out")
    assert "Gathering players" in shown(club)
    assert "will get no more games" in (await club.ann.slash("/league leave", club.room, member="Dan")).text
    assert "Round 1 is drawn" in (await club.ann.slash("/league start", club.room)).text


@pytest.mark.parametrize(
    ("chosen", "sentence"),
    [
        ({"titles": "1899"}, "Name 1 to 5 of these games"),
        ({"seats": 7, "titles": "1830"}, "1830 is for"),
        ({"points": "1 3"}, "from high to low"),
        ({"hour": "noon"}, "like this: 20:00"),
        ({"zone": "Mars"}, "like Europe/Berlin"),
        ({"options": "nonsense"}, "is not an option"),
    ],
)
async def test_impossible_leagues_are_refused_with_a_reason(club: Hall, chosen: dict[str, object], sentence: str):
    answer = await club.ann.slash("/league new", club.room, **NEW | chosen)
    assert sentence in answer.text and await club.table.leagues.on(club.guild.id) == []


async def test_refusals_say_what_to_do(club: Hall):
    assert "`/league new` opens one" in (await club.bob.slash("/league join", club.room)).text
    await opened(club, club.ann)
    assert "Let more people join" in (await club.ann.slash("/league start", club.room)).text
    aside = club.sandbox.channel(club.guild, "aside")
    assert f"use this command in {club.room.mention}" in (await club.ann.slash("/league start", aside)).text
    assert "You can use `/league join`" in (await club.bob.slash("/league leave", club.room)).text
    await club.ann.slash("/league new", club.room, **NEW | {"name": "Autumn"})
    assert "There are several leagues here: Autumn, Spring" in (await club.bob.slash("/league join", club.room)).text
    offered = await club.bob.autocomplete("/league join", club.room, "league", "spr")
    assert [one["name"] for one in offered] == ["Spring"]


async def test_ending_a_league_needs_confirmation(club: Hall):
    await opened(club, club.ann, club.bob)
    assert "Only" in (await club.bob.slash("/league end", club.room)).text
    asked = await club.ann.slash("/league end", club.room)
    assert "Gathering" in shown(club)
    await club.sure(club.ann, asked)
    assert "Ended before its first round" in shown(club)
    assert "over" in (await club.bob.slash("/league leave", club.room, league="1")).text


async def test_a_league_is_hidden_from_people_who_cannot_see_its_channel(club: Hall):
    other = club.sandbox.guild("Elsewhere")
    room = club.sandbox.channel(other, "games")
    dan = club.sandbox.person("Dan", other)
    number = await opened(club, club.ann)
    for name, given in (("standings", {}), ("standings", {"files": True}), ("join", {}), ("round", {})):
        assert "There is no league here" in (await dan.slash(f"/league {name}", room, league=number, **given)).text


async def test_extending_a_round_is_shown_and_announced(club: Hall):
    await opened(club, club.ann, club.bob)
    await club.ann.slash("/league start", club.room)
    before = (await club.table.leagues.book(1)).current.due_at
    asked = await club.ann.slash("/league round", club.room, extra_days=3, reason="holidays")
    again = await club.ann.slash("/league round", club.room, extra_days=3, reason="holidays")
    assert (await club.table.leagues.book(1)).current.due_at == before
    assert "now ends" in (await club.sure(club.ann, asked)).text
    assert "something has happened since" in (await club.sure(club.ann, again)).text, "asked for twice, done once"
    after = (await club.table.leagues.book(1)).current.due_at
    assert timedelta(days=3, hours=-1) <= after - before <= timedelta(days=3, hours=1)
    assert f"<t:{int(after.timestamp())}:f>" in shown(club)


async def test_a_league_is_opened_by_a_form(club: Hall):
    helped = await club.ann.slash("/help", club.room)
    form = await club.press(club.ann, helped.message, "Open a league…")
    wanted = {"Its name": "Cup", "Which games?": ["1889", "1830"], "Players at a table": "3", "Rounds": "2"}
    late = await club.fill(club.ann, form, **wanted, **{"Days for a round": "999"})
    assert "from 1 to 365" in late.followups[0].text
    form = await club.press(club.ann, late.followups[0], "Open the form again…")
    # The rest is as it was sent.
    await club.fill(club.ann, form, **{"Days for a round": "60"})
    book = await club.table.leagues.book(1)
    terms = book.terms
    assert (book.row.name, terms.titles, terms.seats, terms.rounds, terms.days) == ("Cup", ["1889", "1830"], 3, 2, 60)
