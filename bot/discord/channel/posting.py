"""Posts the table's announcements on Discord: sentences, pictures, and one ping for exactly those who must act."""

from __future__ import annotations

import time
from collections.abc import Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass, field, replace
from itertools import takewhile
from typing import Any, Protocol

import discord
from sqlmodel import col, func, select

from bot.discord.channel.edits import Edits
from bot.discord.channel.league_pins import LeaguePins
from bot.discord.channel.league_sheet import sheet_of
from bot.discord.channel.losses import Losses
from bot.discord.channel.pinned import Pinned
from bot.discord.channel.questions import answers_to
from bot.discord.channel.texts import fitting, heading, lines_of, question_of
from bot.discord.channel.threads import Threads
from bot.discord.games.drawing import Drawers, PictureFile
from bot.discord.games.presses.moves import Turn
from bot.discord.kit.figures import Figures
from bot.discord.kit.reply import (
    CONTENT,
    Attachment,
    Button,
    Reply,
    cut,
    in_rows,
)
from bot.discord.kit.retries import UNKNOWN_MESSAGE, final
from bot.discord.kit.say import say
from bot.errors import Refused
from bot.menu.picture import DrawingJob
from bot.store import outbox
from bot.store.rows import MOVE, WAITING, ActionRow, OutboxRow
from bot.table.ground.say import called
from bot.table.ground.services import Present, SeatedGame
from bot.table.ground.settings import (
    PICTURES,
    personal_setting,
    pictures_of,
    table_setting,
)
from bot.table.play import telling
from bot.table.table import Table
from bot.table.upkeep.sender import TargetGone
from engine import EngineError
from engine.view import View, view

PICTURED = ("start", "move", "undo", "redo", "imported", "copy")
"""Announcements that come with pictures."""
GATHERED_FOR = 90.0
"""Seconds within which a player's further moves are added to the same message."""
MOVES, DRAWN = 12, 2
"""How many moves back to look for a turn's runs, and how many companies' runs to draw."""
LACKS_PERMISSION = 50013


@dataclass
class TurnMessage:
    """The message to which a player's further moves are added."""

    message: int
    seats: set[str]
    length: int
    at: float


class Channels(Protocol):
    """The parts of the bot that posting uses."""

    table: Table
    drawers: Drawers
    edits: Edits
    figures: Figures
    league_pins: LeaguePins
    losses: Losses
    pinned: Pinned
    threads: Threads

    async def usual_moves(self, now: Present) -> tuple[Button, ...]:
        """The most common moves of whoever is on turn."""
        ...

    def get_channel(self, id: int, /) -> object | None:
        """A channel from the cache."""
        ...

    def get_partial_messageable(self, id: int) -> discord.PartialMessageable:
        """A channel to write to."""
        ...

    def get_user(self, id: int, /) -> discord.User | None:
        """A person from the cache."""
        ...

    async def fetch_user(self, user_id: int, /) -> discord.User:
        """A person, requested from Discord."""
        ...


@dataclass
class Poster:
    """Posts outbox rows."""

    bot: Channels
    _running: dict[str, TurnMessage] = field(default_factory=dict)

    async def post(self, row: OutboxRow) -> int:
        """Post it and return the message's id."""
        about = await self._about(row)
        kind, _, number = row.target.partition(":")
        began = time.monotonic()
        try:
            if kind == "person":
                with self.bot.table.services.speaking_to(int(number)):
                    return await self._to_person(row, about, int(number))
            with self._public(about, int(number)):
                message = await self._to_channel(row, about, int(number))
        except discord.HTTPException as e:
            match final(e):
                case "":
                    raise
                case "refused" as why:
                    # The same text would be refused again and again, and block everything after it.
                    await self.bot.losses.forward_warning(row)
                case why:
                    await self.bot.losses.unreachable(row, why)
            raise TargetGone(f"{why} ({e.code})") from e
        if about is not None and "mirror" not in row.payload:
            await self.bot.losses.regained(about.id, about.row.place, row.target)
        await self.bot.losses.check_still_member(row)
        self.bot.figures.posts.labels(row.kind).inc()
        self.bot.figures.posted.observe(time.monotonic() - began)
        if row.game_id is not None and "mirror" not in row.payload:
            self.bot.pinned.refresh(row.game_id, None if about is None else about.row)
        if row.kind == telling.LEAGUE:
            await self.bot.league_pins.show(int(row.payload["league"]))
        return message

    async def _about(self, row: OutboxRow) -> SeatedGame | None:
        """The game that an announcement is about, read once; TargetGone if the game no longer exists."""
        if row.game_id is None:
            return None
        try:
            async with self.bot.table.db.read() as session:
                return await self.bot.table.services.seated(session, row.game_id)
        except Refused as e:
            raise TargetGone("the game has been thrown away") from e

    def _public(self, about: SeatedGame | None, channel: int) -> AbstractContextManager[None]:
        """In the language of the server it is posted on."""
        found = self.bot.get_channel(channel)
        server = getattr(getattr(found, "guild", None), "id", 0)
        if not server and about is not None:
            server = about.row.guild_id
        return self.bot.table.services.speaking_on(server)

    # --- to one person

    async def _to_person(self, row: OutboxRow, about: SeatedGame | None, user: int) -> int:
        person = self.bot.get_user(user) or await self.bot.fetch_user(user)
        where = [] if about is None else [say("about_game", game=called(about.row))]
        text = cut("\n".join([*where, *row.payload.get("text", [])]), CONTENT)
        mine = Turn(game=row.game_id or 0, seat=row.payload.get("seat"))
        turn = Button(say("button_turn"), mine, discord.ButtonStyle.primary)
        rows = ((turn,),) if row.kind == "called" else in_rows(answers_to(row, row.game_id or 0, row.payload))
        reply = Reply(text, rows=rows)
        sent = await person.send(nonce=row.nonce, **reply.message())
        return sent.id

    # --- to a channel

    async def _to_channel(self, row: OutboxRow, about: SeatedGame | None, channel: int) -> int:
        place, name = self.bot.get_partial_messageable(channel), "" if about is None else called(about.row)
        lines, pinged = lines_of(row), list(row.payload.get("ping", []))
        pictures = await self._pictures(row, about)
        if self.bot.table.db.shared is not None:
            await self._recall(row)
        # A row that a killed bot was adding, or had added, to a message belongs there.
        if joined := row.message_id or await self._joins(row, lines):
            try:
                return await self._added(row, about, place, joined, pictures)
            except discord.NotFound as e:
                if e.code != UNKNOWN_MESSAGE:
                    raise
        waits = " ".join(row.payload.get("waits", []))
        # Some moves have no text, and the next player may already have been pinged for something else.
        told = "\n".join(lines) or ("" if pinged else waits)
        # Whoever is named in the lines is pinged by them.
        why = " ".join(row.payload.get("why", []) if "mirror" not in row.payload else [])
        unnamed = [mention for mention in (f"<@{user}>" for user in pinged) if mention not in f"{told} {why}"]
        call = " ".join(filter(None, [*unnamed, why, waits])) if pinged else ""
        # Nobody is pinged to go on themselves; their question comes above the buttons that answer it.
        call = call or (question_of(row) if lines else "")
        if not told and not call and not pictures:
            return 0
        text = fitting(heading(row, name), told, call)
        reply = Reply(text, pictures=pictures, rows=await self._buttons(row, about), mentions=tuple(pinged))
        sent = await self._sent(place, row, reply)
        self._remember(row, sent.id, lines)
        return sent.id

    async def _sent(self, place: discord.PartialMessageable, row: OutboxRow, reply: Reply) -> discord.Message:
        async def sent(shown: Reply) -> discord.Message:
            # A message reopens a thread, unless it is locked.
            return await self.bot.threads.repeated(place.id, lambda: place.send(nonce=row.nonce, **shown.message()))

        try:
            return await sent(reply)
        except discord.Forbidden as e:
            if e.code != LACKS_PERMISSION or not reply.pictures:
                raise
        # Perhaps only files are not allowed; ping people anyway.
        found = await sent(replace(reply, pictures=()))
        await self.bot.losses.without_pictures(row)
        return found

    async def _joins(self, row: OutboxRow, lines: list[str]) -> int | None:
        """The message with the same player's last moves, if it is still the latest and has room."""
        running = self._running.get(row.target)
        if row.kind != "move" or row.payload.get("ping") or running is None:
            return None
        mine = {one["seat"] for one in row.payload.get("moves", [])}
        length = running.length + 1 + len("\n".join(lines))
        late = time.monotonic() - running.at > GATHERED_FOR
        if late or mine != running.seats or len(mine) != 1 or length > CONTENT:
            return None
        running.length = length
        # Recorded before the edit: an edit has no nonce by which a retry could be recognised.
        async with self.bot.table.db.write(row.target) as session:
            await outbox.joins(session, row.id or 0, running.message)
        return running.message

    async def _added(
        self,
        row: OutboxRow,
        about: SeatedGame | None,
        place: discord.PartialMessageable,
        message: int,
        pictures: tuple[Attachment, ...],
    ) -> int:
        async with self.bot.table.db.read() as session:
            rows = await outbox.joined(session, row, message)
        head = heading(rows[0], "" if about is None else called(about.row))
        told = "\n".join(line for one in rows for line in lines_of(one))
        shown = Reply(fitting(head, told, question_of(row)), rows=await self._buttons(row, about)).contents()
        text = {key: shown[key] for key in ("content", "view", "allowed_mentions")}

        def pictured() -> dict[str, Any]:
            return text | ({"attachments": [picture.file() for picture in pictures]} if pictures else {})

        await self.bot.edits.turn(place.id, message)
        try:
            await self.bot.edits.edit(place.id, message, pictured)
        except discord.Forbidden as e:
            if e.code != LACKS_PERMISSION or not pictures:
                raise
            await self.bot.edits.edit(place.id, message, lambda: text)
            await self.bot.losses.without_pictures(row)
        if (running := self._running.get(row.target)) is not None:
            running.at = time.monotonic()
        return message

    async def _recall(self, row: OutboxRow) -> None:
        """Look up the message to which a player's move may be added, which another process may have posted."""
        self._running.pop(row.target, None)
        if row.kind != "move" or row.payload.get("ping"):
            return
        async with self.bot.table.db.read() as session:
            rows = await outbox.last_said(session, row)
        if not rows or any(one.kind != "move" or one.payload.get("ping") for one in rows):
            return
        last, first = rows[-1], rows[0]
        if last.game_id != row.game_id or last.sent_at is None or last.message_id is None:
            return
        seats = {one["seat"] for one in first.payload.get("moves", [])}
        length = len("\n".join(line for one in rows for line in lines_of(one)))
        late = abs((self.bot.table.clock() - last.sent_at).total_seconds())
        self._running[row.target] = TurnMessage(last.message_id, seats, length, time.monotonic() - late)

    def _remember(self, row: OutboxRow, message: int, lines: list[str]) -> None:
        since = time.monotonic() - GATHERED_FOR
        self._running = {target: one for target, one in self._running.items() if one.at >= since}
        seats = {one["seat"] for one in row.payload.get("moves", [])}
        if row.kind == "move" and not row.payload.get("ping"):
            self._running[row.target] = TurnMessage(message, seats, len("\n".join(lines)), time.monotonic())
        else:
            self._running.pop(row.target, None)

    # --- buttons

    async def _buttons(self, row: OutboxRow, about: SeatedGame | None) -> tuple[tuple[Button, ...], ...]:
        """Buttons for the people who are pinged."""
        return in_rows(answers_to(row, row.game_id or 0, row.payload) or await self._moves(row, about))

    async def _moves(self, row: OutboxRow, about: SeatedGame | None) -> tuple[Button, ...]:
        """The most common moves of whoever is on turn, under the game's latest message."""
        # Whatever has changed the position since it was read is announced after this, and so is newer.
        if about is None or "waits" not in row.payload or "mirror" in row.payload or await self._newer(row):
            return ()
        try:
            now = await self.bot.table.present_of(about)
            return await self.bot.usual_moves(now)
        except (Refused, EngineError):
            return ()

    # --- pictures

    async def _pictures(self, row: OutboxRow, about: SeatedGame | None) -> tuple[Attachment, ...]:
        """Map, market, and the sheet if money or shares have changed; none if newer announcements are waiting."""
        if row.kind == telling.LEAGUE and row.payload.get("standings"):
            book = await self.bot.table.leagues.book(int(row.payload["league"]))
            return shown(await self.bot.drawers.draw([DrawingJob("standings", (sheet_of(book),))], row.target, _always))
        if row.kind not in PICTURED or about is None or "position" not in row.payload:
            return ()
        pace = await self._pace(row, about)
        called = row.payload.get("ping") or row.payload.get("turned")
        if pace == "request" or (pace == "turn" and not called):
            return ()
        # A move and those that orders added are one announcement.
        first = max(0, row.number - max(1, len(row.payload.get("moves", []))))
        done, events = await self.bot.table.past.actions(about.id, min(first, row.number - MOVES + 1), row.number)
        began = next((one for one in done if one.number == first), None)
        if began is None:
            return ()
        try:
            now = view((await self.bot.table.present_of(about)).game)
            before = view((await self.bot.table.present_of(about, began)).game)
        except Refused:
            return ()
        theme = table_setting(about.row, "theme")
        sketches = [
            DrawingJob("map", (now,), {"before": before, "wide": 1600, "theme": theme}),
            DrawingJob("market", (now,), {"before": before, "wide": 1400, "theme": theme}),
        ]
        if row.kind == "move":
            ran = await self._ran(about, done, events)
            sketches = [*(DrawingJob("runs", (now, company), {"theme": theme}) for company in ran), *sketches]
        if row.kind not in ("start", "copy") and holdings(now) != holdings(before):
            sketches.append(DrawingJob("sheet", (now,), {"theme": theme}))

        async def wanted() -> bool:
            return not await self._newer(row)

        return shown(await self.bot.drawers.draw(sketches, row.target, wanted))

    async def _ran(self, about: SeatedGame, done: list[ActionRow], events: dict[int, bytes]) -> list[str]:
        """The companies that ran in the turn a move belongs to, since a turn's moves share one message."""
        moves = [one for one in done if one.kind == MOVE][-MOVES:]
        turn = list(takewhile(lambda one: one.seat == moves[-1].seat, reversed(moves)))
        stories = await self.bot.table.past.stories(about.id, turn[::-1], events)
        ran = [event for story in stories.values() for event in story.events or () if event.kind == "ran"]
        return list(dict.fromkeys(str(event.data["company"]) for event in ran))[-DRAWN:]

    async def _pace(self, row: OutboxRow, about: SeatedGame) -> str:
        """How often to post pictures: a mirror has its own pace, and a player may want fewer."""
        if "mirror" in row.payload:
            return str(row.payload["mirror"])
        moves = row.payload.get("moves", [])
        mover = next((seat.user_id for seat in about.seats if moves and seat.seat == moves[0]["seat"]), 0)
        person = about.people.get(mover) or await self.bot.table.preferences.person(mover)
        wished = personal_setting(person, "pictures")
        return max(pictures_of(about.row), wished, key=PICTURES.index)

    async def _newer(self, row: OutboxRow) -> bool:
        async with self.bot.table.db.read() as session:
            found = select(func.count()).where(
                OutboxRow.target == row.target,
                OutboxRow.state == WAITING,
                col(OutboxRow.id) > (row.id or 0),
                col(OutboxRow.kind).in_(PICTURED),
                OutboxRow.game_id == row.game_id,
            )
            return bool((await session.exec(found)).one())


async def _always() -> bool:
    return True


def shown(drawn: Sequence[PictureFile]) -> tuple[Attachment, ...]:
    """Drawn pictures as a message's files."""
    return tuple(Attachment(one.name, one.data, one.alt) for one in drawn)


def holdings(found: View) -> tuple[Any, ...]:
    """Money and shares, to see whether they have changed."""
    players = [(seat.cash, [(one.company, one.units) for one in seat.shares], seat.privates) for seat in found.seats]
    return players, [(company.treasury, company.president, len(company.trains)) for company in found.companies]
