"""Read and check the settings: one sentence for each mistake, and no start until all are fixed."""

from __future__ import annotations

import difflib
import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from dotenv import dotenv_values
from pydantic import ValidationError

from bot.host.settings import Settings
from bot.store import Database, StoreTrouble, share_of
from bot.store.processes.share import MOST as MOST_SHARDS
from engine.core.sentences import because, pattern, sentence_of

WANTED = {
    "int_parsing": pattern("it must be a whole number"),
    "int_from_float": pattern("it must be a whole number"),
    "float_parsing": pattern("it must be a number"),
    "bool_parsing": pattern("it must be true or false"),
    "greater_than_equal": pattern("it must be at least {ge}"),
    "less_than_equal": pattern("it must be at most {le}"),
    "literal_error": pattern("it must be one of {expected}"),
}
ENV = Path(".env")


class BadSettings(Exception):
    """The settings are wrong; each line says what to change."""

    def __init__(self, faults: list[str]) -> None:
        super().__init__("\n".join(faults))
        self.faults = faults


def read_settings() -> Settings:
    """Read the settings; raises BadSettings with everything that is wrong."""
    faults = [*_misspelt()]
    try:
        settings = Settings()
    except ValidationError as e:
        raise BadSettings([*faults, *(_sentence(dict(error)) for error in e.errors())]) from None
    except UnicodeDecodeError as e:
        raise BadSettings([because(".env cannot be read; save it as plain text in UTF-8.")]) from e
    except OSError as e:
        raise BadSettings(
            [because(".env cannot be read ({reason}); let the bot's user read it.", reason=e.strerror)]
        ) from e
    faults += [*_token(settings), *_addresses(settings), *_database(settings), *_places(settings)]
    if faults:
        raise BadSettings(faults)
    return settings


def _sentence(error: dict[str, Any]) -> str:
    name = str(error["loc"][0]).upper()
    # The token is never shown; the other settings are not secret.
    known = WANTED.get(error["type"])
    reason = because(known, **error.get("ctx", {})) if known else str(error["msg"]).lower()
    if "TOKEN" in name or "URL" in name:
        return because("{name} cannot have that value: {reason}.", name=name, reason=reason)
    return because("{name} cannot be {given!r}: {reason}.", name=name, given=error["input"], reason=reason)


def _misspelt() -> Iterator[str]:
    known = [name.upper() for name in Settings.model_fields]
    try:
        names = list(dotenv_values(ENV)) if ENV.is_file() else []
    except (OSError, UnicodeDecodeError):
        return
    for name in names:
        near = difflib.get_close_matches(name.upper(), known, 1, 0.8)
        if near and name.upper() not in known:
            yield because("{name} in .env is not a setting; did you mean {near}?", name=name, near=near[0])


def _token(found: Settings) -> Iterator[str]:
    token = found.discord_token.get_secret_value()
    if token.lower().startswith("bot "):
        yield because("DISCORD_TOKEN begins with the word Bot; remove that word and keep the rest.")
    elif token and (token.count(".") != 2 or any(c.isspace() for c in token)):
        yield because(
            "DISCORD_TOKEN does not look like a bot's token, which is three parts joined by dots; "
            "copy it from the Bot page of the developer portal."
        )


def _addresses(found: Settings) -> Iterator[str]:
    for name, value, schemes in (
        ("DISCORD_API", found.discord_api, ("http://", "https://")),
        ("DISCORD_GATEWAY", found.discord_gateway, ("ws://", "wss://")),
    ):
        if value and not value.startswith(schemes):
            yield because("{name} must begin with {schemes:or}.", name=name, schemes=schemes)


def _database(settings: Settings) -> Iterator[str]:
    try:
        db = Database(settings.database_url)
    except StoreTrouble as e:
        yield sentence_of(e)
        return
    try:
        if share_of(settings.shards) is not None and db.is_sqlite:
            yield because("SHARDS is for several processes on one PostgreSQL database; SQLite is for one process.")
    except ValueError:
        yield because(
            "SHARDS cannot be {value!r}: it must say which shards this bot has and how many there are, at most {most}; "
            "0-3/8 are the first four of eight.",
            value=settings.shards,
            most=MOST_SHARDS,
        )
    if db.is_sqlite and db.path.is_dir():
        yield because("DATABASE_URL: {folder} is a folder; name a file in it.", folder=str(db.path))
    elif db.is_sqlite and (fault := _unwritable(db.path.parent)):
        yield because("The folder of DATABASE_URL, {folder}, {fault}.", folder=str(db.path.parent), fault=fault)


def _places(settings: Settings) -> Iterator[str]:
    if settings.health_file.is_dir():
        yield because("HEALTH_FILE: {folder} is a folder; name a file in it.", folder=str(settings.health_file))
    folders = {"HEALTH_FILE": settings.health_file.parent}
    if settings.backup_hours:
        folders["BACKUP_DIR"] = settings.backup_dir
    if not settings.discord_token.get_secret_value():
        folders["SANDBOX_DIR"] = settings.sandbox_dir
    for name, folder in folders.items():
        if fault := _unwritable(folder):
            yield because("{name}: {folder} {fault}.", name=name, folder=str(folder), fault=fault)


def _unwritable(folder: Path) -> str:
    """Why a folder, which need not exist yet, is not writable."""
    nearest = next((one for one in (folder, *folder.absolute().parents) if one.exists()), Path("/"))
    if not nearest.is_dir():
        return because("cannot be a folder, because {nearest} is a file", nearest=str(nearest))
    if not os.access(nearest, os.W_OK | os.X_OK):
        return because(
            "cannot be written by this user ({nearest} belongs to somebody else or is read-only)", nearest=str(nearest)
        )
    return ""


def unusable(e: OSError) -> str:
    """The sentence for a file or folder that cannot be used."""
    reason = e.strerror or type(e).__name__
    if e.filename is None:
        return because("This machine does not allow it: {reason}.", reason=reason)
    return because(
        "{place} cannot be read or written ({reason}); name another place.", place=str(e.filename), reason=reason
    )
