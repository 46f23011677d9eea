"""Seats whose bank of time runs low or is empty: their owners are warned, and then what the table chose happens."""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Callable, Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from sqlmodel import col, select
from sqlmodel.ext.asyncio.session import AsyncSession

from bot.errors import Refused
from bot.store import StoreTrouble
from bot.store.due import come
from bot.store.rows import RUNNING, BankRow, GameRow
from bot.table.ground.banks import LOOKS_AHEAD
from bot.table.ground.clocks import person_to_ping
from bot.table.ground.counting import TOLD_ALL, WARNINGS, Banks, bank_of, beat, thinking
from bot.table.ground.say import say, timestamp
from bot.table.ground.services import BegunGame, LoadedGame, Services
from bot.table.ground.settings import clock_of, table_setting
from bot.table.ground.wishes import who_would_take
from bot.table.play import telling
from bot.table.play.troubles import answers
from bot.table.seats.rearming import count_of_game
from bot.table.seats.robots import KINDS
from engine import Act
from engine.neutral import harmless, neutral_act

log = logging.getLogger("stationmaster.table")
LONGEST = timedelta(days=LOOKS_AHEAD)
MOST_MOVES = 40
"""The most moves in a row that are made for somebody before other games get their turn."""


@dataclass(frozen=True)
class TimeLeft:
    """What somebody has left of their bank, and when it ends; None while it stands still."""

    name: str
    left: timedelta
    ends: datetime | None


class LateSeats:
    """The clocks of all games."""

    def __init__(self, services: Services, make: Callable[[LoadedGame, str, Act], Awaitable[None]]) -> None:
        self.services, self._make = services, make

    async def tick(self) -> None:
        """Note that the bot runs, and do what is due."""
        now = self.services.clock()
        async with self.services.db.write() as session:
            await beat(session, now)
        async with self.services.db.read() as session:
            running = col(BankRow.game_id).in_(select(GameRow.id).where(col(GameRow.status) == RUNNING))
            # What was counted while the clock was wrong, is counted anew.
            due = come(col(BankRow.due_at), now, LONGEST) | (col(BankRow.counted) > now)
            banks = select(BankRow.game_id, BankRow.seat).where(due, running)
            found = list(await session.exec(banks.order_by(col(BankRow.due_at))))
        for game_id, seat in found:
            try:
                await self._due(game_id, seat)
            except Refused as e:
                log.warning("game %d: %s", game_id, e)
            except StoreTrouble as e:
                log.error("game %d: %s", game_id, e)

    async def _due(self, game_id: int, seat: str) -> None:
        """Warn the seat's owner, or do what the table chose, as often as it is theirs to decide."""
        for _ in range(MOST_MOVES):
            async with self.services.lock(game_id), answers(self.services):
                loaded = await self.services.load(game_id, running=False)
                act = await self.services.work(lambda game=loaded.game: neutral_act(game, seat))
                if not await self._settled(loaded, seat, act):
                    return
                assert act is not None
                await self._make(loaded, seat, act)

    async def time_left(self, game_id: int) -> list[TimeLeft]:
        """What everybody has left, in the order of their seats; nothing without a clock."""
        now = self.services.clock()
        # Counted as it would be stored now, and then forgotten.
        async with answers(self.services), self.services.db.read() as session:
            begun = await self.services.begun(session, game_id, running=False)
            if clock_of(begun.row.settings) is None or begun.row.status != RUNNING:
                return []
            banks = Banks(session, begun.row, {one.seat: one for one in begun.seats}, begun.people, now)
            busy = thinking(begun.turns.values())
            with session.no_autoflush:
                rows = await banks.settle(busy, busy)
            session.expunge_all()
        return [
            TimeLeft(one.name, timedelta(seconds=max(rows[one.seat].left, 0.0)), banks.ends(rows[one.seat], busy))
            for one in begun.seats
            if one.has_person and one.seat in rows
        ]

    async def act_late(self, game_id: int, seat: str, act: Act, last: int) -> None:
        """Make a robot's move for somebody whose time is up, unless anything has happened since it was chosen."""
        async with self.services.lock(game_id), answers(self.services):
            loaded = await self.services.load(game_id)
            if loaded.row.last != last or not loaded.owner(seat).meanwhile or table_setting(loaded.row, "paused"):
                return
            # Not even a robot gives a company away, or agrees to anything, for somebody who is not there.
            game = loaded.game
            made = await self.services.work(lambda: act if harmless(game, seat, act) else neutral_act(game, seat))
            if made is None:
                raise Refused("No clock makes such a move; the game waits for the player.")
            await self._make(loaded, seat, made)

    async def _settled(self, loaded: LoadedGame, seat: str, act: Act | None) -> bool:
        """Count, and say what is to be said; returns whether the neutral move is to be made."""
        async with self.services.db.write(loaded.id) as session:
            begun = await self.services.begun(session, loaded.id, running=False)
            bank = await session.get(BankRow, (loaded.id, seat))
            if begun.row.status != RUNNING or begun.row.last != loaded.row.last or bank is None:
                return False
            await count_of_game(session, self.services, begun.row)
            now = self.services.clock()
            if bank.due_at is None or bank.due_at > now:
                return False
            if bank.told < len(WARNINGS):
                self._warn(session, begun, bank, now)
                bank.told += 1
                await count_of_game(session, self.services, begun.row)
                return False
            late = table_setting(begun.row, "late")
            if late == "neutral" and act is not None:
                return True
            if late == "robot":
                begun.owner(seat).meanwhile = KINDS[0]
            bank.told, bank.due_at = TOLD_ALL, None
            if late == "offer":
                await self._offer(session, begun, seat, now)
            else:
                self._tell(session, begun, seat, "late_stuck" if late == "neutral" else "late_robot", now)
            return False

    def _warn(self, session: AsyncSession, begun: BegunGame, bank: BankRow, now: datetime) -> None:
        """Warn the owner."""
        owner = begun.owner(bank.seat)
        user = person_to_ping(owner, begun.people, now)
        ends = bank_of(bank).empty_at(now, begun.people.get(owner.user_id))
        text = say("clock_low", person=user, until=timestamp(ends, "R"))
        called = telling.calling([owner], begun.people, now)
        telling.tell(
            self.services, session, begun.row, "clock", f"{bank.seat} {bank.told}", text, *called.pop("why"), **called
        )

    def _tell(self, session: AsyncSession, begun: BegunGame, seat: str, what: str, now: datetime) -> None:
        """Tell the table, and ping the owner and the organiser, that somebody's time is up."""
        owner, organiser = begun.owner(seat), begun.row.organiser_id
        text = say(what, name=owner.name, organiser=organiser)
        ping = [person_to_ping(owner, begun.people, now), *([] if what == "late_robot" else [organiser])]
        self._up(session, begun, seat, [text], ping)

    async def _offer(self, session: AsyncSession, begun: BegunGame, seat: str, now: datetime) -> None:
        """Offer the seat to everybody, and to those first who are looking for such a game."""
        owner, organiser = begun.owner(seat), begun.row.organiser_id
        lookers = await who_would_take(session, begun.row, [one.user_id for one in begun.seats])
        text = [say("late_offer", name=owner.name, organiser=organiser)]
        if lookers:
            text.append(say("late_lookers", people=[f"<@{one}>" for one in lookers]))
        ping = [person_to_ping(owner, begun.people, now), organiser, *lookers]
        self._up(session, begun, seat, text, ping, offered=True)

    def _up(
        self,
        session: AsyncSession,
        begun: BegunGame,
        seat: str,
        text: Sequence[str],
        ping: Iterable[int],
        *,
        offered: bool = False,
    ) -> None:
        about = {"ping": list(dict.fromkeys(ping)), "seat": seat, "offered": offered}
        telling.tell(self.services, session, begun.row, "clock", f"{seat} up", *text, **about)
