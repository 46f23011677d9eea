"""What can be wrong with a database, in sentences for its host."""

from __future__ import annotations

import contextlib
from collections.abc import AsyncIterator

from sqlalchemy.exc import DBAPIError, IntegrityError, SQLAlchemyError

from engine.core.sentences import because


class StoreTrouble(Exception):
    """The database cannot do what was asked; the sentence is for a host or an organiser."""


class InUse(StoreTrouble):
    """Another process is using the database."""


class Unreachable(StoreTrouble):
    """The database does not answer; it may later."""


class Superseded(StoreTrouble):
    """Another process has taken over the database, and this one no longer stores anything."""


class NotLeading(Superseded):
    """Another process is the leader now."""


class Collision(StoreTrouble):
    """Somebody else wrote the same row first."""


@contextlib.asynccontextmanager
async def in_sentences() -> AsyncIterator[None]:
    """Turn the drivers' errors into sentences; nothing of the transaction is stored."""
    try:
        yield
    except IntegrityError as e:
        raise Collision("Somebody else changed this in the meantime.") from e
    except (DBAPIError, OSError) as e:
        raise _trouble(str(getattr(e, "orig", e))) from e
    except SQLAlchemyError as e:
        raise StoreTrouble(
            because("The database does not answer as it should ({__name__}).", __name__=type(e).__name__)
        ) from e
    except Exception as e:
        if isinstance(e, TypeError) and str(e).startswith("connect()"):
            # The driver takes what follows the ? of an address as arguments.
            raise StoreTrouble(
                "The address of the database has an option after ? that its driver does not know."
            ) from e
        # PostgreSQL's driver raises connection errors unwrapped.
        if type(e).__module__.partition(".")[0] != "asyncpg":
            raise
        raise _trouble(str(e)) from e


def _trouble(problem: str) -> StoreTrouble:
    said = _sentence(problem)
    return StoreTrouble(said) if said else Unreachable("The database cannot be reached.")


def _sentence(problem: str) -> str:
    """The sentence for a known error; empty otherwise."""
    known = problem.lower()
    if "disk is full" in known or "no space" in known:
        return because("The disk of the host is full; nothing can be stored until the host makes room.")
    if "locked" in known or "busy" in known:
        return because("The database is in use by another program, so nothing can be stored now.")
    if "readonly" in known or "read-only" in known:
        return because("The database is read-only, so nothing can be stored now.")
    if is_damage(known):
        return because("The database file is damaged; the host should restore a backup.")
    if "unable to open" in known:
        return because("The database file cannot be opened.")
    if "password" in known or "authentication" in known:
        return because("The database does not accept the user name or password in DATABASE_URL.")
    if "does not exist" in known:
        return because("The server has no such database or user; check DATABASE_URL.")
    return ""


def is_damage(problem: str) -> bool:
    """Does SQLite say that the file itself is damaged?"""
    return "malformed" in problem or "not a database" in problem
