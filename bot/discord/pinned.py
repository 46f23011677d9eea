"""The pinned message of each game, kept current: who sits there, how it stands, who must act."""

from __future__ import annotations

import asyncio
import contextlib
import logging
from dataclasses import dataclass, field
from typing import TYPE_CHECKING
from weakref import WeakValueDictionary

import discord
from sqlmodel import col, func, select

from bot.discord.asked import UNKNOWN_MESSAGE
from bot.discord.reply import Button, Reply
from bot.discord.say import say
from bot.discord.weather import FAILURES, final
from bot.store.rows import FINISHED, GATHERING, RUNNING, STOPPED, GameRow, OutboxRow, SeatRow
from bot.table import telling
from bot.table.desk import setup_of
from bot.table.errors import Refused
from engine.overlay import RULEBOOK, RULES
from engine.titles import title_for
from engine.view import View, view
from engine.words import Words

if TYPE_CHECKING:
    from bot.discord.client import Stationmaster

log = logging.getLogger("stationmaster.status")
REST = 2.0
"""Seconds between two changes of the same message: only the newest state is shown."""
LAST_CHANGES = 5.0
"""Seconds for messages that are out of date when the bot is told to stop."""
LONGEST = 60.0
"""Seconds after which a change that did not arrive is tried again, at the latest."""
ABREAST = 4
JUST_ENDED = 50
"""So many messages are looked after at a time when the bot starts, and those of so many games that have ended."""
MOST_PINS = 30003


@dataclass
class Pinned:
    """Refreshes messages a little after they have become out of date."""

    bot: Stationmaster
    _due: set[int] = field(default_factory=set)
    _locks: WeakValueDictionary[int, asyncio.Lock] = field(default_factory=WeakValueDictionary)
    _jobs: set[asyncio.Task[None]] = field(default_factory=set)
    _over: asyncio.Event = field(default_factory=asyncio.Event)

    def refresh(self, game: int) -> None:
        """Something has changed."""
        if game in self._due:
            return
        self._due.add(game)
        job = asyncio.create_task(self._later(game))
        self._jobs.add(job)
        job.add_done_callback(self._jobs.discard)

    async def _later(self, game: int) -> None:
        pause = REST
        while True:
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(pause):
                    await self._over.wait()
            self._due.discard(game)
            try:
                await self._shown(game)
                return
            except (Refused, *FAILURES) as e:
                log.warning("game %d: the status cannot be shown: %s", game, type(e).__name__)
                # What is refused is refused again; what is out of order may be mended.
                if self._over.is_set() or isinstance(e, Refused) or final(e) or game in self._due:
                    return
            pause = min(2 * pause, LONGEST)

    async def all_anew(self) -> None:
        """After a start: what a bot that was killed could not show any more, first where something happened last."""
        async with self.bot.table.db.read() as session:
            latest = select(OutboxRow.game_id, func.max(OutboxRow.id)).group_by(col(OutboxRow.game_id))
            last_said = dict(list(await session.exec(latest)))
            alive = select(GameRow.id).where(col(GameRow.status).in_((GATHERING, RUNNING)))
            ended = select(GameRow.id).where(col(GameRow.ended_at).is_not(None))
            games = [*await session.exec(alive)]
            games += await session.exec(ended.order_by(col(GameRow.ended_at).desc()).limit(JUST_ENDED))
        waiting = sorted((game for game in games if game is not None), key=lambda game: -(last_said.get(game) or 0))
        abreast = asyncio.Semaphore(ABREAST)

        async def one(game: int) -> None:
            async with abreast:
                if not self._over.is_set():
                    await self.show(game)

        await asyncio.gather(*[one(game) for game in waiting])

    async def finish(self) -> None:
        """Bring all messages that are out of date up to date now."""
        self._over.set()
        if self._jobs:
            await asyncio.wait(self._jobs, timeout=LAST_CHANGES)

    async def show(self, game: int) -> bool:
        """Bring the message up to date, or post and pin it if it is not there; whether that was possible."""
        try:
            await self._shown(game)
        except (Refused, *FAILURES) as e:
            log.warning("game %d: the status cannot be shown: %s", game, type(e).__name__)
            return False
        return True

    async def _shown(self, game: int) -> None:
        # One after the other: two that find no message would post two.
        async with self._locks.setdefault(game, asyncio.Lock()):
            row, seats = await self.bot.shelf.game(game)
            await self._put(row, await self.reply(row, seats))
            await self.bot.losses.regained(game, row.place, telling.channel(row.channel_id))

    async def _put(self, row: GameRow, reply: Reply) -> None:
        place, game = self.bot.get_partial_messageable(row.channel_id), row.id or 0
        message = int(row.place.get("status") or 0) if row.place.get("status_in") == row.channel_id else 0
        unpinned = message and row.place.get("unpinned")
        if not message or not await self._edited(place, message, reply):
            nonce = telling.nonce("status", game, row.channel_id, message)
            sent = await place.send(nonce=nonce, **reply.message())
            message, unpinned = sent.id, True
            await self.bot.shelf.put(game, status=message, status_in=row.channel_id, unpinned=True)
            if sent.embeds and sent.embeds[0].description != reply.text:
                # One that a bot which was killed could not note any more: Discord has known it by its nonce.
                await self._edited(place, message, reply)
        if unpinned:
            # Without the permission to pin, or with too many pins, it is just a message; so it is where whoever brought
            # the game there may not pin.
            if not row.place.get("no_pin"):
                with contextlib.suppress(discord.Forbidden, discord.NotFound):
                    await self._pinned(place, message)
            await self.bot.shelf.put(game, unpinned=None)

    async def _edited(self, place: discord.PartialMessageable, message: int, reply: Reply) -> bool:
        """Change it; False: somebody has deleted it."""
        try:
            await place.get_partial_message(message).edit(**reply.contents())
        except discord.NotFound as e:
            if e.code != UNKNOWN_MESSAGE:
                raise
            return False
        return True

    async def _pinned(self, place: discord.PartialMessageable, message: int) -> None:
        try:
            await place.get_partial_message(message).pin()
        except discord.HTTPException as e:
            if e.code != MOST_PINS:
                raise

    async def reply(self, row: GameRow, seats: list[SeatRow]) -> Reply:
        """How a game stands, for everybody."""
        if row.started_at is None:
            return gathering(row, seats)
        now = await self.bot.table.present(row.id or 0)
        return standing(row, view(now.game))


def gathering(row: GameRow, seats: list[SeatRow]) -> Reply:
    """A game that waits for players."""
    options = setup_of(row).options
    title = title_for(row.title, options)
    usual = {**title.chosen({}), RULES.name: RULEBOOK}
    lines = [
        say("gathering", taken=len(seats), places=row.places, organiser=row.organiser_id),
        *(f"{number}. {seat.name}" for number, seat in enumerate(seats, 1)),
    ]
    chosen = [f"{name}: {value}" for name, value in options.items() if value != usual.get(name)]
    lines.append(say("options_chosen", options=", ".join(chosen)) if chosen else say("options_default"))
    heading = say("status_title", game=row.id, title=title.name)
    if row.status != GATHERING:
        return Reply("\n".join([say("called_off"), *lines]), heading)
    buttons = (
        Button(say("button_join"), "join", (row.id,), discord.ButtonStyle.success),
        Button(say("button_leave"), "leave", (row.id,)),
        Button(say("button_start"), "start", (row.id,), discord.ButtonStyle.primary),
        Button(say("button_robot"), "robot", (row.id,)),
    )
    return Reply("\n".join(lines), heading, rows=(buttons,))


def standing(row: GameRow, found: View) -> Reply:
    """A game that has begun."""
    words = Words(found)
    lines: list[str] = []
    if row.status == STOPPED:
        lines.append(say("stopped"))
    elif found.end is not None or row.status == FINISHED:
        lines.append(say("game_over"))
    else:
        lines += [words.decision(one) for one in found.decisions]
    lines.append(say("phase", phase=found.phase, bank=words.money(found.bank)))
    ranked = sorted(found.seats, key=lambda seat: -(seat.worth or 0)) if found.end is not None else found.seats
    for seat in ranked:
        owned = [*(f"{one.company} {one.percent}%" for one in seat.shares), *seat.privates]
        cash = words.money(seat.cash) if seat.cash is not None else "–"
        worth = words.money(seat.worth) if seat.worth is not None else "–"
        mark = "▶" if seat.on_turn else "·"
        lines.append(
            say("player_line", mark=mark, name=seat.name, cash=cash, worth=worth, owned=", ".join(owned) or say("none"))
        )
    buttons = (
        Button(say("button_turn"), "turn", (row.id,), discord.ButtonStyle.primary),
        Button(say("button_map"), "look", (row.id, "map")),
        Button(say("button_market"), "look", (row.id, "market")),
        Button(say("button_sheet"), "look", (row.id, "sheet")),
    )
    return Reply("\n".join(lines), say("status_title", game=row.id, title=found.name), rows=(buttons,))
