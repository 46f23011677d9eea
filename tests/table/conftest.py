"""A club for every test that wants one: on SQLite, or on both databases."""

from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import pytest

from tests.store.postgres import Unavailable, empty_database, server
from tests.table.club import Club, club


@pytest.fixture
async def table(tmp_path: Path) -> AsyncIterator[Club]:
    """A table on an empty database."""
    async with club(tmp_path / "table.db") as found:
        yield found


@pytest.fixture(scope="session")
def postgres() -> Iterator[str]:
    """A PostgreSQL server for all tests that want one."""
    pytest.importorskip("asyncpg")
    running = server()
    try:
        address = running.__enter__()
    except Unavailable as e:
        pytest.skip(f"no PostgreSQL: {e}")
    yield address
    running.__exit__(None, None, None)


@pytest.fixture(params=["SQLite", "PostgreSQL"])
async def either(request: pytest.FixtureRequest, tmp_path: Path) -> AsyncIterator[Club]:
    """A table on an empty database of the one kind and of the other."""
    on_sqlite = request.param == "SQLite"
    address = tmp_path / "table.db" if on_sqlite else await empty_database(request.getfixturevalue("postgres"))
    async with club(address) as found:
        yield found
