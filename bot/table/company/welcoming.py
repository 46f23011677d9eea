"""The bot introduces itself once to every server: in a channel, or with its first answer there."""

from __future__ import annotations

from sqlmodel import col, select

from bot.store.league_rows import WelcomeRow
from bot.table.ground.services import Services
from bot.table.play import telling
from bot.table.play.troubles import answers


class Welcoming:
    """Keeps to which servers the bot has introduced itself; whatever is stored once is not said again."""

    def __init__(self, services: Services) -> None:
        self.services = services

    async def arrive(self, guild: int, channel: int, text: str) -> bool:
        """The bot has come to a server. The first time, announce it in this channel; with 0, it waits for somebody to
        ask. Returns whether it waits.
        """
        async with answers(self.services), self.services.db.write() as session:
            row = await session.get(WelcomeRow, guild)
            if row is not None:
                return not row.said
            now = self.services.clock()
            session.add(WelcomeRow(guild_id=guild, at=now, said=bool(channel)))
            if channel:
                target = telling.channel(channel)
                session.add(telling.row(target, telling.WELCOME, str(guild), now, None, 0, text=[text], guild=guild))
            return not channel

    async def waiting(self) -> set[int]:
        """Servers where it has not introduced itself yet."""
        async with answers(self.services), self.services.db.read() as session:
            return set(await session.exec(select(WelcomeRow.guild_id).where(col(WelcomeRow.said).is_(False))))

    async def claim(self, guild: int) -> bool:
        """Is it to introduce itself now? Only one of several who ask is told so."""
        return await self._said(guild, True)

    async def undelivered(self, guild: int) -> None:
        """The announcement could not be posted after all."""
        await self._said(guild, False)

    async def _said(self, guild: int, said: bool) -> bool:
        async with answers(self.services), self.services.db.write() as session:
            row = await session.get(WelcomeRow, guild, with_for_update=True)
            if row is None or row.said == said:
                return False
            row.said = said
            return True
