"""Games made, people seated, replaced and sent home."""

from __future__ import annotations

import contextlib
import secrets
from datetime import datetime
from typing import Any

from sqlmodel import col, delete
from sqlmodel.ext.asyncio.session import AsyncSession

from bot.store.positions import packed
from bot.store.rows import (
    FINISHED,
    GATHERING,
    RUNNING,
    START,
    STOP,
    STOPPED,
    ActionRow,
    GameRow,
    SeatRow,
    TurnRow,
)
from bot.table import rearming, telling
from bot.table.clocks import next_due, pace_of, whom
from bot.table.desk import Damage, Desk, Warm, known_id, setup_of
from bot.table.errors import Refused, Stale
from bot.table.given import chosen as readable_options
from bot.table.given import discord_number, people
from bot.table.given import name as given_name
from bot.table.preferences import settings_for
from bot.table.replacing import Replacing, newcomer
from bot.table.rights import check_organiser
from bot.table.say import clean_name, say, unlike
from bot.table.shelf import mirrored
from bot.table.troubles import answers
from engine import EngineError, Game
from engine.core.sentences import because, sentence_of
from engine.titles import title_for
from engine.view import view
from engine.words import Words


class Seating:
    """Who sits where."""

    def __init__(self, desk: Desk) -> None:
        self.desk = desk
        self.replacing = Replacing(desk)
        self.replace = self.replacing.replace

    # --- before the game

    async def create(
        self,
        guild: int,
        channel: int,
        organiser: int,
        title: str,
        options: dict[str, str] | None = None,
        places: int = 4,
        seed: int | None = None,
        *,
        manager: bool = False,
    ) -> int:
        """Open a game for people to join; its number."""
        guild, channel = discord_number(guild, "server"), discord_number(channel, "channel")
        organiser = discord_number(organiser, "person")
        chosen = _options(title, options or {}, places)
        if seed is not None and (not isinstance(seed, int) or isinstance(seed, bool) or not 0 <= seed < 2**62):
            raise Refused("A seed is a whole number from 0.")
        async with answers(self.desk), self.desk.db.write() as session:
            kept = await settings_for(session, guild, organiser, manager=manager)
            row = GameRow(
                guild_id=guild,
                channel_id=channel,
                organiser_id=organiser,
                title=title,
                options=chosen,
                places=places,
                seed=secrets.randbelow(2**31) if seed is None else seed,
                settings=kept,
                created_at=self.desk.clock(),
            )
            session.add(row)
            await session.flush()
            return known_id(row)

    async def discard(self, game_id: int) -> None:
        """Forget a game for which there is no place; nobody has heard of it."""
        async with self.desk.lock(game_id), answers(self.desk), self.desk.db.write() as session:
            row, _ = await self._gathering(session, game_id)
            await session.delete(row)

    async def join(
        self, game_id: int, user: int | None, name: str, *, robot: str = "", taken: int | None = None
    ) -> bool:
        """Take a seat; nobody's number: for a robot. A table that is full begins at once; whether it did.

        `taken`: how many seats had been taken when whoever asks looked; the same press twice takes one seat.
        """
        async with self.desk.lock(game_id), answers(self.desk), self.desk.db.write() as session:
            row, seats = await self._gathering(session, game_id)
            user = newcomer(user, seats)
            if any(seat.user_id == user for seat in seats):
                raise Refused("You have a seat at this table already.")
            if taken not in (None, len(seats)):
                raise Stale("Somebody has come or gone since this was shown; please look again.")
            if len(seats) >= row.places:
                raise Refused("This table is full.")
            place = max((seat.place for seat in seats), default=0) + 1
            called = unlike(clean_name(name), [seat.name for seat in seats])
            seat = SeatRow(game_id=game_id, place=place, user_id=user, name=called, robot=robot)
            session.add(seat)
            now, seats = self.desk.clock(), [*seats, seat]
            if len(seats) == row.places:
                await self._begin(session, row, seats, None, now)
                return True
            text = say("joined", name=called, taken=len(seats), places=row.places)
            session.add(telling.to_table(row, "join", f"{user} {now.isoformat()}", now, text=[text]))
            return False

    async def leave(self, game_id: int, user: int) -> None:
        """Give the seat back before the game begins."""
        async with self.desk.lock(game_id), answers(self.desk), self.desk.db.write() as session:
            row, seats = await self._gathering(session, game_id)
            mine = next((seat for seat in seats if seat.user_id == user), None)
            if mine is None:
                raise Refused("You have no seat at this table.")
            await session.delete(mine)
            now = self.desk.clock()
            text = say("left", name=mine.name, taken=len(seats) - 1, places=row.places)
            session.add(telling.to_table(row, "leave", f"{user} {now.isoformat()}", now, text=[text]))

    async def start(self, game_id: int, by: int, order: list[int] | None = None, *, manager: bool = False) -> None:
        """Begin with those who are there; `order` gives people in seating order, otherwise the seed draws."""
        async with self.desk.lock(game_id), answers(self.desk), self.desk.db.write() as session:
            row, seats = await self._gathering(session, game_id)
            check_organiser(row, by, manager=manager)
            await self._begin(session, row, seats, order, self.desk.clock())

    async def _gathering(self, session: AsyncSession, game_id: int) -> tuple[GameRow, list[SeatRow]]:
        row = await self.desk.row(session, game_id)
        if row.status != GATHERING:
            raise Refused("This game has begun already." if row.started_at else "This game has been called off.")
        return row, await self.desk.seats(session, game_id)

    async def _begin(
        self, session: AsyncSession, row: GameRow, seats: list[SeatRow], order: list[int] | None, now: datetime
    ) -> None:
        names = {seat.user_id: seat.name for seat in seats}
        if order is not None:
            if sorted(people(order)) != sorted(names):
                raise Refused("The seating order must name every player once.")
            row.setup = {"order": [names[user] for user in order]}
        row.players = [seat.name for seat in seats]
        try:
            game = await self.desk.work(lambda: setup_of(row).begin())
        except EngineError as e:
            raise Refused(sentence_of(e)) from e
        by_name = {seat.name: seat.id for seat in game.state.players}
        for seat in seats:
            seat.seat = by_name[seat.name]
        await lay_out(self.desk, session, row, seats, game, now)
        shown = view(game)
        told = say("started", names=[seat.name for seat in game.state.players])
        waits = telling.decisions(shown)
        called = {seat.seat: seat.user_id for seat in seats}
        ping = [called[seat] for seat in waits]
        waiting = [text for _, text in waits.values()]
        text = [line for line in (told, Words(shown).advice) if line]
        payload = {"text": text, "ping": ping, "waits": waiting, "place": Words(shown).place, "position": 0}
        session.add(telling.to_table(row, START, "all", now, **payload))

    # --- while it goes on

    async def hand_over(self, game_id: int, by: int, person: int, *, manager: bool = False) -> None:
        """Make somebody else the organiser."""
        async with self.desk.lock(game_id), answers(self.desk), self.desk.db.write() as session:
            row = await self.desk.row(session, game_id)
            check_organiser(row, by, manager=manager)
            row.organiser_id, now = discord_number(person, "person"), self.desk.clock()
            text = say("organiser", person=person)
            session.add(telling.to_table(row, "organiser", now.isoformat(), now, text=[text], ping=[person]))

    async def stop(self, game_id: int, by: int, *, manager: bool = False) -> None:
        """Call a game off before it begins, or stop it for good; everything played is kept."""
        async with self.desk.lock(game_id), answers(self.desk), self.desk.db.write() as session:
            row = await self.desk.row(session, game_id)
            check_organiser(row, by, manager=manager)
            if row.status in (FINISHED, STOPPED):
                raise Refused("This game is over.")
            now, begun = self.desk.clock(), row.started_at is not None
            row.status, row.ended_at = STOPPED, now
            if begun:
                row.last += 1
                at = {"parent": row.position, "position": row.position, "clicker": by, "at": now}
                session.add(ActionRow(game_id=game_id, number=row.last, kind=STOP, **at))
            await session.exec(delete(TurnRow).where(col(TurnRow.game_id) == game_id))
            note = telling.to_table(row, STOP, "all", now, text=[say("stopped" if begun else "cancelled")])
            session.add_all([note, *await mirrored(session, game_id, [note])])

    async def move(
        self, game_id: int, by: int, channel: int, guild: int | None = None, *, manager: bool = False
    ) -> None:
        """Let a game be played in another channel."""
        async with self.desk.lock(game_id), answers(self.desk), self.desk.db.write() as session:
            row = await self.desk.row(session, game_id)
            check_organiser(row, by, manager=manager)
            moved = channel != row.channel_id and row.started_at is not None
            row.channel_id = discord_number(channel, "channel")
            if guild is not None:
                row.guild_id = discord_number(guild, "server")
            await rearming.of_game(session, self.desk, row)
            if moved and row.status == RUNNING:
                await self._call(session, row, say("moved"))

    async def call_again(self, game_id: int, lost: str) -> bool:
        """Call whoever must act once more, when what was lost is there again: what was said may not have arrived."""
        async with self.desk.lock(game_id), answers(self.desk), self.desk.db.write() as session:
            row = await self.desk.row(session, game_id)
            if row.place.get("lost") != lost:
                return False
            row.place = {name: value for name, value in row.place.items() if name != "lost"}
            if row.status == RUNNING:
                await self._call(session, row, say("called_again"))
            return True

    async def _call(self, session: AsyncSession, row: GameRow, text: str) -> None:
        now, waits, ping = self.desk.clock(), dict[str, Any](), list[int]()
        with contextlib.suppress(Damage):
            sitting = await self.desk.load(session, known_id(row))
            waits = telling.decisions(view(sitting.game))
            ping = [whom(sitting.seats[seat], sitting.people, now) for seat in waits]
        payload = {"text": [text], "ping": ping, "waits": [said for _, said in waits.values()]}
        session.add(telling.to_table(row, "call", f"call {now.isoformat()}", now, **payload))


def _options(title: Any, options: Any, places: Any) -> dict[str, str]:
    """The options of a title with its defaults, or the sentence why there can be no such game."""
    try:
        asked = readable_options(options)
        found = title_for(given_name(title)[:40], asked)
        chosen = found.chosen(asked)
    except EngineError as e:
        raise Refused(sentence_of(e)) from e
    low, high = found.players
    if not isinstance(places, int) or isinstance(places, bool) or not low <= places <= high:
        raise Refused(because("{title} is for {low} to {high} players.", title=title, low=low, high=high))
    return chosen


async def lay_out(
    desk: Desk, session: AsyncSession, row: GameRow, seats: list[SeatRow], game: Game, now: datetime
) -> Warm:
    """A game's first position, and who must act."""
    game_id, raw = known_id(row), game.encode()
    row.status, row.started_at = RUNNING, now
    stored = packed(game_id, 0, raw, None, b"")
    session.add(stored)
    start = {"parent": 0, "position": 0, "clicker": row.organiser_id, "at": now}
    session.add(ActionRow(game_id=game_id, number=0, kind=START, args={"code": desk.code}, **start))
    people = await desk.people(session, {seat.user_id for seat in seats})
    where = {seat.seat: seat for seat in seats}
    for one in game.decisions():
        due = next_due(now, where[one.seat], people, pace_of(row.settings))
        turn = {"seat": one.seat, "decision": one.number, "rule": one.rule, "since": now, "due_at": due}
        session.add(TurnRow(game_id=game_id, **turn))
    return Warm(game, raw, stored)
