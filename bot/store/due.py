"""Has a stored moment come? A clock that was wrong once may have stored one that is years ahead: a wait longer than the
longest that is possible counts as over (docs/decisions/clock.md).
"""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Any

from sqlalchemy import ColumnElement, or_


def has_come(moment: datetime, now: datetime, longest: timedelta) -> bool:
    """Is it past, or further ahead than anything can be?"""
    return moment <= now or moment > now + longest


def come(column: Any, now: datetime, longest: timedelta) -> ColumnElement[bool]:
    """The same for a column of a query."""
    return or_(column <= now, column > now + longest)
