"""Problems that make no sense are refused by name; and nothing hangs or fails when the solver does."""

import subprocess
import sys

import pytest

from engine.routes import BadProblem, Bonus, Piece, Problem, Stop, Train, connects, solve, solving, value
from tests import watch
from tests.routes.networks import grid_problem

A = Stop("A", "city", (10,), own=True)
B = Stop("B", "city", (20,))
AB = Piece("A-B", "stop:A", "stop:B")
T = Train("t", "3")


@pytest.mark.parametrize(
    ("problem", "named"),
    [
        (Problem((A, B), (AB,), (Train("odd", "3x"),)), "train odd is of unknown kind '3x'"),
        (Problem((A, Stop("B", "city", ())), (AB,), (T,)), "stop B has 0 values for 1 trains"),
        (Problem((A, Stop("B", "city", (-5,))), (AB,), (T,)), "stop B has a negative value"),
        (Problem((A, Stop("B", "harbour", (5,))), (AB,), (T,)), "stop B is of unknown kind 'harbour'"),  # pyright: ignore[reportArgumentType]
        (Problem((A, B), (Piece("x", "stop:A", "stop:Q"),), (T,)), "track x leads to unknown stop Q"),
        (Problem((A, B), (Piece("x", "stop:A", "nowhere"),), (T,)), "track x leads nowhere: 'nowhere'"),
        (Problem((A, B), (Piece("x", "stop:A", "stop:A"),), (T,)), "track x starts and ends at stop:A"),
        (Problem((A, B), (Piece("x", "stop:A", "edge:1", links=(("edge:1", "y"),)),), (T,)), "unknown track y"),
        (Problem((A, A, B), (AB,), (T,)), "stop A is given 2 times"),
        (Problem((A, B), (AB, AB), (T,)), "track A-B is given 2 times"),
        (Problem((A, B), (AB,), (T, T)), "train t is given 2 times"),
        (Problem((A, B), (AB,), (T,), bonuses=(Bonus(("Q",), 10),)), "a bonus names unknown stop Q"),
        (Problem((A, B), (AB,), (T,), required=("A", "Q")), "the required route ends at unknown stop Q"),
        (Problem((A, B), (AB,), (T,), unit=0), "the unit of revenue is 0"),
    ],
)
def test_bad_problem_is_named(problem: Problem, named: str) -> None:
    for question in (solve, lambda p: value(p, []), lambda p: connects(p, ("A", "B"), ("t",))):
        with pytest.raises(BadProblem, match=named.replace("(", r"\(")):
            question(problem)


def test_nothing_to_run() -> None:
    trainless = (Stop("A", "city", (), own=True), Stop("B", "city", ()))
    assert solve(Problem(trainless, (AB,), ())).total == 0
    assert solve(Problem((), (), ())).routes == ()
    assert solve(Problem((A, Stop("B", "city", (20,))), (), (T,))).proven
    assert not solve(Problem((Stop("A", "city", (10,)), B), (AB,), (T,))).routes


def test_solver_failure_falls_back_to_the_plain_search(monkeypatch: pytest.MonkeyPatch) -> None:
    problem = grid_problem(0)
    right = solve(problem, seconds=60)
    monkeypatch.setattr(solving, "FEW_RUNS", -1)
    monkeypatch.setitem(sys.modules, "engine.routes.large.solver", None)
    again = solve(problem, seconds=20)
    assert again.total == right.total


def test_time_is_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    """How long that takes is measured in benchmarks/routes: here, who sees that time is up, looks only to stop."""
    for seed in range(40):
        held = watch.hold(monkeypatch)
        solution = solve(grid_problem(seed), seconds=0.0)
        assert solution.bound >= solution.total
        assert held.looks <= 20, f"seed {seed}"


def test_numpy_and_solver_are_loaded_only_when_needed() -> None:
    code = (
        "import sys; from engine.routes import *;"
        "p = Problem((Stop('A','city',(10,),own=True), Stop('B','city',(20,))),"
        "(Piece('x','stop:A','stop:B'),), (Train('t','2'),));"
        "assert solve(p).total == 30; assert 'numpy' not in sys.modules and 'highspy' not in sys.modules"
    )
    subprocess.run([sys.executable, "-c", code], check=True)
