"""Games that were running when organisers who play lost their rights: their channels are told, each once."""

from __future__ import annotations

from pathlib import Path

from alembic import command
from sqlalchemy import create_engine

from bot.store.migrate import configuration
from bot.store.rows import GameRow
from bot.table.consenting import UNTOLD
from tests.table.club import ANN, BOB, CEM, NOON, Clock, club, older


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
        assert await consenting.tell_of_upgrade() == 1
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
        await table.table.seating.hand_over(game, ANN, BOB)
        table.clock.pass_by(hours=1)
        await table.table.seating.hand_over(game, BOB, ANN)
        assert await preferences.set_game(game, ANN, organiser_acts=True)
        assert len(await table.outbox(game, "acts_ask")) == 2
