"""Recorded whole games are played again: each move is accepted, and everybody sees at every checkpoint what they saw.

`make test` plays a few of them; all are played by `make soak`.
"""

import pytest

from engine import new
from engine.core.errors import Damaged
from engine.record import Move, Record
from engine.titles import title_named
from engine.titles.t1828.site import hopes
from tests.golden import facts
from tests.golden.games import CORRECTED, TITLES, Differs, Recorded, games_of, replay, states_of

SAMPLE: dict[str, tuple[str, ...]] = {
    "1870": (
        "1870-4p-rulebook-building-15002",
        "1870-2p-site-random-15042",
        "1870-3p-single-random-15055",
        "1870-3p-mixed-building-15079",
    ),
    "1828": (
        "1828-4p-rulebook-builders-15001",
        "1828-5p-site-patient-15023",
        "1828-3p-single-agreed-15033",
        "1828-3p-mixed-patient-15048",
    ),
    "1839": ("1839-4p-rulebook-wealthy-15002",),
    "1843": ("1843-2p-rulebook-thrifty-15000",),
}
"""A short game of each kind below; `make soak` plays all. Those up to 15002 have runs that are proven the best."""
FAMILIES = [
    *((title, rules) for title in ("1870", "1828") for rules in ("rulebook", "site", "single", "mixed")),
    *((title, "rulebook") for title in ("1839", "1843")),
]
NATIVE = {
    "1870": "edition:mayfair runs:free secrets:hidden finish_at_400:yes diesels:yes historical_order:yes "
    "connection_tokens:blocking connection_tokens:beside connection_tokens:spare_space train_12:six train_12:unlimited "
    "tile_counts:designer tile_counts:mayfair market_colors:designer market_colors:mayfair reissue_up_to:200 "
    "reissue_up_to:400 certificate_table:designer certificate_table:mayfair over_60:keep over_60:sell",
    "1828": "runs:free newcomers:yes",
    "1839": "runs:free pairing:recommended light_red_limit:3",
    "1843": "runs:free edition:2012 plm_markers:4",
}
"""The values, other than defaults, of a title's own options; all else is another site's reading."""
READINGS = {"1870": 23, "1828": 12, "1839": 0, "1843": 0}


def recorded(title: str, name: str) -> Recorded:
    return next(game for game in games_of(title) if game.id == name)


@pytest.mark.parametrize(("title", "name"), [(title, name) for title, names in SAMPLE.items() for name in names])
def test_a_recorded_game_is_played_again_to_the_same_end(title: str, name: str):
    replay(recorded(title, name), states_of(title)[name])


@pytest.mark.soak
@pytest.mark.parametrize(("title", "rules"), FAMILIES)
def test_every_recorded_game_is_played_again_to_the_same_end(title: str, rules: str):
    states, wrong = states_of(title), list[str]()
    for game in games_of(title):
        if game.rules == rules:
            try:
                replay(game, states[game.id])
            except Differs as e:
                wrong.append(str(e))
    assert not wrong, "\n".join(wrong)


def test_a_game_by_the_sites_rules_is_replayed_by_what_was_asked_when_it_began():
    game = recorded("1828", "1828-3p-site-builders-15018")
    merged = next(number for number, (_, verb, _) in enumerate(game.moves, 1) if verb == "merge")
    record = Record(
        title="1828",
        players=sorted(seat.name for seat in game.begin().state.players),
        options=game.begin().state.options,
        seed=game.seed,
        moves=[Move(*move) for move in game.moves[:merged]],
    )
    assert record.begin().state == game.begin().state
    record.replay()
    record.setup = {hopes.STRICT: True}
    with pytest.raises(Damaged, match="nobody holds six shares"):
        record.replay()


@pytest.mark.parametrize("title", TITLES)
def test_a_recorded_game_begins_like_a_new_one(title: str):
    begun = 0
    for game in games_of(title):
        if game.rules == "rulebook" and not game.richer:
            # Its options in today's form: what a rule has since come to say otherwise stays chosen in a stored game.
            options = game.begin().state.options
            today = new(title, [f"P{number}" for number in range(1, game.players + 1)], options, game.seed)
            assert facts.differing(game.views[0], facts.digests(today)) == [], game.id
            begun += 1
            if begun == 3:
                return
    raise AssertionError("too few games to compare with")


def test_the_record_holds_every_title_player_count_option_and_reading():
    assert sum(len(games_of(title)) for title in TITLES) >= 200
    for title in TITLES:
        games, counts = games_of(title), set(range(title_named(title).players[0], title_named(title).players[1] + 1))
        assert len({game.id for game in games}) == len(games)
        assert all(game.end for game in games)
        assert any(not game.options for game in games), f"{title}: no game has defaults alone"
        values = {f"{name}:{value}" for game in games for name, value in game.options.items()}
        assert set(NATIVE[title].split()) <= values
        own = {pair.partition(":")[0] for pair in NATIVE[title].split()}
        readings = {game.id: set(game.options) - own for game in games}
        assert len(set().union(*readings.values())) == READINGS[title]
        for rules in {game.rules for game in games}:
            of_these = [game for game in games if game.rules == rules]
            on = [len(readings[game.id]) for game in of_these]
            if rules == "single":
                assert len({name for game in of_these for name in readings[game.id]}) == READINGS[title]
                assert set(on) == {1}
            elif rules == "mixed":
                assert len(of_these) > 10
                assert 1 < min(on) <= max(on) < READINGS[title]
            else:
                assert {game.players for game in of_these} == counts
                assert set(on) == {READINGS[title] if rules == "site" else 0}
    assert {rules for _, rules in FAMILIES} == {game.rules for title in TITLES for game in games_of(title)}


def test_differences_are_named():
    game = recorded("1839", SAMPLE["1839"][0])
    game.views[1] = "0" * facts.SHORT + game.views[1][facts.SHORT :]
    with pytest.raises(Differs, match=rf"{game.id}: after move 40 .*differ: money"):
        replay(game, None)
    game = recorded("1839", SAMPLE["1839"][0])
    game.moves[2] = [game.moves[2][0], "buy", {"company": "no such"}]
    with pytest.raises(Differs, match=rf"{game.id}: move 3 .*is refused"):
        replay(game, None)


def test_every_correction_names_a_recorded_game():
    assert CORRECTED.keys() <= {game.id for title in TITLES for game in games_of(title)}
