"""Games of 1828 written as files of 18xx.games, and read again."""

from __future__ import annotations

import json
import random
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest

from engine import Act, Game
from engine.core.errors import Unreadable
from engine.core.state import Trial
from engine.exchange.site import import_game, write_site_game
from engine.exchange.site_log import parse_site_game, read_site_game
from engine.exchange.site_writing import empty_game, rules_of
from engine.play import next_to_act, random_act
from engine.record import Record, new_record
from engine.titles.t1828.site.following import Translator1828
from engine.titles.t1828.site.hopes import IN_ORDER
from engine.titles.t1828.site.names import BIG, GOOD
from engine.titles.t1828.site.writing import seed_for
from tests.again import repeatable
from tests.exchange.material import games, needs_games
from tests.exchange.test_site_writing import holdings, without_numbers
from tests.long_runs import LONG_RUN, SKIPPED
from tests.t1828.merging import eager

UNTOLD = ("scranton_station", "agree_winner", "hold")
"""What cannot always be told: a station later than its tile, a winner agreed on, a moment between two turns."""


def site_options(*rules: str) -> dict[str, str]:
    return Translator1828.options(empty_game(Translator1828.there, (), list(rules)))


def begun(seed: int, players: int, **options: str) -> tuple[Record, Game]:
    names = [f"P{number}" for number in range(players)]
    big = random.Random(seed).sample(BIG, players + 1)
    setup = {"order": names, "privates": [private for private in BIG if private in big]}
    return new_record("1828", names, {**site_options(), **options}, setup=setup)


def anything(act: Act, used: set[str]) -> bool:
    """But for a winner agreed on, which ends the game."""
    return act.verb != "agree_winner"


def told(act: Act, used: set[str]) -> bool:
    """Can it be told? The additional tile for a fee comes after the others; the Delaware & Hudson lays one tile."""
    if act.verb == "extra" and act.args["by"] != "E&K":
        return False
    return act.verb not in UNTOLD and (act.verb != "scranton" or "scranton" not in used)


def played(
    seed: int, players: int, moves: int = 600, *, until_merging: int = 0, may: Callable[[Act, set[str]], bool] = told
) -> tuple[Record, Game]:
    """A random game in which companies merge; `until_merging`: stop after this many merger questions."""
    record, game = begun(seed, players)
    stream, used, asked = random.Random(seed), set[str](), 0
    for _ in range(moves):
        decision = next_to_act(game, stream)
        if decision is None:
            break
        act = eager(game, decision, stream)
        while act is None or not may(act, used):
            act = random_act(game, decision.seat, stream)
        used.add(act.verb)
        game, _ = record.play(game, decision.seat, act)
        asked += bool(game.state.agenda) and isinstance(game.state.agenda[-1], Trial)
        if until_merging and asked == until_merging:
            break
    return record, game


@pytest.mark.parametrize("players", [3, 4, 5])
def test_a_new_games_private_companies_are_drawn_and_lie_as_the_site_would_have_them(players: int):
    names = [f"P{number}" for number in range(players)]
    rows: set[tuple[str, ...]] = set()
    for seed in range(8):
        record, game = new_record("1828", names, site_options(), seed)
        read = import_game(parse_site_game(write_site_game(record))).game
        assert read.state.privates == game.state.privates
        rows.add(tuple(private for private in BIG if game.state.privates[private] != "closed"))
    assert len(rows) > 1


@needs_games
@pytest.mark.parametrize("path", games("1828", short=1, others=LONG_RUN))
def test_an_imported_game_is_written_and_read_to_the_same_bytes(path: Path):
    first = import_game(read_site_game(str(path)))
    second = import_game(parse_site_game(write_site_game(first.record)))
    assert first.agrees
    assert second.agrees
    assert second.game.encode() == first.game.encode()


@pytest.mark.parametrize(
    ("seed", "players"),
    [
        (1, 5),
        *(
            pytest.param(seed, seats, marks=pytest.mark.soak)
            for seed, seats in ((1, 3), (1, 4), (2, 3), (3, 3), (201, 3))
        ),
    ],
)
@repeatable
def test_a_random_game_by_the_sites_readings_comes_back_from_its_file(seed: int, players: int):
    record, game = played(seed, players)
    read = import_game(parse_site_game(write_site_game(record)))
    again = read.game.state
    assert any(facts.into for facts in game.state.companies.values())
    assert holdings(again.certs) == holdings(game.state.certs)
    for name in ("cash", "privates", "trains", "companies", "own", "market", "board", "phase", "clock", "end"):
        assert without_numbers(getattr(again, name)) == without_numbers(getattr(game.state, name)), name
    assert import_game(parse_site_game(write_site_game(read.record))).game.encode() == read.game.encode()


def discarding() -> tuple[Game, dict[str, Any], int, int]:
    """A game with its file, and where in it trains of several kinds are discarded in a row."""
    for seed in range(1, 60):
        record, game = played(seed, 3, moves=1200)
        file = json.loads(write_site_game(record))
        actions = file["actions"]
        at = [number for number, action in enumerate(actions) if action["type"] == "discard_train"]
        runs = [here for here in at if here + 1 in at and here - 1 not in at]
        first = next((here for here in runs if actions[here]["train"][:1] != actions[here + 1]["train"][:1]), None)
        if first is not None:
            last = next(n for n in range(first, len(actions)) if actions[n]["type"] != "discard_train")
            return game, file, first, last
    pytest.fail("nobody discarded trains of several kinds")


@pytest.mark.soak
@SKIPPED  # `make test` has a file in which two companies discard (tests/t1828/test_site.py).
def test_trains_are_discarded_in_any_order_of_companies_and_shells():
    game, file, first, last = discarding()
    actions = file["actions"]
    actions[first:last] = reversed(actions[first:last])
    again = import_game(parse_site_game(json.dumps(file).encode())).game.state
    assert again.trains == game.state.trains
    assert again.cash == game.state.cash


@pytest.mark.parametrize("asked", [1, 2])
def test_a_game_in_mid_merger_comes_back_with_its_question(asked: int):
    record, game = played(2, 4, until_merging=asked)
    here = game.state.agenda[-1]
    assert isinstance(here, Trial)
    there = import_game(parse_site_game(write_site_game(record))).game.state.agenda[-1]
    assert isinstance(there, Trial)
    assert (there.question, there.role, there.options, there.answers) == (
        here.question,
        here.role,
        here.options,
        here.answers,
    )


@pytest.mark.parametrize("rules", [(), (GOOD,)])
def test_the_optional_rule_is_found_from_the_options(rules: tuple[str, ...]):
    record = Record(title="1828", players=["A", "B", "C"], options=site_options(*rules))
    assert rules_of(Translator1828, record.begin().state.options) == list(rules)


@pytest.mark.parametrize("players", [3, 4, 5])
def test_the_seed_in_the_file_draws_the_private_companies_in_play(players: int):
    record, _ = played(5, players, moves=3)
    raw = write_site_game(record)
    again = import_game(parse_site_game(raw))
    assert again.record.setup["privates"] == record.setup["privates"]
    assert json.loads(raw)["title"] == "1828.Games"


def test_what_the_site_does_not_know_is_refused_with_a_sentence():
    with pytest.raises(Unreadable, match="does not play “Runs: only the best run”, only “any legal run”"):
        write_site_game(Record(title="1828", players=["A", "B", "C"]))
    record, _ = begun(1, 3)
    record.setup = {**record.setup, "privates": list(reversed(record.setup["privates"]))}
    del record.setup[IN_ORDER]  # An older game.
    with pytest.raises(Unreadable, match="in the order of its list"):
        write_site_game(record)
    with pytest.raises(Unreadable, match="never draws"):
        seed_for(3, [], ["CPR"])


@pytest.mark.parametrize(
    ("seed", "why"),
    [
        pytest.param(1, "only after those that cost no fee", marks=LONG_RUN),
        (12, "cannot be exchanged between two companies' turns"),
    ],
)
def test_moves_that_have_no_place_in_the_sites_order_are_refused(seed: int, why: str):
    """The first game from this seed on that is refused for this reason."""
    for one in range(seed, seed + 100):
        record, _ = played(one, 3, moves=300, may=anything)
        with suppress(Unreadable):
            write_site_game(record)
            continue
        with pytest.raises(Unreadable) as refused:
            write_site_game(record)
        if why in str(refused.value):
            return
    pytest.fail(f"no game was refused because {why}")


def test_a_winner_agreed_on_is_refused():
    record, game = begun(1, 3)
    game, _ = record.play(game, "p1", Act("agree_winner", {"winner": "p2"}))
    for seat in ("p2", "p3"):
        game, _ = record.play(game, seat, Act("accept", {"offer": game.state.offers[0].id}))
    assert game.state.end is not None
    with pytest.raises(Unreadable, match="no action for agree_winner"):
        write_site_game(record)
