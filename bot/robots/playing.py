"""Robots at the table: notice their turn, wait a moment, and move like anybody else, through `Table.act`."""

from __future__ import annotations

import asyncio
import contextlib
import logging
from dataclasses import dataclass, field
from secrets import token_hex
from typing import Any

from bot.errors import Refused, Stale
from bot.robots.choosing import NEUTRAL
from bot.robots.thinking import Thinker
from bot.store import StoreTrouble
from bot.store.processes.shared import leading
from bot.store.rows import SeatRow
from bot.table.ground.services import Present
from bot.table.table import Table
from engine import Act

log = logging.getLogger("stationmaster.robots")
LOOK = 1.0
"""Seconds between looking for waiting games, if nothing has woken the robots."""
MOST_MOVES = 12
"""The most moves in one game before other games get their turn."""
TRIES = 3
"""How many moves the table may refuse before the robot pauses."""
REST = 60.0
ABREAST = 4


@dataclass
class Robots:
    """Plays all robots' seats. Waiting games are read from the database, so a restart forgets nothing."""

    table: Table
    thinker: Thinker
    pause: float = 1.5
    """Seconds before a robot's turn, so that people can follow; its further moves come faster."""
    salt: str = field(default_factory=lambda: token_hex(16))
    """A secret part of the robots' seeds: the game's own seed is in its file, which players may have."""
    _wake: asyncio.Event = field(default_factory=asyncio.Event)
    _busy: dict[int, asyncio.Task[None]] = field(default_factory=dict)
    _resting: dict[int, float] = field(default_factory=dict)
    _order: dict[int, int] = field(default_factory=dict)
    """When a waiting game was last played, so that those waiting longest come first."""
    _count: int = 0
    _blind: bool = False
    """Could the games not be read the last time? That is logged once."""
    _in_hand: set[asyncio.Task[Any]] = field(default_factory=set)
    """Moves the table is making now."""

    def wake(self) -> None:
        """Somebody has moved."""
        self._wake.set()

    async def run(self) -> None:
        """Run until cancelled; an unfinished move is completed first."""
        try:
            while True:
                self._wake.clear()
                await self.look()
                await self._rest()
        finally:
            await self.stop()

    async def stop(self) -> None:
        """Complete moves being made and make no more; moves still being chosen are dropped."""
        for task in self._busy.values():
            task.cancel()
        await asyncio.gather(*self._busy.values(), *self._in_hand, return_exceptions=True)

    async def _rest(self) -> None:
        # Not `wait_for`: in Python 3.11 it loses a cancellation if it is woken at the same moment.
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(LOOK):
                await self._wake.wait()

    async def look(self) -> int:
        """Start playing in games waiting for robots, as far as capacity allows; returns how many are waiting."""
        if not self.table.db.leads:
            return 0
        with leading():
            return await self._look()

    async def _look(self) -> int:
        try:
            waiting = await self.table.robots.waiting()
        except StoreTrouble as e:
            if not self._blind:
                log.error("robots cannot see the games: %s", e)
            self._blind = True
            return 0
        self._blind = False
        now = asyncio.get_running_loop().time()
        self._resting = {game: until for game, until in self._resting.items() if until > now}
        self._order = {game: self._order.get(game, 0) for game in waiting}
        for game in sorted(waiting, key=self._order.__getitem__):
            if len(self._busy) < ABREAST and game not in self._busy and game not in self._resting:
                self._count += 1
                self._order[game] = self._count
                self._busy[game] = asyncio.create_task(self._play(game))
        return len(waiting)

    async def drain(self) -> None:
        """Play until no game is waiting for a robot that can move."""
        while await self.look() and self._busy:
            await asyncio.gather(*self._busy.values())

    # --- one game

    async def _play(self, game_id: int) -> None:
        try:
            if not await self._moves(game_id):
                self._resting[game_id] = asyncio.get_running_loop().time() + REST
        except (Refused, StoreTrouble) as e:
            log.error("game %d: robots cannot continue: %s", game_id, e)
            self._resting[game_id] = asyncio.get_running_loop().time() + REST
        except Exception as e:
            log.exception("game %d: robots cannot continue: %s", game_id, type(e).__name__)
            self._resting[game_id] = asyncio.get_running_loop().time() + REST
        finally:
            self._busy.pop(game_id, None)
            self.wake()

    async def _moves(self, game_id: int) -> bool:
        """Make a few moves; False if the table refuses all of them."""
        mover, question, refused = "", -1, 0
        for _ in range(MOST_MOVES):
            now = await self.table.present(game_id)
            seat = _next_robot(now)
            if seat is None or not self.table.db.leads:
                return True
            # Robots' answers to a simultaneous question need no pauses between them.
            if question != now.decision:
                await asyncio.sleep(self.pause / 4 if mover == seat else self.pause)
            mover, question = seat, now.decision
            # Somebody may have moved meanwhile; then the chosen move is discarded and chosen anew.
            if await self._move(game_id, now, seat, hasty=refused > 0):
                refused = 0
                continue
            refused += 1
            if refused == TRIES:
                log.error("game %d: the table refuses every move of the robot at %s", game_id, seat)
                return False
        return True

    async def _move(self, game_id: int, now: Present, seat: str, *, hasty: bool) -> bool:
        """Choose and make a move; False if the table refuses. After a refusal the robot plays safe."""
        row = next(one for one in now.seats if one.seat == seat)
        kind = NEUTRAL if hasty else row.robot or row.meanwhile
        seed = f"{self.salt}/{now.row.id}/{now.row.last}"
        act = await self.thinker.think(now.game, seat, kind, seed)
        if act is None:
            log.error("game %d: the robot at %s finds no move", game_id, seat)
            return False
        moving = asyncio.create_task(self._made(game_id, row, now, act))
        self._in_hand.add(moving)
        moving.add_done_callback(self._in_hand.discard)
        try:
            await asyncio.shield(moving)
        except Stale:
            return True
        except Refused as e:
            log.warning("game %d: %s of the robot at %s is refused: %s", game_id, act.verb, seat, e)
            return False
        return True

    async def _made(self, game_id: int, row: SeatRow, now: Present, act: Act) -> None:
        if not row.robot:
            await self.table.clocks.act_late(game_id, row.seat, act, now.row.last)
            return
        given = (game_id, row.user_id, row.seat, act.verb, dict(act.args), now.answered_by(act), now.epoch)
        await self.table.act(*given, seen=now.row.last)


def _next_robot(now: Present) -> str | None:
    """A robot's seat that must decide something, unless the game pauses."""
    if now.row.settings.get("paused"):
        return None
    robots = {one.seat for one in now.seats if one.robot or one.meanwhile}
    return next((one.seat for one in now.game.decisions() if one.seat in robots), None)
