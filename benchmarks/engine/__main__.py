"""`python -m benchmarks.engine`: enumerate, apply, copy, encode and decode late in random games.

Positions are taken from the last part of each game. Enumerating a decision means every legal move of every verb that
the decider has (of ranges the ends); runs of trains, whose best routes are another matter, are reported apart.
"""

from __future__ import annotations

import argparse
import random
import time
from collections.abc import Callable

from engine import Game, decode_game, new
from engine.core.audit import audit
from engine.core.position import copy_of
from engine.core.verbs import complete_moves
from engine.game import menu
from engine.play import next_to_act, random_act
from engine.titles import title_named
from engine.view import view

LATE = 0.6
"""Positions from this part of a game on count as late."""

Samples = dict[str, list[float]]


def milliseconds(call: Callable[[], object]) -> float:
    """A call's processor time in milliseconds."""
    start = time.process_time()
    call()
    return (time.process_time() - start) * 1_000


def enumerate_all(game: Game, seat: str, *, runs: bool) -> int:
    """Every legal move of a seat; the trains' runs only if asked for."""
    p = game.position()
    found = 0
    for name in menu(p, seat):
        if runs == name.startswith("run"):
            found += sum(1 for _ in complete_moves(p, name, p.title.verbs[name], seat))
    return found


def first_slot(game: Game, seat: str, samples: Samples) -> None:
    """The values of the first slot, one measure a verb."""
    for name in menu(game.position(), seat):
        if name.startswith("run"):
            continue

        def ask(name: str = name) -> None:
            asked = game.values(seat, name)
            if asked is not None and not hasattr(asked[1], "low"):
                list(asked[1])  # type: ignore[arg-type]

        samples["first slot"].append(milliseconds(ask))


def measure(game: Game, stream: random.Random, samples: Samples) -> Game:
    """Take all figures at one position and go on to the next."""
    decision = next_to_act(game, stream)
    assert decision is not None
    seat = decision.seat
    fresh = decode_game(game.encode())
    samples["enumerate"].append(milliseconds(lambda: enumerate_all(fresh, seat, runs=False)))
    first_slot(fresh, seat, samples)
    if any(verb.startswith("run") for verb in decision.verbs):
        samples["best runs"].append(milliseconds(lambda: enumerate_all(fresh, seat, runs=True)))
    samples["copy"].append(milliseconds(lambda: copy_of(game.title, game.state)))
    samples["encode and decode"].append(milliseconds(lambda: decode_game(game.encode())))
    samples["view"].append(milliseconds(lambda: view(game, seat)))
    samples["audit"].append(milliseconds(lambda: audit(game.position())))
    act = random_act(game, seat, stream)
    assert act is not None
    kind = "apply a run" if act.verb.startswith("run") else "apply"
    start = time.process_time()
    after, _ = game.apply(seat, act)
    samples[kind].append((time.process_time() - start) * 1_000)
    return after


TARGETS = {"enumerate": 50.0, "first slot": 10.0, "apply": 5.0, "copy": 1.0, "encode and decode": 10.0}


def late_games(title: str, games: int, seed: int) -> tuple[Samples, int]:
    """Figures from a number of random games."""
    names = ["enumerate", "first slot", "apply", "copy", "encode and decode"]
    samples: Samples = {name: [] for name in [*names, "apply a run", "best runs", "view", "audit"]}
    low, high = title_named(title).players
    options = {"runs": "free"} if any(o.name == "runs" for o in title_named(title).options) else {}
    counted = 0
    for number in range(games):
        players = max(low, high - number % (high - low + 1))
        start = new(title, [f"P{n}" for n in range(players)], options, seed + number)
        stream, game, length = random.Random(seed + number), start, 0
        while (decision := next_to_act(game, stream)) is not None:
            act = random_act(game, decision.seat, stream)
            assert act is not None
            game, _ = game.apply(decision.seat, act)
            length += 1
        stream, game = random.Random(seed + number), start
        for move in range(length):
            if move >= length * LATE:
                game = measure(game, stream, samples)
                counted += 1
                continue
            decision = next_to_act(game, stream)
            assert decision is not None
            act = random_act(game, decision.seat, stream)
            assert act is not None
            game, _ = game.apply(decision.seat, act)
    return samples, counted


def main() -> None:
    """Print the figures."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--title", default="1870")
    parser.add_argument("--games", type=int, default=4)
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    samples, counted = late_games(given.title, given.games, given.seed)
    print(f"{given.games} random games of {given.title}, {counted} positions, milliseconds")
    print(f"{'':20}{'median':>9}{'95 %':>9}{'worst':>9}{'target':>9}{'95 % / target':>15}")
    for name, times in samples.items():
        if not times:
            continue
        times.sort()
        at95 = times[int(len(times) * 0.95)]
        target = TARGETS.get(name)
        aim = f"{target:9.0f}{at95 / target:15.2f}" if target else ""
        print(f"{name:20}{times[len(times) // 2]:9.2f}{at95:9.2f}{times[-1]:9.2f}{aim}")


if __name__ == "__main__":
    main()
