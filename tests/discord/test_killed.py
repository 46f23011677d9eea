"""The real bot, killed again and again while it changes messages, says everything once. `LONG=1`: 300 times."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from tests.discord.killed import AIMS, kill

TIMES = 300 if os.environ.get("LONG") else 18


@pytest.mark.soak
@pytest.mark.skipif(not hasattr(os, "killpg"), reason="kill -9 of a process with its workers needs a Unix system")
async def test_kills_lose_and_double_no_move_and_no_line(tmp_path: Path):
    found = await kill(tmp_path, TIMES, seed=1, every=len(AIMS))
    assert found.lost == found.twice == 0, found
    assert found.edits >= TIMES / 2, found
    assert found.moves > TIMES, found
    # From the log: whatever is wrong with a bot that was killed before is said there.
    assert "Traceback" not in (tmp_path / "log").read_text(encoding="utf-8")
