"""Stand-ins: whoever is named is asked once, and neither acts nor is pinged for anybody before they agree."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

from sqlmodel import col, select
from sqlmodel.ext.asyncio.session import AsyncSession

from bot.errors import NotYours, Refused, Stale
from bot.store.rows import RUNNING, GameRow, OutboxRow, PersonRow, SeatRow
from bot.table.ground.parsing import discord_number
from bot.table.ground.say import say
from bot.table.ground.services import Services
from bot.table.play import telling
from bot.table.play.troubles import answers
from bot.table.seats.preferences import Preferences

ASKED, TOLD = "stand_in_ask", "stand_in_told"
"""The kinds of announcements: the question, and its answer."""
MOST_ASKED = 3
"""How many people somebody can ask within the time below."""
WITHIN = timedelta(days=1)


class StandingIn:
    """Asks stand-ins, and takes their answers."""

    def __init__(self, services: Services, preferences: Preferences) -> None:
        self.services, self.preferences = services, preferences

    async def ask(self, user: int, person: int, **settings: Any) -> bool:
        """Ask somebody to be a stand-in, and change other settings, both or neither; returns whether they still have to
        agree.
        """
        async with answers(self.services), self.services.db.write() as session:
            row = await self.preferences.change_person(session, user, **settings)
            person = discord_number(person, "person")
            if person == row.stand_in:
                row.stand_in_asked = None
                return False
            if person in row.stand_in_declined:
                raise Refused("They have declined to stand in for you; please choose somebody else.")
            if person != row.stand_in_asked:
                await self._post(session, user, person)
            row.stand_in_asked = person
            return True

    async def _post(self, session: AsyncSession, user: int, person: int) -> None:
        """Ask in the channel of a game that they play in, where others see it, or else by direct message."""
        now = self.services.clock()
        lately = OutboxRow.kind == ASKED, col(OutboxRow.created_at).between(now - WITHIN, now + WITHIN)
        asked = [one.payload["to"] for one in await session.exec(select(OutboxRow).where(*lately)) if _by(one) == user]
        if person in asked:
            return
        if len(asked) >= MOST_ASKED:
            raise Refused("You have asked several people today; please wait for their answers.")
        mine = (SeatRow.user_id == user, GameRow.status == RUNNING, col(GameRow.copy_of).is_(None))
        games = select(GameRow).join(SeatRow, col(SeatRow.game_id) == col(GameRow.id)).where(*mine)
        game = (await session.exec(games.order_by(col(GameRow.id).desc()))).first()
        key, about = f"{user} {person} {now.isoformat()}", {"by": user, "to": person, "ping": [person]}
        if game is None:
            with self.services.speaking_to(person):
                text = say("stand_in_asked", person=person, by=user)
            session.add(telling.row(telling.person(person), ASKED, key, now, None, 0, text=[text], **about))
            return
        with self.services.speaking_on(game.guild_id):
            text = say("stand_in_asked", person=person, by=user)
        session.add(telling.to_table(game, ASKED, key, now, text=[text], **about))

    async def answer(self, user: int, clicker: int, *, yes: bool) -> None:
        """Agree to stand in for somebody, or decline for good."""
        async with answers(self.services), self.services.db.write() as session:
            row = await session.get(PersonRow, user)
            if row is None or row.stand_in_asked is None:
                raise Stale("This has already been settled.")
            if row.stand_in_asked != clicker:
                raise NotYours("There is nothing for you to answer.")
            row.stand_in_asked, now = None, self.services.clock()
            if not yes:
                row.stand_in_declined = [*row.stand_in_declined, clicker]
            with self.services.speaking_to(user):
                text = say("stand_in_agreed" if yes else "stand_in_declined", person=clicker)
            key = f"{user} {clicker} {now.isoformat()}"
            session.add(telling.row(telling.person(user), TOLD, key, now, None, 0, text=[text]))
            session.add(row)
            if yes:
                await self.preferences.change_person(session, user, stand_in=clicker)


def _by(row: OutboxRow) -> int:
    return int(row.payload.get("by", 0))
