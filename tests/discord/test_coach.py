"""The coach on a newcomer's own panel: one sentence a panel, for nobody else, off by a button, forgotten on request."""

from __future__ import annotations

import pytest
from sqlmodel import select

from bot.store.rows import FINISHED, GameRow, PersonRow
from tests.discord.conftest import Hall, labels
from tests.t1830.table import Table

COACH, OFF = "Coach:", "No more coaching"
pytestmark = pytest.mark.soak


async def trading(club: Hall) -> int:
    """Ann trades in 1830, where she leads the B&O."""
    number = await club.game(title="1830")
    await club.lay_out(number, Table().with_company("B&O", "Ann", Ann=6).stock_round("Ann").game)
    return number


async def known(club: Hall, person: int) -> list[str]:
    async with club.table.db.read() as session:
        row = await session.get(PersonRow, person)
        return [] if row is None else row.coached


def said(text: str) -> str:
    """The coach's line of a panel; it has one at most."""
    lines = [line for line in text.split("\n") if COACH in line]
    assert len(lines) <= 1
    return lines[0] if lines else ""


async def test_a_newcomer_is_coached_once_a_turn_and_never_twice_about_the_same(club: Hall):
    await trading(club)
    first = await club.ann.slash("/turn", club.room)
    assert first.ephemeral and "You are the president of B&O, with 60% of it" in said(first.text)
    again = await club.ann.slash("/turn", club.room)
    assert said(again.text) == said(first.text), "the same panel again says the same"
    assert await known(club, club.ann.id) == ["president"]
    sold = await club.ann.slash("/sell", club.room, company="B&O", shares="1")
    assert said(sold.text) and said(sold.text) != said(first.text)
    assert len(await known(club, club.ann.id)) == 2
    await club.posted()
    posted = "".join(message.text for message in club.room.messages.values() if not message.ephemeral)
    assert COACH not in posted


async def test_trying_a_move_and_others_panels_have_no_coach(club: Hall):
    await trading(club)
    panel = await club.ann.slash("/turn", club.room)
    trying = await club.press(club.ann, panel.message, "What if…")
    assert said(trying.text) == "" and OFF not in labels(trying.message)
    assert said((await club.bob.slash("/turn", club.room)).text) == ""
    assert await known(club, club.bob.id) == []


async def test_the_coach_is_off_by_a_button_and_back_from_the_beginning_by_a_setting(club: Hall):
    await trading(club)
    panel = await club.ann.slash("/turn", club.room)
    [stopped] = (await club.press(club.ann, panel.message, OFF)).followups
    assert stopped.ephemeral and "/preferences coach:always" in stopped.text
    assert said((await club.ann.slash("/turn", club.room)).text) == ""
    await club.ann.slash("/preferences", club.room, coach="always")
    assert await known(club, club.ann.id) == []
    assert said((await club.ann.slash("/turn", club.room)).text)


async def test_who_has_finished_a_game_is_coached_only_if_they_ask(club: Hall):
    over = await club.game(title="1830")
    async with club.table.db.write() as session:
        row = (await session.exec(select(GameRow).where(GameRow.id == over))).one()
        row.status = FINISHED
        session.add(row)
    await trading(club)
    assert said((await club.ann.slash("/turn", club.room)).text) == ""
    await club.ann.slash("/preferences", club.room, coach="always")
    assert said((await club.ann.slash("/turn", club.room)).text)


async def test_what_was_explained_is_forgotten_with_the_person(club: Hall):
    await trading(club)
    await club.ann.slash("/turn", club.room)
    assert await known(club, club.ann.id)
    await club.table.forgetting.forget(club.ann.id)
    async with club.table.db.read() as session:
        assert await session.get(PersonRow, club.ann.id) is None
