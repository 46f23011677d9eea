"""How tiles to choose from are called on a phone."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest

from bot.discord.games.presses.moves import Turn
from bot.discord.kit.reply import Button
from bot.discord.turn.phone import row
from bot.menu.move.choices import Choosing
from bot.menu.move.moves import Moves, moves_of
from bot.menu.move.places import ABREAST
from bot.menu.question import question
from engine.core.verbs import Text
from engine.titles import titles
from engine.words import languages, using_language
from tests.discord.test_panels import positions
from tests.long_runs import one_of
from tests.t1830.table import Table

TITLES = [name for name in titles() if name[0].isdigit()]
HEXES = 4
"""How many hexes of a position are looked at."""
TWO_A_ROW = 0.5
"""The least part of them of which two stand side by side. In 1830 these were 39 % in English and 17 % in German when
all tracks were named, and are 91 % and 84 %.
"""


def sheets(moves: Moves) -> Iterator[list[str]]:
    """The labels of the tiles of some hexes, where there are many."""
    places = moves.slot("lay", {}) if "lay" in moves.verbs else None
    for place in (places[1] if places is not None else ())[:HEXES]:
        walk = Choosing(moves).walk("lay", {"hex": str(place)})
        if walk.slot and not isinstance(walk.choices, Text) and (asked := question(moves, walk)).chart is not None:
            labels = [one.label for one in asked.choices]
            if len(labels) > ABREAST and walk.slot == "tile":
                yield labels


def test_what_each_of_many_tiles_costs_is_said_once_above_them():
    """With its price on each, four of five had a row of a phone to themselves."""
    table = Table().with_company("CPR", "Ann", treasury=500, Ann=6).operating_turn("CPR", "track")
    moves = moves_of(table.game, table.seat("Ann"))
    asked = question(moves, Choosing(moves).walk("lay", {"hex": "B18"}))
    assert asked.chart is not None and "Each costs $80." in asked.text
    labels = [one.label for one in asked.chart.choices]
    assert len(labels) > ABREAST and not any("$" in one for one in labels)
    assert {one.spent for one in asked.chart.choices} == {80}


@pytest.mark.parametrize("language", languages())
@pytest.mark.parametrize("title", one_of(TITLES))
def test_most_tiles_stand_two_a_row_and_no_two_rotations_are_called_alike(title: str, language: str):
    with using_language(language):
        every = [labels for game, seat in positions(title, range(2, 3), 260) for labels in sheets(moves_of(game, seat))]
    assert every
    for labels in every:
        # Without the number by which they are found in the picture.
        assert len({re.sub(r"^\d+ · ", "", one) for one in labels}) == len(labels), labels
    buttons = [Button(one, Turn(game=1)) for labels in every for one in labels]
    fitting = [one for one in buttons if row((one, one)) == row((one,))]
    assert len(fitting) >= TWO_A_ROW * len(buttons), f"{len(fitting)} of {len(buttons)}"
