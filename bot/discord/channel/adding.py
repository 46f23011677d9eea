"""Which announcements are one message: what follows a ping is added to its message, and pings at once are one."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import timedelta

import discord
from discord.utils import snowflake_time
from sqlmodel.ext.asyncio.session import AsyncSession

from bot.discord.channel.pictures import NEW
from bot.discord.channel.questions import answers_to
from bot.discord.channel.texts import fits, is_call
from bot.discord.kit.reply import CONTENT
from bot.store import outbox
from bot.store.outbox import Newest
from bot.store.rows import QUESTION, OutboxRow, PostRow
from bot.table.ground.say import called
from bot.table.ground.services import SeatedGame
from bot.table.table import Table

YOUNG = timedelta(minutes=15)
"""The age up to which a message is added to."""
ROOMY = CONTENT * 2 // 3
"""The most text to which a round or a company's turn is added: in a post of its own it is not broken in its middle."""
AT_ONCE = 10
"""The most announcements that are posted as one message."""


@dataclass(frozen=True)
class MessageSoFar:
    """A message that is added to."""

    post: PostRow
    rows: list[OutboxRow]
    """What it tells, in order, the new one last."""
    alone: bool = False
    """Is it known that no other message of the game offers moves?"""


@dataclass(frozen=True)
class NewMessage:
    """A message that is to be posted."""

    rows: list[OutboxRow]
    """What it tells, in order."""
    above: PostRow | None = None
    """The last message about the game there."""
    before: list[OutboxRow] = field(default_factory=list[OutboxRow])
    """What that one tells."""


@dataclass
class Adding:
    """Decides it, and records it before anything is posted, so that a retry does the same."""

    table: Table
    client: discord.Client

    async def look(self, session: AsyncSession, row: OutboxRow) -> Newest | None:
        """The message where a row has been added, or may be; None if it begins a new one."""
        if row.message_id:
            known = await session.get(PostRow, (row.game_id, row.message_id))
            post = known or PostRow(game_id=row.game_id or 0, message_id=row.message_id, target=row.target, first=0)
            return Newest(post, await outbox.joined(session, row, post.message_id), None, alone=False)
        return None if begins(row) else await outbox.newest_with(session, row)

    async def message_of(self, row: OutboxRow, about: SeatedGame, newest: Newest | None) -> MessageSoFar | None:
        """The message to which an announcement is added; None if it becomes a new one."""
        if newest is None or newest.post is None:
            return None
        post, after = newest.post, newest.after
        if row.message_id:
            return MessageSoFar(post, newest.before)
        if post.game_id != about.id:
            return None
        rows = [*(one for one in newest.before if one.id != row.id), row]
        # What leads to a ping is in its message.
        led = after is not None and (after.game_id, after.number) == (row.game_id, row.number) and begins(after)
        if led or not self._has_room(post, rows, about) or not await self._is_newest(row.target, post.message_id):
            return None
        async with self.table.db.write(row.target, notify=False) as session:
            await outbox.joins(session, row.id or 0, post.message_id)
        row.message_id = post.message_id
        return MessageSoFar(post, rows, newest.alone)

    def _has_room(self, post: PostRow, rows: list[OutboxRow], about: SeatedGame) -> bool:
        """Is it young, without an open question, and has it room for more?"""
        young = abs(self.table.clock() - snowflake_time(post.message_id)) < YOUNG
        most = ROOMY if rows[-1].payload.get("opens") else CONTENT
        whole = rows[0].id == post.first and fits(rows, called(about.row), most)
        return young and whole and post.buttons != QUESTION

    async def _is_newest(self, target: str, message: int) -> bool:
        # Discord tells bots that read no messages nothing of new ones: it must be asked.
        found = await self.client.http.get_channel(int(target.partition(":")[2]))
        return int(found.get("last_message_id") or 0) == message

    async def new_message(self, row: OutboxRow, about: SeatedGame | None) -> NewMessage:
        """A new message: an announcement with what waits behind it, up to the last ping."""
        if row.game_id is None or about is None:
            return NewMessage([row])
        async with self.table.db.write(row.target, notify=False) as session:
            above, before = await outbox.newest_about(session, row.target, about.id)
            waiting = await outbox.following(session, row, AT_ONCE)
            if row.along is not None:
                # It may have been posted already, and what came later is not in that message.
                return NewMessage([row, *(one for one in waiting if one.along == row.id)], above, before)
            batch = _batch(row, waiting, about)
            await outbox.posts_together(session, batch)
        for one in batch:
            one.along = row.id
        return NewMessage(batch, above, before)


def _batch(row: OutboxRow, waiting: list[OutboxRow], about: SeatedGame) -> list[OutboxRow]:
    batch, called_last = [row], 1
    for later in waiting:
        if not _goes_with(later, row) or not fits([*batch, later], called(about.row)):
            break
        batch.append(later)
        called_last = len(batch) if begins(later) else called_last
    return batch[:called_last]


def begins(row: OutboxRow) -> bool:
    """Does a new message begin with it: a ping, a question, or a game that nobody has seen here?"""
    return is_call(row) or bool(row.payload.get("turned")) or row.kind in NEW or _has_answers(row)


def _has_answers(row: OutboxRow) -> bool:
    return bool(answers_to(row, row.game_id or 0, row.payload))


def _goes_with(later: OutboxRow, first: OutboxRow) -> bool:
    """Can it be in the same message? The buttons of a question are alone in theirs, apart from reminders at once."""
    if later.game_id != first.game_id or later.kind in NEW:
        return False
    if first.kind == "reminder" or later.kind == "reminder":
        return first.kind == later.kind
    return not _has_answers(first) and (not _has_answers(later) or later.kind == "ended")
