"""How long people take to decide, in games with and without a clock."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from datetime import datetime, timedelta

from sqlmodel import col, select
from sqlmodel.ext.asyncio.session import AsyncSession

from bot.store.league_rows import TimeUsedRow
from bot.store.rows import GameRow, PersonRow, SeatRow, TurnRow
from bot.table.ground.banks import MOST_LEAVE, NOTHING, Bank, overlap
from bot.table.ground.counting import awake
from engine.core import offers


async def note_time(
    session: AsyncSession,
    game: GameRow,
    turns: Iterable[TurnRow],
    seats: Iterable[SeatRow],
    people: Mapping[int, PersonRow],
    now: datetime,
    *,
    answered: Collection[str] = (),
    fresh: str = "",
) -> None:
    """Count until now for everybody who has something to decide; `answered`: the seats whose owners have just moved,
    `fresh`: one that has just changed hands.
    """
    if game.is_copy or game.id is None:
        return
    owners = {one.seat: one.user_id for one in seats if one.has_person}
    busy = {turn.seat: turn.since for turn in turns if turn.rule != offers.ANSWER and turn.seat in owners}
    if not busy and not answered:
        return
    found = select(TimeUsedRow).where(TimeUsedRow.game_id == game.id, col(TimeUsedRow.user_id).in_(owners.values()))
    rows = {(one.seat, one.user_id): one for one in await session.exec(found)}
    stretches = await awake(session, min([now, *busy.values()]), now)
    for seat in busy.keys() | (set(answered) & owners.keys()):
        key = seat, owners[seat]
        leave = MOST_LEAVE.total_seconds()
        row = rows.get(key) or TimeUsedRow(
            game_id=game.id, seat=seat, user_id=key[1], leave=leave, counted=busy.get(seat, now)
        )
        begin = max(busy.get(seat, now), min(row.counted, now))
        if begin < now and seat != fresh and not game.settings.get("paused"):
            spent = overlap(stretches, begin, now)
            after = Bank(NOTHING, timedelta(seconds=row.leave)).after(spent, people.get(key[1]))
            row.seconds, row.leave = row.seconds - after.left.total_seconds(), after.leave.total_seconds()
        row.answers += seat in answered
        row.counted = now
        session.add(row)
