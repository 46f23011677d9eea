"""`python -m bot run` without a token: sandbox, page and bot in one program, kept between two runs."""

from __future__ import annotations

import asyncio
import contextlib
import os
import re
import signal
import socket
import sys
from collections.abc import AsyncIterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import aiohttp
import pytest

from bot.host.settings import Settings
from engine.core.phrases import ENGLISH, PSEUDO
from engine.words import using_language
from sandbox.playing import _for_the_bot, _world
from sandbox.world.clock import Clock
from tests.waiting import HANG_GUARD

ROOT = Path(__file__).resolve().parents[2]


@contextlib.asynccontextmanager
async def started(folder: Path, port: int = 0, module: str = "bot") -> AsyncIterator[asyncio.subprocess.Process]:
    """The program, which does not outlive its test."""
    given = {"SANDBOX_DIR": str(folder), "SANDBOX_PORT": str(port), "SANDBOX_BROWSER": "false", "DISCORD_TOKEN": ""}
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", module, "run"),
        cwd=ROOT,
        env=os.environ | given,
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.PIPE,
        start_new_session=True,
    )
    try:
        yield process
    finally:
        with contextlib.suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL)
        await process.wait()


async def address(process: asyncio.subprocess.Process) -> str:
    assert process.stdout
    async with asyncio.timeout(HANG_GUARD):
        while line := (await process.stdout.readline()).decode():
            if found := re.search(r"http://127\.0\.0\.1:\d+", line):
                return found[0]
    assert process.stderr
    raise AssertionError((await process.stderr.read()).decode())


async def stop(process: asyncio.subprocess.Process) -> None:
    process.send_signal(signal.SIGTERM)
    async with asyncio.timeout(HANG_GUARD):
        await process.wait()
    assert process.returncode == 0


async def channels(url: str, say: str = "") -> tuple[list[str], list[str]]:
    """The names of the channels, and the texts of the first one."""
    async with aiohttp.ClientSession() as http, http.ws_connect(f"{url}/page/live") as page:
        await page.send_json({"do": "be", "name": "Ann"})
        place = await page.receive_json(timeout=HANG_GUARD)
        if say:
            await page.send_json({"do": "say", "text": say, "call": 1})
        texts: list[str] = []
        async with asyncio.timeout(HANG_GUARD):
            while not texts:
                heard = await page.receive_json()
                texts = [one["content"] for one in heard.get("put", [])]
        assert place["bot"]["online"]
        assert place["commands"]
        return [one["name"] for one in place["channels"]], texts


async def test_the_sandbox_keeps_its_messages_between_runs(tmp_path: Path):
    async with started(tmp_path) as first:
        names, texts = await channels(await address(first), say="remember this")
        # The bot may have introduced itself before or after that.
        assert names[:2] == ["games", "spectators"] and "remember this" in texts
        await stop(first)
    async with started(tmp_path) as second:
        kept, texts = await channels(await address(second))
        assert kept == names and "remember this" in texts
        await stop(second)


def test_the_sandboxs_backups_are_kept_apart_from_a_real_bots(tmp_path: Path):
    settings = Settings(_env_file=None, sandbox_dir=tmp_path / "sandbox", backup_dir=tmp_path / "backups")  # pyright: ignore[reportCallIssue]
    sandbox: Any = SimpleNamespace(token="x", api_address="http://x", gateway_address="ws://x")
    given = _for_the_bot(settings, sandbox)
    assert given.backup_dir == tmp_path / "sandbox" / "backups"
    assert given.database_url.endswith("sandbox/games.db")


@pytest.mark.soak
async def test_an_unreadable_world_is_set_aside(tmp_path: Path):
    (tmp_path / "world").write_bytes(b"nonsense")
    async with started(tmp_path) as process:
        names, _ = await channels(await address(process), say="anew")
        assert names == ["games", "spectators"]
        await stop(process)
    assert (tmp_path / "world.old").read_bytes() == b"nonsense"


@pytest.mark.soak
async def test_a_port_in_use_and_an_unwritable_folder_are_reported_in_a_sentence(tmp_path: Path):
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        async with started(tmp_path / "a", port) as process:
            out, err = await asyncio.wait_for(process.communicate(), HANG_GUARD)
    assert (process.returncode, out) == (2, b"")
    assert err.decode().strip() == f"Port {port} on 127.0.0.1 is in use; set SANDBOX_PORT in .env to another."
    (tmp_path / "file").write_text("")
    async with started(tmp_path / "file" / "b") as process:
        _, err = await asyncio.wait_for(process.communicate(), HANG_GUARD)
    assert process.returncode == 2
    assert err.decode().startswith(f"SANDBOX_DIR: {tmp_path / 'file' / 'b'} cannot be a folder, because ")
    assert "Traceback" not in err.decode()


def test_what_everybody_reads_is_in_the_language_of_the_terminal(tmp_path: Path):
    (tmp_path / "files").mkdir()
    for language in (PSEUDO, ENGLISH):
        with using_language(language):
            sandbox = _world(tmp_path, Clock())
        assert {one.locale for one in sandbox.world.guilds.values()} == {language}
