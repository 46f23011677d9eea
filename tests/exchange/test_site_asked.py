"""What is written of a game has its actions in the steps in which 18xx.games asks for them, passes among them."""

from __future__ import annotations

import gzip
import itertools
import json
import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from engine.core.agenda import deciders
from engine.core.verbs import Act
from engine.exchange.site import import_game, write_site_game
from engine.exchange.site_log import SiteGame, is_silent, parse_site_game, site_game
from engine.overlay import RULES, SITE
from engine.play import next_to_act, random_act
from engine.record import Record, new_record
from tests.again import repeatable
from tests.exchange.asked import NotAsked, Watcher
from tests.exchange.compare import merge
from tests.exchange.material import content, files, games, name_of, needs_games
from tests.t1828.test_site_writing import played

TITLES = {"1830": "1830", "1828": "1828.Games"}
STEPS = {
    "Track": "track",
    "Token": "token",
    "Route": "route",
    "Dividend": "dividend",
    "SwapTrain": "shells",
    "BuyTrain": "trains",
    "BuyCompany": "companies",
}
"""The site's step -> ours."""
Told = tuple[dict[str, Any], dict[str, Any]]
"""An action and the state before it."""


def traced(path: Path) -> Iterator[Told]:
    """The actions of a trace."""
    state: dict[str, Any] = {}
    with gzip.open(path.parent / f"{name_of(path)}.trace.jsonl.gz", "rt") as lines:
        for line in map(json.loads, lines):
            if "end" in line:
                return
            if "a" in line:
                yield line["a"], state
            merge(state, line["s"])


def written(source: SiteGame) -> list[Told]:
    """The actions of a file, with our states."""
    lines: list[bytes] = []
    import_game(source, lines)
    steps = [json.loads(line) for line in lines]
    return [(now["a"], before["s"]) for before, now in itertools.pairwise(steps) if "a" in now]


def watch(title: str, told: list[Told]) -> None:
    """Raises at the first action that comes in a step in which the site would not ask for it."""
    watcher = Watcher(title)
    for action, before in told:
        if not is_silent(action):
            watcher.see(action, before)


@needs_games
@pytest.mark.parametrize("path", [game for title in TITLES for game in games(title, 1)])
def test_the_site_was_in_one_of_the_steps_that_are_expected(path: Path):
    watcher, states, certain = Watcher(TITLES[path.parent.name]), 0, 0
    for action, before in traced(path):
        expected, now = watcher.may_be_in(before), before["round"]
        step = STEPS.get(str(now.get("step")).rpartition("::")[2])
        if expected and step and now.get("active") == [f"c:{watcher.turn and watcher.turn.company}"]:
            states, certain = states + 1, certain + (len(expected) == 1)
            assert step in expected, f"before {action}"
        if not is_silent(action):
            watcher.see(action, before)
    assert certain > states / 3


def random_1830(seed: int, players: int, moves: int) -> Record:
    names = [f"P{number}" for number in range(players)]
    record, game = new_record("1830", names, {RULES.name: SITE}, seed)
    stream = random.Random(seed)
    for _ in range(moves):
        decision = next_to_act(game, stream)
        if decision is None:
            break
        act = random_act(game, decision.seat, stream)
        while act is None or act.verb == "stop" or "share" in act.args:
            act = random_act(game, decision.seat, stream)
        game, _ = record.play(game, decision.seat, act)
    return record


def played_here(title: str, seed: int, moves: int) -> Record:
    return random_1830(seed, 2 + seed % 5, moves) if title == "1830" else played(seed, 3 + seed % 3, moves)[0]


@pytest.mark.parametrize(
    ("title", "seed", "moves"),
    [
        ("1830", 1, 160),
        *(pytest.param(title, seed, 800, marks=pytest.mark.soak) for title in TITLES for seed in range(2, 14)),
    ],
)
@repeatable
def test_a_game_played_here_is_written_as_the_site_asks(title: str, seed: int, moves: int):
    source = parse_site_game(write_site_game(played_here(title, seed, moves)))
    told = written(source)
    watch(TITLES[title], told)
    passes = [at for at, (action, _) in enumerate(told) if action["type"] == "pass" and _by_company(action)]
    assert sum(_missed(TITLES[title], told, at) for at in passes) >= len(passes) / 2


def _by_company(action: dict[str, Any]) -> bool:
    return action["entity_type"] in ("corporation", "system")


def _missed(title: str, told: list[Told], at: int) -> bool:
    """Is it noticed if this action is left out?"""
    try:
        watch(title, [*told[:at], *told[at + 1 :]])
    except NotAsked:
        return True
    return False


@needs_games
@pytest.mark.parametrize(
    ("move", "then"),
    [
        (Act("scranton_station"), [("place_token", "DH")]),
        (Act("skip"), [("pass", "DH"), ("pass", "B&O")]),
        (Act("token", {"city": "J14/c0"}), [("pass", "DH"), ("place_token", "B&O")]),
    ],
)
def test_a_station_declined_for_another_one_is_a_pass_of_its_own(move: Act, then: list[tuple[str, str]]):
    file = content(next(path for path in files("1830") if name_of(path) == "random_1830_p6_s414"))
    laid = next(at for at, one in enumerate(file["actions"], 1) if one["entity"] == "DH" and one["type"] == "lay_tile")
    begun = import_game(site_game({**file, "actions": file["actions"][:laid], "status": "active", "result": {}}))
    game, _ = begun.record.play(begun.game, deciders(begun.game.position())[0], move)
    source = parse_site_game(write_site_game(begun.record))
    assert [(one.action["type"], one.action["entity"]) for one in source.steps[-len(then) :]] == then
    watch("1830", written(source))
    assert import_game(source).game.encode() == game.encode()
