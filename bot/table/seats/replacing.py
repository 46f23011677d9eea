"""Give a seat to somebody else: at once, or after asking a player who has moved recently."""

from __future__ import annotations

import contextlib
from collections.abc import AsyncGenerator, Iterable, Sequence
from datetime import datetime, timedelta
from typing import Any

from msgspec import structs
from sqlalchemy import ColumnElement
from sqlmodel import col, select
from sqlmodel.ext.asyncio.session import AsyncSession

from bot.errors import NotYours, Refused, Stale
from bot.store.due import has_come
from bot.store.outbox import said_lately
from bot.store.rows import REPLACE, RUNNING, ActionRow, BankRow, GameRow, PersonRow, SeatAskRow, SeatRow, TurnRow
from bot.table.ground.clocks import Pace, next_due, pace_of
from bot.table.ground.counting import is_offered
from bot.table.ground.parsing import discord_number
from bot.table.ground.rights import check_game_itself, check_organiser, speaks_for
from bot.table.ground.say import clean_name, distinct_name, say, timestamp
from bot.table.ground.services import Services, known_id
from bot.table.ground.settings import table_setting
from bot.table.ground.wishes import open_wishes
from bot.table.play import telling
from bot.table.play.extras import mirrored
from bot.table.play.keeping import in_place
from bot.table.play.troubles import answers
from bot.table.seats.consenting import end_consent
from bot.table.seats.rearming import count_of_game
from engine.core.sentences import because
from engine.view import View, view

ANSWER = timedelta(hours=24)
"""How long an active player has to answer before the seat is given away."""
UNANSWERABLE = timedelta(days=30)
"""So long after its time, a question says nothing about its player: the bot was not there, or the clock was wrong."""
ASKED, KEPT = "seat_ask", "seat_kept"
SEAT = "seat"
"""The key of the message that somebody has lost their seat."""


def limit(settings: dict[str, Any]) -> timedelta:
    """How long a player may be inactive before their seat is given away without asking them; the default where nobody
    is reminded.
    """
    pace = pace_of(settings)
    return timedelta(minutes=(pace.interval or Pace().interval) * pace.urgent)


def newcomer(user: int | None, seats: Sequence[SeatRow]) -> int:
    """A person's number; for a robot or nobody, a number unique in the game."""
    if user is None:
        return min([0, *(seat.user_id for seat in seats)]) - 1
    return discord_number(user, "person")


def _is_seated(ask: SeatAskRow, seats: Sequence[SeatRow]) -> bool:
    """Has the person got another seat meanwhile? There can be any number of robots."""
    return not ask.robot and any(one.user_id == ask.person for one in seats)


def _question(old: SeatRow, person: int, name: str, by: int, now: datetime, robot: str = "") -> SeatAskRow:
    """May this person or robot have the seat?"""
    return SeatAskRow(
        game_id=old.game_id,
        seat=old.seat,
        owner=old.user_id,
        person=person,
        name=name,
        robot=robot,
        asked_by=by,
        asked_at=now,
        due_at=now + ANSWER,
    )


class Replacing:
    """Replaces players in running games."""

    def __init__(self, services: Services) -> None:
        self.services = services

    async def replace(
        self,
        game_id: int,
        by: int,
        seat: str,
        person: int | None,
        name: str,
        *,
        manager: bool = False,
        robot: str = "",
        gone: bool = False,
    ) -> datetime | None:
        """Give a seat to somebody else, with everything that belongs to it: orders, offers, clocks, decisions. A player
        who has moved recently is asked first, unless they are `gone` from the server: returns until when they may
        answer, or None if the seat has been given.
        """
        async with giving(self.services, game_id, seat, name) as (session, shown):
            row, seats = await self._going_on(session, game_id)
            old = next((one for one in seats if one.seat == seat), None)
            if old is None:
                raise Refused("There is no such seat in this game.")
            if by != old.user_id:
                check_organiser(row, by, manager=manager)
            if robot and old.robot == robot:
                raise Refused("That robot already plays this seat.")
            if person != row.organiser_id and not robot:
                check_game_itself(row)
            # On a private copy, a seat taken back from a robot becomes empty, because the owner plays all of them.
            user = newcomer(None if row.is_copy else person, seats)
            if old.is_vacant and not robot and user != by:
                raise Refused("This seat is empty, so the new player must accept it first.")
            if any(one.user_id == user for one in seats):
                raise Refused("That person already has a seat in this game.")
            now = self.services.clock()
            new = _question(old, user, name, by, now, robot=robot)
            if by != old.user_id and not gone and await self._keeps_up(session, row, old, now):
                return await self._ask(session, row, old, new)
            await self._give(session, row, seats, old, new, by, shown)
            return None

    async def check_offered(self, game_id: int, user: int, seat: str) -> None:
        """Refuse who cannot take a seat whose owner's time is up."""
        async with answers(self.services), self.services.db.read() as session:
            await self._offered(session, game_id, user, seat)

    async def take_offered(self, game_id: int, user: int, seat: str, name: str) -> None:
        """Take a seat whose owner's time is up, and which the table offers to anybody."""
        async with giving(self.services, game_id, seat, name) as (session, shown):
            row, seats, old = await self._offered(session, game_id, user, seat)
            new = _question(old, user, name, user, self.services.clock())
            await self._give(session, row, seats, old, new, user, shown)
            # Whoever was looking for such a game has one now.
            for wish in await open_wishes(session, row.guild_id):
                if wish.user_id == new.person:
                    await session.delete(wish)

    async def _offered(
        self, session: AsyncSession, game_id: int, user: int, seat: str
    ) -> tuple[GameRow, list[SeatRow], SeatRow]:
        row, seats = await self._going_on(session, game_id)
        old = next((one for one in seats if one.seat == seat), None)
        if old is None or not is_offered(row, await session.get(BankRow, (game_id, seat))):
            raise Stale("This seat is not offered any more.")
        if any(one.user_id == discord_number(user, "person") for one in seats):
            raise Refused("You already have a seat in this game.")
        removed, guests = (row.settings.get(name, []) for name in ("removed", "guests"))
        if user in removed or (table_setting(row, "invited_only") and user not in guests):
            raise Refused("Only the organiser can give you this seat; they can use `/game replace`.")
        return row, seats, old

    async def answer(self, game_id: int, clicker: int, seat: str, asked: int, *, keep: bool) -> None:
        """Answer the question: keep the seat or give it up. `asked`: the second when it was asked."""
        async with giving(self.services, game_id, seat) as (session, shown):
            row, seats = await self._going_on(session, game_id)
            old, ask = await self._asked(session, seats, clicker, game_id, seat, asked)
            if keep:
                await self._keep(session, row, old, ask)
            elif _is_seated(ask, seats):
                raise Refused("That person already has a seat in this game.")
            else:
                await self._give(session, row, seats, old, ask, clicker, shown)

    async def check_asked(self, game_id: int, clicker: int, seat: str, asked: int) -> None:
        """Refuse anybody who has not been asked about the seat."""
        async with answers(self.services), self.services.db.read() as session:
            _, seats = await self._going_on(session, game_id)
            await self._asked(session, seats, clicker, game_id, seat, asked)

    async def fall_due(self, due: SeatAskRow) -> bool:
        """Give away a seat whose player has not answered in time, unless they have moved; was it due?"""
        async with giving(self.services, due.game_id, due.seat) as (session, shown):
            row = await self.services.row(session, due.game_id)
            ask = await session.get(SeatAskRow, (due.game_id, due.seat))
            if ask is None or not has_come(ask.due_at, self.services.clock(), ANSWER):
                return False
            await self._fall(session, row, ask, shown)
            return True

    async def _fall(self, session: AsyncSession, row: GameRow, ask: SeatAskRow, shown: View | None) -> None:
        seats = await self.services.seats(session, ask.game_id)
        old, since = next(one for one in seats if one.seat == ask.seat), col(ActionRow.at) > ask.asked_at
        if row.status != RUNNING or old.user_id != ask.owner:
            await session.delete(ask)
        elif (
            _is_seated(ask, seats)
            # What a wrong clock has dated in the future is no answer.
            or await self._acted(session, old, since & (col(ActionRow.at) <= self.services.clock()))
            # With a clock that was wrong, nobody knows how long there was to answer.
            or not timedelta(0) <= self.services.clock() - ask.due_at < UNANSWERABLE
        ):
            await self._keep(session, row, old, ask)
        else:
            await self._give(session, row, seats, old, ask, ask.asked_by, shown)

    # --- how

    async def _going_on(self, session: AsyncSession, game_id: int) -> tuple[GameRow, list[SeatRow]]:
        row = await self.services.row(session, game_id)
        if row.status != RUNNING:
            raise Refused("A player can only be replaced while a game is running.")
        return row, await self.services.seats(session, game_id)

    async def _asked(
        self, session: AsyncSession, seats: list[SeatRow], clicker: int, game_id: int, seat: str, asked: int
    ) -> tuple[SeatRow, SeatAskRow]:
        ask = await session.get(SeatAskRow, (game_id, seat))
        old = next((one for one in seats if one.seat == seat), None)
        if ask is None or old is None or int(ask.asked_at.timestamp()) != asked or ask.owner != old.user_id:
            raise Stale("This has already been settled.")
        if not await self._speaks_for(session, old, clicker):
            raise NotYours("There is nothing for you to answer.")
        return old, ask

    async def _speaks_for(self, session: AsyncSession, seat: SeatRow, clicker: int) -> bool:
        person = (await self.services.people(session, {seat.user_id})).get(seat.user_id)
        return speaks_for(seat, person, clicker, self.services.clock())

    async def _acted(self, session: AsyncSession, seat: SeatRow, lately: ColumnElement[bool]) -> bool:
        """Has the seat's player, or their stand-in, acted at such a time?"""
        person = await session.get(PersonRow, seat.user_id)
        stand_in = None if person is None else person.stand_in
        by = (ActionRow.clicker == seat.user_id) | ((ActionRow.clicker == stand_in) & (ActionRow.seat == seat.seat))
        own = ActionRow.game_id == seat.game_id, by, lately
        return (await session.exec(select(ActionRow.number).where(*own).limit(1))).first() is not None

    async def _keeps_up(self, session: AsyncSession, row: GameRow, seat: SeatRow, now: datetime) -> bool:
        return seat.has_person and await self._acted(session, seat, col(ActionRow.at) > now - limit(row.settings))

    async def _ask(self, session: AsyncSession, row: GameRow, seat: SeatRow, new: SeatAskRow) -> datetime:
        """Ask, or ask again if that was a while ago; returns until when they may answer."""
        before = await session.get(SeatAskRow, (seat.game_id, seat.seat))
        if before is not None and before.owner == seat.user_id:
            same = (before.robot, before.robot or before.person) == (new.robot, new.robot or new.person)
            lately = await said_lately(session, new.asked_at, telling.ANEW, seat.game_id, ASKED, seat=seat.seat)
            if same and not lately:
                await self._put(session, row, seat, before)
                return before.due_at
            due = int(before.due_at.timestamp())
            raise Refused(
                because("{name} has already been asked and can answer until <t:{due}:f>.", name=seat.name, due=due)
            )
        await session.merge(new)
        await self._put(session, row, seat, new)
        return new.due_at

    async def _put(self, session: AsyncSession, row: GameRow, seat: SeatRow, new: SeatAskRow) -> None:
        """Post the question to the seat's player or their stand-in."""
        people = await self.services.people(session, {seat.user_id})
        to = new.name if new.robot else f"<@{new.person}>"
        text = say(
            "seat_asked",
            by=new.asked_by,
            old=seat.name,
            new=to,
            until=timestamp(new.due_at),
            rest=timestamp(new.due_at, "R"),
        )
        about = {"seat": seat.seat, "asked": int(new.asked_at.timestamp())}
        about |= telling.calling([seat], people, self.services.clock())
        telling.tell(self.services, session, row, ASKED, new.seat, text, **about)

    async def _keep(self, session: AsyncSession, row: GameRow, seat: SeatRow, ask: SeatAskRow) -> None:
        await session.delete(ask)
        telling.tell(self.services, session, row, KEPT, ask.seat, say(KEPT, name=seat.name), ping=[ask.asked_by])

    async def _give(
        self,
        session: AsyncSession,
        row: GameRow,
        seats: list[SeatRow],
        seat: SeatRow,
        new: SeatAskRow,
        by: int,
        shown: View | None,
    ) -> None:
        """Give the seat away: ping the new player, and tell the old one."""
        game_id, old, loser, now = known_id(row), seat.name, seat.user_id, self.services.clock()
        if (before := await session.get(SeatAskRow, (game_id, seat.seat))) is not None:
            await session.delete(before)
        must_tell = seat.has_person and by != loser
        await count_of_game(session, self.services, row)
        # Another robot may have joined since this one got its number.
        person = newcomer(None if new.robot else new.person, seats)
        seat.user_id, seat.robot, seat.invited = person, new.robot, None
        seat.name = _named(new.name, seat.seat, seats)
        session.add(in_place(row, REPLACE, by, now, seat=seat.seat, args={"person": person}))
        called: dict[str, Any] = {"ping": [person]}
        await count_of_game(session, self.services, row, refills=seat.seat)
        if (turn := await session.get(TurnRow, (game_id, seat.seat))) is not None:
            people = await self.services.people(session, {person})
            turn.since, turn.count, turn.muted = now, 0, False
            turn.due_at = next_due(now, seat, people, pace_of(row.settings))
            called = telling.calling([seat], people, now)
        text = [say("replaced", new=seat.name, old=old), *end_consent(row)]
        called |= {"text": text} | (telling.asking(shown, [seat], called["ping"]) if shown is not None else {})
        note = telling.to_table(row, REPLACE, "all", now, **called)
        session.add_all([note, *await mirrored(session, game_id, [note])])
        if must_tell:
            with self.services.speaking_to(loser):
                lost = say("seat_lost", game=game_id, new=seat.name)
            session.add(telling.warning(row, SEAT, loser, lost, now, to=loser))


def _named(name: str, seat: str, seats: Iterable[SeatRow]) -> str:
    """The new player's name at the table."""
    return distinct_name(clean_name(name), [one.name for one in seats if one.seat != seat])


@contextlib.asynccontextmanager
async def giving(
    services: Services, game_id: int, seat: str, name: str = ""
) -> AsyncGenerator[tuple[AsyncSession, View | None]]:
    """A transaction for giving a seat away, and a view with the seat's decision. `name`: who gets it; empty: whoever it
    was offered to.
    """
    async with services.lock(game_id), answers(services):
        shown = await _asked_of(services, game_id, seat, name)
        async with services.db.write() as session:
            yield session, shown


async def _asked_of(services: Services, game_id: int, seat: str, name: str) -> View | None:
    """A view that names a seat's new player and has the seat's decision alone; None if there is none, or the game
    cannot be read.
    """
    with contextlib.suppress(Refused):
        async with services.db.read() as session:
            stored = await services.stored(session, game_id)
            if seat not in list(stored.turns):
                return None
            ask = await session.get(SeatAskRow, (game_id, seat))
        loaded = await services.loaded(stored)
        new = _named(name or (ask.name if ask is not None else ""), seat, loaded.seats)
        game = loaded.game.named({one.seat: one.name for one in loaded.seats} | {seat: new})
        shown = await services.work(lambda: view(game))
        alone = [one for one in shown.decisions if one.seat == seat]
        return structs.replace(shown, decisions=alone) if alone else None
    return None
