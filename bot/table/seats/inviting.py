"""Empty seats: whoever is named for one is asked, and gets it by accepting."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from sqlmodel.ext.asyncio.session import AsyncSession

from bot.errors import NotYours, Refused, Stale
from bot.store.rows import FINISHED, REPLACE, STOPPED, GameRow, OutboxRow, SeatRow, TurnRow
from bot.table.ground.clocks import next_due, pace_of
from bot.table.ground.parsing import discord_number
from bot.table.ground.rights import check_game_itself, check_organiser
from bot.table.ground.say import clean_name, distinct_name, say
from bot.table.ground.services import Services, known_id, owner_among
from bot.table.play import telling
from bot.table.play.extras import mirrored
from bot.table.play.keeping import in_place
from bot.table.play.troubles import answers
from bot.table.seats.consenting import end_consent
from bot.table.seats.replacing import giving

INVITED, DECLINED = "seat_offer", "seat_declined"


def question(row: GameRow, seat: SeatRow, now: datetime) -> OutboxRow:
    """The question whether somebody takes a seat."""
    offered = "seat_offered_over" if row.status == FINISHED else "seat_offered"
    text = say(offered, by=row.organiser_id, name=seat.name)
    payload = {"text": [text], "ping": [seat.invited], "seat": seat.seat}
    return telling.to_table(row, INVITED, f"{seat.seat} {seat.invited} {now.isoformat()}", now, **payload)


class Inviting:
    """Offers empty seats and handles the answers."""

    def __init__(self, services: Services) -> None:
        self.services = services

    async def ask(self, game_id: int, by: int, seat: str, person: int, *, manager: bool = False) -> None:
        """Offer somebody an empty seat, replacing any earlier offer of it."""
        async with self.services.lock(game_id), answers(self.services), self.services.db.write() as session:
            row, seats = await self._begun(session, game_id)
            check_organiser(row, by, manager=manager)
            check_game_itself(row)
            found = owner_among(seats, seat)
            if not found.is_vacant:
                raise Stale("Somebody has taken this seat in the meantime.")
            person = discord_number(person, "person")
            if any(one.user_id == person for one in seats):
                raise Refused("That person already has a seat in this game.")
            found.invited = person
            session.add(question(row, found, self.services.clock()))

    async def take(self, game_id: int, user: int, seat: str, name: str) -> None:
        """Accept an offered seat, with everything that belongs to it."""
        async with giving(self.services, game_id, seat, name) as (session, waits):
            row, seats = await self._begun(session, game_id)
            found = self._offered(seats, user, seat)
            if any(one.user_id == user for one in seats):
                raise Refused("You already have a seat in this game.")
            now, before = self.services.clock(), found.name
            found.user_id, found.invited = user, None
            found.name = distinct_name(clean_name(name), [one.name for one in seats if one is not found])
            session.add(in_place(row, REPLACE, user, now, seat=found.seat, args={"person": user}))
            same = found.name == before
            text = say("seat_accepted", name=before) if same else say("seat_taken", new=found.name, old=before)
            called: dict[str, Any] = {"text": [text, *end_consent(row)]}
            if (turn := await session.get(TurnRow, (game_id, found.seat))) is not None:
                people = await self.services.people(session, {user})
                turn.since, turn.due_at = now, next_due(now, found, people, pace_of(row.settings))
                called |= telling.calling([found], people, now) | {"waits": waits}
            note = telling.to_table(row, REPLACE, "all", now, **called)
            session.add_all([note, *await mirrored(session, game_id, [note])])

    async def decline(self, game_id: int, user: int, seat: str) -> None:
        """Decline an offered seat; it stays empty, and the organiser can ask somebody else."""
        async with self.services.lock(game_id), answers(self.services), self.services.db.write() as session:
            row, seats = await self._begun(session, game_id)
            found = self._offered(seats, user, seat)
            found.invited, text = None, say(DECLINED, person=user, name=found.name)
            telling.tell(self.services, session, row, DECLINED, seat, text, ping=[row.organiser_id])

    async def _begun(self, session: AsyncSession, game_id: int) -> tuple[GameRow, list[SeatRow]]:
        row = await self.services.row(session, game_id)
        if row.started_at is None:
            raise Refused("This game has not begun.")
        if row.status == STOPPED:
            raise Refused("This game is over.")
        return row, await self.services.seats(session, known_id(row))

    @staticmethod
    def _offered(seats: list[SeatRow], user: int, seat: str) -> SeatRow:
        found = owner_among(seats, seat)
        if not found.is_vacant or found.invited is None:
            raise Stale("This has already been settled.")
        if found.invited != user:
            raise NotYours("There is nothing for you to answer.")
        return found
