"""Everybody there is, in a club where games that differ in nothing else can be told apart."""

from __future__ import annotations

import pytest
from sqlalchemy import text

from tests.discord.conftest import Hall
from tests.discord.doors.ear import Views
from tests.discord.doors.stage import Cast

FAR = 70_000
"""Numbers of games that are no part of anything else that is said."""


@pytest.fixture
def near() -> None:
    """The database works in threads of its own, as for a host: with it nearer, lines that are stored one after another
    are gathered in one message or in two, as it happens, and twins would differ.
    """


@pytest.fixture
async def cast(at_once: None, club: Hall, monkeypatch: pytest.MonkeyPatch) -> Cast:
    """Everybody, in a club whose games have large numbers and whose pictures are words."""
    club.bot.drawers = Views(monkeypatch)
    async with club.table.db.write() as session:
        await (await session.connection()).execute(
            text(f"INSERT INTO sqlite_sequence (name, seq) VALUES ('game', {FAR})")
        )
    cast = Cast.come(club)
    # What a coach has said to somebody, it does not say again in the game's twin; it has twins of its own (tests/menu).
    for person in (club.ann, club.bob, club.cem, cast.olga, cast.eve, cast.gus, cast.dan, cast.fay):
        await club.table.preferences.set_person(person.id, coach="never")
    return cast
