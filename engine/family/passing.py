"""Order by passing: passing takes the lowest card, acting returns it, and the cards seat the next round."""

from __future__ import annotations

from engine.core.position import Position
from engine.core.state import Run, Used

CARD = "card"


def take_card(frame: Run, player: str) -> None:
    """The lowest card left, for a player who has none."""
    if player not in cards(frame):
        frame.used.append(Used(CARD, by=player))


def give_back(frame: Run, player: str) -> None:
    """A player who acts has no card any more; those with higher cards move up."""
    frame.used = [note for note in frame.used if note.what != CARD or note.by != player]


def cards(frame: Run) -> list[str]:
    """Players who have passed and not acted since, the lowest card first."""
    return [note.by for note in frame.used if note.what == CARD]


def by_passing(p: Position, frame: Run) -> None:
    """Players sit in the order of their cards from now on, and the first of them begins."""
    row = cards(frame)
    places = {player: place for place, player in enumerate(row)}
    p.s.players.sort(key=lambda seat: places.get(seat.id, len(row)))
    p.s.priority = p.living[0]
    p.emit("order", players=" ".join(p.living))
