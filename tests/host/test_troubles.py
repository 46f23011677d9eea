"""What stops the bot or a command is one sentence that says what to change, and nothing else is printed."""

from __future__ import annotations

import asyncio
import errno
import os
import sqlite3
from pathlib import Path

import pytest
from pydantic import SecretStr
from sqlalchemy.engine import Connection

from bot.__main__ import main
from bot.discord.app.run import CannotRun, serve
from bot.host.settings import Settings
from bot.store import backup as copying
from sandbox import Sandbox
from tests.fresh import fresh

IMPORT = ("import", "nothing.json", "--guild", "1", "--channel", "2", "--organiser", "3")


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with an empty database, in which the command line is used."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("DATABASE_URL", "sqlite:///table.db")
    fresh(tmp_path / "table.db")
    return tmp_path


def said(capsys: pytest.CaptureFixture[str], *given: str) -> str:
    """The one line that a command ends with, which must fail."""
    assert main(list(given)) == 2
    out, err = capsys.readouterr()
    assert out == "" and err.endswith("\n") and err.count("\n") == 1, (out, err)
    return err.strip()


def test_a_folder_that_cannot_be_created_is_named_with_its_setting(
    here: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
):
    # Some users, root above all, may write everywhere and still cannot make a folder there.
    monkeypatch.setattr(os, "access", lambda *_: True)
    monkeypatch.setenv("DATABASE_URL", "sqlite:////proc/nothing/table.db")
    told = said(capsys, *IMPORT)
    assert told.startswith("/proc/nothing cannot be written (") and "set DATABASE_URL to another place" in told


def test_a_full_disk_at_the_first_start_is_reported_without_a_traceback(
    here: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], caplog: pytest.LogCaptureFixture
):
    def full(connection: Connection) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setenv("DATABASE_URL", "sqlite:///new.db")
    monkeypatch.setattr("bot.store.database.upgrade", full)
    assert said(capsys, *IMPORT) == "The disk of the host is full; nothing can be stored until the host makes room."
    assert "Traceback" not in caplog.text
    monkeypatch.undo()
    monkeypatch.chdir(here)
    monkeypatch.setenv("DATABASE_URL", "sqlite:///new.db")
    assert said(capsys, *IMPORT).startswith("nothing.json"), "with room again there is a database"
    assert main(["forget", "5"]) == 0


def test_a_backup_without_room_names_its_folder(
    here: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
):
    def full(*_: object) -> None:
        raise sqlite3.OperationalError("database or disk is full")

    monkeypatch.setattr(copying, "check", full)
    told = said(capsys, "backup")
    assert "data/backups (database or disk is full); make room there, or set BACKUP_DIR to another place." in told
    assert list((here / "data" / "backups").iterdir()) == [], "nothing half made is left"


@pytest.mark.parametrize(
    ("given", "place"),
    [
        (IMPORT, "nothing.json"),
        (("restore", "nothing.db"), "nothing.db"),
    ],
    ids=["import", "restore"],
)
def test_a_missing_file_is_named(here: Path, capsys: pytest.CaptureFixture[str], given: tuple[str, ...], place: str):
    told = said(capsys, *given)
    assert told.startswith(place) and "Errno" not in told and "complete database" not in told


def test_forgetting_somebody_needs_an_existing_database(
    here: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
):
    monkeypatch.setenv("DATABASE_URL", "sqlite:///elsewhere.db")
    assert "at the place that DATABASE_URL names" in said(capsys, "forget", "5")
    assert not (here / "elsewhere.db").exists()


async def test_a_rejected_token_stops_the_bot_and_says_what_to_do(tmp_path: Path):
    async with Sandbox.running() as sandbox:
        settings = Settings(
            discord_token=SecretStr("wrong.token.here"),
            discord_api=sandbox.api_address,
            discord_gateway=sandbox.gateway_address,
            database_url=f"sqlite:///{fresh(tmp_path / 'table.db')}",
            health_file=tmp_path / "health.json",
            backup_hours=0,
        )
        with pytest.raises(CannotRun, match="copy the bot's token from the developer portal"):
            await serve(settings, asyncio.Event())
