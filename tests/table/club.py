"""A table on a temporary database, with a clock that only tests move and people who are numbers."""

from __future__ import annotations

import random
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

from alembic import command
from sqlalchemy import create_engine
from sqlmodel import col, delete, select

from bot.store import Database
from bot.store.opening.migrate import configuration
from bot.store.positions import packed
from bot.store.rows import GameRow, OutboxRow, PositionRow, TurnRow
from bot.table.ground.positions import CachedPosition
from bot.table.ground.services import Present
from bot.table.table import Outcome, Table
from engine import Game
from engine.play import next_to_act, random_act
from tests.fresh import fresh

GUILD, CHANNEL = 1, 100
ANN, BOB, CEM, DAN, EVE = 11, 12, 13, 14, 15
NAMES = {ANN: "Ann", BOB: "Bob", CEM: "Cem", DAN: "Dan", EVE: "Eve"}
NOON = datetime(2026, 3, 2, 12, tzinfo=UTC)


def older(path: Path, version: str) -> None:
    """Take the tables of a closed database back to an older version."""
    engine = create_engine(f"sqlite:///{path}")
    with engine.begin() as connection:
        command.downgrade(configuration(connection), version)
    engine.dispose()


class Clock:
    """Stands still until it is moved."""

    def __init__(self, now: datetime = NOON) -> None:
        self.now = now

    def __call__(self) -> datetime:
        return self.now

    def pass_by(self, **span: float) -> None:
        """Let time pass."""
        self.now += timedelta(**span)


class Club:
    """A table with the usual people, and short ways to ask it for things."""

    def __init__(self, table: Table, clock: Clock) -> None:
        self.table, self.clock, self.db = table, clock, table.db
        self.troubles: list[str] = []
        table.services.on_trouble = lambda game, organiser, why: self.troubles.append(why)

    async def game(self, *people: int, title: str = "1870", seed: int = 4, **options: str) -> int:
        """A running game in which people sit in the order given."""
        seated = people or (ANN, BOB, CEM)
        chosen = {"runs": "free", **options} if title == "1870" else options
        where = (GUILD, CHANNEL, seated[0])
        game = await self.table.seating.create(*where, title, chosen, places=max(len(seated), 2) + 1, seed=seed)
        for person in seated:
            await self.table.seating.join(game, person, NAMES.get(person, f"Player {person}"))
        await self.table.seating.start(game, seated[0], list(seated))
        return game

    async def act(self, game: int, person: int, verb: str, /, **args: Any) -> Outcome:
        """A move of a person for their own seat, with the numbers a fresh button would carry."""
        now = await self.table.present(game)
        seat = next((seat.seat for seat in now.seats if seat.user_id == person), "p1")
        given = {key.rstrip("_"): value for key, value in args.items()}
        return await self.table.act(game, person, seat, verb, given, now.decision, now.epoch)

    async def play(self, game: int, moves: int, seed: int = 1) -> Present:
        """Make this many random moves, each by the person in the seat."""
        stream = random.Random(seed)
        for _ in range(moves):
            now = await self.table.present(game)
            decision = next_to_act(now.game, stream)
            if decision is None:
                break
            move = random_act(now.game, decision.seat, stream)
            assert move is not None
            person = next(seat.user_id for seat in now.seats if seat.seat == decision.seat)
            await self.table.act(game, person, decision.seat, move.verb, move.args, now.decision, now.epoch)
        return await self.table.present(game)

    async def outbox(self, game: int | None = None, kind: str | None = None) -> list[OutboxRow]:
        """All announcements in order."""
        async with self.db.read() as session:
            rows = await session.exec(select(OutboxRow).order_by(OutboxRow.id))  # type: ignore[arg-type]
            return [row for row in rows if game in (None, row.game_id) and kind in (None, row.kind)]

    async def stored(self, game: int) -> tuple[Any, ...]:
        """All that a refused request must leave as it is."""
        now = await self.table.present(game)
        actions = [action.number for action in await self.table.actions(game, most=100_000)]
        return now.game.encode(), now.epoch, now.row.status, actions, len(await self.outbox(game))


@asynccontextmanager
async def club(url: str | Path, clock: Clock | None = None, **settings: Any) -> AsyncIterator[Club]:
    """An open table."""
    time = clock or Clock()
    if isinstance(url, Path) and not url.exists():
        fresh(url)
    table = Table(Database(str(url), **settings), clock=time)
    await table.db.open()
    try:
        yield Club(table, time)
    finally:
        await table.close()


async def put(club: Club, game: int, position: Game) -> None:
    """Lay a begun game out in another position, as if it had started there."""
    async with club.db.write() as session:
        seats = await club.table.services.seats(session, game)
        names = {seat.seat: seat.name for seat in seats}
        position = position.named(names)
        row = await session.get(PositionRow, (game, 0))
        assert row is not None
        raw = position.encode()
        row.data = packed(game, 0, raw, None, b"").data
        await session.exec(delete(TurnRow).where(col(TurnRow.game_id) == game))
        for one in position.decisions():
            turn = {"decision": one.number, "rule": one.rule, "since": club.clock()}
            session.add(TurnRow(game_id=game, seat=one.seat, **turn))
    services = club.table.services
    keep = services.keep

    def keep_no_older(row: GameRow, number: int, cached: CachedPosition) -> None:
        if (row.id, number) != (game, 0) or cached.raw == raw:
            keep(row, number, cached)

    # For the table a number never means another position: whoever began to read before must not keep the old one.
    services.keep = keep_no_older  # type: ignore[method-assign]
    services.cool()
