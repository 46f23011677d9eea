"""Positions in the database: each compressed with its predecessor as dictionary, and a whole one now and then."""

from __future__ import annotations

import zlib
from collections.abc import Callable

from sqlmodel import col, select
from sqlmodel.ext.asyncio.session import AsyncSession

from bot.store.rows import PositionRow
from engine.core.sentences import because

CHAIN = 32
"""A position is stored whole after this many, so that reading one unpacks at most this many."""
WINDOW = 32_000
"""zlib's window: a longer predecessor is useless as a dictionary."""


class Unreadable(Exception):
    """A stored position cannot be unpacked."""


def packed(game_id: int, number: int, raw: bytes, base: PositionRow | None, base_raw: bytes) -> PositionRow:
    """Pack a position, with `base` as dictionary if that helps."""
    if base is None or base.depth + 1 >= CHAIN or len(base_raw) > WINDOW:
        return PositionRow(game_id=game_id, number=number, whole=number, data=zlib.compress(raw, 9))
    squeeze = zlib.compressobj(9, zdict=base_raw)
    data = squeeze.compress(raw) + squeeze.flush()
    return PositionRow(
        game_id=game_id, number=number, base=base.number, whole=base.whole, depth=base.depth + 1, data=data
    )


def unpacked(row: PositionRow, base_raw: bytes) -> bytes:
    """Unpack a position from its row and its predecessor."""
    try:
        expand = zlib.decompressobj() if row.base is None else zlib.decompressobj(zdict=base_raw)
        raw = expand.decompress(row.data)
    except zlib.error as e:
        raise Unreadable(
            because("Position {number} of game {game_id} is damaged.", number=row.number, game_id=row.game_id)
        ) from e
    if not expand.eof:  # Before its end, the checksum has not been verified.
        raise Unreadable(
            because("Position {number} of game {game_id} is incomplete.", number=row.number, game_id=row.game_id)
        )
    return raw


async def fetch(session: AsyncSession, game_id: int, number: int) -> tuple[PositionRow, bytes]:
    """A position with its row, whatever the length of its chain."""
    last = await session.get(PositionRow, (game_id, number))
    if last is None:
        raise Unreadable(because("Position {number} of game {game_id} is missing.", number=number, game_id=game_id))
    rows = {last.number: last}
    if last.base is not None:
        between = (
            col(PositionRow.game_id) == game_id,
            col(PositionRow.number) >= last.whole,
            col(PositionRow.number) < number,
        )
        rows |= {row.number: row for row in await session.exec(select(PositionRow).where(*between))}
    chain = [last]
    while chain[-1].base is not None:
        before = rows.get(chain[-1].base)
        if before is None or len(chain) > CHAIN:
            raise Unreadable(
                because("Position {base} of game {game_id} is missing.", base=chain[-1].base, game_id=game_id)
            )
        chain.append(before)
    raw = b""
    for row in reversed(chain):
        raw = unpacked(row, raw)
    return last, raw


def rewritten(rows: list[PositionRow], change: Callable[[int, bytes], bytes]) -> dict[int, bytes]:
    """A game's positions with a change in each, as data for rows chained as before. A position that cannot be unpacked,
    and those that depend on it, stay as they are: nobody can read them.
    """
    raws, changed, packed_again = dict[int, bytes](), dict[int, bytes](), dict[int, bytes]()
    for row in sorted(rows, key=lambda one: one.number):
        if row.base is not None and row.base not in raws:
            continue
        try:
            raw = unpacked(row, raws[row.base] if row.base is not None else b"")
        except Unreadable:
            continue
        raws[row.number], changed[row.number] = raw, change(row.number, raw)
        squeeze = zlib.compressobj(9) if row.base is None else zlib.compressobj(9, zdict=changed[row.base])
        packed_again[row.number] = squeeze.compress(changed[row.number]) + squeeze.flush()
    return packed_again
