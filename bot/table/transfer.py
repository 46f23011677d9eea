"""A game as a file, and back: to keep it, to look at it elsewhere, to go on on another server."""

from __future__ import annotations

import secrets as randomness
from dataclasses import dataclass

from sqlmodel import select
from sqlmodel.ext.asyncio.session import AsyncSession

from bot.store.positions import packed
from bot.store.rows import FINISHED, MOVE, ActionRow, EventsRow, GameRow, PositionRow, SeatRow, TurnRow
from bot.table import telling
from bot.table.desk import Desk, known_id, setup_of
from bot.table.errors import Refused
from bot.table.given import discord_number
from bot.table.past import Past, line_to
from bot.table.preferences import settings_for
from bot.table.reading import check_may_export
from bot.table.say import clean_name, say, unlike
from bot.table.seating import Opening, lay_out, opening_of
from bot.table.troubles import answers
from engine import EngineError, Game
from engine.core.sentences import because, sentence_of
from engine.core.stored_events import encode as encode_events
from engine.exchange import own_file
from engine.record import Move, Record

LONGEST = 600.0
"""Seconds that playing a whole game again may take."""
MOST_BYTES = 8 * 1024 * 1024


@dataclass(frozen=True)
class _Stored:
    """What a file is made of: a game, and the moves that led to where it stands."""

    row: GameRow
    line: list[ActionRow]
    game: Game


@dataclass(frozen=True)
class _Made:
    """A move of a file as it is stored."""

    move: Move
    game: Game
    position: PositionRow
    events: bytes


class Transfer:
    """Export and import."""

    def __init__(self, desk: Desk, past: Past) -> None:
        self.desk = desk
        self.past = past

    async def export(self, game_id: int) -> bytes:
        """The game as the project's own file: all moves that count, in order, with all their secrets."""
        async with answers(self.desk):
            return await self._written(await self._stored(game_id))

    async def export_to(self, game_id: int, seat: str) -> bytes:
        """The same for somebody who plays, or with no seat only watches, if it tells them no secret."""
        async with answers(self.desk):
            stored = await self._stored(game_id)
            stories = await self.past.stories(game_id, stored.line)
            check_may_export(stored.row, stored.game, list(stories.values()), seat)
            return await self._written(stored)

    async def _stored(self, game_id: int) -> _Stored:
        async with self.desk.db.read() as session:
            row = await self.desk.row(session, game_id)
            if row.started_at is None:
                raise Refused("This game has not begun.")
            line = await line_to(session, game_id, row.position)
            cold = await self.desk.position(session, row, row.position, {})
        return _Stored(row, line, (await self.desk.warmed(cold)).game)

    async def _written(self, stored: _Stored) -> bytes:
        row = stored.row
        played = [Move(move.seat, move.verb, dict(move.args)) for move in stored.line]
        record = setup_of(row)
        record.moves = played
        # The file names people as they were when the game began; a replacement is not part of the game.
        begun = await self.desk.work(record.begin)
        names = {seat.id: seat.name for seat in begun.state.players}
        return await self.desk.work(lambda: own_file.write(record, stored.game.named(names)))

    async def bring(
        self, raw: bytes, guild: int, channel: int, organiser: int, people: dict[str, int], *, manager: bool = False
    ) -> int:
        """A game from a file, played again move by move. `people` says who each player of the file is."""
        if not isinstance(raw, bytes):
            raise Refused("That is no file.")
        if len(raw) > MOST_BYTES:
            raise Refused("The file is too big to be a game.")
        guild, channel = discord_number(guild, "server"), discord_number(channel, "channel")
        organiser = discord_number(organiser, "person")
        if not isinstance(people, dict):
            raise Refused("Say for each player of the file who it is.")
        people = {name: discord_number(person, "person") for name, person in people.items()}

        record, start, moves = await self.desk.work(lambda: _played(raw), LONGEST)
        if set(people) != set(record.players) or len(set(people.values())) != len(people):
            raise Refused(because("Say for each of these who it is: {players:list}.", players=tuple(record.players)))
        async with answers(self.desk), self.desk.db.write() as session:
            now, settings = self.desk.clock(), await settings_for(session, guild, organiser, manager=manager)
            row = GameRow(
                guild_id=guild,
                channel_id=channel,
                organiser_id=organiser,
                title=record.title,
                options=dict(start.game.state.options),
                setup=record.setup,
                seed=record.seed,
                players=record.players,
                places=len(record.players),
                settings=settings,
                created_at=now,
            )
            session.add(row)
            await session.flush()
            seats: list[SeatRow] = []
            for place, one in enumerate(start.game.state.players, 1):
                called = unlike(clean_name(one.name), [seat.name for seat in seats])
                person = people[one.name]
                seats.append(SeatRow(game_id=known_id(row), place=place, user_id=person, name=called, seat=one.id))
            session.add_all(seats)
            await lay_out(self.desk, session, row, seats, start, now)
            await session.flush()
            await self._store(session, row, start, moves, organiser)
            text = say("imported", moves=len(moves))
            session.add(telling.to_table(row, "imported", randomness.token_hex(8), now, text=[text]))
            return known_id(row)

    async def _store(
        self, session: AsyncSession, row: GameRow, start: Opening, moves: list[_Made], organiser: int
    ) -> None:
        game_id, now = known_id(row), self.desk.clock()
        for number, made in enumerate(moves, 1):
            by = {"seat": made.move.seat, "verb": made.move.verb, "args": dict(made.move.args)}
            at = {"parent": number - 1, "position": number, "clicker": organiser, "at": now}
            session.add(ActionRow(game_id=game_id, number=number, kind=MOVE, **by, **at))
            made.position.game_id = game_id
            session.add(made.position)
            session.add(EventsRow(game_id=game_id, number=number, data=made.events))
        row.position = row.last = len(moves)
        last = moves[-1].game if moves else start.game
        if last.state.end is not None:
            row.status, row.ended_at = FINISHED, now
        for turn in await session.exec(select(TurnRow).where(TurnRow.game_id == game_id)):
            await session.delete(turn)
        await session.flush()
        for one in last.decisions():
            turn = {"seat": one.seat, "decision": one.number, "rule": one.rule, "since": now}
            session.add(TurnRow(game_id=game_id, due_at=now, **turn))


def _played(raw: bytes) -> tuple[Record, Opening, list[_Made]]:
    """The game of a file played again, and all that is stored of it but the number it gets."""
    try:
        record, _ = own_file.read(raw)
        start, states = opening_of(record), list(record.states())
    except EngineError as e:
        raise Refused(sentence_of(e)) from e
    before, before_raw = packed(0, 0, start.raw, None, b""), start.raw
    moves: list[_Made] = []
    for number, (move, game, events) in enumerate(states, 1):
        after_raw = game.encode()
        before, before_raw = packed(0, number, after_raw, before, before_raw), after_raw
        moves.append(_Made(move, game, before, encode_events(events)))
    return record, start, moves
