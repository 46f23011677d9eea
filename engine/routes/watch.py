"""The time that a search may take. Every search looks at this watch alone, so that tests can hold it."""

from time import perf_counter

now = perf_counter


def left(until: float) -> float:
    """Seconds until then, for a program that keeps time by itself."""
    return until - now()
