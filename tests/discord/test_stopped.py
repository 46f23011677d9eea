"""The real bot, stopped again and again in the middle of drawing, by a signal to it alone or to all its processes,
ends each time. `LONG=1`: 200 times.
"""

from __future__ import annotations

import asyncio
import os
import random
import signal
import time
from pathlib import Path

import pytest

from bot.discord.app.client import LAST_ANSWERS
from bot.discord.app.run import LAST_POSTS
from bot.discord.channel.pinned import LAST_CHANGES
from sandbox import HANG_GUARD, Sandbox
from sandbox.people import SENT as AT_ONCE
from sandbox.world.clock import Clock
from tests.discord.killed import Hall, begin
from tests.sandbox.thumbs import BotProcess

TIMES = 200 if os.environ.get("LONG") else 10
MOST = 10.0
"""Seconds until a host kills whoever has been told to stop."""
WAITS = (LAST_ANSWERS, LAST_CHANGES, LAST_POSTS)
"""How long it waits for what it is at, before a test says otherwise."""
PICTURES = ("map", "market", "sheet")


async def stop(hall: Hall, number: int, stream: random.Random) -> float:
    """Stop it while it draws, and say how many seconds that took."""
    process = hall.bot.process
    assert process is not None
    for person in hall.people.values():
        await person.slash(
            "/show", stream.choice(list(hall.rooms.values())), wait=AT_ONCE, what=stream.choice(PICTURES)
        )
    await asyncio.sleep(stream.uniform(0, 1.5))
    began = time.monotonic()
    (os.killpg if number % 2 else os.kill)(process.pid, signal.SIGTERM)
    assert await asyncio.wait_for(process.wait(), HANG_GUARD) == 0
    return time.monotonic() - began


def test_the_bot_does_not_wait_until_it_is_killed():
    assert sum(WAITS) < MOST


@pytest.mark.soak
@pytest.mark.skipif(not hasattr(os, "killpg"), reason="a signal to a process with its workers needs a Unix system")
async def test_the_bot_stops_in_the_middle_of_drawing(tmp_path: Path):
    stream = random.Random(20)
    async with Sandbox.running(clock=Clock()) as sandbox:
        hall = Hall(sandbox, tmp_path, BotProcess(sandbox, tmp_path, "bot"))
        await begin(hall)
        try:
            for number in range(TIMES):
                await hall.bot.start()
                print(f"{number}: stopped in {await stop(hall, number, stream):.1f} s", flush=True)
        finally:
            await hall.bot.kill()
    assert "Traceback" not in (tmp_path / "log").read_text(encoding="utf-8")
