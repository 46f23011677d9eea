"""The sign of life, and logs that tell neither tokens nor what players write."""

import asyncio
import io
import json
import logging
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from pydantic import SecretStr

from bot.__main__ import main
from bot.host import health, logs
from bot.host.settings import Settings
from engine.core.phrases import PSEUDO
from engine.core.sentences import because
from tests.test_pseudo import unmarked

WRITTEN = "what a player wrote"
NOW = datetime(2026, 3, 2, 12, tzinfo=UTC)


def sign(path: Path, *, beats: timedelta = timedelta(), connected: timedelta = timedelta()) -> Path:
    path.write_text(json.dumps({"at": (NOW - beats).isoformat(), "connected": (NOW - connected).isoformat()}))
    return path


class Patient:
    """A bot that is as well as a test says."""

    def __init__(self, ailing: str = "") -> None:
        self.ailing = ailing

    def connected(self) -> bool:
        return True

    async def ailment(self) -> str:
        return self.ailing


@pytest.mark.parametrize("ailing", ["", "The database does not answer."])
async def test_the_health_file_says_how_the_bot_is(tmp_path: Path, ailing: str):
    path = tmp_path / "deep" / "health.json"
    began = datetime.now(UTC)
    beating = asyncio.create_task(health.beat(path, Patient(ailing)))
    while not path.exists():
        await asyncio.sleep(0.01)
    beating.cancel()
    last = datetime.fromisoformat(json.loads(path.read_text())["at"])
    assert began <= last <= datetime.now(UTC)
    assert health.ailment(path, last) == ailing


def test_reasons_for_being_unhealthy(tmp_path: Path):
    path = tmp_path / "health.json"
    assert "No bot has written" in health.ailment(path, NOW)
    assert health.ailment(sign(path, connected=timedelta(minutes=4)), NOW) == ""
    assert "not been connected to Discord for 6 min" in health.ailment(sign(path, connected=timedelta(minutes=6)), NOW)
    future = health.ailment(sign(path, beats=timedelta(days=-4000), connected=timedelta(days=-4000)), NOW)
    assert "dated in the future" in future
    assert "not reported for 2 min" in health.ailment(sign(path, beats=timedelta(minutes=2)), NOW)
    path.write_text("half a fi")
    assert "No bot has written" in health.ailment(path, NOW)


def test_the_exit_code_tells_the_health(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys):
    monkeypatch.setenv("HEALTH_FILE", str(tmp_path / "health.json"))
    assert health.main() == 1
    now = datetime.now(UTC).isoformat()
    (tmp_path / "health.json").write_text(json.dumps({"at": now, "connected": now}))
    assert health.main() == 0
    assert capsys.readouterr().out.endswith("The bot is healthy.\n")


async def test_health_is_reported_in_the_language_of_the_asker(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
):
    path, now = tmp_path / "health.json", datetime.now(UTC)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("HEALTH_FILE", str(path))
    told = because("Announcement {number} could not be read and was skipped.", number=7)
    health.sign(path, now, now, because("The database does not answer."), [told])
    assert health.ailment(path, now) == "The database does not answer." and health.notes(path) == [told]
    assert await asyncio.to_thread(main, [f"--language={PSEUDO}", "health"]) == 1
    path.unlink()
    assert await asyncio.to_thread(main, [f"--language={PSEUDO}", "health"]) == 1
    assert unmarked(capsys.readouterr().out.replace(str(path), ""), set()) == []


@pytest.mark.parametrize("form", ["plain", "json"])
def test_logs_contain_neither_secrets_nor_error_messages(form: str, monkeypatch: pytest.MonkeyPatch):
    stream = io.StringIO()
    monkeypatch.setattr("sys.stderr", stream)
    root = logging.getLogger()
    before, level = root.handlers[:], root.level
    logs.begin(
        Settings(
            discord_token=SecretStr("aa.bb.cc"),
            database_url="postgresql://me:hush@db/x",
            log_format=form,  # type: ignore[arg-type]
            log_level="debug",
        )
    )
    try:
        logging.getLogger("stationmaster.x").info("token %s, password %s", "aa.bb.cc", "hush", extra={"game": 7})
        logging.getLogger("discord.http").debug("payload with player text")
        try:
            int(WRITTEN)
        except ValueError:
            logging.getLogger("stationmaster.x").exception("it failed")
    finally:
        root.handlers[:] = before
        root.setLevel(level)
    text = stream.getvalue()
    for secret in ("aa.bb.cc", "hush", "player"):
        assert secret not in text
    assert "ValueError" in text
    assert "test_health.py" in text
    if form == "json":
        lines = [json.loads(line) for line in text.splitlines()]
        assert lines[0]["game"] == "7"
        assert [line["level"] for line in lines] == ["info", "error"]
