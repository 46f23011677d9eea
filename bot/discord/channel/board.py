"""A server's board: a pinned list of its open games, kept up to date."""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections.abc import AsyncIterator
from dataclasses import dataclass, field
from weakref import WeakValueDictionary

import discord

from bot.discord.channel.edits import Edits
from bot.discord.games.presses.lobby import JoinSeek
from bot.discord.kit.reply import DESCRIPTION, Button, Reply
from bot.discord.kit.retries import FAILURES, final
from bot.discord.kit.say import say, words
from bot.errors import Refused
from bot.store.league_rows import SeekRow
from bot.store.processes.shared import MESSAGE
from bot.table.ground.say import called, timestamp
from bot.table.play import telling
from bot.table.play.extras import Extras, OpenGame
from bot.table.table import Table
from engine.view import view
from engine.words import Words

log = logging.getLogger("stationmaster.board")
REST = 5.0
"""Seconds between two updates of the same board; only the latest state is shown."""
MOST_SEEKS = 5
"""The most wishes for games that it shows, each with a button."""
KEPT = 500
"""How many games' rounds are cached, by position."""


@dataclass
class Board:
    """Refreshes boards a little after a game has changed."""

    client: discord.Client
    table: Table
    extras: Extras
    edits: Edits
    _due: set[int] = field(default_factory=set)
    _jobs: set[asyncio.Task[None]] = field(default_factory=set)
    _locks: WeakValueDictionary[int, asyncio.Lock] = field(default_factory=WeakValueDictionary[int, asyncio.Lock])
    _places: dict[int, tuple[int, str]] = field(default_factory=dict)
    """The round of each game, with the position it was computed from."""

    async def refresh(self, guild: int) -> None:
        """Update the board after a game has changed, if the server has one."""
        if not guild or guild in self._due or not (await self.table.preferences.server(guild))["board_message"]:
            return
        self._due.add(guild)
        job = asyncio.create_task(self._later(guild))
        self._jobs.add(job)
        job.add_done_callback(self._jobs.discard)

    async def _later(self, guild: int) -> None:
        await asyncio.sleep(REST)
        self._due.discard(guild)
        try:
            await self.show(guild)
        except (Refused, *FAILURES) as e:
            log.warning("the board of server %d cannot be shown: %s", guild, type(e).__name__)
        except Exception as e:
            log.exception("the board of server %d cannot be shown: %s", guild, type(e).__name__)

    async def show(self, guild: int) -> None:
        """Bring a board up to date; one that somebody has deleted is posted anew.

        If its channel is gone or shut to the bot, whoever set it up is told once.
        """
        kept = await self.table.preferences.server(guild)
        channel, message = kept["board_channel"], kept["board_message"]
        if not message:
            return
        await self.edits.turn(channel, message)
        async with self._alone(guild):
            if (await self.table.preferences.server(guild))["board_message"] != message:
                # Another board was posted, or the board was removed.
                return
            try:
                reply = await self.reply(guild)
                if await self.edits.edit_if_there(channel, message, reply.contents) is None:
                    await self._sent(guild, channel, message, reply, pin=True)
            except discord.HTTPException as e:
                if not (why := final(e)):
                    raise
                owner = found.owner_id if (found := self.client.get_guild(guild)) else None
                await self.table.preferences.board_lost(guild, channel, owner or 0, gone=why == "gone")
            else:
                if kept["board_lost"]:
                    await self.table.preferences.set_server(guild, board_lost=0)

    @contextlib.asynccontextmanager
    async def _alone(self, guild: int) -> AsyncIterator[None]:
        """Hold the board's lock, within this process and across processes."""
        async with (
            self._locks.setdefault(guild, asyncio.Lock()),
            self.table.db.one_at_a_time(MESSAGE, f"board {guild}"),
        ):
            yield

    async def post(self, guild: int, channel: int, by: int, asked: int, *, pin: bool) -> None:
        """Post the board in a channel; the old one says where it is now. `by` is told if it is lost. `asked`: the
        number of the interaction.
        """
        async with self._alone(guild):
            before = await self.table.preferences.server(guild)
            await self._sent(guild, channel, asked, await self.reply(guild), pin=pin)
            await self.table.preferences.set_server(guild, board_by=by, board_lost=0)
            if before["board_message"]:
                await self._left(guild, before["board_channel"], before["board_message"], channel)

    async def _sent(self, guild: int, channel: int, cause: int, reply: Reply, *, pin: bool) -> None:
        """Post a board. `cause`: the interaction, or the message it replaces; the same cause posts one."""
        mark = telling.nonce("board", guild, channel, cause)
        sent = await self.client.get_partial_messageable(channel).send(nonce=mark, **reply.message())
        if pin:
            try:
                await sent.pin()
            except discord.HTTPException as e:
                log.info("the board of server %d is not pinned: %s", guild, e.code)
        await self.table.preferences.set_server(guild, board_channel=channel, board_message=sent.id)

    async def take_down(self, guild: int) -> bool:
        """Remove the board; returns whether there was one."""
        async with self._alone(guild):
            before = await self.table.preferences.server(guild)
            await self.table.preferences.set_server(guild, board_channel=0, board_message=0, board_by=0, board_lost=0)
        if not before["board_message"]:
            return False
        await self._left(guild, before["board_channel"], before["board_message"], 0)
        return True

    async def _left(self, guild: int, channel: int, message: int, to: int) -> None:
        with self.table.services.speaking_on(guild):
            told = Reply(say("moved" if to else "gone", group="board", channel=to))
        try:
            await self.edits.turn(channel, message)
            await self.edits.edit(channel, message, told.contents)
        except FAILURES as e:
            log.info("the old board of server %d stays as it is: %s", guild, type(e).__name__)

    async def reply(self, guild: int) -> Reply:
        """All open games of a server, in its language."""
        games, seeks = await self.extras.listed(guild), await self.table.seeking.listed(guild)
        self._places = dict(list(self._places.items())[-KEPT:])
        places = {one.row.id or 0: await self._place(one) for one in games}
        with self.table.services.speaking_on(guild):
            lines = [_seek(one) for one in seeks[:MOST_SEEKS]]
            room = DESCRIPTION - sum(len(line) + 1 for line in lines)
            buttons = tuple(
                Button(
                    say("button_seek", group="board", name=one.name, title=one.titles[0]), JoinSeek(seek=one.id or 0)
                )
                for one in seeks[:MOST_SEEKS]
            )
            for number, one in enumerate(games):
                line = _line(one, places[one.row.id or 0])
                if len(line) + 80 > room:
                    lines.append(say("more", group="board", number=len(games) - number))
                    break
                lines.append(line)
                room -= len(line) + 1
            rows = (buttons,) if buttons else ()
            return Reply("\n".join(lines or [say("none", group="board")]), say("title", group="board"), rows=rows)

    async def _place(self, game: OpenGame) -> str:
        """The round being played; unchanged games are not loaded."""
        number = game.row.id or 0
        if game.row.started_at is None:
            return ""
        known = self._places.get(number)
        if known is None or known[0] != game.row.position:
            try:
                now = await self.table.present(number)
            except Refused:
                return ""
            place = await self.table.services.work(lambda: Words(view(now.game)).short_round)
            self._places[number] = known = (game.row.position, place)
        return known[1]


def _seek(wish: SeekRow) -> str:
    """One wish for a game."""
    more = [say("seek_players", group="board", players=wish.players)] if wish.players else []
    more += [words()["choices"]["pace"][wish.pace]] if wish.pace else []
    more += [", ".join(wish.languages)] if wish.languages else []
    more += [say("seek_experienced", group="board")] if not wish.beginners else []
    until = timestamp(wish.until, "R")
    about = {"titles": list(wish.titles), "more": " · ".join([*more, wish.zone]), "until": until}
    return say("seek", group="board", name=wish.name, **about)


def _line(game: OpenGame, place: str) -> str:
    """One game: title, players, and who it is waiting for since when."""
    names = {seat.seat: seat.name for seat in game.seats}
    fields = {"game": called(game.row), "title": game.row.title, "channel": game.row.channel_id, "place": place}
    players = [seat.name for seat in game.seats] or [say("nobody")]
    if game.row.started_at is None:
        return say("gathering", group="board", **fields, players=players, taken=len(game.seats), places=game.row.places)
    waiting = [names.get(turn.seat, turn.seat) for turn in game.turns] or [say("nobody")]
    since = min((turn.since for turn in game.turns), default=game.row.created_at)
    return say("running", group="board", **fields, players=players, waiting=waiting, since=timestamp(since, "R"))
