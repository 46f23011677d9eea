"""Positions as the table keeps them at hand, and what is said when one cannot be read."""

from __future__ import annotations

from dataclasses import dataclass

from bot.errors import Trouble
from bot.store.rows import GameRow, PositionRow
from bot.table.ground.say import clean_name
from engine import Game
from engine.core.sentences import because


@dataclass(frozen=True)
class CachedPosition:
    """A stored position, decoded, with what the next one needs to be packed after it."""

    game: Game
    raw: bytes
    row: PositionRow


@dataclass(frozen=True)
class UndecodedPosition:
    """A stored position as it was read; it is decoded when no transaction waits for that (`Services.decoded`)."""

    row: GameRow
    number: int
    names: dict[str, str]
    """The players' current names; empty: as they were then."""
    found: CachedPosition | tuple[PositionRow, bytes]


def with_safe_names(game: Game) -> Game:
    """The game with names that are safe in a message; those of older games and files may not be."""
    names = {seat.id: clean_name(seat.name) for seat in game.state.players}
    return game.named(names) if any(names[seat.id] != seat.name for seat in game.state.players) else game


class Damage(Trouble):
    """A game's current position cannot be read."""

    def __init__(self, game_id: int, organiser: int, why: str) -> None:
        super().__init__(because("{why} Nothing has changed, and I have told the organiser.", why=why))
        self.game_id, self.organiser, self.why = game_id, organiser, why
