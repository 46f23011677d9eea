"""Data beside the games: their places, notes, parked button arguments, mirrors."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import timedelta
from hashlib import blake2b
from typing import Any

from sqlalchemy import ColumnElement
from sqlmodel import col, select
from sqlmodel.ext.asyncio.session import AsyncSession

from bot.errors import NotYours, Refused, Stale
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
from bot.table.ground.parsing import game_number
from bot.table.ground.rights import check_game_itself, check_organiser
from bot.table.ground.say import clean_name, say
from bot.table.ground.services import Services, known_id
from bot.table.ground.settings import check_pictures
from bot.table.play import telling
from bot.table.play.troubles import answers
from engine.core.sentences import because

NOTE = 4000
MOST_MIRRORS = 10
MOST_ASKED, MOST_ASKING = 5, 3
"""How many requests from other servers a game gets, and one person may have open, within the time below."""
OPEN_FOR = timedelta(days=7)
"""How long a request counts as open; then the same one can be made again."""


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
            found = await self.services.seated(session, game_id)
            return found.row, found.seats

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
        games = await self.games_on(guild)
        async with answers(self.services), self.services.db.read() as session:
            numbers = [row.id for row, _ in games]
            turns = list(await session.exec(select(TurnRow).where(col(TurnRow.game_id).in_(numbers))))
        return [OpenGame(row, seats, [turn for turn in turns if turn.game_id == row.id]) for row, seats in games]

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

    async def looked(self, game_id: int, user: int, last: int) -> int | None:
        """Note that somebody sees what is new up to a move; returns what they had seen before, None if nothing."""
        async with answers(self.services), self.services.db.read() as session:
            row = await session.get(NoteRow, (game_id, user))
            before = None if row is None else row.looked
        if before != last:
            async with answers(self.services), self.services.db.write() as session:
                row = await session.get(NoteRow, (game_id, user)) or NoteRow(game_id=game_id, user_id=user)
                row.looked = last
                session.add(row)
        return before

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
        """The games shown in a channel."""
        async with answers(self.services), self.services.db.read() as session:
            found = select(MirrorRow).where(MirrorRow.channel_id == channel, col(MirrorRow.allowed))
            return list(await session.exec(found.order_by(col(MirrorRow.game_id))))

    async def organises(self, game_id: int, guild: int, user: int) -> bool:
        """Is it a game of this server, and does this person organise it?"""
        async with answers(self.services), self.services.db.read() as session:
            row = await self._row(session, game_id)
            return row is not None and (row.guild_id, row.organiser_id) == (guild, user)

    async def mirror(self, game_id: int, guild: int, channel: int, by: int, pace: str, where: str = "") -> bool:
        """Show a game in another channel; returns whether it is shown. If not, its organiser has been asked, or there
        is nobody to ask: whoever asks from another server is not told which, so that nobody learns what games exist.
        """
        check_pictures(pace)
        async with answers(self.services), self.services.db.write() as session:
            row = await self._row(session, game_id)
            if row is None or (by != row.organiser_id and (row.is_copy or guild != row.guild_id)):
                shown = None if row is None else await session.get(MirrorRow, (game_id, channel))
                if shown is not None and shown.allowed:
                    shown.pace = pace
                    return True
                if row is not None and not row.is_copy and row.status not in (FINISHED, STOPPED):
                    await self._ask(session, row, guild, channel, by, pace, where)
                return False
            if channel == row.channel_id:
                raise Refused("The game is played in this channel, so it is already shown here.")
            check_game_itself(row)
            if row.status in (FINISHED, STOPPED):
                raise Refused("This game is over; there is nothing more to show.")
            mirror = await session.get(MirrorRow, (game_id, channel))
            if mirror is None or not mirror.allowed:
                await _check_room(session, game_id)
                self._tell(session, row, guild, channel)
            is_new = mirror is None or not mirror.allowed
            if mirror is None:
                mirror = MirrorRow(game_id=game_id, channel_id=channel, guild_id=guild, asked_by=by)
                session.add(mirror)
            mirror.pace, mirror.allowed, mirror.refused = pace, True, False
            if is_new:
                await self._show(session, row, mirror)
            return True

    async def _show(self, session: AsyncSession, row: GameRow, mirror: MirrorRow) -> None:
        """Show a channel at once how the game stands that is shown there from now on, and who it waits for."""
        now, game_id = self.services.clock(), known_id(row)
        turns = set(await session.exec(select(TurnRow.seat).where(TurnRow.game_id == game_id)))
        names = [seat.name for seat in await self.services.seats(session, game_id) if seat.seat in turns]
        with self.services.speaking_on(mirror.guild_id):
            text = [say("mirror_on", game=game_id), *([say("mirror_waits", names=names)] if names else [])]
        place = {"position": row.position, "epoch": row.epoch} if row.started_at is not None else {}
        payload = {"text": text, "mirror": mirror.pace, "ping": list[int](), "turned": True, **place}
        target, key = telling.channel(mirror.channel_id), f"{mirror.channel_id} {now.isoformat()}"
        session.add(telling.row(target, "mirror_on", key, now, game_id, row.last, **payload))

    def _tell(self, session: AsyncSession, row: GameRow, guild: int, channel: int) -> None:
        """Tell the players that their game is now also shown in a channel."""
        with self.services.speaking_on(row.guild_id):
            text = say("mirror_told", channel=channel) if guild == row.guild_id else say("mirror_told_abroad")
        telling.tell(self.services, session, row, telling.WIDENED, channel, text)

    async def _row(self, session: AsyncSession, game_id: int) -> GameRow | None:
        """A game, if there is one."""
        with contextlib.suppress(Refused):
            return await self.services.row(session, game_id)
        return None

    async def _ask(
        self, session: AsyncSession, row: GameRow, guild: int, channel: int, by: int, pace: str, where: str
    ) -> None:
        """Ask a game's organiser whether it may be shown on another server, unless they have been asked already."""
        now, game_id = self.services.clock(), known_id(row)
        known = list(await session.exec(select(MirrorRow).where(MirrorRow.game_id == game_id)))
        of_asker = [one for one in known if by == one.asked_by or guild == one.guild_id]
        if any(one.refused for one in of_asker):
            return
        lately = col(MirrorRow.asked_at).between(now - OPEN_FOR, now + OPEN_FOR)
        theirs = select(MirrorRow).where(MirrorRow.asked_by == by, lately, col(MirrorRow.allowed).is_(False))
        asked = [one for one in known if one.asked_at is not None and abs(now - one.asked_at) < OPEN_FOR]
        if any(one in asked and not one.allowed for one in of_asker):
            return
        if len(asked) >= MOST_ASKED or len(list(await session.exec(theirs))) >= MOST_ASKING:
            return
        new = MirrorRow(game_id=game_id, channel_id=channel, guild_id=guild, asked_by=by, pace=pace)
        new.allowed, new.asked_at = False, now
        await session.merge(new)
        with self.services.speaking_on(row.guild_id):
            text = say("mirror_ask", person=by, where=clean_name(where))
        about = {"ping": [row.organiser_id], "channel": channel}
        telling.tell(self.services, session, row, "mirror_ask", channel, text, **about)

    async def allow_mirror(self, game_id: int, channel: int, by: int) -> None:
        """Let a game be shown on another server."""
        async with answers(self.services), self.services.db.write() as session:
            row = await self.services.row(session, game_id)
            check_organiser(row, by)
            mirror = await self._mirror(session, game_id, channel)
            if mirror.allowed:
                return
            await _check_room(session, game_id)
            mirror.allowed = True
            self._tell(session, row, mirror.guild_id, channel)
            await self._show(session, row, mirror)

    async def refuse_mirror(self, game_id: int, channel: int, by: int) -> None:
        """Refuse to let a game be shown on another server; whoever asked, and everybody there, cannot ask again."""
        async with answers(self.services), self.services.db.write() as session:
            check_organiser(await self.services.row(session, game_id), by)
            found = await self._mirror(session, game_id, channel)
            found.allowed, found.refused = False, True

    async def unmirror(self, game_id: int, channel: int, by: int, *, manager: bool = False, here: bool = True) -> None:
        """Stop showing it there. `here`: the asker sees that it is shown there."""
        async with answers(self.services), self.services.db.write() as session:
            row = await self._row(session, game_id)
            if row is None:
                raise _not_shown()
            mirror = await self._mirror(session, game_id, channel)
            if by == row.organiser_id and mirror.guild_id != row.guild_id:
                mirror.allowed, mirror.refused = False, True
                return
            if not mirror.allowed and by != row.organiser_id:
                # A request stays, so that nobody can ask again and again.
                raise _not_shown()
            if not manager and by not in (row.organiser_id, mirror.asked_by):
                why = NotYours("Only the organiser, or whoever asked for it, can do this.")
                raise why if here else _not_shown()
            await session.delete(mirror)

    async def _mirror(self, session: AsyncSession, game_id: int, channel: int) -> MirrorRow:
        found = await session.get(MirrorRow, (game_id, channel))
        if found is None or found.refused:
            raise _not_shown()
        return found


def _not_shown() -> Refused:
    return Refused("The game is not shown in that channel.")


async def _check_room(session: AsyncSession, game_id: int) -> None:
    """Refuse one channel too many; only those that are allowed count."""
    if sum(one.allowed for one in await mirrors_of(session, game_id)) >= MOST_MIRRORS:
        raise Refused(because("A game is shown in at most {most_mirrors} other channels.", most_mirrors=MOST_MIRRORS))


async def mirrors_of(session: AsyncSession, game_id: int) -> list[MirrorRow]:
    """A game's mirrors, allowed or not yet."""
    known = MirrorRow.game_id == game_id, col(MirrorRow.refused).is_(False)
    return list(await session.exec(select(MirrorRow).where(*known)))


def is_mirrored(game_id: int) -> ColumnElement[bool]:
    """Does another channel show it?"""
    return select(MirrorRow.channel_id).where(MirrorRow.game_id == game_id, col(MirrorRow.allowed)).exists()


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
