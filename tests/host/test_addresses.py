"""Addresses of databases that cannot be used are answered with a sentence, wherever they are given."""

from __future__ import annotations

import importlib.util
from pathlib import Path
from typing import Any

import pytest

from bot.__main__ import main

NOWHERE = "postgresql://nobody@127.0.0.1:1/nothing"


@pytest.fixture(autouse=True)
def alone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("DATABASE_URL", raising=False)
    return tmp_path


def said(capsys: pytest.CaptureFixture[str], *given: str) -> str:
    assert main(list(given)) == 2
    return capsys.readouterr().err


def without_driver(monkeypatch: pytest.MonkeyPatch) -> None:
    find = importlib.util.find_spec

    def found(name: str, *more: Any) -> Any:
        return None if name == "asyncpg" else find(name, *more)

    monkeypatch.setattr("bot.store.database.find_spec", found)


def test_carry_without_the_driver_says_what_to_install(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
):
    without_driver(monkeypatch)
    assert "requirements/postgres.lock.txt" in said(capsys, "carry", NOWHERE)


@pytest.mark.parametrize("command", ["verify", "backup", "check", "run"])
def test_so_does_each_command_whose_setting_names_it(
    command: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
):
    without_driver(monkeypatch)
    monkeypatch.setenv("DATABASE_URL", NOWHERE)
    assert "requirements/postgres.lock.txt" in said(capsys, command)


def test_an_option_that_the_driver_does_not_know(capsys: pytest.CaptureFixture[str]):
    assert "an option after ?" in said(capsys, "carry", NOWHERE + "?foo=bar")


@pytest.mark.parametrize("command", ["verify", "backup"])
def test_after_a_trial_in_the_sandbox_its_database_is_named(
    command: str, capsys: pytest.CaptureFixture[str], alone: Path
):
    assert "sandbox" not in said(capsys, command)
    games = alone / "data" / "sandbox" / "games.db"
    games.parent.mkdir(parents=True)
    games.touch()
    assert "DATABASE_URL=sqlite:///data/sandbox/games.db" in said(capsys, command)
