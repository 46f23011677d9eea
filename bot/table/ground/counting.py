"""Seats' banks in the database: counted whenever something begins, ends or changes what they stand still for."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from sqlmodel import col, delete, func, select
from sqlmodel.ext.asyncio.session import AsyncSession

from bot.store.rows import RUNNING, AddedTimeRow, AwakeRow, BankRow, GameRow, PersonRow, SeatRow, TurnRow
from bot.table.ground.banks import MOST_LEAVE, NOTHING, Bank, Clock, Stretch, overlap
from bot.table.ground.settings import clock_of, table_setting
from engine.core import offers

PATIENCE = timedelta(minutes=5)
"""After so long without a heartbeat the bot was not running."""
KEPT = timedelta(days=2000)
WARNINGS = (timedelta(days=1), timedelta(hours=4))
"""How long before its end somebody is warned."""
TOLD_ALL = len(WARNINGS) + 1
"""Marks a bank whose end has been told, so that the table waits for its people."""


async def beat(session: AsyncSession, now: datetime) -> None:
    """Note that the bot is running. What a clock that was wrong has noted for later is dropped."""
    await session.exec(delete(AwakeRow).where((col(AwakeRow.since) > now) | (col(AwakeRow.until) < now - KEPT)))
    last = (await session.exec(select(AwakeRow).order_by(col(AwakeRow.since).desc()).limit(1))).first()
    if last is not None and now - last.until <= PATIENCE:
        last.until = now
    else:
        last = AwakeRow(since=now, until=now)
    session.add(last)


async def awake(session: AsyncSession, begin: datetime, now: datetime) -> list[Stretch]:
    """When the bot ran since a moment at which it ran; now it does."""
    if begin <= now <= begin + PATIENCE:
        return [(begin, now)]
    # The latest in any case: it may be going on, though nobody has noted that yet.
    latest = select(func.max(AwakeRow.until)).scalar_subquery()
    since_then = (col(AwakeRow.until) >= begin) | (col(AwakeRow.until) == latest)
    rows = await session.exec(select(AwakeRow).where(since_then).order_by(col(AwakeRow.since)))
    found = [(row.since, row.until) for row in rows]
    if found and found[-1][0] <= now and now - found[-1][1] <= PATIENCE:
        found[-1] = (found[-1][0], now)
    return overlap(found, begin, now)


def thinking(turns: Collection[TurnRow]) -> set[str]:
    """The seats that have something to decide; an offer of somebody else can wait."""
    return {turn.seat for turn in turns if turn.rule != offers.ANSWER}


@dataclass(frozen=True)
class Banks:
    """The banks of one game, for one transaction."""

    session: AsyncSession
    row: GameRow
    owners: Mapping[str, SeatRow]
    people: Mapping[int, PersonRow]
    now: datetime

    @classmethod
    async def of(
        cls,
        session: AsyncSession,
        row: GameRow,
        seats: Iterable[SeatRow],
        people: Mapping[int, PersonRow],
        at: datetime,
    ) -> Banks:
        """A running game's."""
        return cls(session, row, {one.seat: one for one in seats}, people, at)

    async def settle(self, busy: Collection[str], next_busy: Collection[str]) -> dict[str, BankRow]:
        """Count until now, for those who had something to decide, and go on for those who have now. Returns the banks,
        none without a clock.
        """
        clock = clock_of(self.row.settings)
        if clock is None or self.row.is_copy:
            return {}
        found = select(BankRow).where(BankRow.game_id == self.row.id)
        banks = {one.seat: one for one in await self.session.exec(found)}
        await self._count([banks[seat] for seat in banks if seat in busy])
        for seat in self.owners.keys() - banks.keys():
            banks[seat] = self._full(clock, seat)
        self.session.add_all(banks.values())
        for one in banks.values():
            one.counted = self.now
            self.arm(one, one.seat in next_busy)
        return banks

    @property
    def _clock(self) -> Clock:
        """The clock of a game that has one."""
        clock = clock_of(self.row.settings)
        assert clock is not None
        return clock

    def add(self, bank: BankRow, number: int, *, busy: bool) -> None:
        """What a move adds."""
        clock = self._clock
        added = max(min(clock.added.total_seconds(), clock.cap.total_seconds() - bank.left), 0.0)
        self.session.add(AddedTimeRow(game_id=bank.game_id, number=number, seat=bank.seat, seconds=added))
        self._raise(bank, added, busy)

    async def change(
        self, banks: Mapping[str, BankRow], numbers: Collection[int], next_busy: Collection[str], sign: int
    ) -> None:
        """Take back, or give again, what these moves have added."""
        these = AddedTimeRow.game_id == self.row.id, col(AddedTimeRow.number).in_(numbers)
        for added in await self.session.exec(select(AddedTimeRow).where(*these)):
            if (one := banks.get(added.seat)) is not None:
                self._raise(one, sign * added.seconds, one.seat in next_busy)

    def refill(self, bank: BankRow, *, busy: bool) -> None:
        """A full bank, for somebody new."""
        bank.left, bank.leave = self._clock.bank.total_seconds(), MOST_LEAVE.total_seconds()
        self.owners[bank.seat].meanwhile = ""
        self._raise(bank, 0.0, busy)

    def arm(self, bank: BankRow, busy: bool) -> None:
        """Set when its next warning is due, or its end."""
        held, bank.due_at, owner = bank.due_at, None, self.owners[bank.seat]
        if busy and self._runs(owner) and bank.told <= len(WARNINGS):
            keeps = WARNINGS[bank.told] if bank.told < len(WARNINGS) else NOTHING
            bank.due_at = bank_of(bank).empty_at(self.now, self.people.get(owner.user_id), keeps)
            if bank.left <= 0 and held is not None and held > self.now:
                bank.due_at = min(held, self.now + self._clock.grace)

    def hold(self, bank: BankRow) -> None:
        """Give its owner a while in which a clock's move that was taken back is not made again."""
        if bank.due_at is not None:
            bank.due_at = max(bank.due_at, self.now + self._clock.grace)

    def ends(self, bank: BankRow, busy: Collection[str]) -> datetime | None:
        """When it will be empty, if it runs."""
        owner = self.owners[bank.seat]
        if bank.seat not in busy or not self._runs(owner):
            return None
        return bank_of(bank).empty_at(self.now, self.people.get(owner.user_id))

    def _runs(self, owner: SeatRow) -> bool:
        return owner.has_person and not self.row.settings.get("paused")

    def _full(self, clock: Clock, seat: str) -> BankRow:
        left, leave = clock.bank.total_seconds(), MOST_LEAVE.total_seconds()
        return BankRow(game_id=self.row.id or 0, seat=seat, left=left, leave=leave, counted=self.now, told=told(left))

    def _raise(self, one: BankRow, seconds: float, busy: bool) -> None:
        one.left += seconds
        one.told = told(one.left)
        self.arm(one, busy)

    async def _count(self, banks: Sequence[BankRow]) -> None:
        """Take from these banks what their owners have used."""
        begin = min((one.counted for one in banks), default=self.now)
        stretches = await awake(self.session, begin, self.now) if begin < self.now else []
        for bank in banks:
            if self._runs(owner := self.owners[bank.seat]):
                spent = overlap(stretches, bank.counted, self.now)
                after = bank_of(bank).after(spent, self.people.get(owner.user_id))
                bank.left, bank.leave = max(after.left.total_seconds(), 0.0), after.leave.total_seconds()


def bank_of(row: BankRow) -> Bank:
    """A bank as arithmetic has it."""
    return Bank(timedelta(seconds=row.left), timedelta(seconds=row.leave))


def is_offered(game: GameRow, bank: BankRow | None) -> bool:
    """Can anybody take the seat, because its owner's time is up and the table offers such seats?"""
    late = game.status == RUNNING and clock_of(game.settings) is not None and table_setting(game, "late") == "offer"
    return late and bank is not None and bank.told >= TOLD_ALL


def told(seconds: float) -> int:
    """How many warnings a bank is past."""
    return sum(seconds <= one.total_seconds() for one in WARNINGS)
