"""The pinned message of each game, kept current: who sits there, how it stands, who must act."""

from __future__ import annotations

import asyncio
import contextlib
import logging
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import discord

from bot.discord.reply import Button, Reply
from bot.discord.say import say
from bot.store import StoreTrouble
from bot.store.rows import FINISHED, GATHERING, STOPPED, GameRow, SeatRow
from bot.table.errors import Refused
from engine.titles import title_named
from engine.view import View, view
from engine.words import Words

if TYPE_CHECKING:
    from bot.discord.client import Stationmaster

log = logging.getLogger("stationmaster.status")
REST = 2.0
"""Seconds between two changes of the same message: only the newest state is shown."""


@dataclass
class Pinned:
    """Refreshes messages a little after they have become out of date."""

    bot: Stationmaster
    _due: set[int] = field(default_factory=set)
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
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(REST):
                await self._over.wait()
        self._due.discard(game)
        await self.show(game)

    async def finish(self) -> None:
        """Bring all messages that are out of date up to date now."""
        self._over.set()
        if self._jobs:
            await asyncio.wait(self._jobs, timeout=5)

    async def show(self, game: int) -> bool:
        """Bring the message up to date, or post and pin it if it is not there; whether that was possible."""
        try:
            row, seats = await self.bot.shelf.game(game)
            reply = await self.reply(row, seats)
            await self._put(row, reply)
            if row.place.get("lost") == (lost := f"channel:{row.channel_id}"):
                await self.bot.shelf.regained(game, lost)
        except (Refused, StoreTrouble, discord.HTTPException, OSError) as e:
            log.warning("game %d: the status cannot be shown: %s", game, type(e).__name__)
            return False
        return True

    async def _put(self, row: GameRow, reply: Reply) -> None:
        place = self.bot.get_partial_messageable(row.channel_id)
        message = row.place.get("status")
        if message and row.place.get("status_in") == row.channel_id:
            with contextlib.suppress(discord.NotFound):
                await place.get_partial_message(int(message)).edit(**reply.contents())
                return
        sent = await place.send(**reply.message())
        await self.bot.shelf.put(row.id or 0, status=sent.id, status_in=row.channel_id, lost=None)
        # Without the permission to pin it is just a message.
        with contextlib.suppress(discord.Forbidden):
            await sent.pin()

    async def reply(self, row: GameRow, seats: list[SeatRow]) -> Reply:
        """How a game stands, for everybody."""
        if row.started_at is None:
            return gathering(row, seats)
        now = await self.bot.table.present(row.id or 0)
        return standing(row, view(now.game))


def gathering(row: GameRow, seats: list[SeatRow]) -> Reply:
    """A game that waits for players."""
    title = title_named(row.title)
    lines = [
        say("gathering", taken=len(seats), places=row.places, organiser=row.organiser_id),
        *(f"{number}. {seat.name}" for number, seat in enumerate(seats, 1)),
    ]
    chosen = [f"{name}: {value}" for name, value in row.options.items() if value != default_of(row.title, name)]
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


def default_of(title: str, option: str) -> str:
    """What an option is if nobody chooses it."""
    return next((one.values[0] for one in title_named(title).options if one.name == option), "")


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
