"""A club for every test that wants one."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from tests.table.club import Club, club


@pytest.fixture
async def table(tmp_path: Path) -> AsyncIterator[Club]:
    """A table on an empty database."""
    async with club(tmp_path / "table.db") as found:
        yield found
