"""The pinned message of each game, kept current: who sits there, how it stands, who must act."""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections.abc import Awaitable, Coroutine
from dataclasses import dataclass, field
from datetime import timedelta
from weakref import WeakValueDictionary

import discord
from sqlmodel import col, func, or_, select

from bot.discord.board import Board
from bot.discord.edits import Edits
from bot.discord.losses import Losses
from bot.discord.options import said_of, usual_of
from bot.discord.reply import Button, Reply
from bot.discord.say import say
from bot.discord.threads import Threads, bots_rights
from bot.discord.weather import FAILURES, UNKNOWN_MESSAGE, final
from bot.store import StoreTrouble
from bot.store.rows import FINISHED, GATHERING, RUNNING, STOPPED, GameRow, OutboxRow, SeatRow
from bot.store.shared import MESSAGE
from bot.table import telling
from bot.table.desk import setup_of
from bot.table.errors import Refused, Trouble
from bot.table.say import called
from bot.table.settings import may_be_copied
from bot.table.settling import RESULT
from bot.table.shelf import Shelf
from bot.table.table import Table
from engine.view import View, view
from engine.words import Words
from engine.words.buttons import capital

log = logging.getLogger("stationmaster.status")
REST = 2.0
"""Seconds between two changes of the same message: only the newest state is shown."""
LAST_CHANGES = 5.0
"""Seconds for messages that are out of date when the bot is told to stop."""
LONGEST = 60.0
"""Seconds after which a change that did not arrive is tried again, at the latest."""
ABREAST = 4
UNDONE = timedelta(minutes=5)
"""How long before a process was found dead its last announcements may have been that are not shown yet: the time until
it is found, and some for changes that Discord did not take at once. What was posted before that has been shown."""
JUST_ENDED = 50
"""So many messages are looked after at a time when the bot starts, and those of so many games that have ended."""
LEFT_WITHIN = 120.0
"""Seconds after which what another process has left counts as shown, though Discord has not taken all of it."""
TROUBLES = (Refused, StoreTrouble, *FAILURES)
MOST_PINS, LACKS_PERMISSION, EMPTY = 30003, 50013, 50006


@dataclass
class Pinned:
    """Refreshes messages a little after they have become out of date."""

    client: discord.Client
    table: Table
    shelf: Shelf
    edits: Edits
    threads: Threads
    losses: Losses
    board: Board
    _due: set[int] = field(default_factory=set)
    _locks: WeakValueDictionary[int, asyncio.Lock] = field(default_factory=WeakValueDictionary)
    _jobs: set[asyncio.Task[None]] = field(default_factory=set)
    _over: asyncio.Event = field(default_factory=asyncio.Event)
    _abreast: asyncio.Semaphore = field(default_factory=lambda: asyncio.Semaphore(ABREAST))

    def refresh(self, game: int) -> None:
        """Something has changed."""
        if game in self._due:
            return
        self._due.add(game)
        self._begun(self._later(game))

    def _begun(self, work: Coroutine[None, None, None]) -> None:
        job = asyncio.create_task(work)
        self._jobs.add(job)
        job.add_done_callback(self._jobs.discard)

    async def _later(self, game: int, *, unless_asleep: bool = False) -> None:
        pause = REST
        while True:
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(pause):
                    await self._over.wait()
            try:
                await self._turn(game)
                if not unless_asleep:
                    await self._shown(game)
                    return
                # After an outage there are many, and all have rested for as long.
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
            pause = min(2 * pause, LONGEST)

    async def all_anew(self) -> None:
        """After a start: what a bot that was killed could not show any more, first where something happened last."""
        async with self.table.db.read() as session:
            latest = select(OutboxRow.game_id, func.max(OutboxRow.id)).group_by(col(OutboxRow.game_id))
            last_said = dict(list(await session.exec(latest)))
            alive = select(GameRow.id).where(col(GameRow.status).in_((GATHERING, RUNNING)))
            ended = select(GameRow.id).where(col(GameRow.ended_at).is_not(None))
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
                # One game that cannot be shown keeps no other from being shown.
                log.exception("game %d: the status cannot be shown: %s", game, type(e).__name__)

        await asyncio.gather(*[one(game) for game in waiting])

    async def left_undone(self, ago: timedelta) -> None:
        """Another process was found dead some time ago: what it has said last may not be shown yet.

        It has been shown when this ends, except what Discord does not take, which is tried again.
        """
        since = self.table.clock() - UNDONE - ago
        async with self.table.db.read() as session:
            # What waited for long, while Discord was away, is shown after it is posted.
            late = or_(col(OutboxRow.created_at) > since, col(OutboxRow.sent_at) > since)
            said = select(OutboxRow.game_id).where(late).distinct()
            games = list(await session.exec(said))
        for game in games:
            if game is not None:
                self.refresh(game)
        if self._jobs:
            await asyncio.wait(set(self._jobs), timeout=LEFT_WITHIN)

    async def finish(self) -> None:
        """Bring all messages that are out of date up to date now."""
        self._over.set()
        if self._jobs:
            await asyncio.wait(self._jobs, timeout=LAST_CHANGES)

    async def show(self, game: int) -> bool:
        """Bring the message up to date, or post and pin it if it is not there; whether that was possible."""
        return await self._tried(game, self._turn(game)) and await self._tried(game, self._shown(game))

    async def moved(self, before: GameRow, to: int) -> None:
        """What was pinned where a game was played until now tells where it is played instead, and is pinned no more."""
        channel, message = before.channel_id, _message(before)
        if message and channel != to:
            with self.table.desk.speaking_on(before.guild_id):
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

    async def _turn(self, game: int) -> None:
        """Wait until the message may be changed. What changes meanwhile is shown too; what changes later is not."""
        try:
            row, _ = await self.shelf.game(game)
            if message := _message(row):
                await self.edits.turn(row.channel_id, message)
        finally:
            self._due.discard(game)

    async def _shown(self, game: int) -> None:
        # One after the other: two that find no message would post two.
        alone = self.table.db.one_at_a_time(MESSAGE, f"game {game}")
        async with self._locks.setdefault(game, asyncio.Lock()), alone:
            row, seats = await self.shelf.game(game)
            await self.board.refresh(row.guild_id)
            await self._put(row, await self.reply(row, seats))
            await self.losses.regained(game, row.place, telling.channel(row.channel_id))
            await self.threads.bring_in(row, seats)

    async def _shown_unless_asleep(self, game: int) -> None:
        row, _ = await self.shelf.game(game)
        if not await self.threads.is_to_sleep(row):
            await self._shown(game)

    async def _put(self, row: GameRow, reply: Reply) -> None:
        game, message, channel = row.id or 0, _message(row), row.channel_id
        unpinned = message and row.place.get("unpinned")
        shown = await self._edited(channel, message, reply) if message else None
        if shown is None:
            sent, shown = await self._sent(row, message, reply)
            message, unpinned = sent, True
            await self.shelf.put(game, status=message, status_in=channel, unpinned=True)
        if unpinned:
            # Without the permission to pin, or with too many pins, it is just a message; so it is where whoever brought
            # the game there may not pin.
            if not row.place.get("no_pin"):
                with contextlib.suppress(discord.Forbidden, discord.NotFound):
                    await self._pinned(channel, message)
            await self.shelf.put(game, unpinned=None)
        await self.losses.embeds(row, lacking=shown.title != reply.title)

    async def _sent(self, row: GameRow, before: int, reply: Reply) -> tuple[int, Reply]:
        """Post it; the number of the message, and in which form it is seen."""
        place, shown = self.client.get_partial_messageable(row.channel_id), self._fitting(row.channel_id, reply)
        nonce = telling.nonce("status", row.id or 0, row.channel_id, before)
        try:
            sent = await place.send(nonce=nonce, **shown.message())
        except discord.Forbidden as e:
            if e.code != LACKS_PERMISSION or not shown.title:
                raise
            shown = reply.plain()
            sent = await place.send(nonce=nonce, **shown.message())
        if not shown.shows(sent):
            # Discord left the embed out, or knew by its nonce a message that a bot which was killed could not note.
            shown = await self._edited(row.channel_id, sent.id, reply) or shown
        return sent.id, shown

    async def _edited(self, channel: int, message: int, reply: Reply) -> Reply | None:
        """Change it; in which form it is seen, or nothing: somebody has deleted it."""
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
        """As it can be seen there: where the bot may not embed links, Discord leaves embeds out."""
        rights = bots_rights(self.client.get_channel(channel))
        return reply if rights is None or rights.embed_links else reply.plain()

    async def _pinned(self, channel: int, message: int) -> None:
        found = self.client.get_partial_messageable(channel).get_partial_message(message)
        try:
            await self.threads.awake(channel, found.pin)
        except discord.HTTPException as e:
            if e.code != MOST_PINS:
                raise

    async def reply(self, row: GameRow, seats: list[SeatRow]) -> Reply:
        """How a game stands, for everybody, in the language of the server."""
        now = await self.table.present(row.id or 0) if row.started_at is not None else None
        with self.table.desk.speaking_on(row.guild_id):
            return gathering(row, seats) if now is None else standing(row, view(now.game))


def may_be_mended(error: BaseException) -> bool:
    """What is refused is refused again; what is out of order may be mended."""
    return not final(error) and (isinstance(error, Trouble) or not isinstance(error, Refused))


def _message(row: GameRow) -> int:
    """The message of a game in the channel where it is played now; 0: there is none yet."""
    return int(row.place.get("status") or 0) if row.place.get("status_in") == row.channel_id else 0


def gathering(row: GameRow, seats: list[SeatRow]) -> Reply:
    """A game that waits for players."""
    said, options = said_of(row), setup_of(row).options
    lines = [
        say("gathering", taken=len(seats), places=row.places, organiser=row.organiser_id),
        *(f"{number}. {seat.name}" for number, seat in enumerate(seats, 1)),
    ]
    unusual = said.unusual(options, usual_of(said.title))
    lines += [say("chosen", group="options", name=name, value=value) for name, value in unusual]
    lines += [] if unusual else [say("options_default")]
    heading = say("status_title", game=called(row), title=said.title.name)
    if row.status != GATHERING:
        return Reply("\n".join([say("called_off"), *lines]), heading)
    buttons = (
        Button(say("button_join"), "join", (row.id,), discord.ButtonStyle.success),
        Button(say("button_leave"), "leave", (row.id,)),
        Button(say("button_start"), "start", (row.id,), discord.ButtonStyle.primary),
        Button(say("button_robot"), "robot", (row.id, len(seats))),
        Button(say("button_settings"), "settings", (row.id,)),
    )
    return Reply("\n".join(lines), heading, rows=(buttons,))


def standing(row: GameRow, found: View) -> Reply:
    """A game that has begun."""
    words = Words(found)
    lines: list[str] = []
    if row.is_copy:
        lines.append(say("is_copy", game=row.copy_of))
    elif not may_be_copied(row):
        lines.append(say("no_copies"))
    if row.status == STOPPED:
        lines.append(say("settled" if row.settings.get(RESULT) else "stopped"))
    elif found.end is not None or row.status == FINISHED:
        lines.append(say("game_over"))
    else:
        lines += [words.decision(one) for one in found.decisions]
    lines.append(say("phase", phase=capital(words.phase(found.phase)), bank=words.money(found.bank)))
    ranked = sorted(found.seats, key=lambda seat: -(seat.worth or 0)) if found.end is not None else found.seats
    for seat in ranked:
        owned = [*(f"{one.company} {one.percent}%" for one in seat.shares), *seat.privates]
        cash = words.money(seat.cash) if seat.cash is not None else "–"
        worth = words.money(seat.worth) if seat.worth is not None else "–"
        mark = "▶" if seat.on_turn else "·"
        has = words.listed(owned) or say("none")
        lines.append(say("player_line", mark=mark, name=seat.name, cash=cash, worth=worth, owned=has))
    buttons = (
        Button(say("button_turn"), "turn", (row.id,), discord.ButtonStyle.primary),
        Button(say("button_map"), "look", (row.id, "map")),
        Button(say("button_market"), "look", (row.id, "market")),
        Button(say("button_sheet"), "look", (row.id, "sheet")),
    )
    return Reply("\n".join(lines), say("status_title", game=called(row), title=found.name), rows=(buttons,))
