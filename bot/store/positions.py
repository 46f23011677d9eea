"""Positions as they lie in the database: each with its predecessor as dictionary, a whole one now and then."""

from __future__ import annotations

import zlib
from collections.abc import Callable

from sqlmodel import col, select
from sqlmodel.ext.asyncio.session import AsyncSession

from bot.store.rows import PositionRow
from engine.core.sentences import because

CHAIN = 32
"""After so many steps a position is stored whole: so many must be unpacked, at most, to read one."""
WINDOW = 32_000
"""zlib looks no further back than this; a longer predecessor is of no use as a dictionary."""


class Unreadable(Exception):
    """A stored position cannot be unpacked."""


def packed(game_id: int, number: int, raw: bytes, base: PositionRow | None, base_raw: bytes) -> PositionRow:
    """A position ready to be stored, after `base` if that is of use."""
    if base is None or base.depth + 1 >= CHAIN or len(base_raw) > WINDOW:
        return PositionRow(game_id=game_id, number=number, whole=number, data=zlib.compress(raw, 9))
    squeeze = zlib.compressobj(9, zdict=base_raw)
    data = squeeze.compress(raw) + squeeze.flush()
    return PositionRow(
        game_id=game_id, number=number, base=base.number, whole=base.whole, depth=base.depth + 1, data=data
    )


def unpacked(row: PositionRow, base_raw: bytes) -> bytes:
    """A position from its row and its predecessor."""
    try:
        expand = zlib.decompressobj() if row.base is None else zlib.decompressobj(zdict=base_raw)
        raw = expand.decompress(row.data)
    except zlib.error as e:
        raise Unreadable(
            because("Position {number} of game {game_id} is damaged.", number=row.number, game_id=row.game_id)
        ) from e
    if not expand.eof:  # Without its end the checksum has not been compared.
        raise Unreadable(
            because("Position {number} of game {game_id} is incomplete.", number=row.number, game_id=row.game_id)
        )
    return raw


async def fetch(session: AsyncSession, game_id: int, number: int) -> tuple[PositionRow, bytes]:
    """A position with its row, however long its chain."""
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
    """The positions of a game with something changed in each, as data for rows that hang together as before.

    A position that cannot be unpacked, and those that depend on it, stay as they are: nobody can read them.
    """
    raws, changed, found = dict[int, bytes](), dict[int, bytes](), dict[int, bytes]()
    for row in sorted(rows, key=lambda one: one.number):
        if row.base is not None and row.base not in raws:
            continue
        try:
            raw = unpacked(row, raws[row.base] if row.base is not None else b"")
        except Unreadable:
            continue
        raws[row.number], changed[row.number] = raw, change(row.number, raw)
        squeeze = zlib.compressobj(9) if row.base is None else zlib.compressobj(9, zdict=changed[row.base])
        found[row.number] = squeeze.compress(changed[row.number]) + squeeze.flush()
    return found
