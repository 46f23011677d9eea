"""Stops without a choice: where they are, that nothing is lost by going on, and that a stop tells nothing."""

from __future__ import annotations

import random

import pytest

from engine import Act, Game, new
from engine.careful import careful_act
from engine.core.verbs import Shown
from engine.needless import needless
from engine.play import next_to_act
from engine.titles import titles
from tests.long_runs import one_of
from tests.t1830.table import Table as Table1830
from tests.t1870.table import Table as Table1870

ENOUGH = 8
"""So many stops without a choice are looked at in each title."""


def after_laying(table: Table1830, private: str = "SV", owner: str = "Bob") -> Table1830:
    """The B&O has laid its tile, and has a train; somebody owns a private company."""
    table.with_phase("3").with_company("B&O", "Ann", Ann=6, treasury=500).with_train("B&O", "3")
    table.with_private(private, owner).operating_turn("B&O", "track")
    lay = next(one for one in table.legal("Ann", "lay"))
    return table.do("Ann", "lay", **lay)


def test_a_step_in_which_only_a_private_company_could_be_bought_needs_no_stop():
    table = after_laying(Table1830())
    assert "buy_private" in table.verbs("Ann") and "lay" not in table.verbs("Ann")
    assert needless(table.game) == (table.seat("Ann"), Act("skip"))
    table.do("Ann", "skip")
    assert "buy_private" in table.verbs("Ann"), "whoever wants it still can"


def test_the_last_step_in_which_it_can_be_bought_is_a_stop():
    table = after_laying(Table1830())
    while table.deciders() == ["Ann"] and table.s.agenda[-1].subject == "B&O":
        last = table.game
        if (going := needless(last)) is None:
            verb = next(verb for verb in ("run", "dividend", "skip") if verb in table.verbs("Ann"))
            if verb == "skip":
                break
            table.do("Ann", verb, **table.legal("Ann", verb)[0])
        else:
            table.do("Ann", going[1].verb)
    assert table.s.agenda[-1].step == "train" and "buy_private" in table.verbs("Ann")
    assert needless(table.game) is None


def test_a_step_in_which_anything_can_be_laid_is_a_stop():
    table = Table1830().with_phase("3").with_company("B&O", "Ann", Ann=6, treasury=500).with_private("SV", "Bob")
    assert needless(table.operating_turn("B&O", "track").game) is None


def test_a_power_that_stays_open_needs_no_stop_and_a_sale_does():
    table = Table1830().with_private("MH", "Ann").with_company("NYC", "Bob", Bob=3).stock_round("Ann")
    assert needless(table.game) is None
    table.do("Ann", "buy", company="NYC", **{"from": "ipo"})
    assert {"sell", "exchange"} <= set(table.verbs("Ann")) and needless(table.game) is None


@pytest.mark.parametrize("owner", ["Ann", "Bob"])
@pytest.mark.parametrize(("initial", "pool"), [(True, 0), (False, 5)])
def test_a_turn_ends_by_itself_after_a_purchase_where_nothing_can_be_sold(owner: str, pool: int, *, initial: bool):
    table = Table1830().with_private("MH", owner).with_company("NYC", "Bob", Bob=3, pool=pool)
    table.stock_round("Ann", initial=initial).do("Ann", "buy", company="NYC", **{"from": "ipo"})
    assert table.deciders() == ["Bob"]
    assert table.legal(owner, "exchange"), "whoever has it still can"


def hidden(treasury: int, cash: int) -> Game:
    """The tile is laid; what the company and the others have is secret."""
    table = Table1870(secrets="hidden").with_phase("3").with_company("SP", "Ann", Ann=6, treasury=treasury)
    table.with_private("GSC", "Bob").with_cash("Ann", cash).with_cash("Bob", cash)
    table.operating_turn("SP", "token")
    return table.game


def test_a_stop_tells_nothing_of_what_is_secret():
    found = [hidden(treasury, cash) for treasury, cash in ((0, 0), (40, 10), (900, 10), (900, 700))]
    assert len({tuple(one.verbs(one.decisions()[0].seat)) for one in found}) > 1, "what can be done differs"
    assert len({repr(needless(one)) for one in found}) == 1


@pytest.mark.parametrize("title", one_of([name for name in titles() if name[0].isdigit()]))
def test_nothing_that_anybody_could_do_is_lost_by_going_on(title: str):
    game, stream, met = new(title, ["Ann", "Bob", "Cem"], {}, 1), random.Random(1), 0
    for _ in range(500):
        decision = next_to_act(game, stream)
        act = careful_act(game, decision.seat, stream) if decision is not None else None
        if decision is None or act is None or met == ENOUGH:
            break
        if (going := needless(game)) is not None:
            met += 1
            later, _ = game.apply(*going)
            for one in game.state.players:
                after = list(later.legal(one.id))
                assert [each for each in game.legal(one.id) if each not in (going[1], *after)] == [], (one.id, going)
        game, _ = game.apply(decision.seat, act)
    assert met == ENOUGH


@pytest.mark.parametrize("title", one_of([name for name in titles() if name[0].isdigit()]))
def test_a_stop_with_a_single_move_is_one_that_changes_something(title: str):
    """Such as a run, or a train that must be bought; never a step that can only be finished, or a pass."""
    game, stream = new(title, ["Ann", "Bob", "Cem"], {}, 2), random.Random(2)
    for _ in range(200):
        while (going := needless(game)) is not None:
            game, _ = game.apply(*going)
        decision = next_to_act(game, stream)
        if decision is None or (act := careful_act(game, decision.seat, stream)) is None:
            break
        shown = {verb: game.shown(decision.seat, verb) for verb in game.verbs(decision.seat)}
        usual = [verb for verb, how in shown.items() if how is not Shown.RARE]
        assert [shown[verb] for verb in usual] != [Shown.DONE], (decision, usual)
        game, _ = game.apply(decision.seat, act)
