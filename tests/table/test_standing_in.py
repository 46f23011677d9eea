"""Agreeing to stand in for somebody is one change: it is stored as a whole, or not at all and can be pressed again."""

from __future__ import annotations

from typing import Any

import pytest

from bot.errors import Refused
from bot.store import StoreTrouble
from bot.store.rows import PersonRow
from bot.table.seats import rearming
from tests.table.club import ANN, BOB, Club


async def person(table: Club, user: int) -> PersonRow:
    return await table.table.preferences.person(user)


async def test_agreeing_is_stored_as_a_whole(table: Club, monkeypatch: pytest.MonkeyPatch):
    await table.table.standing_in.ask(BOB, ANN)

    async def fails(*given: Any) -> None:
        raise StoreTrouble("The disk is full.")

    with monkeypatch.context() as broken:
        broken.setattr(rearming, "of_person", fails)
        with pytest.raises(Refused):
            await table.table.standing_in.answer(BOB, ANN, yes=True)
    assert (await person(table, BOB)).stand_in_asked == ANN and (await person(table, BOB)).stand_in is None
    assert await table.outbox(kind="stand_in_told") == []
    await table.table.standing_in.answer(BOB, ANN, yes=True)
    assert (await person(table, BOB)).stand_in == ANN and (await person(table, BOB)).stand_in_asked is None
    assert len(await table.outbox(kind="stand_in_told")) == 1


async def test_only_who_was_asked_last_can_answer(table: Club):
    await table.table.standing_in.ask(BOB, ANN)
    for clicker in (BOB, 900):
        with pytest.raises(Refused, match="nothing for you to answer"):
            await table.table.standing_in.answer(BOB, clicker, yes=True)
    assert (await person(table, BOB)).stand_in is None and (await person(table, BOB)).stand_in_asked == ANN
    await table.table.standing_in.answer(BOB, ANN, yes=False)
    assert (await person(table, BOB)).stand_in is None
    with pytest.raises(Refused, match="have declined"):
        await table.table.standing_in.ask(BOB, ANN)
