"""Measure one position; a separate module, so that a new process can run it."""

import resource
from time import process_time

from engine.routes import Solution, Valued, solve, value, watch
from tests.routes import positions

watch.now = process_time  # count only the engine's own work

GAP, PATIENCE, LONG = 0.05, 10.0, 60.0


def timed(name: str, seconds: float, repeats: int) -> tuple[float, Solution]:
    problem = positions.load(name)
    best, solution = float("inf"), None
    for _ in range(repeats):
        start = process_time()
        solution = solve(problem, seconds=seconds)
        best = min(best, process_time() - start)
    assert solution is not None
    valued = value(problem, solution.routes)
    assert isinstance(valued, Valued)
    assert valued.total == solution.total
    return best, solution


def one_stress(name: str) -> tuple[float, Solution, float]:
    seconds, solution = timed(name, PATIENCE, 1)
    if not solution.proven and solution.bound > (1 + GAP) * solution.total:
        longer, patient = timed(name, LONG, 1)
        if patient.proven:
            seconds, solution = longer, patient
    return seconds, solution, resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
