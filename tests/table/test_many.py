"""A bot with more games than anybody has: it starts at once, and holds no more in memory than with few."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.long_runs import SKIPPED
from tests.table.many import begun, made

GAMES = [pytest.param(10_000, marks=SKIPPED), 300]


@pytest.mark.soak
@pytest.mark.parametrize("games", GAMES)
async def test_a_bot_with_many_games_of_300_moves_starts_within_five_seconds_and_200_mb(tmp_path: Path, games: int):
    path = tmp_path / "many.db"
    await made(path, games, 300)
    found = begun(path)
    assert found["games"] == 3, "what is measured is a bot that finds the games of a person among all others"
    # Processor time, which a busy machine does not lengthen.
    assert found["busy"] < 5 and found["memory"] < 200, found
