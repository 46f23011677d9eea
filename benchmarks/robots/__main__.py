"""Moves of the sensible robot, in milliseconds of the processor; a ratio above 1 misses its target."""

from __future__ import annotations

import random
from time import process_time

from bot.robots.choosing import choose
from engine.play import play_on
from engine.titles import titles
from tests.robots.games import begun

TARGETS = {"given the time it has in the bot": (1.0, 3_000.0), "given no time": (0.0, 1_000.0)}
"""The time limit in seconds, and the longest allowed move."""


def main() -> None:
    """Print the figures."""
    for title in titles():
        played = (play_on(begun(title, ["random"] * 3, seed), random.Random(seed), 60 * seed) for seed in range(1, 5))
        games = [game for game in played if game.decisions()]
        for what, (seconds, target) in TARGETS.items():
            times: list[float] = []
            for game in games:
                start = process_time()
                choose(game, game.decisions()[0].seat, "steady", "seed", seconds)
                times.append(1_000 * (process_time() - start))
            print(f"{title} {what:34} worst {max(times):8.1f} ms target {target:6.0f} ratio {max(times) / target:6.2f}")


if __name__ == "__main__":
    main()
