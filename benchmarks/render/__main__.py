"""`python -m benchmarks.render`: pictures of a late random game, in processor time, size and memory.

"Warm" is a process that has drawn this game before, as a picture worker has; "fresh" a new process that draws its
first picture, its imports of drawing code and fonts included. Time is processor time of the process, so that a busy
machine does not count.
"""

from __future__ import annotations

import argparse
import random
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from statistics import median

from msgspec import msgpack, structs

FRESH = """
import sys, time
from pathlib import Path
from msgspec import msgpack
from engine.view import View
view = msgpack.decode(Path(sys.argv[1]).read_bytes(), type=View)
start = time.process_time()
from render.board import draw_map
draw_map(view)
print((time.process_time() - start) * 1000)
"""
"""A worker's first map: importing the drawing code and everything it draws with counts."""

WORKER = """
import resource, sys
from pathlib import Path
from msgspec import msgpack
from engine.view import View
import render
view = msgpack.decode(Path(sys.argv[1]).read_bytes(), type=View)
for theme in render.THEMES:
    for draw in (render.draw_map, render.draw_market, render.draw_sheet, render.draw_runs):
        draw(view, theme=theme)
    render.draw_worth([view], theme=theme)
print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1000)
"""
"""A worker that draws every kind of picture in every theme, charts included: its memory at the peak."""

TARGETS = {
    "map, warm": 150.0,
    "map, fresh process": 600.0,
    "map, one more tile": 60.0,
    "market": 60.0,
    "sheet": 60.0,
    "choices, 12": 150.0,
}
LARGEST, MEMORY = 400.0, 200.0


def late_view(seed: int):
    """A view late in a random game."""
    from engine import new
    from engine.play import next_to_act, random_act
    from engine.view import view

    stream = random.Random(seed)
    game = new("1870", [f"P{n}" for n in range(1, 6)], {"runs": "free"}, seed)
    best = game
    for _ in range(1_500):
        decision = next_to_act(game, stream)
        if decision is None:
            break
        act = random_act(game, decision.seat, stream)
        assert act is not None
        game, _ = game.apply(decision.seat, act)
        best = game if game.decisions() else best
    return view(best)


def timed(call: Callable[[], object], times: int) -> float:
    """The median processor time of a call, in milliseconds."""
    taken: list[float] = []
    for _ in range(times):
        start = time.process_time()
        call()
        taken.append((time.process_time() - start) * 1_000)
    return median(taken)


def in_new_process(code: str, view, times: int) -> float:
    """The number that a program prints about this view; the median of several processes."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "view"
        path.write_bytes(msgpack.encode(view))
        command = [sys.executable, "-c", code, str(path)]
        found = [float(subprocess.run(command, check=True, capture_output=True).stdout) for _ in range(times)]
    return median(found)


def after_one_more_tile(view, times: int) -> float:
    """Redraw a map with one more tile each time."""
    from render import draw_map

    bare = [place.id for place in view.hexes if not place.tile and not place.stops and place.kind == "land"]
    draw_map(view)
    taken: list[float] = []
    for hex_id in bare[:times]:
        laid = [
            structs.replace(place, tile="9", rotation=1, color="yellow", track=[(1, 4)], cost=0)
            if place.id == hex_id
            else place
            for place in view.hexes
        ]
        after = structs.replace(view, hexes=laid)
        start = time.process_time()
        draw_map(after, before=view)
        taken.append((time.process_time() - start) * 1_000)
        view = after
    return median(taken)


def main() -> None:
    """Measure everything and print a table."""
    parser = argparse.ArgumentParser(prog="benchmarks.render")
    parser.add_argument("--times", type=int, default=7)
    parser.add_argument("--seed", type=int, default=7)
    asked = parser.parse_args()
    view = late_view(asked.seed)
    from render import draw_choices, draw_map, draw_market, draw_runs, draw_sheet

    twelve = [(tile, turn) for tile in ("14", "15") for turn in range(6)]
    calls: dict[str, Callable[[], object]] = {
        "market": lambda: draw_market(view),
        "sheet": lambda: draw_sheet(view),
    }
    found = {name: timed(call, 1) for name, call in calls.items()}
    first_choices = timed(lambda: draw_choices(view, "B11", twelve), 1)
    draw_map(view)
    warm = {name: timed(call, asked.times) for name, call in calls.items()}

    def map_after_another_picture() -> float:
        draw_sheet(view)
        return timed(lambda: draw_map(view), 1)

    figures = {
        "map, warm": median(map_after_another_picture() for _ in range(asked.times)),
        "map, fresh process": in_new_process(FRESH, view, 3),
        "map, one more tile": after_one_more_tile(view, asked.times),
        "market": warm["market"],
        "sheet": warm["sheet"],
        "choices, 12": first_choices,
    }
    sizes = {
        "map": draw_map(view).png,
        "map, dark": draw_map(view, theme="dark").png,
        "map, safe": draw_map(view, theme="safe").png,
        "market": draw_market(view).png,
        "sheet": draw_sheet(view).png,
        "choices, 12": draw_choices(view, "B11", twelve).png,
        "runs": draw_runs(view).png,
    }
    laid = sum(1 for place in view.hexes if place.tile)
    print(f"Random game, seed {asked.seed}, phase {view.phase}, {laid} tiles laid; median of {asked.times}.\n")
    print(f"{'picture':24}{'ms':>8}{'target':>8}{'ratio':>8}")
    for name, taken in figures.items():
        print(f"{name:24}{taken:8.1f}{TARGETS[name]:8.0f}{taken / TARGETS[name]:8.2f}")
    print(f"\nfirst time in a process: market {found['market']:.1f} ms, sheet {found['sheet']:.1f} ms")
    print(f"\n{'file':24}{'KB':>8}{'target':>8}")
    for name, data in sizes.items():
        print(f"{name:24}{len(data) / 1_000:8.0f}{LARGEST:8.0f}")
    peak = in_new_process(WORKER, view, 1)
    print(f"\nmemory of a worker that has drawn everything in three themes: {peak:.0f} MB (target {MEMORY:.0f})")


if __name__ == "__main__":
    main()
