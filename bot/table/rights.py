"""Who may do what in a game."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from datetime import datetime
from typing import Protocol

from bot.store.rows import GameRow, PersonRow, SeatRow
from bot.table.clocks import is_away
from bot.table.errors import NotYours, Refused
from bot.table.settings import organiser_acts
from engine.core.sentences import because


class GameWithSeats(Protocol):
    """A game with its people."""

    @property
    def row(self) -> GameRow:
        """The game."""
        ...

    @property
    def people(self) -> Mapping[int, PersonRow]:
        """People's settings."""
        ...

    def owner(self, seat: object) -> SeatRow:
        """The seat's row; raises Refused if there is no such seat."""
        ...


def owner_among(seats: Iterable[SeatRow], seat: object) -> SeatRow:
    """The seat's row; raises Refused if there is no such seat."""
    for one in seats:
        if one.seat == seat:
            return one
    raise Refused("There is no such seat in this game.")


def stands_for(at: GameWithSeats, user: int, seat: object, now: datetime) -> bool:
    """Is it the seat's player, or their stand-in while they are away?"""
    owner = at.owner(seat)
    return speaks_for(owner, at.people.get(owner.user_id), user, now)


def speaks_for(owner: SeatRow, person: PersonRow | None, user: int, now: datetime) -> bool:
    """The same, given the owner's settings."""
    return user == owner.user_id or (person is not None and is_away(person, now) and person.stand_in == user)


def check_may_act(at: GameWithSeats, user: int, seat: object, now: datetime) -> None:
    """Refuse anybody but the seat's player, their stand-in, or the organiser if the game allows it."""
    if stands_for(at, user, seat, now):
        return
    if user != at.row.organiser_id or not organiser_acts(at.row):
        raise to_decide(at, seat)


def to_decide(at: GameWithSeats, seat: object) -> NotYours:
    """The sentence why somebody else may not."""
    return NotYours(because("Only {name} can decide this.", name=at.owner(seat).name))


def seat_of(at: GameWithSeats, seats: Iterable[str], user: int, now: datetime) -> str:
    """Somebody's seat, or that of a player they stand in for; empty if they have none."""
    theirs = [seat for seat in seats if stands_for(at, user, seat, now)]
    return next((seat for seat in theirs if at.owner(seat).user_id == user), theirs[0] if theirs else "")


def check_game_itself(row: GameRow) -> None:
    """Refuse what cannot be done with a private copy, because it would involve others."""
    if row.is_copy:
        raise Refused("That can't be done with a private copy, which only its owner can use.")


def check_organiser(row: GameRow, user: int, *, manager: bool = False) -> None:
    """Refuse anybody but the organiser or a manager of the server."""
    if user != row.organiser_id and not manager:
        raise NotYours("Only the organiser can do this.")
