"""Games of 18xx.games replay with the same state after every action."""

from __future__ import annotations

from pathlib import Path

import pytest

from engine.exchange.site import import_game
from engine.exchange.site_log import read_site_game
from tests.exchange.compare import check_same_states
from tests.exchange.material import FOLDER, games, needs_games

GAMES = FOLDER / "1870"
REAL = GAMES / "real_34110.json"

pytestmark = needs_games


@pytest.mark.parametrize("path", games("1870", short=4))
def test_a_game_goes_through_the_same_states(path: Path):
    check_same_states(path)


@pytest.mark.parametrize("name", ["real_34110.json", "real_bankrupt.json"])
def test_an_imported_game_can_be_played_again_from_its_record(name: str):
    result = import_game(read_site_game(str(GAMES / name)))
    assert result.record.replay().encode() == result.game.encode()


@pytest.mark.parametrize("cut", [0.1, 0.5, 0.9])
def test_a_truncated_file_is_refused_whole(cut: float, tmp_path: Path):
    from engine.core.errors import Damaged

    raw = REAL.read_bytes()
    broken = tmp_path / REAL.name
    broken.write_bytes(raw[: int(len(raw) * cut)])
    with pytest.raises(Damaged):
        read_site_game(str(broken))


def test_runs_below_the_best_are_reported_with_the_best():
    path = GAMES / "random_1870_p4_s10.json.gz"
    result = import_game(read_site_game(str(path)), judge_runs=True)
    assert result.runs_judged > 100
    assert "Action 1827: TP ran for 380; the best run earns 400." in result.short_runs
    real = import_game(read_site_game(str(GAMES / "real_34110.json")), judge_runs=True)
    assert (real.runs_judged, real.short_runs) == (14, [])
