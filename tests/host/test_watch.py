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
            for _ in range(5):
                await asyncio.sleep(0)
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


async def pauses(deaths: int, lives: int, caplog: pytest.LogCaptureFixture) -> list[float]:
    """After which pauses a task is restarted that dies so often, each time after so many turns of the loop."""
    begun = 0

    async def work() -> None:
        nonlocal begun
        begun += 1
        for _ in range(lives):
            await asyncio.sleep(0)
        if begun <= deaths:
            raise KeyError("a word is missing")

    await Watch().keep("work", work, DEAD)
    return [found.args[-1] for found in caplog.records if isinstance(found.args, tuple)]  # pyright: ignore[reportReturnType]


async def test_the_pauses_grow_only_while_the_task_keeps_dying(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
):
    monkeypatch.setattr(watch, "PAUSE", 0.001)
    monkeypatch.setattr(watch, "SOUND", 3600.0)
    monkeypatch.setattr(watch, "LONGEST", 0.005)
    assert await pauses(5, 0, caplog) == [0.001, 0.002, 0.004, 0.005, 0.005]
    caplog.clear()
    # One that dies now and then in a long life is there again at once each time.
    monkeypatch.setattr(watch, "SOUND", 0.0)
    assert await pauses(3, 50, caplog) == [0.001, 0.001, 0.001]


async def test_the_bot_is_unhealthy_until_the_task_runs_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(watch, "PAUSE", 3600.0)
    found, work = Watch(), Mortal(fault)
    kept = found.keep("work", work, DEAD)
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
    # Told to stop, it does not sit out the pause, and begins nothing more.
    work.over.set()
    found.over.set()
    await kept
    assert work.begun == 1


@pytest.mark.parametrize("deaths", [0, 1])
async def test_stopping_a_task_waits_for_its_end(deaths: int, monkeypatch: pytest.MonkeyPatch):
    """Also of one that has died, and has not run long enough to count as healthy."""
    monkeypatch.setattr(watch, "PAUSE", 0.0)
    monkeypatch.setattr(watch, "SOUND", 3600.0)
    work, found = Mortal(fault, deaths), Watch()
    kept = found.keep("work", work, DEAD)
    await until(lambda: work.begun > deaths)
    work.ended = False
    kept.cancel()
    await asyncio.gather(kept, return_exceptions=True)
    assert work.ended and kept.cancelled()


async def test_once_the_bot_is_told_to_stop_nothing_is_started():
    work, found = Mortal(fault, deaths=0), Watch()
    work.over.set()
    found.over.set()
    await found.keep("work", work, DEAD)
    assert work.begun == 0


async def test_the_one_that_is_down_is_named_and_the_others_go_on():
    found, lives = Watch(), Mortal(fault, deaths=0)
    kept = [found.keep("first", Mortal(fault), "The first has died."), found.keep("second", lives, DEAD)]
    await until(lambda: lives.begun and found.ailment())
    assert found.ailment() == "The first has died." and not lives.ended
    found.over.set()
    await kept[0]
    lives.over.set()
    await kept[1]


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
