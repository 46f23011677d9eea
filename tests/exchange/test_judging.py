"""For a finished game from a file, it is said how much each run fell short of the best."""

from __future__ import annotations

import pytest

from bot.table.files.incoming import read_game, require_game
from bot.table.past.reading import MoveEvents, sentences, shortened
from engine.core.events import Event
from engine.core.stored_events import decode
from engine.core.verbs import Act
from engine.exchange.judging import shortfall
from engine.game import Game
from engine.record import Move
from engine.view import view
from tests.exchange.material import FOLDER, needs_games
from tests.positions.table import Table
from tests.t1870.lines import row_b


def to_run() -> Table:
    """Ann's ATSF is to run its train; any legal run will do."""
    return row_b(runs="free").with_train("ATSF", "2").operating_turn("ATSF", "run")


def made(game: Game, **args: str) -> tuple[Move, Game]:
    """A run of Ann's, and the game after it."""
    after, _ = game.apply("p1", Act("run", dict(args)))
    return Move("p1", "run", dict(args)), after


def test_only_a_worse_run_is_reported():
    table = to_run()
    none = shortfall(table.game, *made(table.game, routes="none"))
    best = str(table.legal("Ann", "run")[0]["routes"])
    after = made(table.game, routes=best)
    assert none is not None and shortfall(table.game, *after) is None
    earned = after[1].position().company("ATSF").last_run
    assert none.data == {"company": "ATSF", "amount": earned, "sure": "yes"} and earned > 0


def test_other_moves_are_not_judged():
    table = row_b().with_train("ATSF", "2").operating_turn("ATSF", "token")
    after, _ = table.game.apply("p1", Act("skip"))
    assert shortfall(table.game, Move("p1", "skip", {}), after) is None


def test_what_a_run_fell_short_of_is_told_however_long_the_run():
    table = row_b(runs="free").with_train("ATSF", "2").operating_turn("ATSF", "run").run_best("Ann")
    run = next(event for event in table.events if event.kind == "ran")
    short = Event("fell_short", {"company": "ATSF", "amount": 20, "sure": "yes"})
    told = shortened(MoveEvents("p1", "run", (run, run, run, short)), view(table.game, None), 150)
    assert told.startswith("ATSF runs its 2 train: ")
    assert told.endswith(" … The best runs would have earned $20 more.") and len(told) <= 150
    plain = MoveEvents("p1", "run", (run,))
    assert shortened(plain, view(table.game, None), 150) == sentences(plain, view(table.game, None))[0]


@needs_games
@pytest.mark.soak
def test_a_finished_game_comes_with_how_much_its_runs_fell_short():
    game = require_game(read_game((FOLDER / "1870" / "random_1870_p4_s10.json.gz").read_bytes()))
    told = [one.data for raw in game.events for one in decode(raw) if one.kind == "fell_short"]
    assert len(told) > 40 and {"company": "TP", "amount": 20, "sure": "yes"} in told
