"""Writes the golden positions of a release: games in the middle of what is hardest to store.

    python -m tests.store.golden 0.1 [title]

They are written for a release, until it is out, and never again; every later program must load them and play on.
"""

from __future__ import annotations

import random
import sys
from collections.abc import Iterator
from pathlib import Path

import tests.toy.title  # noqa: F401  (registers the toy)
from engine import Game, new
from engine.core.state import Trial
from engine.play import next_to_act, random_act
from tests.t1828.merging import eager

FOLDER = Path(__file__).parent / "golden"
SEEDS = [206, 207, *range(300)]
"""The first two meet what is rare: money owed for a train, and a connection run."""
WANTED = {
    "1870": {"contest", "first_par", "protect", "train_money", "connection", "discard", "stock_turn", "operating_turn"},
    "1828": {
        "merger answered",
        "cobourg marker",
        "adrian tile",
        "train_money",
        "discard",
        "stock_turn",
        "operating_turn",
    },
    "toy": {"merger", "rescue", "sealed", "stock_turn", "operating_turn"},
}


def moments(title: str, seed: int) -> Iterator[tuple[str, Game]]:
    """A random game, move by move, with what it is in the middle of."""
    options = {"runs": "free"} if title in ("1870", "1828") else {}
    game, stream = new(title, ["Ann", "Bob", "Cem"], options, seed), random.Random(seed)
    for _ in range(900):
        one = next_to_act(game, stream)
        if one is None:
            return
        yield one.rule if one.rule != "offer" else game.state.agenda[-1].rule, game
        top = game.state.agenda[-1]
        if isinstance(top, Trial) and top.answers:
            yield f"{top.rule} answered", game
        if game.state.lots:
            yield "lots", game
        if game.state.offers:
            yield "offers", game
        act = (eager(game, one, stream) if title == "1828" else None) or random_act(game, one.seat, stream)
        assert act is not None
        game, _ = game.apply(one.seat, act)


def main() -> int:
    """One file for each title and moment."""
    folder = FOLDER / sys.argv[1]
    folder.mkdir(parents=True, exist_ok=True)
    for title in sys.argv[2:] or WANTED:
        found: dict[str, Game] = {}
        for seed in SEEDS:
            if WANTED[title] <= set(found):
                break
            for moment, game in moments(title, seed):
                found.setdefault(moment, game)
        for moment, game in sorted(found.items()):
            (folder / f"{title}-{moment.replace(' ', '_')}.json").write_bytes(game.encode())
        print(title, sorted(found), "not met:", sorted(WANTED[title] - set(found)))
    return 0


if __name__ == "__main__":
    sys.exit(main())
