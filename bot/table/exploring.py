"""Private copies of games, on which somebody thinks ahead: opened, gone through, thrown away; they count nowhere."""

from __future__ import annotations

import secrets
from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta
from typing import Protocol

from sqlmodel import col, delete, func, select
from sqlmodel.ext.asyncio.session import AsyncSession

from bot.store.rows import RUNNING, UNDO, WAITING, ActionRow, GameRow, LineRow, OutboxRow, SeatRow
from bot.table import telling
from bot.table.desk import Desk, known_id
from bot.table.errors import NotYours, Refused
from bot.table.given import discord_number, name
from bot.table.keeping import Change, announce, store
from bot.table.past import line_to
from bot.table.replacing import newcomer
from bot.table.say import say
from bot.table.seating import Opening, lay_out
from bot.table.settings import may_be_copied
from bot.table.troubles import answers
from engine import Game
from engine.core.sentences import because
from engine.view import as_known, view

MOST_A_PERSON, MOST_A_SERVER, MOST_LINES, LONGEST_NAME = 3, 60, 20, 40
LASTS = timedelta(days=14)
"""After so long without a move a copy is thrown away."""
SETTINGS = {"interval": 0, "organiser_acts": True, "copies": False}
"""A copy reminds nobody, its owner plays every seat, and it is not copied again."""


class Shown(Protocol):
    """A game as it stands or stood, with who sits there."""

    @property
    def row(self) -> GameRow:
        """The game."""
        ...

    @property
    def seats(self) -> Sequence[SeatRow]:
        """Its seats."""
        ...

    @property
    def game(self) -> Game:
        """The position."""
        ...


class Exploring:
    """What is done with copies."""

    def __init__(self, desk: Desk) -> None:
        self.desk = desk

    async def check(self, shown: Shown, user: int) -> None:
        """Refuse a copy that cannot be opened, before a place is made for it."""
        _check_game(shown)
        async with answers(self.desk), self.desk.db.read() as session:
            await _check_room(session, shown.row.guild_id, user)

    async def prepared(self, shown: Shown, seat: str, guesses: Mapping[str, int]) -> Opening:
        """What a seat, or with none a spectator, knows of a position, to be opened as a copy."""
        _check_game(shown)
        async with answers(self.desk):
            return await self.desk.work(lambda: _opening(as_known(shown.game, seat or None, guesses, _seed())))

    async def open(self, shown: Shown, opening: Opening, at: int, user: int, channel: int) -> int:
        """A copy in its place; its number."""
        channel, user = discord_number(channel, "channel"), discord_number(user, "person")
        async with answers(self.desk), self.desk.db.write() as session:
            await _check_room(session, shown.row.guild_id, user)
            row = _row(shown, user, channel, self.desk.clock())
            row.place = {"copied": {"at": at, "last": shown.row.last}}
            session.add(row)
            await session.flush()
            await self._begun(session, row, _seats(row, shown.seats), opening)
            return known_id(row)

    async def _begun(self, session: AsyncSession, row: GameRow, seats: list[SeatRow], opening: Opening) -> None:
        now = self.desk.clock()
        session.add_all(seats)
        await lay_out(self.desk, session, row, seats, opening, now)
        copied = row.place["copied"]
        waits = [text for _, text in telling.decisions(opening.shown).values()]
        name = "copied" if copied["at"] else "copied_begun"
        text = [say(name, game=row.copy_of, move=copied["at"], days=LASTS.days)]
        payload = {"text": text, "waits": waits, "place": telling.place_of(row, opening.shown), "position": 0}
        session.add(telling.to_table(row, telling.COPY, "all", now, **payload))

    async def moved_on(self, row: GameRow) -> bool:
        """Has anything been done in the game itself since it was copied?"""
        async with answers(self.desk), self.desk.db.read() as session:
            found = await session.get(GameRow, row.copy_of)
            return found is not None and found.last > row.place["copied"]["last"]

    async def mine(self, user: int) -> list[GameRow]:
        """Somebody's copies."""
        async with answers(self.desk), self.desk.db.read() as session:
            found = select(GameRow).where(col(GameRow.copy_of).is_not(None), GameRow.organiser_id == user)
            return list(await session.exec(found.order_by(col(GameRow.id))))

    # --- lines

    async def lines(self, game_id: int, user: int) -> list[LineRow]:
        """The positions that have been given names, the latest last."""
        async with answers(self.desk), self.desk.db.read() as session:
            await self._own(session, game_id, user)
            return await _lines(session, game_id)

    async def keep(self, game_id: int, user: int, called: str) -> None:
        """Give the present position a name; one of the same name is forgotten."""
        called = name(called)[:LONGEST_NAME]
        if not called:
            raise Refused("Give the line a name.")
        async with self.desk.lock(game_id), answers(self.desk), self.desk.db.write() as session:
            row = await self._own(session, game_id, user)
            known = await _lines(session, game_id)
            if len(known) >= MOST_LINES and all(one.name != called for one in known):
                raise Refused(because("A copy holds {most} lines; use the name of one again.", most=MOST_LINES))
            await session.merge(LineRow(game_id=game_id, name=called, position=row.position))

    async def go(self, game_id: int, user: int, called: str) -> None:
        """Go to where a line stands, from wherever the copy is; an empty name: to the beginning."""
        async with self.desk.lock(game_id), answers(self.desk):
            async with self.desk.db.read() as session:
                await self._own(session, game_id, user)
                target = await _named(session, game_id, called) if called else 0
                stored = await self.desk.stored(session, game_id, running=False)
                if target == stored.row.position:
                    return
                line = [0, *(move.number for move in await line_to(session, game_id, stored.row.position))]
                cold = await self.desk.position(session, stored.row, target, stored.position.names)
            sitting, warm = await self.desk.sitting(stored), await self.desk.warmed(cold)
            row, now = sitting.row, self.desk.clock()
            # What lies ahead of where one goes back to can be made again.
            ahead = (row.position if row.tip is None else row.tip) if target in line else None
            change = Change(target, row.last + 1, [], warm.game, epoch=1, tip=ahead)
            moment = {"parent": row.position, "position": target, "clicker": user, "at": now}
            change.actions = [ActionRow(game_id=game_id, number=row.last + 1, kind=UNDO, **moment)]
            text = say("went_to", line=called) if called else say("went_back")
            announce(sitting, change, UNDO, now, view(warm.game), text=[text])
            await store(self.desk, sitting, change, now)

    # --- the end

    async def discard(self, game_id: int, user: int) -> int:
        """Throw a copy away; of which game it was."""
        async with self.desk.lock(game_id), answers(self.desk), self.desk.db.write() as session:
            row = await self._own(session, game_id, user)
            await _delete(session, row)
            return row.copy_of or 0

    async def tick(self) -> None:
        """Copies that nobody has used for long are thrown away; their owner reads it where they were."""
        now = self.desk.clock()
        async with self.desk.db.write() as session:
            latest = select(func.max(ActionRow.at)).where(col(ActionRow.game_id) == col(GameRow.id)).scalar_subquery()
            found = select(GameRow).where(col(GameRow.copy_of).is_not(None), latest < now - LASTS).limit(20)
            for row in list(await session.exec(found)):
                told = say("copy_over", game=row.copy_of, days=LASTS.days)
                key = f"{row.id} {now.isoformat()}"
                target = telling.channel(row.channel_id)
                await _delete(session, row)
                session.add(telling.row(target, telling.COPY, key, now, None, row.last, text=[told]))

    async def _own(self, session: AsyncSession, game_id: int, user: int) -> GameRow:
        row = await self.desk.row(session, game_id)
        if not row.is_copy:
            raise Refused("This is the game itself. Open a copy of it with /explore start.")
        if row.organiser_id != user:
            raise NotYours("This copy belongs to somebody else.")
        return row


def _seed() -> int:
    return secrets.randbelow(2**31)


def _opening(game: Game) -> Opening:
    game.audit()
    return Opening([seat.name for seat in game.state.players], {}, game, game.encode(), view(game))


def _row(shown: Shown, user: int, channel: int, now: datetime) -> GameRow:
    return GameRow(
        guild_id=shown.row.guild_id,
        channel_id=channel,
        organiser_id=user,
        title=shown.row.title,
        options=dict(shown.game.state.options),
        seed=0,
        players=[seat.name for seat in shown.game.state.players],
        places=len(shown.seats),
        status=RUNNING,
        settings=dict(SETTINGS),
        proven=False,
        copy_of=shown.row.id,
        created_at=now,
    )


def _seats(row: GameRow, seats: Sequence[SeatRow]) -> list[SeatRow]:
    """The same seats with nobody in them: the owner plays them all, and nobody is reminded or called."""
    found: list[SeatRow] = []
    for one in seats:
        nobody = newcomer(None, found)
        found.append(SeatRow(game_id=known_id(row), place=one.place, user_id=nobody, name=one.name, seat=one.seat))
    return found


def _check_game(shown: Shown) -> None:
    if shown.row.is_copy:
        raise Refused("This is a copy already; name the line with /explore keep, and try another one.")
    if not may_be_copied(shown.row):
        raise Refused(
            "Private copies are off in this game; its organiser can turn them on with /game settings copies:True."
        )
    if shown.game.state.end is not None:
        raise Refused("The game is over at that move. Choose an earlier one with /explore start move:.")


async def _check_room(session: AsyncSession, guild: int, user: int) -> None:
    copies = select(func.count()).select_from(GameRow).where(col(GameRow.copy_of).is_not(None))
    most = MOST_A_PERSON
    if (await session.exec(copies.where(GameRow.organiser_id == user))).one() >= most:
        raise Refused(
            because("You have {most} copies, which is the most; throw one away with /explore end.", most=most)
        )
    if (await session.exec(copies.where(GameRow.guild_id == guild))).one() >= MOST_A_SERVER:
        raise Refused(
            because("This server has reached its limit of {most} copies; try again later.", most=MOST_A_SERVER)
        )


async def _lines(session: AsyncSession, game_id: int) -> list[LineRow]:
    found = select(LineRow).where(LineRow.game_id == game_id).order_by(col(LineRow.position), col(LineRow.name))
    return list(await session.exec(found))


async def _named(session: AsyncSession, game_id: int, called: str) -> int:
    found = await session.get(LineRow, (game_id, called))
    if found is None:
        raise Refused("There is no line of that name; choose one from the list.")
    return found.position


async def _delete(session: AsyncSession, row: GameRow) -> None:
    """The copy, and what was still to be posted of it."""
    await session.exec(delete(OutboxRow).where(col(OutboxRow.game_id) == row.id, col(OutboxRow.state) == WAITING))
    await session.exec(delete(GameRow).where(col(GameRow.id) == row.id))
