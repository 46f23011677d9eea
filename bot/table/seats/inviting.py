"""Empty seats, and a game's organiser: whoever is named is asked, and takes it on by accepting."""

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
from bot.table.seats.rearming import count_of_game
from bot.table.seats.replacing import giving
from engine.core.sentences import because

INVITED, DECLINED = "seat_offer", "seat_declined"
ASKED, COUNT = "organiser_asked", "organiser_count"
"""Keys in a game's settings: who has been asked to organise it, and how many questions there were."""
ORGANISE, WILL_NOT = "organiser_ask", "organiser_declined"


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
            empty = owner_among(seats, seat)
            if not empty.is_vacant:
                raise Stale("Somebody has taken this seat in the meantime.")
            person = discord_number(person, "person")
            if any(one.user_id == person for one in seats):
                raise Refused("That person already has a seat in this game.")
            empty.invited = person
            session.add(question(row, empty, self.services.clock()))

    async def take(self, game_id: int, user: int, seat: str, name: str) -> None:
        """Accept an offered seat, with everything that belongs to it."""
        async with giving(self.services, game_id, seat, name) as (session, shown):
            row, seats = await self._begun(session, game_id)
            taken = self._offered(seats, user, seat)
            if any(one.user_id == user for one in seats):
                raise Refused("You already have a seat in this game.")
            now, before = self.services.clock(), taken.name
            taken.user_id, taken.invited = user, None
            taken.name = distinct_name(clean_name(name), [one.name for one in seats if one is not taken])
            session.add(in_place(row, REPLACE, user, now, seat=taken.seat, args={"person": user}))
            await count_of_game(session, self.services, row, refills=taken.seat)
            same = taken.name == before
            text = say("seat_accepted", name=before) if same else say("seat_taken", new=taken.name, old=before)
            called: dict[str, Any] = {"text": [text, *end_consent(row)]}
            if (turn := await session.get(TurnRow, (game_id, taken.seat))) is not None:
                people = await self.services.people(session, {user})
                turn.since, turn.due_at = now, next_due(now, taken, people, pace_of(row.settings))
                called |= telling.calling([taken], people, now)
                # The ping gets buttons also if the game cannot be read.
                called |= telling.asking(shown, [taken], called["ping"]) if shown is not None else {"waits": []}
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
        vacant = owner_among(seats, seat)
        if not vacant.is_vacant or vacant.invited is None:
            raise Stale("This has already been settled.")
        if vacant.invited != user:
            raise NotYours("There is nothing for you to answer.")
        return vacant


def asked_to_organise(row: GameRow) -> dict[str, int] | None:
    """Who has been asked, by whom, and the question's number; None if nobody has."""
    return row.settings.get(ASKED)


def without_question(settings: dict[str, Any]) -> dict[str, Any]:
    """A game's settings when it has been answered, or is void."""
    return {name: value for name, value in settings.items() if name != ASKED}


class HandingOver:
    """Asks somebody to organise a game, and takes the answer."""

    def __init__(self, services: Services) -> None:
        self.services = services

    async def ask(self, game_id: int, by: int, person: int, *, manager: bool = False) -> bool:
        """Ask somebody to organise a game; whoever takes it on themselves does so at once, which it returns."""
        async with self.services.lock(game_id), answers(self.services), self.services.db.write() as session:
            row, person = await self.services.row(session, game_id), discord_number(person, "person")
            check_organiser(row, by, manager=manager)
            check_game_itself(row)
            if person == row.organiser_id:
                raise Refused(because("<@{person}> already organises this game.", person=person))
            if person == by:
                self._hand_over(session, row, person)
                return True
            number = row.settings.get(COUNT, 0) + 1
            row.settings = {**row.settings, ASKED: {"number": number, "person": person, "by": by}, COUNT: number}
            text = say(ORGANISE, person=person, by=by)
            telling.tell(self.services, session, row, ORGANISE, number, text, ping=[person], asked=number)
            return False

    async def answer(self, game_id: int, user: int, number: int, *, yes: bool) -> None:
        """Accept or decline."""
        async with self.services.lock(game_id), answers(self.services), self.services.db.write() as session:
            row = await self.services.row(session, game_id)
            asked = asked_to_organise(row)
            if asked is None or asked["number"] != number or row.status in (FINISHED, STOPPED):
                raise Stale("This has already been settled.")
            if asked["person"] != user:
                raise NotYours("There is nothing for you to answer.")
            if yes:
                self._hand_over(session, row, user)
                return
            row.settings = without_question(row.settings)
            text = say(WILL_NOT, person=user)
            telling.tell(self.services, session, row, WILL_NOT, user, text, ping=[asked["by"]])

    async def hand_over(self, game_id: int, by: int, person: int, *, manager: bool = False) -> None:
        """Make somebody the organiser who has agreed to it."""
        async with self.services.lock(game_id), answers(self.services), self.services.db.write() as session:
            row = await self.services.row(session, game_id)
            check_organiser(row, by, manager=manager)
            check_game_itself(row)
            self._hand_over(session, row, discord_number(person, "person"))

    def _hand_over(self, session: AsyncSession, row: GameRow, person: int) -> None:
        row.organiser_id, row.settings = person, without_question(row.settings)
        text = [say("organiser", person=person), *end_consent(row)]
        telling.tell(self.services, session, row, "organiser", person, *text, ping=[person])
