"""Whoever chooses a par price sees the market with its boxes, also outside stock rounds and after a first choice."""

from __future__ import annotations

import pytest

from bot.discord.games.game_lookup import GameContext
from bot.discord.games.presses.person import StopCoaching
from bot.discord.kit.reply import Button
from bot.discord.kit.say import say
from bot.discord.turn.context import Panel, PanelContext
from bot.discord.turn.panel import front
from bot.discord.turn.phone import BUTTON, GAP, SCREEN, SCREENS, height, row
from bot.menu.build import menu_of
from bot.menu.coach import worded
from bot.menu.move.choices import Choosing
from bot.menu.move.walk import Walk
from bot.menu.question import question
from bot.store.rows import GameRow
from bot.table.ground.services import Present
from engine import Game
from engine.core.verbs import Value
from engine.occasions import occasions
from engine.titles import titles
from engine.view import view
from engine.words import languages, using_language
from tests.discord.test_panels import kinds, positions
from tests.discord.test_phone import panel
from tests.long_runs import one_of

STOP = Button(say("button", group="coach"), StopCoaching())
TOOLS = 3
"""The most rows of buttons that are no moves: German ones took five."""
TITLES = [name for name in titles() if name[0].isdigit()]


@pytest.mark.parametrize("title", one_of(TITLES))
def test_a_par_is_chosen_beside_the_market(title: str):
    found = kinds(title, range(1, 3), 200)
    if "first_par" in found:
        game = found["first_par"]
        sketches = panel(game, game.decisions()[0].seat).sketches
        assert [one.what for one in sketches] == ["market"]
    trading = (one for one in positions(title, range(1, 3), 300) if one[0].state.agenda[-1].rule == "stock_turn")
    shown = next(filter(None, (priced(game, seat) for game, seat in trading)))
    assert set(shown) == {("market",)}


@pytest.mark.parametrize("language", languages())
@pytest.mark.parametrize("title", TITLES)
def test_the_company_stands_above_its_pars_also_where_they_are_a_list(title: str, language: str):
    with using_language(language):
        found = kinds(title, range(1, 3), 120)
        if (game := found.get("first_par")) is None:
            return
        shown = panel(game, game.decisions()[0].seat)
        above = [part for part in shown.rows if isinstance(part, str)]
        company = view(game).agenda[-1].about[0]
        assert any(part.startswith(f"**{company}** ") for part in above), shown.rows
        assert height(shown.text, shown.sketches, shown.rows) <= SCREENS * SCREEN
        at = GameContext(Present(GameRow(id=1, title=game.title.id), [], {}, game, 0, 1), game.decisions()[0].seat)
        for one in occasions(game, at.view):
            line = say("says", group="coach", text=worded(at.words, one))
            taught = front(PanelContext(at), menu_of(at.moves), coach=Panel(line, ((STOP,),)))
            assert height(taught.text, taught.sketches, taught.rows) <= SCREENS * SCREEN, one.name
        tools = [part for part in shown.rows[-2:] if isinstance(part, tuple)]
        assert len(tools) == 2 and sum(map(row, tools)) <= TOOLS * (BUTTON + GAP), tools


def priced(game: Game, seat: str) -> list[tuple[str, ...]]:
    """The pictures of each choice of a par for a company that a seat could start."""
    at = GameContext(Present(GameRow(id=1, title=game.title.id), [], {}, game, 0, 1), seat)
    walks = [Choosing(at.moves).walk(verb) for verb in at.moves.verbs]
    offered = [(walk, one) for walk in walks if walk.slot == "company" for one in list_of(walk)]
    chosen = [Choosing(at.moves).walk(walk.verb, {**walk.got, "company": one}) for walk, one in offered]
    pars = [one for one in chosen if one.slot == "price"]
    return [tuple(sketch.what for sketch in question(at.moves, one).pictures) for one in pars]


def list_of(walk: Walk) -> tuple[Value, ...]:
    """The values of a choice that has only a few."""
    return walk.choices if isinstance(walk.choices, tuple) else ()
