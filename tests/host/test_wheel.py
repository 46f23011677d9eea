"""The wheel, installed into an empty environment: one command with everything inside."""

from __future__ import annotations

import asyncio
import contextlib
import os
import re
import site
import subprocess
import sys
import sysconfig
import venv
import zipfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import aiohttp
import pytest

from tests.waiting import HANG_GUARD

FOLDERS = ("bot", "engine", "migrations", "render", "sandbox")
ROOT = Path(__file__).resolve().parents[2]
pytestmark = pytest.mark.soak
COMMANDS = re.compile(r"\{([a-z,]+)\}")


def passing(message: dict[str, Any]) -> list[str]:
    """The custom_ids of buttons with which one passes."""
    parts = [one for row in message.get("components", []) for one in row.get("components", [])]
    return [one["custom_id"] for one in parts if one.get("label", "").startswith("Pass")]


class Installed:
    """The command in an environment of its own, started in an empty folder."""

    def __init__(self, folder: Path) -> None:
        self.home, self.bin = folder / "home", folder / "env" / "bin"
        self.home.mkdir()
        # Nothing of the sources, and no setting of whoever runs the tests.
        self.env = {"PATH": os.environ["PATH"], "HOME": str(self.home), "SANDBOX_PORT": "0", "SANDBOX_BROWSER": "false"}
        self.env |= {"ROBOT_PAUSE": "0"}

    def run(self, *command: str) -> str:
        return subprocess.run(command, cwd=self.home, env=self.env, check=True, capture_output=True, text=True).stdout

    def __call__(self, *given: str) -> str:
        return self.run(str(self.bin / "stationmaster"), *given)


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Installed]:
    folder = tmp_path_factory.mktemp("wheel")
    pip = [sys.executable, "-m", "pip", "--quiet", "--disable-pip-version-check"]
    subprocess.run(
        [*pip, "wheel", "--no-deps", "--no-index", "--no-build-isolation", "--wheel-dir", folder, ROOT], check=True
    )
    (wheel,) = folder.glob("stationmaster-*.whl")
    venv.create(folder / "env", with_pip=False)
    python = str(folder / "env" / "bin" / "python")
    subprocess.run([*pip, "--python", python, "install", "--no-deps", "--no-index", wheel], check=True)
    # What it stands on is borrowed, as there may be no network.
    own = Path(sysconfig.get_path("purelib", vars={"base": str(folder / "env")}))
    (own / "borrowed.pth").write_text("\n".join(site.getsitepackages()), encoding="utf-8")
    yield Installed(folder)


def test_the_wheel_holds_every_file_of_the_program(installed: Installed):
    (wheel,) = installed.home.parent.glob("*.whl")
    with zipfile.ZipFile(wheel) as opened:
        held = set(opened.namelist())
        assert opened.testzip() is None
    listed = subprocess.run(["git", "ls-files", *FOLDERS], cwd=ROOT, capture_output=True, text=True)
    assert listed.returncode == 0
    wanted = {name for name in listed.stdout.split() if not name.endswith("mutants.yaml") and (ROOT / name).is_file()}
    assert len(wanted) > 500 and wanted <= held
    assert not any(name.startswith(("tests", "docs", "tools")) for name in held)
    assert any(name.endswith("licenses/NOTICE.md") for name in held)


def test_the_installed_command_has_everything_a_host_needs(installed: Installed):
    where = installed.run(
        str(installed.bin / "python"), "-c", "import bot, engine; print(bot.__file__, engine.__file__)"
    )
    assert str(ROOT) not in where
    said = installed("--help")
    found = COMMANDS.search(said)
    assert found and said.startswith("usage: stationmaster")
    assert {"run", "check", "verify", "backup", "restore", "sandbox"} <= set(found[1].split(","))


async def test_the_wheels_sandbox_can_play_a_turn(installed: Installed):
    process = await asyncio.create_subprocess_exec(
        *(str(installed.bin / "stationmaster"), "sandbox"),
        cwd=installed.home,
        env=installed.env,
        stdout=asyncio.subprocess.PIPE,
        stderr=(installed.home / "log").open("wb"),
    )
    try:
        assert process.stdout
        async with asyncio.timeout(HANG_GUARD):
            while line := (await process.stdout.readline()).decode():
                if found := re.search(r"http://127\.0\.0\.1:\d+", line):
                    break
            else:
                raise AssertionError((installed.home / "log").read_text())
            assert await turn(found[0])
    finally:
        with contextlib.suppress(ProcessLookupError):
            process.terminate()
        await process.wait()
    assert process.returncode == 0
    # The migrations are inside: what was played is in a database that the command finds good.
    installed.env["DATABASE_URL"] = "sqlite:///data/sandbox/games.db"
    assert "1 game: 0 damaged" in installed("verify", "--strict")
    assert (installed.home / installed("backup").strip()).is_file()


async def turn(url: str) -> str:
    """Ann begins a game against robots on the page and passes with the button on her ping; return the reply."""
    async with aiohttp.ClientSession() as http, http.ws_connect(f"{url}/page/live") as page:
        await page.send_json({"do": "be", "name": "Ann"})
        await page.send_json({"do": "shortcut", "number": 0, "call": 1})
        pressed = False
        while True:
            heard = await page.receive_json()
            if heard.get("call") == 1:
                await page.send_json({"do": "go", "channel": heard["go"]})
            for message in heard.get("put", []):
                if told := re.search(r"^Ann passes.*$", message["content"], re.MULTILINE):
                    return told[0]
                passes = passing(message)
                if message["mentions"] and passes and not pressed:
                    pressed = True
                    await page.send_json({"do": "press", "message": message["id"], "custom_id": passes[0]})
