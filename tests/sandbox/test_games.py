"""Several people at once play with the real bot in a process of its own, while everything that can go wrong does."""

from __future__ import annotations

import asyncio
import contextlib
import itertools
import os
import random
import re
import sqlite3
import sys
from pathlib import Path

import pytest

from sandbox import Channel, Clock, Sandbox
from tests.sandbox.thumbs import ROOT, Thumbs, bot_process

SEND = r"POST /channels/\{channel_id\}/messages"
ANSWERS = r"(POST|PATCH) /(interactions|webhooks)/.*"


async def seated(sandbox: Sandbox, seed: int, title: str = "1870", robots: int = 0) -> Thumbs:
    """A game of three that has begun; some of them may be robots."""
    guild = sandbox.guild()
    room = sandbox.channel(guild, "games")
    people = [sandbox.person(name, guild) for name in ("Ann", "Bob", "Cem")[: 3 - robots]]
    await people[0].slash("/game new", room, title=title, seats=3, pictures="request")
    game: Channel = next(iter(guild.threads.values()))
    for person in people[1:]:
        await person.slash("/game join", game)
    for _ in range(robots):
        await people[0].slash("/game robot", game)
    await sandbox.until(lambda: any(one.pinged for one in game.public), "the beginning of the game")
    return Thumbs(sandbox, game, people, random.Random(seed))


async def verified(folder: Path) -> str:
    """What `python -m bot verify` says of the stored games."""
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", "bot", "verify", "--strict"),
        cwd=ROOT,
        env=os.environ | {"DATABASE_URL": f"sqlite:///{folder}/games.db"},
        stdout=asyncio.subprocess.PIPE,
    )
    out, _ = await process.communicate()
    assert process.returncode == 0, out.decode()
    return out.decode()


def told(game: Channel) -> list[str]:
    """The texts in the channel that tell of moves."""
    return [one.text for one in game.public if one.author.bot and one.kind == 0 and not one.pinned]


@pytest.mark.soak
@pytest.mark.parametrize("seed", [1])
async def test_people_play_on_through_every_fault(tmp_path: Path, seed: int):
    async with Sandbox.running() as sandbox, bot_process(sandbox, tmp_path) as bot:
        thumbs = await seated(sandbox, seed)
        faults = sandbox.faults
        for trouble in (
            lambda: faults.rate_limit(SEND, after=0.2, times=2),
            lambda: faults.rate_limit(".*", after=0.2, everywhere=True),
            lambda: faults.broken(SEND, times=2),
            lambda: faults.broken_after(SEND),
            lambda: faults.cut(SEND),
            lambda: faults.cut_after(SEND),
            lambda: faults.slow(ANSWERS, seconds=0.5, times=4),
            lambda: faults.cut_after(ANSWERS, times=2),
        ):
            trouble()
            await thumbs.play(2)
        await sandbox.gateway.drop()
        await thumbs.play(2)
        sessions = len(sandbox.gateway.identifies)
        await sandbox.gateway.invalidate()
        # Until then nobody hears what is asked, and time stands still.
        await sandbox.until(lambda: len(sandbox.gateway.identifies) > sessions and sandbox.gateway.connected)
        await thumbs.play(2)
        faults.clear()

        # Killed while somebody's move is on its way, and started again.
        moving = asyncio.create_task(thumbs.turn(thumbs.likely[0]))
        await sandbox.until(lambda: sandbox.interactions.all[-1].answered)
        await bot.kill()
        moving.cancel()
        await asyncio.gather(moving, return_exceptions=True)
        sandbox.world.clock.skip(seconds=3)
        await bot.start()
        await thumbs.play(3)

        last = sandbox.records[-1]
        await sandbox.until(lambda: sandbox.records[-1] is not last or told(thumbs.game))
        assert await bot.stop() == 0
        texts = told(thumbs.game)
        assert len(texts) > 5
        assert [one for one, next_ in itertools.pairwise(texts) if one == next_] == []
        assert any(one.pinned for one in thumbs.game.public)
        assert faults.met
        assert sandbox.records.unknown == []
        assert re.search(r"[1-9]\d* games?: 0 damaged, 0 that", await verified(tmp_path))
        log = (tmp_path / "log").read_text(encoding="utf-8")
        assert "Traceback" not in log, log[-3000:]
        assert sandbox.token not in log


@pytest.mark.soak
async def test_a_game_from_its_opening_to_its_end_by_agreement(tmp_path: Path):
    async with Sandbox.running() as sandbox, bot_process(sandbox, tmp_path) as bot:
        thumbs = await seated(sandbox, seed=2)
        game = thumbs.game
        await thumbs.play(3)
        first, *others = thumbs.likely
        asked = await first.slash("/special", game, move="stop-here")
        await first.press(asked.message, asked.message.buttons[0]["label"])
        await first.sees_text("an offer.", game)
        for person in others:
            offered = await person.autocomplete("/offer", game, "offer", answer="accept")
            asked = await person.slash("/offer", game, answer="accept", offer=offered[0]["value"])
            # Only the last consent ends the game, and is asked for twice.
            if asked.message.buttons:
                await person.press(asked.message, asked.message.buttons[0]["label"])
        end = await thumbs.people[0].sees_text("The game is over: everybody agreed to stop here.", game)
        assert end.only_for is None
        assert thumbs.over
        await bot.stop()
        assert re.search(r"[1-9]\d* games?: 0 damaged, 0 that", await verified(tmp_path))


def waiting(folder: Path) -> list[tuple[str, ...]]:
    """Announcements that have not been posted."""
    with contextlib.closing(sqlite3.connect(folder / "games.db")) as db:
        return list(db.execute("SELECT target, kind, state, error FROM outbox WHERE state != 'sent'"))


@pytest.mark.soak
async def test_a_game_is_played_under_discords_rate_limits(tmp_path: Path):
    async with Sandbox.running(clock=Clock()) as sandbox, bot_process(sandbox, tmp_path) as bot:
        sandbox.buckets.real(pace=4)
        # One post at a time meets its limit on the slowest machine, too.
        sandbox.buckets.limits["POST /channels/{channel_id}/messages"] = (1, 0.5)
        thumbs = await seated(sandbox, seed=4, robots=2)
        await thumbs.play(6)
        room = thumbs.people[0]
        asked = [room.slash("/show", thumbs.game, what="map") for _ in range(12)]
        assert all(one.failure is None for one in await asyncio.gather(*asked))
        await sandbox.until(lambda: waiting(tmp_path) == [], "the last announcement")
        assert await bot.stop() == 0
        full = {one.operation for one in sandbox.records if sandbox.buckets.limits.get(one.operation) and one.left == 0}
        assert "POST /channels/{channel_id}/messages" in full, "limits were met"
        refused = {one.status for one in sandbox.records.refused}
        assert refused <= {429}, refused
        texts = told(thumbs.game)
        assert len(texts) > 5 and [one for one, next_ in itertools.pairwise(texts) if one == next_] == []
        assert [one.failure for one in sandbox.interactions.all if one.failure] == []
        assert re.search(r"[1-9]\d* games?: 0 damaged, 0 that", await verified(tmp_path))
