"""A game's past: the moves that led to its position, earlier positions, and how games ended."""

from __future__ import annotations

import asyncio
import contextlib
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import dropwhile, pairwise
from typing import Any, TypeVar

from sqlmodel import col, select
from sqlmodel.ext.asyncio.session import AsyncSession
from sqlmodel.sql.expression import Select, SelectOfScalar

from bot.errors import Refused
from bot.store.positions import Unreadable as Unpackable
from bot.store.positions import unpacked
from bot.store.rows import FINISHED, MOVE, STOPPED, ActionRow, EventsRow, GameRow, PositionRow, SeatRow
from bot.table.ground.positions import Damage, UndecodedPosition
from bot.table.ground.services import Services, known_id
from bot.table.past.reading import MoveEvents
from bot.table.play.troubles import answers
from bot.table.seats.settling import agreed_end
from engine import Act, EngineError, Game
from engine.core.errors import Damaged
from engine.core.kept import Kept
from engine.core.sentences import because, sentence_of
from engine.core.state import End
from engine.core.stored_events import decode as decode_events
from engine.upcast import clock_of

REMEMBERED = 2000
"""How many recomputed moves are cached."""
LINES = 32
"""How many games' moves are cached."""
NAMED = 200
"""The most moves listed one by one in a query."""
T = TypeVar("T")


@dataclass(frozen=True)
class FinishedGame:
    """A game that was played to its end."""

    row: GameRow
    seats: list[SeatRow]
    end: End
    by_clock: Mapping[str, int] = field(default_factory=dict[str, int])
    """How many of a seat's moves were made because its owner's time was up."""

    @property
    def places(self) -> dict[str, int]:
        """Every seat's place by net worth, with winners always first."""
        worth, winners = self.end.worth, self.end.winners
        return {
            seat: 1 if seat in winners else 1 + sum(other in winners or worth[other] > worth[seat] for other in worth)
            for seat in worth
        }


@dataclass
class Past:
    """Read-only access to games' pasts."""

    services: Services
    _ends: dict[tuple[int, int], End] = field(default_factory=dict)
    """How games ended, by game and position, which never changes."""
    _lines: Kept[tuple[int, int, int], list[ActionRow]] = field(default_factory=lambda: Kept(LINES))
    """The moves that led to each position."""
    _rounds: Kept[tuple[int, int], list[int]] = field(default_factory=lambda: Kept(LINES))
    """The moves with which rounds began, for the same positions."""
    _looking: asyncio.Lock = field(default_factory=asyncio.Lock)
    _anew: dict[tuple[int, int], MoveEvents] = field(default_factory=dict)
    """Recomputed stories, by game and action."""

    async def line(self, game_id: int) -> list[ActionRow]:
        """The moves that led to the current position, in order, without undone ones."""
        async with answers(self.services), self.services.db.read() as session:
            row = await self._begun(session, game_id)
            # Autocomplete asks with every letter; a long game must not be read each time.
            key = (game_id, row.position, row.rewritten)
            return list(self._lines.get(key) or self._lines.keep(key, await moves_to(session, game_id, row.position)))

    async def sample_positions(self, game_id: int, most: int) -> tuple[list[bytes], dict[str, str]]:
        """Up to so many earlier positions as bytes, evenly spread, including the first and the current one; and the
        seats. They are not decoded, which would take long.
        """
        return await self._picked(game_id, lambda every, count: _those(every, set(evenly_spread(range(count), most))))

    async def positions_at_rounds(self, game_id: int) -> tuple[list[bytes], dict[str, str]]:
        """The same for the first position, those at the start of each round, and the current one."""
        return await self._picked(game_id, _beginnings)

    async def raw_positions(self, game_id: int, numbers: Sequence[int]) -> list[bytes]:
        """All positions of a line from the first on, or its beginning, as bytes."""
        wanted = set(numbers)
        every = [0, *(move.number for move in await self.line(game_id))]
        places = {place for place, number in enumerate(every) if number in wanted}
        raws, _ = await self._picked(game_id, lambda found, _: _those(found, places))
        return raws

    async def _picked(
        self, game_id: int, pick: Callable[[Iterator[bytes], int], list[bytes]]
    ) -> tuple[list[bytes], dict[str, str]]:
        numbers = [0, *(move.number for move in await self.line(game_id))]
        async with answers(self.services):
            async with self.services.db.read() as session:
                row = await self._begun(session, game_id)
                rows = await self._rows(session, game_id, numbers)
                names = {seat.seat: seat.name for seat in await self.services.seats(session, game_id)}
            try:
                # Outside the rules' thread, which must not wait for people looking back; one at a time.
                async with self._looking:
                    return await asyncio.to_thread(lambda: pick(_unpacked(rows, numbers), len(numbers))), names
            except (Unpackable, Damaged) as e:
                raise Damage(game_id, row.organiser_id, sentence_of(e)) from e

    async def rounds(self, game_id: int) -> list[int]:
        """The numbers of the moves with which rounds began, as far as their events were stored."""
        line = await self.line(game_id)
        key = (game_id, line[-1].number if line else 0)
        if (known := self._rounds.get(key)) is not None:
            return known
        numbers = [move.number for move in line]
        stored = await self.stored_events(game_id, numbers)
        # In another thread: all moves of a long game are read.
        found = await asyncio.to_thread(lambda: [one for one in numbers if one in stored and _begins(stored[one])])
        return self._rounds.keep(key, found)

    async def positions(self, game_id: int, numbers: Iterable[int]) -> dict[int, Game]:
        """The game after each of these actions, without unreadable ones."""
        stored, games = list[UndecodedPosition](), dict[int, Game]()
        async with answers(self.services):
            async with self.services.db.read() as session:
                row = await self._begun(session, game_id)
                names = {seat.seat: seat.name for seat in await self.services.seats(session, game_id)}
                for number in sorted(set(numbers)):
                    # A partly damaged game can still be listed.
                    with contextlib.suppress(Damage):
                        stored.append(await self.services.position(session, row, number, names))
            for undecoded in stored:
                with contextlib.suppress(Damage):
                    games[undecoded.number] = (await self.services.decoded(undecoded)).game
        return games

    async def actions(
        self, game_id: int, first: int, last: int, *others: int
    ) -> tuple[list[ActionRow], dict[int, bytes]]:
        """The actions with these numbers, and some others, in order, including undone ones, and their stored events."""
        numbers = col(ActionRow.number).between(first, last) | col(ActionRow.number).in_(others)
        same = (col(EventsRow.game_id) == col(ActionRow.game_id)) & (col(EventsRow.number) == col(ActionRow.number))
        columns = Select[ActionRow, EventsRow | None](ActionRow, EventsRow)
        found = columns.join(EventsRow, same, isouter=True).where(ActionRow.game_id == game_id, numbers)
        async with answers(self.services), self.services.db.read() as session:
            rows = list(await session.exec(found.order_by(col(ActionRow.number))))
        stored = {action.number: events.data for action, events in rows if events is not None}
        return [action for action, _ in rows], stored

    async def stories(
        self, game_id: int, actions: Iterable[ActionRow], known: Mapping[int, bytes] | None = None
    ) -> dict[int, MoveEvents]:
        """The stories of these moves: their stored events, or else recomputed ones. `known`: the stored events, if they
        have been read.
        """
        moves = {action.number: action for action in actions if action.kind == MOVE}
        stored = known if known is not None else await self.stored_events(game_id, moves)
        found = {number: _stored(move, stored[number]) for number, move in moves.items() if number in stored}
        found |= await self._worked_out(game_id, [move for number, move in moves.items() if number not in stored])
        return {number: found[number] for number in moves}

    async def stored_events(self, game_id: int, numbers: Iterable[int]) -> dict[int, bytes]:
        """The events of moves as they are stored, as far as they are."""
        async with answers(self.services), self.services.db.read() as session:
            return {row.number: row.data for row in await session.exec(_events_of(game_id, numbers))}

    async def _worked_out(self, game_id: int, moves: Sequence[ActionRow]) -> dict[int, MoveEvents]:
        """The same for moves without stored events, by the current rules, which may differ."""
        stories = {
            move.number: self._anew[game_id, move.number] for move in moves if (game_id, move.number) in self._anew
        }
        new = [move for move in moves if move.number not in stories]
        before = await self.positions(game_id, [move.parent for move in new]) if new else {}
        # Outside the rules' thread, which must not wait for people looking back.
        for number, story in await asyncio.to_thread(
            lambda: [(move.number, _made_again(move, before.get(move.parent))) for move in new]
        ):
            stories[number] = self._anew[game_id, number] = story
        while len(self._anew) > REMEMBERED:
            self._anew.pop(next(iter(self._anew)))
        return stories

    async def ended(self, guild: int) -> list[FinishedGame]:
        """A server's games with a result, by their moves or by agreement, oldest first."""
        return await self._ended(GameRow.guild_id == guild)

    async def ended_among(self, games: Iterable[int]) -> list[FinishedGame]:
        """The same for some games."""
        return await self._ended(col(GameRow.id).in_(sorted(games)))

    async def _ended(self, which: Any) -> list[FinishedGame]:
        async with answers(self.services):
            async with self.services.db.read() as session:
                over = col(GameRow.status).in_((FINISHED, STOPPED))
                mine = (which, over, col(GameRow.proven), col(GameRow.copy_of).is_(None))
                found = await session.exec(select(GameRow).where(*mine).order_by(col(GameRow.id)))
                rows = [row for row in found if row.status == FINISHED or agreed_end(row)]
                numbers = [known_id(row) for row in rows]
                seated = select(SeatRow).where(col(SeatRow.game_id).in_(numbers)).order_by(col(SeatRow.place))
                seats: dict[int, list[SeatRow]] = {number: [] for number in numbers}
                for seat in await session.exec(seated):
                    seats[seat.game_id].append(seat)
                new = [row for row in rows if row.status == FINISHED and _at(row) not in self._ends]
                stored = [undecoded for row in new if (undecoded := await self._last(session, row)) is not None]
            for undecoded in stored:
                await self._remember_end(undecoded)
            ends = [(row, self._ends.get(_at(row)) if row.status == FINISHED else agreed_end(row)) for row in rows]
            late = await self._by_clock(rows)
            return [
                FinishedGame(row, seats[known_id(row)], end, late.get(known_id(row), {}))
                for row, end in ends
                if end is not None
            ]

    async def _by_clock(self, rows: Sequence[GameRow]) -> dict[int, Counter[str]]:
        """The moves that clocks made, of those that count, for each game in which there are any."""
        made = select(ActionRow.game_id).where(col(ActionRow.by_clock), col(ActionRow.game_id).in_(map(known_id, rows)))
        async with self.services.db.read() as session:
            some = set(await session.exec(made.distinct()))
        lines = {known_id(row): await self.line(known_id(row)) for row in rows if row.id in some}
        return {game: Counter(move.seat for move in line if move.by_clock) for game, line in lines.items()}

    async def taken_back(self, game_id: int, first: int, position: int) -> set[int]:
        """The moves since this one that do not lead to a position."""
        moves = select(ActionRow.number, ActionRow.parent).where(ActionRow.game_id == game_id, ActionRow.kind == MOVE)
        async with answers(self.services), self.services.db.read() as session:
            parents = dict(list(await session.exec(moves.where(col(ActionRow.number) >= first))))
        gone = set(parents)
        while position in parents:
            gone.discard(position)
            position = parents[position]
        return gone

    # --- how

    async def _begun(self, session: AsyncSession, game_id: int) -> GameRow:
        row = await self.services.row(session, game_id)
        if row.started_at is None:
            raise Refused("This game has not begun.")
        return row

    async def _rows(self, session: AsyncSession, game_id: int, numbers: list[int]) -> dict[int, PositionRow]:
        found = select(PositionRow).where(PositionRow.game_id == game_id, col(PositionRow.number) <= numbers[-1])
        wanted = set(numbers)
        return {row.number: row for row in await session.exec(found) if row.number in wanted}

    async def _last(self, session: AsyncSession, row: GameRow) -> UndecodedPosition | None:
        """How a game ended; None if that cannot be read."""
        with contextlib.suppress(Damage):
            return await self.services.position(session, row, row.position, {})
        return None

    async def _remember_end(self, undecoded: UndecodedPosition) -> None:
        with contextlib.suppress(Damage):
            end = (await self.services.decoded(undecoded)).game.state.end
            if end is not None:
                self._ends[known_id(undecoded.row), undecoded.number] = end


def _at(row: GameRow) -> tuple[int, int]:
    return known_id(row), row.position


def _events_of(game_id: int, numbers: Iterable[int]) -> SelectOfScalar[EventsRow]:
    """The stored events of moves. For many, query a range: a long game has more than a query can list."""
    wanted = sorted(numbers) or [0]
    number = col(EventsRow.number)
    between = number.in_(wanted) if len(wanted) <= NAMED else number.between(wanted[0], wanted[-1])
    return select(EventsRow).where(EventsRow.game_id == game_id, between)


def _stored(move: ActionRow, data: bytes) -> MoveEvents:
    try:
        return MoveEvents(move.seat, move.verb, tuple(decode_events(data)))
    except EngineError:
        return MoveEvents(move.seat, move.verb, None)


def _begins(data: bytes) -> bool:
    """Does a round begin in these events?"""
    with contextlib.suppress(EngineError):
        return any(event.kind == "round" for event in decode_events(data))
    return False


def _made_again(move: ActionRow, before: Game | None) -> MoveEvents:
    events = None
    with contextlib.suppress(EngineError):  # the rules may have been corrected since and refuse it
        if before is not None:
            events = tuple(before.apply(move.seat, Act(move.verb, move.args))[1])
    return MoveEvents(move.seat, move.verb, events, anew=True)


def _unpacked(rows: dict[int, PositionRow], numbers: Sequence[int]) -> Iterator[bytes]:
    """Unpack the positions of a line one after another, since each is the dictionary of the next."""
    raw = b""
    for number in numbers:
        if number not in rows:
            raise Unpackable(because("Position {number} is missing.", number=number))
        raw = unpacked(rows[number], raw)
        yield raw


def _those(every: Iterator[bytes], places: set[int]) -> list[bytes]:
    return [raw for place, raw in enumerate(every) if place in places]


def _beginnings(every: Iterator[bytes], count: int) -> list[bytes]:
    """The positions at the start of rounds, and the last."""
    beginnings, before = list[bytes](), None
    for place, raw in enumerate(every, 1):
        if (now := clock_of(raw)) != before or place == count:
            beginnings.append(raw)
        before = now
    return beginnings


def evenly_spread(every: Sequence[T], most: int) -> list[T]:
    """At most so many, evenly spread, including the first and the last."""
    if len(every) <= most:
        return list(every)
    step = (len(every) - 1) / (most - 1)
    return [every[round(at * step)] for at in range(most)]


def last_turn(line: Sequence[ActionRow], seat: str) -> int:
    """The last move that was made for a seat in its previous turn; what followed by itself nobody made."""
    before = dropwhile(lambda move: move.seat == seat, reversed(line))
    return next((move.number for move in before if move.seat == seat and move.cause is None), 0)


def turns(line: Sequence[ActionRow]) -> list[int]:
    """The numbers of the last moves of turns."""
    return [move.number for move, after in pairwise(line) if move.seat != after.seat]


async def moves_to(session: AsyncSession, game_id: int, position: int) -> list[ActionRow]:
    """The moves that lead to a position, in order."""
    found = select(ActionRow).where(
        ActionRow.game_id == game_id, ActionRow.kind == MOVE, col(ActionRow.number) <= position
    )
    moves = {move.number: move for move in await session.exec(found)}
    line: list[ActionRow] = []
    while position in moves:
        line.append(moves[position])
        position = moves[position].parent
    return line[::-1]
