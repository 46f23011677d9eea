"""Building routes with buttons: where several ways join the same two stops, a picture shows the choice."""

from __future__ import annotations

import pytest

from bot.discord.games.drawing import _draw
from bot.discord.games.game_lookup import GameContext
from bot.discord.games.presses.moves import GO, Tap
from bot.discord.kit.reply import Button
from bot.discord.turn.context import Panel, PanelContext
from bot.discord.turn.route_building import RouteDraft
from bot.errors import Stale
from bot.store.rows import GameRow
from bot.table.ground.services import Present
from engine.view import TrainRun
from tests.discord.conftest import Hall, starting
from tests.t1870.table import Table
from tests.t1870.test_routes import loop_of_two_cities


def position() -> Table:
    """Topeka and Kansas City, joined twice: directly, and through C10."""
    return loop_of_two_cities().with_train("ATSF", "2").operating_turn("ATSF", "run")


def panel(text: str) -> Panel:
    here = GameContext(Present(GameRow(id=1, title="1870"), [], {}, position().game, 0, 1), "p1")
    return RouteDraft.read(PanelContext(here, GO), "run", text).panel()


def states(shown: Panel) -> dict[str, str]:
    """What each button for a stop, or a way, leads to."""
    buttons = [one for row in shown.rows if isinstance(row, tuple) for one in row if isinstance(one, Button)]
    return {one.label: one.press.texts()[-1] for one in buttons if isinstance(one.press, Tap)}


def test_two_ways_to_a_stop_are_drawn_and_numbered_with_a_button_each():
    begun = states(panel("0"))["Topeka (B9)"]
    asked = panel(states(panel(begun))["Kansas City (B11): 2 ways…"])
    assert [sketch.what for sketch in asked.sketches] == ["ways"]
    [drawn] = _draw(list(asked.sketches))
    assert drawn.alt == (
        "Map of 1870: The Trans-Mississippi: 2 routes from Topeka to Kansas City. 1: straight. 2: through C10."
    )
    ways = states(asked)
    assert list(ways) == ["Way 1", "Way 2", "Another stop"] and ways["Another stop"] == begun
    shown = [panel(ways[name]).rows[-2] for name in ("Way 1", "Way 2")]
    runs = [next(one for one in row if one.label.startswith("Run these")) for row in shown]
    routes = [one.press.texts()[-1] for one in runs]
    assert routes == ["2-0=B9/c0,B11.W,B11/c0", "2-0=B9/c0,B9.SE,B11.SW,B11/c0"]


def test_buttons_with_invalid_ways_are_old_buttons():
    begun = states(panel("0"))["Topeka (B9)"]
    for wrong in (f"{begun}w99", f"{begun}w", "0w1", f"{begun}wx"):
        with pytest.raises(Stale):
            panel(wrong)


@pytest.mark.parametrize("trying", [False, True])
async def test_the_pressed_way_is_run_or_previewed(club: Hall, trying: bool):
    number = await club.game()
    await club.lay_out(number, position().game)
    person = club.on_turn(await club.table.present(number))
    shown = await person.slash("/turn", club.room)
    if trying:
        await club.press(person, shown.message, "What if…")
    for press in ("Choose routes…", "Topeka", "Kansas City (B11): 2 ways…", "Way 2", "Run these for $40"):
        await club.press(person, shown.message, starting(shown.message, press))
    if trying:
        assert "What if:" in shown.text and (await club.table.present(number)).row.last == 0
        return
    [company] = [one for one in (await club.table.present(number)).game.state.companies.values() if one.last_run > 0]
    [run] = company.last_routes
    assert run == TrainRun("2-0=B9/c0,B9.SE,B11.SW,B11/c0", run.paid, 40) and sum(run.paid.values()) == 40
