"""A league's log, and announcements in its channel."""

from __future__ import annotations

from typing import Any

from sqlmodel.ext.asyncio.session import AsyncSession

from bot.errors import Refused
from bot.safe_text import short_name
from bot.store.league_rows import (
    LeagueLogRow,
    LeagueMemberRow,
)
from bot.store.rows import (
    GATHERING,
)
from bot.table.ground.say import say
from bot.table.ground.services import Services
from bot.table.leagues.book import (
    Book,
)
from bot.table.play import telling
from engine.core.sentences import because

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
    why, now = clean_reason(reason), services.clock()
    session.add(LeagueLogRow(league_id=book.id, at=now, by_id=by, what=what, member=member, points=points, reason=why))


def tell(services: Services, session: AsyncSession, book: Book, key: str, *text: str, **payload: Any) -> None:
    """Announce something in the league's channel."""
    head = say("league_head", league=book.row.name)
    session.add(telling.to_league(book.row, key, services.clock(), text=[head, *text], **payload))


def clean_reason(text: str) -> str:
    """A reason as one line that pings, formats and links nothing."""
    return short_name(text, REASON)


MOST_CORRECTION = 1000


def check_correction(book: Book, user: int, points: int, reason: str) -> tuple[LeagueMemberRow, str]:
    """Check a correction; returns the member and the clean reason."""
    mine, why = book.member_of(user), clean_reason(reason)
    if book.row.status == GATHERING:
        raise Refused("This league has not begun; there are no points to correct.")
    if not why:
        raise Refused("Please give a reason; everybody can see it.")
    if not 0 < abs(points) <= MOST_CORRECTION:
        raise Refused(because("A correction can add or take away 1 to {most} points.", most=MOST_CORRECTION))
    return mine, why
