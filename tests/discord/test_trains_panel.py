"""A train that begins a phase is shown with what the phase brings."""

from __future__ import annotations

import pytest

from bot.menu.lines import phases_begun
from bot.menu.move.choices import Choosing
from bot.menu.move.moves import Moves
from engine import Game
from engine.titles import titles
from engine.view import view
from engine.words import Words
from tests.discord.conftest import Hall
from tests.discord.test_foresight import played

pytestmark = pytest.mark.soak


def begun(game: Game, seat: str) -> list[str]:
    """The phases that trains begin that a seat can buy now, as its panel says."""
    words = Words(view(game, seat))
    return [
        phase for one in Choosing(Moves(game, seat, words)).at_least("buy_train") for phase in phases_begun(words, one)
    ]


@pytest.mark.parametrize("title", titles())
def test_the_phase_shown_for_a_train_is_the_one_it_begins(title: str):
    seen = bought = 0
    for game, seat, act in played(title, 4):
        # What is bought of another company can only end a phase by way of what the supply has lost meanwhile.
        if act.verb != "buy_train" or act.args.get("from") in game.state.companies:
            continue
        phases = [str(one.data["phase"]) for one in game.apply(seat, act)[1] if one.kind == "phase"]
        assert set(phases) <= set(begun(game, seat)), act
        seen, bought = seen + bool(phases), bought + 1
        if seen == 2:
            return
    assert bought


async def test_the_panel_of_trains_shows_the_row_of_the_phase_that_one_begins(club: Hall):
    number = await club.game(title="1830", options="")
    await club.play_until(number, "buy_train", when=lambda game, seat: begun(game, seat) == ["3"])
    mover = club.on_turn(await club.table.present(number))
    shown = await mover.slash("/turn", club.room)
    assert "begins phase 3" in shown.text
    [picture] = [one for one in shown.message.attachments if one.filename.startswith("phases")]
    assert "3: begins with the first 3 train" in str(picture.description) and "5: begins" not in str(
        picture.description
    )
