"""Wishes for a game that are not met yet, and who of their people might take a free seat."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from sqlmodel import col, select
from sqlmodel.ext.asyncio.session import AsyncSession

from bot.store.league_rows import SeekRow
from bot.store.rows import GameRow
from bot.table.ground.settings import table_setting


async def open_wishes(session: AsyncSession, guild: int) -> list[SeekRow]:
    """A server's wishes that are not met yet, oldest first."""
    found = select(SeekRow).where(SeekRow.guild_id == guild, col(SeekRow.game_id).is_(None))
    return list(await session.exec(found.order_by(col(SeekRow.id))))


async def who_would_play(
    session: AsyncSession, guild: int, titles: Collection[str], without: Collection[int]
) -> list[int]:
    """Who is looking for a game of one of these titles, in the order in which they began to look."""
    rows = await open_wishes(session, guild)
    return list(dict.fromkeys(one.user_id for one in rows if {*titles} & {*one.titles} and one.user_id not in without))


async def who_would_take(session: AsyncSession, game: GameRow, seated: Sequence[int]) -> list[int]:
    """Who is looking for a game like this one, and may take a seat of it themselves."""
    people = await who_would_play(session, game.guild_id, [game.title], [*seated, *game.settings.get("removed", [])])
    invited = game.settings.get("guests", []) if table_setting(game, "invited_only") else people
    return [one for one in people if one in invited]
