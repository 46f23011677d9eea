"""Check the whole database: unpack, audit and replay every stored game."""

from __future__ import annotations

from collections.abc import AsyncIterator
from dataclasses import dataclass, field
from typing import TypeVar

from sqlmodel import col, select
from sqlmodel.ext.asyncio.session import AsyncSession

from bot.store import Database
from bot.store.positions import Unreadable, unpacked
from bot.store.rows import MOVE, RUNNING, ActionRow, EventsRow, GameRow, OutboxRow, PositionRow, SeatRow, TurnRow
from bot.table.ground.say import reason_text, say
from bot.table.ground.services import setup_of
from engine import Act, EngineError, Game, decode_game
from engine.core.sentences import because
from engine.core.stored_events import decode as decode_events

R = TypeVar("R", ActionRow, PositionRow, EventsRow)


@dataclass
class Report:
    """The findings for one game."""

    game: int
    title: str
    status: str
    moves: int = 0
    bytes: int = 0
    faults: list[str] = field(default_factory=list)
    """What is damaged."""
    changed: list[str] = field(default_factory=list)
    """Moves that the current rules would make differently; the game continues from the stored position."""

    def lines(self) -> list[str]:
        """The report in words."""
        state = "damaged" if self.faults else "changed" if self.changed else "good"
        status = say(self.status, group="statuses")
        size = {"moves": self.moves, "bytes": self.bytes}
        head = say(state, group="verify", game=self.game, title=self.title, status=status, **size)
        return [head, *(f"  {reason_text(line)}" for line in [*self.faults[:10], *self.changed[:10]])]


@dataclass
class _StoredGame:
    """Everything stored about a begun game."""

    row: GameRow
    actions: list[ActionRow]
    positions: list[PositionRow]
    events: list[EventsRow]
    announced: list[int]
    seats: set[str]
    turns: dict[str, int]


async def verify(db: Database) -> AsyncIterator[Report]:
    """Check one game after another, with only one in memory at a time."""
    async with db.read() as session:
        numbers = list(await session.exec(select(GameRow.id).order_by(col(GameRow.id))))
    for number in numbers:
        async with db.read() as session:
            stored = await _stored(session, number or 0)
        yield _checked(stored)


async def _stored(session: AsyncSession, game_id: int) -> _StoredGame:
    row = await session.get(GameRow, game_id)
    assert row is not None
    announced = select(OutboxRow.number).where(OutboxRow.game_id == game_id, OutboxRow.kind == MOVE)
    turns = await session.exec(select(TurnRow).where(TurnRow.game_id == game_id))
    return _StoredGame(
        row,
        await _rows(session, ActionRow, game_id),
        await _rows(session, PositionRow, game_id),
        await _rows(session, EventsRow, game_id),
        list(await session.exec(announced)),
        {seat.seat for seat in await session.exec(select(SeatRow).where(SeatRow.game_id == game_id))},
        {turn.seat: turn.decision for turn in turns},
    )


def _checked(stored: _StoredGame) -> Report:
    row = stored.row
    report = Report(row.id or 0, row.title, row.status)
    if row.started_at is None:
        return report
    report.moves = sum(action.kind == MOVE for action in stored.actions)
    report.bytes = sum(len(position.data) for position in stored.positions)
    if [action.number for action in stored.actions] != list(range(row.last + 1)):
        report.faults.append(because("The moves are not numbered from 0 to {last}.", last=row.last))
    raws = _unpack(stored.positions, report)
    for stored_events in stored.events:
        try:
            decode_events(stored_events.data)
        except EngineError as e:
            report.faults.append(because("Move {number}: {e}", number=stored_events.number, e=e))
    _moves(row, stored.actions, raws, report)
    if row.position not in raws:
        report.faults.append(because("The present position {number} cannot be read.", number=row.position))
    else:
        _present(stored, decode_game(raws[row.position]), report)
    future = [number for number in stored.announced if number > row.last]
    if future:
        report.faults.append(because("Move {number} was announced but not stored.", number=future[0]))
    return report


async def _rows(session: AsyncSession, kind: type[R], game_id: int) -> list[R]:
    found = select(kind).where(kind.game_id == game_id).order_by(col(kind.number))
    return list(await session.exec(found))


def _unpack(positions: list[PositionRow], report: Report) -> dict[int, bytes]:
    """All readable positions whose books balance, as bytes, because a decoded game is big."""
    raws: dict[int, bytes] = {}
    for stored in positions:
        try:
            if stored.base is not None and stored.base not in raws:
                raise Unreadable(because("it follows position {base}, which cannot be read.", base=stored.base))
            raw = unpacked(stored, raws[stored.base] if stored.base is not None else b"")
            decode_game(raw).audit()
            raws[stored.number] = raw
        except (Unreadable, EngineError) as e:
            report.faults.append(because("Position {number}: {e}", number=stored.number, e=e))
    return raws


def _moves(row: GameRow, actions: list[ActionRow], raws: dict[int, bytes], report: Report) -> None:
    """Replay each move from the stored position before it, ignoring names, which may have changed."""
    try:
        begun = setup_of(row).begin()
        if row.proven and 0 in raws and _nameless(begun) != _nameless(decode_game(raws[0])):
            report.changed.append(because("The game would begin differently."))
    except EngineError as e:
        report.changed.append(because("The game could not begin: {e}", e=e))
    for action in actions:
        if action.kind != MOVE or action.parent not in raws:
            continue
        if action.position not in raws:
            report.faults.append(because("Move {number} has no position.", number=action.number))
            continue
        try:
            after, _ = decode_game(raws[action.parent]).apply(action.seat, Act(action.verb, action.args))
            if _nameless(after) != _nameless(decode_game(raws[action.position])):
                report.changed.append(
                    because("Move {number} would lead to a different position.", number=action.number)
                )
        except EngineError as e:
            report.changed.append(because("Move {number} would be refused: {e}", number=action.number, e=e))


def _nameless(game: Game) -> bytes:
    return game.named({seat.id: seat.id for seat in game.state.players}).encode()


def _present(stored: _StoredGame, game: Game, report: Report) -> None:
    if stored.seats != {seat.id for seat in game.state.players}:
        report.faults.append(because("The stored seats do not match the game."))
    if stored.row.status == RUNNING and stored.turns != {one.seat: one.number for one in game.decisions()}:
        report.faults.append(because("The stored list of players to act is wrong."))
