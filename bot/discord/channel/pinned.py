"""Each game's pinned message, kept up to date: players, position, whose turn it is."""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections.abc import Awaitable, Coroutine, Mapping
from dataclasses import dataclass, field, replace
from datetime import timedelta
from weakref import WeakValueDictionary

import discord
from sqlmodel import col, func, or_, select

from bot.discord.channel.board import Board
from bot.discord.channel.edits import Edits
from bot.discord.channel.losses import Losses
from bot.discord.channel.threads import Threads, bots_rights
from bot.discord.channel.tidying import Tidying
from bot.discord.games.options import said_of, usual_of
from bot.discord.games.presses.lobby import (
    AddRobot,
    Join,
    Leave,
    ShowSettings,
    Start,
)
from bot.discord.games.presses.looks import Describe
from bot.discord.games.presses.moves import Look, Turn
from bot.discord.games.times import habit_said, time_lines
from bot.discord.kit.command import choices
from bot.discord.kit.reply import Button, Pick, Reply, Select
from bot.discord.kit.retries import FAILURES, UNKNOWN_MESSAGE, final
from bot.discord.kit.say import say
from bot.errors import Refused, Trouble
from bot.store import StoreTrouble
from bot.store.processes.shared import MESSAGE
from bot.store.rows import FINISHED, GATHERING, RUNNING, STOPPED, GameRow, OutboxRow, SeatRow
from bot.table.clock.habits import Habit, Used
from bot.table.clock.standing import standing_of
from bot.table.ground.say import called
from bot.table.ground.services import SeatedGame, setup_of
from bot.table.ground.settings import may_be_copied
from bot.table.play import telling
from bot.table.play.extras import Extras
from bot.table.seats.robots import KINDS
from bot.table.seats.settling import RESULT
from bot.table.table import Table
from engine.view import View, view
from engine.words import Words
from engine.words.buttons import capital

log = logging.getLogger("stationmaster.status")
REST = 2.0
"""Seconds between two updates of the same message; only the latest state is shown."""
LAST_CHANGES = 1.5
"""Seconds for outdated messages when the bot is told to stop."""
LONGEST = 60.0
"""The longest pause, in seconds, before a failed update is tried again."""
ABREAST = 4
UNDONE = timedelta(minutes=5)
"""How far back to look for announcements of a dead process that are not shown yet: the time until its death is noticed,
plus some for retries. Anything posted earlier has been shown.
"""
JUST_ENDED = 50
"""How many messages are updated at a time at the start, and of how many finished games."""
LEFT_WITHIN = 120.0
"""Seconds after which another process's unfinished updates count as shown, even if Discord rejected some."""
TROUBLES = (Refused, StoreTrouble, *FAILURES)
MOST_PINS, LACKS_PERMISSION, EMPTY = 30003, 50013, 50006


@dataclass
class Pinned:
    """Updates messages shortly after they have become outdated."""

    client: discord.Client
    table: Table
    extras: Extras
    edits: Edits
    threads: Threads
    losses: Losses
    board: Board
    tidying: Tidying
    _due: set[int] = field(default_factory=set)
    _locks: WeakValueDictionary[int, asyncio.Lock] = field(default_factory=WeakValueDictionary)
    _jobs: set[asyncio.Task[None]] = field(default_factory=set)
    _over: asyncio.Event = field(default_factory=asyncio.Event)
    _abreast: asyncio.Semaphore = field(default_factory=lambda: asyncio.Semaphore(ABREAST))

    def refresh(self, game: int, known: GameRow | None = None) -> None:
        """Schedule an update. `known`: its row, if it has just been read."""
        if game in self._due:
            return
        self._due.add(game)
        self._begun(self._later(game, known))

    def _begun(self, work: Coroutine[None, None, None]) -> None:
        job = asyncio.create_task(work)
        self._jobs.add(job)
        job.add_done_callback(self._jobs.discard)

    async def _later(self, game: int, known: GameRow | None = None, *, unless_asleep: bool = False) -> None:
        pause = REST
        while True:
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(pause):
                    await self._over.wait()
            try:
                await self._turn(game, known)
                if not unless_asleep:
                    await self._update(game)
                    return
                # After an outage there are many, all due at once.
                async with self._abreast:
                    await self._shown_unless_asleep(game)
                return
            except TROUBLES as e:
                log.warning("game %d: the status cannot be shown: %s", game, type(e).__name__)
                if self._over.is_set() or not may_be_mended(e) or game in self._due:
                    return
            except Exception as e:
                log.exception("game %d: the status cannot be shown: %s", game, type(e).__name__)
                return
            known, pause = None, min(2 * pause, LONGEST)

    async def update_all(self) -> None:
        """At the start, update what a killed bot could not, most recent games first."""
        async with self.table.db.read() as session:
            latest = select(OutboxRow.game_id, func.max(OutboxRow.id)).group_by(col(OutboxRow.game_id))
            last_said = dict(list(await session.exec(latest)))
            shown = select(GameRow.id).where(col(GameRow.lesson) == "")  # A lesson has no place of its own.
            alive = shown.where(col(GameRow.status).in_((GATHERING, RUNNING)))
            ended = shown.where(col(GameRow.ended_at).is_not(None))
            games = [*await session.exec(alive)]
            games += await session.exec(ended.order_by(col(GameRow.ended_at).desc()).limit(JUST_ENDED))
        waiting = sorted((game for game in games if game is not None), key=lambda game: -(last_said.get(game) or 0))

        async def one(game: int) -> None:
            try:
                await self._turn(game)
                async with self._abreast:
                    if not self._over.is_set():
                        await self._shown_unless_asleep(game)
            except TROUBLES as e:
                log.warning("game %d: the status cannot be shown: %s", game, type(e).__name__)
                if may_be_mended(e) and not self._over.is_set():
                    self._begun(self._later(game, unless_asleep=True))
            except Exception as e:
                # A game that cannot be shown does not hold up the others.
                log.exception("game %d: the status cannot be shown: %s", game, type(e).__name__)

        await asyncio.gather(*[one(game) for game in waiting])

    async def left_undone(self, ago: timedelta) -> None:
        """Show what a dead process may have left undone. At the end everything has been shown, except what Discord
        rejected, which is tried again.
        """
        since = self.table.clock() - UNDONE - ago
        async with self.table.db.read() as session:
            # Whatever waited while Discord was unreachable is shown after it has been posted.
            late = or_(col(OutboxRow.created_at) > since, col(OutboxRow.sent_at) > since)
            said = select(OutboxRow.game_id).where(late).distinct()
            games = list(await session.exec(said))
        for game in games:
            if game is not None:
                self.refresh(game)
        if self._jobs:
            await asyncio.wait(set(self._jobs), timeout=LEFT_WITHIN)

    async def finish(self) -> None:
        """Update all outdated messages now."""
        self._over.set()
        if self._jobs:
            await asyncio.wait(self._jobs, timeout=LAST_CHANGES)

    async def show(self, game: int) -> bool:
        """Update the message, or post and pin it if it does not exist; returns whether that was possible."""
        return await self._tried(game, self._turn(game)) and await self._tried(game, self._update(game))

    async def moved(self, before: GameRow, to: int) -> None:
        """Unpin a moved game's old message and make it say where the game is now."""
        channel, message = before.channel_id, _message(before)
        if message and channel != to:
            with self.table.services.speaking_on(before.guild_id):
                told = Reply(say("moved_away", game=before.id, channel=to))
            await self._tried(before.id or 0, self._left(channel, message, told))

    async def _left(self, channel: int, message: int, told: Reply) -> None:
        await self.edits.turn(channel, message)
        if await self._edited(channel, message, told) is not None:
            found = self.client.get_partial_messageable(channel).get_partial_message(message)
            await self.threads.awake(channel, found.unpin)

    async def _tried(self, game: int, job: Awaitable[None]) -> bool:
        try:
            await job
        except TROUBLES as e:
            log.warning("game %d: the status cannot be shown: %s", game, type(e).__name__)
            return False
        return True

    async def _turn(self, game: int, known: GameRow | None = None) -> None:
        """Wait until the message may be edited. Changes made in the meantime are shown too; later ones are not."""
        try:
            row = known or (await self.table.seated(game)).row
            if message := _message(row):
                await self.edits.turn(row.channel_id, message)
        finally:
            self._due.discard(game)

    async def _update(self, game: int) -> None:
        # One at a time: otherwise two that find no message would both post one.
        alone = self.table.db.one_at_a_time(MESSAGE, f"game {game}")
        async with self._locks.setdefault(game, asyncio.Lock()), alone:
            now = await standing_of(self.table.services, game)
            seated, row = now.seated, now.seated.row
            if now.has_board:
                await self.board.refresh(row.guild_id)
            await self._put(row, await self.reply(seated, now.used))
            await self.losses.regained(game, row.place, telling.channel(row.channel_id))
            await self.threads.bring_in(row, seated.seats)
            with self.table.services.speaking_on(row.guild_id):
                await self.threads.label(row)
            over = row.status not in (GATHERING, RUNNING)
            more = (now.untidy or over) and await self.tidying.tidy(row)
            if more and over and not self._over.is_set():
                # Nothing else will be posted about it.
                self.refresh(game)

    async def _shown_unless_asleep(self, game: int) -> None:
        row = (await self.table.seated(game)).row
        if not await self.threads.stays_archived(row):
            await self._update(game)

    async def _put(self, row: GameRow, reply: Reply) -> None:
        game, message, channel = row.id or 0, _message(row), row.channel_id
        unpinned = message and row.place.get("unpinned")
        shown = await self._edited(channel, message, reply) if message else None
        if shown is None:
            sent, shown = await self._sent(row, reply)
            message, unpinned = sent, True
            await self.extras.put(game, status=message, status_in=channel, unpinned=True)
        if unpinned:
            # Without the permission to pin, or with too many pins, it stays unpinned; so it does if whoever moved
            # the game there may not pin.
            if not row.place.get("no_pin"):
                with contextlib.suppress(discord.Forbidden, discord.NotFound):
                    await self._pinned(channel, message)
            await self.extras.put(game, unpinned=None)
        await self.losses.embeds(row, lacking=shown.title != reply.title)

    async def _sent(self, row: GameRow, reply: Reply) -> tuple[int, Reply]:
        """Post it; returns the message's id, and the form in which it is visible."""
        place, shown = self.client.get_partial_messageable(row.channel_id), self._fitting(row.channel_id, reply)
        # The message before it, in whatever channel: otherwise a game that comes back would get its old message.
        nonce = telling.nonce("status", row.id or 0, row.channel_id, row.place.get("status") or 0)
        try:
            sent = await place.send(nonce=nonce, **shown.message())
        except discord.Forbidden as e:
            if e.code != LACKS_PERMISSION or not shown.title:
                raise
            shown = reply.plain()
            sent = await place.send(nonce=nonce, **shown.message())
        if not shown.shows(sent):
            # Discord left the embed out, or recognised by its nonce a message a killed bot had posted.
            shown = await self._edited(row.channel_id, sent.id, reply) or shown
        return sent.id, shown

    async def _edited(self, channel: int, message: int, reply: Reply) -> Reply | None:
        """Edit it; returns the form in which it is visible, or None if it has been deleted."""
        shown = self._fitting(channel, reply)
        try:
            try:
                edited = await self.edits.edit(channel, message, shown.contents)
            except discord.HTTPException as e:
                if e.code not in (LACKS_PERMISSION, EMPTY) or not shown.title:
                    raise
                edited = None
            if edited is None or (shown.title and not edited.embeds):
                shown = reply.plain()
                await self.edits.edit(channel, message, shown.contents)
        except discord.NotFound as e:
            if e.code != UNKNOWN_MESSAGE:
                raise
            return None
        return shown

    def _fitting(self, channel: int, reply: Reply) -> Reply:
        """The form that is visible there: without Embed Links, Discord leaves embeds out."""
        rights = bots_rights(self.client.get_channel(channel))
        return reply if rights is None or rights.embed_links else reply.plain()

    async def _pinned(self, channel: int, message: int) -> None:
        found = self.client.get_partial_messageable(channel).get_partial_message(message)
        try:
            await self.threads.awake(channel, found.pin)
        except discord.HTTPException as e:
            if e.code != MOST_PINS:
                raise

    async def reply(self, seated: SeatedGame, used: list[Used] | None = None) -> Reply:
        """A game's public status, in the server's language. `used`: the time everybody has used, if that is known."""
        now = await self.table.present_of(seated) if seated.row.started_at is not None else None
        with self.table.services.speaking_on(seated.row.guild_id):
            if now is None:
                people = {seat.user_id for seat in seated.seats if seat.has_person}
                return gathering(seated.row, seated.seats, await self.table.habits.public(people))
            found = standing(now.row, view(now.game))
            times = await time_lines(self.table, now.row, now.seats, used)
            return replace(found, text="\n".join([found.text, *times]))


def may_be_mended(error: BaseException) -> bool:
    """Can another attempt succeed? A refusal stays a refusal; an outage may pass."""
    return not final(error) and (isinstance(error, Trouble) or not isinstance(error, Refused))


def _message(row: GameRow) -> int:
    """The id of a game's message in its current channel; 0 if there is none yet."""
    return int(row.place.get("status") or 0) if row.place.get("status_in") == row.channel_id else 0


def gathering(row: GameRow, seats: list[SeatRow], habits: Mapping[int, Habit]) -> Reply:
    """A game that is gathering players, with how those play who let others see it."""
    said, options = said_of(row), setup_of(row).options
    lines = [
        say("gathering", taken=len(seats), places=row.places, organiser=row.organiser_id),
        *(
            f"{number}. {seat.name}" + (f" · {habit_said(habit)}" if (habit := habits.get(seat.user_id)) else "")
            for number, seat in enumerate(seats, 1)
        ),
    ]
    unusual = said.unusual(options, usual_of(said.title))
    lines += [say("chosen", group="options", name=name, value=value) for name, value in unusual]
    lines += [] if unusual else [say("options_default")]
    heading = say("status_title", game=called(row), title=said.title.name)
    if row.status != GATHERING:
        return Reply("\n".join([say("called_off"), *lines]), heading)
    game = row.id or 0
    buttons = (
        Button(say("button_join"), Join(game=game), discord.ButtonStyle.success),
        Button(say("button_leave"), Leave(game=game)),
        Button(say("button_start"), Start(game=game), discord.ButtonStyle.primary),
        Button(say("button_settings"), ShowSettings(game=game)),
    )
    robots = tuple(
        Pick(label(), AddRobot(game=game, taken=len(seats), kind=kind)) for label, kind in choices("robots", KINDS)
    )
    return Reply("\n".join(lines), heading, rows=(buttons, Select(say("choose_robot"), robots)))


def standing(row: GameRow, shown: View) -> Reply:
    """A game that has begun."""
    words = Words(shown)
    lines: list[str] = []
    if row.is_copy:
        lines.append(say("is_copy", game=row.copy_of))
    elif not may_be_copied(row):
        lines.append(say("no_copies"))
    if row.status == STOPPED:
        lines.append(say("settled" if row.settings.get(RESULT) else "stopped"))
    elif shown.end is not None or row.status == FINISHED:
        lines.append(say("game_over"))
    else:
        lines += [words.decision(one) for one in shown.decisions]
    bank = "overdrawn" if shown.bank < 0 else "phase"
    lines.append(say(bank, phase=capital(words.phase(shown.phase)), bank=words.money(abs(shown.bank))))
    ranked = sorted(shown.seats, key=lambda seat: -(seat.worth or 0)) if shown.end is not None else shown.seats
    for seat in ranked:
        owned = [*(f"{one.company} {one.percent}%" for one in seat.shares), *seat.privates]
        cash = words.money(seat.cash) if seat.cash is not None else "–"
        worth = words.money(seat.worth) if seat.worth is not None else "–"
        mark = "▶" if seat.on_turn else "·"
        has = words.listed(owned) or say("owns_nothing")
        lines.append(say("player_line", mark=mark, name=seat.name, cash=cash, worth=worth, owned=has))
    buttons = (
        Button(say("button_turn"), Turn(game=row.id or 0), discord.ButtonStyle.primary),
        Button(say("button_map"), Look(game=row.id or 0, what="map")),
        Button(say("button_market"), Look(game=row.id or 0, what="market")),
        Button(say("button_sheet"), Look(game=row.id or 0, what="sheet")),
        Button(say("button", group="describe"), Describe(game=row.id or 0, what="", about="")),
    )
    return Reply("\n".join(lines), say("status_title", game=called(row), title=shown.name), rows=(buttons,))
