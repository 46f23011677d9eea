"""Several games in one channel: old messages are edited no more often than Discord allows, and edits are merged."""

from __future__ import annotations

import asyncio
from datetime import datetime, timedelta

import pytest

import bot.discord.channel.pinned
from bot.discord.channel.edits import Edits
from sandbox.world.clock import HeldClock
from sandbox.world.world import World
from tests.discord.conftest import Hall

EDIT = "PATCH /channels/{channel_id}/messages/{message_id}"
HOURS = timedelta(hours=2)


class Resting:
    """Rests by a clock that stands still until a test moves it."""

    def __init__(self, clock: HeldClock) -> None:
        self.clock, self.begun, self.over = clock, 0, 0

    async def __call__(self, seconds: float) -> None:
        self.begun += 1
        done = asyncio.Event()
        self.clock.later(seconds, done.set)
        await done.wait()
        self.over += 1


async def settled() -> None:
    """Until nobody can go on without the clock."""
    for _ in range(20):
        await asyncio.sleep(0)


async def test_edits_of_old_messages_wait_only_within_their_channel():
    clock = HeldClock()
    world = World("Stationmaster", clock)
    old = [world.new_id() for _ in range(5)]
    clock.skip(hours=1)
    edits = Edits(None, None, clock.now, Resting(clock))  # type: ignore[arg-type]
    began, granted = clock.now(), list[tuple[int, datetime]]()

    async def change(channel: int, message: int) -> None:
        await edits.turn(channel, message)
        granted.append((channel, clock.now()))

    jobs = [asyncio.create_task(change(1, message)) for message in old]
    jobs += [
        asyncio.create_task(change(2, old[0])),
        *(asyncio.create_task(change(1, world.new_id())) for _ in range(9)),
    ]
    await settled()
    assert sorted(channel for channel, _ in granted) == [1] * 10 + [2], "young ones and other channels do not wait"
    for _ in range(40):
        clock.skip(seconds=0.5)
        await settled()
    assert all(job.done() for job in jobs)
    times = [at for channel, at in granted if channel == 1][9:]
    assert times[0] == began and len(times) == 5
    assert all(later - earlier > timedelta(seconds=6) for earlier, later in zip(times, times[3:], strict=False))
    clock.skip(hours=1)
    await edits.turn(3, old[0])
    assert set(edits._free) == {3}, "channels in which nothing is changed are forgotten"


async def test_many_games_in_one_channel_are_all_updated_without_refusals(club: Hall, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(bot.discord.channel.pinned, "REST", 0.0)
    games = [await _lobby(club) for _ in range(6)]
    await _shown(club)
    messages = [one for one in club.room.public if "Organiser" in one.text]
    for one in messages:
        one.sent -= HOURS
    clock = club.sandbox.world.clock
    assert isinstance(clock, HeldClock)
    rest = Resting(clock)
    club.bot.edits.clock, club.bot.edits.rest = lambda: clock.now() + HOURS, rest
    records = club.sandbox.records
    before = len(records.of(EDIT))

    def answered() -> int:
        return sum(bool(one.status) for one in records.of(EDIT)) - before

    for _ in range(9):
        for game in games:
            club.bot.pinned.refresh(game)
        await settled()
    while club.bot.pinned._jobs:
        # The clock stands still until every change whose turn it is has been answered.
        await club.sandbox.until(lambda: answered() >= 1 + rest.over or not club.bot.pinned._jobs)
        for game in games[3:] if rest.over < 3 else []:
            club.bot.pinned.refresh(game)
        assert {one.status for one in records.of(EDIT)[before:]} <= {0, 200}
        clock.skip(seconds=0.5)
        await settled()
    assert {one.status for one in records.of(EDIT)[before:]} == {200}
    assert rest.begun and answered() <= 12
    assert {one.id for one in messages} == {int(one.path.rpartition("/")[2]) for one in records.of(EDIT)[before:]}, (
        "each of them was shown"
    )


async def _lobby(club: Hall) -> int:
    opened = await club.ann.slash("/game new", club.room, title="1870", seats=3, place="here", join=False)
    return int(opened.text.split()[1])


async def _shown(club: Hall) -> None:
    while club.bot.pinned._jobs:
        await asyncio.wait(club.bot.pinned._jobs)
