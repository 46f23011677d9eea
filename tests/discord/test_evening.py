"""An evening as its channel shows it: how many posts, pings and pictures there are."""

from __future__ import annotations

import asyncio
import json
import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from itertools import takewhile
from pathlib import Path
from typing import Any

import pytest
from sqlmodel import col, select

from bot.discord.channel.pictures import caught_up
from bot.discord.games.drawing import PictureFile
from bot.menu.picture import DrawingJob
from bot.robots.choosing import choose
from bot.robots.thinking import Apart
from bot.store import outbox
from bot.store.rows import PostRow
from engine import Act, Game
from engine.titles import titles
from engine.view import view
from render.picture import compose
from sandbox import Message
from sandbox.people import Person
from tests.discord.conftest import Hall
from tests.waiting import until_stored

SEED = 7
EVENINGS = Path(__file__).parent / "evenings"
MOVES, SHORT, TWO_ROUNDS = 160, 30, 96
TITLES = [name for name in titles() if name[0].isdigit()]
EACH_ROUND = 2
"""The most posts of a round beside the pings."""
BEFORE = {"1830": (23, 441, 36.68), "1870": (19, 463, 42.45)}
"""Pings, pictures and megabytes that version 84d713aa sent to the channel for the very same moves, which stand in
`evenings`, counted once in a sandbox. When this was written, its 79 and 70 posts were 26 and 23, with 97 and 94
pictures of 7.5 and 7.6 MB.
"""
TWICE = 0.18
"""The most of a channel's words that stood in the post above already. At adae53c5 they were 23 % in 1830's evening,
20 % in 1889's and 18 % in 1843's. They are 11 to 15 % of one person's evenings, and 10 to 16 % of three people's.
"""
SENDS = ("POST /channels/{channel_id}/messages", "PATCH /channels/{channel_id}/messages/{message_id}")


@dataclass
class Evening:
    """What a channel was sent."""

    posts: list[Message]
    rounds: int
    pictures: int
    megabytes: float

    @property
    def pings(self) -> list[Message]:
        """The posts that pinged somebody."""
        return [one for one in self.posts if one.pinged]


async def evening(club: Hall, title: str, moves: int, *people: Person, robots: int = 0) -> Evening:
    """All play as a robot would, people and robots, and each move is made when everything before it has been posted."""
    opened = await people[0].slash("/game new", club.room, title=title, seats=len(people) + robots, place="here")
    number = int(opened.text.split()[1])
    for person in people[1:]:
        await person.slash("/game join", club.room, game=str(number))
    for _ in range(robots):
        await people[0].slash("/game robot", club.room, game=str(number))

    async def somebody_waits() -> bool:
        now = await club.table.present(number)
        over = now.game.state.end is not None or now.row.last >= moves
        return over or any(not now.owner(one.seat).robot for one in now.game.decisions())

    while True:
        await until_stored(somebody_waits, "the robots")
        await club.posted()
        now = await club.table.present(number)
        if now.game.state.end is not None or now.row.last >= moves:
            return await told(club, number)
        seat = next(one.seat for one in now.game.decisions() if not now.owner(one.seat).robot)
        act = await thought(now.game, seat, now.row.last)
        assert act is not None
        await club.table.act(number, now.owner(seat).user_id, seat, act.verb, dict(act.args), now.decision, now.epoch)


async def thought(game: Game, seat: str, last: int) -> Act | None:
    """A robot's move after so many, however long it takes; the one that was counted, where there is one."""
    if (counted := recorded(game.title.id).get(last)) is not None:
        assert counted[0] == seat
        return counted[1]
    return await asyncio.to_thread(choose, game, seat, "steady", f"{seat}/{last}", None)


@cache
def recorded(title: str) -> dict[int, tuple[str, Act]]:
    """The moves of an evening that was counted, by how many came before each."""
    if title not in BEFORE:
        return {}
    lines = (EVENINGS / f"{title}.jsonl").read_text(encoding="utf-8").splitlines()
    return {last: (seat, Act(verb, args)) for last, seat, verb, args in map(json.loads, lines)}


@pytest.fixture
def alike(club: Hall, monkeypatch: pytest.MonkeyPatch) -> None:
    """The same game each time, whose robots wait until everybody could see what they have done."""

    async def think(self: Apart, game: Game, *given: object) -> Act | None:
        await club.posted()
        return await thought(game, str(given[0]), (await club.table.present(1)).row.last)

    monkeypatch.setattr(Apart, "think", think)
    monkeypatch.setattr("bot.table.seats.seating.secrets.randbelow", lambda most: SEED)


async def told(club: Hall, number: int) -> Evening:
    """What the channel has been sent about a game."""
    said = [one for one in club.room.public if one.text.startswith("-# Game") and not one.pinned]
    # Before it begins there is no board.
    posts = said[next(at for at, one in enumerate(said) if one.attachments) :]
    # What robots do meanwhile is no part of the evening; older messages catch up.
    await club.settled()
    sizes = [
        size
        for record in club.sandbox.records
        if record.operation in SENDS and record.status < 300
        for _, size in record.files.values()
    ]
    return Evening(posts, len(await club.table.past.rounds(number)) + 1, len(sizes), sum(sizes) / 1e6)


def said_before(ping: Message) -> list[str]:
    """What it says again of the post above."""
    _, _, below = ping.text.partition("\n-# Before this:")
    small = takewhile(lambda line: line.startswith("-# "), below.splitlines()[1:])
    return [line.removeprefix("-# ") for line in small]


def check(seen: Evening) -> None:
    """Is the channel little more than its pings, and does each ping have the board?"""
    print(len(seen.posts), len(seen.pings), seen.rounds, seen.pictures, f"{seen.megabytes:.2f} MB")
    assert len(seen.posts) <= len(seen.pings) + EACH_ROUND * seen.rounds
    assert len(seen.pings) >= 4
    again = sum(len(line.split()) for ping in seen.pings for line in said_before(ping))
    words = sum(len(one.text.split()) for one in seen.posts)
    print(f"{words} words, {again} of them again")
    assert again <= TWICE * words
    for ping in seen.pings:
        assert {"map.png", "market.png"} <= {one.filename for one in ping.attachments}, ping.text


@pytest.mark.usefixtures("alike")
async def test_a_channel_is_little_more_than_its_pings_and_each_ping_has_the_board(club: Hall):
    seen = await evening(club, "1830", SHORT, club.ann, robots=2)
    check(seen)
    # Whoever reads the newest message alone misses nothing that was added above it.
    added = 0
    for above, ping in zip(seen.posts, seen.posts[1:], strict=False):
        _, _, followed = above.text.partition("\n\n")[2].partition("\n\n")
        lines = [line for line in followed.splitlines() if line and " acts for " not in line]
        moves = [line for line in lines if not line.startswith(("It is ", "**", "Ann", "-# "))]
        if ping.pinged and moves:
            before = [line for line in ping.text.splitlines()[1:] if line.startswith("-# ")]
            assert f"-# {moves[-1]}" in before and not any("Ann buys" in line for line in before), ping.text
            added += 1
    assert added


@pytest.mark.usefixtures("alike", "at_once")
@pytest.mark.parametrize("title", ["1830", "1889"])
async def test_no_post_shows_an_older_position_than_it_tells(club: Hall, title: str):
    """Where robots went on for fewer than twelve moves, the pictures stayed as they were at the ping."""
    await evening(club, title, SHORT, club.ann, robots=2)
    async with club.table.db.read() as session:
        posts = list(await session.exec(select(PostRow).order_by(col(PostRow.message_id))))[:-1]
        told = {post.message_id: await outbox.told_in(session, post) for post in posts}
    gone_on = 0
    # At the newest the robots may not be done yet.
    for post in posts:
        names = [one["filename"].partition(".")[0] for one in post.pictures]
        until = max(row.number for row in told[post.message_id])
        seen, then = [view((await club.table.present(1, at=number)).game) for number in (post.drawn, until)]
        assert not names or caught_up(seen, seen, then, "light", names) == {}, names
        gone_on += bool(names) and post.drawn > min(row.number for row in told[post.message_id])
    assert gone_on


@pytest.mark.usefixtures("alike", "at_once")
@pytest.mark.parametrize("title", ["1830", "1843"])
async def test_no_two_pictures_of_a_message_name_different_players_as_next(club: Hall, title: str):
    """The picture of the auction said that it was Robot 2's turn, and the map beside it that it was Ann's."""
    seen = await evening(club, title, SHORT, club.ann, robots=2)
    acts, named = re.compile(r"(Robot 2|Robot|Ann)(?='s turn| must | acts for )"), 0
    for post in seen.posts:
        next_ones = {one.filename: set(acts.findall(one.description or "")) for one in post.attachments}
        assert len(set().union(*next_ones.values())) <= 1, next_ones
        assert not any(next_ones.get(name) for name in ("map.png", "changes.png", "market.png")), next_ones
        named += any(next_ones.values())
    assert named


@pytest.mark.soak
@pytest.mark.usefixtures("alike", "at_once")
async def test_a_run_is_headed_by_its_round_and_marks_are_what_is_new_in_a_message(club: Hall):
    """Shown once the next round had begun, it was headed by that; "last move" stood beside the tiles of many moves."""
    jobs, draw = list[DrawingJob](), club.bot.drawers.draw

    async def noted(sketches: Sequence[DrawingJob], *more: Any) -> list[PictureFile]:
        jobs.extend(sketches)
        return await draw(sketches, *more)

    club.bot.drawers.draw = noted  # type: ignore[method-assign]
    await evening(club, "1830", TWO_ROUNDS, club.ann, robots=2)
    line = await club.table.past.line(1)
    games = await club.table.past.positions(1, [0, *(one.number for one in line)])
    ran = [(one, view(games[one.parent])) for one in line if one.verb == "run"]
    late = 0
    for now, company in (job.args for job in jobs if job.what == "runs"):
        [job] = [one for one in jobs if one.args == (now, company)][:1]
        earlier = [before for _, before in ran if before.agenda[-1].subject == company]
        assert (job.options.get("earlier") or now).clock in [one.clock for one in earlier], company
        late += now.clock not in [one.clock for one in earlier]
    assert late
    async with club.table.db.read() as session:
        posts = list(await session.exec(select(PostRow).order_by(col(PostRow.message_id))))
        told = [await outbox.told_in(session, post) for post in posts]
    for post, rows in zip(posts, told, strict=True):
        until = max(one.number for one in rows)
        # At the newest the robots may not be done yet.
        ran_here = {before.agenda[-1].subject for one, before in ran if post.since < one.number <= until}
        shown = {one["filename"] for one in post.pictures}
        assert post is posts[-1] or {f"run-{re.sub('[^A-Za-z0-9]', '', one)}.png" for one in ran_here} <= shown
    assert [one.since for one in posts[1:]] == [one.drawn for one in posts[:-1]], "no two mark the same"
    assert {job.options["when"] for job in jobs if job.what == "map" and "before" in job.options} == {"here"}


@pytest.mark.soak
@pytest.mark.usefixtures("alike")
@pytest.mark.parametrize("title", TITLES)
async def test_so_it_is_all_evening_with_half_the_pictures_of_before(
    club: Hall, title: str, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr("render.picture.compose", compose)
    seen = await evening(club, title, MOVES, club.ann, robots=2)
    check(seen)
    if title in BEFORE:
        pings, pictures, megabytes = BEFORE[title]
        assert len(seen.pings) == pings
        assert seen.pictures <= pictures / 2 and seen.megabytes <= megabytes / 2


@pytest.mark.soak
@pytest.mark.usefixtures("alike")
@pytest.mark.parametrize("title", TITLES)
async def test_so_it_is_all_evening_with_three_people(club: Hall, title: str):
    check(await evening(club, title, MOVES, club.ann, club.bob, club.cem))
