"""What presses cost, counted rather than timed: calls, readings of the game, and queries of the database.

    python -m benchmarks.discord.press                # every named position
    python -m benchmarks.discord.press B5 Boston      # some of them

Counted is all that a press leads to: its answer, the announcement with its buttons, and the pinned message. Pictures
and hints, which other processes work out, are left out, and so are robots and reminders. Calls are those of functions
of `engine`, `render` and `bot`, without coroutines and comprehensions: how often those are entered depends on the
machine and on Python's version.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import inspect
import json
import lzma
import re
import sqlite3
import sys
import tempfile
import threading
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from types import CodeType, FrameType
from typing import Any
from urllib.parse import unquote

from pydantic import SecretStr
from sqlalchemy import Engine, event
from sqlmodel import col, delete

import bot.discord.app.run
from benchmarks.discord.typing import typed
from bot.discord.app.client import Stationmaster
from bot.discord.channel import pinned
from bot.discord.games.drawing import Drawers, DrawingJob, PictureFile
from bot.discord.games.presses.moves import GO, Begin, Choose
from bot.discord.kit.background import BackgroundJobs
from bot.discord.kit.custom_ids import decode_id
from bot.discord.kit.press import press_of
from bot.host.settings import Settings
from bot.robots.playing import Robots
from bot.store.positions import packed
from bot.store.rows import WAITING, PositionRow, TurnRow
from bot.table.housekeeping import Housekeeping
from engine import Act, Game, decode_game, new
from engine.core.verbs import Span, Text
from engine.titles import titles
from sandbox import (
    Channel,
    Guild,
    Message,
    Sandbox,
)
from sandbox.people import Answer, Person

ROOT = Path(__file__).parents[2]
POSITIONS = Path(__file__).with_name("positions.json.xz")
"""Positions by name, as encoded games: late ones of games that were played, B5 in 1870, and Boston early in 1830."""
UNCOUNTED = inspect.CO_COROUTINE | inspect.CO_ASYNC_GENERATOR
NAMES = ("Ann", "Bob", "Cem", "Dee", "Eve")
WISHED = "B5"
"""The place that is chosen where it is offered."""
STILL = 5
"""How often in a row nothing must be going on."""
READING = re.compile(r"SELECT\s(?:[^()]|\((?:[^()]|\([^()]*\))*\))*?\sFROM game\s")
"""Reads a game's row, whatever is asked in brackets before that."""
PLACES = ("engine", "render", "bot")
LOOKS = ("map", "market", "sheet", "history")
MOVES: dict[str, tuple[str, ...]] = {
    "start": ("bid", "pass_auction"),
    "stock": ("sell", "buy", "pass"),
    "late": ("lay", "skip", "run", "dividend", "buy_train", "skip"),
}
"""The moves that are made at a position, one after another; those that are not possible are left out."""


@dataclass
class Count:
    """What has been counted since the last press."""

    calls: int = 0
    readings: int = 0
    queries: int = 0


@dataclass
class Counter:
    """Counts while `on`."""

    now: Count = field(default_factory=Count)
    on: bool = False
    _counted: dict[CodeType, bool] = field(default_factory=dict)

    @contextlib.contextmanager
    def counting(self) -> Iterator[Counter]:
        """Be ready to count, in this thread and in all that begin meanwhile."""

        def queried(connection: object, cursor: object, statement: str, *_: object) -> None:
            self.now.queries += self.on and not statement.startswith("BEGIN")
            self.now.readings += self.on and READING.match(statement) is not None

        event.listen(Engine, "before_cursor_execute", queried)
        threading.setprofile(self._called)
        try:
            yield self
        finally:
            threading.setprofile(None)
            event.remove(Engine, "before_cursor_execute", queried)

    @contextlib.contextmanager
    def pressing(self) -> Iterator[None]:
        """Count anew until the end of the block."""
        before = sys.getprofile()
        self.now, self.on = Count(), True
        sys.setprofile(self._called)
        try:
            yield
        finally:
            sys.setprofile(before)
            self.on = False

    def _called(self, frame: FrameType, what: str, _: object) -> None:
        if not self.on or what != "call":
            return
        code = frame.f_code
        counted = self._counted.get(code)
        if counted is None:
            counted = self._counted[code] = _is_counted(code)
        self.now.calls += counted


def _is_counted(code: CodeType) -> bool:
    place = Path(code.co_filename)
    if code.co_flags & UNCOUNTED or code.co_name.endswith("comp>") or not place.is_relative_to(ROOT):
        return False
    parts = place.relative_to(ROOT).parts
    return parts[0] in PLACES and parts[:2] != ("bot", "sandbox")


class NoDrawers(Drawers):
    """Draws nothing."""

    async def _drawn(self, sketches: list[DrawingJob]) -> list[PictureFile]:
        return []


class NoJobs(BackgroundJobs):
    """Does nothing after an answer."""

    def begin(self, user: int, asked: int, work: Callable[[], Awaitable[None]]) -> None:
        """Never."""


@dataclass
class Counted:
    """A bot and its people, who press one thing after another."""

    bot: Stationmaster
    sandbox: Sandbox
    people: list[Person]
    guild: Guild
    room: Channel
    counter: Counter
    game: int = 0
    found: list[tuple[str, Count]] = field(default_factory=list)

    async def lay_out(self, position: Game) -> None:
        """Begin a game in a position, in a channel of its own; it starts when the last has joined."""
        table, seated = self.bot.table, self.people[: len(position.state.players)]
        self.room = self.sandbox.channel(self.guild, f"room-{len(self.sandbox.world.channels)}")
        begun = (self.guild.id, self.room.id, seated[0].id, position.title.id)
        self.game = await table.seating.create(*begun, {}, len(seated), 1)
        # As in a channel: first the message with the seats, then that the game begins.
        await self.bot.pinned.show(self.game)
        for person in seated:
            await table.seating.join(self.game, person.id, person.name)
        await self.settled()
        async with table.db.write() as session:
            names = {one.seat: one.name for one in await table.services.seats(session, self.game)}
            position = position.named(names)
            row = await session.get(PositionRow, (self.game, 0))
            assert row is not None
            row.data = packed(self.game, 0, position.encode(), None, b"").data
            await session.exec(delete(TurnRow).where(col(TurnRow.game_id) == self.game))
            for one in position.decisions():
                turn = {"decision": one.number, "rule": one.rule, "since": table.clock()}
                session.add(TurnRow(game_id=self.game, seat=one.seat, **turn))
        table.services.cool()
        await self.settled()

    async def on_turn(self) -> tuple[Game, str, Person] | None:
        """The game, and whoever must decide something in it."""
        now = await self.bot.table.present(self.game)
        if not (decisions := now.game.decisions()):
            return None
        seat = decisions[0].seat
        user = now.owner(seat).user_id
        return now.game, seat, next(one for one in self.people if one.id == user)

    async def settled(self) -> None:
        """Wait for everything that was led to: answers, announcements, pinned messages."""
        still = 0
        while still < STILL:
            jobs = {*self.bot._in_hand, *self.bot.pinned._jobs}
            if jobs:
                await asyncio.wait(jobs)
            else:
                await asyncio.sleep(0.01)
            still = 0 if jobs or self._waits() else still + 1

    def _waits(self) -> bool:
        """Does an announcement wait to be posted? Asked behind the bot's back, so that it does not count."""
        with contextlib.closing(sqlite3.connect(self.bot.table.db.path)) as db:
            return db.execute("SELECT 1 FROM outbox WHERE state = ?", (WAITING,)).fetchone() is not None

    async def count(self, name: str, asked: Awaitable[Answer]) -> Answer:
        """Count what somebody asks for."""
        await self.settled()
        with self.counter.pressing():
            answer = await asked
            await self.settled()
        self.found.append((name, self.counter.now))
        return answer

    # --- what is pressed

    async def moves(self, verbs: Sequence[str]) -> None:
        """Make these moves press by press, each by whoever is on turn, and leave out what is not possible."""
        for verb in verbs:
            turn = await self.on_turn()
            if turn is None:
                return
            game, seat, person = turn
            if verb in game.verbs(seat):
                await self.move(person, first_of(game, seat, verb))

    async def move(self, person: Person, act: Act) -> None:
        """Open the panel, and press until the move is made."""
        panel = await self.count("open the panel", person.slash("/turn", self.room))
        wanted, last = [str(one) for one in act.args.values()], (await self.bot.table.present(self.game)).row.last
        for _ in range(9):
            button, value, done = next_press(panel.message, act.verb, wanted)
            if not button:
                break
            name = f"{act.verb}: {' '.join(wanted[:done])}"
            await self.count(name, self._pressed(person, panel.message, button, value))
            if (await self.bot.table.present(self.game)).row.last > last:
                return
        title = (await self.bot.table.present(self.game)).game.title
        name, given = typed(title, act)
        await self.count(name, person.slash(name, self.room, **given))

    async def _pressed(self, person: Person, message: Message, button: str, value: str) -> Answer:
        return await (person.select(message, value, button) if value else person.press(message, button))

    async def looks(self) -> None:
        """Look at the game, ask what an undo would take back, and give an order."""
        turn = await self.on_turn()
        person = turn[2] if turn else self.people[0]
        for what in LOOKS:
            await self.count(f"/show what:{what}", person.slash("/show", self.room, what=what))
        await self.count("/game status", person.slash("/game status", self.room))
        await self.count("/undo", person.slash("/undo", self.room))
        await self.count("/order list", person.slash("/order list", self.room))
        waits = next(one for one in self.people if one is not person)
        await self.count("/order pass", waits.slash("/order pass", self.room))


def first_of(game: Game, seat: str, verb: str) -> Act:
    """A move with this verb: at each choice the first value, or the best that is known."""
    got: dict[str, str | int] = {}
    while (found := game.values(seat, verb, got)) is not None:
        slot, values = found
        if isinstance(values, Text):
            got[slot] = values.known()[0]
        elif isinstance(values, Span):
            got[slot] = values.low
        else:
            listed = list(values)
            got[slot] = WISHED if WISHED in listed else listed[0]
    return Act(verb, got)


def next_press(message: Message, verb: str, wanted: Sequence[str]) -> tuple[str, str, int]:
    """The button, or the list and its value, that leads furthest towards a move, and how far that is."""
    offered = [(str(one.get("custom_id", "")), "") for one in message.buttons]
    offered += [(str(one["custom_id"]), str(option["value"])) for one in message.selects for option in one["options"]]
    ways = [(custom_id, value, _towards(custom_id, value, verb, wanted)) for custom_id, value in offered]
    return max(ways, key=lambda way: way[2], default=("", "", -1))


def _towards(custom_id: str, value: str, verb: str, wanted: Sequence[str]) -> int:
    """How many of the move's choices a press makes; -1 if it makes another move."""
    name, args = decode_id(custom_id)
    press = press_of(name, [*map(unquote, args), *([value] if value else [])])
    if isinstance(press, Begin):
        return 0 if (press.mode, press.verb) == (GO, verb) else -1
    if isinstance(press, Choose) and (press.mode, press.verb) == (GO, verb):
        return len(press.chosen) if list(press.chosen) == list(wanted[: len(press.chosen)]) else -1
    return -1


def stored() -> dict[str, str]:
    """The encoded positions by name."""
    return json.loads(lzma.decompress(POSITIONS.read_bytes()))


def named() -> list[str]:
    """All positions; each title's beginning is one of them."""
    return [f"{title} start" for title in titles()] + list(stored())


def position(name: str) -> Game:
    """The position of this name."""
    if (raw := stored().get(name)) is not None:
        return decode_game(raw.encode())
    return new(name.split()[0], NAMES[:3], {}, seed=1)


class NoRobots(Robots):
    """Never looks, which would be counted the more often, the slower the machine is."""

    async def run(self) -> None:
        """Until cancelled."""
        await asyncio.Event().wait()


class NoHousekeeping(Housekeeping):
    """The same for reminders."""

    async def run(self, stop: asyncio.Event | None = None) -> None:
        """Until the event is set."""
        await (stop or asyncio.Event()).wait()


async def no_beat(*_: object, **__: object) -> None:
    """The same for the look whether the database answers."""
    await asyncio.Event().wait()


@contextlib.asynccontextmanager
async def people(folder: Path, counter: Counter) -> AsyncIterator[Counted]:
    """A bot in this process, without pictures and hints, and its people, who have played before: for somebody who is
    coached, opening a panel takes one reading and six queries more.
    """
    bots: list[Stationmaster] = []

    class Known(Stationmaster):
        def __init__(self, *given: Any) -> None:
            super().__init__(*given)
            self.drawers, self.later = NoDrawers(), NoJobs()
            bots.append(self)

    run = bot.discord.app.run
    kept = run.Stationmaster, run.Robots, run.Housekeeping, run.beat, pinned.REST
    run.Stationmaster, run.Robots, run.Housekeeping = Known, NoRobots, NoHousekeeping
    run.beat, pinned.REST = no_beat, 0.1
    try:
        async with Sandbox.running() as sandbox:
            guild, stop = sandbox.guild(), asyncio.Event()
            settings = Settings(
                _env_file=None,  # pyright: ignore[reportCallIssue]
                discord_token=SecretStr(sandbox.token),
                discord_api=sandbox.api_address,
                discord_gateway=sandbox.gateway_address,
                database_url=f"sqlite:///{folder}/club.db",
                backup_hours=0,
            )
            running = asyncio.create_task(run.serve(settings, stop))
            try:
                await sandbox.ready()
                await bots[0].wait_until_ready()
                seated = [sandbox.person(name, guild) for name in NAMES]
                for person in seated:
                    await bots[0].table.preferences.set_person(person.id, coach="never")
                room = sandbox.channel(guild, "games")
                # A new server's first command is answered with an introduction, once.
                await seated[0].slash("/help", room)
                yield Counted(bots[0], sandbox, seated, guild, room, counter)
            finally:
                stop.set()
                await running
    finally:
        run.Stationmaster, run.Robots, run.Housekeeping, run.beat, pinned.REST = kept


async def counts(names: Sequence[str], folder: Path, verbs: Sequence[str] = ()) -> dict[str, list[tuple[str, Count]]]:
    """Press after press at these positions, with what each has cost; with `verbs`, only for these moves."""
    found = dict[str, list[tuple[str, Count]]]()
    with Counter().counting() as counter:
        async with people(folder, counter) as hall:
            for name in names or named():
                hall.found = found[name] = []
                await hall.lay_out(position(name))
                usual = next((moves for kind, moves in MOVES.items() if name.endswith(kind)), MOVES["late"])
                await hall.moves(verbs or usual)
                if not verbs:
                    await hall.looks()
    return found


def main() -> int:
    """The command."""
    asked = argparse.ArgumentParser(prog="python -m benchmarks.discord.press", description=__doc__)
    asked.add_argument("positions", nargs="*", metavar="POSITION", help="such as B5, Boston, `1843 late`")
    given = asked.parse_args()
    if unknown := set(given.positions) - set(named()):
        asked.error(f"no such position: {', '.join(sorted(unknown))}; there are {', '.join(named())}")
    print(f"{'position':12} {'press':44} {'calls':>8} {'readings':>9} {'queries':>8}")
    with tempfile.TemporaryDirectory() as folder:
        found = asyncio.run(counts(given.positions, Path(folder)))
    for name, presses in found.items():
        for press, one in presses:
            print(f"{name:12} {press[:44]:44} {one.calls:8,} {one.readings:9} {one.queries:8}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
