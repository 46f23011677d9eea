"""Three processes at work on one PostgreSQL, killed and cut off under load (tests/table/several.py)."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.long_runs import LONG_RUN
from tests.table.several import Load, play

MINUTE = Load(people=20, games=30, seconds=50, kills=5)
EVENING = Load(people=50, games=300, seconds=600, kills=30)


@pytest.mark.parametrize(
    "load",
    [pytest.param(MINUTE, marks=pytest.mark.soak, id="minute"), pytest.param(EVENING, marks=LONG_RUN, id="evening")],
)
async def test_three_processes_that_are_killed_and_cut_off_lose_and_double_nothing(
    postgres: str, tmp_path: Path, load: Load
):
    found = await play(load, tmp_path, postgres)
    print(found)
    assert found.kills == load.kills and found.cuts > 0 and found.moves > 100
