"""Who may do what at a table."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from bot.store.rows import GameRow
from bot.table.clocks import is_away
from bot.table.desk import Sitting
from bot.table.errors import NotYours, Refused
from engine.sentences import because


def stands_for(sitting: Sitting, clicker: int, seat: str, now: datetime) -> bool:
    """Is it the seat's own person, or the stand-in while he is away?"""
    owner = sitting.seats[seat].user_id
    person = sitting.people.get(owner)
    return clicker == owner or (is_away(person, now) and person is not None and person.stand_in == clicker)


def check_seat(sitting: Sitting, seat: Any) -> None:
    """Refuse a seat that does not exist."""
    if not isinstance(seat, str) or seat not in sitting.seats:
        raise Refused("There is no such seat at this table.")


def check_may_act(sitting: Sitting, clicker: int, seat: Any, now: datetime) -> None:
    """The seat's person, his stand-in, or the organiser where the game allows it."""
    check_seat(sitting, seat)
    if stands_for(sitting, clicker, seat, now):
        return
    if clicker == sitting.row.organiser_id and sitting.row.settings.get("organiser_acts", True):
        return
    raise NotYours(because("This is for {name} to decide.", name=sitting.seats[seat].name))


def check_organiser(row: GameRow, clicker: int, *, manager: bool = False) -> None:
    """The organiser, or a manager of the server."""
    if clicker != row.organiser_id and not manager:
        raise NotYours("Only the organiser can do this.")
