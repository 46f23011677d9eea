"""What it takes to lay track, in calls, readings of the game and queries: counts, which no machine makes slower."""

from __future__ import annotations

from pathlib import Path

import pytest

from benchmarks.discord.press import Count, counts
from tests.fresh import fresh

MOST: dict[str, tuple[Count, ...]] = {
    "B5": (Count(80_000, 2, 6), Count(7_700, 1, 1), Count(50_000, 4, 21)),
    "Boston": (Count(13_500, 2, 6), Count(13_500, 1, 1), Count(15_000, 4, 21)),
}
"""For opening the panel, choosing the hex, and laying a tile there: what was measured, and a little more. Of laying,
the move takes 2 readings and 10 queries, and 2 to note how long it took; 8 are for its announcement, which finds the
message that it is added to, and one is for all that the pinned message shows.
"""


@pytest.mark.parametrize("position", MOST)
async def test_laying_track_takes_no_more_than_it_did(position: str, tmp_path: Path):
    fresh(tmp_path / "club.db")
    found = (await counts([position], tmp_path, ["lay"]))[position]
    assert len(found) == len(MOST[position]), found
    for (name, took), most in zip(found, MOST[position], strict=True):
        assert 0 < took.calls <= most.calls, name
        assert 0 < took.readings <= most.readings, name
        assert 0 < took.queries <= most.queries, name
