"""Five equal presses of every kind of move, on both databases: one each."""

from __future__ import annotations

import asyncio
import os
import random
from typing import Any

import pytest
from sqlmodel import func, select

from bot.errors import Refused
from bot.store.rows import MOVE, OutboxRow
from engine.play import WEIGHTS, next_to_act, random_act
from engine.titles import title_named
from tests.table.club import ANN, BOB, CEM, Club, put

TIMES = 5
MOVES = 1_000 if os.environ.get("LONG") else 300
EAGER = {**WEIGHTS, "concede": 0.0, "skip": 0.25, "buy_train": 4.0, "take": 1.5, "buy_private": 1.0, "decline": 2.0}
AT_LEAST = {"1828": 11, "1839": 11, "1843": 10, "1870": 13}
"""How many different moves the games played here must reach."""


async def at_once(*presses: Any) -> int:
    """How many did what they ask for; the others were told in a sentence that they did not."""
    answers = await asyncio.gather(*presses, return_exceptions=True)
    refused = [answer for answer in answers if isinstance(answer, BaseException)]
    assert all(isinstance(answer, Refused) for answer in refused), refused
    return len(answers) - len(refused)


async def announced(table: Club, game: int) -> int:
    async with table.db.read() as session:
        found = select(func.count()).where(OutboxRow.game_id == game, OutboxRow.kind == MOVE)
        return (await session.exec(found)).one()


@pytest.mark.soak
@pytest.mark.parametrize("title", AT_LEAST)
async def test_five_equal_presses_of_every_kind_of_move_are_one(either: Club, title: str):
    free = {"runs": "free"} if any(option.name == "runs" for option in title_named(title).options) else {}
    seated = [ANN, BOB, CEM]
    game = await either.game(*seated, title=title, **free)
    position = (await either.table.present(game)).game
    stream, pressed = random.Random(7), set[str]()
    for _ in range(MOVES):
        decision = next_to_act(position, stream)
        act = random_act(position, decision.seat, stream, EAGER) if decision else None
        if decision is None or act is None:
            break
        if act.verb in pressed:
            position, _ = position.apply(decision.seat, act)
            continue
        pressed.add(act.verb)
        if len(pressed) > 1:
            # Pressed at a new table, which somebody else has opened: nobody may have too many.
            seated = [*seated[1:], seated[0]]
            game = await either.game(*seated, title=title, **free)
        await put(either, game, position)
        now = await either.table.present(game)
        user = next(one.user_id for one in now.seats if one.seat == decision.seat)
        press = (game, user, decision.seat, act.verb, dict(act.args), now.decision or decision.number, now.epoch)
        told = await announced(either, game)
        assert await at_once(*[either.table.act(*press, seen=now.row.last) for _ in range(TIMES)]) == 1, act
        for _ in range(2):
            with pytest.raises(Refused):
                await either.table.act(*press, seen=now.row.last)
        actions = await either.table.actions(game, after=now.row.last)
        assert [(one.seat, one.verb) for one in actions if one.cause is None] == [(decision.seat, act.verb)]
        assert await announced(either, game) == told + 1
        position = (await either.table.present(game)).game
    assert len(pressed) >= AT_LEAST[title], sorted(pressed)
