"""Whose action it is by a running file is compared with whom we ask, which is the same after every action."""

from __future__ import annotations

import gzip
import json
import random
from pathlib import Path
from typing import Any

import pytest

from engine.core.errors import Damaged
from engine.exchange.any_file import open_any_file
from engine.exchange.site import import_game
from engine.exchange.site_following import Follower
from engine.exchange.site_log import Step, is_silent, read_site_game, site_game
from engine.titles.t18Chesapeake.site.following import Translator18Chesapeake
from engine.titles.t1828.site.following import Translator1828
from engine.titles.t1830.site.following import Translator1830
from engine.titles.t1870.site.following import Translator1870
from engine.titles.t1889.site.following import Translator1889
from tests.exchange.compare import merge
from tests.exchange.material import content, files, name_of, needs_games
from tests.exchange.stating import snapshot
from tests.exchange.test_site_stated import cut
from tests.long_runs import LONG_RUN

READERS = {
    "1828": Translator1828,
    "1830": Translator1830,
    "1870": Translator1870,
    "1889": Translator1889,
    "18Chesapeake": Translator18Chesapeake,
}
pytestmark = needs_games


def owner(state: dict[str, Any], entity: str) -> str:
    """The player who acts for somebody of a trace: a player, a company's president, a private company's owner."""
    kind, _, name = entity.partition(":")
    if kind == "p":
        return name
    return owner(state, state["companies" if kind == "k" else "corps"][name]["owner"])


def acting(path: Path) -> list[set[str]]:
    """Who must act after each step, as the site would state it; the first is before the game's first action."""
    state: dict[str, Any] = {}
    found: list[set[str]] = []
    with gzip.open(path.parent / f"{name_of(path)}.trace.jsonl.gz", "rt") as lines:
        for line in map(json.loads, lines):
            if "s" in line:
                merge(state, line["s"])
                over = "finished" in state
                found.append(set() if over else {owner(state, one) for one in state["round"].get("active", ())})
    return found


def differ(title: str, path: Path, chance: float) -> tuple[list[str], int]:
    """After which actions others would act here if the file ended there, and after how many that was looked at."""
    source, stream, theirs = read_site_game(str(path)), random.Random(path.name), acting(path)
    reader: Follower[Any] = READERS[title](source)
    found, looked = list[str](), 0
    for at, step in enumerate(source.steps):
        if theirs[at + 1] and stream.random() < chance:
            last = snapshot(reader)
            last.carry_out(step, None)
            looked += 1
            if not last.kept and not theirs[at + 1] <= set(last.acting()):
                found.append(f"{step.action}: {theirs[at + 1]} there, {last.acting()} here")
        following = next((one for one in source.steps[at + 1 :] if not is_silent(one.action)), None)
        reader.carry_out(step, following)
    return found, looked


@pytest.mark.parametrize("title", READERS)
def test_in_the_shortest_game_the_same_player_acts_here_as_there(title: str):
    path = min(files(title), key=lambda path: path.stat().st_size)
    found, looked = differ(title, path, 0.04)
    assert found == []
    assert looked > 3


def sampled() -> list[object]:
    """Every eighth game of a title; the others with LONG=1."""
    return [
        pytest.param(title, path, id=name_of(path), marks=[pytest.mark.soak] if number % 8 == 0 else LONG_RUN)
        for title in READERS
        for number, path in enumerate(files(title))
    ]


@pytest.mark.soak
@pytest.mark.parametrize(("title", "path"), sampled())
def test_in_every_game_the_same_player_acts_here_as_there(title: str, path: Path):
    assert differ(title, path, 0.1)[0] == []


PASSED_TRAINS = ("random_1828Games_ensure_good_privates_p3_s602", 127)
"""A pass in the step for trains, after which the same company is asked about private companies."""
LAST_TILE = ("random_1828Games_ensure_good_privates_p3_s604", 250)
"""The Champlain & St. Lawrence's tile in that step, after which another company is asked."""


@pytest.mark.parametrize(("name", "number"), [PASSED_TRAINS, LAST_TILE])
def test_a_file_may_end_before_or_after_the_step_for_private_companies(name: str, number: int):
    path = next(path for path in files("1828") if name_of(path) == name)
    file, theirs = content(path), acting(path)
    assert file["actions"][number - 1]["id"] == number  # Nothing was undone or done automatically before.
    other = ({str(player["id"]) for player in file["players"]} - theirs[number]).pop()
    assert theirs[number] != theirs[number + 1] or theirs[number] != theirs[number - 1]
    for who, agrees in ((theirs[number], True), ({other}, False)):
        stated = cut(file, number, turn=None, round=None, acting=[int(one) for one in who])
        assert import_game(site_game(stated)).agrees == agrees


@pytest.mark.parametrize("title", READERS)
def test_a_running_file_that_names_somebody_else_is_refused(title: str):
    path = min(files(title), key=lambda path: path.stat().st_size)
    file = content(path)
    whole = site_game(file).steps
    begun = next(one for one in (cut(file, at, turn=None, round=None) for at in range(20, 90)) if _begins(whole, one))
    source = site_game(begun)
    names = dict(source.players)
    asked = [str(one) for one in acting(path)[len(source.steps)]]
    for stated in (asked, [], None):  # A file need not say it.
        assert open_any_file(json.dumps({**begun, "acting": stated}).encode())
    wrong = [player for player in names if player not in asked]
    for stated in (wrong[:1], [*asked, *wrong], ["0"]):
        with pytest.raises(Damaged, match="must act next"):
            open_any_file(json.dumps({**begun, "acting": stated}).encode())


def _begins(whole: tuple[Step, ...], file: dict[str, Any]) -> bool:
    """Is nothing of this beginning undone later?"""
    known = site_game(file).steps
    return known == whole[: len(known)]
