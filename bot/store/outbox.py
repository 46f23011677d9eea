"""The outbox: what is to be posted, one after another for each target, tried until it has arrived."""

from __future__ import annotations

from datetime import datetime, timedelta

from sqlmodel import col, delete, func, select, update
from sqlmodel.ext.asyncio.session import AsyncSession
from sqlmodel.sql.expression import SelectOfScalar

from bot.store.rows import FAILED, SENT, WAITING, GameRow, OutboxRow
from bot.store.share import Share

LONGEST = timedelta(minutes=30)
LEFT = timedelta(seconds=3)
"""So long an announcement is left to the process that has its server, before any other posts it."""
PORTION = 500
"""So many announcements are forgotten at a time, which is far more than are posted between two times."""


def pause(tries: int) -> timedelta:
    """How long to wait after so many failures: 2 s, 4 s, ... at most half an hour."""
    return min(timedelta(seconds=2 ** min(tries, 12)), LONGEST)


def _heads() -> SelectOfScalar[int | None]:
    """The first waiting row of each target."""
    return select(func.min(OutboxRow.id)).where(OutboxRow.state == WAITING).group_by(col(OutboxRow.target))


async def due(
    session: AsyncSession, now: datetime, busy: set[str], most: int = 20, share: Share | None = None
) -> tuple[list[OutboxRow], datetime | None]:
    """The first waiting row of each target, if its time has come; until then those behind it wait as well.

    And when the time of the next one comes, unless there were more than asked for. `share`: what belongs to servers of
    other processes is left to them for a moment.
    """
    found = (
        select(OutboxRow)
        .where(col(OutboxRow.id).in_(_heads()), col(OutboxRow.target).not_in(busy))
        .order_by(col(OutboxRow.due_at), col(OutboxRow.id))
        .limit(most)
    )
    if share is not None:
        shard = col(GameRow.guild_id) // 2**22 % share.count
        here = select(GameRow.id).where(GameRow.id == OutboxRow.game_id, shard.between(share.first, share.last))
        found = found.where(col(OutboxRow.due_at) <= now, here.exists() | (col(OutboxRow.due_at) <= now - LEFT))
    rows = list(await session.exec(found))
    later = [row.due_at for row in rows if row.due_at > now]
    return [row for row in rows if row.due_at <= now], min(later, default=None)


WAITS = "SELECT id FROM outbox WHERE state = $1 AND due_at <= $2 LIMIT 1"
"""Anything that may be due, in short, asked of the driver itself: once a second where several processes work."""
FIRST = "SELECT id, tries, message_id FROM outbox WHERE target = $1 AND state = $2 ORDER BY id LIMIT 1"
"""The first waiting row of a target, in short, asked of the driver itself: once for each post."""


async def head(session: AsyncSession, target: str, now: datetime) -> OutboxRow | None:
    """The first waiting row of a target, if its time has come."""
    waits = OutboxRow.state == WAITING, OutboxRow.target == target
    row = (await session.exec(select(OutboxRow).where(*waits).order_by(col(OutboxRow.id)).limit(1))).first()
    return row if row is not None and row.due_at <= now else None


async def waiting(session: AsyncSession) -> list[int]:
    """The numbers of all rows that wait."""
    return [number for number in await session.exec(select(OutboxRow.id).where(OutboxRow.state == WAITING)) if number]


async def is_readable(session: AsyncSession, row_id: int) -> bool:
    """Can a row be read, and is there anything in it that can be posted?"""
    try:
        row = await session.get(OutboxRow, row_id)
    except (ValueError, TypeError, LookupError):
        return False
    return row is None or isinstance(row.payload, dict)


async def set_aside(session: AsyncSession, row_id: int, why: str) -> tuple[int | None, str] | None:
    """Never try a row again, whether or not it can be read; which game it is of, and its kind. None: it is done."""
    this = col(OutboxRow.id) == row_id
    waits = update(OutboxRow).where(this, col(OutboxRow.state) == WAITING)
    if (await session.exec(waits.values(state=FAILED, error=why[:200]))).rowcount != 1:
        return None
    return (await session.exec(select(OutboxRow.game_id, OutboxRow.kind).where(this))).one()


async def said_since(session: AsyncSession, moment: datetime, game_id: int, kind: str, **about: object) -> bool:
    """Has something of this kind been announced since then, about this?"""
    same = OutboxRow.game_id == game_id, OutboxRow.kind == kind, col(OutboxRow.created_at) > moment
    rows = await session.exec(select(OutboxRow).where(*same))
    return any(all(row.payload.get(name) == value for name, value in about.items()) for row in rows)


async def joins(session: AsyncSession, row_id: int, message: int) -> None:
    """It is about to be added to this message; whoever tries again adds it to the same one, and so not twice."""
    row = await session.get(OutboxRow, row_id)
    if row is not None and row.state == WAITING:
        row.message_id = message


async def joined(session: AsyncSession, row: OutboxRow, message: int) -> list[OutboxRow]:
    """What a message says with this row added: its rows in order."""
    same = OutboxRow.target == row.target, OutboxRow.message_id == message, col(OutboxRow.id) <= (row.id or 0)
    return list(await session.exec(select(OutboxRow).where(*same).order_by(col(OutboxRow.id))))


async def last_said(session: AsyncSession, row: OutboxRow) -> list[OutboxRow]:
    """The rows of the last message before this one in the same place, in order."""
    same = OutboxRow.target == row.target, OutboxRow.state == SENT, col(OutboxRow.id) < (row.id or 0)
    posted = (
        select(OutboxRow)
        .where(*same, col(OutboxRow.message_id) > 0)
        .order_by(col(OutboxRow.sent_at).desc(), col(OutboxRow.id).desc())
    )
    last = (await session.exec(posted.limit(1))).first()
    if last is None:
        return []
    found = select(OutboxRow).where(*same, OutboxRow.message_id == last.message_id).order_by(col(OutboxRow.id))
    return list(await session.exec(found))


async def sent(session: AsyncSession, row_id: int, message: int, now: datetime) -> None:
    """It has arrived, as this message."""
    row = await session.get(OutboxRow, row_id)
    if row is not None:
        row.state, row.message_id, row.sent_at, row.error = SENT, message, now, ""


async def failed(session: AsyncSession, row_id: int, why: str, now: datetime, *, for_good: bool) -> None:
    """It has not: try again later, or give up and let the next one of its target pass."""
    row = await session.get(OutboxRow, row_id)
    if row is None:
        return
    row.tries += 1
    row.error = why[:200]
    if for_good:
        row.state = FAILED
    else:
        row.due_at = now + pause(row.tries)


async def prune(session: AsyncSession, before: datetime) -> int:
    """Forget what was posted long ago, some of it at a time; what has not been posted stays.

    Rows are numbered as they come, so only the first that have been posted are looked at: nobody waits for millions.
    """
    oldest = select(OutboxRow.id).where(OutboxRow.state == SENT).order_by(col(OutboxRow.id)).limit(PORTION)
    numbers = [number for number in await session.exec(oldest) if number is not None]
    long_ago = col(OutboxRow.id).in_(numbers), col(OutboxRow.sent_at) < before
    return (await session.exec(delete(OutboxRow).where(*long_ago))).rowcount
