"""The container that the page describes: Dockerfile, compose.yaml and .env.example together, tried without Docker."""

from __future__ import annotations

import asyncio
import json
import os
import re
import shlex
import shutil
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

import yaml

from bot.host.settings import Settings
from sandbox import Sandbox
from tests.waiting import until

ROOT = Path(__file__).resolve().parents[2]
SERVICES: dict[str, Any] = yaml.safe_load((ROOT / "compose.yaml").read_text(encoding="utf-8"))["services"]
SERVICE: dict[str, Any] = SERVICES["bot"]


def instructions() -> list[tuple[str, str]]:
    """The lines of the Dockerfile's last stage: instruction and what it says."""
    text = (ROOT / "Dockerfile").read_text(encoding="utf-8").replace("\\\n", " ")
    lines = [line.split(None, 1) for line in text.splitlines() if line.strip() and not line.startswith("#")]
    stages = [at for at, line in enumerate(lines) if line[0] == "FROM"]
    return [(name, said) for name, said in lines[stages[-1] :]]


def said(instruction: str) -> list[str]:
    return [text for name, text in instructions() if name == instruction]


def env_of_image() -> dict[str, str]:
    return dict(pair.split("=", 1) for text in said("ENV") for pair in shlex.split(text))


def env_of_service(dotenv: str) -> dict[str, str]:
    """What compose hands to the container."""
    given = dict(re.findall(r"^([A-Z_]+)=(.*)$", dotenv, re.MULTILINE)) if SERVICE.get("env_file") == ".env" else {}
    return {**given, **SERVICE.get("environment", {})}


def volume() -> str:
    """Where the container may write for good."""
    (mounted,) = SERVICE["volumes"]
    return mounted.partition(":")[2]


def test_every_setting_reaches_the_container():
    given = env_of_service((ROOT / ".env.example").read_text(encoding="utf-8"))
    assert {name.upper() for name in Settings.model_fields} <= set(given)


def test_the_container_writes_only_to_its_volume():
    assert SERVICE["read_only"] is True and said("VOLUME") == [volume()] and said("USER") == ["bot"]
    assert f"install --directory --owner bot {volume()}" in said("RUN")[0]


def test_a_host_pins_the_base_images_by_digest_in_env_alone():
    """Which digests there are only a registry knows; the page tells the host how to ask it."""
    dockerfile = (ROOT / "Dockerfile").read_text(encoding="utf-8")
    (default,) = re.findall(r"^ARG PYTHON_IMAGE=(\S+)$", dockerfile, re.MULTILINE)
    assert {line.split()[1] for line in dockerfile.splitlines() if line.startswith("FROM")} == {"${PYTHON_IMAGE}"}
    assert SERVICE["build"]["args"] == {"PYTHON_IMAGE": f"${{PYTHON_IMAGE:-{default}}}"}
    named = re.fullmatch(r"\$\{POSTGRES_IMAGE:-(\S+)\}", SERVICES["db"]["image"])
    assert named
    page = (ROOT / "docs" / "hosting-large.md").read_text(encoding="utf-8")
    assert f"PYTHON_IMAGE={default} POSTGRES_IMAGE={named[1]}" in page
    for image in (default, named[1]):
        assert re.fullmatch(r"[a-z]+:\d+[\w.-]*", image), "a version, never `latest`"


def rebuilt(machine: Path) -> Path:
    """The container's files below a folder; returns the bot's working directory, where only the volume is writable."""
    for copied in said("COPY"):
        *options, source, target = copied.split()
        if not any(option.startswith("--from") for option in options):
            shutil.copytree(ROOT / source, machine / target.lstrip("/"), ignore=shutil.ignore_patterns("__pycache__"))
    start = machine / said("WORKDIR")[-1].lstrip("/")
    (machine / volume().lstrip("/")).mkdir(parents=True)
    return start


def written(machine: Path, since: set[Path]) -> set[Path]:
    return {path for path in machine.rglob("*") if path.is_file()} - since


async def test_the_bot_starts_with_the_example_settings_and_a_token(tmp_path: Path):
    machine = tmp_path / "machine"
    start = rebuilt(machine)
    there = {path for path in machine.rglob("*") if path.is_file()}
    async with Sandbox.running() as sandbox:
        example = (ROOT / ".env.example").read_text(encoding="utf-8")
        settings = {**env_of_image(), **env_of_service(example), "DISCORD_TOKEN": sandbox.token}
        settings |= {"DISCORD_API": sandbox.api_address, "DISCORD_GATEWAY": sandbox.gateway_address}
        home = {"PATH": os.environ["PATH"], "HOME": str(tmp_path), "TMPDIR": str(tmp_path)}
        paths = {"PYTHONPATH": str(machine / settings["PYTHONPATH"].lstrip("/"))}
        command = [sys.executable, "-m", "bot", *json.loads(said("CMD")[0])]
        assert json.loads(said("ENTRYPOINT")[0]) == ["python", "-m", "bot"]
        start.chmod(0o555)
        log = (tmp_path / "log").open("wb")
        running = subprocess.Popen(command, cwd=start, env={**settings, **home, **paths}, stderr=log)
        try:
            sign = machine / volume().lstrip("/") / "health.json"
            await until(lambda: sign.exists() or running.poll() is not None, "a sign of life")
            assert running.poll() is None, (tmp_path / "log").read_text(encoding="utf-8")
            await asyncio.wait_for(sandbox.ready(), None)
        finally:
            running.send_signal(signal.SIGTERM)
            await asyncio.to_thread(running.wait)
    assert running.returncode == 0
    new = written(machine, there)
    assert (machine / volume().lstrip("/") / "stationmaster.db") in new
    assert {path for path in new if not path.is_relative_to(machine / volume().lstrip("/"))} == set()
