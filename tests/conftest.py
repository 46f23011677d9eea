"""What all tests share."""

from __future__ import annotations

import contextlib
import gc
import sys
from collections.abc import Iterator

import pytest

from tests import watch


def pytest_configure(config: pytest.Config) -> None:
    """Make the rule marker known even when a part of the suite runs alone."""
    config.addinivalue_line("markers", "rule(*ids): the statements of a rule ledger that this test proves")
    # Collecting makes hundreds of thousands of objects that stay.
    gc.set_threshold(50_000, 20, 50)


def pytest_collection_finish() -> None:
    """Thousands of collected tests live until the end: searching them for garbage over and over costs a fifth of
    the time."""
    gc.collect()
    gc.freeze()


@pytest.fixture(scope="session", autouse=True)
def unhurried() -> Iterator[None]:
    """Nothing is cut short because the machine is slow: neither a search for routes nor what the bot waits for. This
    process does not wait for the disk either; a bot in a process of its own does."""
    with pytest.MonkeyPatch.context() as patch:
        watch.hold(patch)
        if "bot" in sys.modules:
            from tests.fresh import compile_once, wait_for_no_disk
            from tests.waiting import lift_limits

            lift_limits(patch)
            wait_for_no_disk(patch)
            compile_once(patch)
        yield


@pytest.fixture
def hurried(monkeypatch: pytest.MonkeyPatch) -> None:
    """For tests of retries: they do not sit out the pauses."""
    from tests.hurried import hurry

    hurry(monkeypatch)


@pytest.fixture(scope="session")
def complaints() -> Iterator[list[str]]:
    """Where the sandboxes of a test differ from Discord's published description, whatever the test is about."""
    with pytest.MonkeyPatch.context() as patch:
        if "bot" not in sys.modules:
            yield []
            return
        from tests.sandbox import described

        yield described.watch(patch)


@pytest.fixture(autouse=True)
def as_described(complaints: list[str]) -> Iterator[None]:
    """Every request to a sandbox and every answer it gave match Discord's description."""
    complaints.clear()
    yield
    assert sorted(set(complaints)) == []


@pytest.fixture(scope="session")
def postgres() -> Iterator[str]:
    """The address of a PostgreSQL server for all tests that want one."""
    from tests.store.postgres import Unavailable, server

    pytest.importorskip("asyncpg")
    with contextlib.ExitStack() as stack:
        try:
            address = stack.enter_context(server())
        except Unavailable as e:
            pytest.skip(f"no PostgreSQL: {e}")
        yield address
