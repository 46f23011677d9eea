"""A club for every test that wants one: on SQLite, or on both databases."""

from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from contextvars import ContextVar
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest

from bot.store import Database
from bot.table.ground.services import Services
from tests.store.postgres import empty_database
from tests.table.club import Club, club
from tests.table.processes import BEAT


@pytest.fixture
async def table(tmp_path: Path) -> AsyncIterator[Club]:
    """A table on an empty database."""
    async with club(tmp_path / "table.db") as found:
        yield found


@pytest.fixture(params=["SQLite", "PostgreSQL"])
async def either(request: pytest.FixtureRequest, tmp_path: Path) -> AsyncIterator[Club]:
    """A table on an empty database of the one kind and of the other."""
    on_sqlite = request.param == "SQLite"
    address = tmp_path / "table.db" if on_sqlite else await empty_database(request.getfixturevalue("postgres"))
    async with club(address) as found:
        yield found


@pytest.fixture
async def address(postgres: str, monkeypatch: pytest.MonkeyPatch) -> str:
    """A database of one's own, and signs of life by the moment. Who counts as dead a test says itself."""
    monkeypatch.setattr("bot.store.processes.lease.BEAT", BEAT)
    monkeypatch.setattr("bot.store.processes.lease.EXPIRES", 600.0)
    monkeypatch.setattr("bot.table.upkeep.sender.LOOK", 0.05)
    monkeypatch.setattr("bot.store.outbox.LEFT", timedelta(0))
    return await empty_database(postgres)


OPEN = ContextVar("OPEN", default=False)
"""Is a transaction open where this code runs?"""


@pytest.fixture(autouse=True)
def nothing_slow_in_a_transaction(monkeypatch: pytest.MonkeyPatch) -> None:
    """In every test: the rules never work while the caller has a transaction open."""
    for name in ("read", "write"):
        monkeypatch.setattr(Database, name, _watched(getattr(Database, name)))
    beside = Services._beside

    async def closed(services: Services, job: Callable[[], Any], patience: float) -> Any:
        assert not OPEN.get(), "the rules were asked to work while a transaction is open"
        return await beside(services, job, patience)

    monkeypatch.setattr(Services, "_beside", closed)


def _watched(begin: Callable[..., Any]) -> Callable[..., Any]:
    @asynccontextmanager
    async def watched(db: Database, *about: Any, **how: Any) -> AsyncIterator[Any]:
        async with begin(db, *about, **how) as session:
            before = OPEN.set(True)
            try:
                yield session
            finally:
                OPEN.reset(before)

    return watched
