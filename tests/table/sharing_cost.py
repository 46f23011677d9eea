"""What a move costs one process, and several that share the work: processor time, in turns on one PostgreSQL.

    python -m tests.table.sharing_cost                  # three processes beside one
    python -m tests.table.sharing_cost --processes 1    # what the locks and leases of sharing cost by themselves

All of them run at once, each kind on a database of its own, with the same games, and make their moves in turns:
whatever else the machine does, it does to both. What starting costs is not counted: the first rounds only fill caches.
Announcements and pinned messages are: a round ends when all of them are there. There are so few moves that no game gets
far: a search for routes may take as long as a hundred other moves.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import random
import statistics
import sys
import tempfile
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path

from bot.store import Database, Share
from bot.table.table import Table
from tests.store.postgres import empty_database, server
from tests.table.several import Child, Load, begin, shown, waiting
from tests.table.several_child import NOW, clock

WARM = 2
"""Rounds before it is counted."""
ABREAST = 6
"""How many moves are made at once, each in a different game."""


@dataclass
class Side:
    """Processes on one database, and its games with the process that has the server of each."""

    folder: Path
    table: Table
    children: list[Child]
    games: dict[int, Child]
    stream: random.Random = field(default_factory=lambda: random.Random(1))
    asked: int = 0
    outcomes: Counter[str] = field(default_factory=Counter)

    async def round(self, moves: int) -> float:
        """Processor seconds of all its processes for a move, announced and shown."""
        before = [await one.spent() for one in self.children]
        made = 0
        while made < moves:
            games = self.stream.sample(list(self.games), ABREAST)
            for outcome in await asyncio.gather(*map(self._move, games)):
                self.outcomes[outcome] += 1
                made += outcome == "made"
        while await waiting(self.table) or not await shown(self.table, self.folder):
            await asyncio.sleep(0.1)
        after = [await one.spent() for one in self.children]
        return sum(end[0] - start[0] for end, start in zip(after, before, strict=True)) / made

    async def _move(self, game: int) -> str:
        self.asked += 1
        return (await self.games[game].ask(self.asked, game, self.stream.getrandbits(31)))[0]


async def side(address: str, folder: Path, shares: list[Share] | list[None], games: int) -> Side:
    """This many processes at work on a database of their own."""
    folder.mkdir()
    (folder / NOW).write_text("0")
    url = await empty_database(address)
    table = Table(Database(url), clock(folder))
    await table.db.open()
    load = Load(people=20, games=games, seconds=0, kills=0, processes=len(shares))
    shards = await begin(load, folder, url, table)
    await table.close()
    children = [Child(folder, url, share) for share in shares]
    for one in children:
        await one.start()
    await table.db.open(alone=False)
    homes = {
        game: next(one for one in children if one.share is None or one.share.has(shard << 22))
        for game, shard in shards.items()
    }
    return Side(folder, table, children, homes)


@dataclass(frozen=True)
class Costs:
    """Processor seconds a move, in each round."""

    processes: int
    alone: list[float]
    shared: list[float]

    @property
    def ratio(self) -> float:
        """The middle one of all rounds: how much more a move costs those that share than the one that is alone."""
        return statistics.median(mine / other for mine, other in zip(self.shared, self.alone, strict=True))

    def __str__(self) -> str:
        alone, shared = (1000 * statistics.median(costs) for costs in (self.alone, self.shared))
        each = ", ".join(f"{mine / other:.2f}" for mine, other in zip(self.shared, self.alone, strict=True))
        return f"alone {alone:.1f} ms a move, {self.processes} sharing {shared:.1f} ms; ratio {self.ratio:.3f} ({each})"


async def compare(address: str, folder: Path, rounds: int, moves: int, processes: int = 3, games: int = 60) -> Costs:
    """Several rounds of several moves each, first with one process, then with the others, and the other way round."""
    shares = [Share(number, number, processes) for number in range(processes)]
    one = await side(address, folder / "one", [None], games)
    others = await side(address, folder / "others", shares, games)
    costs = dict[int, list[float]]()
    try:
        for number in range(WARM + rounds):
            for each in (one, others) if number % 2 else (others, one):
                costs.setdefault(id(each), []).append(await each.round(moves))
    finally:
        for each in (one, others):
            for child in each.children:
                await child.kill()
            await each.table.close()
    return Costs(processes, costs[id(one)][WARM:], costs[id(others)][WARM:])


def main() -> int:
    """The command."""
    asked = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    asked.add_argument("--processes", type=int, default=3)
    asked.add_argument("--rounds", type=int, default=6)
    asked.add_argument("--moves", type=int, default=40)
    asked.add_argument("--games", type=int, default=60)
    given = asked.parse_args()
    with server() as address, tempfile.TemporaryDirectory() as folder:
        costs = asyncio.run(compare(address, Path(folder), given.rounds, given.moves, given.processes, given.games))
        print(f"{costs}; load average {os.getloadavg()[0]:.1f}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
