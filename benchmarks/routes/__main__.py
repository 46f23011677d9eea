"""Prints what was measured and its ratio to the target; a ratio above 1 misses it.

Times are of the processor, on one core: what else runs on the machine is not counted, and the time given to a search
is of the processor as well.
"""

import resource
import sys
from multiprocessing import get_context
from statistics import median
from time import process_time

from benchmarks.routes.measure import GAP, one_stress, timed
from engine.routes import solve
from tests.routes import positions
from tests.routes.networks import grid_problem, random_problem

MEDIAN, ALMOST_ALL, WORST, AT_ONCE = 0.001, 0.15, 4.0, 1.0  # seconds
MEMORY = 300  # MB
REPEATS = 3  # the fastest counts


def line(what: str, measured: float, target: float, unit: str) -> None:
    print(f"{what:44} {measured:10.4g} {unit:3} target {target:8.4g}  ratio {measured / target:6.2f}")


def spread(what: str, times: list[float]) -> None:
    ranked = sorted(times)
    line(f"{what}: median", median(ranked), MEDIAN, "s")
    line(f"{what}: 99 %", ranked[min(len(ranked) - 1, int(0.99 * len(ranked)))], ALMOST_ALL, "s")
    line(f"{what}: worst", ranked[-1], WORST, "s")


def small() -> None:
    """Networks of the size found in most of a game."""
    times: list[float] = []
    for seed in range(2000):
        problem = random_problem(seed) if seed % 2 else grid_problem(seed)
        if any(stop.once for stop in problem.stops):
            continue
        start = process_time()
        assert solve(problem, seconds=10).proven
        times.append(process_time() - start)
    spread(f"{len(times)} small random networks", times)
    kept: list[float] = []
    for seed in range(40):
        start = process_time()
        solve(grid_problem(seed), seconds=0.0)
        kept.append(process_time() - start)
    line("no time given: worst", max(kept), AT_ONCE, "s")


def real() -> None:
    """The recorded late positions."""
    optima = positions.optima()
    names = [name for name in positions.names() if not name.startswith("S")]
    solve(positions.load("1822__33845__1665"))  # loads numpy and the solver, once
    times: list[float] = []
    wrong: list[str] = []
    for name in names:
        seconds, solution = timed(name, 30.0, REPEATS)
        times.append(seconds)
        if (solution.total, solution.proven) != (optima[name], True):
            wrong.append(name)
        print(f"{name:56} {1000 * seconds:9.2f} ms {solution.total:6}")
    spread(f"{len(names)} real late positions", times)
    print(f"right and proven: {len(names) - len(wrong)} of {len(names)} {wrong or ''}")
    line("memory", resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024, MEMORY, "MB")


def stress() -> None:
    """Whole maps with many long trains: proven within a minute, or bounded after ten seconds."""
    met, names = 0, [name for name in positions.names() if name.startswith("S")]
    for name in names:
        with get_context("spawn").Pool(1) as pool:
            seconds, solution, memory = pool.apply(one_stress, (name,))
        gap = (solution.bound - solution.total) / solution.total
        met += solution.proven or gap <= GAP
        state = "proven" if solution.proven else f"within {100 * gap:.1f} % (ratio {gap / GAP:.2f})"
        print(f"{name:40} {seconds:6.1f} s {solution.total:6} {state:32} {memory:4.0f} MB")
    print(f"met: {met} of {len(names)}")


COMMANDS = {"small": small, "real": real, "stress": stress}

if __name__ == "__main__":
    for command in sys.argv[1:] or ["small", "real"]:
        COMMANDS[command]()
