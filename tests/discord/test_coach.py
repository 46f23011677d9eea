"""The coach on a newcomer's own panel: one sentence a panel, for nobody else, off by a button, forgotten on request."""

from __future__ import annotations

import pytest
from sqlmodel import select

from bot.store.rows import FINISHED, GameRow, PersonRow
from tests.discord.conftest import Hall
from tests.discord.conftest import labels as labels_of
from tests.discord.test_panels import labels
from tests.t1830.table import Table

COACH, OFF = "Coach:", "Coach off"
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
    assert first.ephemeral and "You can start a company" in said(first.text)
    again = await club.ann.slash("/turn", club.room)
    assert said(again.text) == said(first.text), "the same panel again says the same"
    assert await known(club, club.ann.id) == ["par"]
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
    assert said(trying.text) == "" and OFF not in labels_of(trying.message)
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


async def test_the_button_takes_no_row_of_its_own_and_a_line_says_how_to_stop_where_no_row_has_room(club: Hall):
    await trading(club)
    rows, texts = list[list[str]](), ""
    led = [Table().with_company("B&O", "Ann", Ann=6, treasury=500) for _ in range(3)]
    acting = [led[0].stock_round("Ann"), led[1].operating_turn("B&O", "track"), led[2].operating_turn("B&O", "train")]
    for table in (Table().auction("Ann"), *acting):
        await club.lay_out(1, table.game)
        panel = await club.ann.slash("/turn", club.room)
        assert said(panel.text), panel.text
        rows += [labels(part) for part in panel.message.components if OFF in labels(part)]
        texts += panel.text
    assert rows and all(len(row) > 1 for row in rows)
    assert len(rows) + texts.count("/preferences coach:never") == 4


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
