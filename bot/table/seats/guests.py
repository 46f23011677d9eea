"""Who may join a game that is gathering players: invitations, removals, and how many players it needs."""

from __future__ import annotations

from typing import Any

from sqlmodel.ext.asyncio.session import AsyncSession

from bot.errors import Refused
from bot.store.rows import GATHERING, GameRow, SeatRow
from bot.table.ground.parsing import discord_number
from bot.table.ground.rights import check_organiser
from bot.table.ground.say import say
from bot.table.ground.services import Services
from bot.table.ground.settings import MOST_GUESTS, table_setting
from bot.table.play import telling
from bot.table.play.troubles import answers
from engine.core.sentences import because, pattern
from engine.title import Title
from engine.titles import title_for

TOLD_ENOUGH = "told_enough"
"""The setting that records for how many players the organiser was told that there are enough."""


class Guests:
    """What an organiser can do about players before the game begins."""

    def __init__(self, services: Services) -> None:
        self.services = services

    async def kick(self, game_id: int, by: int, person: int, *, manager: bool = False) -> None:
        """Remove a player before the game begins; they can only come back by invitation."""
        async with self.services.lock(game_id), answers(self.services), self.services.db.write() as session:
            row, seats = await gathering(self.services, session, game_id)
            check_organiser(row, by, manager=manager)
            seat = next((seat for seat in seats if seat.user_id == person), None)
            if seat is None:
                raise Refused("Nobody by that name plays in this game.")
            await session.delete(seat)
            if seat.has_person:
                guests, removed = _guests(row)
                row.settings = {**row.settings, "guests": [one for one in guests if one != person]}
                row.settings = {**row.settings, "removed": [*removed, person][-MOST_GUESTS:]}
            text = say("removed", name=seat.name, taken=len(seats) - 1, places=row.places)
            telling.tell(self.services, session, row, "leave", person, text, ping=[person])

    async def invite(self, game_id: int, by: int, person: int, *, manager: bool = False) -> None:
        """Invite somebody; they may then join even an invitation-only game."""
        person = discord_number(person, "person")
        async with self.services.lock(game_id), answers(self.services), self.services.db.write() as session:
            row, seats = await gathering(self.services, session, game_id)
            check_organiser(row, by, manager=manager)
            if any(seat.user_id == person for seat in seats):
                raise Refused("They already have a seat in this game.")
            guests, removed = _guests(row)
            if len(guests) >= MOST_GUESTS:
                raise Refused(because("You can invite at most {most} people to a game.", most=MOST_GUESTS))
            if person in guests:
                raise Refused("They have already been invited.")
            kept = {"guests": [*dict.fromkeys((*guests, person))], "removed": [one for one in removed if one != person]}
            row.settings = {**row.settings, **kept}
            title = title_for(row.title, row.options).name
            text = say("invited", person=person, by=by, title=title, taken=len(seats), places=row.places)
            telling.tell(self.services, session, row, "invited", person, text, ping=[person])

    async def resize(self, game_id: int, by: int, places: int, *, manager: bool = False) -> None:
        """Change the number of seats while the game is gathering players."""
        async with self.services.lock(game_id), answers(self.services), self.services.db.write() as session:
            row, seats = await gathering(self.services, session, game_id)
            check_organiser(row, by, manager=manager)
            check_places(title_for(row.title, row.options), places)
            if places < len(seats):
                raise Refused(because("{taken} players have already joined.", taken=len(seats)))
            check_least(table_setting(row, "least"), places)
            row.places = places


async def gathering(services: Services, session: AsyncSession, game_id: int) -> tuple[GameRow, list[SeatRow]]:
    """A game that is gathering players, with its seats; otherwise refused."""
    row = await services.row(session, game_id)
    if row.status != GATHERING:
        if row.started_at is None:
            raise Refused("This game has been called off.")
        raise Refused("This game has begun, so its seats are fixed; `/game replace` gives a seat to somebody else.")
    return row, await services.seats(session, game_id)


def _guests(row: GameRow) -> tuple[list[int], list[int]]:
    """Who has been invited, and who has been removed."""
    return list(row.settings.get("guests", [])), list(row.settings.get("removed", []))


def check_invited(row: GameRow, user: int) -> None:
    """Refuse a person who may not join."""
    guests, removed = _guests(row)
    if user <= 0 or user == row.organiser_id or user in guests:
        return
    if user in removed:
        raise Refused("The organiser has removed you from this game; you need an invitation to join again.")
    if table_setting(row, "invited_only"):
        raise Refused("Only invited players can join this game; its organiser can use `/game invite`.")


def check_enough(row: GameRow, taken: int) -> None:
    """Refuse to begin with too few players."""
    least = table_setting(row, "least")
    if taken < least:
        raise Refused(
            because(
                "This game needs at least {least} players, and {taken} have joined; `/game settings` can change that.",
                least=least,
                taken=taken,
            )
        )


def is_news(row: GameRow, taken: int) -> bool:
    """Is it news that there are enough players? The organiser is told once, even if somebody leaves and rejoins."""
    needed = max(table_setting(row, "least"), title_for(row.title, row.options).players[0])
    if taken < needed or needed <= row.settings.get(TOLD_ENOUGH, 0):
        return False
    row.settings = {**row.settings, TOLD_ENOUGH: needed}
    return True


def check_least(least: Any, places: int) -> None:
    """Refuse a minimum above the number of seats."""
    if isinstance(least, int) and least > places:
        text = pattern("The game has {places} seats, so it cannot wait for {least} players; change one of the two.")
        raise Refused(because(text, places=places, least=least))


def check_places(title: Title, places: Any) -> None:
    """Refuse a number of players that the title does not allow."""
    low, high = title.players
    if not isinstance(places, int) or isinstance(places, bool) or not low <= places <= high:
        raise Refused(because("{title} is for {low} to {high} players.", title=title.id, low=low, high=high))
