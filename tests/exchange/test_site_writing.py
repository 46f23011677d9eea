"""Games of ours written as files of 18xx.games, and read again."""

from __future__ import annotations

import json
import random
import re
from pathlib import Path
from typing import Any

import pytest

from engine.core.errors import Unreadable
from engine.exchange.site import import_game, write_site_game
from engine.exchange.site_log import SiteGame, is_silent, parse_site_game, read_site_game
from engine.game import Game
from engine.play import next_to_act, random_act
from engine.record import Record
from engine.titles.t1870.site.options import options_for
from engine.titles.t1870.site.writing import rules_of
from tests.again import repeatable
from tests.exchange.material import games, needs_games
from tests.long_runs import LONG_RUN


def site_options(*rules: str) -> dict[str, str]:
    return options_for(SiteGame("", "1870", (), frozenset(rules), (), {}, "active", 1))


def random_record(seed: int, players: int, *rules: str, moves: int = 500) -> tuple[Record, Game]:
    names = [f"P{number}" for number in range(players)]
    record = Record(title="1870", players=names, options=site_options(*rules), setup={"order": names})
    game, stream = record.begin(), random.Random(seed)
    for _ in range(moves):
        decision = next_to_act(game, stream)
        if decision is None:
            break
        act = random_act(game, decision.seat, stream)
        while act is not None and "share" in act.args:
            act = random_act(game, decision.seat, stream)  # which share comes along is the site's own accident
        assert act is not None
        game, _ = record.play(game, decision.seat, act)
    return record, game


def holdings(certs: dict[str, str]) -> list[tuple[str, ...]]:
    """How many certificates are where: those of one company are alike, but for the president's."""
    return sorted(
        (cert.split(".")[0], str(cert.endswith(".0")), without_numbers(place)) for cert, place in certs.items()
    )


def without_numbers(part: Any) -> str:
    """Without what a file of the site does not say: numbers of lots and offers, and at which end a path begins."""
    return re.sub(r"(?<==)\w+/[^']*(?=')", _in_one_direction, re.sub(r"lot:\d+", "lot", str(part)))


def _in_one_direction(path: re.Match[str]) -> str:
    nodes = path[0].split(",")
    return ",".join(nodes if nodes[0] < nodes[-1] else reversed(nodes))


@pytest.mark.parametrize(
    ("seed", "players", "rules"),
    [
        (1, 2, ()),
        (2, 4, ("original_rules",)),
        (3, 3, ("diesels",)),
        pytest.param(4, 6, (), marks=pytest.mark.soak),
    ],
)
@repeatable
def test_a_random_game_by_the_sites_readings_comes_back_from_its_file(seed: int, players: int, rules: tuple[str, ...]):
    record, game = random_record(seed, players, *rules)
    raw = write_site_game(record)
    assert json.loads(raw)["settings"]["optional_rules"] == list(rules)
    again = import_game(parse_site_game(raw)).game.state
    assert holdings(again.certs) == holdings(game.state.certs)
    for name in ("cash", "privates", "trains", "market", "board", "phase", "clock", "end"):
        assert without_numbers(getattr(again, name)) == without_numbers(getattr(game.state, name)), name


@pytest.mark.parametrize(
    "rules", [(), ("diesels",), ("station_wars",), ("original_rules",), ("finish_on_400", "original_tiles")]
)
def test_optional_rules_are_found_from_the_options(rules: tuple[str, ...]):
    record = Record(title="1870", players=["Ann", "Bob"], options=site_options(*rules))
    assert set(rules_of(record.begin().state.options)) == set(rules)


def test_a_game_by_the_rulebooks_own_readings_cannot_be_told_in_the_sites_words():
    with pytest.raises(Unreadable, match="cannot replay this game: it does not play"):
        write_site_game(Record(title="1870", players=["Ann", "Bob"]))


def told(source: SiteGame) -> list[tuple[str, ...]]:
    """Who does what in a file of the site, players by their places, with what follows automatically."""
    places = {player: str(number) for number, (player, _) in enumerate(source.players, 1)}
    return [
        (step.action["type"], places.get(str(step.action["entity"]), str(step.action["entity"])))
        for step in source.steps
        if not is_silent(step.action)
    ]


@needs_games
@pytest.mark.parametrize("path", games("1870", short=2, others=LONG_RUN))
def test_an_imported_game_is_written_with_the_same_actions_and_read_to_the_same_bytes(path: Path):
    source = read_site_game(str(path))
    first = import_game(source)
    written = parse_site_game(write_site_game(first.record))
    assert told(written) == told(source)
    second = import_game(written)
    assert second.agrees
    assert second.game.encode() == first.game.encode()
