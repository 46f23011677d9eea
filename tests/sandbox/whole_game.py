"""A whole game by thumbs, from /game new to its end, with the real bot: `python -m tests.sandbox.whole_game`."""

from __future__ import annotations

import argparse
import asyncio
import tempfile
import time
from pathlib import Path

from sandbox import Clock, Sandbox
from tests.sandbox.test_games import seated, verified
from tests.sandbox.thumbs import bot_process


async def play(seed: int, minutes: float, title: str, robots: int) -> int:
    """Play it, say what it took; 0 if it came to its end."""
    began = time.monotonic()
    with tempfile.TemporaryDirectory() as folder:
        async with Sandbox.running(clock=Clock()) as sandbox, bot_process(sandbox, Path(folder)) as bot:
            thumbs = await seated(sandbox, seed, title, robots)
            while not thumbs.over and time.monotonic() - began < minutes * 60:
                await thumbs.play(20)
                print(f"{thumbs.moves} moves, {time.monotonic() - began:.0f} s", flush=True)
            over = thumbs.over
            print(thumbs.game.public[-1].text)
            waited = sorted(one.seconds for one in sandbox.interactions.all if one.seconds is not None)
            late = [one.name for one in sandbox.interactions.all if one.failure]
            at95 = waited[len(waited) * 95 // 100]
            print(f"{len(waited)} interactions, first answer at the 95th percentile {at95:.3f} s")
            print(f"unanswered: {late}; refused: {[str(one.answer) for one in sandbox.records.refused]}")
            await bot.stop()
        print(await verified(Path(folder)))
    return 0 if over else 1


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--title", default="1870")
    parser.add_argument("--minutes", type=float, default=30)
    parser.add_argument("--robots", type=int, default=0, help="how many of the three are robots")
    given = parser.parse_args()
    raise SystemExit(asyncio.run(play(given.seed, given.minutes, given.title, given.robots)))
