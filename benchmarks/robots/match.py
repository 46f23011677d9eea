"""One game of the ladder, and what came of it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from benchmarks.robots.sides import Side
from engine import Game
from engine.view import view
from tests.robots.games import begun, worth


@dataclass
class Played:
    """What came of one game. Seats are named P0, P1 and so on."""

    title: str
    seed: int
    seated: Sequence[str]
    """Who played each seat."""
    game: Game
    moves: int = 0
    rounds: int = 0
    """Operating rounds begun."""
    phases: dict[str, int] = field(default_factory=dict[str, int])
    """The operating round in which each phase began; 0: before the first."""
    seconds: dict[str, float] = field(default_factory=dict[str, float])
    """Of the processor, by seat."""
    chosen: Counter[str] = field(default_factory=Counter[str])
    """Moves, by seat."""

    @property
    def ending(self) -> str:
        """Why it ended, or that it was cut."""
        return self.game.state.end.why if self.game.state.end else "cut"

    @property
    def ruined(self) -> list[str]:
        """The seats that went bankrupt."""
        return [one.name for one in self.game.state.players if one.out]

    @property
    def worth(self) -> dict[str, int]:
        """What each seat is worth at the end."""
        return worth(self.game)

    @property
    def places(self) -> dict[str, int]:
        """Each seat's place; equals share one."""
        found = self.worth
        return {name: 1 + sum(other > mine for other in found.values()) for name, mine in found.items()}

    @property
    def won(self) -> dict[str, float]:
        """Each seat's part of the victory."""
        best = [name for name, place in self.places.items() if place == 1]
        return {name: (name in best) / len(best) for name in self.places}


def play(title: str, seed: int, sides: Mapping[str, Side], seated: Sequence[str], most: int, rounds: int) -> Played:
    """One game; P0 is played by the side seated first, and so on. It is cut after so many moves or operating rounds."""
    names = [f"P{number}" for number in range(len(seated))]
    game = begun(title, names, seed)
    name = {seat.id: seat.name for seat in game.state.players}
    side = {seat: seated[int(called[1:])] for seat, called in name.items()}
    for one in sides.values():
        one.begin(title, names, dict(game.state.options), seed)
    played, known = Played(title, seed, tuple(seated), game), None
    while played.moves < most and (waiting := played.game.decisions()):
        seen = view(played.game)
        if seen.clock.of and (seen.clock.turn, seen.clock.number) != known:
            if played.rounds == rounds:
                break
            known = seen.clock.turn, seen.clock.number
            played.rounds += 1
        played.phases.setdefault(seen.phase, played.rounds)
        seat = waiting[0].seat
        act, seconds = sides[side[seat]].choose(played.game, seat, f"{seed}/{played.moves}")
        played.seconds[name[seat]] = played.seconds.get(name[seat], 0.0) + seconds
        played.chosen[name[seat]] += 1
        played.game, _ = played.game.apply(seat, act)
        for one in sides.values():
            one.follow(seat, act)
        played.moves += 1
    return played
