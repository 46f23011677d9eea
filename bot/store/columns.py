"""Column types that SQLite and PostgreSQL must agree on."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

from sqlalchemy import DateTime, Dialect, MetaData
from sqlalchemy.types import TypeDecorator

# SQLite can never drop a constraint without a name.
NAMES = {
    "ix": "ix_%(table_name)s_%(column_0_N_name)s",
    "uq": "uq_%(table_name)s_%(column_0_N_name)s",
    "ck": "ck_%(table_name)s_%(constraint_name)s",
    "fk": "fk_%(table_name)s_%(column_0_name)s_%(referred_table_name)s",
    "pk": "pk_%(table_name)s",
}


def named(metadata: MetaData) -> None:
    """Give a metadata the naming convention; before its first table."""
    metadata.naming_convention = NAMES


class Moment(TypeDecorator[datetime]):
    """A moment, always in UTC with its zone, which SQLite would drop."""

    impl = DateTime(timezone=True)
    cache_ok = True

    def process_bind_param(self, value: datetime | None, dialect: Dialect) -> datetime | None:
        """Convert to UTC; a moment without a zone is a bug in the caller."""
        if value is None:
            return None
        if value.tzinfo is None:
            raise ValueError("a moment needs a time zone")
        found = value.astimezone(UTC)
        return found.replace(tzinfo=None) if dialect.name == "sqlite" else found

    def process_result_value(self, value: Any, dialect: Dialect) -> datetime | None:
        """Restore the zone."""
        if value is None or value.tzinfo is not None:
            return value
        return value.replace(tzinfo=UTC)
