"""A game as a file, and back: to keep it, to look at it elsewhere, to go on on another server."""

from __future__ import annotations

import secrets as randomness

from sqlmodel import col, select
from sqlmodel.ext.asyncio.session import AsyncSession

from bot.store.positions import packed
from bot.store.rows import FINISHED, MOVE, ActionRow, GameRow, SeatRow, TurnRow
from bot.table import telling
from bot.table.desk import Desk, Warm, known_id
from bot.table.errors import Refused
from bot.table.given import discord_number
from bot.table.say import clean_name, say
from bot.table.seating import lay_out, server_settings
from bot.table.troubles import answers
from engine import EngineError, Game
from engine.exchange import own_file
from engine.record import Move, Record
from engine.sentences import because, sentence_of

LONGEST = 600.0
"""Seconds that playing a whole game again may take."""
MOST_BYTES = 8 * 1024 * 1024


class Transfer:
    """Export and import."""

    def __init__(self, desk: Desk) -> None:
        self.desk = desk

    async def export(self, game_id: int) -> bytes:
        """The game as the project's own file: all moves that count, in order."""
        async with answers(self.desk), self.desk.db.read() as session:
            row = await self.desk.row(session, game_id)
            if row.started_at is None:
                raise Refused("This game has not begun.")
            record = await record_of(session, row)
            warm = await self.desk.position(session, row, row.position, {})
        # The file names people as they were when the game began; a replacement is not part of the game.
        begun = await self.desk.work(record.begin)
        names = {seat.id: seat.name for seat in begun.state.players}
        return await self.desk.work(lambda: own_file.write(record, warm.game.named(names)))

    async def bring(self, raw: bytes, guild: int, channel: int, organiser: int, people: dict[str, int]) -> int:
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

        def job() -> tuple[Record, Game, list[tuple[Move, Game]]]:
            try:
                record, _ = own_file.read(raw)
                return record, record.begin(), [(move, game) for move, game, _ in record.states()]
            except EngineError as e:
                raise Refused(sentence_of(e)) from e

        record, start, states = await self.desk.work(job, LONGEST)
        if set(people) != set(record.players) or len(set(people.values())) != len(people):
            raise Refused(because("Say for each of these who it is: {players}.", players=", ".join(record.players)))
        async with answers(self.desk), self.desk.db.write() as session:
            now, rules = self.desk.clock(), await server_settings(session, guild)
            row = GameRow(
                guild_id=guild,
                channel_id=channel,
                organiser_id=organiser,
                title=record.title,
                options=dict(start.state.options),
                setup=record.setup,
                seed=record.seed,
                players=record.players,
                places=len(record.players),
                settings={key: rules[key] for key in ("interval", "urgent", "stop", "organiser_acts")},
                created_at=now,
            )
            session.add(row)
            await session.flush()
            seats = [
                SeatRow(
                    game_id=known_id(row), place=place, user_id=people[one.name], name=clean_name(one.name), seat=one.id
                )
                for place, one in enumerate(start.state.players, 1)
            ]
            session.add_all(seats)
            first = await lay_out(self.desk, session, row, seats, start, now)
            await session.flush()
            await self._play(session, row, first, states, organiser)
            text = say("imported", moves=len(states))
            target, key = telling.channel(channel), randomness.token_hex(8)
            session.add(telling.row(target, "imported", key, now, known_id(row), row.last, text=[text]))
            return known_id(row)

    async def _play(
        self, session: AsyncSession, row: GameRow, warm: Warm, states: list[tuple[Move, Game]], organiser: int
    ) -> None:
        game_id, now = known_id(row), self.desk.clock()
        for number, (move, game) in enumerate(states, 1):
            raw = game.encode()
            stored = packed(game_id, number, raw, warm.row, warm.raw)
            warm = Warm(game, raw, stored)
            made = {"seat": move.seat, "verb": move.verb, "args": dict(move.args), "clicker": organiser, "at": now}
            session.add(
                ActionRow(game_id=game_id, number=number, kind=MOVE, parent=number - 1, position=number, **made)
            )
            session.add(stored)
        row.position = row.last = len(states)
        if warm.game.state.end is not None:
            row.status, row.ended_at = FINISHED, now
        for turn in await session.exec(select(TurnRow).where(TurnRow.game_id == game_id)):
            await session.delete(turn)
        await session.flush()
        for one in warm.game.decisions():
            turn = {"seat": one.seat, "decision": one.number, "rule": one.rule, "since": now}
            session.add(TurnRow(game_id=game_id, due_at=now, **turn))


async def record_of(session: AsyncSession, row: GameRow) -> Record:
    """How a game was played, without what was taken back."""
    moves = {
        move.number: move
        for move in await session.exec(
            select(ActionRow)
            .where(ActionRow.game_id == known_id(row), ActionRow.kind == MOVE)
            .order_by(col(ActionRow.number))
        )
    }
    line: list[ActionRow] = []
    position = row.position
    while position in moves:
        line.append(moves[position])
        position = moves[position].parent
    played = [Move(move.seat, move.verb, dict(move.args)) for move in reversed(line)]
    return Record(
        title=row.title, players=row.players, options=row.options, seed=row.seed, setup=row.setup, moves=played
    )
