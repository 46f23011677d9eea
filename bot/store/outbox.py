"""The outbox: announcements to post, in order per target, retried until they are delivered."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from datetime import datetime, timedelta
from typing import Any, NamedTuple

from sqlalchemy import bindparam, event
from sqlalchemy.orm import aliased, object_session
from sqlmodel import col, delete, func, select, update
from sqlmodel.ext.asyncio.session import AsyncSession
from sqlmodel.sql.expression import Select

from bot.store.due import has_come
from bot.store.processes.share import Share
from bot.store.rows import FAILED, MOVE, MOVES, SENT, WAITING, OutboxRow, PostRow

LONGEST = timedelta(minutes=30)
LEFT = timedelta(seconds=3)
"""How long an announcement is left to the process with its server, before others may post it."""
PORTION = 500
"""How many announcements are deleted at a time, far more than are posted in between."""


_STIRRED = "outbox"
"""A mark on the session of a transaction that has put something into the outbox, or made way for what waits there."""


def stir(session: AsyncSession) -> None:
    """Let the sender look into the outbox after this transaction."""
    session.info[_STIRRED] = True


def is_stirred(session: AsyncSession) -> bool:
    """Must the sender look into the outbox after this transaction?"""
    return _STIRRED in session.info


@event.listens_for(OutboxRow, "after_insert")
@event.listens_for(OutboxRow, "after_update")
def _put(mapper: object, connection: object, row: OutboxRow) -> None:
    session = object_session(row)
    if session is not None:
        session.info[_STIRRED] = True


def pause(tries: int) -> timedelta:
    """The pause after some failures: 2 s, 4 s, ... at most half an hour."""
    return min(timedelta(seconds=2 ** min(tries, 12)), LONGEST)


# The queries below run for each post, so they are built once.
_HEADS = select(func.min(OutboxRow.id)).where(OutboxRow.state == WAITING).group_by(col(OutboxRow.target))
"""The first waiting row of each target."""
_DUE = (
    select(OutboxRow)
    .where(col(OutboxRow.id).in_(_HEADS), col(OutboxRow.target).not_in(bindparam("busy", expanding=True)))
    .order_by(col(OutboxRow.due_at), col(OutboxRow.id))
    .limit(bindparam("most"))
)
_SENT = update(OutboxRow).where(col(OutboxRow.id) == bindparam("row"))
_SENT = _SENT.values(state=SENT, message_id=bindparam("message"), sent_at=bindparam("now"), error="")
_OTHER = aliased(OutboxRow)
_OTHERS = select(_OTHER.id).where(
    col(_OTHER.target) == bindparam("there"), col(_OTHER.state) == WAITING, col(_OTHER.id) != bindparam("row")
)
_SENT = _SENT.returning(_OTHERS.exists()).execution_options(synchronize_session=False)
_FOLLOWING = (
    select(OutboxRow)
    .where(col(OutboxRow.target) == bindparam("there"), col(OutboxRow.state) == WAITING)
    .where(col(OutboxRow.id) > bindparam("row"))
    .order_by(col(OutboxRow.id))
    .limit(bindparam("most"))
)
# Straight to the tables: nobody holds these rows in the session that changes them.
_ROWS, _POSTS = OutboxRow.metadata.tables["outbox"], PostRow.metadata.tables["post"]
_JOINS = (
    _ROWS.update()
    .where(_ROWS.c.id == bindparam("row"), _ROWS.c.state == WAITING)
    .values(message_id=bindparam("message"))
)
_TOGETHER = (
    _ROWS.update()
    .where(_ROWS.c.id.in_(bindparam("rows", expanding=True)), _ROWS.c.state == WAITING)
    .values(along=bindparam("first"))
)
_OF_GAME, _OF_MESSAGE = _POSTS.c.game_id == bindparam("game"), _POSTS.c.message_id == bindparam("message")
_POSTED = _POSTS.update().where(_OF_GAME, _OF_MESSAGE)
_POSTED = _POSTED.values({name: bindparam(f"new_{name}") for name in PostRow.model_fields})
_EARLIER = select(func.max(PostRow.message_id)).where(
    col(PostRow.game_id) == bindparam("game"),
    col(PostRow.target) == bindparam("there"),
    col(PostRow.message_id) < bindparam("message"),
)
_ABOVE = _POSTS.update().where(_OF_GAME, _POSTS.c.message_id == _EARLIER.scalar_subquery()).values(stale=True)
_OUTDATED = _POSTS.update().where(_OF_GAME, ~_OF_MESSAGE, _POSTS.c.buttons == MOVES).values(stale=True)


async def due(
    session: AsyncSession, now: datetime, busy: set[str], most: int = 20
) -> tuple[list[OutboxRow], datetime | None]:
    """The first waiting row of each target, if it is due; those behind it wait for it. Also when the next one is due,
    unless there were more rows than asked for.
    """
    rows = list(await session.exec(_DUE, params={"busy": list(busy), "most": most}))
    later = [row.due_at for row in rows if not is_due(row, now)]
    return [row for row in rows if is_due(row, now)], min(later, default=None)


def is_due(row: OutboxRow, now: datetime) -> bool:
    """Is it time to try it?"""
    return has_come(row.due_at, now, LONGEST)


# Where several processes work, these are sent straight to the driver, since they run for each post or once a second.
# The state is written out: the server would expect a parameter to fit nearly all rows, and read them one by one.
_STRAY = f"due_at > CAST($1 AS timestamptz) + interval '{LONGEST.seconds} seconds'"
"""A wait that no pause can have."""
WAITS = f"SELECT id FROM outbox WHERE state = '{WAITING}' AND (due_at <= $1 OR {_STRAY}) LIMIT 1"
"""Anything that may be due."""
TARGETS = f"""
SELECT target FROM outbox JOIN (
    SELECT min(id) AS id FROM outbox WHERE state = '{WAITING}' GROUP BY target
) AS first USING (id) WHERE (due_at <= $1 OR {_STRAY}) AND target <> ALL ($2::text[])
AND (due_at <= $3 OR {_STRAY} OR EXISTS (
    SELECT FROM game WHERE game.id = outbox.game_id AND guild_id / 4194304 % $4 BETWEEN $5 AND $6
)) ORDER BY due_at, id LIMIT $7
"""
"""Targets whose first waiting row is due; those on other processes' servers are left to them for a moment."""
_COLUMNS = list(OutboxRow.model_fields)
FIRST = f"SELECT {', '.join(_COLUMNS)} FROM outbox WHERE target = $1 AND state = '{WAITING}' ORDER BY id LIMIT 1"
"""A target's first waiting row."""
LET_GO = (
    "SELECT pg_advisory_unlock($1, hashtext($2)), "
    f"(SELECT min(id) FROM outbox WHERE target = $2 AND state = '{WAITING}')"
)
"""Releases a target's lock, and finds what is waiting there."""


def share_of_targets(now: datetime, busy: set[str], most: int, share: Share) -> tuple[object, ...]:
    """What `TARGETS` is to be asked with."""
    return now, list(busy), now - LEFT, share.count, share.first, share.last, most


def row_of(found: tuple[Any, ...]) -> OutboxRow:
    """The row that `FIRST` found."""
    return OutboxRow(**dict(zip(_COLUMNS, found, strict=True)))


async def waiting(session: AsyncSession) -> list[int]:
    """The ids of all waiting rows."""
    return [number for number in await session.exec(select(OutboxRow.id).where(OutboxRow.state == WAITING)) if number]


async def is_readable(session: AsyncSession, row_id: int) -> bool:
    """Can the row be read, and is there anything to post in it?"""
    try:
        row = await session.get(OutboxRow, row_id)
    except (ValueError, TypeError, LookupError, OverflowError, RecursionError):
        return False
    return row is None or has_payload(row)


def has_payload(row: OutboxRow) -> bool:
    """Is there anything to post in it? The database takes any JSON."""
    return isinstance(row.payload, dict)


async def set_aside(session: AsyncSession, row_id: int, why: str) -> tuple[int | None, str] | None:
    """Never try a row again, whether or not it can be read; returns its game and kind, or None if it is done."""
    this = col(OutboxRow.id) == row_id
    waits = update(OutboxRow).where(this, col(OutboxRow.state) == WAITING)
    if (await session.exec(waits.values(state=FAILED, error=why[:200]))).rowcount != 1:
        return None
    return (await session.exec(select(OutboxRow.game_id, OutboxRow.kind).where(this))).one()


async def said_lately(
    session: AsyncSession, now: datetime, within: timedelta, game_id: int, kind: str, **about: object
) -> bool:
    """Has an announcement of this kind been made within this time about this?"""
    lately = col(OutboxRow.created_at) > now - within, col(OutboxRow.created_at) < now + within
    same = OutboxRow.game_id == game_id, OutboxRow.kind == kind, *lately
    rows = await session.exec(select(OutboxRow).where(*same))
    return any(all(row.payload.get(name) == value for name, value in about.items()) for row in rows)


async def joins(session: AsyncSession, row_id: int, message: int) -> None:
    """Record that a row is being added to this message, so that a retry adds it there, and not twice."""
    await session.exec(_JOINS, params={"row": row_id, "message": message})


async def joined(session: AsyncSession, row: OutboxRow, message: int) -> list[OutboxRow]:
    """The rows of a message, in order, with this one added."""
    same = OutboxRow.target == row.target, OutboxRow.message_id == message, col(OutboxRow.id) <= (row.id or 0)
    return list(await session.exec(select(OutboxRow).where(*same).order_by(col(OutboxRow.id))))


async def told_in(session: AsyncSession, post: PostRow) -> list[OutboxRow]:
    """The announcements of a message, in order."""
    same = OutboxRow.target == post.target, OutboxRow.message_id == post.message_id, OutboxRow.state == SENT
    return list(await session.exec(select(OutboxRow).where(*same).order_by(col(OutboxRow.id))))


async def told_as(session: AsyncSession, message: int) -> OutboxRow | None:
    """The last announcement about a game that a message tells; None if it is too old to be kept, or another message."""
    mine = OutboxRow.message_id == message, col(OutboxRow.game_id).is_not(None)
    return (await session.exec(select(OutboxRow).where(*mine).order_by(col(OutboxRow.number).desc()))).first()


async def following(session: AsyncSession, row: OutboxRow, most: int) -> list[OutboxRow]:
    """What waits to be posted there after it, in order."""
    return list(await session.exec(_FOLLOWING, params={"there": row.target, "row": row.id or 0, "most": most}))


async def posts_together(session: AsyncSession, rows: Sequence[OutboxRow]) -> None:
    """Record that these, and nothing that comes later, are posted as one message, so that a retry posts the same."""
    await session.exec(_TOGETHER, params={"rows": [one.id for one in rows], "first": rows[0].id})


async def posted_along(session: AsyncSession, row: OutboxRow, message: int, now: datetime) -> None:
    """Record that those others have been posted with it."""
    others = col(OutboxRow.target) == row.target, col(OutboxRow.along) == row.id, col(OutboxRow.id) != row.id
    sent = {"state": SENT, "message_id": message, "sent_at": now, "error": ""}
    await session.exec(update(OutboxRow).where(*others, col(OutboxRow.state) == WAITING).values(sent))


async def says_too(session: AsyncSession, row: OutboxRow, **more: str) -> None:
    """Add to what an announcement says, before it is posted."""
    row.payload = {**row.payload, **more}
    await session.exec(update(OutboxRow).where(col(OutboxRow.id) == row.id).values(payload=row.payload))


class Newest(NamedTuple):
    """The last message where a row is to be posted."""

    post: PostRow | None
    before: list[OutboxRow]
    """What it tells, and the row itself if it has been added already."""
    after: OutboxRow | None
    """What waits there next after the row."""
    alone: bool
    """Do no other messages of the game offer moves?"""


def _newest_with() -> Select[PostRow, OutboxRow | None, bool]:
    there, row, game = bindparam("there"), bindparam("row"), bindparam("game")
    newest = select(func.max(PostRow.message_id)).where(col(PostRow.target) == there).scalar_subquery()
    waits = col(OutboxRow.target) == there, col(OutboxRow.state) == WAITING, col(OutboxRow.id) > row
    following = select(func.min(OutboxRow.id)).where(*waits).scalar_subquery()
    its_rows = (
        col(OutboxRow.id).between(col(PostRow.first), row)
        & (col(OutboxRow.target) == there)
        & (col(OutboxRow.message_id) == col(PostRow.message_id))
    )
    other = aliased(PostRow)
    offers = (col(other.game_id) == game) & (col(other.buttons) == MOVES) & ~col(other.stale)
    others = select(other.message_id).where(offers, other.message_id != PostRow.message_id).exists()
    return (
        Select[PostRow, OutboxRow | None, bool](PostRow, OutboxRow, others)
        .join(OutboxRow, its_rows | (col(OutboxRow.id) == following), isouter=True)
        .where(col(PostRow.target) == there, col(PostRow.message_id) == newest)
        .order_by(col(OutboxRow.id))
    )


_NEWEST_WITH = _newest_with()


async def newest_with(session: AsyncSession, row: OutboxRow) -> Newest:
    """What a row may be added to; read for each post, so as one query."""
    known = {"there": row.target, "row": row.id or 0, "game": row.game_id}
    lines = list(await session.exec(_NEWEST_WITH, params=known))
    rows = [one for _, one, _ in lines if one is not None]
    before = [one for one in rows if (one.id or 0) <= (row.id or 0)]
    after = rows[len(before)] if len(rows) > len(before) else None
    return Newest(lines[0][0] if lines else None, before, after, not any(offered for *_, offered in lines))


def _newest_about() -> Select[PostRow, OutboxRow | None]:
    there, game = bindparam("there"), bindparam("game")
    mine = col(PostRow.target) == there, col(PostRow.game_id) == game
    newest = select(func.max(PostRow.message_id)).where(*mine).scalar_subquery()
    its_rows = (
        (col(OutboxRow.target) == there)
        & (col(OutboxRow.message_id) == col(PostRow.message_id))
        & (col(OutboxRow.state) == SENT)
        & (col(OutboxRow.id) >= col(PostRow.first))
    )
    return (
        Select[PostRow, OutboxRow | None](PostRow, OutboxRow)
        .join(OutboxRow, its_rows, isouter=True)
        .where(*mine, col(PostRow.message_id) == newest)
        .order_by(col(OutboxRow.id))
    )


_NEWEST_ABOUT = _newest_about()


async def newest_about(session: AsyncSession, target: str, game_id: int) -> tuple[PostRow | None, list[OutboxRow]]:
    """The last message about a game there, and what it tells, in order."""
    pairs = list(await session.exec(_NEWEST_ABOUT, params={"there": target, "game": game_id}))
    return (pairs[0][0] if pairs else None), [told for _, told in pairs if told is not None]


async def rewritten(session: AsyncSession, game_id: int, first: int) -> None:
    """Record that moves since this one are no longer those that were told, or are so again."""
    of_game = OutboxRow.game_id == game_id, OutboxRow.kind == MOVE, col(OutboxRow.number) >= first
    told = select(OutboxRow.message_id).where(*of_game)
    these = col(PostRow.game_id) == game_id, col(PostRow.message_id).in_(told)
    await session.exec(update(PostRow).where(*these).values(stale=True))


async def posted(session: AsyncSession, post: PostRow, *, latest: bool, goes_on: bool) -> None:
    """Record a message about a game. The `latest` position is told in it: other messages' moves are out of date. The
    game `goes_on` in it, so that a new message ends the one above it.
    """
    known = {"game": post.game_id, "message": post.message_id}
    new = {f"new_{name}": value for name, value in post.model_dump().items()}
    # What was added to a message is far more frequent than a new one.
    if not (await session.exec(_POSTED, params=known | new)).rowcount:
        session.add(post)
        if goes_on:
            # Whose turn it was is no longer the last thing said here.
            await session.exec(_ABOVE, params={**known, "there": post.target})
    if latest:
        await session.exec(_OUTDATED, params=known)


async def has_later(session: AsyncSession, row: OutboxRow, kinds: Collection[str]) -> bool:
    """Is a later announcement of one of these kinds about the same game waiting to be posted there?"""
    same = OutboxRow.target == row.target, OutboxRow.game_id == row.game_id, OutboxRow.state == WAITING
    found = select(OutboxRow.id).where(*same, col(OutboxRow.id) > (row.id or 0), col(OutboxRow.kind).in_(kinds))
    return (await session.exec(found.limit(1))).first() is not None


async def has_waiting(session: AsyncSession, target: str) -> bool:
    """Is anything waiting to be posted there?"""
    found = select(OutboxRow.id).where(OutboxRow.target == target, OutboxRow.state == WAITING)
    return (await session.exec(found.limit(1))).first() is not None


async def dated_ahead(session: AsyncSession, now: datetime, slack: timedelta) -> bool:
    """Is one of the newest announcements from the future, or waiting for a time that no pause leads to?"""
    newest = select(OutboxRow.id).order_by(col(OutboxRow.id).desc()).limit(PORTION)
    ahead = (col(OutboxRow.created_at) > now + slack) | (col(OutboxRow.due_at) > now + slack + LONGEST)
    found = select(OutboxRow.id).where(col(OutboxRow.id).in_(newest), ahead)
    return (await session.exec(found.limit(1))).first() is not None


async def sent(session: AsyncSession, row: OutboxRow, message: int, now: datetime) -> bool:
    """Record that it was posted as this message; returns whether anything else waits there."""
    known = {"row": row.id, "there": row.target, "message": message, "now": now}
    return bool((await session.exec(_SENT, params=known)).scalar())


async def failed(session: AsyncSession, row_id: int, why: str, now: datetime, *, for_good: bool) -> None:
    """Record a failure: retry later, or give up and let the target's next row pass."""
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
    """Delete some of the announcements posted long ago. Rows are numbered in order, so only the oldest posted ones are
    read, not millions.
    """
    oldest = select(OutboxRow.id).where(OutboxRow.state == SENT).order_by(col(OutboxRow.id)).limit(PORTION)
    numbers = [number for number in await session.exec(oldest) if number is not None]
    long_ago = col(OutboxRow.id).in_(numbers), col(OutboxRow.sent_at) < before
    return (await session.exec(delete(OutboxRow).where(*long_ago))).rowcount
