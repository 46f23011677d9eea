"""Kill -9 of the real bot, half of the time while it changes a message, and what must hold after each restart.

    python -m tests.discord.killed --times 300

The bot runs in a process of its own against the sandbox, and people play three games by typing moves. It is killed in
the moment in which it changes a message or posts one, before or after that is done, or after any number of requests.
In the end no move and no line is lost or there twice, and every pinned message says how its game stands.
"""

from __future__ import annotations

import argparse
import asyncio
import itertools
import os
import random
import re
import signal
import sys
import tempfile
import time
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from sqlmodel import col, select, update

from bot.discord.channel.pinned import standing
from bot.discord.channel.texts import first_move, lines_of
from bot.discord.kit.say import say
from bot.store import Database
from bot.store.rows import MOVE, SENT, WAITING, OutboxRow
from bot.table.play.extras import Extras
from bot.table.table import Table
from bot.table.upkeep.verify import verify
from engine.play import WEIGHTS, next_to_act, random_act
from engine.view import view
from sandbox import Channel, Message, Sandbox
from sandbox.people import SENT as AT_ONCE
from sandbox.people import Person
from sandbox.refusing.faults import Cut
from sandbox.world.clock import Clock
from tests.discord.spelling import spelled
from tests.sandbox.thumbs import BotProcess
from tests.waiting import until_stored

GAMES, BEFORE = 3, 130
"""Games, and the moves that have been made in them before the bot is there: then companies operate."""
EAGER = {**WEIGHTS, "concede": 0.0, "bankrupt": 0.0, "stop": 0.0}
AIMS = ("edit before", "edit after", "post after", "edit before", "edit after", "any")
"""Half of the kills meet a line that is being added to a message, one in six the message of a new one."""
ANY = 40
"""One in six comes after so many requests at most."""
SEVERAL = re.compile(r"(?P<line>.*) \((?:twice|(?P<number>\d+)\u00a0times)\)(?P<end>[.*~]*)")
"""How a line says how often it stands for."""
PATIENCE = 40
"""Moves after which a kill that has not met what it is aimed at comes anyhow."""


@dataclass
class Target:
    """What the next kill is aimed at."""

    aim: str
    left: int = 0
    """Requests still to be let through."""
    met: bool = False


@dataclass
class Hall:
    """The sandbox, the bot, and the people at its games."""

    sandbox: Sandbox
    folder: Path
    bot: BotProcess
    rooms: dict[int, Channel] = field(default_factory=dict)
    people: dict[int, Person] = field(default_factory=dict)
    target: Target | None = None
    dead: asyncio.Event = field(default_factory=asyncio.Event)
    sent: int = 0
    made: int = 0
    aimed: Counter[str] = field(default_factory=Counter)
    slowest: float = 0.0
    """Seconds after a start in which the last pinned message became true."""

    @property
    def address(self) -> str:
        """The bot's database."""
        return f"sqlite:///{self.folder}/games.db"

    # --- killing

    def arm(self, aim: str, stream: random.Random) -> None:
        """From now on."""
        self.dead.clear()
        self.target = Target(aim, stream.randint(1, ANY))

    def shoot(self) -> None:
        """At once, while the request is being worked on."""
        assert self.target is not None and self.bot.process is not None
        self.target = None
        os.killpg(self.bot.process.pid, signal.SIGKILL)
        self.dead.set()
        self.sandbox.changed()

    def watch(self) -> None:
        """Look at everything that the bot writes."""
        posting = self.sandbox.posting
        edit, create = posting.edit, posting.create

        def edited(message: Message, draft: Any) -> Message:
            added = message.channel in self.rooms.values() and not message.pinned and message.only_for is None
            if added and self._aims("edit before"):
                self.shoot()
                raise Cut
            found = edit(message, draft)
            if (added and self._aims("edit after")) or self._any():
                self.shoot()
            return found

        def created(channel: Channel, author: Any, draft: Any, **more: Any) -> Message:
            found = create(channel, author, draft, **more)
            posted = channel in self.rooms.values() and not more
            if (posted and self._aims("post after")) or self._any():
                self.shoot()
            return found

        posting.edit, posting.create = edited, created  # type: ignore[method-assign]

    def _aims(self, aim: str) -> bool:
        if self.target is None or self.target.aim != aim:
            return False
        self.aimed[aim] += 1
        return True

    def _any(self) -> bool:
        if self.target is None or self.target.aim != "any":
            return False
        self.target.left -= 1
        return self.target.left < 0

    # --- playing

    async def open(self) -> Table:
        """The bot's database, to look at."""
        table = Table(Database(self.address))
        await table.db.open(alone=False)
        return table

    async def play(self, table: Table, game: int, stream: random.Random) -> None:
        """Type moves until the bot is dead; a kill that finds no target comes at the end anyway."""
        for _ in range(PATIENCE):
            before = await table.present(game)
            decision = next_to_act(before.game, stream)
            act = random_act(before.game, decision.seat, stream, EAGER) if decision else None
            if decision is None or act is None or self.dead.is_set():
                return
            person = self.people[next(one.user_id for one in before.seats if one.seat == decision.seat)]
            move = spelled(before.game.title, act.verb, act.args)
            self.sent += 1
            asked = await person.slash(move.command, self.rooms[game], wait=AT_ONCE, **move.options)
            await self.sandbox.until(lambda one=asked.interaction: one.settled or self.dead.is_set(), "an answer")
            told = not self.dead.is_set() and asked.failure is None and "✓" in asked.text
            # An offer that is open already is not made again; of that there is nothing more to say.
            told = told and say("done") not in asked.text
            since = await table.actions(game, after=before.row.last)
            # What follows by itself is no move of its own.
            new = len([one for one in since if one.cause is None])
            assert new <= 1, f"game {game}: one press made {new} moves"
            assert new == 1 or not told, f"game {game}: {act.verb} was confirmed and is lost"
            self.made += new

    async def round(self, aim: str, stream: random.Random) -> None:
        """One kill, and a start."""
        table = await self.open()
        try:
            now = {game: (await table.present(game)).row.last for game in self.rooms}
            self.arm(aim, stream)
            await asyncio.gather(*[self.play(table, game, stream) for game in self.rooms])
            if not self.dead.is_set():
                self.shoot()
            assert self.bot.process is not None
            await self.bot.process.wait()
            for game, before in now.items():
                # Those that were on their way may have been stored after they were counted.
                assert (await table.present(game)).row.last >= before
        finally:
            await table.close()
        await self.bot.start()

    # --- what must hold

    async def checked(self) -> tuple[int, int, int, int]:
        """When nothing waits any more: how many moves, lines, lines lost, lines there twice."""
        began, table = time.monotonic(), await self.open()
        try:
            await until_stored(lambda: self._all_true(table), "every pinned message to be true")
            self.slowest = max(self.slowest, time.monotonic() - began)
            await until_stored(lambda: _nothing_waits(table), "the last announcement")
            async for report in verify(table.db):
                assert not report.faults, report.lines()
            moves = lines = lost = twice = 0
            for game, room in self.rooms.items():
                rows = await _rows(table, room)
                made = [one for one in await table.actions(game, after=BEFORE, most=100_000) if one.kind == MOVE]
                assert {one.number for one in made if one.cause is None} == {
                    first_move(one) for one in rows if one.kind == MOVE
                }, f"game {game}: moves without an announcement, or the other way round"
                moves += len(made)
                asked, said = _asked(rows), _said(self.sandbox, room)
                if goes_on := rows[-1].payload.get("asks"):
                    # A ping says it in its own line, after what is asked of those who are called.
                    seen = rows[-1].payload.get("ping") or said[-1] == " ".join(goes_on)
                    assert seen and all(one in said[-1] for one in goes_on), f"game {game}: nobody sees who goes on"
                there, wanted = ([line for line in lines if line not in asked] for lines in (said, _told(rows)))
                lines += len(wanted)
                missing, extra = Counter(wanted) - Counter(there), Counter(there) - Counter(wanted)
                if missing or extra:
                    print(f"game {game}: lost {dict(missing)}, twice {dict(extra)}", flush=True)
                lost, twice = lost + missing.total(), twice + extra.total()
                assert lost or twice or there == wanted, f"game {game}: the lines are not in order"
            return moves, lines, lost, twice
        finally:
            await table.close()

    async def _all_true(self, table: Table) -> bool:
        return all([await self._true(table, game) for game in self.rooms])

    async def _true(self, table: Table, game: int) -> bool:
        """There is one pinned message, and it shows the current state of the game."""
        now = await table.present(game)
        status = [one for one in self.rooms[game].public if one.author.bot and one.embeds]
        wanted = standing(now.row, view(now.game)).text
        # What everybody has used of their time stands below.
        said = [(one.pinned is not None, one.embeds[0]["description"]) for one in status]
        return len(said) == 1 and said[0][0] and f"{said[0][1]}\n".startswith(f"{wanted}\n")


async def _nothing_waits(table: Table) -> bool:
    async with table.db.read() as session:
        return (await session.exec(select(OutboxRow).where(OutboxRow.state == WAITING))).first() is None


async def _rows(table: Table, room: Channel) -> list[OutboxRow]:
    """What has been said in a room since the bot came."""
    async with table.db.read() as session:
        found = select(OutboxRow).where(
            OutboxRow.target == f"channel:{room.id}", col(OutboxRow.message_id).is_not(None)
        )
        rows = list(await session.exec(found.order_by(col(OutboxRow.id))))
    assert all(row.state == SENT for row in rows)
    return rows


def _told(rows: list[OutboxRow]) -> list[str]:
    """The lines that a room must hold, in order."""
    found: list[str] = []
    for message, group in itertools.groupby(rows, key=lambda one: one.message_id):
        first, *others = group
        # Pings that waited together are one message: what led to them, then the calls.
        opening = [first, *(one for one in others if one.along == first.id)]
        lines = [line for one in opening for line in lines_of(one)]
        found += lines
        called = [f"<@{user}>" for one in opening for user in one.payload.get("ping", [])]
        last = opening[-1].payload
        waits = " ".join(last.get("calls" if called else "waits", last.get("waits", [])))
        if called or (message and not lines):
            # Whoever is named there already is not named before it.
            unnamed = [one for one in called if one not in waits and not any(one in line for line in lines)]
            found.append(" ".join([*unnamed, waits]))
        found += [line for one in others if one not in opening for line in lines_of(one)]
    return [line for text in found for line in text.split("\n")]


def _asked(rows: list[OutboxRow]) -> list[str]:
    """What whoever goes on is asked, which stands below each message until it is tidied; the newest at the end."""
    return [" ".join(row.payload["asks"]) for row in rows if row.payload.get("asks") and not row.payload.get("ping")]


def _said(sandbox: Sandbox, room: Channel) -> list[str]:
    """The lines that it holds; equal ones that follow each other stand there once, with how often."""
    own = [one for one in room.public if one.author is sandbox.world.bot and one.kind == 0 and not one.embeds]
    lines = [line for one in own for line in one.content.split("\n") if line and not line.startswith("-# ")]
    return [single for line in lines for single in _apart(line)]


def _apart(line: str) -> list[str]:
    """As often as it says that it stands for."""
    counted = SEVERAL.fullmatch(line)
    return [line] if counted is None else [counted["line"] + counted["end"]] * int(counted["number"] or 2)


async def begin(hall: Hall) -> None:
    """Games in the middle, each in a room of its own."""
    guild, stream = hall.sandbox.guild(), random.Random(1)
    people = [hall.sandbox.person(name, guild) for name in ("Ann", "Bob", "Cem")]
    hall.people = {person.id: person for person in people}
    table = Table(Database(hall.address))
    await table.db.open()
    for seed in range(1, GAMES + 1):
        room = hall.sandbox.channel(guild, f"game-{seed}")
        seated = people[: 2 + seed % 2]
        game = await table.seating.create(guild.id, room.id, people[0].id, "1870", {"runs": "free"}, 4, seed)
        for person in seated:
            await table.seating.join(game, person.id, person.name)
        await table.seating.start(game, people[0].id)
        # Pictures take long, and no line of text depends on them.
        await Extras(table.services).put(game, pictures="request")
        hall.rooms[game] = room
        while (now := await table.present(game)).row.last < BEFORE:
            decision = next_to_act(now.game, stream)
            assert decision is not None
            act = random_act(now.game, decision.seat, stream, EAGER)
            assert act is not None
            user = next(one.user_id for one in now.seats if one.seat == decision.seat)
            await table.act(game, user, decision.seat, act.verb, dict(act.args), now.decision, now.epoch)
    async with table.db.write() as session:
        await session.exec(update(OutboxRow).values(state=SENT))
    await table.close()


@dataclass(frozen=True)
class Outcome:
    """What came of so many kills."""

    times: int
    edits: int
    moves: int
    presses: int
    lines: int
    lost: int
    twice: int
    slowest: float

    def __str__(self) -> str:
        return (
            f"killed {self.times} times, {self.edits} of them in the middle of an edit: {self.moves} moves by "
            f"{self.presses} presses, {self.lines} lines, {self.lost} lost, {self.twice} twice; every pinned message "
            f"true, at the latest {self.slowest:.0f} s after a start"
        )


async def kill(folder: Path, times: int, seed: int, every: int) -> Outcome:
    """Kill the process this many times, checking after `every` kills; return the outcome."""
    async with Sandbox.running(clock=Clock()) as sandbox:
        hall = Hall(sandbox, folder, BotProcess(sandbox, folder))
        hall.watch()
        stream = random.Random(seed)
        await begin(hall)
        await hall.bot.start()
        try:
            for number in range(1, times + 1):
                await hall.round(AIMS[number % len(AIMS)], stream)
                if number % every == 0:
                    print(number, await hall.checked(), dict(hall.aimed), flush=True)
            moves, lines, lost, twice = await hall.checked()
        finally:
            await hall.bot.kill()
    edits = hall.aimed["edit before"] + hall.aimed["edit after"]
    return Outcome(times, edits, moves, hall.sent, lines, lost, twice, hall.slowest)


def main() -> int:
    """As often as asked."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--times", type=int, default=300)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--every", type=int, default=10)
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        found = asyncio.run(kill(Path(folder), given.times, given.seed, given.every))
    print(found)
    return 1 if found.lost or found.twice else 0


if __name__ == "__main__":
    sys.exit(main())
