"""A game as it was played: its setup, and every move with the seat that made it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from msgspec import Struct, field

from engine.core.errors import Damaged, EngineError
from engine.core.events import Event
from engine.core.sentences import because
from engine.core.verbs import Act
from engine.game import Game, begin, new
from engine.titles import setup_today, title_for
from engine.upcast import options_now


class Move(Struct, frozen=True):
    """One move and the seat that made it."""

    seat: str
    verb: str
    args: dict[str, str | int] = {}

    @property
    def act(self) -> Act:
        """The move without its maker."""
        return Act(self.verb, self.args)

    def text(self) -> str:
        """The move as a person would type it: `p1 buy company=SP from=ipo`."""
        return " ".join([self.seat, self.verb, *(f"{slot}={value}" for slot, value in self.args.items())])


class Record(Struct, kw_only=True):
    """Everything needed to play a game again. Undone moves are not in it."""

    title: str
    players: list[str]
    """Names in the order in which they were given; who sits where follows from seed or setup."""
    options: dict[str, str] = field(default_factory=dict[str, str])
    seed: int = 0
    setup: dict[str, Any] = field(default_factory=dict[str, Any])
    moves: list[Move] = field(default_factory=list[Move])

    def begin(self) -> Game:
        """The game before its first move."""
        options = options_now(self.title, self.options)
        return begin(title_for(self.title, options), self.players, options, self.seed, self.setup)

    def note(self, seat: str, act: Act) -> None:
        """Record a move that has been made."""
        self.moves.append(Move(seat, act.verb, dict(act.args)))

    def play(self, game: Game, seat: str, act: Act) -> tuple[Game, list[Event]]:
        """Make a move and record it; a refused move is not recorded."""
        after, events = game.apply(seat, act)
        self.note(seat, act)
        return after, events

    def replay(self) -> Game:
        """The game after all moves, or the number and text of the move that cannot be made again."""
        reached = self.begin()
        for _, after, _ in self.states(reached):
            reached = after
        return reached

    def states(self, start: Game | None = None) -> Iterator[tuple[Move, Game, list[Event]]]:
        """Each move with the game after it and what happened."""
        now = start if start is not None else self.begin()
        for number, move in enumerate(self.moves, 1):
            try:
                now, events = now.apply(move.seat, move.act)
            except EngineError as e:
                raise Damaged(
                    because("Action {number} ({text}) is refused: {e}", number=number, text=move.text(), e=e)
                ) from e
            yield move, now, events


def new_record(
    title: str,
    players: Sequence[str],
    options: Mapping[str, str] | None = None,
    seed: int = 0,
    setup: Mapping[str, Any] | None = None,
) -> tuple[Record, Game]:
    """A new game together with the record of it."""
    begun = setup_today(title, options or {}, setup or {})
    record = Record(title=title, players=list(players), options=dict(options or {}), seed=seed, setup=begun)
    return record, new(title, players, options, seed, begun)
