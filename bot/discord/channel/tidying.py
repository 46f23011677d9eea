"""Older messages about a game: buttons that do nothing any more go, and pictures catch up with what was added to the
text, after everything else has been posted.
"""

from __future__ import annotations

import contextlib
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Any

import discord
from sqlmodel import col, or_, select
from sqlmodel.ext.asyncio.session import AsyncSession

from bot.discord.channel.edits import Edits
from bot.discord.channel.pictures import Drawn, brought_up
from bot.discord.channel.questions import is_open
from bot.discord.channel.texts import first_move, server_of, text_of
from bot.discord.channel.threads import ARCHIVED, Threads
from bot.discord.games.drawing import Drawers
from bot.discord.kit.reply import Reply
from bot.discord.kit.retries import UNKNOWN_MESSAGE, final
from bot.store import outbox
from bot.store.rows import GATHERING, MOVES, QUESTION, RUNNING, SENT, GameRow, OutboxRow, PersonRow, PostRow
from bot.table.ground.say import called
from bot.table.leagues.asks import ASKS
from bot.table.leagues.book import Book
from bot.table.play import telling
from bot.table.seats import standing_in
from bot.table.table import Table

FEW = 2
"""How many earlier direct messages are looked at, of which usually the last one alone has a button."""
PERSON = "person:"
TO_PEOPLE = col(OutboxRow.target).startswith(PERSON)
CALLED = "called"
MOST = 5
"""The most messages that are changed at a time: of an older version there may be hundreds, which go bit by bit."""


@dataclass
class Tidying:
    """Changes what is outdated in older messages. It never wakes an archived thread."""

    table: Table
    edits: Edits
    threads: Threads
    drawers: Callable[[], Drawers]

    async def tidy(self, game: GameRow) -> bool:
        """Take away a game's buttons that do nothing any more, strike through moves that have been taken back, and let
        pictures catch up. Returns whether there may be more to be tidied at once.
        """
        changed, posts = 0, await self._outdated(game)
        for post in posts:
            # Whatever is posted there next comes back to it.
            if not await self._is_busy(post) and await self._changed(post):
                changed += 1
        if game.status not in (GATHERING, RUNNING):
            # Nobody is called again, which would tidy what called them last.
            about = OutboxRow.kind == CALLED, OutboxRow.game_id == game.id
            await self._close_direct((await self._told(*about, TO_PEOPLE))[:MOST])
        return changed == MOST

    async def tidy_stand_in(self, by: int) -> None:
        """Take away the buttons of what asked people to stand in for somebody, if it has been settled or withdrawn."""
        asked = await self._told(OutboxRow.kind == standing_in.ASKED)
        async with self.table.db.read() as session:
            asker = await session.get(PersonRow, by)
        wanted = asker.stand_in_asked if asker is not None else None
        mine = [row for row in asked if row.payload.get("by") == by and row.payload.get("to") != wanted]
        direct = [row for row in mine if row.target.startswith(PERSON)]
        await self._close_direct(direct[:MOST])
        for row in [one for one in mine if one not in direct][:MOST]:
            with contextlib.suppress(discord.HTTPException):
                await self._close(row, int(row.target.partition(":")[2]))

    async def _close_direct(self, rows: list[OutboxRow]) -> None:
        client = self.threads.client
        for row in rows:
            user = int(row.target.partition(":")[2])
            with contextlib.suppress(discord.HTTPException):
                person = client.get_user(user) or await client.fetch_user(user)
                channel = person.dm_channel or await person.create_dm()
                await self._close(row, channel.id)

    async def tidy_league(self, book: Book) -> None:
        """The same for the questions of a league that have been settled."""
        asks, league = book.row.place.get(ASKS, {}), telling.channel(book.row.channel_id)
        for row in await self._told(OutboxRow.target == league, OutboxRow.kind == telling.LEAGUE):
            asked = row.payload.get("ask")
            if not asked or row.payload["league"] != book.id:
                continue
            if asks.get(asked, {}).get("since") != row.payload["since"]:
                await self._close(row, book.row.channel_id)

    async def tidy_direct(self, row: OutboxRow, channel: int) -> None:
        """Only somebody's newest direct message about a game's turn has a button for it."""
        same = OutboxRow.target == row.target, OutboxRow.kind == row.kind, OutboxRow.game_id == row.game_id
        for before in (await self._told(*same, col(OutboxRow.id) < (row.id or 0)))[:FEW]:
            await self._close(before, channel)

    async def _told(self, *which: Any) -> list[OutboxRow]:
        """Announcements that have been posted and may still have buttons, the newest first."""
        posted = OutboxRow.state == SENT, col(OutboxRow.message_id) > 0
        async with self.table.db.read() as session:
            found = await session.exec(select(OutboxRow).where(*which, *posted).order_by(col(OutboxRow.id).desc()))
            return [row for row in found if not row.payload.get("closed")]

    async def _close(self, row: OutboxRow, channel: int) -> None:
        """Take an announcement's buttons away, for good."""

        async def bare() -> dict[str, Any]:
            return {"view": None}

        if await self._edited(channel, row.message_id or 0, bare, direct=row.target.startswith(PERSON)):
            async with self.table.db.write(row.target) as session:
                if (found := await session.get(OutboxRow, row.id)) is not None:
                    found.payload = {**found.payload, "closed": True}

    async def _outdated(self, game: GameRow) -> list[PostRow]:
        async with self.table.db.read() as session:
            may_be = or_(col(PostRow.stale), col(PostRow.buttons).in_((MOVES, QUESTION)))
            found = select(PostRow).where(PostRow.game_id == game.id, may_be).order_by(col(PostRow.message_id).desc())
            posts = list(await session.exec(found))
            return [post for post in posts if await _is_outdated(session, game, post)][:MOST]

    async def _is_busy(self, post: PostRow) -> bool:
        async with self.table.db.read() as session:
            return await outbox.has_waiting(session, post.target)

    async def _changed(self, post: PostRow) -> bool:
        channel = int(post.target.partition(":")[2])
        pictures: list[Drawn] = []

        async def contents() -> dict[str, Any]:
            said, drawn = await self._contents(channel, post)
            pictures[:] = [drawn] if drawn is not None else []
            return said

        message = await self._edited(channel, post.message_id, contents, pictures)
        if message is not None:
            await self._record(post, pictures, message)
        return message is not None

    async def _edited(
        self,
        channel: int,
        message: int,
        contents: Callable[[], Awaitable[dict[str, Any]]],
        pictures: list[Drawn] | None = None,
        *,
        direct: bool = False,
    ) -> discord.Message | bool | None:
        """Change a message; None if its thread is archived. Where it cannot be changed, nothing is left to do."""
        try:
            if not direct and await self.threads.is_archived(channel):
                return None
            await self.edits.turn(channel, message)
            said = await contents()
            for drawn in pictures or ():
                # Without the permission to send files, all else is changed.
                with contextlib.suppress(discord.Forbidden):
                    shown = {**said, "attachments": drawn.attachments()}
                    return await self.edits.without_waking(channel, message, shown)
            return await self.edits.without_waking(channel, message, said)
        except discord.HTTPException as e:
            if e.code == ARCHIVED:
                return None
            if e.code != UNKNOWN_MESSAGE and not final(e):
                raise
        return True

    async def _contents(self, channel: int, post: PostRow) -> tuple[dict[str, Any], Drawn | None]:
        """What it says now, as far as its announcements are still kept, and newer pictures."""
        async with self.table.db.read() as session:
            game = await session.get(GameRow, post.game_id)
            rows = await outbox.told_in(session, post)
        if game is None or not rows or rows[0].id != post.first:
            return {"view": None}, None
        gone = await self.table.past.taken_back(post.game_id, first_move(rows[0]), game.position)
        found = self.threads.client.get_channel(channel)
        with self.table.services.speaking_on(server_of(found, game)):
            shown = Reply(text_of(rows, called(game), gone, over=True)).contents()
            drawn = await brought_up(self.table, self.drawers(), post, rows)
        return {key: shown[key] for key in ("content", "view", "allowed_mentions")}, drawn

    async def _record(self, post: PostRow, pictures: list[Drawn], message: discord.Message | bool) -> None:
        async with self.table.db.write(post.target) as session:
            kept = await session.get(PostRow, (post.game_id, post.message_id))
            if kept is None:
                return
            kept.stale, kept.buttons = False, ""
            if pictures and isinstance(message, discord.Message):
                kept.pictures = [{"id": one.id, "filename": one.filename} for one in message.attachments]
                kept.drawn = pictures[0].until


async def _is_outdated(session: AsyncSession, game: GameRow, post: PostRow) -> bool:
    if post.stale:
        return True
    if post.buttons == MOVES:
        return game.status != RUNNING
    row = await session.get(OutboxRow, post.first)
    # Announcements are kept for a while only.
    return row is not None and not await is_open(session, game, row)
