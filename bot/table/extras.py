"""Data beside the games: their places, notes, parked button arguments, mirrors."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from hashlib import blake2b
from typing import Any

from sqlmodel import col, select
from sqlmodel.ext.asyncio.session import AsyncSession

from bot.store.outbox import said_since
from bot.store.rows import (
    FINISHED,
    GATHERING,
    RUNNING,
    STOPPED,
    GameRow,
    MirrorRow,
    NoteRow,
    OutboxRow,
    ParkedRow,
    SeatRow,
    TurnRow,
    place_with,
)
from bot.table import telling
from bot.table.errors import NotYours, Refused, Stale
from bot.table.parsing import game_number
from bot.table.rights import check_game_itself, check_organiser
from bot.table.say import clean_name, say
from bot.table.services import Services
from bot.table.settings import check_pictures
from bot.table.troubles import answers
from engine.core.sentences import because

NOTE = 4000
MOST_MIRRORS = 10


def mark_of(text: str) -> str:
    """A mark that identifies the notes' exact text."""
    return blake2b(text.encode(), digest_size=8).hexdigest()


@dataclass(frozen=True)
class OpenGame:
    """An open game, with its seats and whose turn it is."""

    row: GameRow
    seats: list[SeatRow]
    turns: list[TurnRow]


class Extras:
    """Reads and stores data beside the games."""

    def __init__(self, services: Services) -> None:
        self.services = services

    # --- games

    async def game(self, game_id: int) -> tuple[GameRow, list[SeatRow]]:
        """A game, begun or not, with its seats."""
        async with answers(self.services), self.services.db.read() as session:
            return await self.services.row(session, game_id), await self.services.seats(session, game_id)

    async def games_in(self, channel: int) -> list[GameRow]:
        """A channel's games: open ones first, then the latest finished ones."""
        async with answers(self.services), self.services.db.read() as session:
            found = select(GameRow).where(GameRow.channel_id == channel).order_by(col(GameRow.id).desc()).limit(50)
            rows = list(await session.exec(found))
        return sorted(rows, key=lambda row: row.status in (FINISHED, STOPPED))

    async def games_on(self, guild: int) -> list[tuple[GameRow, list[SeatRow]]]:
        """A server's open games."""
        async with answers(self.services), self.services.db.read() as session:
            found = select(GameRow).where(GameRow.guild_id == guild, col(GameRow.status).in_((GATHERING, RUNNING)))
            found = found.where(col(GameRow.copy_of).is_(None))
            rows = list(await session.exec(found.order_by(col(GameRow.id).desc()).limit(200)))
            return [(row, await self.services.seats(session, row.id or 0)) for row in rows]

    async def listed(self, guild: int) -> list[OpenGame]:
        """A server's open games, newest first, with whose turn it is."""
        found = await self.games_on(guild)
        async with answers(self.services), self.services.db.read() as session:
            numbers = [row.id for row, _ in found]
            turns = list(await session.exec(select(TurnRow).where(col(TurnRow.game_id).in_(numbers))))
        return [OpenGame(row, seats, [turn for turn in turns if turn.game_id == row.id]) for row, seats in found]

    async def put(self, game_id: int, **place: Any) -> None:
        """Remember something about a game's place; None forgets it."""
        async with answers(self.services), self.services.db.write(game_number(game_id)) as session:
            row = await self.services.row(session, game_id)
            row.place = place_with(row.place, **place)

    # --- notebooks

    async def note(self, game_id: int, user: int) -> str:
        """A person's own notes on a game; nobody else ever sees them."""
        async with answers(self.services), self.services.db.read() as session:
            await self.services.row(session, game_id)
            found = await session.get(NoteRow, (game_id, user))
            return found.text if found else ""

    async def add_note(self, game_id: int, user: int, text: str) -> None:
        """Add an entry below the others."""
        await self._noted(game_id, user, lambda before: "\n".join(filter(None, [before, text])))

    async def delete_notes(self, game_id: int, user: int, mark: str) -> None:
        """Delete all notes, if they have not changed since they were shown."""

        def torn(before: str) -> str:
            if mark_of(before) != mark:
                raise Stale("Your notes have changed since; please check and try again.")
            return ""

        await self._noted(game_id, user, torn)

    async def _noted(self, game_id: int, user: int, change: Callable[[str], str]) -> None:
        async with answers(self.services), self.services.db.write() as session:
            await self.services.row(session, game_id)
            row = await session.get(NoteRow, (game_id, user)) or NoteRow(game_id=game_id, user_id=user)
            row.text = change(row.text)
            if len(row.text) > NOTE:
                raise Refused(because("Your notes can have up to {note} characters.", note=NOTE))
            session.add(row)

    # --- choices too long for a button

    async def park(self, texts: Mapping[str, str]) -> None:
        """Store texts by their marks; a mark always means the same text."""
        async with answers(self.services), self.services.db.write() as session:
            for mark, text in texts.items():
                await session.merge(ParkedRow(mark=mark, text=text, made_at=self.services.clock()))

    async def parked(self, mark: str) -> str | None:
        """The text of a mark, if it still exists."""
        async with answers(self.services), self.services.db.read() as session:
            found = await session.get(ParkedRow, mark)
            return found.text if found else None

    # --- mirrors

    async def mirrors(self, game_id: int) -> list[MirrorRow]:
        """A game's mirrors."""
        async with answers(self.services), self.services.db.read() as session:
            return await mirrors_of(session, game_id)

    async def mirrors_in(self, channel: int) -> list[MirrorRow]:
        """A channel's mirrors, allowed or not."""
        async with answers(self.services), self.services.db.read() as session:
            found = select(MirrorRow).where(MirrorRow.channel_id == channel).order_by(col(MirrorRow.game_id))
            return list(await session.exec(found))

    async def mirror(self, game_id: int, guild: int, channel: int, by: int, pace: str, where: str = "") -> bool:
        """Show a game in another channel; returns whether it may be shown at once. If not, its organiser is asked."""
        check_pictures(pace)
        async with answers(self.services), self.services.db.write() as session:
            row = await self.services.row(session, game_id)
            if channel == row.channel_id:
                raise Refused("The game is played in this channel, so it is already shown here.")
            check_game_itself(row)
            if row.status in (FINISHED, STOPPED):
                raise Refused("This game is over; there is nothing more to show.")
            found = await session.get(MirrorRow, (game_id, channel))
            now, asked = self.services.clock(), False
            if found is not None:
                found.pace, allowed = pace, found.allowed
                asked = await said_since(session, now - telling.ANEW, game_id, "mirror_ask", channel=channel)
            elif len(await mirrors_of(session, game_id)) >= MOST_MIRRORS:
                raise Refused(
                    because("A game is shown in at most {most_mirrors} other channels.", most_mirrors=MOST_MIRRORS)
                )
            else:
                allowed = guild == row.guild_id or by == row.organiser_id
                new = MirrorRow(game_id=game_id, channel_id=channel, guild_id=guild, asked_by=by, pace=pace)
                new.allowed = allowed
                session.add(new)
                if allowed:
                    self._told_of_mirror(session, row, new)
            if not allowed and not asked:
                with self.services.speaking_on(row.guild_id):
                    text = say("mirror_ask", person=by, where=clean_name(where))
                payload: dict[str, Any] = {"text": [text], "ping": [row.organiser_id], "channel": channel}
                session.add(telling.to_table(row, "mirror_ask", f"{channel} {now.isoformat()}", now, **payload))
            return allowed

    async def allow_mirror(self, game_id: int, channel: int, by: int) -> None:
        """Let a game be shown on another server."""
        async with answers(self.services), self.services.db.write() as session:
            row = await self.services.row(session, game_id)
            check_organiser(row, by)
            found = await self._mirror(session, game_id, channel)
            if found.allowed:
                return
            found.allowed = True
            self._told_of_mirror(session, row, found)
            now = self.services.clock()
            with self.services.speaking_on(found.guild_id):
                text = say("mirror_on", game=game_id)
            payload = {"text": [text], "mirror": found.pace}
            target, key = telling.channel(channel), f"{channel} {now.isoformat()}"
            session.add(telling.row(target, "mirror_on", key, now, game_id, row.last, **payload))

    def _told_of_mirror(self, session: AsyncSession, row: GameRow, mirror: MirrorRow) -> None:
        """Tell the game's channel who else sees it now."""
        now = self.services.clock()
        with self.services.speaking_on(row.guild_id):
            name = "mirror_told" if mirror.guild_id == row.guild_id else "mirror_told_abroad"
            text = say(name, channel=mirror.channel_id)
        key = f"{mirror.channel_id} {now.isoformat()}"
        session.add(telling.to_table(row, telling.WIDENED, key, now, text=[text]))

    async def refuse_mirror(self, game_id: int, channel: int, by: int) -> None:
        """Refuse to let a game be shown there."""
        async with answers(self.services), self.services.db.write() as session:
            check_organiser(await self.services.row(session, game_id), by)
            await session.delete(await self._mirror(session, game_id, channel))

    async def unmirror(self, game_id: int, channel: int, by: int, *, manager: bool = False) -> None:
        """Stop showing it there."""
        async with answers(self.services), self.services.db.write() as session:
            row, found = await self.services.row(session, game_id), await self._mirror(session, game_id, channel)
            if not manager and by not in (row.organiser_id, found.asked_by):
                raise NotYours("Only the organiser, or whoever asked for it, can do this.")
            await session.delete(found)

    async def _mirror(self, session: AsyncSession, game_id: int, channel: int) -> MirrorRow:
        found = await session.get(MirrorRow, (game_id, channel))
        if found is None:
            raise Refused("The game is not shown in that channel.")
        return found


async def mirrors_of(session: AsyncSession, game_id: int) -> list[MirrorRow]:
    """A game's mirrors, allowed or not."""
    return list(await session.exec(select(MirrorRow).where(MirrorRow.game_id == game_id)))


MIRRORED = ("start", "move", "undo", "redo", "replace", "stop", "ended")


async def mirrored(session: AsyncSession, game_id: int, rows: list[OutboxRow]) -> list[OutboxRow]:
    """Copies of a game's announcements for every mirror, without pings."""
    public = [row for row in rows if row.kind in MIRRORED and row.target.startswith("channel:")]
    if not public:
        return []
    watching = [mirror for mirror in await mirrors_of(session, game_id) if mirror.allowed]
    return [
        telling.row(
            telling.channel(mirror.channel_id),
            row.kind,
            f"mirror {mirror.channel_id}",
            row.created_at,
            game_id,
            row.number,
            **{**row.payload, "ping": [], "mirror": mirror.pace, "turned": bool(row.payload.get("ping"))},
        )
        for row in public
        for mirror in watching
    ]
