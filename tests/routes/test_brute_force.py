"""The search against an oracle that tries everything, on thousands of small random networks."""

from random import Random

import pytest

from engine.routes import Problem, Refused, Valued, connects, has_route, solve, solving, value
from tests.routes.networks import random_problem
from tests.routes.oracle import Oracle, Way

BATCHES = 30
BATCH = 100


def check(seed: int) -> None:
    problem = random_problem(seed)
    best = Oracle(problem).best()
    solution = solve(problem, seconds=60, alternatives=10)
    assert (solution.total, solution.bound, solution.proven) == (best, best, True), f"seed {seed}"
    assert solution.alternatives[0] == solution.routes, f"seed {seed}"
    assert len(set(solution.alternatives)) == len(solution.alternatives), f"seed {seed}"
    for routes in solution.alternatives:
        valued = value(problem, routes)
        if best or not problem.required:
            assert isinstance(valued, Valued), f"seed {seed}: {valued}"
            assert valued.total == best, f"seed {seed}"


@pytest.mark.parametrize("batch", range(BATCHES))
def test_plain_search_finds_what_trying_everything_finds(batch: int) -> None:
    for seed in range(batch * BATCH, (batch + 1) * BATCH):
        check(seed)


@pytest.mark.parametrize("batch", range(BATCHES))
def test_large_search_finds_what_trying_everything_finds(batch: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(solving, "FEW_RUNS", -1)
    for seed in range(batch * BATCH, batch * BATCH + BATCH // 2):
        check(seed)


def test_connections_and_routes_at_all() -> None:
    for seed in range(1000):
        problem = random_problem(seed)
        oracle = Oracle(problem)
        assert has_route(problem) == bool(oracle.ways), seed
        ends = (problem.stops[0].id, problem.stops[1].id)
        for number, train in enumerate(problem.trains):
            assert connects(problem, ends, (train.id,)) == oracle.connects(*ends, number), seed


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
        if legal(problem, oracle, chosen):
            assert isinstance(answer, Valued), (seed, answer)
            assert answer.total == oracle.total(chosen) == sum(route.revenue for route in answer.routes), seed
        else:
            assert isinstance(answer, Refused), seed


def legal(problem: Problem, oracle: Oracle, chosen: list[tuple[int, Way]]) -> bool:
    used = [thing for _, way in chosen for thing in way.used]
    trains = [problem.trains[train] for train, _ in chosen]
    faces = {(train.certificate, train.face) for train in trains if train.certificate}
    return (
        len(used) == len(set(used))
        and all(oracle.can_run(train, way) for train, way in chosen)
        and len({certificate for certificate, _ in faces}) == len(faces)
        and (problem.train_limit is None or len(chosen) <= problem.train_limit)
        and oracle._allowed(chosen)
    )
