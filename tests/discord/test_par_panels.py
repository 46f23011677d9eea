"""Whoever chooses a par price sees the market with its boxes, also outside stock rounds and after a first choice."""

from __future__ import annotations

import pytest

from bot.discord.games.game_lookup import GameContext
from bot.menu.move.choices import Choosing
from bot.menu.question import question
from bot.store.rows import GameRow
from bot.table.ground.services import Present
from engine.core.verbs import Text
from engine.titles import titles
from tests.discord.test_panels import kinds
from tests.discord.test_phone import panel
from tests.long_runs import one_of

TITLES = [name for name in titles() if name[0].isdigit()]


@pytest.mark.parametrize("title", one_of(TITLES))
def test_a_par_is_chosen_beside_the_market(title: str):
    found = kinds(title, range(1, 3), 200)
    if "first_par" in found:
        game = found["first_par"]
        sketches = panel(game, game.decisions()[0].seat).sketches
        assert [one.what for one in sketches] == ["market"]
    game = found["stock_turn"]
    at = GameContext(Present(GameRow(id=1, title=title), [], {}, game, 0, 1), game.decisions()[0].seat)
    pars = 0
    for verb in at.moves.verbs:
        walk = Choosing(at.moves).walk(verb)
        if walk.slot != "company" or isinstance(walk.choices, Text) or not isinstance(walk.choices, tuple):
            continue
        chosen = [Choosing(at.moves).walk(verb, {**walk.got, "company": one}) for one in walk.choices]
        for one in (one for one in chosen if one.slot == "price"):
            pars += 1
            assert [sketch.what for sketch in question(at.moves, one).pictures] == ["market"]
    assert pars
