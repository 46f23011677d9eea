"""Settings: documented, checked at the start, one sentence for each thing that is wrong."""

import errno
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from bot.host.checking import BadSettings, read_settings
from bot.host.settings import Settings

ROOT = Path(__file__).resolve().parents[2]
BAD_SHARES = ("3-1/8", "0-8/8", "8/8", "0-3", "3", "all", "-1/8", "0/0", "0-3/", "0,1/8", "0-1999/2000", "0-3/8/9")
TOKEN = "aaaa.bbbb.cccc"


@pytest.fixture(autouse=True)
def empty_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    for name in Settings.model_fields:
        monkeypatch.delenv(name.upper(), raising=False)


def faults(text: str) -> list[str]:
    Path(".env").write_text(text, encoding="utf-8")
    with pytest.raises(BadSettings) as found:
        read_settings()
    return found.value.faults


def test_the_example_names_every_setting_with_its_default():
    text = (ROOT / ".env.example").read_text(encoding="utf-8")
    shown = dict(re.findall(r"^([A-Z_]+)=(.*)$", text, re.MULTILINE))
    defaults = Settings(_env_file=None)  # type: ignore[call-arg]
    expected = {}
    for name in Settings.model_fields:
        value = getattr(defaults, name)
        secret = value.get_secret_value() if hasattr(value, "get_secret_value") else value
        expected[name.upper()] = str(secret).lower() if isinstance(secret, bool) else str(secret)
    assert shown == expected


def test_every_setting_is_in_the_hosting_page():
    text = (ROOT / "docs" / "hosting.md").read_text(encoding="utf-8")
    assert [name for name in Settings.model_fields if f"`{name.upper()}`" not in text] == []


def test_the_example_is_a_good_file():
    Path(".env").write_text((ROOT / ".env.example").read_text(encoding="utf-8"), encoding="utf-8")
    assert read_settings() == Settings(_env_file=None)  # type: ignore[call-arg]


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("BACKUP_HOURS=often", "BACKUP_HOURS cannot be 'often': it must be a whole number."),
        ("BACKUP_HOURS=100000000000", "BACKUP_HOURS cannot be '100000000000': it must be at most"),
        ("OUTBOX_KEEP_DAYS=1000000", "OUTBOX_KEEP_DAYS cannot be '1000000': it must be at most"),
        ("BACKUP_KEEP=" + "9" * 4400, "BACKUP_KEEP cannot be '9999"),
        ("BACKUP_KEEP=0", "BACKUP_KEEP cannot be '0': it must be at least 1."),
        ("ROBOT_PAUSE=-1", "ROBOT_PAUSE cannot be '-1': it must be at least 0.0."),
        ("SANDBOX_PORT=99999", "SANDBOX_PORT cannot be '99999': it must be at most 65535."),
        ("SANDBOX_BROWSER=perhaps", "SANDBOX_BROWSER cannot be 'perhaps': it must be true or false."),
        ("LOG_FORMAT=xml", "LOG_FORMAT cannot be 'xml': it must be one of 'plain' or 'json'."),
        ("DISCORD_TOKN=x", "DISCORD_TOKN in .env is not a setting; did you mean DISCORD_TOKEN?"),
        (f"DISCORD_TOKEN=Bot {TOKEN}", "DISCORD_TOKEN begins with the word Bot; remove that word"),
        ("DISCORD_TOKEN=1234", "DISCORD_TOKEN does not look like a bot's token"),
        ("DISCORD_API=discord.com", "DISCORD_API must begin with http:// or https://."),
        ("DISCORD_GATEWAY=http://x", "DISCORD_GATEWAY must begin with ws:// or wss://."),
        ("DATABASE_URL=mysql://x/y", "DATABASE_URL names 'mysql'"),
        ("DATABASE_URL=://", "DATABASE_URL is not the address"),
        ("DATABASE_URL=postgresql://me@db:often/games", "DATABASE_URL is not the address of a database."),
        ("DATABASE_URL=sqlite:///.env/games.db", "is a file"),
        ("DATABASE_URL=sqlite:////", "DATABASE_URL: / is a folder; name a file in it."),
        ("HEALTH_FILE=", "HEALTH_FILE: . is a folder; name a file in it."),
        ("SANDBOX_DIR=.env", "SANDBOX_DIR: .env cannot be a folder"),
        *((f"SHARDS={said}", f"SHARDS cannot be '{said}': it must say") for said in BAD_SHARES),
        ("SHARDS=0-3/8", "SHARDS is for several processes on one PostgreSQL database"),
        ("BACKUP_DIR=/proc/nothing", "BACKUP_DIR: /proc/nothing cannot"),
    ],
)
def test_each_wrong_setting_gets_one_sentence(text: str, sentence: str):
    if "/proc" in text and os.access("/proc", os.W_OK):
        pytest.skip("this user may write everywhere")
    found = faults(text)
    assert len(found) == 1
    assert found[0].startswith(sentence) or sentence in found[0]


def test_a_file_of_settings_that_may_not_be_read_is_named(monkeypatch: pytest.MonkeyPatch):
    def denied(*_: object, **__: object) -> None:
        raise PermissionError(errno.EACCES, os.strerror(errno.EACCES), ".env")

    monkeypatch.setattr("dotenv.main.DotEnv._get_stream", denied)
    assert faults("BACKUP_HOURS=1") == [".env cannot be read (Permission denied); let the bot's user read it."]


def test_all_wrong_settings_are_reported_at_once_without_the_token():
    found = faults("BACKUP_HOURS=often\nBACKUP_KEEP=-3\nWARM_GAMES=x\n")
    assert [line.split()[0] for line in found] == ["BACKUP_HOURS", "BACKUP_KEEP", "WARM_GAMES"]
    assert "secretive" not in "".join(faults("DISCORD_TOKEN=secretive"))


def test_a_bad_setting_stops_the_program_with_its_sentence_alone(tmp_path: Path):
    (tmp_path / ".env").write_text("BACKUP_HOURS=often\n", encoding="utf-8")
    done = subprocess.run(
        [sys.executable, "-m", "bot", "run"],
        cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 2
    assert done.stderr == "BACKUP_HOURS cannot be 'often': it must be a whole number.\n"


def test_postgresql_without_its_driver_is_reported_in_a_sentence(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr("bot.store.database.DRIVER", "no_such_driver")
    (fault,) = faults("DATABASE_URL=postgresql://me:hush@db/games")
    assert "requirements/postgres.lock.txt" in fault and "hush" not in fault


@pytest.mark.parametrize("where", ["environment", ".env"])
@pytest.mark.parametrize(
    ("url", "lock"), [("postgresql://me@db/games", "postgres.lock.txt"), ("data/a.db", "lock.txt")]
)
def test_make_run_installs_what_the_database_needs(tmp_path: Path, where: str, url: str, lock: str):
    (tmp_path / "requirements").mkdir()
    for name in ("Makefile", "requirements/lock.txt", "requirements/postgres.lock.txt"):
        (tmp_path / name).write_text((ROOT / name).read_text(encoding="utf-8"), encoding="utf-8")
    env = {name: value for name, value in os.environ.items() if not name.startswith("MAKE") and name != "DATABASE_URL"}
    if where == ".env":
        (tmp_path / ".env").write_text(f"LOG_LEVEL=info\nDATABASE_URL={url}\n")
    else:
        env["DATABASE_URL"] = url
    said = subprocess.run(["make", "-n", "run"], cwd=tmp_path, env=env, check=True, capture_output=True, text=True)
    assert re.findall(r"-r requirements/(\S+)", said.stdout) == ["pip.lock", lock]
