"""What lies behind a game: the moves that led to where it is, positions along the way, and how games ended."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any, TypeVar

from sqlmodel import col, select
from sqlmodel.ext.asyncio.session import AsyncSession

from bot.store.positions import Unreadable as Unpackable
from bot.store.positions import unpacked
from bot.store.rows import FINISHED, MOVE, ActionRow, EventsRow, GameRow, PositionRow, SeatRow
from bot.table.desk import Cold, Damage, Desk, known_id
from bot.table.errors import Refused
from bot.table.reading import Story
from bot.table.troubles import answers
from engine import Act, EngineError, Game
from engine.core.kept import Kept
from engine.core.sentences import because, sentence_of
from engine.core.state import End
from engine.core.stored_events import decode as decode_events

REMEMBERED = 2000
"""So many moves that had to be worked out anew are remembered."""
LINES = 32
"""The moves of so many games are kept at hand."""
NAMED = 200
"""So many moves are named one by one in a statement."""
T = TypeVar("T")


@dataclass(frozen=True)
class Ended:
    """A game that was played to its end."""

    row: GameRow
    seats: list[SeatRow]
    end: End


@dataclass
class Past:
    """Looked at by many, changed by nobody."""

    desk: Desk
    _ends: dict[tuple[int, int], End] = field(default_factory=dict)
    """How games ended, by game and position; a position never changes."""
    _lines: Kept[tuple[int, int], list[ActionRow]] = field(default_factory=lambda: Kept(LINES))
    """The moves that led to positions."""
    _looking: asyncio.Lock = field(default_factory=asyncio.Lock)
    _anew: dict[tuple[int, int], Story] = field(default_factory=dict)
    """Stories that had to be worked out, by game and action."""

    async def line(self, game_id: int) -> list[ActionRow]:
        """The moves that led to the present position, in order: without those that were taken back."""
        async with answers(self.desk), self.desk.db.read() as session:
            row = await self._begun(session, game_id)
            # Whoever types is answered with every letter; a long game is not read anew for each.
            known = self._lines.get((game_id, row.position))
            return list(
                known or self._lines.keep((game_id, row.position), await line_to(session, game_id, row.position))
            )

    async def raws(self, game_id: int, most: int) -> tuple[list[bytes], dict[str, str]]:
        """Positions along the way as bytes, the first and the present among them, at most so many; and who sits there.

        They are evenly spread, and not decoded: that takes long.
        """
        numbers = [0, *(move.number for move in await self.line(game_id))]
        async with answers(self.desk):
            async with self.desk.db.read() as session:
                row = await self._begun(session, game_id)
                rows = await self._rows(session, game_id, numbers)
                names = {seat.seat: seat.name for seat in await self.desk.seats(session, game_id)}
            try:
                # Beside the rules, which are not to wait for somebody who looks back; one at a time.
                async with self._looking:
                    return await asyncio.to_thread(_unpacked, rows, numbers, set(thinned(numbers, most))), names
            except Unpackable as e:
                raise Damage(game_id, row.organiser_id, sentence_of(e)) from e

    async def positions(self, game_id: int, numbers: Iterable[int]) -> dict[int, Game]:
        """The game as it stood after these actions; without those that can no longer be read."""
        stored, found = list[Cold](), dict[int, Game]()
        async with answers(self.desk):
            async with self.desk.db.read() as session:
                row = await self._begun(session, game_id)
                for number in sorted(set(numbers)):
                    # A game that is damaged somewhere can still be listed.
                    with contextlib.suppress(Damage):
                        stored.append(await self.desk.position(session, row, number, {}))
            for cold in stored:
                with contextlib.suppress(Damage):
                    found[cold.number] = (await self.desk.warmed(cold)).game
        return found

    async def stories(self, game_id: int, actions: Iterable[ActionRow]) -> dict[int, Story]:
        """What happened in these moves, as it was stored when they were made; what was not is worked out anew."""
        moves = {action.number: action for action in actions if action.kind == MOVE}
        async with answers(self.desk), self.desk.db.read() as session:
            stored = {row.number: row.data for row in await session.exec(_events_of(game_id, moves))}
        found = {number: _stored(move, stored[number]) for number, move in moves.items() if number in stored}
        found |= await self._worked_out(game_id, [move for number, move in moves.items() if number not in stored])
        return {number: found[number] for number in moves}

    async def _worked_out(self, game_id: int, moves: Sequence[ActionRow]) -> dict[int, Story]:
        """The same for moves of which an older program has stored nothing: by today's rules, which may be others."""
        found = {
            move.number: self._anew[game_id, move.number] for move in moves if (game_id, move.number) in self._anew
        }
        new = [move for move in moves if move.number not in found]
        before = await self.positions(game_id, [move.parent for move in new]) if new else {}
        # Beside the rules, which are not to wait for somebody who looks back.
        for number, story in await asyncio.to_thread(
            lambda: [(move.number, _made_again(move, before.get(move.parent))) for move in new]
        ):
            found[number] = self._anew[game_id, number] = story
        while len(self._anew) > REMEMBERED:
            self._anew.pop(next(iter(self._anew)))
        return found

    async def ended(self, guild: int) -> list[Ended]:
        """All games of a server that were played to their end by their moves, oldest first."""
        async with answers(self.desk):
            async with self.desk.db.read() as session:
                mine = (GameRow.guild_id == guild, GameRow.status == FINISHED, col(GameRow.proven))
                rows = list(await session.exec(select(GameRow).where(*mine).order_by(col(GameRow.id))))
                numbers = [known_id(row) for row in rows]
                seated = select(SeatRow).where(col(SeatRow.game_id).in_(numbers)).order_by(col(SeatRow.place))
                seats: dict[int, list[SeatRow]] = {number: [] for number in numbers}
                for seat in await session.exec(seated):
                    seats[seat.game_id].append(seat)
                new = [row for row in rows if (known_id(row), row.position) not in self._ends]
                stored = [cold for row in new if (cold := await self._last(session, row)) is not None]
            for cold in stored:
                await self._remember_end(cold)
            ends = [(row, self._ends.get((known_id(row), row.position))) for row in rows]
            return [Ended(row, seats[known_id(row)], end) for row, end in ends if end is not None]

    # --- how

    async def _begun(self, session: AsyncSession, game_id: int) -> GameRow:
        row = await self.desk.row(session, game_id)
        if row.started_at is None:
            raise Refused("This game has not begun.")
        return row

    async def _rows(self, session: AsyncSession, game_id: int, numbers: list[int]) -> dict[int, PositionRow]:
        found = select(PositionRow).where(PositionRow.game_id == game_id, col(PositionRow.number) <= numbers[-1])
        wanted = set(numbers)
        return {row.number: row for row in await session.exec(found) if row.number in wanted}

    async def _last(self, session: AsyncSession, row: GameRow) -> Cold | None:
        """Where a game ended; None if that cannot be read."""
        with contextlib.suppress(Damage):
            return await self.desk.position(session, row, row.position, {})
        return None

    async def _remember_end(self, cold: Cold) -> None:
        with contextlib.suppress(Damage):
            end = (await self.desk.warmed(cold)).game.state.end
            if end is not None:
                self._ends[known_id(cold.row), cold.number] = end


def _events_of(game_id: int, numbers: Iterable[int]) -> Any:
    """Events of moves. Of many, one range is asked for: a long game has more than a statement can name."""
    wanted = sorted(numbers) or [0]
    number = col(EventsRow.number)
    between = number.in_(wanted) if len(wanted) <= NAMED else number.between(wanted[0], wanted[-1])
    return select(EventsRow).where(EventsRow.game_id == game_id, between)


def _stored(move: ActionRow, data: bytes) -> Story:
    try:
        return Story(move.seat, move.verb, tuple(decode_events(data)))
    except EngineError:
        return Story(move.seat, move.verb, None)


def _made_again(move: ActionRow, before: Game | None) -> Story:
    events = None
    with contextlib.suppress(EngineError):  # the rules may have been corrected since and refuse it
        if before is not None:
            events = tuple(before.apply(move.seat, Act(move.verb, move.args))[1])
    return Story(move.seat, move.verb, events, anew=True)


def _unpacked(rows: dict[int, PositionRow], numbers: Sequence[int], wanted: set[int]) -> list[bytes]:
    """Positions of a line; each is the dictionary of the next, so all are unpacked and only those wanted are held."""
    raw, found = b"", list[bytes]()
    for number in numbers:
        if number not in rows:
            raise Unpackable(because("Position {number} is missing.", number=number))
        raw = unpacked(rows[number], raw)
        if number in wanted:
            found.append(raw)
    return found


def thinned(every: Sequence[T], most: int) -> list[T]:
    """At most so many, evenly spread, the first and the last among them."""
    if len(every) <= most:
        return list(every)
    step = (len(every) - 1) / (most - 1)
    return [every[round(at * step)] for at in range(most)]


async def line_to(session: AsyncSession, game_id: int, position: int) -> list[ActionRow]:
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
