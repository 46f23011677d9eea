"""A panel with its pictures weighs no more than a phone on a bad line can load at once."""

from __future__ import annotations

import pytest

from bot.discord.games.drawing import DrawingJob, _draw
from bot.discord.games.game_lookup import GameContext
from bot.discord.turn.context import PanelContext
from bot.discord.turn.panel import front
from bot.menu.build import menu_of
from bot.store.rows import GameRow
from bot.table.ground.services import Present
from engine import Game
from engine.family.running import RunTrains
from engine.titles import titles
from tests.discord.test_foresight import played

MOST = 300 * 1024
KINDS = ("map", "choices", "market", "runs", "phases")


def sketches(game: Game, seat: str) -> tuple[DrawingJob, ...]:
    """The pictures of the panel of somebody on turn; routes are shown by the same picture as dividends."""
    here = GameContext(Present(GameRow(id=1, title=game.title.id), [], {}, game, 0, 1), seat)
    runs = next((verb for verb in here.moves.verbs if isinstance(game.title.verbs[verb], RunTrains)), "")
    return front(PanelContext(here), menu_of(here.moves, lead=runs)).sketches


def weights(title: str, seeds: range, most: int) -> dict[str, list[int]]:
    """Panels by their picture, this many of each."""
    found: dict[str, list[int]] = {}
    for seed in seeds:
        positions = list(played(title, seed))[::-1]
        for game, seat, _ in positions[:: 1 if most == 1 else max(1, len(positions) // 40)]:
            if all(len(found.get(kind, ())) >= most for kind in KINDS):
                return found
            shown = sketches(game, seat)
            if shown and len(found.get(shown[0].what, ())) < most:
                found.setdefault(shown[0].what, []).append(sum(len(one.data) for one in _draw(list(shown))))
    return found


@pytest.mark.soak
@pytest.mark.parametrize("title", titles())
def test_every_panel_can_be_loaded_on_a_phone(title: str):
    found = weights(title, range(1, 4), 4)
    assert len(found) >= 2 and max(weight for some in found.values() for weight in some) <= MOST, found


@pytest.mark.parametrize("title", titles())
def test_a_panel_can_be_loaded_on_a_phone(title: str):
    for game, seat, act in played(title, 5):
        if act.verb == "lay":
            shown = sketches(game, seat)
            assert shown and sum(len(one.data) for one in _draw(list(shown))) <= MOST
            return
