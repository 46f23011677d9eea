"""A database with nothing in it. Making one takes as long as a small test, so it is made once and copied."""

from __future__ import annotations

import tempfile
from functools import cache
from pathlib import Path

from sqlalchemy import create_engine

from bot.store.opening.migrate import upgrade


@cache
def _empty() -> bytes:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "empty.db"
        engine = create_engine(f"sqlite:///{path}")
        with engine.begin() as connection:
            upgrade(connection)
        engine.dispose()
        return path.read_bytes()


def fresh(path: Path) -> Path:
    """Put a copy of it there."""
    path.write_bytes(_empty())
    return path
