"""A task that dies is restarted, and until it runs again the bot reports itself unhealthy."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path

import pytest

from bot.host import health, watch
from bot.host.watch import Watch
from tests.waiting import until

DEAD = "It has died."


class Mortal:
    """Dies as often as a test says, then lives until it is cancelled or told that it is over."""

    def __init__(self, kill: Callable[[], None], deaths: int = 1) -> None:
        self.kill, self.deaths = kill, deaths
        self.begun, self.ended = 0, False
        self.over = asyncio.Event()

    async def __call__(self) -> None:
        self.begun += 1
        if self.begun <= self.deaths:
            self.kill()
        try:
            await self.over.wait()
        finally:
            self.ended = True


def fault() -> None:
    raise KeyError("a word is missing")


def cancelled() -> None:
    raise asyncio.CancelledError


@pytest.fixture
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(watch, "PAUSE", 0.0)
    monkeypatch.setattr(watch, "SOUND", 0.01)


@pytest.mark.parametrize("kill", [fault, cancelled])
@pytest.mark.usefixtures("quick")
async def test_a_task_that_dies_is_restarted(kill: Callable[[], None]):
    work, found = Mortal(kill, deaths=3), Watch()
    kept = found.keep("work", work, DEAD)
    await until(lambda: work.begun == 4 and not found.ailment())
    work.over.set()
    await kept
    assert found.ailment() == ""


async def pauses(deaths: int, lives: float, caplog: pytest.LogCaptureFixture) -> list[float]:
    """After which pauses a task is restarted that dies so often, each time after so many seconds."""
    begun = 0

    async def work() -> None:
        nonlocal begun
        begun += 1
        await asyncio.sleep(lives)
        if begun <= deaths:
            raise KeyError("a word is missing")

    await Watch().keep("work", work, DEAD)
    return [found.args[-1] for found in caplog.records if isinstance(found.args, tuple)]  # pyright: ignore[reportReturnType]


async def test_the_pauses_grow_only_while_the_task_keeps_dying(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
):
    monkeypatch.setattr(watch, "PAUSE", 0.001)
    monkeypatch.setattr(watch, "SOUND", 3600.0)
    assert await pauses(3, 0.0, caplog) == [0.001, 0.002, 0.004]
    caplog.clear()
    # One that dies now and then in a long life is there again at once each time.
    monkeypatch.setattr(watch, "SOUND", 0.01)
    assert await pauses(3, 0.05, caplog) == [0.001, 0.001, 0.001]


async def test_the_bot_is_unhealthy_until_the_task_runs_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(watch, "PAUSE", 3600.0)
    found = Watch()
    kept = found.keep("work", Mortal(fault), DEAD)
    await until(found.ailment)

    class Vitals:
        def connected(self) -> bool:
            return True

        async def ailment(self) -> str:
            return found.ailment()

    path = tmp_path / "health.json"
    beating = asyncio.create_task(health.beat(path, Vitals(), noted=found.notes))
    await until(path.exists)
    beating.cancel()
    assert health.ailment(path, datetime.now(UTC)) == DEAD
    # Told to stop, it does not sit out the pause.
    found.over.set()
    await kept


async def test_stopping_a_task_waits_for_its_end():
    work, found = Mortal(fault, deaths=0), Watch()
    kept = found.keep("work", work, DEAD)
    await until(lambda: work.begun)
    kept.cancel()
    await asyncio.gather(kept, return_exceptions=True)
    assert work.ended and kept.cancelled()


def test_warnings_for_the_host_are_shown_until_they_are_cleared(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
):
    found = Watch()
    found.note("backup", "No copy can be made.")
    found.note("outbox", "Something is set aside.")
    found.note("backup")
    path, now = tmp_path / "health.json", datetime.now(UTC).isoformat()
    path.write_text(json.dumps({"at": now, "connected": now, "notes": found.notes()}))
    monkeypatch.setenv("HEALTH_FILE", str(path))
    assert health.main() == 0
    assert capsys.readouterr().out == "Something is set aside.\nThe bot is healthy.\n"
