"""Every title played at random: always to the end, always in balance, the same whether stored between moves or not.

A failure prints the command that plays the game again (`tests/again.py`); `tests/random_play.py` plays more by hand.
"""

from __future__ import annotations

import random
from typing import Any

import pytest

import tests.toy.title  # noqa: F401  (registers the toy)
from engine import Act, Ambiguous, Game, Illegal, Unreadable
from engine.core.verbs import Span, Text, next_slot, offered
from engine.game import menu
from engine.play import next_to_act, random_act
from engine.titles import title_named, titles
from tests.again import repeatable
from tests.random_play import MOST_MOVES, Setup, play, setups

FIRST_SEED = 106
FUZZ_MOVES = 500


def fixed_set() -> list[Setup]:
    """The random games that are tested: each title with every player count and every value of every option."""
    found: list[Setup] = []
    for name in titles():
        title = title_named(name)
        low, high = title.players
        most = max((len(option.values) for option in title.options), default=1)
        found += setups(title, max(high - low + 1, most), FIRST_SEED, cheap(name))
        if cheap(name):
            # Once as the title is by default, best runs and all, as far as that goes in a few seconds.
            options = tuple((option.name, option.values[0]) for option in title.options)
            found.append(Setup(name, low + 1, FIRST_SEED, options, moves=300))
    return found


def cheap(title: str) -> dict[str, str]:
    """Without proving that every run is the best, which takes most of a game's time."""
    return {"runs": "free"} if any(option.name == "runs" for option in title_named(title).options) else {}


def short_and_long() -> list[object]:
    """The first moves of one game of each title for `make test`, whole games as long runs."""
    return [
        pytest.param(
            setup,
            id=f"{setup.title}-{setup.players}p-{setup.seed}",
            marks=() if setup.moves < MOST_MOVES or setup.title == "toy" else pytest.mark.soak,
        )
        for setup in fixed_set()
    ]


@pytest.mark.parametrize("setup", short_and_long())
def test_a_random_game_is_played_twice_to_the_same_end(setup: Setup):
    play(setup, stored=True)


@pytest.mark.parametrize("name", titles())
def test_the_fixed_set_has_every_player_count_and_every_value_of_every_option(name: str):
    title = title_named(name)
    played = [setup for setup in fixed_set() if setup.title == name]
    low, high = title.players
    assert {setup.players for setup in played} == set(range(low, high + 1))
    seen = {choice for setup in played for choice in setup.options}
    assert {(option.name, value) for option in title.options for value in option.values} <= seen


# --- near-legal actions

GARBAGE: tuple[Any, ...] = ("", " ", "x", "p1", "bank", "none", 0, -1, 1, 10**18, "1", "٣", "\x00", "🚂" * 50)
WRONG_TYPES: tuple[Any, ...] = (None, True, False, 1.0, 1.5, float("nan"), [], ["SP"], {}, {"a": 1}, b"SP", object())


def mutated(act: Act, game: Game, stream: random.Random) -> tuple[str | None, Act]:
    """A legal move with one thing about it changed; the seat, where another one tries."""
    args: dict[str, Any] = dict(act.args)
    slots = list(args)
    match stream.randrange(7):
        case 0:
            seats = [seat.id for seat in game.state.players]
            return stream.choice([*seats, "", "p0", "p99", "bank"]), act
        case 1 if slots:
            args[stream.choice(slots)] = stream.choice(GARBAGE)
        case 2 if slots:
            args[stream.choice(slots)] = stream.choice(WRONG_TYPES)
        case 3 if slots:
            del args[stream.choice(slots)]
        case 4:
            args[stream.choice(["price", "shares", "company", "extra", "", "seat"])] = stream.choice(GARBAGE)
        case 5:
            return None, Act(stream.choice([*game.title.verbs, "", "fly"]), args)
        case _:
            places = [*game.state.companies, *game.state.board.tiles, *game.state.trains, *game.state.privates]
            slot = stream.choice(slots) if slots else "company"
            value = args.get(slot)
            args[slot] = value + stream.choice([-10, -1, 1, 10]) if isinstance(value, int) else stream.choice(places)
    return None, Act(act.verb, args)


def is_among_the_legal(game: Game, seat: str, act: Act) -> bool:
    """Is every choice offered at its slot, and did each choice that is left out have only one possible value?"""
    p = game.position()
    if act.verb not in menu(p, seat):
        return False
    law, got = p.title.verbs[act.verb], dict[str, Any]()
    while (slot := next_slot(p, law, seat, got)) is not None:
        values = offered(p, law, seat, got, slot)
        if isinstance(values, Text):
            known = [str(act.args[slot])] if slot in act.args else list(values.known())
        elif isinstance(values, Span):
            in_span = slot in act.args and act.args[slot] in values
            known = [act.args[slot]] if in_span else [values.low, values.high]
        else:
            known = list(values)
        chosen = act.args.get(slot, known[0] if len(set(known)) == 1 else None)
        if not any(chosen == value and type(chosen) is type(value) for value in known):
            return False
        got[slot] = chosen
    return set(act.args) <= set(got)


@pytest.mark.parametrize("name", titles())
@pytest.mark.parametrize("seed", [11, pytest.param(12, marks=pytest.mark.soak)])
@repeatable
def test_near_legal_moves_are_refused_and_change_nothing(name: str, seed: int):
    title = title_named(name)
    stream, game = random.Random(seed), next(iter(setups(title, 1, seed, cheap(name)))).begin()
    refused = accepted = 0
    for _ in range(FUZZ_MOVES):
        decision = next_to_act(game, stream)
        if decision is None:
            break
        act = random_act(game, decision.seat, stream)
        assert act is not None
        before = game.encode()
        for _ in range(3):
            other, wrong = mutated(act, game, stream)
            seat = decision.seat if other is None else other
            try:
                after, _ = game.apply(seat, wrong)
            except (Illegal, Unreadable, Ambiguous) as refusal:
                refused += 1
                assert str(refusal).strip().endswith("."), (seat, wrong, str(refusal))
            else:
                accepted += 1
                assert is_among_the_legal(game, seat, wrong), (seat, wrong)
                after.audit()
            assert game.encode() == before, (seat, wrong)
        game, _ = game.apply(decision.seat, act)
    assert refused > accepted > 0


@pytest.mark.parametrize("name", titles())
@repeatable
def test_every_listed_move_is_accepted(name: str):
    title = title_named(name)
    stream, game = random.Random(21), next(iter(setups(title, 1, 21, cheap(name)))).begin()
    for number in range(400):
        decision = next_to_act(game, stream)
        if decision is None:
            break
        if number % 40 == 0:
            for act in game.legal(decision.seat):
                after, _ = game.apply(decision.seat, act)
                after.audit()
        act = random_act(game, decision.seat, stream)
        assert act is not None
        game, _ = game.apply(decision.seat, act)
