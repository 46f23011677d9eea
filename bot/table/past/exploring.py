"""Private copies of games for thinking ahead: opened, explored, deleted; they count nowhere."""

from __future__ import annotations

import contextlib
import secrets
from collections.abc import Iterable, Mapping
from datetime import datetime, timedelta

from sqlmodel import col, delete, func, select
from sqlmodel.ext.asyncio.session import AsyncSession

from bot.errors import NotYours, Refused
from bot.store import outbox
from bot.store.rows import LESSON, RUNNING, UNDO, WAITING, ActionRow, GameRow, LineRow, OutboxRow, PersonRow, SeatRow
from bot.table.ground.parsing import discord_number
from bot.table.ground.say import say
from bot.table.ground.services import Present, Services, known_id
from bot.table.ground.settings import may_be_copied
from bot.table.past.past import moves_to
from bot.table.play import telling
from bot.table.play.keeping import go_to
from bot.table.play.troubles import answers
from bot.table.seats.opening import Opening, lay_out
from bot.table.seats.replacing import newcomer
from engine import Game
from engine.core.sentences import because
from engine.view import known_game, view

MOST_A_PERSON, MOST_A_SERVER, MOST_LINES, LONGEST_NAME = 3, 60, 20, 40
LASTS = timedelta(days=14)
"""How long without a move before a copy is deleted."""
SETTINGS = {"interval": 0, "organiser_acts": True, "copies": False}
"""A copy's settings: no reminders, its owner plays every seat, and it cannot be copied."""

IS_COPY = col(GameRow.copy_of) > LESSON
"""A copy of a game, and no lesson."""
ROBOT = "steady"
"""The kind of robot that plays on in a copy."""
MESSAGES, GONE = "messages", "copy_gone"
"""The mark of a copy in direct messages, and the key in a person's row for one that has ended there."""


class Exploring:
    """Opens, changes and deletes copies."""

    def __init__(self, services: Services) -> None:
        self.services = services

    async def check(self, shown: Present, user: int, instead: int | None = None) -> None:
        """Refuse a copy that cannot be opened, before a place is created. `instead`: the copy it replaces."""
        _check_game(shown)
        async with answers(self.services), self.services.db.read() as session:
            if instead is not None:
                await self._replaced(session, shown, user, instead)
            await _check_room(session, shown.row.guild_id, user, instead)

    async def check_messages(self, user: int, channel: int) -> None:
        """Refuse a second copy in somebody's direct messages: commands there could mean either."""
        async with answers(self.services), self.services.db.read() as session:
            await _check_messages(session, user, channel)

    async def prepared(self, shown: Present, seat: str, guesses: Mapping[str, int]) -> Opening:
        """A position as a seat (or a spectator) knows it, to be opened as a copy."""
        _check_game(shown)
        async with answers(self.services):
            return await self.services.work(lambda: _opening(known_game(shown.game, seat or None, guesses, _seed())))

    async def open(
        self,
        shown: Present,
        opening: Opening,
        at: int,
        user: int,
        channel: int,
        *,
        messages: bool = False,
        instead: int | None = None,
        only: str | None = None,
    ) -> int:
        """Create a copy in its place; returns its number. `messages`: the place is the person's direct messages.
        `only`: the one seat that robots do not play.
        """
        channel, user = discord_number(channel, "channel"), discord_number(user, "person")
        async with contextlib.AsyncExitStack() as held:
            if instead is not None:
                await held.enter_async_context(self.services.lock(instead))
            await held.enter_async_context(answers(self.services))
            session = await held.enter_async_context(self.services.db.write())
            if instead is not None:
                await _delete(session, await self._replaced(session, shown, user, instead))
            await _check_room(session, shown.row.guild_id, user)
            if messages:
                await _check_messages(session, user, channel)
                await _set_gone(session, user, None)
            row = _row(shown, user, channel, self.services.clock())
            row.place = {"copied": {"at": at, "last": shown.row.last}, **({MESSAGES: 1} if messages else {})}
            session.add(row)
            await session.flush()
            seats = empty_seats(row, [(one.place, one.name, one.seat) for one in shown.seats])
            for one in seats:
                one.robot = ROBOT if only not in (None, one.seat) else ""
            await self._begun(session, row, seats, opening)
            return known_id(row)

    async def _replaced(self, session: AsyncSession, shown: Present, user: int, instead: int) -> GameRow:
        """The copy to be replaced by a new one of the same game."""
        row = await self._own(session, instead, user)
        if row.copy_of != shown.row.id:
            raise Refused("This copy is of another game.")
        return row

    async def _begun(self, session: AsyncSession, row: GameRow, seats: list[SeatRow], opening: Opening) -> None:
        now = self.services.clock()
        session.add_all(seats)
        await lay_out(self.services, session, row, seats, opening, now)
        copied = row.place["copied"]
        waits = [text for _, text in telling.decisions(opening.shown).values()]
        name = "copied" if copied["at"] else "copied_begun"
        text = [say(name, game=row.copy_of, move=copied["at"], days=LASTS.days)]
        payload = {"text": text, "waits": waits, "place": telling.place_of(row, opening.shown), "position": 0}
        session.add(telling.to_table(row, telling.COPY, "all", now, **payload))

    async def moved_on(self, row: GameRow) -> bool:
        """Has the game moved on since it was copied?"""
        async with answers(self.services), self.services.db.read() as session:
            found = await session.get(GameRow, row.copy_of)
            return found is not None and found.last > row.place["copied"]["last"]

    async def mine(self, user: int) -> list[GameRow]:
        """Somebody's copies."""
        async with answers(self.services), self.services.db.read() as session:
            found = select(GameRow).where(IS_COPY, GameRow.organiser_id == user)
            return list(await session.exec(found.order_by(col(GameRow.id))))

    # --- lines

    async def lines(self, game_id: int, user: int) -> list[LineRow]:
        """The named lines, the latest last."""
        async with answers(self.services), self.services.db.read() as session:
            await self._own(session, game_id, user)
            return await _lines(session, game_id)

    async def keep(self, game_id: int, user: int, called: str) -> None:
        """Name the current position, replacing a line of the same name."""
        called = called[:LONGEST_NAME]
        if not called:
            raise Refused("Please give the line a name.")
        async with self.services.lock(game_id), answers(self.services), self.services.db.write() as session:
            row = await self._own(session, game_id, user)
            known = await _lines(session, game_id)
            if len(known) >= MOST_LINES and all(one.name != called for one in known):
                raise Refused(because("A copy can have {most} named lines; reuse the name of one.", most=MOST_LINES))
            await session.merge(LineRow(game_id=game_id, name=called, position=row.position))

    async def go(self, game_id: int, user: int, called: str) -> None:
        """Go to a line from anywhere in the copy; an empty name: to the beginning."""
        async with self.services.lock(game_id), answers(self.services):
            async with self.services.db.read() as session:
                await self._own(session, game_id, user)
                target = await _named(session, game_id, called) if called else 0
                stored = await self.services.stored(session, game_id, running=False)
                if target == stored.row.position:
                    return
                line = [0, *(move.number for move in await moves_to(session, game_id, stored.row.position))]
                undecoded = await self.services.position(session, stored.row, target, stored.position.names)
            loaded, cached = await self.services.loaded(stored), await self.services.decoded(undecoded)
            row = loaded.row
            # After going back, the later moves can be redone.
            ahead = (row.position if row.tip is None else row.tip) if target in line else None
            text = say("went_to", line=called) if called else say("went_back")
            await go_to(self.services, loaded, UNDO, user, target, cached.game, text, tip=ahead)

    # --- the end

    async def discard(self, game_id: int, user: int) -> int:
        """Delete a copy; returns the number of its game."""
        async with self.services.lock(game_id), answers(self.services), self.services.db.write() as session:
            row = await self._own(session, game_id, user)
            await _gone(session, row)
            return row.copy_of or 0

    async def deleted_copy_of(self, user: int, channel: int) -> int | None:
        """The game whose copy in somebody's direct messages was deleted, until they name a game there; or None."""
        async with answers(self.services), self.services.db.read() as session:
            person = await session.get(PersonRow, user)
        found = (person.wishes if person is not None else {}).get(GONE)
        return int(found["game"]) if found and found["channel"] == channel else None

    async def forget_deleted_copy(self, user: int) -> None:
        """Forget that their copy has been deleted: they have named a game."""
        async with answers(self.services), self.services.db.write() as session:
            await _set_gone(session, user, None)

    async def tick(self) -> None:
        """Delete copies unused for long, and tell their owners where they were."""
        now = self.services.clock()
        async with self.services.db.write() as session:
            latest = select(func.max(ActionRow.at)).where(col(ActionRow.game_id) == col(GameRow.id)).scalar_subquery()
            found = select(GameRow).where(IS_COPY, latest < now - LASTS).limit(20)
            for row in list(await session.exec(found)):
                text = say("copy_over", game=row.copy_of, days=LASTS.days)
                key = f"{row.id} {now.isoformat()}"
                target = telling.channel(row.channel_id)
                await _gone(session, row)
                session.add(telling.row(target, telling.COPY, key, now, None, row.last, text=[text]))

    async def _own(self, session: AsyncSession, game_id: int, user: int) -> GameRow:
        row = await self.services.row(session, game_id)
        if not row.is_copy:
            raise Refused("This is the game itself. Open a private copy of it with `/explore`.")
        if row.organiser_id != user:
            raise NotYours("This copy belongs to somebody else.")
        return row


def _seed() -> int:
    return secrets.randbelow(2**31)


def _opening(game: Game) -> Opening:
    game.audit()
    return Opening([seat.name for seat in game.state.players], {}, game, game.encode(), view(game))


def _row(shown: Present, user: int, channel: int, now: datetime) -> GameRow:
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


def empty_seats(row: GameRow, seats: Iterable[tuple[int, str, str]]) -> list[SeatRow]:
    """Seats by place, name and id with nobody in them: the owner plays for them, and nobody is pinged."""
    empty: list[SeatRow] = []
    for place, name, seat in seats:
        empty.append(SeatRow(game_id=known_id(row), place=place, user_id=newcomer(None, empty), name=name, seat=seat))
    return empty


def _check_game(shown: Present) -> None:
    if shown.row.is_copy:
        raise Refused("This is already a copy; name the line under `/explore` and try another one.")
    if not may_be_copied(shown.row):
        raise Refused(
            "Private copies are turned off in this game; its organiser can turn them on with "
            "`/game settings copies:True`."
        )
    if shown.game.state.end is not None:
        raise Refused("The game is over at that move. Choose an earlier one with `/explore move:`.")


async def _check_messages(session: AsyncSession, user: int, channel: int) -> None:
    mine = IS_COPY, GameRow.organiser_id == user, GameRow.channel_id == channel
    if (copy := (await session.exec(select(GameRow).where(*mine).limit(1))).first()) is not None:
        raise Refused(
            because(
                "Your direct messages have room for one copy, and copy {copy} of game {game} is already "
                "there. Delete it under `/explore game:{copy}`, then open this one.",
                copy=copy.id,
                game=copy.copy_of,
            )
        )


async def _check_room(session: AsyncSession, guild: int, user: int, instead: int | None = None) -> None:
    others = IS_COPY, col(GameRow.id) != (instead or 0)
    copies = select(func.count()).select_from(GameRow).where(*others)
    most = MOST_A_PERSON
    if (await session.exec(copies.where(GameRow.organiser_id == user))).one() >= most:
        raise Refused(
            because("You have {most} copies, which is the limit; delete one under `/explore game:`.", most=most)
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
        raise Refused("There is no line with that name; choose one from the list.")
    return found.position


async def _delete(session: AsyncSession, row: GameRow) -> None:
    """Delete the copy and its unposted announcements."""
    await session.exec(delete(OutboxRow).where(col(OutboxRow.game_id) == row.id, col(OutboxRow.state) == WAITING))
    outbox.stir(session)
    await session.exec(delete(GameRow).where(col(GameRow.id) == row.id))


async def _gone(session: AsyncSession, row: GameRow) -> None:
    """The same, recorded: commands in direct messages must not act on the real game unnoticed."""
    if MESSAGES in row.place:
        await _set_gone(session, row.organiser_id, {"channel": row.channel_id, "game": row.copy_of})
    await _delete(session, row)


async def _set_gone(session: AsyncSession, user: int, gone: dict[str, int | None] | None) -> None:
    person = await session.get(PersonRow, user)
    if person is None and gone is not None:
        person = PersonRow(user_id=user)
        session.add(person)
    if person is not None and person.wishes.get(GONE) != gone:
        others = {name: value for name, value in person.wishes.items() if name != GONE}
        person.wishes = others if gone is None else {**others, GONE: gone}
