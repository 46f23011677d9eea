"""The lines that bring the bot to a fresh machine, run as the page has them as far as is possible without systemd."""

from __future__ import annotations

import asyncio
import contextlib
import os
import re
import shlex
import stat
import subprocess
from pathlib import Path

import pytest

from sandbox import Sandbox
from tests.waiting import HANG_GUARD

ROOT = Path(__file__).resolve().parents[2]
PAGE = (ROOT / "docs" / "hosting.md").read_text(encoding="utf-8")
UNIT = (ROOT / "docs" / "stationmaster.service").read_text(encoding="utf-8")
ELSEWHERE = ("apt-get", "adduser", "systemctl", "journalctl")
"""What belongs to the machine: written down instead of done."""
pytestmark = pytest.mark.soak


def lines() -> list[str]:
    """The commands under "In ten lines", without their remarks."""
    part = PAGE.partition("## In ten lines")[2].partition("\n## ")[0]
    found = re.findall(r"^    (\S.*?)(?:\s{2,}#.*)?$", part, re.MULTILINE)
    assert len(found) <= 10
    return found


def stand_ins(folder: Path, home: Path, token: str) -> None:
    """Commands in place of those that would change the machine."""
    scripts = {name: f'echo {name} "$@" >> {folder}/said' for name in ELSEWHERE}
    # The same user, in the home of the user that would be there.
    scripts["runuser"] = f'cd "$PWD"; if [ "$1" = -l ]; then cd {home}/bot; exec bash -c "$4"; fi; shift 3; exec "$@"'
    scripts["nano"] = f'sed -i "s|^DISCORD_TOKEN=.*|DISCORD_TOKEN={token}|" "$1"'
    for name, script in scripts.items():
        (folder / name).write_text(f"#!/bin/bash\n{script}\n", encoding="utf-8")
        (folder / name).chmod(0o755)


def installed_already(folder: Path) -> None:
    """The packages of whoever runs the tests, so that none are fetched."""
    (folder / ".venv").symlink_to(ROOT / ".venv")
    for lock in (folder / "requirements").iterdir():
        os.utime(lock, (0, 0))


async def test_the_lines_of_the_page_lead_to_a_running_bot(tmp_path: Path):
    if not (ROOT / ".venv" / ".ready").exists():
        pytest.skip("needs the environment that `make test` builds")
    home, commands, system = tmp_path / "home", tmp_path / "commands", tmp_path / "system"
    for folder in (home / "bot", commands, system):
        folder.mkdir(parents=True)
    async with Sandbox.running() as sandbox:
        sandbox.guild("Railway Club")
        stand_ins(commands, home, sandbox.token)
        env = {"PATH": f"{commands}:{os.environ['PATH']}", "HOME": str(home / "bot")}
        env |= {"DISCORD_API": sandbox.api_address, "DISCORD_GATEWAY": sandbox.gateway_address}
        here, printed = tmp_path, ""
        for line in lines():
            real = line.replace("/home/bot", f"{home}/bot").replace("/etc/systemd/system", str(system))
            real = real.replace("<address of this project>", f"--quiet {ROOT}")
            if real.startswith("cd "):
                here = Path(shlex.split(real)[1])
                installed_already(here)
                continue
            process = await asyncio.create_subprocess_shell(
                real, cwd=here, env=env, stdout=asyncio.subprocess.PIPE, stderr=subprocess.STDOUT
            )
            said, _ = await process.communicate()
            assert process.returncode == 0, (line, said.decode())
            printed += said.decode()
        assert stat.S_IMODE((here / ".env").stat().st_mode) == 0o600
        assert "no permissions are missing" in printed and "https://discord.com/oauth2" in printed
        assert (commands / "said").read_text(encoding="utf-8").splitlines()[-2:] == [
            "systemctl enable --now stationmaster",
            "journalctl --unit stationmaster --follow",
        ]
        assert (system / "stationmaster.service").read_text(encoding="utf-8") == UNIT
        await as_the_unit_says(here, home, env)


async def as_the_unit_says(folder: Path, home: Path, env: dict[str, str]) -> None:
    """Start the bot with the unit's command until it is ready, and stop it as systemd does."""
    unit = dict(re.findall(r"^(\w+)=(.*)$", UNIT, re.MULTILINE))
    assert unit["WorkingDirectory"] == f"/home/bot/{folder.name}" and unit["User"] == "bot"
    command = unit["ExecStart"].replace("/home/bot", f"{home}/bot")
    process = await asyncio.create_subprocess_exec(
        *shlex.split(command), cwd=folder, env=env, stderr=asyncio.subprocess.PIPE
    )
    try:
        assert process.stderr
        async with asyncio.timeout(HANG_GUARD):
            while "ready" not in (await process.stderr.readline()).decode():
                assert not process.stderr.at_eof()
    finally:
        with contextlib.suppress(ProcessLookupError):
            process.terminate()
        _, rest = await process.communicate()
    assert process.returncode == 0, rest.decode()
    assert (folder / "data" / "stationmaster.db").is_file()
