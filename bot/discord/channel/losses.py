"""The organiser is warned once when something is lost on Discord (a place, a server, a player). If the warning cannot
reach them, others get it; if it reaches nobody, it is repeated.
"""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Callable, Generator, Iterable, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

import discord
from sqlmodel import col, select
from sqlmodel.ext.asyncio.session import AsyncSession

from bot.discord.channel.threads import Threads
from bot.discord.kit.retries import FAILURES
from bot.discord.kit.say import say
from bot.errors import Refused
from bot.store import StoreTrouble
from bot.store.rows import FAILED, GATHERING, RUNNING, GameRow, MirrorRow, OutboxRow, SeatRow
from bot.table.play import telling
from bot.table.play.extras import Extras
from bot.table.seats.replacing import SEAT
from bot.table.table import Table

log = logging.getLogger("stationmaster.discord")
OPEN = col(GameRow.status).in_((GATHERING, RUNNING)) & col(GameRow.copy_of).is_(None)
UNKNOWN_CHANNEL, UNKNOWN_MEMBER, UNKNOWN_USER = 10003, 10007, 10013
LOST, DAMAGED, BARE, PLAIN = "lost", "trouble", "bare", "plain"
"""Keys of warnings in a game's row: its place is lost; it is damaged; its place allows no pictures, or no embeds."""


async def has_left(client: discord.Client, guild: int, user: int) -> bool:
    """Does Discord say that somebody is not on a server? If it cannot say, they count as being there."""
    try:
        await client.http.get_member(guild, user)
    except discord.NotFound as e:
        return e.code == UNKNOWN_MEMBER
    except FAILURES:
        return False
    return False


@dataclass
class Losses:
    """Sends warnings as direct messages, through the outbox, so that a restart forgets none."""

    client: discord.Client
    table: Table
    extras: Extras
    threads: Threads
    refresh: Callable[[int], None]
    """Updates a game's pinned message."""
    mine: Callable[[int], bool] = lambda server: True
    """Does this process get a server's events? For other servers, not seeing a channel means nothing."""
    unwelcome: Callable[[int], Awaitable[None]] = field(kw_only=True)
    """Called with a server where the bot could not introduce itself."""

    # --- telling

    async def tell(self, game: int, about: str, mark: Any, what: str, **fields: Any) -> None:
        """Warn the organiser, unless they have been warned already; `about` is the warning's key."""
        async with self.table.db.write() as session:
            await self._tell(session, game, about, mark, what, **fields)

    async def _tell(self, session: AsyncSession, game: int, about: str, mark: Any, what: str, **fields: Any) -> None:
        row = await session.get(GameRow, game)
        if row is None or row.status not in (GATHERING, RUNNING) or row.place.get(about) == mark:
            return
        row.place = {**row.place, about: mark}
        with self._speaking(row, row.organiser_id):
            text = say(what, game=game, **fields)
        session.add(telling.warning(row, about, mark, text, self.table.clock()))

    @contextmanager
    def _speaking(self, game: GameRow, person: int) -> Generator[None]:
        """In the person's language, or the server's if theirs is not known."""
        with self.table.services.speaking_on(game.guild_id), self.table.services.speaking_to(person):
            yield

    async def forward_warning(self, row: OutboxRow) -> None:
        """A warning could not be delivered: post it in the game's channel, then send it to everybody else."""
        if row.kind != telling.TROUBLE or row.game_id is None or "warning" not in row.payload:
            return
        async with self.table.db.write() as session:
            game, mine = await session.get(GameRow, row.game_id), await session.get(OutboxRow, row.id)
            if game is None or mine is None or mine.state == FAILED:
                return
            # Marked as failed in the same transaction, so that the last of several knows that it is the last.
            mine.state = FAILED
            same = OutboxRow.game_id == row.game_id, OutboxRow.kind == telling.TROUBLE, OutboxRow.id != row.id
            others = [
                one
                for one in await session.exec(select(OutboxRow).where(*same))
                if one.payload.get("warning") == row.payload["warning"]
            ]
            if any(one.state != FAILED for one in others):
                return
            tried = {row.target, *(one.target for one in others)}
            for targets in await self._hearers(session, game, row):
                if left := [target for target in targets if target not in tried]:
                    session.add_all([self._instead(row, game, target) for target in left])
                    return
            # It reached nobody, so it does not count as told.
            if row.payload["about"] == DAMAGED:
                game.trouble = ""
            game.place = {name: mark for name, mark in game.place.items() if name != row.payload["about"]}

    async def _hearers(self, session: AsyncSession, game: GameRow, row: OutboxRow) -> list[list[str]]:
        """Who gets a warning instead: the game's channel, unless that is what is lost; then everybody else."""
        seats = await session.exec(select(SeatRow).where(SeatRow.game_id == game.id, col(SeatRow.user_id) > 0))
        mirrors = await session.exec(select(MirrorRow).where(MirrorRow.game_id == game.id, col(MirrorRow.allowed)))
        everybody = [telling.person(one.user_id) for one in seats if one.user_id != row.payload["meant"]]
        everybody += [telling.channel(one.channel_id) for one in mirrors]
        table = [telling.channel(game.channel_id)]
        if row.payload["about"] == SEAT:
            return [table]
        return [everybody] if row.payload["about"] == LOST else [table, everybody]

    def _instead(self, row: OutboxRow, game: GameRow, target: str) -> OutboxRow:
        now, meant = self.table.clock(), row.payload["meant"]
        with self.table.services.speaking_on(game.guild_id):
            head = say("organiser_unheard" if meant == game.organiser_id else "player_unheard", person=meant)
        payload = {**row.payload, "text": [head, *row.payload["text"]]}
        if target == telling.channel(game.channel_id):
            payload["ping"] = [meant]
        key = f"{row.payload['warning']} {target}"
        return telling.row(target, telling.TROUBLE, key, now, game.id or 0, row.number, **payload)

    async def _games(self, *where: Any) -> list[GameRow]:
        async with self.table.db.read() as session:
            return list(await session.exec(select(GameRow).where(OPEN, *where)))

    # --- places

    async def unreachable(self, row: OutboxRow, why: str) -> None:
        """An announcement could never be delivered to its target."""
        await self.forward_warning(row)
        if row.kind == telling.DAILY:
            await self.table.reminders.no_longer_daily(row)
        if row.kind == telling.LEAGUE:
            await self.table.leagues.lost(int(row.target.partition(":")[2]))
        if row.kind == telling.WELCOME:
            await self.unwelcome(int(row.payload["guild"]))
        if row.game_id is None or row.target.startswith("person:"):
            return
        channel = int(row.target.partition(":")[2])
        if "mirror" in row.payload or await self._watches(row.game_id, channel):
            await self._unwatched(row.game_id, channel)
            return
        for game in await self._games(GameRow.id == row.game_id, GameRow.channel_id == channel):
            if self.mine(game.guild_id) and self.client.get_guild(game.guild_id) is None:
                await self.server_gone(game.guild_id)
            else:
                await self.tell(row.game_id, LOST, row.target, f"place_{why}", channel=channel)

    async def regained(self, game: int, place: Mapping[str, Any], target: str) -> None:
        """Something was delivered: if the place counted as lost, ping whoever must act again."""
        if place.get(LOST) == target:
            await self.table.seating.call_again(game, target)

    async def without_pictures(self, row: OutboxRow) -> None:
        """An announcement was posted without pictures, because the bot may not attach files there."""
        if row.game_id is not None:
            channel = row.target.partition(":")[2]
            await self.tell(row.game_id, BARE, row.target, "place_bare", channel=channel)

    async def embeds(self, row: GameRow, *, lacking: bool) -> None:
        """A game's message is plain text because the bot may not embed links there, or it is normal again."""
        target = telling.channel(row.channel_id)
        if lacking:
            await self.tell(row.id or 0, PLAIN, target, "place_plain", channel=row.channel_id)
        elif PLAIN in row.place:
            await self.extras.put(row.id or 0, **{PLAIN: None})

    async def channel_gone(self, channel: int) -> None:
        """A channel or thread has been deleted."""
        await self.table.leagues.lost(channel)
        async with self.table.db.read() as session:
            mirrors = list(await session.exec(select(MirrorRow).where(MirrorRow.channel_id == channel)))
        for mirror in mirrors:
            await self._unwatched(mirror.game_id, channel)
        for row in await self._games(GameRow.channel_id == channel):
            await self.tell(row.id or 0, LOST, telling.channel(channel), "place_gone", channel=channel)

    async def threads_gone(self, guild: int, deleted: int) -> None:
        """A channel has been deleted with its threads; Discord sends no events for archived ones."""
        for channel in await self._unseen(guild):
            if channel != deleted:
                await self._looked_for(channel)

    async def missed(self) -> None:
        """After the start: find places deleted, and threads of running games archived, while the bot was away."""
        playing = {row.channel_id for row in await self._games(GameRow.status == RUNNING)}
        for channel in await self._unseen():
            if await self._looked_for(channel) and channel in playing:
                await self.guarded(self.threads.wake(channel, locked_too=False))

    async def _unseen(self, guild: int | None = None) -> list[int]:
        """Channels of open games and spectators that the bot does not see: deleted, closed, or archived threads."""
        async with self.table.db.read() as session:
            mirrors = list(await session.exec(select(MirrorRow).where(col(MirrorRow.allowed))))
        places = {(one.guild_id, one.channel_id) for one in (*mirrors, *await self._games())}
        found = {channel for server, channel in places if guild in (None, server) and self.mine(server)}
        return sorted(channel for channel in found if self.client.get_channel(channel) is None)

    async def _looked_for(self, channel: int) -> bool:
        """Does a channel exist? If not, handle its loss."""
        try:
            await self.client.fetch_channel(channel)
        except FAILURES as e:
            if isinstance(e, discord.HTTPException) and e.code == UNKNOWN_CHANNEL:
                await self.channel_gone(channel)
            return False
        return True

    async def _unwatched(self, game: int, channel: int) -> None:
        """A spectators' channel is deleted or closed: stop showing the game there."""
        async with self.table.db.write() as session:
            mirror = await session.get(MirrorRow, (game, channel))
            # A request that nobody has allowed stays: it must not be made again by deleting the channel.
            if mirror is None or not mirror.allowed:
                return
            await session.delete(mirror)
            await self._tell(session, game, "unwatched", channel, "mirror_gone", channel=channel)

    async def _watches(self, game: int, channel: int) -> bool:
        async with self.table.db.read() as session:
            mirror = await session.get(MirrorRow, (game, channel))
            return mirror is not None and mirror.allowed

    # --- servers

    async def server_gone(self, guild: int) -> None:
        """The bot has been removed from a server."""
        for row in await self._games(GameRow.guild_id == guild):
            await self.tell(row.id or 0, LOST, f"server:{guild}", "server_gone")

    async def servers_known(self, guilds: Iterable[int]) -> None:
        """After the start: servers the bot was removed from, or invited back to, while it was away."""
        known, played_on = set(guilds), {row.guild_id for row in await self._games() if self.mine(row.guild_id)}
        for guild in played_on - known:
            await self.server_gone(guild)
        for guild in played_on & known:
            await self.server_back(guild)

    async def server_back(self, guild: int) -> None:
        """The bot is on a server again: ping whoever must act, because posts in the meantime were lost."""
        for row in await self._games(GameRow.guild_id == guild):
            if await self.table.seating.call_again(row.id or 0, f"server:{guild}"):
                self.refresh(row.id or 0)

    # --- players

    async def check_still_member(self, row: OutboxRow) -> None:
        """Check whether a player who does not respond has left the server; only with reminders, to save requests."""
        if row.kind != "reminder" or row.game_id is None:
            return
        async with self.table.db.read() as session:
            game = await session.get(GameRow, row.game_id)
            found = select(SeatRow).where(SeatRow.game_id == row.game_id, SeatRow.seat == row.payload.get("seat", ""))
            seat = (await session.exec(found)).first()
        if game is None or seat is None or not seat.has_person:
            return
        if self.mine(game.guild_id) and self.client.get_guild(game.guild_id) is None:
            return
        if await has_left(self.client, game.guild_id, seat.user_id):
            await self.tell(row.game_id, f"gone {seat.seat}", seat.user_id, "player_gone", name=seat.name)

    # --- whatever happens

    async def guarded(self, job: Any) -> None:
        """Log errors of event handlers, which nobody else would notice."""
        try:
            await job
        except (Refused, StoreTrouble, *FAILURES) as e:
            log.error("a lost channel, server or player could not be reported: %s", type(e).__name__)
        except Exception as e:
            log.exception("a lost channel, server or player could not be reported: %s", type(e).__name__)
