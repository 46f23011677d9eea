"""Who may do what in a game."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import datetime

from bot.errors import NotYours, Refused
from bot.store.rows import GameRow, PersonRow, SeatRow
from bot.table.ground.clocks import is_away
from bot.table.ground.services import LoadedGame, Present, SeatedGame
from bot.table.ground.settings import organiser_acts
from engine.core.sentences import because
from engine.view import hides_anything

CONSENT = "acts_agreed"
"""The key in a game's settings under which the other players' consent is stored that the organiser acts for them."""


def stands_for(at: SeatedGame, user: int, seat: str, now: datetime) -> bool:
    """Is it the seat's player, or their stand-in while they are away?"""
    owner = at.owner(seat)
    return speaks_for(owner, at.people.get(owner.user_id), user, now)


def speaks_for(owner: SeatRow, person: PersonRow | None, user: int, now: datetime) -> bool:
    """The same, given the owner's settings."""
    return user == owner.user_id or (person is not None and is_away(person, now) and person.stand_in == user)


def check_may_act(at: Present | LoadedGame, user: int, seat: str, now: datetime) -> None:
    """Refuse anybody but the seat's player, their stand-in, or the organiser if the game allows it. Whoever acts for
    others also sees what they see; so while a game hides anything, an organiser who plays needs the others' consent.
    """
    if stands_for(at, user, seat, now):
        return
    if user != at.row.organiser_id or not organiser_acts(at.row):
        raise to_decide(at, seat)
    if plays_among_secrets(at, user, now) and not has_consent(at.row, at.seats):
        raise NotYours(
            because(
                "This game hides something from its players, and you are one of them, so you can act for {name} only "
                "if all other players agree. `/game settings organiser_acts:True` asks them.",
                name=at.owner(seat).name,
            )
        )


def plays_among_secrets(at: Present | LoadedGame, user: int, now: datetime) -> bool:
    """Does somebody play, or stand in for a player, in a game that hides something now? Never in a private copy."""
    plays = not at.row.is_copy and any(stands_for(at, user, one.seat, now) for one in at.seats)
    return plays and hides_anything(at.game)


def seating(seats: Iterable[SeatRow]) -> dict[str, int]:
    """Who has which seat."""
    return {one.seat: one.user_id for one in seats}


def has_consent(row: GameRow, seats: Sequence[SeatRow]) -> bool:
    """Have all other people at the table agreed that the organiser acts for them, and do all still have their seats?"""
    if not any(one.has_person and one.user_id != row.organiser_id for one in seats):
        return True
    found = row.settings.get(CONSENT, {})
    return (found.get("organiser"), found.get("seats")) == (row.organiser_id, seating(seats))


def to_decide(at: SeatedGame, seat: str) -> NotYours:
    """The sentence why somebody else may not."""
    return NotYours(because("Only {name} can decide this.", name=at.owner(seat).name))


def seat_of(at: SeatedGame, seats: Iterable[str], user: int, now: datetime) -> str:
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
