"""What every part of the table works with: the database, the clock, locks, warm positions, one worker for the rules."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import time
from collections import OrderedDict
from collections.abc import AsyncIterator, Callable
from concurrent.futures import ThreadPoolExecutor
from contextvars import copy_context
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import TypeVar
from weakref import WeakValueDictionary

from sqlmodel import col, select
from sqlmodel.ext.asyncio.session import AsyncSession

from bot.store import Database, StoreTrouble
from bot.store.positions import Unreadable as Unpackable
from bot.store.positions import fetch
from bot.store.rows import RUNNING, GameRow, OrderRow, PersonRow, PositionRow, SeatRow, TurnRow
from bot.table import given
from bot.table.errors import Refused, Trouble
from bot.table.rights import owner_among
from bot.table.say import clean_name
from engine import Ambiguous, EngineError, Game, Illegal, Unreadable, decode_game
from engine.core.phrases import ENGLISH
from engine.core.sentences import because, sentence_of
from engine.exchange import own_file
from engine.record import Record
from engine.upcast import options_now
from engine.words import language_for, speaking, spoken

T = TypeVar("T")
log = logging.getLogger("stationmaster.table")


PATIENCE = 120.0
"""Seconds after which the rules are given up on a question: the other games must go on."""


def utc_now() -> datetime:
    """The clock of the wall."""
    return datetime.now(UTC)


@dataclass(frozen=True)
class Warm:
    """A stored position, decoded, with what the next one needs to be stored after it."""

    game: Game
    raw: bytes
    row: PositionRow


@dataclass(frozen=True)
class Cold:
    """A stored position as it was read; it is decoded when no transaction waits for that (`Desk.warmed`)."""

    row: GameRow
    number: int
    names: dict[str, str]
    """What its players are called now; empty: as they were called then."""
    found: Warm | tuple[PositionRow, bytes]


@dataclass
class Begun:
    """A begun game with its people, turns and orders, for what needs no position."""

    row: GameRow
    seats: dict[str, SeatRow]
    people: dict[int, PersonRow]
    turns: dict[str, TurnRow]
    orders: list[OrderRow]
    speaks: Callable[[int], contextlib.AbstractContextManager[None]]
    """In the language of a person."""

    @property
    def id(self) -> int:
        """The game's number."""
        return known_id(self.row)

    def owner(self, seat: object) -> SeatRow:
        """Whose seat it is, or Refused if there is none."""
        return owner_among(self.seats.values(), seat)

    def speaking_to(self, seat: str) -> contextlib.AbstractContextManager[None]:
        """In the language of whoever has the seat, for what they alone read."""
        return self.speaks(self.seats[seat].user_id)


@dataclass
class Stored(Begun):
    """The same with its position as it was read."""

    position: Cold


@dataclass
class Sitting(Begun):
    """The same as one operation works on it."""

    warm: Warm

    @property
    def game(self) -> Game:
        """The present position."""
        return self.warm.game


def known_id(row: GameRow) -> int:
    """The number of a stored game."""
    assert row.id is not None
    return row.id


def setup_of(row: GameRow) -> Record:
    """How a game begins, with its options in today's form, whenever they were chosen."""
    options = options_now(row.title, row.options)
    return Record(title=row.title, players=row.players, options=options, seed=row.seed, setup=row.setup)


@dataclass
class Desk:
    """Shared by all parts of the table."""

    db: Database
    clock: Callable[[], datetime] = utc_now
    warm_games: int = 256
    on_trouble: Callable[[int, int, str], None] = lambda game, organiser, why: None
    """Told at once of a trouble that could not be stored: game, organiser, sentence."""
    language_of: Callable[[int], str] | None = None
    """The language of a server, in which everybody is told; nothing: English."""
    readers: dict[int, str] = field(default_factory=dict)
    """What people's Discords speak, as far as they have been met; others are told in the language of their server."""
    servers: dict[int, str] = field(default_factory=dict)
    """What is spoken on servers, as far as the process that has them has kept it."""
    measured: Callable[[str, float], None] = lambda what, seconds: None
    """Told how long a move has taken, and whatever the rules worked on."""
    code: str = own_file.PROGRAM
    _servers: dict[int, int] = field(default_factory=dict)
    _locks: WeakValueDictionary[int, asyncio.Lock] = field(default_factory=WeakValueDictionary)
    _warm: OrderedDict[tuple[int, int, int], Warm] = field(default_factory=OrderedDict)
    # One thread: the rules never run beside themselves, and the event loop never waits for them.
    _worker: ThreadPoolExecutor = field(default_factory=lambda: ThreadPoolExecutor(1, "rules"))

    @contextlib.asynccontextmanager
    async def lock(self, game_id: int) -> AsyncIterator[None]:
        """One writer a game; what is told meanwhile is for everybody there."""
        found = self._locks.setdefault(given.game_number(game_id), asyncio.Lock())
        async with found:
            with self.speaking_on(await self._server(game_id)):
                yield

    async def _server(self, game_id: int) -> int:
        if game_id not in self._servers and self.language_of is not None:
            with contextlib.suppress(Refused, StoreTrouble):
                async with self.db.read() as session:
                    await self.row(session, game_id)
        return self._servers.get(game_id, 0)

    async def work(self, job: Callable[[], T], patience: float | None = None) -> T:
        """Let the rules work beside the event loop; their faults become a sentence and change nothing."""
        start = time.monotonic()
        try:
            return await self._beside(job, patience or PATIENCE)
        except (Refused, Illegal, Unreadable, Ambiguous):
            raise
        except Exception as e:
            log.exception("the rules failed: %s", type(e).__name__)
            raise Trouble("Something went wrong, and nothing has changed. The host's log says more.") from e
        finally:
            taken = time.monotonic() - start
            self.measured("rules", taken)
            if taken > 5:
                log.warning("the rules worked for %.1f s", taken)

    async def _beside(self, job: Callable[[], T], patience: float) -> T:
        """In the thread of the rules. One that does not come to an end is given up, and the others get a new one."""
        worker = self._worker
        try:
            # What is said there is said in the language that is spoken here.
            beside = asyncio.get_running_loop().run_in_executor(worker, copy_context().run, job)
            return await asyncio.wait_for(beside, patience)
        except TimeoutError as e:
            if self._worker is worker:
                self._worker = ThreadPoolExecutor(1, "rules")
                worker.shutdown(wait=False)
            log.error("the rules were given up after %.0f s", patience)
            raise Trouble("This took too long and was stopped; nothing has changed. The host's log says more.") from e

    def waiting(self) -> int:
        """How many questions wait for the rules."""
        return self._worker._work_queue.qsize()

    def close(self) -> None:
        """No more work. What is still being worked out changes nothing, so nobody waits for it."""
        self._worker.shutdown(wait=False, cancel_futures=True)

    def speaking_on(self, server: int) -> contextlib.AbstractContextManager[None]:
        """In the language of a server, for what everybody reads."""
        return speaking(self.language_of(server) if self.language_of is not None else ENGLISH)

    def speaking_to(self, person: int) -> contextlib.AbstractContextManager[None]:
        """In the language of somebody, for what they alone read."""
        return speaking(language_for(self.readers.get(person, ""), spoken()))

    # --- loading

    async def row(self, session: AsyncSession, game_id: int) -> GameRow:
        """A game's row."""
        found = await session.get(GameRow, given.game_number(game_id))
        if found is None:
            raise Refused("There is no such game.")
        self._servers[game_id] = found.guild_id
        return found

    async def seats(self, session: AsyncSession, game_id: int) -> list[SeatRow]:
        """Who sits at a table, in the order of joining."""
        found = select(SeatRow).where(SeatRow.game_id == game_id).order_by(col(SeatRow.place))
        return list(await session.exec(found))

    async def begun(self, session: AsyncSession, game_id: int, *, running: bool = True) -> Begun:
        """A begun game with all that hangs on it."""
        row = await self.row(session, game_id)
        if row.started_at is None:
            raise Refused("This game has not begun.")
        if running and row.status != RUNNING:
            raise Refused("This game is over.")
        seats, people = await self.seated(session, game_id)
        turns = await session.exec(select(TurnRow).where(TurnRow.game_id == game_id))
        until = col(OrderRow.until)
        in_force = (OrderRow.game_id == game_id, col(OrderRow.active), until.is_(None) | (until > self.clock()))
        orders = select(OrderRow).where(*in_force).order_by(col(OrderRow.id))
        return Begun(
            row=row,
            seats={seat.seat: seat for seat in seats},
            people=people,
            turns={turn.seat: turn for turn in turns},
            orders=list(await session.exec(orders)),
            speaks=self.speaking_to,
        )

    async def stored(self, session: AsyncSession, game_id: int, *, running: bool = True) -> Stored:
        """The same with its position. Where more is read in the same transaction; otherwise `load`."""
        found = await self.begun(session, game_id, running=running)
        names = {seat.seat: seat.name for seat in found.seats.values()}
        return Stored(**vars(found), position=await self.position(session, found.row, found.row.position, names))

    async def sitting(self, found: Stored) -> Sitting:
        """The same with its position decoded."""
        begun = {name: value for name, value in vars(found).items() if name != "position"}
        return Sitting(**begun, warm=await self.warmed(found.position))

    async def load(self, game_id: int, *, running: bool = True) -> Sitting:
        """A begun game, read in a transaction of its own."""
        async with self.db.read() as session:
            found = await self.stored(session, game_id, running=running)
        return await self.sitting(found)

    async def seated(self, session: AsyncSession, game_id: int) -> tuple[list[SeatRow], dict[int, PersonRow]]:
        """Who sits at a table, in the order of joining, and what they have set."""
        found = (
            select(SeatRow, PersonRow)
            .join(PersonRow, col(PersonRow.user_id) == col(SeatRow.user_id), isouter=True)
            .where(SeatRow.game_id == game_id)
            .order_by(col(SeatRow.place))
        )
        rows = list(await session.exec(found))
        people = {person.user_id: person for _, person in rows if person is not None}
        stand_ins = {person.stand_in for person in people.values() if person.stand_in is not None} - set(people)
        return [seat for seat, _ in rows], people | await self.people(session, stand_ins)

    async def people(self, session: AsyncSession, users: set[int]) -> dict[int, PersonRow]:
        """What people have set, and those who stand in for them."""
        asked, found = users, dict[int, PersonRow]()
        while asked:
            rows = await session.exec(select(PersonRow).where(col(PersonRow.user_id).in_(asked)))
            new = {row.user_id: row for row in rows}
            found |= new
            asked = {row.stand_in for row in new.values() if row.stand_in is not None} - set(found) - asked
        return found

    async def position(self, session: AsyncSession, row: GameRow, number: int, names: dict[str, str]) -> Cold:
        """A position of a game as it is stored, with the people who sit there now."""
        game_id = known_id(row)
        try:
            kept = self._warm.get((game_id, number, row.rewritten))
            return Cold(row, number, names, kept or await fetch(session, game_id, number))
        except Unpackable as e:
            raise Damage(game_id, row.organiser_id, sentence_of(e)) from e

    async def warmed(self, cold: Cold) -> Warm:
        """The same decoded. Never while a transaction is open: the rules may be at work on something else for long."""
        game_id = known_id(cold.row)
        found = cold.found
        if not isinstance(found, Warm):
            stored, raw = found
            try:
                found = Warm(await self._decoded(raw), raw, stored)
            except EngineError as e:
                raise Damage(game_id, cold.row.organiser_id, sentence_of(e)) from e
        if cold.names and {seat.id: seat.name for seat in found.game.state.players} != cold.names:
            found = Warm(found.game.named(cold.names), found.raw, found.row)
        self.keep(cold.row, cold.number, found)
        return found

    async def _decoded(self, raw: bytes) -> Game:
        return await self._beside(lambda: well_named(decode_game(raw)), PATIENCE)

    def keep(self, row: GameRow, number: int, warm: Warm) -> None:
        """Keep a position ready; in a game that is not rewritten a number never means another position."""
        key = (known_id(row), number, row.rewritten)
        self._warm[key] = warm
        self._warm.move_to_end(key)
        while len(self._warm) > self.warm_games:
            self._warm.popitem(last=False)

    def cool(self) -> None:
        """Forget all positions kept ready."""
        self._warm.clear()

    def told(self, game_id: int, organiser: int, trouble: StoreTrouble) -> Trouble:
        """A trouble of the database as an answer, with the organiser told."""
        self.on_trouble(game_id, organiser, str(trouble))
        log.error("game %d: %s", game_id, trouble)
        return Trouble(because("{trouble} Nothing has changed.", trouble=trouble))


def well_named(game: Game) -> Game:
    """A game whose players have names that can stand in a message: older ones, and those of files, may have others."""
    names = {seat.id: clean_name(seat.name) for seat in game.state.players}
    return game.named(names) if any(names[seat.id] != seat.name for seat in game.state.players) else game


class Damage(Trouble):
    """The present position of a game cannot be read."""

    def __init__(self, game_id: int, organiser: int, why: str) -> None:
        super().__init__(because("{why} Nothing has changed, and I have told the organiser.", why=why))
        self.game_id, self.organiser, self.why = game_id, organiser, why
