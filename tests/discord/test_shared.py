"""Two bots at work on one PostgreSQL database, each with one of Discord's two shards."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from dataclasses import dataclass, replace
from datetime import timedelta

import discord
import pytest
from sqlmodel import select, update

from bot.discord.app.client import Stationmaster
from bot.discord.app.run import serve
from bot.discord.app.vitals import Vitals
from bot.discord.channel.posting import Poster
from bot.discord.kit.say import say
from bot.store.rows import GATHERING, SENT, OutboxRow, TurnRow
from bot.table.play import telling
from engine.core.phrases import ENGLISH, PSEUDO
from engine.words import language_for
from sandbox import Channel, Guild
from sandbox.world.permissions import Perm
from tests.discord.conftest import Hall, stopped
from tests.store.postgres import empty_database
from tests.waiting import until, until_stored

pytestmark = pytest.mark.soak


@dataclass
class Pair:
    """Both bots, and for each a server with a room."""

    hall: Hall
    bots: list[Stationmaster]
    rooms: list[Channel]
    stops: list[asyncio.Event]
    running: list[asyncio.Task[None]]

    async def end(self, number: int) -> None:
        """Stop a bot as its host does."""
        self.stops[number].set()
        await stopped(self.running[number])


@pytest.fixture
async def pair(hall: Hall, postgres: str, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Pair]:
    """Both at work; the first leads."""
    monkeypatch.setattr("bot.store.processes.lease.BEAT", 1.0)
    monkeypatch.setattr("bot.discord.app.client.BETWEEN_SHARDS", 0.0)
    monkeypatch.setattr("bot.table.housekeeping.LOOK", 0.1)
    url = await empty_database(postgres)
    servers: dict[int, Guild] = {(hall.guild.id >> 22) % 2: hall.guild}
    while len(servers) < 2:
        hall.sandbox.world._last += 2**22
        one = hall.sandbox.guild("Elsewhere")
        servers.setdefault((one.id >> 22) % 2, one)
    for person in (hall.ann, hall.bob, hall.cem):
        for one in servers.values():
            if person.id not in one.members:
                hall.sandbox.join(one, person.user)
    rooms = [hall.sandbox.channel(servers[shard], f"room-{shard}") for shard in (0, 1)]
    found = Pair(hall, [], rooms, [], [])
    for shard in (0, 1):
        given = {
            "database_url": url,
            "shards": f"{shard}/2",
            "health_file": hall.settings.health_file.with_name(f"{shard}"),
        }
        found.stops.append(asyncio.Event())
        found.running.append(asyncio.create_task(serve(hall.settings.model_copy(update=given), found.stops[shard])))
        await until(lambda shard=shard: len(hall.bots) > shard or found.running[shard].done())
        if found.running[shard].done():
            found.running[shard].result()
        await until(lambda shard=shard: hall.bots[shard].is_ready())
        found.bots.append(hall.bots[shard])
    await hall.sandbox.ready()
    yield found
    for number in (0, 1):
        await found.end(number)


async def test_each_process_answers_its_own_servers_and_is_healthy(pair: Pair):
    games = [await pair.hall.game(where=room) for room in pair.rooms]
    await pair.hall.posted()
    assert [sorted(guild.id for guild in bot.guilds) for bot in pair.bots] != [[], []]
    for bot, room in zip(pair.bots, pair.rooms, strict=True):
        assert room.guild is not None
        assert bot.get_guild(room.guild.id) is not None and bot.serves(room.guild.id)
        vitals = Vitals(bot, asyncio.create_task(asyncio.Event().wait()))  # pyright: ignore[reportArgumentType]
        assert vitals.connected() and await vitals.ailment() == ""
        vitals.sender.cancel()
    assert [bot.table.db.leads for bot in pair.bots] == [True, False]
    for game, room in zip(games, pair.rooms, strict=True):

        async def shown(game: int = game, room: Channel = room) -> bool:
            place = (await pair.bots[0].extras.game(game))[0].place
            return [one.id for one in room.public if one.embeds] == [place.get("status")]

        await until_stored(shown)
    # Of servers that belong to the other one, neither says that they have thrown it out.
    for bot in pair.bots:
        await bot.on_ready()
    async with pair.bots[0].table.db.read() as session:
        rows = list(await session.exec(select(OutboxRow)))
    assert not [row for row in rows if row.kind == telling.TROUBLE]


async def test_when_one_process_ends_another_posts_and_reminds_for_its_servers(pair: Pair):
    game = await pair.hall.game(where=pair.rooms[0])
    await pair.hall.posted()
    await pair.end(0)
    shared = pair.bots[1].table.db.shared
    assert shared is not None
    for _ in range(100):
        # The server needs a moment to see that the other one is gone; waiting longer would not help.
        if await shared._beat() and shared.leads:
            break
        await asyncio.sleep(0.1)
    assert shared.leads
    async with pair.bots[1].table.db.write() as session:
        await session.exec(update(TurnRow).values(due_at=pair.bots[1].table.clock() - timedelta(minutes=1)))

    async def reminded() -> bool:
        async with pair.bots[1].table.db.read() as session:
            rows = await session.exec(select(OutboxRow).where(OutboxRow.kind == "reminder", OutboxRow.state == SENT))
            return len(list(rows)) == 1

    await until_stored(reminded)
    assert (await pair.bots[1].extras.game(game))[0].status != GATHERING


async def test_a_turns_moves_are_one_message_whichever_process_posts_them(pair: Pair):
    game = await pair.hall.game(where=pair.rooms[0])
    await pair.hall.posted()
    target, now = f"channel:{pair.rooms[0].id}", pair.bots[0].table.clock()
    posters = [Poster(bot) for bot in pair.bots]
    messages = list[int]()
    for number in range(1, 5):
        moves = [{"seat": "p1", "text": [f"Move {number}."]}]
        row = telling.row(target, "move", f"made {number}", now, game, number, moves=moves, place="", ping=[], waits=[])
        row.due_at = now + timedelta(days=1)  # nobody else posts it
        async with pair.bots[0].table.db.write() as session:
            session.add(row)
        messages.append(await posters[number % 2].post(row))
        async with pair.bots[0].table.db.write() as session:
            stored = await session.get(OutboxRow, row.id)
            assert stored is not None
            stored.state, stored.message_id, stored.sent_at = "sent", messages[-1], pair.bots[0].table.clock()
    assert len(set(messages)) == 1
    said = next(one for one in pair.rooms[0].public if one.id == messages[0])
    assert [line for line in said.content.split("\n") if line.startswith("Move")] == [f"Move {n}." for n in range(1, 5)]


async def test_announcements_posted_shortly_before_a_crash_are_shown(pair: Pair, monkeypatch: pytest.MonkeyPatch):
    """An announcement that had waited for long, while Discord was away, was taken for shown."""
    game = await pair.hall.game(where=pair.rooms[0])
    await pair.hall.posted()
    bot, shown = pair.bots[0], list[int]()
    # A copy: the bot looks by itself whether the start of the other one has left something undone.
    pinned = replace(bot.pinned)
    monkeypatch.setattr(pinned, "refresh", shown.append)
    now = bot.table.clock()

    async def after(created: timedelta, sent: timedelta, ago: timedelta = timedelta(0)) -> list[int]:
        shown.clear()
        async with bot.table.db.write() as session:
            await session.exec(update(OutboxRow).values(state=SENT, created_at=now - created, sent_at=now - sent))
        await pinned.left_undone(ago)
        return list(shown)

    hour, minute = timedelta(hours=1), timedelta(minutes=1)
    assert await after(hour, minute) == [game]
    assert await after(hour, hour) == []
    assert await after(hour, hour, ago=hour) == [game], "found dead an hour ago, before this one could do anything"


async def test_a_game_on_a_server_of_the_other_bot_is_joined_by_its_number(pair: Pair):
    """It was refused: what somebody may see there was looked up among the servers that this bot hears of."""
    hall, direct = pair.hall, pair.hall.sandbox.world.direct(pair.hall.ann.user)
    given = {"title": "1870", "seats": 4, "place": "here", "join": False}
    for room, asks in ((pair.rooms[0], pair.rooms[1]), (pair.rooms[1], pair.rooms[0]), (pair.rooms[1], direct)):
        assert room.guild is not None
        hidden = hall.sandbox.channel(room.guild, "hidden")
        opened = [await hall.ann.slash("/game new", where, **given) for where in (room, hidden)]
        hall.sandbox.rule(hidden, hall.ann.user, deny=Perm.VIEW_CHANNEL)
        seen, unseen = (one.text.split()[1] for one in opened)
        joined = await hall.ann.slash("/game join", asks, game=seen)
        refused = await hall.ann.slash("/game join", asks, game=unseen)
        assert "can't see" in refused.text, refused.text
        for bot in pair.bots:
            assert [seat.user_id for seat in (await bot.extras.game(int(seen)))[1]] == [hall.ann.id], joined.text
            assert (await bot.extras.game(int(unseen)))[1] == []


async def test_another_process_posts_in_the_servers_language(pair: Pair):
    """English was spoken to servers of other processes, since only the one that has a server knew its language."""
    for bot, room, other in zip(pair.bots, pair.rooms, reversed(pair.bots), strict=True):
        assert room.guild is not None and other.get_guild(room.guild.id) is None
        assert other.language_of(room.guild.id) == ENGLISH and not other.table.services.servers
        room.guild.locale = PSEUDO
        guild = bot.get_guild(room.guild.id)
        assert guild is not None
        guild.preferred_locale = PSEUDO  # type: ignore[assignment]
        await bot.on_guild_update(guild, guild)
        await other.table.preferences.recall_languages()
        assert other.language_of(room.guild.id) == PSEUDO
        game = await pair.hall.game(where=room)
        seated = await other.table.seated(game)
        with Poster(other)._public(seated, room.id):
            assert say("not_a_game") != "I know no such game here."
        # It is no setting, and setting something leaves it alone.
        await other.table.preferences.set_server(room.guild.id, interval=77)
        assert "spoken" not in await other.table.preferences.server(room.guild.id)
        await bot.table.preferences.recall_languages()
        assert bot.table.services.servers[room.guild.id] == PSEUDO
        # While the server is away Discord tells nothing of it; what it tells when it is back counts again.
        guild.unavailable, guild.preferred_locale = True, discord.Locale.british_english
        await bot.on_ready()
        assert bot.language_of(room.guild.id) == bot.table.services.servers[room.guild.id] == PSEUDO
        guild.unavailable = False
        await bot.on_guild_available(guild)
        assert bot.language_of(room.guild.id) == ENGLISH == language_for(bot.table.services.servers[room.guild.id])
        for one in pair.bots:
            one.table.services.servers.clear()
