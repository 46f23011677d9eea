"""The neutral move: what a clock makes for somebody, in every title, and what it never makes."""

import random
from collections.abc import Iterator

import pytest

from engine import Game, new
from engine.careful import careful_act
from engine.core.roles import chief
from engine.neutral import neutral_act
from engine.play import next_to_act
from engine.titles import title_named, titles
from tests.random_play import setups

MOST = 700


def played(title: str, seed: int, *moves: int) -> Iterator[Game]:
    """A careful game after so many moves each, as far as it goes."""
    setup = list(setups(title_named(title), seed + 1, seed, {}))[seed]
    game, stream, number = setup.begin(), random.Random(seed), 0
    for wanted in moves:
        while number < wanted and (decision := next_to_act(game, stream)) is not None:
            act = careful_act(game, decision.seat, stream)
            if act is None:
                break
            game, _ = game.apply(decision.seat, act)
            number += 1
        yield game


@pytest.mark.parametrize("title", titles())
def test_nobody_leaves_and_no_company_is_given_away_in_a_game_of_neutral_moves(title: str):
    for game in (*played(title, 0, 0), *played(title, 1, 40, 160, 400)):
        goes_on_neutrally(game)


def goes_on_neutrally(game: Game) -> None:
    """Move for everybody as a clock does, as long as it does."""
    out = [one.id for one in game.state.players if one.out]
    for _ in range(MOST):
        if not (waiting := game.decisions()):
            break
        seat = waiting[0].seat
        act = neutral_act(game, seat)
        if act is None:
            break
        before = game.position()
        led = [company for company in before.d.companies if chief(before, company) == seat]
        verb = game.title.verbs[act.verb]
        assert not game.grave(seat, act)
        game, _ = game.apply(seat, act)
        game.audit()
        after = game.position()
        if not verb.declines:
            assert all(after.company(one).closed or chief(after, one) == seat for one in led), act
    assert [one.id for one in game.state.players if one.out] == out
    # Where it stopped, whoever must decide has only what no clock does for anybody, or the game is over.
    for decision in game.decisions():
        if neutral_act(game, decision.seat) is None:
            assert game.verbs(decision.seat)


def test_a_pass_comes_first_and_the_same_position_has_the_same_answer():
    game = new("1830", ["A", "B", "C"], {}, 1)
    act = neutral_act(game, game.decisions()[0].seat)
    assert act is not None and game.title.verbs[act.verb].declines
    assert act == neutral_act(game, game.decisions()[0].seat)


def test_nobody_else_decides():
    game = new("1830", ["A", "B", "C"], {}, 1)
    others = [one.id for one in game.state.players if one.id != game.decisions()[0].seat]
    assert [neutral_act(game, seat) for seat in others] == [None, None]
