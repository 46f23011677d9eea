"""Games to and from files: to keep them, or to continue on another server."""

from __future__ import annotations

import secrets as randomness
from dataclasses import asdict, dataclass
from datetime import datetime
from typing import Any

from sqlmodel import insert
from sqlmodel.ext.asyncio.session import AsyncSession

from bot.errors import Refused, Stale
from bot.store.rows import (
    FINISHED,
    GATHERING,
    MOVE,
    RUNNING,
    START,
    ActionRow,
    EventsRow,
    GameRow,
    PositionRow,
    SeatRow,
    place_with,
)
from bot.table.files.incoming import IncomingGame, read_game, require_game, run_in_process
from bot.table.files.outgoing import require_file, site_file
from bot.table.ground.own_process import PATIENCE
from bot.table.ground.parsing import discord_number
from bot.table.ground.say import clean_name, distinct_name, say
from bot.table.ground.services import Services, known_id, setup_of
from bot.table.past.past import Past, moves_to
from bot.table.past.reading import check_may_export
from bot.table.play import telling
from bot.table.play.troubles import answers
from bot.table.seats import inviting
from bot.table.seats.opening import first_turns
from bot.table.seats.preferences import settings_for
from bot.table.seats.replacing import newcomer
from engine import Game, decode_game
from engine.core.sentences import because
from engine.exchange import own_file
from engine.record import Move, Record
from engine.view import view
from engine.words import Words

AT_ONCE = 500
"""Rows stored at a time, so that others get their turn in between."""


@dataclass(frozen=True)
class _FileContents:
    """The contents of a file: a game, and the moves that led to its position."""

    row: GameRow
    line: list[ActionRow]
    game: Game


class Transfer:
    """Export and import."""

    def __init__(self, services: Services, past: Past) -> None:
        self.services = services
        self.past = past

    async def export(self, game_id: int) -> bytes:
        """A game in the project's own format: all moves that count, with their secrets."""
        async with answers(self.services):
            return await self._written(await self._stored(game_id))

    async def export_to(self, game_id: int, seat: str) -> bytes:
        """The same for a player, or without a seat a spectator, if it reveals no secret to them."""
        async with answers(self.services):
            return await self._written(await self._may_take(game_id, seat))

    async def _may_take(self, game_id: int, seat: str) -> _FileContents:
        stored = await self._stored(game_id)
        stories = await self.past.stories(game_id, stored.line)
        check_may_export(stored.row, stored.game, list(stories.values()), seat)
        return stored

    async def export_to_site(self, game_id: int, seat: str) -> bytes:
        """The same in the format of 18xx.games, if that can express everything."""
        async with answers(self.services):
            stored = await self._may_take(game_id, seat)
            if not stored.row.proven:
                raise Refused(
                    "The moves of this game do not lead to its present position, so 18xx.games could not replay them."
                )
            return require_file(await run_in_process(site_file, self._record(stored)))

    async def _stored(self, game_id: int) -> _FileContents:
        async with self.services.db.read() as session:
            row = await self.services.row(session, game_id)
            if row.started_at is None:
                raise Refused("This game has not begun.")
            line = await moves_to(session, game_id, row.position)
            undecoded = await self.services.position(session, row, row.position, {})
        return _FileContents(row, line, (await self.services.decoded(undecoded)).game)

    async def _written(self, stored: _FileContents) -> bytes:
        record = self._record(stored)
        # The file has the players' names from the start; replacements are not part of the game.
        begun = await self.services.work(record.begin)
        names = {seat.id: seat.name for seat in begun.state.players}
        return await self.services.work(lambda: own_file.write(record, stored.game.named(names), carry=True))

    @staticmethod
    def _record(stored: _FileContents) -> Record:
        record = setup_of(stored.row)
        record.moves = [Move(move.seat, move.verb, dict(move.args)) for move in stored.line]
        return record

    # --- in

    async def bring(
        self, raw: bytes, guild: int, channel: int, organiser: int, people: dict[str, int], *, manager: bool = False
    ) -> int:
        """Import a game for the host, who vouches for the people; `people` says who each player is."""
        guild, channel = discord_number(guild, "server"), discord_number(channel, "channel")
        organiser = discord_number(organiser, "person")
        people = {name: discord_number(person, "person") for name, person in people.items()}
        incoming = require_game(await self.services.work(lambda: read_game(raw), PATIENCE))
        if set(people) != set(incoming.players) or len(set(people.values())) != len(people):
            raise Refused(because("Say who each of these players is: {players:list}.", players=tuple(incoming.players)))
        game = await self.open_table(incoming, guild, channel, organiser, manager=manager)
        await self.fill(game, incoming, {seat: people[name] for seat, name in incoming.seats}, agreed=True)
        return game

    async def check_may_bring(self, guild: int, organiser: int, *, manager: bool) -> None:
        """Refuse people who may not open a game on the server, before reading the file."""
        async with answers(self.services), self.services.db.read() as session:
            await settings_for(session, guild, organiser, manager=manager)

    async def open_table(
        self,
        incoming: IncomingGame,
        guild: int,
        channel: int,
        organiser: int,
        *,
        manager: bool = False,
        no_pin: int | None = None,
    ) -> int:
        """Create a table for an imported game; nobody knows of it yet."""
        async with answers(self.services), self.services.db.write() as session:
            row = GameRow(
                guild_id=guild,
                channel_id=channel,
                organiser_id=organiser,
                title=incoming.title,
                options=incoming.options,
                setup=incoming.setup,
                seed=incoming.seed,
                places=len(incoming.seats),
                settings=await settings_for(session, guild, organiser, manager=manager),
                place=place_with({}, no_pin=no_pin),
                created_at=self.services.clock(),
            )
            session.add(row)
            await session.flush()
            return known_id(row)

    async def fill(self, game_id: int, incoming: IncomingGame, people: dict[str, int], *, agreed: bool = False) -> None:
        """Store an imported game at its table. `people` by seat: all but the organiser are asked, unless `agreed`."""
        game = await self.services.work(lambda: decode_game(incoming.last))
        async with self.services.lock(game_id), answers(self.services), self.services.db.write() as session:
            row, now = await self.services.row(session, game_id), self.services.clock()
            if row.status != GATHERING or await self.services.seats(session, game_id):
                raise Stale("Somebody has joined or left since this was shown; please check and try again.")
            seats = _seated(row, incoming, people, agreed=agreed)
            row.players, row.status, row.started_at = incoming.players, RUNNING, now
            row.position = row.last = len(incoming.moves)
            row.proven = incoming.is_proven
            if incoming.is_over:
                row.status, row.ended_at = FINISHED, now
            session.add_all(seats)
            await self._store(session, row, incoming, now)
            named = game.named({seat.seat: seat.name for seat in seats})
            await self._call(session, row, {seat.seat: seat for seat in seats}, named, now)
            for seat in seats:
                if seat.invited is not None:
                    session.add(inviting.question(row, seat, now))

    async def _store(self, session: AsyncSession, row: GameRow, incoming: IncomingGame, now: datetime) -> None:
        """Store the moves, some hundred rows at a time."""
        game_id = known_id(row)
        start = {"seat": "", "verb": "", "args": {"code": self.services.code}}
        played = [{"seat": move.seat, "verb": move.verb, "args": dict(move.args)} for move in incoming.moves]
        for first in range(0, len(incoming.positions), AT_ONCE):
            numbers = range(first, min(first + AT_ONCE, len(incoming.positions)))
            common = {"game_id": game_id, "clicker": row.organiser_id, "decision": 0, "at": now}
            actions = [
                {
                    **common,
                    **(played[number - 1] if number else start),
                    "number": number,
                    "kind": MOVE if number else START,
                    "parent": max(number - 1, 0),
                    "position": number,
                }
                for number in numbers
            ]
            positions = [
                {"game_id": game_id, "number": number, **asdict(incoming.positions[number])} for number in numbers
            ]
            events = [
                {"game_id": game_id, "number": number, "data": incoming.events[number - 1]}
                for number in numbers
                if number
            ]
            for kind, rows in ((ActionRow, actions), (PositionRow, positions), (EventsRow, events)):
                if rows:
                    await (await session.connection()).execute(insert(kind), rows)

    async def _call(
        self, session: AsyncSession, row: GameRow, seats: dict[str, SeatRow], game: Game, now: datetime
    ) -> None:
        """Announce the import and ping whoever must act."""
        shown, people = view(game), await self.services.people(session, {seat.user_id for seat in seats.values()})
        await first_turns(session, row, seats, people, game, now)
        asked = [seats[one.seat] for one in shown.decisions]
        text = say("imported", moves=row.last) if row.proven else say("imported_as_it_stands")
        payload: dict[str, Any] = {"text": [text], "position": row.position, "over": row.status == FINISHED}
        if asked:
            payload |= telling.calling(asked, people, now) | {"place": Words(shown).place}
            payload |= telling.asking(shown, asked, payload["ping"])
        session.add(telling.to_table(row, "imported", randomness.token_hex(8), now, **payload))


def _seated(row: GameRow, found: IncomingGame, people: dict[str, int], *, agreed: bool) -> list[SeatRow]:
    """A game's seats: each with its person, or empty and offered to somebody."""
    seats: list[SeatRow] = []
    for place, (seat, name) in enumerate(found.seats, 1):
        person = people.get(seat)
        sits = person is not None and (agreed or person == row.organiser_id)
        user = person if person is not None and sits else newcomer(None, seats)
        called = distinct_name(clean_name(name), [one.name for one in seats])
        asked = None if sits else person
        seats.append(SeatRow(game_id=known_id(row), place=place, user_id=user, name=called, seat=seat, invited=asked))
    return seats
