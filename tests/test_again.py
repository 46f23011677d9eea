"""What a failing random game prints is the one command that plays it again."""

from __future__ import annotations

import subprocess
from random import Random

import pytest

from engine.play import play_on
from tests.again import ROOT, Failed, at_move, command, main, repeatable
from tests.random_play import Setup, played
from tests.t1828.leaning import leaning_game
from tests.t1843.steered import steered


@repeatable
def broken(seed: int, moves: int) -> int:
    """A game that something goes wrong in, if it is long enough."""
    game = play_on(Setup("toy", 3, seed, ()).begin(), Random(seed), moves)
    with at_move(moves + 1):
        for decision in game.decisions():
            raise ValueError(f"{decision.seat} at {decision.rule} with {game.state.cash[decision.seat]}")
    return moves


def run(printed: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(printed, shell=True, cwd=ROOT, capture_output=True, text=True, check=False)


@pytest.mark.parametrize("seed", [3, 4])
def test_the_printed_command_plays_the_same_game_to_the_same_failure(seed: int):
    with pytest.raises(Failed, match=r"^move 6: ValueError: p\d at ") as failure:
        broken(seed=seed, moves=5)
    *_, last = str(failure.value).splitlines()
    said, printed = last.split(": ", 1)
    assert said == "Play it again"
    again = run(printed)
    assert again.returncode == 1, again.stderr
    assert again.stdout.strip() == str(failure.value)


def test_a_fixed_failure_says_so():
    again = run(command(broken, seed=3, moves=5_000))
    assert (again.returncode, again.stdout) == (0, "This time nothing went wrong.\n"), again.stderr


@pytest.mark.parametrize(
    ("play", "given"),
    [
        (played, {"title": "1870", "players": 3, "seed": 1, "options": {"runs": "wild"}, "stored": False}),
        (leaning_game, {"players": 3, "seed": 1, "leaning": "cruel"}),
        (steered, {"players": 3, "seed": 1, "edition": "2020", "leaning": "idle"}),
    ],
    ids=["random", "leaning", "steered"],
)
def test_every_way_of_playing_is_printed_with_its_arguments(play, given, capsys: pytest.CaptureFixture[str]):
    with pytest.raises(Failed) as failure:
        play(**given)
    where, text = str(failure.value).split(" -m tests.again ", 1)[1].split(" ", 1)
    assert where == f"{play.__module__}:{play.__name__}"
    assert main(where, text.strip("'")) == 1
    assert capsys.readouterr().out.strip() == str(failure.value)
