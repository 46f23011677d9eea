"""The search against an oracle that tries everything, on thousands of small random networks."""

from collections.abc import Callable
from random import Random

import pytest

from engine.routes import Refused, Valued, connects, solve, solving, value
from engine.routes.large import grow, improve, solver
from tests.again import repeatable
from tests.routes.networks import grid_problem, random_problem
from tests.routes.oracle import Oracle, Way

BATCH = 100


def batches(short: int, whole: int) -> list[object]:
    """Numbers of batches: a few for `make test`, the others as long runs."""
    return [*range(short), *(pytest.param(batch, marks=pytest.mark.soak) for batch in range(short, whole))]


def as_if_large(patch: pytest.MonkeyPatch) -> None:
    """Hand everything to numpy."""
    patch.setattr(solving, "FEW_RUNS", -1)
    patch.setattr(solving, "FEW_STEPS", -1)


def as_if_huge(patch: pytest.MonkeyPatch) -> None:
    """Never list all routes, never find a good set by luck: prices have to do everything."""
    as_if_large(patch)
    patch.setattr(solver, "ALL_STEPS", -1)
    patch.setattr(grow, "LONG_SEARCH", 0)
    patch.setattr(improve, "TRIES", 0)


MODES: dict[str, Callable[[pytest.MonkeyPatch], None]] = {
    "plain": lambda patch: None,
    "large": as_if_large,
    "huge": as_if_huge,
}


@repeatable
def check(seed: int, mode: str = "plain") -> None:
    with pytest.MonkeyPatch.context() as patch:
        MODES[mode](patch)
        compare(seed)


def compare(seed: int) -> None:
    problem = random_problem(seed)
    best = Oracle(problem).best()
    solution = solve(problem, seconds=60, alternatives=10)
    assert (solution.total, solution.bound, solution.proven) == (best, best, True)
    assert solution.alternatives[0] == solution.routes
    assert len(set(solution.alternatives)) == len(solution.alternatives)
    for routes in solution.alternatives:
        valued = value(problem, routes)
        if best or not problem.required:
            assert isinstance(valued, Valued), valued
            assert valued.total == best


@pytest.mark.parametrize("batch", batches(5, 25))
def test_plain_search_finds_what_trying_everything_finds(batch: int) -> None:
    for seed in range(batch * BATCH, (batch + 1) * BATCH):
        check(seed=seed)


@pytest.mark.parametrize("batch", batches(2, 8))
def test_large_search_finds_what_trying_everything_finds(batch: int) -> None:
    for seed in range(10_000 + batch * BATCH, 10_000 + (batch + 1) * BATCH):
        check(seed=seed, mode="large")


@pytest.mark.parametrize("batch", batches(1, 4))
def test_search_by_prices_finds_what_trying_everything_finds(batch: int) -> None:
    for seed in range(20_000 + batch * BATCH, 20_000 + (batch + 1) * BATCH):
        check(seed=seed, mode="huge")


@pytest.mark.parametrize("mode", [as_if_large, as_if_huge])
def test_dense_networks_come_out_alike(mode: object, monkeypatch: pytest.MonkeyPatch) -> None:
    """The plain search and the large one share little but the network, and agree where both can finish."""
    assert callable(mode)
    for seed in range(40):
        problem = grid_problem(seed)
        plain = solve(problem, seconds=1)
        if not plain.proven:
            continue
        with monkeypatch.context() as patch:
            mode(patch)
            large = solve(problem, seconds=30)
        assert large.total == plain.total, f"seed {seed}"
        assert large.bound == large.total or any(stop.once for stop in problem.stops), f"seed {seed}"


def test_fresh_networks_each_time() -> None:
    """Networks that were not tried before; what fails prints how it is tried again."""
    for _ in range(100):
        check(seed=Random().randrange(1 << 40))


def test_connections() -> None:
    for seed in range(1000):
        problem = random_problem(seed)
        oracle = Oracle(problem)
        ends = (problem.stops[0].id, problem.stops[1].id)
        for number, train in enumerate(problem.trains):
            assert connects(problem, ends, (train.id,)) == oracle.connects(*ends, number), f"seed {seed}"


def test_values_and_refusals_of_random_sets() -> None:
    for seed in range(2000):
        problem = random_problem(seed)
        oracle = Oracle(problem)
        dice = Random(seed)
        if not oracle.ways:
            continue
        chosen: list[tuple[int, Way]] = []
        for train in range(len(problem.trains)):
            if dice.random() < 0.7:
                chosen.append((train, dice.choice(oracle.ways)))
        answer = value(problem, [oracle.route(train, way) for train, way in chosen])
        if oracle.legal(chosen):
            assert isinstance(answer, Valued), f"seed {seed}: {answer}"
            assert answer.total == oracle.total(chosen), f"seed {seed}"
            assert answer.total == sum(route.revenue for route in answer.routes), f"seed {seed}"
        else:
            assert isinstance(answer, Refused), f"seed {seed}"


def test_the_same_problem_has_the_same_answer() -> None:
    for seed in range(100):
        problem = random_problem(seed)
        assert solve(problem, alternatives=10) == solve(problem, alternatives=10), f"seed {seed}"
