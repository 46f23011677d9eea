"""Whether an organiser who plays acts for others: who is asked, what was agreed to, and what running games are told."""

from __future__ import annotations

import asyncio
from datetime import timedelta
from pathlib import Path

import pytest
from alembic import command
from sqlalchemy import create_engine
from sqlmodel import col, update

from bot.errors import NotYours, Stale
from bot.store.opening.migrate import configuration
from bot.store.rows import GameRow, SeatRow
from bot.table.ground.rights import CONSENT, check_may_act
from bot.table.seats.consenting import ASKED, UNTOLD
from tests.table.club import ANN, BOB, CEM, DAN, EVE, NOON, Clock, Club, club, older, put
from tests.table.test_spyglass import presidency


async def test_running_games_are_told_once_after_the_upgrade(tmp_path: Path):
    path = tmp_path / "club.db"
    async with club(path) as before:
        hidden = await before.game(secrets="hidden")
        off = await before.game(secrets="hidden")
        await before.table.preferences.set_game(off, ANN, organiser_acts=False)
        open_game = await before.game(title="1830")
        over = await before.game(secrets="hidden")
        await before.table.seating.stop(over, ANN)
    older(path, "0016")
    engine = create_engine(f"sqlite:///{path}")
    with engine.begin() as connection:
        command.upgrade(configuration(connection), "head")
    engine.dispose()
    async with club(path, Clock(NOON)) as table:
        consenting = table.table.preferences.consenting
        async with table.db.read() as session:
            marked = [number for number in (hidden, off, open_game, over) if UNTOLD in (await row(session, number))]
        assert marked == [hidden, off, open_game]
        # Also if two processes start at once.
        assert sorted(await asyncio.gather(consenting.tell_of_upgrade(), consenting.tell_of_upgrade())) == [0, 1]
        assert await consenting.tell_of_upgrade() == 0
        told = await table.outbox(kind="acts_told")
        assert [one.game_id for one in told] == [hidden]
        assert "Ann, who organises this game" in told[0].payload["text"][0]
        new = await table.game(secrets="hidden")
        assert await consenting.tell_of_upgrade() == 0 and new


async def row(session: object, number: int) -> dict[str, object]:
    """A game's settings."""
    found = await session.get(GameRow, number)  # type: ignore[attr-defined]
    return dict(found.settings)


async def test_a_consent_that_was_given_does_not_outlive_the_organiser(tmp_path: Path):
    async with club(tmp_path / "club.db") as table:
        game = await table.game(secrets="hidden")
        preferences = table.table.preferences
        assert await preferences.set_game(game, ANN, organiser_acts=True)
        [asked] = await table.outbox(game, "acts_ask")
        assert asked.payload["ping"] == [BOB, CEM]
        number = asked.payload["question"]
        assert not await preferences.consenting.answer(game, BOB, number, yes=True)
        assert await preferences.consenting.answer(game, CEM, number, yes=True)
        assert not await preferences.set_game(game, ANN, organiser_acts=True)
        await table.table.seating.handing_over.hand_over(game, ANN, BOB)
        table.clock.pass_by(hours=1)
        await table.table.seating.handing_over.hand_over(game, BOB, ANN)
        assert await preferences.set_game(game, ANN, organiser_acts=True)
        assert len(await table.outbox(game, "acts_ask")) == 2


async def asked(table: Club) -> tuple[int, int]:
    """A game that hides something, in which the others are asked whether Ann, who organises it, may act for them."""
    game = await table.game(secrets="hidden")
    await put(table, game, presidency(secrets="hidden").game)
    assert await table.table.preferences.set_game(game, ANN, organiser_acts=True)
    [*_, question] = await table.outbox(game, "acts_ask")
    return game, question.payload["question"]


async def moved(table: Club, game: int, **values: int) -> None:
    """Change the game, or who has the second seat, without anything that belongs to it."""
    async with table.db.write() as session:
        if "organiser_id" in values:
            await session.exec(update(GameRow).where(col(GameRow.id) == game).values(**values))
        else:
            second = col(SeatRow.game_id) == game, SeatRow.seat == "p2"
            await session.exec(update(SeatRow).where(*second).values(**values))


async def may(table: Club, game: int, user: int, seat: str) -> bool:
    """May somebody act in a seat?"""
    try:
        check_may_act(await table.table.present(game), user, seat, table.clock())
    except NotYours:
        return False
    return True


CHANGES = ({"user_id": EVE}, {"organiser_id": CEM})


@pytest.mark.parametrize("change", CHANGES)
async def test_consent_is_of_these_people_to_this_organiser(table: Club, change: dict[str, int]):
    game, number = await asked(table)
    consenting = table.table.preferences.consenting
    assert not await may(table, game, ANN, "p3")
    for person in (BOB, CEM):
        await consenting.answer(game, person, number, yes=True)
    assert await may(table, game, ANN, "p3")
    await moved(table, game, **change)
    assert not await may(table, game, change.get("organiser_id", ANN), "p1" if "organiser_id" in change else "p3")


@pytest.mark.parametrize("change", CHANGES)
async def test_a_question_is_to_these_people_from_this_organiser(table: Club, change: dict[str, int]):
    game, number = await asked(table)
    await moved(table, game, **change)
    for person in (BOB, CEM, EVE):
        with pytest.raises(Stale):
            await table.table.preferences.consenting.answer(game, person, number, yes=True)


async def test_an_older_question_counts_no_longer(table: Club):
    game, number = await asked(table)
    consenting = table.table.preferences.consenting
    await consenting.answer(game, BOB, number, yes=False)
    table.clock.pass_by(hours=1)
    assert await table.table.preferences.set_game(game, ANN, organiser_acts=True)
    for yes in (True, False):
        with pytest.raises(Stale):
            await consenting.answer(game, CEM, number, yes=yes)
    assert len(await table.outbox(game, "acts_ask")) == 2


async def test_an_organiser_who_stands_in_for_one_player_acts_for_no_other(table: Club):
    game, _ = await asked(table)
    await table.table.seating.handing_over.hand_over(game, ANN, DAN)
    assert await may(table, game, DAN, "p2") and await may(table, game, DAN, "p3"), "Dan sees nothing of his own"
    until = table.clock() + timedelta(days=5)
    await table.table.preferences.set_person(BOB, stand_in=DAN, away_until=until)
    assert await may(table, game, DAN, "p2") and not await may(table, game, DAN, "p3")


async def test_a_question_is_not_repeated_at_once(table: Club):
    game, _ = await asked(table)
    assert await table.table.preferences.set_game(game, ANN, organiser_acts=True)
    assert len(await table.outbox(game, "acts_ask")) == 1
    table.clock.pass_by(hours=1)
    assert await table.table.preferences.set_game(game, ANN, organiser_acts=True)
    assert len(await table.outbox(game, "acts_ask")) == 2


async def agreed(table: Club) -> int:
    """A game in which all others have agreed that Ann acts for them."""
    game, number = await asked(table)
    for person in (BOB, CEM):
        await table.table.preferences.consenting.answer(game, person, number, yes=True)
    return game


async def ended(table: Club, game: int, kind: str) -> bool:
    """Has the consent ended, and does the last announcement of this kind say so?"""
    said = "\n".join((await table.outbox(game, kind))[-1].payload["text"])
    async with table.db.read() as session:
        return (
            not {CONSENT, ASKED} & (await row(session, game)).keys()
            and "agreement that the organiser acts for them has ended" in said
        )


async def test_every_way_in_which_a_seat_or_the_organiser_changes_ends_the_consent(table: Club):
    game = await agreed(table)
    assert await table.table.seating.replacing.replace(game, CEM, "p3", EVE, "Eve") is None
    assert await ended(table, game, "replace")
    game = await agreed(table)
    await table.table.seating.handing_over.hand_over(game, ANN, BOB)
    assert await ended(table, game, "organiser")
    game = await agreed(table)
    await moved(table, game, user_id=-5)
    await table.table.seating.inviting.ask(game, ANN, "p2", DAN)
    await table.table.seating.inviting.take(game, DAN, "p2", "Dan")
    assert await ended(table, game, "replace")


async def test_switching_it_off_ends_the_consent(table: Club):
    game = await agreed(table)
    await table.table.preferences.set_game(game, ANN, organiser_acts=False)
    async with table.db.read() as session:
        assert not {CONSENT, ASKED} & (await row(session, game)).keys()
