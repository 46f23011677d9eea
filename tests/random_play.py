"""Whole games at random, under every rule of the house: the fixed set of the test command, and longer runs by hand.

python -m tests.random_play --games 300 --from 1000
"""

from __future__ import annotations

import argparse
import random
import sys
import time
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from typing import Any

from engine import Act, Game, decode_game, new
from engine.core.audit import audit
from engine.core.verbs import complete_moves
from engine.play import next_to_act, random_act
from engine.title import Title
from engine.titles import title_named, titles
from tests.again import at_move, repeatable
from tests.t1828 import merging

MOST_MOVES = 6_000

EAGER = {"1828": merging.eager}
"""Titles whose rarest procedures hardly ever happen by chance, and what helps them along."""


@dataclass(frozen=True)
class Setup:
    """One random game to play."""

    title: str
    players: int
    seed: int
    options: tuple[tuple[str, str], ...]
    moves: int = MOST_MOVES

    def begin(self) -> Game:
        """The game before its first move."""
        return new(self.title, [f"P{n}" for n in range(1, self.players + 1)], dict(self.options), self.seed)

    def written(self) -> dict[str, Any]:
        """As the named arguments with which it can be played again."""
        return asdict(self) | {"options": dict(self.options)}


def setup_of(title: str, players: int, seed: int, options: dict[str, str], moves: int = MOST_MOVES) -> Setup:
    """A game as it was written."""
    return Setup(title, players, seed, tuple(options.items()), moves)


def setups(title: Title, games: int, first_seed: int, fixed: dict[str, str]) -> Iterator[Setup]:
    """Games that go through all player counts and all values of all options, each option at its own pace."""
    low, high = title.players
    for number in range(games):
        options: dict[str, str] = {}
        for place, option in enumerate(title.options):
            count = len(option.values)
            # The first games take value 0, 1, 2 ... of every option; later rounds shift the options against each other.
            options[option.name] = option.values[(number + place * (number // count)) % count]
        options |= fixed
        players = low + number % (high - low + 1)
        yield Setup(title.id, players, first_seed + number, tuple(options.items()))


def play(setup: Setup, *, stored: bool) -> tuple[Game, int]:
    """Play to the end and audit after every move; `stored`: the same moves are made beside it with the state written
    and read back before each, which must lead to the same bytes.
    """
    return played(**setup.written(), stored=stored)


@repeatable
def played(*, stored: bool, **written: Any) -> tuple[Game, int]:
    """The same for a game that was written."""
    setup = setup_of(**written)
    game, stream, moves = setup.begin(), random.Random(setup.seed), 0
    audit(game.position())
    raw = game.encode()
    while moves < setup.moves:
        with at_move(moves + 1):
            decision = next_to_act(game, stream)
            if decision is None:
                return game, moves
            eager = EAGER.get(setup.title)
            act = eager(game, decision, stream) if eager else None
            act = act or random_act(game, decision.seat, stream)
            assert act is not None, f"{decision.seat} has no legal move at {decision.rule}"
            game, _ = game.apply(decision.seat, act)
            game.audit()
            if stored:
                raw = moved(raw, decision.seat, act)
                assert raw == game.encode(), "the game depends on what has been written and read back"
        moves += 1
    return (agreed(game), moves) if setup.moves == MOST_MOVES else (game, moves)


def moved(raw: bytes, seat: str, act: Act) -> bytes:
    """The stored state after a move."""
    game = decode_game(raw)
    assert game.encode() == raw, "the state does not survive being written and read"
    return game.apply(seat, act)[0].encode()


def agreed(game: Game) -> Game:
    """Random players may trade the same few shares for ever; they agree to stop, as people would."""
    first, *others = [seat.id for seat in game.state.players if not seat.out]
    p = game.position()
    act = next(complete_moves(p, "stop", p.title.verbs["stop"], first))
    game, _ = game.apply(first, act)
    for other in others:
        game, _ = game.apply(other, Act("accept", {"offer": game.state.offers[-1].id}))
    return game


def main() -> int:
    """A longer run by hand."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--title", default=titles()[0])
    parser.add_argument("--games", type=int, default=300)
    parser.add_argument("--from", dest="first", type=int, default=1000, help="the first seed")
    parser.add_argument("--runs", default="free", help="the option of that name, if the title has it; empty: vary it")
    given = parser.parse_args()
    title = title_named(given.title)
    has_runs = any(option.name == "runs" for option in title.options)
    fixed = {"runs": given.runs} if has_runs and given.runs else {}
    failed, moves, ends, start = 0, 0, dict[str, int](), time.perf_counter()
    for setup in setups(title, given.games, given.first, fixed):
        try:
            game, made = play(setup, stored=True)
        except AssertionError as e:
            failed += 1
            print(f"FAILED {e}", flush=True)
            continue
        assert game.state.end is not None
        moves += made
        ends[game.state.end.why] = ends.get(game.state.end.why, 0) + 1
    print(
        f"{given.games} games twice, {failed} failed, {moves} moves, {time.perf_counter() - start:.0f} s; ends: {ends}"
    )
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
