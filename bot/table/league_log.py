"""A league's log, and announcements in its channel."""

from __future__ import annotations

from typing import Any

from sqlmodel.ext.asyncio.session import AsyncSession

from bot.store.rows import LeagueLogRow
from bot.table import telling
from bot.table.league_book import Book
from bot.table.safe_text import short_name
from bot.table.say import say
from bot.table.services import Services

REASON = 300


def note(
    services: Services,
    session: AsyncSession,
    book: Book,
    by: int,
    what: str,
    reason: str,
    *,
    member: int | None = None,
    points: int = 0,
) -> None:
    """Add a log entry."""
    at, why = {"at": services.clock(), "by_id": by}, clean_reason(reason)
    session.add(LeagueLogRow(league_id=book.id, what=what, member=member, points=points, reason=why, **at))


def tell(services: Services, session: AsyncSession, book: Book, key: str, text: str, **payload: Any) -> None:
    """Announce something in the league's channel."""
    head = say("league_head", league=book.row.name)
    session.add(telling.to_league(book.row, key, services.clock(), text=[head, text], **payload))


def clean_reason(text: str) -> str:
    """A reason as one line that pings, formats and links nothing."""
    return short_name(text, REASON)
