"""The settings read and checked: one plain sentence for each thing that is wrong, and no start until it is mended."""

from __future__ import annotations

import difflib
import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from dotenv import dotenv_values
from pydantic import ValidationError

from bot.settings import Settings
from bot.store import Database, StoreTrouble

WANTED = {
    "int_parsing": "a whole number is wanted",
    "int_from_float": "a whole number is wanted",
    "float_parsing": "a number is wanted",
    "bool_parsing": "true or false is wanted",
    "greater_than_equal": "it must be at least {ge}",
    "less_than_equal": "it must be at most {le}",
    "literal_error": "it must be one of {expected}",
}
ENV = Path(".env")


class BadSettings(Exception):
    """The bot cannot start with these settings; each line says what to change."""

    def __init__(self, faults: list[str]) -> None:
        super().__init__("\n".join(faults))
        self.faults = faults


def read_settings() -> Settings:
    """The settings, or everything that is wrong with them."""
    faults = [*_misspelt()]
    try:
        found = Settings()
    except ValidationError as e:
        raise BadSettings([*faults, *(_sentence(dict(error)) for error in e.errors())]) from None
    except UnicodeDecodeError as e:
        raise BadSettings([".env cannot be read; save it as plain text in UTF-8."]) from e
    faults += [*_token(found), *_addresses(found), *_database(found), *_folders(found)]
    if faults:
        raise BadSettings(faults)
    return found


def _sentence(error: dict[str, Any]) -> str:
    name = str(error["loc"][0]).upper()
    # A value that should be secret is never shown; nothing else in the settings is.
    given = "" if "TOKEN" in name or "URL" in name else f" {error['input']!r}"
    reason = WANTED.get(error["type"], str(error["msg"]).lower()).format(**error.get("ctx", {}))
    return f"{name} cannot be{given}: {reason}."


def _misspelt() -> Iterator[str]:
    known = [name.upper() for name in Settings.model_fields]
    try:
        names = list(dotenv_values(ENV)) if ENV.is_file() else []
    except (OSError, UnicodeDecodeError):
        return
    for name in names:
        near = difflib.get_close_matches(name.upper(), known, 1, 0.8)
        if near and name.upper() not in known:
            yield f"{name} in .env is no setting; {near[0]} is."


def _token(found: Settings) -> Iterator[str]:
    token = found.discord_token.get_secret_value()
    if token.lower().startswith("bot "):
        yield "DISCORD_TOKEN begins with the word Bot; leave that away and keep what follows it."
    elif token and (token.count(".") != 2 or any(c.isspace() for c in token)):
        yield (
            "DISCORD_TOKEN does not look like a bot's token, which is three parts joined by dots; "
            "copy it from the page Bot of the developer portal."
        )


def _addresses(found: Settings) -> Iterator[str]:
    for name, value, schemes in (
        ("DISCORD_API", found.discord_api, ("http://", "https://")),
        ("DISCORD_GATEWAY", found.discord_gateway, ("ws://", "wss://")),
    ):
        if value and not value.startswith(schemes):
            yield f"{name} must begin with {' or '.join(schemes)}."


def _database(found: Settings) -> Iterator[str]:
    try:
        db = Database(found.database_url)
    except StoreTrouble as e:
        yield str(e)
        return
    except ImportError:
        yield "For PostgreSQL install requirements/postgres.lock.txt instead of requirements/lock.txt."
        return
    if db.is_sqlite and (fault := _unwritable(db.path.parent)):
        yield f"The folder of DATABASE_URL, {db.path.parent}, {fault}."


def _folders(found: Settings) -> Iterator[str]:
    folders = {"HEALTH_FILE": found.health_file.parent}
    if found.backup_hours:
        folders["BACKUP_DIR"] = found.backup_dir
    for name, folder in folders.items():
        if fault := _unwritable(folder):
            yield f"{name}: {folder} {fault}."


def _unwritable(folder: Path) -> str:
    """Why nothing can be written in a folder, which need not exist yet."""
    nearest = next((one for one in (folder, *folder.absolute().parents) if one.exists()), Path("/"))
    if not nearest.is_dir():
        return f"cannot be a folder, since {nearest} is a file"
    if not os.access(nearest, os.W_OK | os.X_OK):
        return f"cannot be written by this user ({nearest} belongs to somebody else or is read-only)"
    return ""
