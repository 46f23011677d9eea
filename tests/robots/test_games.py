"""Robots on every title: whole games end, moves are the same for the same seed, and thinking ends in time."""

import random
from functools import cache

import pytest

import tests.toy.title  # noqa: F401  (registers the toy)
from bot.robots.choosing import MINDS, choose
from bot.robots.steady.look import Look
from engine import Act, Game
from engine.play import play_on
from engine.titles import title_named, titles
from tests.again import command
from tests.robots.games import FEW, begun, match, worth


@pytest.mark.soak
@pytest.mark.parametrize("kind", MINDS)
@pytest.mark.parametrize("title", titles())
def test_no_robot_is_ever_stuck_in_any_title(title: str, kind: str):
    low, high = title_named(title).players
    for players, seed in ((low, 1), (high, 2)):
        match(title=title, kinds=[kind] * players, seed=seed, most=70)


@pytest.mark.parametrize("title", titles())
@pytest.mark.parametrize("moves", [150, pytest.param(400, marks=pytest.mark.soak)])
def test_the_sensible_robot_plays_on_from_any_random_position(title: str, moves: int):
    match(title=title, kinds=["steady"] * 3, seed=5, most=25, before=moves)


@pytest.mark.soak
def test_a_game_of_sensible_robots_ends_with_nobody_bankrupt():
    # Other seeds are played by hand, see games.py: a game takes half a minute.
    given = {"title": "1870", "kinds": ["steady"] * 2, "seed": 1, "tries": 3}
    game = match(**given)
    assert game.state.end is not None and game.state.end.why == "bank", command(match, **given)


@pytest.mark.soak
@pytest.mark.parametrize("seed", [1, 3])
def test_the_sensible_robot_beats_random_ones(seed: int):
    given = {"title": "1870", "kinds": ["steady", "random", "random"], "seed": seed, "most": 400, "tries": 3}
    found = worth(match(**given))
    assert found["P0"] > 1.3 * max(found["P1"], found["P2"]), f"{found}: {command(match, **given)}"


@cache
def positions() -> list[Game]:
    return [play_on(begun("1870", ["random"] * 3, seed), random.Random(seed), 60 * seed) for seed in range(1, 5)]


@pytest.mark.parametrize("kind", MINDS)
def test_a_seed_decides_the_move(kind: str):
    moves = set()
    for game in positions():
        seat = game.decisions()[0].seat
        first = choose(game, seat, kind, "one", None, FEW)
        assert first == choose(game, seat, kind, "one", None, FEW)
        moves.add(str(first) == str(choose(game, seat, kind, "another", None, FEW)))
    if kind == "random":
        assert False in moves


def test_thinking_ends_when_time_is_up(monkeypatch: pytest.MonkeyPatch):
    """How long that takes is measured in benchmarks/robots: here, hardly any move is tried out."""
    tried = list[Act]()
    after = Look.after

    def counted(look: Look, act: Act) -> Game | None:
        tried.append(act)
        return after(look, act)

    monkeypatch.setattr(Look, "after", counted)
    for game in positions():
        seat = game.decisions()[0].seat
        tried.clear()
        act = choose(game, seat, "steady", "seed", 0.0)
        assert act is not None
        assert game.why_not(seat, act) == ""
        assert len(tried) <= len(game.verbs(seat))
