"""What is lost on Discord's side (a place, a server, a player) is told to the organiser once, until it is put right."""

from __future__ import annotations

import logging
from collections.abc import Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import discord
from sqlmodel import col, select

from bot.discord.say import say
from bot.store import StoreTrouble
from bot.store.rows import GATHERING, RUNNING, GameRow, MirrorRow, OutboxRow, SeatRow
from bot.table import telling
from bot.table.errors import Refused

if TYPE_CHECKING:
    from bot.discord.client import Stationmaster

log = logging.getLogger("stationmaster.discord")
OPEN = col(GameRow.status).in_((GATHERING, RUNNING))
UNKNOWN_MEMBER = 10007


@dataclass
class Losses:
    """Told in direct messages, through the outbox, so that nothing is forgotten over a restart."""

    bot: Stationmaster

    # --- telling

    async def tell(self, game: int, name: str, mark: Any, text: str) -> None:
        """Tell the organiser, unless the game's place says that he knows. `name` is what the place remembers it by."""
        async with self.bot.table.db.write() as session:
            row = await session.get(GameRow, game)
            if row is None or row.status not in (GATHERING, RUNNING) or row.place.get(name) == mark:
                return
            row.place = {**row.place, name: mark}
            now, target = self.bot.table.clock(), telling.person(row.organiser_id)
            key = f"{name} {mark} {now.isoformat()}"
            session.add(telling.row(target, "trouble", key, now, game, row.last, text=[text]))

    async def _games(self, *where: Any) -> list[GameRow]:
        async with self.bot.table.db.read() as session:
            return list(await session.exec(select(GameRow).where(OPEN, *where)))

    # --- places

    async def unreachable(self, row: OutboxRow, why: str) -> None:
        """An announcement could not be brought to its channel, and never will be."""
        if row.game_id is None or row.target.startswith("person:"):
            return
        channel = int(row.target.partition(":")[2])
        if "mirror" in row.payload:
            await self._unwatched(row.game_id, channel)
            return
        for game in await self._games(GameRow.id == row.game_id, GameRow.channel_id == channel):
            if self.bot.get_guild(game.guild_id) is None:
                await self.server_gone(game.guild_id)
            else:
                await self.tell(row.game_id, "lost", row.target, say(f"place_{why}", game=game.id, channel=channel))

    async def without_pictures(self, row: OutboxRow) -> None:
        """An announcement went out without its pictures, since files may not be attached there."""
        if row.game_id is not None:
            channel = row.target.partition(":")[2]
            await self.tell(row.game_id, "bare", row.target, say("place_bare", game=row.game_id, channel=channel))

    async def channel_gone(self, channel: int) -> None:
        """A channel or thread has been deleted."""
        async with self.bot.table.db.read() as session:
            mirrors = list(await session.exec(select(MirrorRow).where(MirrorRow.channel_id == channel)))
        for mirror in mirrors:
            await self._unwatched(mirror.game_id, channel)
        for row in await self._games(GameRow.channel_id == channel):
            text = say("place_gone", game=row.id, channel=channel)
            await self.tell(row.id or 0, "lost", telling.channel(channel), text)

    async def _unwatched(self, game: int, channel: int) -> None:
        """A channel in which people watched is gone or shut: the game is shown there no more."""
        async with self.bot.table.db.write() as session:
            mirror = await session.get(MirrorRow, (game, channel))
            if mirror is None:
                return
            await session.delete(mirror)
        await self.tell(game, "unwatched", channel, say("mirror_gone", game=game, channel=channel))

    # --- servers

    async def server_gone(self, guild: int) -> None:
        """The bot has been removed from a server."""
        for row in await self._games(GameRow.guild_id == guild):
            await self.tell(row.id or 0, "lost", f"server:{guild}", say("server_gone", game=row.id))

    async def servers_known(self, guilds: Iterable[int]) -> None:
        """After the start: servers from which the bot was removed while it was away, or to which it came back."""
        known, played_on = set(guilds), {row.guild_id for row in await self._games()}
        for guild in played_on - known:
            await self.server_gone(guild)
        for guild in played_on & known:
            await self.server_back(guild)

    async def server_back(self, guild: int) -> None:
        """The bot is on a server again: whoever must act is called, since what was said meanwhile did not arrive."""
        for row in await self._games(GameRow.guild_id == guild):
            if await self.bot.table.seating.call_again(row.id or 0, f"server:{guild}"):
                self.bot.pinned.refresh(row.id or 0)

    # --- players

    async def still_there(self, row: OutboxRow) -> None:
        """A player who does not answer may have left the server; only reminders ask, so that it costs little."""
        if row.kind != "reminder" or row.game_id is None:
            return
        async with self.bot.table.db.read() as session:
            game = await session.get(GameRow, row.game_id)
            found = select(SeatRow).where(SeatRow.game_id == row.game_id, SeatRow.seat == row.payload.get("seat", ""))
            seat = (await session.exec(found)).first()
        if game is None or seat is None or seat.robot or self.bot.get_guild(game.guild_id) is None:
            return
        try:
            await self.bot.http.get_member(game.guild_id, seat.user_id)
        except discord.NotFound as e:
            if e.code == UNKNOWN_MEMBER:
                text = say("player_gone", game=row.game_id, name=seat.name)
                await self.tell(row.game_id, f"gone {seat.seat}", seat.user_id, text)
        except discord.HTTPException:
            return

    # --- whatever happens

    async def guarded(self, job: Any) -> None:
        """What comes from the gateway has nobody who would hear of a fault."""
        try:
            await job
        except (Refused, StoreTrouble, discord.HTTPException) as e:
            log.error("a loss could not be told: %s", type(e).__name__)
