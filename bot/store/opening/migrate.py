"""Migrations at the start, and refusing databases newer than the program."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Literal

from alembic import command
from alembic.config import Config
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Connection, inspect

from engine.core.sentences import because

HERE = Path(__file__).resolve().parents[3] / "migrations"


class Newer(Exception):
    """The database is from a newer program."""


def configuration(connection: Connection | None = None) -> Config:
    """Alembic's settings without a file."""
    found = Config()
    found.set_main_option("script_location", str(HERE).replace("%", "%%"))
    found.attributes["connection"] = connection
    return found


@cache
def _steps() -> ScriptDirectory:
    """All migration steps, read once from the program's files."""
    return ScriptDirectory.from_config(configuration())


def head() -> str:
    """The latest version this program knows."""
    return _steps().get_current_head() or ""


def current(connection: Connection) -> str:
    """The database's version; empty for a new one."""
    return MigrationContext.configure(connection).get_current_revision() or ""


def check(connection: Connection) -> None:
    """Raise if this program does not know the database's version."""
    now = current(connection)
    known = {script.revision for script in _steps().walk_revisions()}
    if now and now not in known:
        raise Newer(
            because(
                "The database has version {now}, which is newer than this program (it knows versions up to "
                "{head}). Upgrade the program, or restore a backup made before the upgrade.",
                now=now,
                head=head(),
            )
        )
    if not now and "game" in inspect(connection).get_table_names():
        raise Newer("The database has tables but no version number, so it was not made by this program.")


def waiting(connection: Connection) -> Literal["nothing", "new", "older"]:
    """Are there steps to apply?"""
    now = current(connection)
    return "nothing" if now == head() else "older" if now else "new"


def upgrade(connection: Connection) -> None:
    """Bring the tables up to date, within the connection's transaction."""
    command.upgrade(configuration(connection), "head")
