"""What the parts of a review cost: seconds of the processor and megabytes of the process of their own, under its limit,
and what it costs to open what is kept. A ratio above 1 misses its target, which is for 1,000 moves.

    python -m benchmarks.reviews [FILE]
"""

from __future__ import annotations

import asyncio
import random
import sys
from pathlib import Path
from time import perf_counter

from benchmarks.reviews.counted import counted
from bot.robots.hindsight.looking_back import RobotsView
from bot.robots.hindsight.worker import looked_back
from bot.table.ground.own_process import run_alone
from bot.table.past.replayed import StoredMove
from bot.table.past.reviewing import proved, worked_out
from engine import Game
from engine.careful import careful_act
from engine.core.stored_events import encode as encode_events
from engine.exchange.any_file import open_any_file
from engine.play import next_to_act
from engine.record import Move
from engine.review.proven import Proven
from engine.review.review import Review
from engine.review.stored import decode
from engine.titles import titles
from tests.robots.games import begun

MOVES, PLAYERS = 1_000, 5
STORY, REST, MEGABYTES, OPENING = 30.0, 600.0, 250.0, 1.0
PATIENCE = 3_600.0
"""Seconds on the wall: a shared machine takes longer than its processor does."""


def of_file(path: Path) -> tuple[Game, list[bytes], list[StoredMove]]:
    """A game from a file: its start, its positions and its moves."""
    file = open_any_file(path.read_bytes())
    raws, moves = [file.start.encode()], list[StoredMove]()
    for number, (move, after, events) in enumerate(file.states(), 1):
        raws.append(after.encode())
        moves.append(StoredMove(number, move, encode_events(events), True))
    return file.start, raws, moves


def of_random() -> tuple[Game, list[bytes], list[StoredMove]]:
    """A careful random game of the first title that lasts long enough."""
    stream = random.Random(1)
    for title in titles():
        start = game = begun(title, ["random"] * PLAYERS, 1)
        raws, moves = [game.encode()], list[StoredMove]()
        while len(moves) < MOVES and (decision := next_to_act(game, stream)) is not None:
            act = careful_act(game, decision.seat, stream)
            assert act is not None
            game, events = game.apply(decision.seat, act)
            raws.append(game.encode())
            move = Move(decision.seat, act.verb, dict(act.args))
            moves.append(StoredMove(len(moves) + 1, move, encode_events(events), True))
        if len(moves) == MOVES:
            return start, raws, moves
    raise SystemExit("no title lasts long enough")


def shown(what: str, unit: str, value: float, target: float) -> None:
    """Print a figure beside its target."""
    print(f"{what:44} {value:8.2f} {unit:3} target {target:6.1f} ratio {value / target:5.2f}", flush=True)


async def main(path: Path | None) -> None:
    """Print the figures."""
    start, raws, moves = of_random() if path is None else of_file(path)
    seats = tuple(one.id for one in start.state.players)
    print(
        f"{start.title.id}: {len(moves)} moves, {len(seats)} players, {sum(map(len, raws)) / 1e6:.1f} MB of positions"
    )
    played = [(one.number, one.move.seat, one.events) for one in moves]
    story, seconds, megabytes = await run_alone(counted, worked_out, raws, played, "", patience=PATIENCE)
    shown("story and money", "s", seconds, STORY)
    shown("  its process", "MB", megabytes, MEGABYTES)
    proofs, proving, megabytes = await run_alone(counted, proved, raws, moves, PATIENCE, patience=PATIENCE)
    shown("what can be proven", "s", proving, REST)
    shown("  its process", "MB", megabytes, MEGABYTES)
    view, seconds, megabytes = await run_alone(counted, looked_back, raws, moves, seats, PATIENCE, patience=PATIENCE)
    shown("the robot's view", "s", seconds, REST)
    shown("  its process", "MB", megabytes, MEGABYTES)
    shown("both together", "s", proving + seconds, REST)
    begun_at = perf_counter()
    kept = decode(story, Review), decode(proofs, Proven), decode(view, RobotsView)
    shown("reading what is kept of all three", "s", perf_counter() - begun_at, OPENING)
    assert all(part is not None for part in kept)
    _, proven, robots = kept
    assert proven is not None and robots is not None
    print(f"for want of time not compared: {proven.left} runs, {robots.left} choices")
    print(f"kept: {len(story + proofs + view)} bytes")


if __name__ == "__main__":
    asyncio.run(main(Path(sys.argv[1]) if len(sys.argv) > 1 else None))
