"""The sandbox's time: still in tests until they move it, and the real one where people play."""

from __future__ import annotations

import asyncio
import pickle
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from sandbox import Clock, HeldClock, Sandbox
from sandbox.keeping import FORM, load, save
from sandbox.playing import _world


def test_due_events_happen_in_order_and_on_time():
    clock, heard = HeldClock(), list[tuple[str, timedelta]]()
    began = clock.now()

    def hear(what: str) -> None:
        heard.append((what, clock.now() - began))

    def again() -> None:
        hear("first")
        clock.later(1, lambda: hear("after it"))

    clock.later(3, lambda: hear("last"))
    clock.later(1, again)
    clock.later(2, lambda: hear("never")).cancel()
    clock.skip(seconds=0.9)
    assert heard == []
    clock.skip(minutes=1)
    assert [(what, passed.total_seconds()) for what, passed in heard] == [("first", 1), ("after it", 2), ("last", 3)]
    assert clock.now() - began == timedelta(seconds=60.9)


async def test_a_timeout_only_comes_when_the_clock_is_moved():
    clock = HeldClock()
    waiting = asyncio.Event()

    async def wait() -> None:
        async with clock.timeout(3):
            waiting.set()
            await asyncio.Event().wait()

    late = asyncio.create_task(wait())
    await waiting.wait()
    clock.skip(seconds=2.9)
    await asyncio.sleep(0)
    assert not late.done()
    clock.skip(seconds=0.1)
    with pytest.raises(TimeoutError):
        await late
    async with clock.timeout(3):
        pass
    clock.skip(seconds=9)


async def test_people_play_with_the_real_clock(tmp_path: Path):
    (tmp_path / "files").mkdir()
    sandbox = _world(tmp_path, Clock())
    assert type(sandbox.world.clock) is Clock
    before = datetime.now(UTC)
    assert before <= sandbox.world.clock.now() <= datetime.now(UTC)
    passed = asyncio.Event()
    sandbox.world.clock.later(0, passed.set)
    await passed.wait()


def test_a_world_saved_by_an_older_version_is_loaded(tmp_path: Path):
    sandbox = Sandbox()
    sandbox.guild("The old club")
    # The clock was once a part of the world and counted what tests had skipped.
    vars(sandbox.world.clock)["skipped"] = timedelta()
    # The application had no emojis of its own.
    del vars(sandbox.world)["emojis"]
    save(tmp_path / "world", sandbox)
    kept = (tmp_path / "world").read_bytes()
    assert b"sandbox.world.clock" in kept
    (tmp_path / "world").write_bytes(kept.replace(b"sandbox.world.clock", b"sandbox.world.world"))
    (tmp_path / "files").mkdir()
    found = _world(tmp_path, Clock())
    assert [one.name for one in found.world.guilds.values()] == ["The old club"] and found.world.emojis == {}


def test_a_world_saved_when_the_sandbox_was_a_part_of_the_bot_is_loaded(tmp_path: Path):
    sandbox = Sandbox()
    room = sandbox.channel(sandbox.guild("The old club"), "games")
    room.overwrites = {}
    # In this protocol names are lines, so that one can be replaced by a longer one.
    kept = pickle.dumps((FORM, sandbox.world, sandbox.commands.by_place), protocol=0)
    former = kept.replace(b"csandbox.world.", b"cbot.sandbox.")
    assert former.count(b"cbot.sandbox.world\n") >= 3 and b"csandbox" not in former
    (tmp_path / "world").write_bytes(former)
    (tmp_path / "files").mkdir()
    found = _world(tmp_path, Clock())
    assert [one.name for one in found.world.guilds.values()] == ["The old club"]
    (tmp_path / "world").write_bytes(former.replace(b"cbot.sandbox.", b"cbot.elsewhere."))
    assert load(tmp_path / "world") is None
