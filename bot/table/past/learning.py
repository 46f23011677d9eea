"""What a move has told somebody: taking such a move back would leave them with a secret for nothing."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping, Sequence
from datetime import datetime

from bot.store.rows import ActionRow
from bot.table.ground.rights import stands_for
from bot.table.ground.services import LoadedGame
from bot.table.past.past import Past
from engine import Act, Game
from engine.view import may_hide, reveals

MOST = 20
"""The most moves that are looked at; of more, where things can be hidden, one has told somebody something."""


async def has_taught(past: Past, loaded: LoadedGame, clicker: int, moves: Sequence[ActionRow], now: datetime) -> bool:
    """Has one of these moves told its maker, or the one who asks, something they could not know before? Robots, and the
    owner of a private copy, may learn what they like.
    """
    if loaded.row.is_copy or not may_hide(loaded.game.title):
        return False
    if len(moves) > MOST:
        return True
    mine = [one.seat for one in loaded.seats if stands_for(loaded, clicker, one.seat, now)]
    people = [one.seat for one in loaded.seats if one.has_person]
    found = await past.positions(loaded.id, {number for move in moves for number in (move.parent, move.position)})

    def job() -> bool:
        return any(_taught(found, move, {*mine, move.seat} & {*people, *mine}) for move in reversed(moves))

    # Outside the rules' thread, which must not wait for people looking back.
    return await asyncio.to_thread(job)


def _taught(found: Mapping[int, Game], move: ActionRow, lookers: set[str]) -> bool:
    before, after = found.get(move.parent), found.get(move.position)
    if before is None or after is None:
        return True  # A damaged position: nobody can tell.
    return any(reveals(before, move.seat, Act(move.verb, dict(move.args)), after, looker) for looker in sorted(lookers))
