"""Recorded positions of real late games: every optimum is known."""

import pytest

from engine.routes import Valued, solve, value
from tests.routes import positions

NAMES = positions.names() if positions.FOLDER.is_dir() else []
REAL = [name for name in NAMES if not name.startswith("S")]


@pytest.mark.skipif(not NAMES, reason="the recorded positions are not here (../shared/routes/positions)")
def test_every_real_optimum_is_found_and_proven() -> None:
    optima = positions.optima()
    for name in REAL:
        problem = positions.load(name)
        solution = solve(problem, seconds=30)
        assert (solution.total, solution.proven) == (optima[name], True), name
        valued = value(problem, solution.routes)
        assert isinstance(valued, Valued), name
        assert valued.total == solution.total, name


@pytest.mark.skipif(not NAMES, reason="the recorded positions are not here (../shared/routes/positions)")
def test_players_routes_have_their_recorded_value() -> None:
    """Routes that were run at real tables are legal here and worth what was paid, where the record tells the track."""
    seen = 0
    for name in REAL:
        for problem, routes, paid in positions.human(name):
            valued = value(problem, routes)
            assert isinstance(valued, Valued), (name, valued)
            assert valued.total == paid, name
            seen += 1
    assert seen > 30
