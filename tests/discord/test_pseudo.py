"""In the pseudo-language Discord shows no word without accents that is no name: neither to all nor to one."""

from __future__ import annotations

from collections.abc import AsyncIterator

import pytest

from engine.core.phrases import PSEUDO
from engine.titles import titles
from tests.discord.conftest import Hall
from tests.discord.doors import found
from tests.discord.doors.ear import Ear
from tests.discord.doors.evening import Evening
from tests.discord.doors.positions import positions
from tests.discord.doors.stage import Cast, Secrets, trading
from tests.discord.doors.visiting import Visits
from tests.discord.foreign import Foreign, open_abroad
from tests.long_runs import LONG_RUN, SKIPPED, one_of

SHORT, LONG = 20, 200
"""Moves of a game."""
WRITTEN = (
    *("Mind the quagga.", "Mind the okapi.", "nothing to tell", "And a lamp."),
    *("stands", "abroad", "box", "aside", "lobby", "moves", "Spring"),
)
"""What people write down, and how they call their channels."""
TOLD = ("turn", "game status", "help", "order list")
LOOKS = ("map", "market", "sheet", "runs", "replay", "log", "history", "chart_worth", "chart_prices", "chart_revenue")


@pytest.fixture
def moves() -> int:
    """How many moves a game has, if a test does not say otherwise."""
    return SHORT


@pytest.fixture
async def abroad(hall: Hall, monkeypatch: pytest.MonkeyPatch, moves: int) -> AsyncIterator[Hall]:
    """A server, and people, that speak the pseudo-language."""
    async with open_abroad(hall, monkeypatch, PSEUDO, 2 if moves == SHORT else 50):
        yield hall


@pytest.mark.parametrize("moves", [SHORT, pytest.param(LONG, marks=LONG_RUN)])
@pytest.mark.parametrize("title", one_of([name for name in titles() if name != "toy"]))
async def test_every_word_a_game_shows_is_in_a_catalogue(abroad: Hall, title: str, moves: int):
    game = Foreign(abroad, title, await abroad.game(title=title, options=""))
    await game.play(moves)
    for name in TOLD:
        await abroad.ann.slash(f"/{name}", abroad.room)
    for what in LOOKS:
        await abroad.ann.slash("/show", abroad.room, what=what)
    await abroad.cem.slash("/title", abroad.room, what="options", title=title)
    await abroad.cem.autocomplete("/rule", abroad.room, "what", "", title=title)
    await abroad.cem.slash("/rule", abroad.room, what="1", title=title)
    assert await game.found() == {}


@pytest.fixture
async def stage(at_once: None, abroad: Hall, monkeypatch: pytest.MonkeyPatch) -> tuple[Foreign, Visits]:
    """A game in which everything can be asked for."""
    cast = Cast.come(abroad)
    visits = Visits(Ear(abroad.sandbox), monkeypatch)
    visits.stage = await trading(cast, abroad.room, Secrets())
    return Foreign(abroad, "1870", visits.stage.number), visits


async def test_every_word_a_command_answers_is_in_a_catalogue(stage: tuple[Foreign, Visits]):
    game, visits = stage
    await visits.walk([game.hall.ann])
    assert await game.found(*WRITTEN) == {}


@pytest.mark.soak
@SKIPPED
@pytest.mark.parametrize("moves", [LONG])
async def test_every_word_shown_anywhere_is_in_a_catalogue(stage: tuple[Foreign, Visits], moves: int):
    """Every command of every title, every button and form, and every announcement."""
    game, visits = stage
    cast = visits.stage.cast
    await visits.walk([game.hall.ann, game.hall.cem, cast.olga, cast.dan], *found.every())
    await Evening(visits, [()], ("1870",)).all(positions())
    assert await game.found(*WRITTEN) == {}
