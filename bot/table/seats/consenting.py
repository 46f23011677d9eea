"""An organiser who plays and acts for others in a game that hides something: only if all other players have agreed."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass, replace
from typing import Any

from sqlalchemy import Text, cast
from sqlmodel import select
from sqlmodel.ext.asyncio.session import AsyncSession

from bot.errors import NotYours, Refused, Stale
from bot.store.outbox import said_lately
from bot.store.rows import RUNNING, GameRow, SeatRow
from bot.table.ground.rights import CONSENT, has_consent, seating
from bot.table.ground.say import say
from bot.table.ground.services import Services
from bot.table.ground.settings import organiser_acts
from bot.table.play import telling
from bot.table.play.troubles import answers
from engine.titles import title_for
from engine.view import may_hide

ASKED, COUNT = "acts_asked", "acts_count"
"""Keys in a game's settings: an open question, and how many there were."""
UNTOLD = "acts_untold"
"""The key of a game that was running when this rule came, and whose channel is still to be told."""
QUESTION, ANSWERED = "acts_ask", "acts_told"
"""The kinds of announcements: the question, and what has come of it."""


@dataclass(frozen=True)
class Question:
    """May the organiser act for others? It is void when the organiser or a seat changes."""

    number: int
    organiser: int
    seats: dict[str, int]
    given: list[int]

    def is_current(self, row: GameRow, seats: Sequence[SeatRow]) -> bool:
        """Is it about the people who play now?"""
        return self.organiser == row.organiser_id and self.seats == seating(seats)


def open_question(row: GameRow) -> Question | None:
    """The open question, if any."""
    found = row.settings.get(ASKED)
    return Question(**found) if found else None


def others(row: GameRow, seats: Sequence[SeatRow]) -> list[int]:
    """The people who must agree: everybody with a seat but the organiser; robots have nothing to agree to."""
    return [seat.user_id for seat in seats if seat.has_person and seat.user_id != row.organiser_id]


def must_ask(row: GameRow, seats: Sequence[SeatRow]) -> bool:
    """Does the organiser play, in a game that can hide something from them?"""
    plays = any(seat.user_id == row.organiser_id for seat in seats)
    return plays and row.status == RUNNING and bool(others(row, seats)) and may_hide(title_for(row.title, row.options))


class Consenting:
    """Asks the other players, and counts their answers."""

    def __init__(self, services: Services) -> None:
        self.services = services

    async def ask(self, session: AsyncSession, row: GameRow) -> bool:
        """Ask, or ask again if that was a while ago, as part of a change of settings; returns whether it is open."""
        seats, now = await self.services.seats(session, row.id or 0), self.services.clock()
        if not must_ask(row, seats) or has_consent(row, seats):
            return False
        asked = open_question(row)
        if asked is None or not asked.is_current(row, seats):
            number = row.settings.get(COUNT, 0) + 1
            asked = Question(number, row.organiser_id, seating(seats), [])
            row.settings = {**row.settings, ASKED: asdict(asked), COUNT: number}
        elif await said_lately(session, now, telling.ANEW, row.id or 0, QUESTION, question=asked.number):
            return True
        name = next(seat.name for seat in seats if seat.user_id == row.organiser_id)
        missing = [user for user in others(row, seats) if user not in asked.given]
        text, about = say(QUESTION, name=name), {"ping": missing, "question": asked.number}
        telling.tell(self.services, session, row, QUESTION, asked.number, text, **about)
        return True

    async def answer(self, game_id: int, by: int, number: int, *, yes: bool) -> bool:
        """Agree or not, or no longer; returns whether all have agreed. Only players themselves can, no stand-in."""
        async with self.services.lock(game_id), answers(self.services), self.services.db.write() as session:
            row, seats = await self.services.row(session, game_id), await self.services.seats(session, game_id)
            if row.status != RUNNING:
                raise Refused("This game is over.")
            known, agreed = open_question(row), row.settings.get(CONSENT, {})
            if not yes and agreed.get("number") == number and by in others(row, seats):
                self._tell(session, row, "acts_withdrawn", seats, by)
                row.settings = without_consent(row.settings)
                return False
            if known is None or known.number != number or not known.is_current(row, seats):
                raise Stale("This has already been settled.")
            if by not in others(row, seats):
                raise NotYours("There is nothing for you to answer.")
            if not yes:
                self._tell(session, row, "acts_declined", seats, by)
                row.settings = without_consent(row.settings)
                return False
            known = replace(known, given=list(dict.fromkeys((*known.given, by))))
            if not set(others(row, seats)) <= set(known.given):
                row.settings = {**row.settings, ASKED: asdict(known)}
                return False
            given = {"number": number, "organiser": known.organiser, "seats": known.seats}
            row.settings = {**without_consent(row.settings), CONSENT: given}
            self._tell(session, row, "acts_agreed", seats, row.organiser_id)
            return True

    async def tell_of_upgrade(self) -> int:
        """Tell the channels of games that were running when this rule came; each is told once. Returns how many."""
        async with self.services.db.read() as session:
            marked = cast(GameRow.settings, Text).contains(UNTOLD)
            numbers = list(await session.exec(select(GameRow.id).where(GameRow.status == RUNNING, marked)))
        return sum([await self._upgraded(number) for number in numbers if number is not None])

    async def _upgraded(self, game_id: int) -> bool:
        async with self.services.lock(game_id), self.services.db.write() as session:
            row, seats = await self.services.row(session, game_id), await self.services.seats(session, game_id)
            if UNTOLD not in row.settings:
                return False
            row.settings = {name: value for name, value in row.settings.items() if name != UNTOLD}
            if not (must_ask(row, seats) and organiser_acts(row)):
                return False
            name = next(one.name for one in seats if one.user_id == row.organiser_id)
            telling.tell(self.services, session, row, ANSWERED, "upgraded", say("acts_upgraded", name=name))
            return True

    def _tell(self, session: AsyncSession, row: GameRow, what: str, seats: Sequence[SeatRow], who: int) -> None:
        text = say(what, name=next(seat.name for seat in seats if seat.user_id == who))
        telling.tell(self.services, session, row, ANSWERED, who, text, ping=[row.organiser_id])


def without_consent(settings: dict[str, Any]) -> dict[str, Any]:
    """A game's settings without what the players agreed to, or were asked, about the organiser."""
    return {name: value for name, value in settings.items() if name not in (CONSENT, ASKED)}


def end_consent(row: GameRow) -> list[str]:
    """A seat, or the organiser, has changed: whatever was agreed ends. Returns the sentence that says so, if it was."""
    ended = CONSENT in row.settings
    row.settings = without_consent(row.settings)
    return [say("acts_ended")] if ended and row.status == RUNNING else []
