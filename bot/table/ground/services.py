"""Services shared by the whole table: database, clock, locks, cached positions, one worker thread for the rules."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import time
from collections import OrderedDict
from collections.abc import AsyncGenerator, Callable, Iterable
from concurrent.futures import ThreadPoolExecutor
from contextvars import copy_context
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import TypeVar, TypeVarTuple
from weakref import WeakValueDictionary

from sqlalchemy import ColumnElement, bindparam
from sqlmodel import col, select
from sqlmodel.ext.asyncio.session import AsyncSession
from sqlmodel.sql.expression import Select

from bot.errors import Refused, Trouble
from bot.store import Database, StoreTrouble
from bot.store.league_rows import TimeUsedRow
from bot.store.positions import Unreadable as Unpackable
from bot.store.positions import fetch
from bot.store.rows import RUNNING, GameRow, OrderRow, PersonRow, SeatRow, TurnRow
from bot.table.ground.parsing import game_number
from bot.table.ground.positions import CachedPosition, Damage, UndecodedPosition, with_safe_names
from engine import Act, Ambiguous, EngineError, Game, Illegal, Unreadable, decode_game
from engine.core.phrases import ENGLISH
from engine.core.sentences import because, sentence_of
from engine.exchange import own_file
from engine.record import Record
from engine.upcast import options_now
from engine.words import current_language, language_for, using_language

T = TypeVar("T")
Ts = TypeVarTuple("Ts")
log = logging.getLogger("stationmaster.table")


PATIENCE = 120.0
"""Seconds after which a question to the rules is abandoned, because the other games must go on."""


def utc_now() -> datetime:
    """The current time."""
    return datetime.now(UTC)


def owner_among(seats: Iterable[SeatRow], seat: str) -> SeatRow:
    """The seat's row; raises Refused if there is no such seat."""
    for one in seats:
        if one.seat == seat:
            return one
    raise Refused("There is no such seat in this game.")


@dataclass(frozen=True)
class SeatedGame:
    """A game, begun or not, with its seats in the order of joining, and its people's settings."""

    row: GameRow
    seats: list[SeatRow]
    people: dict[int, PersonRow]

    @property
    def id(self) -> int:
        """The game's number."""
        return known_id(self.row)

    @property
    def names(self) -> dict[str, str]:
        """The players' current names."""
        return {seat.seat: seat.name for seat in self.seats}

    def owner(self, seat: str) -> SeatRow:
        """The seat's row; raises Refused if there is no such seat."""
        return owner_among(self.seats, seat)


@dataclass(frozen=True)
class Present(SeatedGame):
    """The same at a position, for showing it."""

    game: Game
    epoch: int
    decision: int
    """The decision's number, which buttons carry with the epoch."""

    def answered_by(self, act: Act) -> int:
        """The decision that a move answers; if nobody must decide, an answer to an offer carries the offer's number."""
        offer = act.args.get("offer", 0)
        return self.decision or (offer if isinstance(offer, int) else 0)


def for_each_seat(found: Select[*Ts]) -> Select[*Ts]:
    """The game of this number once for each seat: read for each press and each post, so as one query, built once."""
    return (
        found.join(SeatRow, col(SeatRow.game_id) == col(GameRow.id), isouter=True)
        .join(PersonRow, col(PersonRow.user_id) == col(SeatRow.user_id), isouter=True)
        .where(col(GameRow.id) == bindparam("game"))
        .order_by(col(SeatRow.place))
    )


def of_seat(of: type[TurnRow] | type[OrderRow] | type[TimeUsedRow]) -> ColumnElement[bool]:
    """Is a row about the same seat?"""
    return (col(of.game_id) == col(SeatRow.game_id)) & (col(of.seat) == col(SeatRow.seat))


_SEATS = select(SeatRow).where(col(SeatRow.game_id) == bindparam("game")).order_by(col(SeatRow.place))
_SEATED = for_each_seat(Select[GameRow, SeatRow | None, PersonRow | None](GameRow, SeatRow, PersonRow))
_IN_FORCE = col(OrderRow.active) & (col(OrderRow.until).is_(None) | (col(OrderRow.until) > bindparam("now")))
_BEGUN = (
    for_each_seat(
        Select[GameRow, SeatRow | None, PersonRow | None, TurnRow | None, OrderRow | None](
            GameRow, SeatRow, PersonRow, TurnRow, OrderRow
        )
    )
    .join(TurnRow, of_seat(TurnRow), isouter=True)
    .join(OrderRow, of_seat(OrderRow) & _IN_FORCE, isouter=True)
)


@dataclass(frozen=True)
class BegunGame(SeatedGame):
    """A begun game with its people, turns and orders, without its position."""

    turns: dict[str, TurnRow]
    orders: list[OrderRow]
    speaks: Callable[[int], contextlib.AbstractContextManager[None]]
    """In the language of a person."""

    def speaking_to(self, seat: str) -> contextlib.AbstractContextManager[None]:
        """Speak the language of the seat's player, for private texts."""
        return self.speaks(self.owner(seat).user_id)


@dataclass(frozen=True)
class BegunGameAtPosition(BegunGame):
    """The same with its stored position."""

    position: UndecodedPosition


@dataclass(frozen=True)
class LoadedGame(BegunGame):
    """The same with its decoded position."""

    cached: CachedPosition

    @property
    def game(self) -> Game:
        """The current position."""
        return self.cached.game


def known_id(row: GameRow) -> int:
    """The number of a stored game."""
    assert row.id is not None
    return row.id


def setup_of(row: GameRow) -> Record:
    """How a game began, with its options in today's form."""
    options = options_now(row.title, row.options)
    return Record(title=row.title, players=row.players, options=options, seed=row.seed, setup=row.setup)


@dataclass
class Services:
    """Shared by all parts of the table; see the module."""

    db: Database
    clock: Callable[[], datetime] = utc_now
    warm_games: int = 256
    on_trouble: Callable[[int, int, str], None] = lambda game, organiser, why: None
    """Called at once with an error that could not be stored: game, organiser, sentence."""
    language_of: Callable[[int], str] | None = None
    """The language of a server, for public texts; None: English."""
    readers: dict[int, str] = field(default_factory=dict)
    """The languages of people's Discords, as far as known; others get their server's language."""
    servers: dict[int, str] = field(default_factory=dict)
    """The languages of servers, as far as the process that has them has stored them."""
    measured: Callable[[str, float], None] = lambda what, seconds: None
    """Called with how long a move, or any work of the rules, has taken."""
    code: str = own_file.PROGRAM
    _servers: dict[int, int] = field(default_factory=dict)
    _locks: WeakValueDictionary[int, asyncio.Lock] = field(default_factory=WeakValueDictionary)
    _warm: OrderedDict[tuple[int, int, int], CachedPosition] = field(default_factory=OrderedDict)
    # One thread: the rules never run twice at once, and the event loop never waits for them.
    _worker: ThreadPoolExecutor = field(default_factory=lambda: ThreadPoolExecutor(1, "rules"))

    @contextlib.asynccontextmanager
    async def lock(self, game_id: int) -> AsyncGenerator[None]:
        """One writer per game; meanwhile, speak the server's language."""
        found = self._locks.setdefault(game_number(game_id), asyncio.Lock())
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
        """Run the rules in their thread; their errors become a sentence and change nothing."""
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
        """Run in the rules' thread. If it never ends, it is abandoned, and the others get a new thread."""
        worker = self._worker
        try:
            # Texts made there use the current language.
            beside = asyncio.get_running_loop().run_in_executor(worker, copy_context().run, job)
            return await asyncio.wait_for(beside, patience)
        except TimeoutError as e:
            if self._worker is worker:
                self._worker = ThreadPoolExecutor(1, "rules")
                worker.shutdown(wait=False)
            log.error("the rules were given up after %.0f s", patience)
            raise Trouble("This took too long and was stopped; nothing has changed. The host's log says more.") from e

    def waiting(self) -> int:
        """How many jobs are waiting for the rules."""
        return self._worker._work_queue.qsize()

    def close(self) -> None:
        """Stop. Unfinished work changes nothing, so nobody waits for it."""
        self._worker.shutdown(wait=False, cancel_futures=True)

    def speaking_on(self, server: int) -> contextlib.AbstractContextManager[None]:
        """Speak a server's language, for public texts."""
        return using_language(self.language_of(server) if self.language_of is not None else ENGLISH)

    def speaking_to(self, person: int) -> contextlib.AbstractContextManager[None]:
        """Speak a person's language, for private texts."""
        return using_language(language_for(self.readers.get(person, ""), current_language()))

    # --- loading

    async def row(self, session: AsyncSession, game_id: int) -> GameRow:
        """A game's row."""
        row = await session.get(GameRow, game_number(game_id))
        if row is None:
            raise Refused("There is no such game.")
        self._servers[game_id] = row.guild_id
        return row

    async def seats(self, session: AsyncSession, game_id: int) -> list[SeatRow]:
        """A game's seats, in the order of joining."""
        return list(await session.exec(_SEATS, params={"game": game_id}))

    async def seated(self, session: AsyncSession, game_id: int) -> SeatedGame:
        """A game, begun or not, with its seats and its people's settings."""
        rows = await session.exec(_SEATED, params={"game": game_number(game_id)})
        return await self.seated_of(session, list(rows))

    async def seated_of(
        self, session: AsyncSession, rows: list[tuple[GameRow, SeatRow | None, PersonRow | None]]
    ) -> SeatedGame:
        """The same, from its rows."""
        if not rows:
            raise Refused("There is no such game.")
        row = rows[0][0]
        self._servers[known_id(row)] = row.guild_id
        seats = {seat.place: seat for _, seat, _ in rows if seat is not None}
        people = {person.user_id: person for _, _, person in rows if person is not None}
        stand_ins = {person.stand_in for person in people.values() if person.stand_in is not None} - set(people)
        return SeatedGame(row, list(seats.values()), people | await self.people(session, stand_ins))

    async def begun(self, session: AsyncSession, game_id: int, *, running: bool = True) -> BegunGame:
        """A begun game with everything that belongs to it."""
        known = {"game": game_number(game_id), "now": self.clock()}
        rows = list(await session.exec(_BEGUN, params=known))
        seated = await self.seated_of(session, [(row, seat, person) for row, seat, person, _, _ in rows])
        if seated.row.started_at is None:
            raise Refused("This game has not begun.")
        if running and seated.row.status != RUNNING:
            raise Refused("This game is over.")
        orders = {order.id or 0: order for *_, order in rows if order is not None}
        return BegunGame(
            row=seated.row,
            seats=seated.seats,
            people=seated.people,
            turns={turn.seat: turn for _, _, _, turn, _ in rows if turn is not None},
            orders=[orders[number] for number in sorted(orders)],
            speaks=self.speaking_to,
        )

    async def stored(self, session: AsyncSession, game_id: int, *, running: bool = True) -> BegunGameAtPosition:
        """The same with its stored position, for use within a transaction; otherwise use `load`."""
        found = await self.begun(session, game_id, running=running)
        position = await self.position(session, found.row, found.row.position, found.names)
        return BegunGameAtPosition(**vars(found), position=position)

    async def loaded(self, found: BegunGameAtPosition) -> LoadedGame:
        """The same with its decoded position."""
        begun = {name: value for name, value in vars(found).items() if name != "position"}
        return LoadedGame(**begun, cached=await self.decoded(found.position))

    async def load(self, game_id: int, *, running: bool = True) -> LoadedGame:
        """A begun game, read in a transaction of its own."""
        async with self.db.read() as session:
            found = await self.stored(session, game_id, running=running)
        return await self.loaded(found)

    async def people(self, session: AsyncSession, users: set[int]) -> dict[int, PersonRow]:
        """People's settings, with those of their stand-ins."""
        asked, found = users, dict[int, PersonRow]()
        while asked:
            rows = await session.exec(select(PersonRow).where(col(PersonRow.user_id).in_(asked)))
            new = {row.user_id: row for row in rows}
            found |= new
            asked = {row.stand_in for row in new.values() if row.stand_in is not None} - set(found) - asked
        return found

    async def position(
        self, session: AsyncSession, row: GameRow, number: int, names: dict[str, str]
    ) -> UndecodedPosition:
        """A game's position, with its current players' names: from the cache, or as it is stored."""
        if kept := self._warm.get((known_id(row), number, row.rewritten)):
            return UndecodedPosition(row, number, names, kept)
        return await self.as_stored(session, row, number, names)

    async def cached(self, found: SeatedGame, number: int) -> CachedPosition | None:
        """A position of a game that has been read, with its current players' names; None if it is not in the cache."""
        kept = self._warm.get((found.id, number, found.row.rewritten))
        return None if kept is None else await self.decoded(UndecodedPosition(found.row, number, found.names, kept))

    async def as_stored(
        self, session: AsyncSession, row: GameRow, number: int, names: dict[str, str]
    ) -> UndecodedPosition:
        """The same as it is stored, though the cache may still have a good one."""
        game_id = known_id(row)
        try:
            return UndecodedPosition(row, number, names, await fetch(session, game_id, number))
        except Unpackable as e:
            raise Damage(game_id, row.organiser_id, sentence_of(e)) from e

    async def decoded(self, undecoded: UndecodedPosition) -> CachedPosition:
        """Decode it. Never in an open transaction: the rules may be busy with something else for long."""
        game_id = known_id(undecoded.row)
        found = undecoded.found
        if not isinstance(found, CachedPosition):
            stored, raw = found
            try:
                found = CachedPosition(await self._decoded(raw), raw, stored)
            except EngineError as e:
                raise Damage(game_id, undecoded.row.organiser_id, sentence_of(e)) from e
        if undecoded.names and {seat.id: seat.name for seat in found.game.state.players} != undecoded.names:
            found = CachedPosition(found.game.named(undecoded.names), found.raw, found.row)
        self.keep(undecoded.row, undecoded.number, found)
        return found

    async def _decoded(self, raw: bytes) -> Game:
        return await self._beside(lambda: with_safe_names(decode_game(raw)), PATIENCE)

    def keep(self, row: GameRow, number: int, cached: CachedPosition) -> None:
        """Cache a position; unless a game is rewritten, a number never means another position."""
        key = (known_id(row), number, row.rewritten)
        self._warm[key] = cached
        self._warm.move_to_end(key)
        while len(self._warm) > self.warm_games:
            self._warm.popitem(last=False)

    def cool(self) -> None:
        """Empty the cache of positions."""
        self._warm.clear()

    def report(self, game_id: int, organiser: int, trouble: StoreTrouble) -> Trouble:
        """Turn a database error into an answer, and tell the organiser."""
        self.on_trouble(game_id, organiser, str(trouble))
        log.error("game %d: %s", game_id, trouble)
        return Trouble(because("{trouble} Nothing has changed.", trouble=trouble))
