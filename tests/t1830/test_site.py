"""Games of 1830 from 18xx.games replay with the same state after every action, and are written for it again."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from engine.core.errors import Unreadable
from engine.exchange.site import import_game, write_site_game
from engine.exchange.site_log import parse_site_game, read_site_game
from engine.titles.t1830.site.following import Translator1830
from tests.again import repeatable
from tests.exchange.compare import check_same_states
from tests.exchange.material import games, needs_games, played
from tests.exchange.test_site_writing import holdings, without_numbers
from tests.long_runs import LONG_RUN


@needs_games
@pytest.mark.parametrize("path", games("1830", short=2))
def test_a_game_goes_through_the_same_states(path: Path):
    check_same_states(path)


@needs_games
@pytest.mark.parametrize("path", games("1830", short=1, others=LONG_RUN))
def test_an_imported_game_is_written_and_read_to_the_same_bytes(path: Path):
    first = import_game(read_site_game(str(path)))
    second = import_game(parse_site_game(write_site_game(first.record)))
    assert second.agrees
    assert second.game.encode() == first.game.encode()


@pytest.mark.parametrize(
    ("seed", "players", "moves"),
    [(4, 4, 300), *(pytest.param(n, n, 5000, marks=pytest.mark.soak) for n in range(2, 7))],
)
@repeatable
def test_a_random_game_by_the_sites_readings_comes_back_from_its_file(seed: int, players: int, moves: int):
    record, game = played("1830", seed, players, moves, third_6="yes", brown_from_ipo="yes")
    again = import_game(parse_site_game(write_site_game(record))).game.state
    assert holdings(again.certs) == holdings(game.state.certs)
    for name in ("cash", "privates", "trains", "companies", "own", "market", "board", "phase", "clock", "end"):
        assert without_numbers(getattr(again, name)) == without_numbers(getattr(game.state, name)), name


@pytest.mark.parametrize("rules", [(), ("optional_6_train",), tuple(Translator1830.theirs)])
def test_the_optional_rules_come_back_from_the_file(rules: tuple[str, ...]):
    record, game = played("1830", 1, 3, 3, **{Translator1830.theirs[rule]: "yes" for rule in rules})
    file = json.loads(write_site_game(record))
    assert file["settings"]["optional_rules"] == sorted(rules, key=list(Translator1830.theirs).index)
    assert import_game(parse_site_game(json.dumps(file).encode())).game.state.options == game.state.options


def test_an_unknown_rule_is_refused_by_its_name():
    record, _ = played("1830", 1, 3, 3)
    file = json.loads(write_site_game(record))
    file["settings"]["optional_rules"] = ["simple_bank"]
    with pytest.raises(Unreadable, match="simple_bank"):
        import_game(parse_site_game(json.dumps(file).encode()))


def test_a_game_by_the_rules_in_brief_is_not_written_for_the_site():
    record, _ = played("1830", 1, 3, 3, rules="rulebook")
    with pytest.raises(Unreadable, match="it does not play"):
        write_site_game(record)
