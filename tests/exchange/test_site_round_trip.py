"""What comes in from 18xx.games goes out again as it came: the file's own actions, in a normal form."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from engine.exchange.site import import_game, write_site_game
from engine.exchange.site_log import SiteGame, parse_site_game, read_site_game
from tests.exchange.material import files, games, name_of, needs_games
from tests.exchange.normal_form import first_difference, kinds, normal_form, states_revenue
from tests.exchange.strict import NotLegal, follow
from tests.long_runs import LONG_RUN

TENTHS = 10
TRACED = ("1830", "1828")
"""Titles whose exports are held to the steps that the site waited in."""
THE_SITES_OWN = ("id", "created_at", "user", "auto_actions", "original_id", "skip", "variant")
"""Fields that say when and by whose hand an action was made, and one stated of the bank's trains only."""
EVERY_TITLE = [game for title in ("1830", "1870", "1828") for game in games(title, 2)]


def fields(source: SiteGame) -> dict[tuple[str, str], dict[str, str]]:
    """The fields that all actions of a kind have, and the type of what is in them."""
    found: dict[tuple[str, str], dict[str, str]] = {}
    for step in source.steps:
        kind = str(step.action["type"]), str(step.action["entity_type"])
        here = {name: type(value).__name__ for name, value in step.action.items() if name not in THE_SITES_OWN}
        known = found.setdefault(kind, here)
        found[kind] = {name: what for name, what in known.items() if here.get(name) == what}
    return found


def comes_back(source: SiteGame) -> SiteGame:
    """Import a file, export it, and compare what each does and the fields that it has; returns the export."""
    written = parse_site_game(write_site_game(import_game(source).record))
    earned = states_revenue(source)
    theirs, ours = normal_form(source, earned=earned), normal_form(written, earned=earned)
    at = first_difference(kinds(theirs), kinds(ours))
    assert at is None, f"action {at}: {theirs[at : at + 3]} came back as {ours[at : at + 3]}"
    at = first_difference(theirs, ours)
    assert at is None, f"action {at}: {theirs[at]} came back as {ours[at]}"
    told = fields(written)
    missing = {kind: needed.items() - told[kind].items() for kind, needed in fields(source).items() if kind in told}
    assert not any(missing.values()), missing
    return written


def is_legal(path: Path, source: SiteGame, written: SiteGame) -> None:
    """What is written is legal where it stands, and would not be without its first pass."""
    follow(path, source, written)
    passes = [number for number, step in enumerate(written.steps) if step.action["type"] == "pass"]
    with pytest.raises(NotLegal):
        cut = (*written.steps[: passes[0]], *written.steps[passes[0] + 1 :])
        follow(path, source, replace(written, steps=cut))


@needs_games
@pytest.mark.parametrize("path", EVERY_TITLE)
def test_a_file_comes_back_as_it_came(path: Path):
    source = read_site_game(str(path))
    written = comes_back(source)
    if source.title in TRACED:
        is_legal(path, source, written)


def beginnings() -> list[object]:
    """Every eighth game of a title; the others with LONG=1."""
    return [
        pytest.param(path, id=name_of(path), marks=[pytest.mark.soak] if number % 8 == 0 else LONG_RUN)
        for title in ("1830", "1870", "1828")
        for number, path in enumerate(files(title))
    ]


@needs_games
@pytest.mark.parametrize("path", beginnings())
def test_a_files_beginnings_come_back_as_they_came(path: Path):
    source = read_site_game(str(path))
    for tenth in range(1, TENTHS):
        steps = source.steps[: len(source.steps) * tenth // TENTHS]
        # A last pass that ends nothing here is not known any more.
        while steps and steps[-1].action["type"] == "pass":
            steps = steps[:-1]
        comes_back(replace(source, steps=steps, status="active", result={}))
