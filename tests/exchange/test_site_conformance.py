"""Games of 18xx.games replay with the same state after every action."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from engine.exchange.site import import_game
from engine.exchange.site_log import read_site_game
from tests.exchange.compare import differences, trace

GAMES = Path(__file__).parents[3] / "shared" / "conformance" / "1870"
FILES = sorted(path for path in GAMES.glob("*.json*") if ".trace." not in path.name)

pytestmark = pytest.mark.skipif(not FILES, reason="the games to compare with (shared/conformance) are not here")


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.name.partition(".")[0])
def test_a_game_goes_through_the_same_states(path: Path):
    source = read_site_game(str(path))
    lines: list[bytes] = []
    result = import_game(source, lines)
    assert result.agrees, result.problems
    name = path.name.removesuffix(".gz").removesuffix(".json")
    for step, line in zip(trace(path.with_name(f"{name}.trace.jsonl.gz")), lines, strict=True):
        ours = json.loads(line)
        if "end" in step:
            assert ours["end"]["result"] == step["end"]["result"]
            break
        assert differences(ours["s"], step["state"]) == [], f"after step {step['n']}: {step.get('a')}"
        assert ours.get("total") == step.get("total")


@pytest.mark.parametrize("path", FILES[:2], ids=lambda path: path.name.partition(".")[0])
def test_an_imported_game_can_be_played_again_from_its_record(path: Path):
    result = import_game(read_site_game(str(path)))
    assert result.record.replay().encode() == result.game.encode()


@pytest.mark.parametrize("cut", [0.1, 0.5, 0.9])
def test_a_truncated_file_is_refused_whole(cut: float, tmp_path: Path):
    from engine.errors import Damaged

    raw = FILES[-1].read_bytes()
    broken = tmp_path / FILES[-1].name
    broken.write_bytes(raw[: int(len(raw) * cut)])
    with pytest.raises(Damaged):
        read_site_game(str(broken))


def test_runs_below_the_best_are_told_with_what_was_possible():
    path = GAMES / "random_1870_p4_s10.json.gz"
    result = import_game(read_site_game(str(path)), judge_runs=True)
    assert result.runs_judged > 100
    assert "Action 1827: TP ran for 380, and 400 was possible." in result.short_runs
    real = import_game(read_site_game(str(GAMES / "real_34110.json")), judge_runs=True)
    assert (real.runs_judged, real.short_runs) == (14, [])
