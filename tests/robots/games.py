"""Whole games by robots, audited after every move; also the match that measures them.

python -m tests.robots.games --title 1870 --seeds 8
"""

from __future__ import annotations

import argparse
import random
import sys
import time
from collections.abc import Callable, Sequence

from bot.robots.choosing import choose
from engine import Act, Game, decode_game, new
from engine.play import play_on
from engine.titles import title_named, titles
from engine.view import view
from tests.again import at_move, repeatable

FEW = 6
"""Moves of one kind that robots try out in tests; many more, where people wait for them."""


def begun(title: str, kinds: Sequence[str], seed: int, options: dict[str, str] | None = None) -> Game:
    """A game in which P0 is of the first kind, and so on; runs are not proven unless the options say so."""
    free = {"runs": "free"} if any(option.name == "runs" for option in title_named(title).options) else {}
    return new(title, [f"P{number}" for number in range(len(kinds))], free | (options or {}), seed)


def play(
    game: Game,
    kinds: Sequence[str],
    seed: int,
    most: int = 4_000,
    tries: int = FEW,
    noted: Callable[[str, str, Act, float], None] = lambda kind, seat, act, seconds: None,
) -> tuple[Game, int]:
    """Play on to the end, or for this many moves."""
    kind = {seat.id: kinds[int(seat.name[1:])] for seat in game.state.players}
    for move in range(most):
        waiting = game.decisions()
        if not waiting:
            return game, move
        seat = waiting[0].seat
        start = time.process_time()
        act = choose(game, seat, kind[seat], f"{seed}/{move}", None, tries)
        with at_move(move + 1):
            assert act is not None, f"{kind[seat]} finds no move at {waiting[0].rule}"
            noted(kind[seat], seat, act, time.process_time() - start)
            game, _ = game.apply(seat, act)
            game.audit()
            if move % 50 == 0:
                assert decode_game(game.encode()).encode() == game.encode()
    return game, most


@repeatable
def match(title: str, kinds: list[str], seed: int, most: int = 4_000, tries: int = FEW, before: int = 0) -> Game:
    """A game played by robots after this many random moves."""
    game = play_on(begun(title, kinds, seed), random.Random(seed), before)
    return play(game, kinds, seed, most, tries)[0]


def worth(game: Game) -> dict[str, int]:
    """What each player is worth, by name."""
    return {seat.name: seat.worth or 0 for seat in view(game).seats}


def main() -> int:
    """One sensible robot against two that play at random, over this many seeds."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--title", default=titles()[0])
    parser.add_argument("--seeds", type=int, default=8)
    parser.add_argument("--tries", type=int, default=FEW)
    parser.add_argument("--most", type=int, default=2_000)
    parser.add_argument("--kinds", default="steady,random,random")
    given = parser.parse_args()
    kinds, won, spent = given.kinds.split(","), 0, list[float]()
    for seed in range(1, given.seeds + 1):
        taken = lambda kind, seat, act, seconds: spent.append(seconds) if kind == "steady" else None  # noqa: E731
        game, moves = play(begun(given.title, kinds, seed), kinds, seed, given.most, given.tries, taken)
        found = worth(game)
        won += found["P0"] == max(found.values())
        why = game.state.end.why if game.state.end else "goes on"
        print(f"seed {seed}: {moves} moves, {why}, {found}", flush=True)
    spent.sort()
    print(f"{won} of {given.seeds} won; {len(spent)} moves of the sensible robot, processor time in ms:")
    print(f"median {spent[len(spent) // 2] * 1000:.0f}, 95th percentile {spent[int(len(spent) * 0.95)] * 1000:.0f}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
